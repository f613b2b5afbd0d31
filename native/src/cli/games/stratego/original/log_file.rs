//! The log of `-o`: a file that is opened before the match, or stdout.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use botyard_engine::fault::printable;

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, StreamedFile};

/// The destination of the log, which is written turn by turn.
pub enum LogFile {
    /// The match is not logged.
    Nowhere,
    /// `-o stdout`
    Stdout,
    /// `-o FILE`
    File(StreamedFile, PathBuf),
}

impl LogFile {
    /// Opens the file or stdout that `-o` names; the content of an existing file is replaced in the
    /// end.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(named: Option<&Path>) -> Result<Self, CommandError> {
        match named {
            None => Ok(Self::Nowhere),
            Some(path) if path == Path::new("stdout") => Ok(Self::Stdout),
            Some(path) => {
                output_file::guard(path, "log", |start| !output_file::is_program(start))
                    .map_err(|refused| CommandError::Internal(refused.to_string()))?;
                let file = StreamedFile::create(path).map_err(|why| unwritable(path, &why))?;
                Ok(Self::File(file, path.to_owned()))
            }
        }
    }

    /// Whether the log goes to stdout.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, lines: &[u8]) -> Result<(), CommandError> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Stdout => write_to_stdout(lines).map_err(CommandError::from),
            Self::File(file, path) => file.write_all(lines).map_err(|why| unwritable(path, &why)),
        }
    }
}

/// Unchanged if a program reads it. In a terminal, without control characters, because bots have
/// written the lines.
fn write_to_stdout(lines: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        String::from_utf8_lossy(lines).lines().try_for_each(|line| writeln!(out, "{}", printable(line)))?;
    } else {
        out.write_all(lines)?;
    }
    out.flush()
}

/// The original's manager ends with status 1 if it cannot write its log.
fn unwritable(path: &Path, why: &io::Error) -> CommandError {
    CommandError::Internal(CommandError::file("write", path, why).to_string())
}
