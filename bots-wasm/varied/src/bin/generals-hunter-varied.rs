//! Generals: hunts like hunter, and draws among equally good steps. A first argument, if there is
//! one, is its seed.

use botyard_varied_bots::chance::Chance;
use botyard_varied_bots::generals::{VariedHunter, play};

fn main() {
    let mut hunter = VariedHunter::new(Chance::from_arguments());
    play(|board| hunter.choose(board));
}
