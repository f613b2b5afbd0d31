//! A BitMartyr bot that says what the first half of its units do (of an odd number, the smaller half), which is to go right,
//! and panics.

use botyard_bots::bitmartyr::{Action, Direction, answers, say};

fn main() {
    let right = answers(|_, _| Action::Move(Direction::Right));
    say(&right[..right.len() / 2]);
    panic!("this bot always crashes");
}
