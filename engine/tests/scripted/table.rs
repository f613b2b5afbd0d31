//! Transcripts of a whole table, several bots at once, and a page of them checked against codecs
//! and referee. Knows no game: the table defines the meaning of a line.

use super::{Clock, blocks};

/// A table at which a transcript's lines happen one after the other.
pub trait Table: Sized {
    /// Opens the table of the first line.
    fn open(header: &str, clock: Clock) -> Result<Self, String>;

    /// Lets one line happen, or checks it.
    fn line(&mut self, line: &str) -> Result<(), String>;
}

/// Checks every transcript of a page, by bots on wall time and by bots on virtual time.
///
/// # Panics
/// With every line that is wrong, or if there are fewer than `least` transcripts.
pub fn check_page<T: Table>(name: &str, page: &str, least: usize) {
    let blocks = blocks(page);
    assert!(blocks.len() >= least, "only {} transcripts were found", blocks.len());
    let mut wrong = Vec::new();
    for (start, block) in &blocks {
        for clock in [Clock::Wall, Clock::Virtual] {
            let found = check::<T>(block, clock).into_iter();
            wrong.extend(found.map(|(at, why)| format!("{name}:{}: {why} ({clock:?} time)", start + 1 + at)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Every line that is wrong, with its number in the block.
pub fn check<T: Table>(block: &[&str], clock: Clock) -> Vec<(usize, String)> {
    let Some((header, lines)) = block.split_first() else {
        return vec![(0, "the block is empty".to_owned())];
    };
    let mut table = match T::open(header, clock) {
        Ok(table) => table,
        Err(why) => return vec![(0, why)],
    };
    let played = lines.iter().enumerate().map(|(at, line)| (at + 1, table.line(line)));
    let mut wrong: Vec<_> = played.filter_map(|(at, result)| Some((at, result.err()?))).collect();
    if !lines.last().is_some_and(|line| line.starts_with("==")) {
        wrong.push((lines.len(), "the transcript does not say how it ends".to_owned()));
    }
    wrong
}
