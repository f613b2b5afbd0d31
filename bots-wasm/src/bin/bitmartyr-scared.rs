//! BitMartyr: goes where the fewest and weakest are.

use botyard_bots::bitmartyr::{scared, standard};

fn main() {
    standard(|sight, moment| scared(sight, &mut moment.chance));
}
