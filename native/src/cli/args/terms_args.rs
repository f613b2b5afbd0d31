//! The options that distinguish matches of the same game and bots: seed and time. Shared by single
//! matches and series.

use std::time::Duration;

use botyard_engine::replay::{MatchClock, MatchTerms, SharedTerms, Waiting};

use crate::cli::time_text::parse_time;

/// Seed and time.
#[derive(Debug, clap::Args)]
pub struct TermsArgs {
    /// Seed of the modules' random numbers and clocks [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Time limit for one move, such as 10, 2s or 500ms: virtual time for modules, real time for
    /// executables
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Speed of modules' virtual processor, from 0.01 to 100: at 2 they do twice the work in the
    /// same virtual time
    #[arg(long, value_name = "FACTOR", value_parser = speed, conflicts_with = "wall_clock")]
    speed: Option<u32>,
    /// Measure modules' time in real time, as for executables: results then vary from run to run
    #[arg(long)]
    wall_clock: bool,
    /// Stop an executable that works while it is not asked, until it is; Stratego does so anyway
    #[arg(long, conflicts_with = "ponder")]
    stop_waiting: bool,
    /// Let executables think while they are not asked, in Stratego too
    #[arg(long)]
    ponder: bool,
}

impl TermsArgs {
    /// The terms for bots.
    pub fn terms(&self) -> MatchTerms {
        let clock = match (self.wall_clock, self.speed) {
            (true, _) => MatchClock::Wall,
            (false, Some(percent)) => MatchClock::Virtual { percent },
            (false, None) => MatchClock::default(),
        };
        let waiting = match (self.stop_waiting, self.ponder) {
            (true, _) => Some(Waiting::Stopped),
            (false, true) => Some(Waiting::Pondering),
            (false, false) => None,
        };
        SharedTerms { turn: self.time, clock, waiting }.into()
    }
}

/// Parses a speed factor; returns percent.
fn speed(text: &str) -> Result<u32, String> {
    let percent = text.trim().parse::<f64>().ok().map(|factor| (factor * 100.0).round());
    let percent = percent.filter(|percent| (1.0..=10_000.0).contains(percent));
    percent.map(|percent| percent as u32).ok_or_else(|| "expected a number from 0.01 to 100".to_owned())
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
}
