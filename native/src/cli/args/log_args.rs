//! The option for the format of a command's log.

use crate::cli::command_error::CommandError;
use crate::cli::logs::{self, LogFormat};

/// How a command that runs long logs what it does.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LogArgs {
    /// Format of the log on stderr. The environment variable BOTYARD_LOG sets the level:
    /// error, warn, info, debug, trace, or TARGET=LEVEL with commas between them
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    log_format: LogFormat,
}

impl LogArgs {
    /// Logs events from now on.
    ///
    /// # Errors
    /// If the environment variable is invalid.
    pub fn start(self) -> Result<(), CommandError> {
        Ok(logs::start(self.log_format)?)
    }
}
