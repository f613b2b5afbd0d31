//! What went wrong with a bot, and what its author can do about it: reads a bot's stderr, its fault,
//! its module and its file's name. Knows no game and no host; hosts render what is said here.

mod advice;
mod bot_language;
mod crash;
mod encoding;
mod silence;
mod sleep;
mod unfit_file;
mod ways;

pub use advice::{FaultyBot, HostTools, advise};
pub use bot_language::BotLanguage;
pub use crash::{CodePlace, CrashKind, CrashReport, explain_crash};
pub use silence::{explain_silence, is_silence};
pub use sleep::explain_sleep;
pub use unfit_file::{BuildTarget, explain_unfit_file};

/// The first `most` characters of a text; an ellipsis follows if there are more.
fn excerpt(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text.to_owned(),
    }
}
