//! The options of a match on the command line: seed, time, log. Shared by `play` and
//! `connect-four`; the other drop-in commands have options of their own.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use botyard_engine::replay::MatchTerms;

use super::terms_args::TermsArgs;
use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::{LogContents, LogOutput};

/// The options of a match.
#[derive(Debug, clap::Args)]
pub struct MatchArgs {
    #[command(flatten)]
    terms: TermsArgs,
    /// Write the match to this file in the original's log format: appended, or in place of an
    /// earlier log if the original's files hold one match each
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

impl MatchArgs {
    /// The seed of the match.
    pub fn seed(&self) -> u64 {
        seed(self.terms.seed)
    }

    /// The terms for bots.
    pub fn terms(&self) -> MatchTerms {
        self.terms.terms()
    }

    /// Opens the log before the match, so that no match is lost to a mistyped path. `contents`
    /// returns the content of the game's logs, or an error if it has none.
    pub fn open_log(
        &self,
        contents: impl FnOnce() -> Result<LogContents, CommandError>,
    ) -> Result<Option<LogOutput<'_>>, CommandError> {
        self.log.as_deref().map(|path| LogOutput::open(path, contents()?, self.terms.time)).transpose()
    }
}

/// The given seed, or a random one that is short enough to be typed.
pub fn seed(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| RandomState::new().hash_one("seed") >> 32)
}
