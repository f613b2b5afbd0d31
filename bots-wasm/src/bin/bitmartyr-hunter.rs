//! BitMartyr: goes after weaker enemies.

use botyard_bots::bitmartyr::{hunter, standard};

fn main() {
    standard(|sight, _| hunter(sight));
}
