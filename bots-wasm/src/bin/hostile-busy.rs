//! A bot that computes before each of its moves for so many microseconds, and then plays always the same column: its role is both
//! numbers, as in `4000 4`. What it waits for a processor is not among them.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use botyard_bots::connect_four::Moderator;
use botyard_bots::hostile::role;

/// Between two looks at the clock, it computes for some microseconds; if more than this has passed, others had the processor.
const LONGEST: Duration = Duration::from_micros(200);

fn main() -> io::Result<()> {
    let role = role();
    let mut numbers = role.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
    let (time, column) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(4));
    let mut moderator = Moderator::meet_and_be_asked()?;
    loop {
        compute_for(Duration::from_micros(time));
        moderator.say(column)?;
        moderator.hear()?;
    }
}

fn compute_for(time: Duration) {
    let (mut computed, mut last) = (Duration::ZERO, Instant::now());
    while computed < time {
        // The hint keeps the compiler from removing a loop without an effect.
        (0..5000_u32).for_each(|number| {
            black_box(number);
        });
        let now = Instant::now();
        computed += Some(now - last).filter(|&passed| passed < LONGEST).unwrap_or_default();
        last = now;
    }
}
