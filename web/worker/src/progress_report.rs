//! Reports a match's progress to the page in batches: at most once per frame, unless a person waits
//! for it.

use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::seat::Seats;
use botyard_web_protocol::MatchProgress;

/// How long a report may wait.
const BATCH: Duration = Duration::from_millis(16);

/// How much of a match the page has received.
pub(super) struct ProgressReport {
    id: u32,
    turns: usize,
    passages: usize,
    awaited: Seats,
    sent: Option<Duration>,
}

impl ProgressReport {
    pub(super) fn new(id: u32) -> Self {
        Self { id, turns: 0, passages: 0, awaited: Seats::NONE, sent: None }
    }

    /// Whether there is something new to report.
    pub(super) fn has_news(&self, game: &dyn AnyMatch) -> bool {
        let known = (self.turns, self.passages, self.awaited);
        self.sent.is_none() || game.is_done() || known != (game.turn_count(), passages(game), game.awaited())
    }

    /// Whether the report is due.
    pub(super) fn is_due(&self, now: Duration) -> bool {
        self.sent.is_none_or(|sent| now.saturating_sub(sent) >= BATCH)
    }

    /// The report of the changes since the last one; afterwards it counts as sent.
    pub(super) fn news(&mut self, game: &dyn AnyMatch, now: Duration) -> MatchProgress {
        let progress = MatchProgress {
            id: self.id,
            first: self.turns,
            turns: game.turns_from(self.turns),
            passages: game.transcript().passages()[self.passages..].to_vec(),
            awaited: game.awaited().iter().collect(),
            outcome: game.outcome(),
            done: game.is_done(),
        };
        self.turns = game.turn_count();
        self.passages = passages(game);
        self.awaited = game.awaited();
        self.sent = Some(now);
        progress
    }
}

fn passages(game: &dyn AnyMatch) -> usize {
    game.transcript().passages().len()
}
