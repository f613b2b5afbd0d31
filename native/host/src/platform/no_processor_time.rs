//! For systems that do not tell how long a program has waited for a processor.

use std::time::Duration;

use super::ProcessorTime;

/// Would look at a program. Never constructed.
#[derive(Debug)]
pub(crate) enum ProgramMeter {}

impl ProgramMeter {
    #[cfg(unix)]
    pub(crate) fn of(_: u32) -> Option<Self> {
        None
    }

    #[cfg(unix)]
    pub(crate) fn of_ended(_: ProcessorTime) -> Option<Self> {
        None
    }

    pub(crate) fn read(&mut self) -> Option<ProcessorTime> {
        match *self {}
    }

    pub(crate) fn read_start(&mut self, _: bool) -> Option<ProcessorTime> {
        match *self {}
    }
}

/// Would look at the own thread. Never constructed.
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
