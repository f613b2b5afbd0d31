//! Why a bot's run does not start: because of the bot, or because of its host. Knows no match.

/// Why a bot's run does not start, as a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It cannot be started anywhere like this: the bot has not started.
    #[error("{0}")]
    Bot(String),
    /// This computer, the browser or botyard cannot start it now, so no bot has lost.
    #[error("{why}")]
    Host {
        /// The reason.
        why: String,
        /// Whether the reason will persist, so that a later start would fail, too.
        is_lasting: bool,
    },
}
