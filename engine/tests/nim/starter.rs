//! A bot of Nim, as its author would start: it takes one stone of the first pile that has one. As a
//! program, `main` calls `play` with stdin and stdout.

use std::io::{BufRead, Result, Write};

/// Plays a match.
///
/// # Errors
/// If reading or writing fails.
pub fn play(input: impl BufRead, mut output: impl Write) -> Result<()> {
    for line in input.lines() {
        let line = line?;
        let piles = line.split_whitespace().map(str::parse::<u32>);
        if let Some(pile) = piles.into_iter().position(|stones| stones.is_ok_and(|stones| stones > 0)) {
            writeln!(output, "{} 1", pile + 1)?;
            output.flush()?;
        }
    }
    Ok(())
}
