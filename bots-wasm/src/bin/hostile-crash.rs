//! A bot that greets, and panics when it is asked for a move.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    Moderator::meet_and_be_asked()?;
    panic!("this bot always crashes");
}
