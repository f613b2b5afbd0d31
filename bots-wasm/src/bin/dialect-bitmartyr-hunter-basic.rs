//! BitMartyr's hunter in the basic format, with a symbol and a line end for each unit.

use botyard_bots::bitmartyr::{basic, hunter};

fn main() {
    basic(|sight, _| hunter(sight));
}
