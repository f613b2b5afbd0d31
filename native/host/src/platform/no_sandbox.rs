//! For systems where botyard has no sandbox for executables.

#[cfg(unix)]
mod warden_clients {
    use std::ffi::OsString;
    use std::io;
    use std::os::fd::{BorrowedFd, OwnedFd};

    use super::super::{ProcessorTime, ProgramExit, ProgramMeter, SpawnError};
    use crate::process_sandbox::{CollectedFolder, SandboxedCommand};

    /// Stands for the wardens, which do not exist on this system.
    #[derive(Debug, Default)]
    pub(crate) struct WardenClients;

    /// Never constructed, because there are no wardens on this system.
    #[derive(Debug)]
    pub(crate) enum WardenRun {}

    /// A run's pipes: stdin, stdout, stderr.
    type Pipes = [OwnedFd; 3];

    impl WardenClients {
        pub(crate) fn new(_: Vec<Vec<OsString>>) -> Self {
            Self
        }

        pub(crate) fn start(&mut self, _: usize, _: &SandboxedCommand<'_>) -> Result<(WardenRun, Pipes), SpawnError> {
            Err(SpawnError::Program(io::ErrorKind::Unsupported.into()))
        }

        pub(crate) fn lines(&self) -> impl Iterator<Item = Option<BorrowedFd<'_>>> {
            std::iter::empty()
        }

        pub(crate) fn listen(&mut self, _: usize) {}

        pub(crate) fn collect_folder(&mut self, _: usize) -> Option<CollectedFolder> {
            None
        }

        pub(crate) fn poll_exit(&mut self, run: &mut WardenRun) -> Option<(ProgramExit, Option<ProcessorTime>)> {
            match *run {}
        }

        pub(crate) fn meter(&mut self, run: &WardenRun) -> Option<ProgramMeter> {
            match *run {}
        }

        pub(crate) fn stop(&mut self, run: &WardenRun) {
            match *run {}
        }

        pub(crate) fn resume(&mut self, run: &WardenRun) {
            match *run {}
        }
    }
}

#[cfg(unix)]
pub(super) use warden_clients::{WardenClients, WardenRun};

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use crate::process_sandbox::{AccessGaps, ProcessSandbox, Restriction, RestrictionStatus, SandboxedCommand};

/// There is no warden on this system.
pub fn run_warden() -> Option<ExitCode> {
    None
}

/// A bot misses nothing on this system.
pub(crate) fn find_access_gaps(_: &SandboxedCommand<'_>, _: &[&[OsString]]) -> AccessGaps {
    AccessGaps::default()
}

/// Reports all restrictions as missing.
pub(crate) fn inspect(_: &ProcessSandbox) -> io::Result<Vec<RestrictionStatus>> {
    let missing =
        |restriction| RestrictionStatus::from_attempt(restriction, Err("botyard does not support this on this system"));
    Ok(Restriction::ALL.into_iter().chain([Restriction::Totals]).map(missing).collect())
}
