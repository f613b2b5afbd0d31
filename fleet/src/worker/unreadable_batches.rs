//! What people are told of batches that cannot be read: any program may send thousands of them.
//! Reads nothing itself.

use std::time::{Duration, Instant};

use crate::names::Token;

/// People are told of such batches at most this often.
const TOLD_EVERY: Duration = Duration::from_secs(3);

/// The batches that a worker could not read.
#[derive(Debug, Default)]
pub(super) struct UnreadableBatches {
    /// When people were last told.
    told: Option<Instant>,
    /// How many there were since.
    untold: u64,
}

impl UnreadableBatches {
    /// Notes one, with the reason, and returns a sentence if it is time for one.
    pub(super) fn note(&mut self, tournament: &Token, why: &str, now: Instant) -> Option<String> {
        if self.told.is_some_and(|told| now.saturating_duration_since(told) < TOLD_EVERY) {
            self.untold += 1;
            return None;
        }
        self.told = Some(now);
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
        assert_eq!(note(0).as_deref(), Some("refused a batch of tournament t: it has no games"));
        assert_eq!([note(0), note(1), note(2)], [None, None, None]);
        assert_eq!(note(3).as_deref(), Some("refused a batch of tournament t: it has no games (3 before it)"));
        assert_eq!(note(6).as_deref(), Some("refused a batch of tournament t: it has no games"));
    }
}
