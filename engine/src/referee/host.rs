//! The interface between a referee and its host, the same for every host.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::exit::Exit;
use crate::replay::{USUAL_TURN, Waiting, nanoseconds};
use crate::seat::Seat;
use crate::transcript::Transcript;

/// One run of one bot: a process, or an instance of a module. A seat never reuses a number within a
/// match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    pub(super) number: u32,
    /// The seat, which saves a search through thousands of runs.
    pub(super) seat: Seat,
}

impl Run {
    /// Its number among its seat's runs, from 0 in the order of starts. It does not depend on the
    /// other players, so that a module whose randomness depends on it plays the same in a rerun.
    pub const fn number(self) -> u32 {
        self.number
    }
}

/// The time that a run has used since it started, in its own kind of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// Virtual time: a module's instructions at their published prices.
    Virtual(Duration),
    /// Wall time, given by the `now` of the input.
    Wall,
}

/// A host's report to its referee. The referee ignores runs that it has stopped or never started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input<'a> {
    /// The run has started; its limit counts from now. `Spent` selects the kind of time that limits
    /// it.
    Started(Run, Spent),
    /// The run could not be started, and why.
    NotStarted(Run, &'a str),
    /// Output of the run. `Spent` is the time that it had used when it printed the last of these
    /// bytes. A module's output is read when it next pauses, so `Blocked`, `Exhausted` or `Exited`
    /// must follow immediately.
    Stdout(Run, &'a [u8], Spent),
    /// A program has closed its stdout, and does not seem about to exit: it will print no more.
    StdoutClosed(Run),
    /// The run wrote this on stderr.
    Stderr(Run, &'a [u8]),
    /// A module has read all its input and waits for more. With the virtual time spent.
    Blocked(Run, Duration),
    /// A module has read all its input, has printed, and looks whether there is more input: unless
    /// [`Output::Resume`] follows, it waits for its next question.
    Polling(Run, Spent),
    /// A module has used up its grant and waits for the next one. With the virtual time spent.
    Exhausted(Run, Duration),
    /// The run has ended.
    Exited(Run, Exit, Spent),
    /// Time has passed: [`Referee::deadline`](super::Referee::deadline) may have come.
    Tick,
}

/// A referee's request to its host. Requests are carried out in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output<'a> {
    /// Start a fresh run of this seat's bot; reply with `Started` or `NotStarted`.
    Start(Run, Seat),
    /// Write this to the run's stdin.
    Stdin(Run, &'a [u8]),
    /// Close the run's stdin after the bytes that were written.
    CloseStdin(Run),
    /// A module may run until it has spent this much virtual time since its start. Not sent for
    /// runs on wall time.
    Grant(Run, Duration),
    /// A module that polls goes on without input, because it still owes an answer.
    Resume(Run),
    /// End the run and every process that it started, now. No reply is needed.
    Stop(Run),
    /// The state of the game has changed.
    Changed,
    /// The match is decided; runs may still have a grace period to exit.
    Over,
}

/// The limits of a match's bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time from the start to the end of the greeting.
    pub start: Duration,
    /// Time for one answer, or for one run if every question starts fresh runs.
    pub turn: Duration,
    /// Time for all answers together, if there is such a limit and the run lasts for the whole
    /// match. `turn` limits each answer as well.
    pub bank: Option<TimeBank>,
    /// What a bot that is a program may do while it is not asked. The host sees to it; the referee
    /// does not need to know.
    pub waiting: Waiting,
    /// Grace period between the end of the match and being stopped.
    pub grace: Duration,
    /// How many bytes a bot may print for an answer, including bytes not yet read.
    pub unread_output_max: usize,
    /// How many fresh runs of one question may be alive at once, at least 1. It does not affect their
    /// results. A match's modules take turns on one thread, so a larger number only costs them
    /// memory, and a host that uses instances again has to keep more of them. A bot that is a
    /// program uses at most this many processors.
    pub window: usize,
    /// The most bytes that the transcript keeps of each bot's input and output; the same bound
    /// applies to its stderr.
    pub kept_words: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            turn: USUAL_TURN,
            bank: None,
            waiting: Waiting::Pondering,
            grace: Duration::from_millis(500),
            unread_output_max: 1 << 20,
            window: 8,
            kept_words: Transcript::KEPT_PER_SEAT,
        }
    }
}

/// The limits of each seat's bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchLimits {
    /// The limits of seats that have none of their own.
    shared: Limits,
    /// The time for one answer in the first seats, where it is another.
    turns: Vec<Option<Duration>>,
}

impl MatchLimits {
    /// These limits, except that the first seats have these times for one answer.
    pub fn new(shared: Limits, turns: Vec<Option<Duration>>) -> Self {
        Self { shared, turns }
    }

    /// The limits of seats that have none of their own.
    pub fn shared(&self) -> &Limits {
        &self.shared
    }

    /// The limits of a seat.
    pub fn of(&self, seat: Seat) -> Limits {
        let own = self.turns.get(seat.index()).copied().flatten();
        Limits { turn: own.unwrap_or(self.shared.turn), ..self.shared }
    }
}

impl From<Limits> for MatchLimits {
    fn from(shared: Limits) -> Self {
        Self::new(shared, Vec::new())
    }
}

/// Time for all answers of a match together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBank {
    /// The time that a bot starts with.
    #[serde(rename = "initial_ns", with = "nanoseconds")]
    pub initial: Duration,
    /// The time that each answer adds, once given.
    #[serde(rename = "increment_ns", with = "nanoseconds")]
    pub increment: Duration,
}

impl TimeBank {
    /// The time left to a bot that has used `used` for this many answers.
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
