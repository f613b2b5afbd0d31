//! Why a bot's run does not start: because of the bot, or because of its host. Knows no match.

/// Why a bot's run does not start, as a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It cannot be started anywhere like this: the bot has not started.
    #[error("{0}")]
    Bot(String),
    /// This computer, the browser or botyard cannot start it now: nobody has lost.
    #[error("{why}")]
    Host {
        /// What is missing.
        why: String,
        /// Whether it will be missing later, too.
        is_lasting: bool,
    },
}
