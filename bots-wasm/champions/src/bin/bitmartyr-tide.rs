//! BitMartyr: floods the ground and breaks whoever holds it.

use botyard_champion_bots::bitmartyr::{standard, tide};

fn main() {
    standard(|sight, _| tide(sight));
}
