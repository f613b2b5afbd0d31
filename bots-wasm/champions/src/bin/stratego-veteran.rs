//! Stratego: recognises the enemy's army, and goes for its flag. A first argument, if there is one, is its seed.

use botyard_champion_bots::chance::Chance;
use botyard_champion_bots::stratego::{Veteran, play};

fn main() {
    play(Veteran::new(Chance::from_arguments()));
}
