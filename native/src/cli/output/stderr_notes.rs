//! Notes on stderr, beside a command's output.

use std::io::{self, Write};

/// Prints a sentence on stderr.
pub fn note(sentence: &str) {
    // If stderr is closed, there is nowhere to report it.
    let _ = writeln!(io::stderr(), "botyard: {sentence}");
}
