//! Why a command failed, and its exit status. The statuses are documented at the end of `botyard
//! --help` and must not change.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use botyard_engine::fault::printable;
use botyard_host::HostError;

use super::logs::{LogError, SENTENCES, is_json};

/// The most characters of a line of a message that are printed.
const LINE: usize = 2000;

/// A command that failed, with its message if one is still to be printed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A bug in botyard, or a system that does not work.
    #[error("{0}")]
    Internal(String),
    /// The command line is invalid.
    #[error("{0}")]
    Usage(String),
    /// A bot did not start.
    #[error("{0}")]
    NotStarted(String),
    /// A bot did not start, and the user has been told.
    #[error("")]
    NotStartedAsTold,
    /// A check failed.
    #[error("{0}")]
    Check(String),
    /// A bot failed again and again in the same way, and the user has been told.
    #[error("")]
    RepeatedFailureAsTold,
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// The reader of our output has closed it.
    #[error("")]
    OutputClosed,
    /// Ctrl-C or `SIGTERM`; the results so far have been printed.
    #[error("")]
    Interrupted,
}

impl CommandError {
    /// An error for a file that cannot be read, written and so on (`verb`).
    pub fn file(verb: &str, path: &Path, error: &io::Error) -> Self {
        Self::File(format!("cannot {verb} {}: {error}", printable(&path.display().to_string())))
    }

    /// Prints the message on stderr and returns the exit status.
    pub fn report(&self) -> ExitCode {
        let message = self.to_string();
        if !message.is_empty() {
            // If stderr is closed, the exit status still reports the failure. The parser of options
            // adds a prefix of its own, which is wrong for options from a file.
            let message = message.strip_prefix("error: ").unwrap_or(&message);
            let lines: Vec<_> = message.lines().map(|line| cut(printable(line))).collect();
            let text = lines.join("\n");
            match is_json() {
                true => tracing::error!(target: SENTENCES, status = self.status(), "{text}"),
                false => drop(writeln!(io::stderr(), "botyard: {text}")),
            }
        }
        ExitCode::from(self.status())
    }

    fn status(&self) -> u8 {
        match self {
            Self::Internal(_) => 1,
            Self::Usage(_) => 2,
            Self::NotStarted(_) | Self::NotStartedAsTold => 3,
            Self::Check(_) => 4,
            Self::File(_) | Self::OutputClosed => 5,
            Self::RepeatedFailureAsTold => 6,
            Self::Interrupted => 130,
        }
    }
}

/// A line of a message, which may quote whatever a user has given, at a length that a terminal can
/// show.
fn cut(mut line: String) -> String {
    if let Some((at, _)) = line.char_indices().nth(LINE) {
        line.truncate(at);
        line.push_str(" …");
    }
    line
}

/// Errors while printing.
impl From<LogError> for CommandError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Variable(_) => Self::Usage(error.to_string()),
            LogError::Start(_) => Self::Internal(error.to_string()),
        }
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::File(format!("cannot write the output: {error}")),
        }
    }
}

/// Failures of the NATS server are not usage errors.
#[cfg(feature = "fleet")]
impl From<botyard_fleet::FleetError> for CommandError {
    fn from(error: botyard_fleet::FleetError) -> Self {
        match error {
            botyard_fleet::FleetError::LeftOut { .. } => Self::Check(error.to_string()),
            botyard_fleet::FleetError::Address { .. } | botyard_fleet::FleetError::NameTaken { .. } => {
                Self::Usage(error.to_string())
            }
            botyard_fleet::FleetError::Credentials { .. } => Self::File(error.to_string()),
            _ => Self::Internal(error.to_string()),
        }
    }
}

impl From<HostError> for CommandError {
    fn from(error: HostError) -> Self {
        match error {
            HostError::NotOpened(why) => Self::Usage(why.to_string()),
            other => Self::Internal(other.to_string()),
        }
    }
}
