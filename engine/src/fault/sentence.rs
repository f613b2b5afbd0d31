//! What people read about a fault. The texts of files, links and `--json` are in `reason/` and
//! `frozen_sentence.rs` and never change; the texts here may.

use super::{Fault, FaultKind, FaultReason, printable};

/// The question at the end of a sentence about a bot that was silent too long.
const FLUSHING_HINT: &str = " (does it flush its output?)";

/// The first line of a bot of Connect Four.
const HAIL: &str = "p";
/// The next line of Connect Four's second player.
const REPLY: &str = "?";

impl Fault {
    /// One sentence without its full stop: what `name` did. It does not name the cost of the fault.
    pub fn sentence(&self, name: &str) -> String {
        let mut sentence = self.sentence_without_hint(name);
        let is_silent = match self.kind {
            FaultKind::Timeout => self.received.is_empty(),
            FaultKind::NotStarted => self.why == FaultReason::LateGreeting,
            _ => false,
        };
        if is_silent {
            sentence += self.flushing_hint();
        }
        sentence
    }

    /// Like [`Self::sentence`], for a bot whose language flushes its output automatically: without
    /// the question whether it flushes.
    pub fn sentence_without_hint(&self, name: &str) -> String {
        let because = printable(&self.because());
        match self.kind {
            FaultKind::Illegal | FaultKind::Malformed => format!("{name} printed `{}`{because}", self.printed()),
            FaultKind::Timeout if self.received.is_empty() => {
                format!("{name} did not answer in time{because}")
            }
            FaultKind::Timeout => {
                format!("{name} did not finish its answer in time{because}: it had printed `{}`", self.printed())
            }
            FaultKind::Exited => match &self.why {
                FaultReason::Trap(cause) => {
                    format!("{name} crashed before it answered: {}", printable(cause.explain()))
                }
                _ => format!("{name} ended before it answered{because}"),
            },
            FaultKind::Flooded => format!("{name} printed too much{because}"),
            FaultKind::NotStarted => format!("{name} did not start{because}"),
            FaultKind::Resigned => format!("{name} resigned"),
        }
    }

    /// The player's output, fit to be shown.
    pub(super) fn printed(&self) -> String {
        printable(self.received.trim_end_matches(['\r', '\n']))
    }

    /// The hint that a bot which has printed nothing may not flush its output. A bot that was still
    /// computing, or that cannot print, has no unflushed answer.
    pub(super) fn flushing_hint(&self) -> &'static str {
        match self.why {
            FaultReason::Computing | FaultReason::ClosedStdout => "",
            _ => FLUSHING_HINT,
        }
    }

    /// The reason, in the form that follows the description of the fault.
    fn because(&self) -> String {
        match (self.kind, &self.why) {
            (_, FaultReason::Unstated) => String::new(),
            // A host's reason is a complete clause; a clause from another program may be anything.
            (FaultKind::NotStarted, FaultReason::Other(clause)) => format!(": {clause}"),
            (FaultKind::Exited, why @ (FaultReason::ExitStatus(_) | FaultReason::Signal(_)))
            | (_, why @ (FaultReason::Other(_) | FaultReason::UnknownToLog)) => format!(", {why}"),
            (_, FaultReason::TimeLimit(seconds)) => format!(": the limit was {seconds} seconds"),
            (FaultKind::Illegal | FaultKind::Malformed, why) => format!(", but {}", why.explain()),
            (_, why) => format!(" because {}", why.explain()),
        }
    }
}

impl FaultReason {
    /// The reason as a complete clause, as in "columns are 1 to 7". For a reason without a better
    /// wording, it is the clause that files hold.
    ///
    /// ```
    /// use botyard_engine::fault::FaultReason;
    ///
    /// assert_eq!(FaultReason::NoColumn.explain(), "columns are 1 to 7");
    /// assert_eq!(FaultReason::NoColumn.to_string(), "which is no column (1 to 7)");
    /// ```
    pub fn explain(&self) -> String {
        let clause = match self {
            Self::Computing => "it was still computing",
            Self::WaitingForInput => "it was waiting for input",
            Self::ClosedStdout => "it had closed its stdout",
            Self::ExitStatus(_) | Self::Signal(_) => return format!("it ended {self}"),
            Self::Trap(cause) => return format!("it crashed: {}", cause.explain()),
            Self::Stopped => "it had been stopped",
            Self::StoppedFlooding => "it had printed too much",
            Self::StoppedLate => "it had been stopped after it ran out of time",
            Self::StoppedWithMatch => "the match was stopped",
            Self::MisreadGreeting { printed, why } => return format!("it printed `{printed}`, but {}", why.explain()),
            Self::NotItsTurn => "it was not its turn",
            Self::NotText => "that is not UTF-8",
            Self::NoAnswer => "that is not an answer",
            Self::NoColumn => "columns are 1 to 7",
            Self::FullColumn => "that column is full",
            Self::NotIntegers => "an answer is `-1` or five integers",
            Self::IntegerCount(count) => return format!("an answer is `-1` or five integers, not {count}"),
            Self::OutsideMap { rows, columns } => return format!("rows are 1 to {rows} and columns 1 to {columns}"),
            Self::Mountain => "a mountain is in the way",
            Self::OrderCount { orders, units } => return format!("orders: {orders}, units: {units}"),
            Self::NotResponse => "a response is X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER",
            Self::NotAsked => "it was asked for something else",
            Self::OutsideBoard => "that is outside the board",
            Self::NoPiece => "there is no piece",
            Self::ForeignPiece => "no piece of its own is there",
            Self::CanMove => "it has a legal move",
            Self::SetupLines => "a setup has four lines",
            Self::SetupLineLength(line) => return format!("line {line} of the setup does not have 10 characters"),
            Self::SetupLineCharacter(line) => return format!("a character in line {line} of the setup is not a piece"),
            Self::TooManyPieces { most, letter } => return format!("the setup has more than {most} of `{letter}`"),
            Self::TooFewPieces { least, letter } => return format!("the setup has fewer than {least} of `{letter}`"),
            Self::SpoiltSetup { worth } => return format!("the setup is invalid after pieces worth {worth}"),
            Self::SingleInteger => "a single number can only be `-1`",
            Self::NoSuchOption => "the first number is 1 (all but one unit) or 2 (half)",
            Self::NotNeighbouring => "an army moves to a neighbouring cell only",
            Self::ForeignArmy => "the army there is not its own",
            Self::FirstWordNotP => return format!("a bot's first word is `{HAIL}`"),
            Self::ReplyNotQuestionMark => return format!("the second player answers `2` with `{REPLY}`"),
            // The flushing hint is at the end of the sentence.
            Self::LateGreeting => "it did not greet in time",
            Self::Immobile => "bombs and flags do not move",
            Self::CannotMoveThatWay => "that piece cannot move that way",
            Self::Occupied => "water or a piece of its own is in the way",
            Self::Unstated
            | Self::TimeLimit(_)
            | Self::EndedBeforeGreeting
            | Self::FloodedBeforeGreeting
            | Self::ComputingBeforeGreeting
            | Self::UnknownToLog
            | Self::Other(_) => return self.to_string(),
        };
        clause.to_owned()
    }

    /// The line that the bot should have printed instead; `None` if there is not exactly one.
    pub fn expected_line(&self) -> Option<&'static str> {
        match self {
            Self::FirstWordNotP => Some(HAIL),
            Self::ReplyNotQuestionMark => Some(REPLY),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_the_words_and_escapes_them() {
        let fault = Fault::new(FaultKind::Malformed, b"\x1b[31m9\n", FaultReason::NoColumn);
        assert_eq!(fault.sentence("random.wasm"), "random.wasm printed `\\u{1b}[31m9`, but columns are 1 to 7");
    }

    /// A replay can come from anyone.
    #[test]
    fn a_reason_is_escaped_too() {
        let fault = Fault::new(FaultKind::NotStarted, b"", "x\u{9b}5m\u{202e}\nb wins.");
        assert_eq!(fault.sentence("a"), "a did not start: x\\u{9b}5m\\u{202e}\\nb wins.");
        let crash = Fault::new(FaultKind::Exited, b"", FaultReason::Trap("\u{1b}[2J".into()));
        assert_eq!(crash.sentence("a"), "a crashed before it answered: \\u{1b}[2J");
    }

    /// Regression: "a did not start, with exit status 3", and "a printed `9`, which is no column (1
    /// to 7)".
    #[test]
    fn a_sentence_says_what_was_wrong_in_plain_words() {
        use FaultKind::*;
        for (kind, received, why, told) in [
            (Malformed, "9", FaultReason::NoColumn, "a printed `9`, but columns are 1 to 7"),
            (Malformed, "9", FaultReason::Unstated, "a printed `9`"),
            (Malformed, "9", FaultReason::from("which is nine"), "a printed `9`, which is nine"),
            (Illegal, "1", FaultReason::FullColumn, "a printed `1`, but that column is full"),
            (
                Illegal,
                "5 1 1 1 1",
                FaultReason::OutsideMap { rows: 1, columns: 4 },
                "a printed `5 1 1 1 1`, but rows are 1 to 1 and columns 1 to 4",
            ),
            (Timeout, "", FaultReason::Computing, "a did not answer in time because it was still computing"),
            (Timeout, "", FaultReason::ClosedStdout, "a did not answer in time because it had closed its stdout"),
            (
                Timeout,
                "",
                FaultReason::WaitingForInput,
                "a did not answer in time because it was waiting for input (does it flush its output?)",
            ),
            (Timeout, "", FaultReason::Unstated, "a did not answer in time (does it flush its output?)"),
            (Timeout, "4", FaultReason::Unstated, "a did not finish its answer in time: it had printed `4`"),
            (
                Timeout,
                "",
                FaultReason::TimeLimit("2.000000".to_owned()),
                "a did not answer in time: the limit was 2.000000 seconds (does it flush its output?)",
            ),
            (Exited, "", FaultReason::ExitStatus(3), "a ended before it answered, with exit status 3"),
            (Exited, "", FaultReason::Signal(9), "a ended before it answered, killed by signal 9"),
            (Exited, "", FaultReason::Stopped, "a ended before it answered because it had been stopped"),
            (NotStarted, "", FaultReason::ExitStatus(3), "a did not start because it ended with exit status 3"),
            (NotStarted, "", FaultReason::Trap("it aborted".into()), "a did not start because it crashed: it aborted"),
            (
                NotStarted,
                "",
                FaultReason::from("it printed `P`, but a bot's first word is `p`"),
                "a did not start because it printed `P`, but a bot's first word is `p`",
            ),
            (
                NotStarted,
                "",
                FaultReason::LateGreeting,
                "a did not start because it did not greet in time (does it flush its output?)",
            ),
            (NotStarted, "", FaultReason::from("no such file: `b`"), "a did not start: no such file: `b`"),
        ] {
            assert_eq!(Fault::new(kind, received.as_bytes(), why).sentence("a"), told);
        }
    }

    /// Regression: the hint was cut out of the finished sentence, and with it a bot's own words.
    #[test]
    fn a_sentence_without_the_hint_keeps_the_words_of_the_bot() {
        use FaultKind::*;
        for (kind, received, why, told) in [
            (
                Malformed,
                "9 (does it flush its output?)",
                FaultReason::NoColumn,
                "a printed `9 (does it flush its output?)`, but columns are 1 to 7",
            ),
            (Timeout, "", FaultReason::Unstated, "a did not answer in time"),
            (Timeout, "", FaultReason::WaitingForInput, "a did not answer in time because it was waiting for input"),
            (NotStarted, "", FaultReason::LateGreeting, "a did not start because it did not greet in time"),
        ] {
            assert_eq!(Fault::new(kind, received.as_bytes(), why).sentence_without_hint("a"), told);
        }
    }
}
