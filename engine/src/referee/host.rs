//! What a referee and its host say to each other. Every host, native or in a page, speaks exactly this.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::fault::FaultReason;
use crate::replay::nanoseconds;
use crate::seat::Seat;

/// One run of one bot: a process, or an instance of a module. A seat uses no number twice in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    pub(super) number: u32,
    /// Whose run it is, so that nobody has to look for it among thousands.
    pub(super) seat: Seat,
}

impl Run {
    /// Its number among its seat's runs, from 0 in the order of starts. It does not depend on who else plays, so that a module
    /// that draws its randomness from it plays the same against a record.
    pub const fn number(self) -> u32 {
        self.number
    }
}

/// What a run has used up since it started, in its own kind of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// Virtual time: a module's instructions at their published prices.
    Virtual(Duration),
    /// Wall time: the `now` of the input says it.
    Wall,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Code(i32),
    /// By a signal of the system.
    Signal(i32),
    /// A module did what no module may: what it was.
    Trap(String),
    /// The referee stopped it, or it could not be started.
    Stopped,
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        FaultReason::from(self).fmt(f)
    }
}

impl From<&Exit> for FaultReason {
    fn from(exit: &Exit) -> Self {
        match exit {
            Exit::Code(code) => Self::ExitStatus(*code),
            Exit::Signal(signal) => Self::Signal(*signal),
            Exit::Trap(what) => Self::Trap(what.clone()),
            Exit::Stopped => Self::Stopped,
        }
    }
}

/// What a host tells its referee. Words of runs that the referee has stopped or never started are dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input<'a> {
    /// The run is up; from now on its limit counts. `Spent` tells which kind of time it lives on.
    Started(Run, Spent),
    /// The run could not be started, and why.
    NotStarted(Run, &'a str),
    /// The run printed this. `Spent` is what it had used when it printed the last of these bytes. A module's words
    /// are read when it next stops: `Blocked`, `Exhausted` or `Exited` must follow at once.
    Stdout(Run, &'a [u8], Spent),
    /// The run wrote this on stderr.
    Stderr(Run, &'a [u8]),
    /// A module has read all its input and waits for more: until then it does nothing. (With virtual time spent.)
    Blocked(Run, Duration),
    /// A module has used up what it was granted: until the next grant it does nothing. (With virtual time spent.)
    Exhausted(Run, Duration),
    /// The run has ended.
    Exited(Run, Exit, Spent),
    /// Time has passed: [`Referee::deadline`](super::Referee::deadline) may have come.
    Tick,
}

/// What a referee asks of its host, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output<'a> {
    /// Start a fresh run of this seat's bot; answer `Started` or `NotStarted`.
    Start(Run, Seat),
    /// Write this to the run's stdin.
    Stdin(Run, &'a [u8]),
    /// Close the run's stdin once it has read what was written.
    CloseStdin(Run),
    /// A module may run until it has spent this much virtual time since its start. Never sent to runs on wall time.
    Grant(Run, Duration),
    /// End the run and all it has started, now. No answer is needed.
    Stop(Run),
    /// The state of the game has changed.
    Changed,
    /// The match is decided; runs may still have a little time to say farewell.
    Over,
}

/// What a match allows its bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From start to the end of the greeting.
    pub start: Duration,
    /// For one answer; for one run where every question starts fresh ones.
    pub turn: Duration,
    /// For all answers of a run that lives all match together, where there is such a limit; each answer keeps to
    /// `turn` as well.
    pub bank: Option<TimeBank>,
    /// From the farewell to being stopped.
    pub grace: Duration,
    /// How many bytes a bot may print for an answer, those included that wait unread.
    pub unread: usize,
    /// How many fresh runs of one question may be alive at once.
    pub window: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            turn: Duration::from_secs(10),
            bank: None,
            grace: Duration::from_millis(500),
            unread: 1 << 20,
            window: 64,
        }
    }
}

/// Time for all answers of a match together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBank {
    /// What a bot starts with.
    #[serde(rename = "initial_ns", with = "nanoseconds")]
    pub initial: Duration,
    /// What each answer adds, once it is given.
    #[serde(rename = "increment_ns", with = "nanoseconds")]
    pub increment: Duration,
}

impl TimeBank {
    /// What is left to a bot that has used this much for so many answers.
    pub fn left(self, used: Duration, answers: u32) -> Duration {
        self.initial.saturating_add(self.increment.saturating_mul(answers)).saturating_sub(used)
    }
}

/// Why a person's action was not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError<I> {
    /// The match does not wait for this seat.
    #[error("it is not this player's turn")]
    NotYourTurn,
    /// The rules refuse it.
    #[error("{0}")]
    Illegal(I),
}
