//! Why something is a fault, as a value, and the clause that files, links and live messages hold
//! for it. Knows no game: it lists the reasons that all games share, and those of a single game are
//! clauses to it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::trap_cause::TrapCause;
use crate::written::is_written;

/// Why something is a fault. It is written as a clause that follows what the player did: `with exit
/// status 3`.
///
/// The clauses are a file format: replays and links hold them, and reading a clause returns the
/// reason. No clause may change; the tests hold all of them. A clause that is not listed here is
/// [`Other`](Self::Other): two such reasons are equal if their clauses are.
///
/// ```
/// use botyard_engine::fault::FaultReason;
///
/// assert_eq!(FaultReason::ExitStatus(3).to_string(), "with exit status 3");
/// assert_eq!(FaultReason::from("with exit status 3"), FaultReason::ExitStatus(3));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FaultReason {
    /// The kind of the fault is the whole explanation.
    #[default]
    Unstated,

    // Time.
    /// A module has used up its time and has not waited for anything.
    Computing,
    /// A module has slept for longer than its time. Records have [`Computing`](Self::Computing) in its
    /// place.
    Sleeping,
    /// A module waits for input while it owes an answer.
    WaitingForInput,
    /// A program has closed its stdout.
    ClosedStdout,
    /// A log names the limit: this many seconds, as the log writes them.
    TimeLimit(String),

    // How a run ended.
    /// The run ended on its own, with this status.
    ExitStatus(i32),
    /// By a signal of the system.
    Signal(i32),
    /// A module trapped.
    Trap(TrapCause),
    /// It was stopped.
    Stopped,
    /// It was stopped because it had printed too much.
    StoppedFlooding,
    /// It was stopped after an answer that came too late.
    StoppedLate,
    /// It was stopped with its match.
    StoppedWithMatch,

    // Greetings.
    /// The run ended first, and it is not known how.
    EndedBeforeGreeting,
    /// The bot printed too much.
    FloodedBeforeGreeting,
    /// A module has used up its time and has not waited for anything.
    ComputingBeforeGreeting,
    /// The greeting did not come in time.
    LateGreeting,
    /// The words are not a greeting.
    MisreadGreeting {
        /// The bot's output, fit to be shown and perhaps cut.
        printed: String,
        /// Why that is not a greeting.
        why: Box<FaultReason>,
    },

    // Answers.
    /// The player is not to act.
    NotItsTurn,
    /// The words are not UTF-8.
    NotText,
    /// The runs of a question printed no possible answer.
    NoAnswer,

    /// Any other clause: a game's, which [`Game::explain_reason`](crate::game::Game::explain_reason)
    /// explains, a host's, or one from another program. Build it with `from`, which recognizes the
    /// clauses that are listed here.
    Other(String),
}

impl FaultReason {
    /// Whether the fault has no stated reason.
    pub fn is_unstated(&self) -> bool {
        *self == Self::Unstated
    }
}

impl fmt::Display for FaultReason {
    /// Writes the clause.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unstated => "",
            Self::Computing => "as it was still computing",
            Self::Sleeping => "as it was sleeping",
            Self::WaitingForInput => "as it waits for input instead",
            Self::ClosedStdout => "as it has closed its stdout",
            Self::TimeLimit(seconds) => return write!(f, "which was {seconds} seconds"),
            Self::ExitStatus(code) => return write!(f, "with exit status {code}"),
            Self::Signal(signal) => return write!(f, "killed by signal {signal}"),
            Self::Trap(cause) => return write!(f, "by a trap: {cause}"),
            Self::Stopped => "because it had been stopped",
            Self::StoppedFlooding => "because it had printed too much",
            Self::StoppedLate => "because it had been stopped after it ran out of time",
            Self::StoppedWithMatch => "because the match was stopped",
            Self::EndedBeforeGreeting => "it ended before its greeting",
            Self::FloodedBeforeGreeting => "it printed too much",
            Self::ComputingBeforeGreeting => "it was still computing when its time to greet was over",
            Self::LateGreeting => "it did not greet in time (does it flush its output?)",
            Self::MisreadGreeting { printed, why } => return write!(f, "it printed `{printed}`, {why}"),
            Self::NotItsTurn => "although it was not its turn",
            Self::NotText => "which is no text",
            Self::NoAnswer => "which answers nothing",
            Self::Other(clause) => clause,
        })
    }
}

/// The reasons without data. Each of them is found by its clause.
const PLAIN: &[FaultReason] = &[
    FaultReason::Unstated,
    FaultReason::Computing,
    FaultReason::Sleeping,
    FaultReason::WaitingForInput,
    FaultReason::ClosedStdout,
    FaultReason::Stopped,
    FaultReason::StoppedFlooding,
    FaultReason::StoppedLate,
    FaultReason::StoppedWithMatch,
    FaultReason::EndedBeforeGreeting,
    FaultReason::FloodedBeforeGreeting,
    FaultReason::ComputingBeforeGreeting,
    FaultReason::LateGreeting,
    FaultReason::NotItsTurn,
    FaultReason::NotText,
    FaultReason::NoAnswer,
];

/// Reads the rest of a clause after its beginning; `None` if the rest does not fit.
type ReadRest = fn(&str) -> Option<FaultReason>;

/// The beginnings of the clauses with data, each with the reader of its rest.
const WITH_DATA: &[(&str, ReadRest)] = &[
    ("which was ", |rest| Some(FaultReason::TimeLimit(rest.strip_suffix(" seconds")?.to_owned()))),
    ("with exit status ", |rest| Some(FaultReason::ExitStatus(rest.parse().ok()?))),
    ("killed by signal ", |rest| Some(FaultReason::Signal(rest.parse().ok()?))),
    ("by a trap: ", |rest| Some(FaultReason::Trap(rest.into()))),
    ("it printed `", |rest| {
        // The printed text can hold the same characters, the reason cannot.
        let (printed, why) = rest.rsplit_once("`, ")?;
        Some(FaultReason::MisreadGreeting { printed: printed.to_owned(), why: Box::new(FaultReason::from(why)) })
    }),
];

impl From<&str> for FaultReason {
    /// Reads a clause. The reason is written as exactly this clause again.
    fn from(clause: &str) -> Self {
        let plain = PLAIN.iter().find(|reason| is_written(reason, clause)).cloned();
        let with_data = || {
            let mut read = WITH_DATA.iter().filter_map(|(start, read)| read(clause.strip_prefix(start)?));
            // A number can be written in several ways, and reading takes them all.
            read.find(|reason| is_written(reason, clause))
        };
        plain.or_else(with_data).unwrap_or_else(|| Self::Other(clause.to_owned()))
    }
}

impl From<String> for FaultReason {
    fn from(clause: String) -> Self {
        Self::from(clause.as_str())
    }
}

impl Serialize for FaultReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FaultReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests;
