//! How far a log is one: to its end, to a cut, or to the line that is wrong.

/// How much of its match a log covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogExtent {
    /// To the result.
    Whole,
    /// The log stops before the result; this line, from 1, is its last one, whole or not.
    BrokenOff(usize),
    /// The original crashed; its report starts in this line, from 1.
    Crashed(usize),
}

impl LogExtent {
    /// The extent if the log begins after this many lines of a file.
    pub(super) fn after(self, lines: usize) -> Self {
        match self {
            Self::Whole => Self::Whole,
            Self::BrokenOff(line) => Self::BrokenOff(lines + line),
            Self::Crashed(line) => Self::Crashed(lines + line),
        }
    }
}

/// A text that is not a log, or a log that does not agree with the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct StrategoLogError {
    /// The line, from 1.
    pub line: usize,
    /// The description of the error.
    pub why: String,
}
