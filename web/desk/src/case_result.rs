//! The result of a bot's answer to a case.

use botyard_engine::cases::CaseVerdict;

/// The result of a bot's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaseResult {
    /// The bot is still playing.
    Waiting,
    /// With the reason if it does not pass.
    Judged(CaseVerdict, Option<String>),
    /// The bot cannot play the case; holds a sentence.
    Failed(String),
}
