//! Prints why bots may have ended because of the sandbox. Knows no game.

use std::io::{self, Write};

use botyard::refusal_notes;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_host::refusals::RefusalFinder;

/// Writes, for each bot that exited on its own, the accesses that the sandbox may have refused it.
///
/// # Errors
/// If it cannot be written.
pub fn write(out: &mut dyn Write, finder: &RefusalFinder, game: &dyn AnyMatch, names: &[String]) -> io::Result<()> {
    for note in refusal_notes::find_notes(finder, game) {
        write!(out, "botyard: {} {}", printable(&names[note.seat.index()]), note.text)?;
    }
    Ok(())
}
