//! What is said on stderr, beside a command's output.

use std::io::{self, Write};

/// Says a sentence there.
pub fn note(sentence: &str) {
    // Without a stderr there is nobody left to tell.
    let _ = writeln!(io::stderr(), "botyard: {sentence}");
}
