//! A bot that greets, and plays column 9.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    moderator.say(9)?;
    while moderator.hear().is_ok() {}
    Ok(())
}
