//! BitMartyr: stays or goes anywhere. The random number that it is told is its seed, so that a match can be repeated.

use botyard_bots::bitmartyr::{Action, standard};

fn main() {
    // The last of all actions is to die.
    standard(|_, moment| Action::ALL[moment.chance.below(5) as usize]);
}
