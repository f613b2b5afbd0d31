//! BitMartyr: every unit goes up, always.

use botyard_bots::bitmartyr::{Action, Direction, standard};

fn main() {
    standard(|_, _| Action::Move(Direction::Up));
}
