//! Connect Four: never gives away what the position is worth. Deterministic: no clock, no randomness.

use botyard_champion_bots::connect_four::{Perfect, play};

fn main() {
    let mut perfect = Perfect::default();
    play(|board| perfect.choose(board));
}
