//! What people read about a fault. The texts of files, links and `--json` are in `reason/` and
//! `frozen_sentence.rs` and never change; the texts here may. What a game's own reasons mean to
//! people is the game's to say: whoever asks for a sentence passes [`ExplainReason`].

use super::{ExplainReason, Fault, FaultKind, FaultReason, Remedy, printable};

/// The question at the end of a sentence about a bot that was silent too long.
const FLUSHING_HINT: &str = " (does it flush its output?)";

impl Fault {
    /// One sentence without its full stop: what `name` did. It does not name the cost of the fault.
    pub fn sentence(&self, name: &str, explain: ExplainReason) -> String {
        let mut sentence = self.sentence_without_hint(name, explain);
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
    pub fn sentence_without_hint(&self, name: &str, explain: ExplainReason) -> String {
        let because = printable(&self.because(explain));
        match self.kind {
            FaultKind::Illegal | FaultKind::Malformed => format!("{name} printed `{}`{because}", self.printed()),
            FaultKind::Timeout if self.received.is_empty() => format!("{name} ran out of time{because}"),
            FaultKind::Timeout => {
                format!("{name} ran out of time within its answer{because}: it had printed `{}`", self.printed())
            }
            FaultKind::Exited => match &self.why {
                FaultReason::Trap(cause) => {
                    format!("{name} crashed before it answered: {}", printable(cause.explain()))
                }
                _ => format!("{name} ended without an answer{because}"),
            },
            FaultKind::Flooded => format!("{name} printed too much{because}"),
            FaultKind::NotStarted if self.why == FaultReason::LateGreeting => {
                format!("{name} never said that it was ready")
            }
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
            FaultReason::Computing | FaultReason::Sleeping | FaultReason::ClosedStdout => "",
            _ => FLUSHING_HINT,
        }
    }

    /// The reason, in the form that follows the description of the fault.
    fn because(&self, explain: ExplainReason) -> String {
        match (self.kind, &self.why) {
            (_, FaultReason::Unstated)
            | (FaultKind::Timeout, FaultReason::Computing)
            | (FaultKind::Exited, FaultReason::ExitStatus(0)) => String::new(),
            // A host's reason is a complete clause; a clause from another program may be anything.
            (FaultKind::NotStarted, why) if why.is_unknown(explain) => format!(": {why}"),
            (_, why) if why.is_unknown(explain) => format!(", {why}"),
            (FaultKind::Exited, why @ (FaultReason::ExitStatus(_) | FaultReason::Signal(_))) => format!(", {why}"),
            (_, FaultReason::TimeLimit(seconds)) => format!(": the limit was {seconds} seconds"),
            (FaultKind::Illegal | FaultKind::Malformed, why) => format!(", but {}", why.explain(explain)),
            (_, why) => format!(" because {}", why.explain(explain)),
        }
    }
}

impl FaultReason {
    /// The reason as a complete clause, as in "it was not its turn". For a reason without a better
    /// wording, it is the clause that files hold. `explain` is the game's.
    pub fn explain(&self, explain: ExplainReason) -> String {
        let clause = match self {
            Self::Computing => "it was still computing",
            Self::Sleeping => "it was sleeping",
            Self::WaitingForInput => "it was waiting for input",
            Self::ClosedStdout => "it had closed its stdout",
            Self::ExitStatus(_) | Self::Signal(_) => return format!("it ended {self}"),
            Self::Trap(cause) => return format!("it crashed: {}", cause.explain()),
            Self::Stopped => "it had been stopped",
            Self::StoppedFlooding => "it had printed too much",
            Self::StoppedLate => "it had been stopped after it ran out of time",
            Self::StoppedWithMatch => "the match was stopped",
            Self::MisreadGreeting { why, .. } if why.is_unknown(explain) => return self.to_string(),
            Self::MisreadGreeting { printed, why } => {
                return format!("it printed `{printed}`, but {}", why.explain(explain));
            }
            Self::NotItsTurn => "it was not its turn",
            Self::NotText => "that is not UTF-8",
            Self::NoAnswer => "that is not an answer",
            // The flushing hint is at the end of the sentence.
            Self::LateGreeting => "it did not greet in time",
            Self::Other(clause) => return explain(clause).map_or_else(|| clause.clone(), |text| text.clause),
            Self::Unstated
            | Self::TimeLimit(_)
            | Self::EndedBeforeGreeting
            | Self::FloodedBeforeGreeting
            | Self::ComputingBeforeGreeting => return self.to_string(),
        };
        clause.to_owned()
    }

    /// Whether nothing is known of the reason but its clause.
    fn is_unknown(&self, explain: ExplainReason) -> bool {
        matches!(self, Self::Other(clause) if explain(clause).is_none())
    }

    /// What helps against the fault, as far as the game knows it.
    pub fn remedy(&self, explain: ExplainReason) -> Remedy {
        let text = if let Self::Other(clause) = self { explain(clause) } else { None };
        text.map_or(Remedy::OfKind, |text| text.remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ReasonText;
    use super::*;

    /// Explains the only reason of a game.
    fn explain(clause: &str) -> Option<ReasonText> {
        let text = || ReasonText { clause: "columns are 1 to 7".to_owned(), remedy: Remedy::PrintListed };
        (clause == "which is no column (1 to 7)").then(text)
    }

    fn no_column() -> FaultReason {
        FaultReason::from("which is no column (1 to 7)")
    }

    #[test]
    fn a_sentence_names_the_words_and_escapes_them() {
        let fault = Fault::new(FaultKind::Malformed, b"\x1b[31m9\n", no_column());
        assert_eq!(
            fault.sentence("random.wasm", explain),
            "random.wasm printed `\\u{1b}[31m9`, but columns are 1 to 7"
        );
    }

    /// A replay can come from anyone.
    #[test]
    fn a_reason_is_escaped_too() {
        let fault = Fault::new(FaultKind::NotStarted, b"", "x\u{9b}5m\u{202e}\nb wins.");
        assert_eq!(fault.sentence("a", explain), "a did not start: x\\u{9b}5m\\u{202e}\\nb wins.");
        let crash = Fault::new(FaultKind::Exited, b"", FaultReason::Trap("\u{1b}[2J".into()));
        assert_eq!(crash.sentence("a", explain), "a crashed before it answered: \\u{1b}[2J");
    }

    /// Regression: "a did not start, with exit status 3", and "a printed `9`, which is no column (1
    /// to 7)".
    #[test]
    fn a_sentence_says_what_was_wrong_in_plain_words() {
        use FaultKind::*;
        for (kind, received, why, told) in [
            (Malformed, "9", no_column(), "a printed `9`, but columns are 1 to 7"),
            (Malformed, "9", FaultReason::Unstated, "a printed `9`"),
            (Malformed, "9", FaultReason::from("which is nine"), "a printed `9`, which is nine"),
            (Illegal, "1", FaultReason::NotItsTurn, "a printed `1`, but it was not its turn"),
            (Exited, "", no_column(), "a ended without an answer because columns are 1 to 7"),
            (
                NotStarted,
                "",
                FaultReason::from("it printed `8`, which is no column (1 to 7)"),
                "a did not start because it printed `8`, but columns are 1 to 7",
            ),
            (Timeout, "", FaultReason::Computing, "a ran out of time"),
            (Timeout, "", FaultReason::Sleeping, "a ran out of time because it was sleeping"),
            (Timeout, "", FaultReason::ClosedStdout, "a ran out of time because it had closed its stdout"),
            (
                Timeout,
                "",
                FaultReason::WaitingForInput,
                "a ran out of time because it was waiting for input (does it flush its output?)",
            ),
            (Timeout, "", FaultReason::Unstated, "a ran out of time (does it flush its output?)"),
            (Timeout, "4", FaultReason::Unstated, "a ran out of time within its answer: it had printed `4`"),
            (
                Timeout,
                "",
                FaultReason::TimeLimit("2.000000".to_owned()),
                "a ran out of time: the limit was 2.000000 seconds (does it flush its output?)",
            ),
            (Exited, "", FaultReason::ExitStatus(0), "a ended without an answer"),
            (Exited, "", FaultReason::ExitStatus(3), "a ended without an answer, with exit status 3"),
            (Exited, "", FaultReason::Signal(9), "a ended without an answer, killed by signal 9"),
            (Exited, "", FaultReason::Stopped, "a ended without an answer because it had been stopped"),
            (NotStarted, "", FaultReason::ExitStatus(3), "a did not start because it ended with exit status 3"),
            (NotStarted, "", FaultReason::Trap("it aborted".into()), "a did not start because it crashed: it aborted"),
            (
                NotStarted,
                "",
                FaultReason::from("it printed `P`, but a bot's first word is `p`"),
                "a did not start because it printed `P`, but a bot's first word is `p`",
            ),
            (NotStarted, "", FaultReason::LateGreeting, "a never said that it was ready (does it flush its output?)"),
            (NotStarted, "", FaultReason::from("no such file: `b`"), "a did not start: no such file: `b`"),
        ] {
            assert_eq!(Fault::new(kind, received.as_bytes(), why).sentence("a", explain), told);
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
                no_column(),
                "a printed `9 (does it flush its output?)`, but columns are 1 to 7",
            ),
            (Timeout, "", FaultReason::Unstated, "a ran out of time"),
            (Timeout, "", FaultReason::WaitingForInput, "a ran out of time because it was waiting for input"),
            (NotStarted, "", FaultReason::LateGreeting, "a never said that it was ready"),
        ] {
            assert_eq!(Fault::new(kind, received.as_bytes(), why).sentence_without_hint("a", explain), told);
        }
    }
}
