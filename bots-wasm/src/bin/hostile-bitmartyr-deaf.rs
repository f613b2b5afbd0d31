//! A BitMartyr bot that never reads its stdin: it has all units of a board of 10,000 cells go right.

use botyard_bots::bitmartyr::say;

fn main() {
    say(&[b'2'; 10_000]);
}
