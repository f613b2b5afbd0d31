//! Why a module crashed. Knows no host: each host describes the cause with a clause of
//! `botyard_sandbox::trap`, which records keep.

use std::fmt;

/// The cause of a module's trap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrapCause {
    /// It called through a function pointer that is invalid.
    InvalidFunction,
    /// Any other cause: the host's clause.
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
