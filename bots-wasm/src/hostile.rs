//! What Connect Four bots share that misbehave in many ways: one program plays many roles, so that not each of them has to be built.
//! What each comes to is said in the catalogue (`hostile/`), not here.

use std::hint::black_box;
use std::io;

use crate::connect_four::Moderator;

/// Where a module's role is written, behind the colon: modules have no arguments.
static ROLE: [u8; 48] = *b"the role of this hostile bot:                   ";

/// What a bot does from its first instruction on.
pub type Role = fn() -> io::Result<()>;

/// The role that this bot plays: its first argument, or what is written into its file.
pub fn role() -> String {
    std::env::args().nth(1).unwrap_or_else(written)
}

fn written() -> String {
    // The compiler must not know what is written there.
    let written = String::from_utf8_lossy(black_box(&ROLE));
    written.split_once(':').map(|(_, role)| role.trim().to_owned()).unwrap_or_default()
}

/// Plays column 4 until that wins, which takes four of them where nobody is in the way.
///
/// # Errors
/// If nobody listens.
pub fn play_on(moderator: &mut Moderator) -> io::Result<()> {
    for _ in 0..4 {
        moderator.say(4)?;
        moderator.hear()?;
    }
    Ok(())
}
