//! A bot that answers its first question twice in one write, `3` and `4`. Where the second is kept as an early answer,
//! it says nothing when that is used up, and plays column 5 from its third turn on.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    moderator.say("3\n4")?;
    let mut heard = 0;
    while moderator.hear().is_ok_and(|word| matches!(word.as_str(), "1" | "2" | "3" | "4" | "5" | "6" | "7")) {
        heard += 1;
        if heard > 1 {
            moderator.say(5)?;
        }
    }
    Ok(())
}
