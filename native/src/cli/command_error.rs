//! Why a command did not do what it was asked, and the exit status that says so. The statuses are a promise: see
//! the end of `botyard --help`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use botyard::host::HostError;
use botyard_engine::fault::printable;

/// A command that failed, with its message where one is due.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A mistake in botyard, or a system that does not work.
    #[error("{0}")]
    Internal(String),
    /// The command line cannot be understood.
    #[error("{0}")]
    Usage(String),
    /// A bot did not start.
    #[error("{0}")]
    NotStarted(String),
    /// A bot did not start, and it has been said.
    #[error("")]
    NotStartedAsTold,
    /// What was to be checked does not hold.
    #[error("{0}")]
    Check(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// Nobody reads our output any more.
    #[error("")]
    Unheard,
    /// Ctrl-C, or a polite kill; what was played has been said.
    #[error("")]
    Interrupted,
}

impl CommandError {
    /// A file that cannot be `verb`ed, and why.
    pub fn file(verb: &str, path: &Path, error: &io::Error) -> Self {
        Self::File(format!("cannot {verb} {}: {error}", printable(&path.display().to_string())))
    }

    /// Says it on stderr.
    pub fn report(&self) -> ExitCode {
        let message = self.to_string();
        if !message.is_empty() {
            // Without a stderr there is nobody left to tell; the status still says it.
            let lines: Vec<_> = message.lines().map(printable).collect();
            let _ = writeln!(io::stderr(), "botyard: {}", lines.join("\n"));
        }
        ExitCode::from(self.status())
    }

    fn status(&self) -> u8 {
        match self {
            Self::Internal(_) => 1,
            Self::Usage(_) => 2,
            Self::NotStarted(_) | Self::NotStartedAsTold => 3,
            Self::Check(_) => 4,
            Self::File(_) | Self::Unheard => 5,
            Self::Interrupted => 130,
        }
    }
}

/// What goes wrong while we print.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unheard,
            _ => Self::File(format!("cannot write the output: {error}")),
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
