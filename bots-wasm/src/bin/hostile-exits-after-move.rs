//! A bot that plays column 4 once and exits.

use botyard_bots::connect_four::Moderator;

fn main() -> std::io::Result<()> {
    Moderator::meet_and_be_asked()?.say(4)
}
