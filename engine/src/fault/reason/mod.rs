//! Why something is a fault, as a value, and the clause that files, links and live messages hold
//! for it. Knows no rules: the code that finds a fault gives the reason.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::trap_cause::TrapCause;
use crate::written::is_written;

/// Why something is a fault. It is written as a clause that follows what the player printed:
/// `which is no column (1 to 7)`.
///
/// The clauses are a file format: replays and links hold them, and reading a clause returns the
/// reason. No clause may change; the tests hold all of them. An unknown clause becomes
/// [`Other`](Self::Other).
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

    // Any game.
    /// The player is not to act.
    NotItsTurn,
    /// The words are not UTF-8.
    NotText,
    /// The runs of a question printed no possible answer.
    NoAnswer,

    // Connect Four.
    /// A bot's first word is `p`.
    FirstWordNotP,
    /// The second player answers `2` with `?`.
    ReplyNotQuestionMark,
    /// The word is not a number from 1 to 7.
    NoColumn,
    /// The column is full.
    FullColumn,

    // Generals.
    /// A word is not an integer.
    NotIntegers,
    /// There are this many integers, and neither one nor five.
    IntegerCount(usize),
    /// There is one integer, and it is not -1.
    SingleInteger,
    /// The first number is neither 1 nor 2.
    NoSuchOption,
    /// A cell is not on the map.
    OutsideMap {
        /// How many rows the map has.
        rows: usize,
        /// How many columns it has.
        columns: usize,
    },
    /// The target does not share a side with the source.
    NotNeighbouring,
    /// The army is another player's or neutral.
    ForeignArmy,
    /// The target is a mountain.
    Mountain,
    /// A log shows that a player left, and not why.
    UnknownToLog,

    // BitMartyr.
    /// There is not one order for each unit.
    OrderCount {
        /// How many orders there were.
        orders: usize,
        /// How many units the team has.
        units: usize,
    },

    // Stratego.
    /// The words are not a response.
    NotResponse,
    /// The player was asked for another kind of response.
    NotAsked,
    /// The coordinates are not on the board.
    OutsideBoard,
    /// The square is empty.
    NoPiece,
    /// An obstacle or the enemy is on the square.
    ForeignPiece,
    /// The piece is a bomb or the flag.
    Immobile,
    /// The piece cannot move so far or in that direction.
    CannotMoveThatWay,
    /// An obstacle or a piece of the player's own is in the way.
    Occupied,
    /// The response is `NO_MOVE`, and there is a legal move.
    CanMove,
    /// A setup has not four lines.
    SetupLines,
    /// This line of a setup, from 1, has not ten characters.
    SetupLineLength(usize),
    /// This line of a setup, from 1, holds a character that is not a piece.
    SetupLineCharacter(usize),
    /// A setup has too many of a rank.
    TooManyPieces {
        /// How many an army has.
        most: u8,
        /// The rank.
        letter: char,
    },
    /// A setup has too few of a rank.
    TooFewPieces {
        /// How many an army has.
        least: u8,
        /// The rank.
        letter: char,
    },
    /// A log reports a refused setup, and shows the value of the pieces before the error.
    SpoiltSetup {
        /// The value of these pieces.
        worth: u32,
    },

    /// A clause without a reason of its own: a host's, or one from another program. Build it with
    /// `from`, which recognizes the clauses that have a reason.
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
            Self::FirstWordNotP => "but a bot's first word is `p`",
            Self::ReplyNotQuestionMark => "but the second player answers `2` with `?`",
            Self::NoColumn => "which is no column (1 to 7)",
            Self::FullColumn => "a column that is full",
            Self::NotIntegers => "which is neither `-1` nor five integers",
            Self::IntegerCount(count) => return write!(f, "which is {count} integers, not `-1` or five"),
            Self::SingleInteger => "but a single number can only be `-1`",
            Self::NoSuchOption => "but the first number is 1 (all but one unit) or 2 (half)",
            Self::OutsideMap { rows, columns } => {
                return write!(f, "which is not on the map ({rows} rows, {columns} columns)");
            }
            Self::NotNeighbouring => "but an army moves to a neighbouring cell only",
            Self::ForeignArmy => "but the army there is not its own",
            Self::Mountain => "which leads into a mountain",
            Self::UnknownToLog => "or answered wrongly: the log does not say which",
            Self::OrderCount { orders, units } => return write!(f, "which is {orders} orders for {units} units"),
            Self::NotResponse => "which is no response (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER)",
            Self::NotAsked => "which is not what it was asked for",
            Self::OutsideBoard => "which is outside the board",
            Self::NoPiece => "where no piece stands",
            Self::ForeignPiece => "which is no piece of its own",
            Self::Immobile => "but bombs and flags do not move",
            Self::CannotMoveThatWay => "but that piece cannot move that way",
            Self::Occupied => "but water or a piece of its own is in the way",
            Self::CanMove => "although it has a legal move",
            Self::SetupLines => "which is no setup: it has not four lines",
            Self::SetupLineLength(line) => return write!(f, "which is no setup: line {line} has not 10 characters"),
            Self::SetupLineCharacter(line) => {
                return write!(f, "which is no setup: line {line} holds what is no piece");
            }
            Self::TooManyPieces { most, letter } => return write!(f, "which has more than {most} of `{letter}`"),
            Self::TooFewPieces { least, letter } => return write!(f, "which has fewer than {least} of `{letter}`"),
            Self::SpoiltSetup { worth } => {
                return write!(f, "which is no setup; before the flaw there are pieces worth {worth}");
            }
            Self::Other(clause) => clause,
        })
    }
}

/// The reasons without data. Each of them is found by its clause.
const PLAIN: &[FaultReason] = &[
    FaultReason::Unstated,
    FaultReason::Computing,
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
    FaultReason::FirstWordNotP,
    FaultReason::ReplyNotQuestionMark,
    FaultReason::NoColumn,
    FaultReason::FullColumn,
    FaultReason::NotIntegers,
    FaultReason::SingleInteger,
    FaultReason::NoSuchOption,
    FaultReason::NotNeighbouring,
    FaultReason::ForeignArmy,
    FaultReason::Mountain,
    FaultReason::UnknownToLog,
    FaultReason::NotResponse,
    FaultReason::NotAsked,
    FaultReason::OutsideBoard,
    FaultReason::NoPiece,
    FaultReason::ForeignPiece,
    FaultReason::Immobile,
    FaultReason::CannotMoveThatWay,
    FaultReason::Occupied,
    FaultReason::CanMove,
    FaultReason::SetupLines,
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
    ("which is ", |rest| {
        let count = rest.strip_suffix(" integers, not `-1` or five")?;
        Some(FaultReason::IntegerCount(count.parse().ok()?))
    }),
    ("which is ", |rest| {
        let (orders, units) = rest.strip_suffix(" units")?.split_once(" orders for ")?;
        Some(FaultReason::OrderCount { orders: orders.parse().ok()?, units: units.parse().ok()? })
    }),
    ("which is not on the map (", |rest| {
        let (rows, columns) = rest.strip_suffix(" columns)")?.split_once(" rows, ")?;
        Some(FaultReason::OutsideMap { rows: rows.parse().ok()?, columns: columns.parse().ok()? })
    }),
    ("which is no setup: line ", |rest| {
        let (line, what) = rest.split_once(' ')?;
        let line = line.parse().ok()?;
        Some(match what {
            "has not 10 characters" => FaultReason::SetupLineLength(line),
            _ => FaultReason::SetupLineCharacter(line),
        })
    }),
    ("which has more than ", |rest| {
        let (most, letter) = read_pieces(rest)?;
        Some(FaultReason::TooManyPieces { most, letter })
    }),
    ("which has fewer than ", |rest| {
        let (least, letter) = read_pieces(rest)?;
        Some(FaultReason::TooFewPieces { least, letter })
    }),
    ("which is no setup; before the flaw there are pieces worth ", |rest| {
        Some(FaultReason::SpoiltSetup { worth: rest.parse().ok()? })
    }),
];

/// Reads a number and a rank: ``5 of `8` ``.
fn read_pieces(text: &str) -> Option<(u8, char)> {
    let (count, letter) = text.strip_suffix('`')?.split_once(" of `")?;
    Some((count.parse().ok()?, letter.parse().ok()?))
}

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
