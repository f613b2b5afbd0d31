//! Notes on stderr, beside a command's output; if stderr is a log, they are its events.

use std::io::{self, Write};

use crate::cli::logs::{SENTENCES, is_json};

/// Prints a sentence on stderr.
pub fn note(sentence: &str) {
    if is_json() { tracing::info!(target: SENTENCES, "{sentence}") } else { print(sentence) }
}

/// Prints a sentence on stderr that requires an action of the user.
pub fn warn(sentence: &str) {
    if is_json() { tracing::warn!(target: SENTENCES, "{sentence}") } else { print(sentence) }
}

fn print(sentence: &str) {
    // If stderr is closed, there is nowhere to report it.
    let _ = writeln!(io::stderr(), "botyard: {sentence}");
}
