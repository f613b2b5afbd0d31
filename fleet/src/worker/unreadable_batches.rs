//! What people are told of batches that cannot be read: any program may send thousands of them.
//! Reads nothing itself.

use std::time::{Duration, Instant};

use crate::names::Token;

/// In this time, people are told of at most [`SENTENCES`] such batches.
const PERIOD: Duration = Duration::from_secs(3);
/// The most sentences in a period.
const SENTENCES: u32 = 16;

/// The batches that a worker could not read.
#[derive(Debug, Default)]
pub(super) struct UnreadableBatches {
    /// When the current period began.
    period: Option<Instant>,
    /// How many sentences it has had.
    told: u32,
    /// How many batches people were not told of.
    untold: u64,
}

impl UnreadableBatches {
    /// Notes one, with the reason, and returns a sentence if it is time for one.
    pub(super) fn note(&mut self, tournament: &Token, why: &str, now: Instant) -> Option<String> {
        if self.period.is_none_or(|began| now.saturating_duration_since(began) >= PERIOD) {
            (self.period, self.told) = (Some(now), 0);
        }
        if self.told == SENTENCES {
            self.untold += 1;
            return None;
        }
        self.told += 1;
        let others = match std::mem::take(&mut self.untold) {
            0 => String::new(),
            count => format!(" ({count} before it)"),
        };
        Some(format!("refused a batch of tournament {tournament}: {why}{others}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: after each such batch, the worker waited for some seconds.
    #[test]
    fn many_are_told_in_few_sentences() {
        let (mut batches, tournament, begun) = (UnreadableBatches::default(), Token::made_of("t"), Instant::now());
        let mut note = |seconds| batches.note(&tournament, "it has no games", begun + Duration::from_secs(seconds));
        for _ in 0..SENTENCES {
            assert_eq!(note(0).as_deref(), Some("refused a batch of tournament t: it has no games"));
        }
        assert_eq!([note(0), note(1), note(2)], [None, None, None]);
        assert_eq!(note(3).as_deref(), Some("refused a batch of tournament t: it has no games (3 before it)"));
        assert_eq!(note(3).as_deref(), Some("refused a batch of tournament t: it has no games"));
    }
}
