//! BitMartyr: the health decides where a unit goes, as in the original's bot of this name, so that a unit and its clones
//! part. It grows faster than almost any other, and never looks where it goes.

use botyard_bots::bitmartyr::{Action, Direction, standard};

fn main() {
    standard(|sight, _| match sight.health() {
        5 => Action::Move(Direction::Right),
        4 => Action::Move(Direction::Down),
        3 => Action::Move(Direction::Left),
        2 => Action::Move(Direction::Up),
        _ => Action::Stay,
    });
}
