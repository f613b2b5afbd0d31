//! A BitMartyr bot that prints one action too many, as many a loop in C does. All its units go right.

use botyard_bots::bitmartyr::{Action, Direction, answers, say};

fn main() {
    let mut right = answers(|_, _| Action::Move(Direction::Right));
    right.push(b'0');
    say(&right);
}
