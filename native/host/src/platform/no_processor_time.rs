//! For systems that do not report how long a program has waited for a processor.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::ProcessorTime;

/// The time by which modules are judged on the wall clock: the real time since the first call.
pub(crate) fn module_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The processor time that this program has used.
pub fn used_processor_time() -> Option<Duration> {
    None
}

/// Would measure a program. Never constructed.
#[derive(Debug)]
pub(crate) enum ProgramMeter {}

impl ProgramMeter {
    #[cfg(unix)]
    pub(crate) fn new(_: u32) -> Option<Self> {
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

    pub(crate) fn read_end(&mut self, _: ProcessorTime) -> ProcessorTime {
        match *self {}
    }
}

/// Would measure this thread. Never constructed.
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
