//! A cast of Connect Four bots that say the wrong things, mistreat their streams, crash or never end. The role is the first argument,
//! or written into the file.

mod crashes;
mod pipes;
mod words;

use std::io;

fn main() -> io::Result<()> {
    let role = botyard_bots::hostile::role();
    if let Some(left) = crashes::leaving(&role) {
        return left;
    }
    let play = words::role(&role).or_else(|| pipes::role(&role)).or_else(|| crashes::role(&role));
    play.unwrap_or_else(|| panic!("there is no role {role:?}"))()
}
