//! BitMartyr's hunter in the plain format.

use botyard_bots::bitmartyr::{hunter, plain};

fn main() {
    plain(hunter);
}
