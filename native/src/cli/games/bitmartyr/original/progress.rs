//! Reports the progress of a long match on stderr. Knows no game.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a match must have taken before its progress is reported.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often progress is reported in a terminal, where each line replaces the one before.
const OFTEN: Duration = Duration::from_millis(200);
/// How often progress is reported elsewhere.
const SELDOM: Duration = Duration::from_secs(10);

/// When progress was reported, and where to.
#[derive(Debug)]
pub struct TurnProgress {
    start: Instant,
    last: Option<Instant>,
    is_terminal: bool,
}

impl TurnProgress {
    /// A progress report of a match that begins now.
    pub fn start() -> Self {
        Self { start: Instant::now(), last: None, is_terminal: io::stderr().is_terminal() }
    }

    /// Reports the number of turns that are over, if a report is due.
    pub fn report_turn(&mut self, turn: u32, duration: u32) {
        if self.is_due(Instant::now()) {
            let (before, after) = if self.is_terminal { ("\r", "\x1b[K") } else { ("botyard: ", "\n") };
            // If stderr is closed, there is nowhere to report it.
            let _ = write!(io::stderr(), "{before}turn {turn} of {duration}{after}");
        }
    }

    /// Removes the line from a terminal.
    pub fn finish(&self) {
        if self.is_terminal && self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn is_due(&mut self, now: Instant) -> bool {
        let pause = if self.is_terminal { OFTEN } else { SELDOM };
        let (since, wait) = self.last.map_or((self.start, PATIENCE), |last| (last, pause));
        let is_due = now.duration_since(since) > wait;
        if is_due {
            self.last = Some(now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_after_two_seconds_and_then_now_and_then() {
        let start = Instant::now();
        for (is_terminal, told) in [(true, [2001, 2202, 5000]), (false, [2001, 12002, 25000])] {
            let mut progress = TurnProgress { start, last: None, is_terminal };
            let looks = [0, 1000, 1999, 2000, 2001, 2100, 2202, 2300, 5000, 12001, 12002, 13000, 25000];
            let due: Vec<_> = looks
                .into_iter()
                .filter(|&millis| progress.is_due(start + Duration::from_millis(millis)))
                .filter(|millis| told.contains(millis))
                .collect();
            assert_eq!(due, told);
            assert!(!progress.is_due(start + Duration::from_millis(25001)));
        }
    }
}
