//! Generals: takes land, gathers its armies and hunts capitals. Deterministic: no clock, no randomness.

use botyard_bots::generals::{Hunter, play};

fn main() {
    let mut hunter = Hunter::default();
    play(|board| hunter.choose(board));
}
