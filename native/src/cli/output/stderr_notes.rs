//! Notes on stderr, beside a command's output; where it is a log, they are events of it.

use std::io::{self, Write};

use crate::cli::logs::{SENTENCES, is_json};

/// Prints a sentence on stderr.
pub fn note(sentence: &str) {
    match is_json() {
        true => tracing::info!(target: SENTENCES, "{sentence}"),
        false => print(sentence),
    }
}

/// Prints a sentence on stderr that somebody should do something about.
pub fn warn(sentence: &str) {
    match is_json() {
        true => tracing::warn!(target: SENTENCES, "{sentence}"),
        false => print(sentence),
    }
}

fn print(sentence: &str) {
    // If stderr is closed, there is nowhere to report it.
    let _ = writeln!(io::stderr(), "botyard: {sentence}");
}
