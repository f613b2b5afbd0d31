//! How a run of a bot ended, as its host reports it. Knows no protocol.

use std::fmt;

use crate::fault::FaultReason;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this status.
    Code(i32),
    /// A signal killed it.
    Signal(i32),
    /// A module trapped: a description of the trap.
    Trap(String),
    /// The referee stopped it, or it could not be started.
    Stopped,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FaultReason::from(self).fmt(f)
    }
}

impl From<&Exit> for FaultReason {
    fn from(exit: &Exit) -> Self {
        match exit {
            Exit::Code(code) => Self::ExitStatus(*code),
            Exit::Signal(signal) => Self::Signal(*signal),
            Exit::Trap(what) => Self::Trap(what.as_str().into()),
            Exit::Stopped => Self::Stopped,
        }
    }
}
