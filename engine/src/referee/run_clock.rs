//! The time of a run that lasts for a match: which kind limits it, how much it has spent and until
//! when it may work. Knows no protocol and no phase of the match.

use std::time::Duration;

use super::host::{Run, Spent};
use super::outbox::Outbox;
use crate::fault::FaultReason;

/// The time of one run.
#[derive(Debug)]
pub(super) enum RunClock {
    /// The run has not started, so the kind of its time is not known.
    Unstarted,
    /// A module: its time is limited by grants, so it is never late while it works.
    Virtual(VirtualTime),
    /// A program's.
    Wall {
        /// The time at which it is late; `None` if it owes no answer.
        deadline: Option<Duration>,
    },
}

/// The virtual time of a module since its start.
#[derive(Debug, Default)]
pub(super) struct VirtualTime {
    /// At the last report.
    spent: Duration,
    /// At the last output.
    printed: Duration,
    /// The part charged for earlier answers; the next grant counts from here.
    charged: Duration,
    /// Why it has paused, if it has.
    pause: Option<PauseReason>,
}

/// Why a module has paused although it may owe an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PauseReason {
    /// It has read all its input.
    Blocked,
    /// It has spent its grant.
    Exhausted,
}

impl RunClock {
    /// The clock of a run that has just started.
    pub(super) fn start(spent: Spent) -> Self {
        match spent {
            Spent::Virtual(_) => Self::Virtual(VirtualTime::default()),
            Spent::Wall => Self::Wall { deadline: None },
        }
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        match self {
            Self::Wall { deadline } => *deadline,
            Self::Unstarted | Self::Virtual(_) => None,
        }
    }

    pub(super) fn clear_deadline(&mut self) {
        if let Self::Wall { deadline } = self {
            *deadline = None;
        }
    }

    pub(super) fn is_late(&self, now: Duration) -> bool {
        self.deadline().is_some_and(|deadline| now > deadline)
    }

    /// Why the output that is owed will not come in time.
    pub(super) fn overdue_reason(&self, now: Duration) -> Option<FaultReason> {
        match self {
            Self::Virtual(time) => time.pause.map(|pause| match pause {
                PauseReason::Blocked => FaultReason::WaitingForInput,
                PauseReason::Exhausted => FaultReason::Computing,
            }),
            Self::Unstarted | Self::Wall { .. } => self.is_late(now).then_some(FaultReason::Unstated),
        }
    }

    /// Whether it is a module that has not worked yet.
    pub(super) fn is_new_module(&self) -> bool {
        matches!(self, Self::Virtual(time) if time.spent.is_zero())
    }

    pub(super) fn is_paused(&self) -> bool {
        matches!(self, Self::Virtual(time) if time.pause.is_some())
    }

    /// Whether it is a module that has spent its grant.
    pub(super) fn is_exhausted(&self) -> bool {
        matches!(self, Self::Virtual(time) if time.pause == Some(PauseReason::Exhausted))
    }

    pub(super) fn note_output(&mut self, spent: Spent) {
        if let (Self::Virtual(time), Spent::Virtual(spent)) = (self, spent) {
            (time.spent, time.printed) = (spent, spent);
        }
    }

    /// It has worked for this long in all.
    pub(super) fn note_spent(&mut self, spent: Spent) {
        if let (Self::Virtual(time), Spent::Virtual(spent)) = (self, spent) {
            time.spent = spent;
        }
    }

    pub(super) fn note_pause(&mut self, spent: Duration, pause: PauseReason) {
        if let Self::Virtual(time) = self {
            (time.spent, time.pause) = (spent, Some(pause));
        }
    }

    /// The run will work again, whatever the reason of its pause.
    pub(super) fn resume(&mut self) {
        if let Self::Virtual(time) = self {
            time.pause = None;
        }
    }

    /// It has got input.
    pub(super) fn resume_reading(&mut self) {
        if let Self::Virtual(time) = self
            && time.pause == Some(PauseReason::Blocked)
        {
            time.pause = None;
        }
    }

    /// Gives the run this much more time: from `now` on the wall clock, or from its last answer in
    /// virtual time.
    pub(super) fn grant(&mut self, run: Option<Run>, now: Duration, limit: Duration, outbox: &mut Outbox) {
        match self {
            Self::Unstarted => {}
            Self::Virtual(time) => {
                if let Some(run) = run {
                    outbox.queue_grant(run, time.charged + limit);
                }
            }
            Self::Wall { deadline } => *deadline = Some(now + limit),
        }
    }

    /// Gives the run the whole limit again, because it has printed a part of its answer. A module
    /// that waits for input gets no grant, because it would wait for ever.
    pub(super) fn restart(&mut self, run: Option<Run>, now: Duration, limit: Duration, outbox: &mut Outbox) {
        match self {
            Self::Unstarted => {}
            Self::Virtual(time) => {
                if let Some(run) = run.filter(|_| time.pause != Some(PauseReason::Blocked)) {
                    time.pause = None;
                    outbox.queue_grant(run, time.printed + limit);
                }
            }
            Self::Wall { deadline } => *deadline = Some(now + limit),
        }
    }

    /// Gives a run that was sent the end its grace period. Returns `false` if it has not started:
    /// it need not start.
    pub(super) fn grant_grace(&mut self, run: Run, now: Duration, grace: Duration, outbox: &mut Outbox) -> bool {
        match self {
            Self::Unstarted => return false,
            Self::Virtual(time) => {
                time.pause = None;
                outbox.queue_grant(run, time.spent.max(time.charged) + grace);
            }
            Self::Wall { deadline } => *deadline = Some(now + grace),
        }
        true
    }

    /// The time of an answer whose question was put at `asked`.
    pub(super) fn time_to_output(&self, asked: Duration, now: Duration) -> Duration {
        match self {
            Self::Virtual(time) => time.printed.saturating_sub(time.charged),
            Self::Unstarted | Self::Wall { .. } => now.saturating_sub(asked),
        }
    }

    /// The time of a fault: a module's work counts up to its last report, although it has printed
    /// nothing.
    pub(super) fn time_to_fault(&self, asked: Duration, now: Duration) -> Duration {
        match self {
            Self::Virtual(time) => time.spent.max(time.printed).saturating_sub(time.charged),
            Self::Unstarted | Self::Wall { .. } => now.saturating_sub(asked),
        }
    }

    /// The output so far has been judged: later time counts against the next limit.
    pub(super) fn charge_output(&mut self) {
        if let Self::Virtual(time) = self {
            time.charged = time.charged.max(time.printed);
        }
    }
}
