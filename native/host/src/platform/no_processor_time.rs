//! For systems that do not tell how long a program has waited for a processor.

use std::time::Duration;

use super::ProcessorTime;

/// Looks at a program, and learns nothing.
#[derive(Debug)]
pub(crate) struct ProgramMeter;

impl ProgramMeter {
    #[cfg(unix)]
    pub(crate) fn new(_: u32) -> Self {
        Self
    }

    pub(crate) fn read(&mut self) -> Option<ProcessorTime> {
        None
    }

    pub(crate) fn read_quickly(&mut self) -> Option<ProcessorTime> {
        None
    }
}

/// Looks at the own thread, and learns nothing. Never constructed.
#[derive(Debug)]
pub(crate) enum OwnThreadMeter {}

impl OwnThreadMeter {
    pub(crate) fn open() -> Option<Self> {
        None
    }

    pub(crate) fn waited(&self) -> Duration {
        match *self {}
    }
}
