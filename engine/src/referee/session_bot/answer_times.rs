//! The times of a bot's answers so far, and the limit that they leave for the next one. Knows no
//! clock.

use std::time::Duration;

use crate::referee::host::Limits;

/// The time of all answers so far: for the time bank.
#[derive(Debug, Default)]
pub(super) struct AnswerTimes {
    used: Duration,
    count: u32,
}

impl AnswerTimes {
    /// Adds the time of an answer.
    pub(super) fn add(&mut self, used: Duration) {
        self.used += used;
        self.count += 1;
    }

    /// The time limit for the next answer.
    pub(super) fn next_limit(&self, limits: &Limits) -> Duration {
        limits.bank.map_or(limits.turn, |bank| limits.turn.min(bank.left(self.used, self.count)))
    }

    /// The time limit for an answer that includes the start. A time bank is not extended for the
    /// start.
    pub(super) fn first_limit(&self, limits: &Limits) -> Duration {
        if limits.bank.is_some() { self.next_limit(limits) } else { limits.start.max(limits.turn) }
    }
}
