//! The file of `--log`: opened before the match, and written after it in the original's format.
//! Knows no game.

use std::path::Path;
use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;

use super::output_file::{self, OutputFile};
use super::recorded_match::RecordedMatch;
use crate::cli::command_error::CommandError;

/// The content of a log file of an original program.
#[derive(Debug, Clone, Copy)]
pub enum LogContents {
    /// Any number of matches: the next match is appended. The function recognises a log by its first
    /// bytes.
    Many(fn(&[u8]) -> bool),
    /// One match: the next match replaces it. The function recognises a log as above.
    One(fn(&[u8]) -> bool),
}

impl LogContents {
    /// Allows a log to be written to this path if no file is there, or one that may be a log.
    ///
    /// # Errors
    /// If the file contains something else.
    pub fn guard(self, path: &Path) -> Result<(), CommandError> {
        let (Self::Many(is_log) | Self::One(is_log)) = self;
        output_file::guard(path, "log", is_log)
    }
}

/// The log file that a match is written to.
pub struct LogOutput<'a> {
    file: OutputFile<'a>,
    contents: LogContents,
    /// The time limit for an answer, if it was given.
    limit: Option<Duration>,
}

impl<'a> LogOutput<'a> {
    /// Opens the file. `limit` is the time limit for an answer, if it was given.
    ///
    /// # Errors
    /// If it cannot be written, or contains something other than a log.
    pub fn open(path: &'a Path, contents: LogContents, limit: Option<Duration>) -> Result<Self, CommandError> {
        contents.guard(path)?;
        Ok(Self { file: OutputFile::open(path)?, contents, limit })
    }

    /// Writes a match that was played, if the original would have logged it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(self, game: &dyn AnyMatch, record: &dyn RecordedMatch) -> Result<(), CommandError> {
        let Some(text) = record.log_verbatim(game, self.limit) else { return Ok(()) };
        match self.contents {
            LogContents::Many(_) => self.file.append(&text),
            LogContents::One(_) => self.file.replace(&text),
        }
    }
}
