//! Stratego, with an eye on who moves, who fights and who keeps still. A first argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::stratego::{Sleuth, play};

fn main() {
    play(Sleuth::new(Chance::from_arguments()));
}
