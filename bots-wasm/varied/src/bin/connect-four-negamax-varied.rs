//! Connect Four: looks ahead like negamax, and draws among the moves that it finds equally good. A first argument, if there
//! is one, is its seed.

use botyard_varied_bots::chance::Chance;
use botyard_varied_bots::connect_four::{VariedSearcher, play};

fn main() {
    let mut searcher = VariedSearcher::new(Chance::from_arguments());
    play(|board| searcher.choose(board));
}
