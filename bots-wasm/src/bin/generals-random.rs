//! Generals: moves any army anywhere. A first argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::generals::{play, wander};

fn main() {
    let mut chance = Chance::from_arguments();
    play(|board| wander(board, &mut chance));
}
