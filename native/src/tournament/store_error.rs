//! Why a store cannot be used, as a message to the user who named its file.

use std::io;
use std::path::PathBuf;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file exists, and was not to be continued.
    #[error("{0} exists already: pass --resume to go on with it, or name another file")]
    Exists(PathBuf),
    /// The file does not exist.
    #[error("{0} does not exist: leave out --resume to start a new one")]
    Missing(PathBuf),
    /// The file is empty: the program was ended before it could write.
    #[error("{0} is empty: leave out --resume to start a new one")]
    Empty(PathBuf),
    /// Another program plays into the file.
    #[error("another botyard is playing into {0}: wait until it has ended, or name another file")]
    InUse(PathBuf),
    /// The system refuses the file, or its lock file.
    #[error("cannot use {path}: {why}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// The file is not a store.
    #[error("{0} is not a tournament of Botyard")]
    Foreign(PathBuf),
    /// A later version wrote it.
    #[error("{path} was written by a newer version of Botyard (its schema is number {version})")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema's version.
        version: i32,
    },
    /// Its content is invalid.
    #[error("{path} is damaged: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// SQLite cannot read or write it.
    #[error("cannot use {path}: {why}")]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        why: rusqlite::Error,
    },
}
