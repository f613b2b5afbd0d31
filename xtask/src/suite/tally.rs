//! Counts passed and failed tests in the words of Rust's test runner. Does not run it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::run::{announce, typed};

/// How many checks passed and how many failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that went well.
    pub passed: usize,
    /// Those that did not.
    pub failed: usize,
    /// Those the runner was told to leave out; none is accepted.
    ignored: usize,
}

impl Tally {
    /// A step that is one check, and went well.
    pub fn passed() -> Self {
        Self { passed: 1, ..Self::default() }
    }

    /// A step that is one check, and did not.
    pub fn failed() -> Self {
        Self { failed: 1, ..Self::default() }
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            ignored: self.ignored + other.ignored,
        }
    }

    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; ...`; any other line counts nothing.
    fn of_line(line: &str) -> Self {
        let Some((_, counts)) = line.split_once("test result: ") else { return Self::default() };
        let count = |word: &str| {
            let (before, _) = counts.split_once(word)?;
            before.split_whitespace().next_back()?.parse().ok()
        };
        let number = |word| count(word).unwrap_or(0);
        Self { passed: number(" passed"), failed: number(" failed"), ignored: number(" ignored") }
    }
}

/// Runs tests, shows what they say and counts them.
///
/// # Errors
/// When the tests do not compile, none ran, or one was ignored: a test that is not run proves nothing.
pub fn count(command: &mut Command) -> Result<Tally> {
    announce(command);
    let mut process =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {}", typed(command)))?;
    let output = process.stdout.take().expect("its output is piped, a line above");
    let mut tally = Tally::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        tally = tally.and(Tally::of_line(&line));
    }
    let status = process.wait()?;
    ensure!(status.success() || tally.failed > 0, "`{}` failed ({status})", typed(command));
    ensure!(tally.passed + tally.failed > 0, "`{}` ran no test", typed(command));
    ensure!(tally.ignored == 0, "{} tests are ignored: every test is run or removed", tally.ignored);
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runners_last_line_is_understood() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.02s";
        assert_eq!(Tally::of_line(line), Tally { passed: 12, failed: 3, ignored: 1 });
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(Tally::of_line("test rules::draw ... ok"), Tally::default());
        assert_eq!(Tally::of_line("test result: whatever"), Tally::default());
    }
}
