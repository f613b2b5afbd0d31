//! BitMartyr: fills the ground and holds it like wall, and draws among ways that gain the same. A first argument, if there is
//! one, is its seed.

use botyard_varied_bots::bitmartyr::{standard, wall_varied};
use botyard_varied_bots::chance::Chance;

fn main() {
    // A run is a turn.
    let turn = Chance::from_arguments().below(4);
    standard(|sight, _| wall_varied(sight, turn));
}
