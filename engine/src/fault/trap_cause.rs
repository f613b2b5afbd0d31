//! What a module did when it crashed. Knows no host: each says it in a clause of
//! `botyard_sandbox::trap`, which records keep.

use std::fmt;

/// What a module did that no module may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrapCause {
    /// It called through a function pointer that is invalid.
    InvalidFunction,
    /// Anything else, in the host's words: a clause.
    Other(String),
}

/// The clause of [`TrapCause::InvalidFunction`] in records.
const INVALID_FUNCTION: &str = "it called a function that is none";

impl TrapCause {
    /// The clause that people read.
    pub(super) fn explain(&self) -> &str {
        match self {
            Self::InvalidFunction => "it called an invalid function pointer",
            Self::Other(clause) => clause,
        }
    }
}

impl From<&str> for TrapCause {
    fn from(clause: &str) -> Self {
        match clause {
            INVALID_FUNCTION => Self::InvalidFunction,
            _ => Self::Other(clause.to_owned()),
        }
    }
}

/// The clause that records hold.
impl fmt::Display for TrapCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InvalidFunction => INVALID_FUNCTION,
            Self::Other(clause) => clause,
        })
    }
}
