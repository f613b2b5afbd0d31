//! BitMartyr: fills the ground and holds it.

use botyard_bots::bitmartyr::{standard, wall};

fn main() {
    standard(|sight, _| wall(sight));
}
