//! Generals: never moves. Something to conquer while the rest of a bot is still being written.

use botyard_bots::generals::{Reply, play};

fn main() {
    play(|_| Reply::Pass);
}
