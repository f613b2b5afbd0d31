//! A bot that forgets to flush: its move stays in its own buffer while it waits for the answer.

use std::io::{BufWriter, Write, stdout};

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    // The moderator holds the lock on stdout; its thread may take the lock a second time.
    let mut buffer = BufWriter::new(stdout().lock());
    writeln!(buffer, "4")?;
    while moderator.hear().is_ok() {}
    // Leaving the program by its front door would flush.
    std::process::exit(0)
}
