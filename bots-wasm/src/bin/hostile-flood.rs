//! A bot that greets, and prints without end when it is asked for a move. No column is among what it prints.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    loop {
        moderator.say("thinking aloud")?;
    }
}
