//! BitMartyr's hunter in the basic format: it says nothing, its exit status is the action.

use botyard_bots::bitmartyr::{hunter, status};

fn main() {
    status(|sight, _| hunter(sight));
}
