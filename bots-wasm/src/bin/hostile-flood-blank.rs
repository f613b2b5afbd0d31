//! A bot that greets, and prints empty lines without end when it is asked for a move. The rules ignore an empty line,
//! so nothing it prints is ever wrong.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    loop {
        moderator.say("")?;
    }
}
