//! The options of a match on the command line: seed, time, log. Shared by `play` and `connect-four`; the other drop-in
//! commands have options of their own.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use botyard_engine::replay::{MatchClock, MatchTerms};

use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::{LogContents, LogOutput};

/// The options of a match.
#[derive(Debug, clap::Args)]
pub struct MatchArgs {
    /// Seed of the modules' random numbers and clocks [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Time limit for one move, such as 10, 2s or 500ms: virtual time for modules, real time for executables
    #[arg(long, value_name = "SECONDS", value_parser = time)]
    time: Option<Duration>,
    /// Speed of modules' virtual processor, from 0.01 to 100: at 2 they do twice the work in the same virtual time
    #[arg(long, value_name = "FACTOR", value_parser = speed, conflicts_with = "wall_clock")]
    speed: Option<u32>,
    /// Measure modules' time in real time, as for executables: results then vary from run to run
    #[arg(long)]
    wall_clock: bool,
    /// Write the match to this file in the original's log format: appended, or in place of an earlier log if the
    /// original's files hold one match each
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

impl MatchArgs {
    /// The seed of the match.
    pub fn seed(&self) -> u64 {
        seed(self.seed)
    }

    /// The terms for bots.
    pub fn terms(&self) -> MatchTerms {
        let clock = match (self.wall_clock, self.speed) {
            (true, _) => MatchClock::Wall,
            (false, Some(percent)) => MatchClock::Virtual { percent },
            (false, None) => MatchClock::default(),
        };
        MatchTerms { turn: self.time, clock }
    }

    /// Opens the log before the match, so that no match is lost to a mistyped path.
    pub fn open_log(&self, contents: LogContents) -> Result<Option<LogOutput<'_>>, CommandError> {
        self.log.as_deref().map(|path| LogOutput::open(path, contents, self.time)).transpose()
    }
}

/// Parses the URL of a page.
///
/// # Errors
/// What is expected instead.
pub fn page(text: &str) -> Result<String, String> {
    let is_address = ["https://", "http://", "file://"].iter().any(|start| text.starts_with(start));
    if is_address {
        Ok(text.to_owned())
    } else {
        Err("expected a URL, such as https://example.org/botyard/".to_owned())
    }
}

/// The given seed, or a random one that is short enough to be typed.
pub fn seed(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| RandomState::new().hash_one("seed") >> 32)
}

/// Parses a speed factor; returns percent.
fn speed(text: &str) -> Result<u32, String> {
    let percent = text.trim().parse::<f64>().ok().map(|factor| (factor * 100.0).round());
    let percent = percent.filter(|percent| (1.0..=10_000.0).contains(percent));
    percent.map(|percent| percent as u32).ok_or_else(|| "expected a number from 0.01 to 100".to_owned())
}

/// Parses a time: `10`, `2s`, `0.5`, `500ms`.
///
/// # Errors
/// What is expected instead.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a time such as 10, 2s or 500ms".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_factors() {
        for (text, percent) in [("1", 100), ("0.5", 50), ("100", 10_000), ("0.014", 1)] {
            assert_eq!(speed(text), Ok(percent), "{text}");
        }
        for text in ["", "0", "-1", "101", "nan", "inf", "x"] {
            assert!(speed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_as_people_write_them() {
        for (text, millis) in [("10", 10_000), ("2s", 2_000), ("0.5", 500), ("500ms", 500), ("1.5 s", 1_500)] {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "0", "-1", "s", "1h", "nan", "inf", "1e300"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
