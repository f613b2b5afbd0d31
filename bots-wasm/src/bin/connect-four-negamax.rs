//! Connect Four, as far ahead as 600,000 positions a move reach. Deterministic: no clock, no randomness.

use botyard_bots::connect_four::{Searcher, play};

fn main() {
    let mut searcher = Searcher::default();
    play(|board| searcher.choose(board));
}
