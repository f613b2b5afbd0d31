//! BitMartyr: every unit goes right, always.

use botyard_bots::bitmartyr::{Action, Direction, standard};

fn main() {
    standard(|_, _| Action::Move(Direction::Right));
}
