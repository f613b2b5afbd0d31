//! What a player can do wrong, as a value. Knows no rules: each game sets the price of a fault.

mod frozen_sentence;
mod game_reason;
mod reason;
mod sentence;
mod trap_cause;

use serde::{Deserialize, Serialize};

pub use game_reason::{ExplainReason, ReasonText, Remedy};
pub(crate) use game_reason::{game_reasons, read_template};
pub use reason::FaultReason;
pub use trap_cause::TrapCause;

/// How a player failed to give a usable answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The answer could be read and the rules refuse it.
    Illegal,
    /// The answer could not be read.
    Malformed,
    /// No answer within the limit.
    Timeout,
    /// The bot ended although it owed an answer.
    Exited,
    /// The bot printed more than it may.
    Flooded,
    /// The bot could not be started, or did not greet as its protocol requires.
    NotStarted,
    /// The player gave up: a person, or a bot in a log of another program.
    Resigned,
}

impl FaultKind {
    /// Every kind, in the order in which links number them: append only.
    pub const ALL: [Self; 7] =
        [Self::Illegal, Self::Malformed, Self::Timeout, Self::Exited, Self::Flooded, Self::NotStarted, Self::Resigned];

    /// How files and messages spell it. A kind that is added here goes into [`FaultKind::ALL`] too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Malformed => "malformed",
            Self::Timeout => "timeout",
            Self::Exited => "exited",
            Self::Flooded => "flooded",
            Self::NotStarted => "not-started",
            Self::Resigned => "resigned",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A fault with the data that explain it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The player's output towards this answer: at most [`Fault::RECEIVED_MAX`] bytes, lossily as
    /// text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub received: String,
    /// Why it is a fault.
    #[serde(default, skip_serializing_if = "FaultReason::is_unstated")]
    pub why: FaultReason,
}

impl Fault {
    /// The most bytes of a player's words that a fault keeps.
    pub const RECEIVED_MAX: usize = 256;

    /// A fault with the words that led to it; longer words are cut.
    pub fn new(kind: FaultKind, received: &[u8], why: impl Into<FaultReason>) -> Self {
        let kept = &received[..received.len().min(Self::RECEIVED_MAX)];
        let mut received = String::from_utf8_lossy(kept).into_owned();
        while received.len() > Self::RECEIVED_MAX {
            received.pop();
        }
        Self { kind, received, why: why.into() }
    }

    /// Whether the player's time was up.
    pub fn is_late(&self) -> bool {
        use FaultReason::{ComputingBeforeGreeting, LateGreeting};
        self.kind == FaultKind::Timeout || matches!(self.why, ComputingBeforeGreeting | LateGreeting)
    }
}

/// Makes foreign text safe to show: escapes control, bidirectional and other invisible format
/// characters, so that the text can neither command a terminal nor reorder a line.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if is_printable(c) => shown.push(c),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.extend(c.escape_unicode()),
        }
    }
    shown
}

/// Whether a character can be shown as it is: it is not a control, bidirectional or other invisible
/// format character.
pub fn is_printable(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}'
    );
    !is_format && !c.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_spelled_as_serde_spells_it() {
        for kind in FaultKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("a name"), kind.name());
            assert_eq!(FaultKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(FaultKind::from_name("late"), None);
    }

    #[test]
    fn long_and_broken_words_are_cut() {
        let fault = Fault::new(FaultKind::Malformed, &[0xff; 9000], "");
        assert!(fault.received.len() <= Fault::RECEIVED_MAX);
    }
}
