//! A bot that greets, and computes for ever when it is asked for a move.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    Moderator::meet_and_be_asked()?;
    // The hint keeps the compiler from removing a loop without an effect.
    let mut count = 0_u64;
    loop {
        count = std::hint::black_box(count.wrapping_add(1));
    }
}
