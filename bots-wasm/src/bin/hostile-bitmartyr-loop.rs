//! A BitMartyr bot that says what the first half of its units do (of an odd number, the smaller half), which is to go right,
//! and computes for ever.

use botyard_bots::bitmartyr::{Action, Direction, answers, say};

fn main() {
    let right = answers(|_, _| Action::Move(Direction::Right));
    say(&right[..right.len() / 2]);
    // The hint keeps the compiler from removing a loop without an effect.
    let mut count = 0_u64;
    loop {
        count = std::hint::black_box(count.wrapping_add(1));
    }
}
