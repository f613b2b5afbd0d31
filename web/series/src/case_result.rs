//! What came of a bot's answer to a case.

use botyard_engine::cases::CaseVerdict;

/// What came of a bot's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaseResult {
    /// It is being asked.
    Waiting,
    /// With the reason if it does not pass.
    Judged(CaseVerdict, Option<String>),
    /// It cannot be asked: a sentence.
    Failed(String),
}
