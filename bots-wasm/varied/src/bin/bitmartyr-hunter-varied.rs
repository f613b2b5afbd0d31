//! BitMartyr: goes after weaker enemies like hunter, and draws among ways that are as good. A first argument, if there is
//! one, is its seed.

use botyard_varied_bots::bitmartyr::{hunter_varied, standard};
use botyard_varied_bots::chance::Chance;

fn main() {
    // A run is a turn.
    let turn = Chance::from_arguments().below(4);
    standard(|sight, _| hunter_varied(sight, turn));
}
