//! The wardens of a match, one for each seat with a sandboxed program.

use std::ffi::OsString;
use std::io;
use std::os::fd::BorrowedFd;

use botyard_sandbox::wasi::Folder;

use super::super::{ProgramMeter, SpawnError};
use super::access::Access;
use super::warden_client::WardenClient;
use crate::process_sandbox::{AccessGaps, CollectedFolder, ProcessSandbox, RestrictionStatus, SandboxedCommand};

use super::warden_client::Pipes;
pub(crate) use super::warden_client::{WardenExit, WardenRun};

/// The wardens of a match.
#[derive(Debug, Default)]
pub(crate) struct WardenClients {
    started: Vec<(usize, WardenClient)>,
    /// The command line of each seat; empty if it has none.
    lines: Vec<Vec<OsString>>,
}

impl WardenClients {
    /// The wardens of a match whose seats have these command lines.
    pub(crate) fn new(lines: Vec<Vec<OsString>>) -> Self {
        Self { started: Vec::new(), lines }
    }

    /// Starts a run for this seat. The first run starts the warden.
    ///
    /// # Errors
    /// The errors of starting a program. It is never the bot's fault if the warden does not start.
    pub(crate) fn start(
        &mut self,
        seat: usize,
        command: &SandboxedCommand<'_>,
    ) -> Result<(WardenRun, Pipes), SpawnError> {
        let at = match self.started.iter().position(|(known, _)| *known == seat) {
            Some(at) => at,
            None => {
                let others = self.lines.iter().enumerate().filter(|(other, _)| *other != seat);
                let others: Vec<_> = others.map(|(_, line)| line.as_slice()).collect();
                let client = WardenClient::start(command, &others).map_err(SpawnError::Host)?;
                self.started.push((seat, client));
                self.started.len() - 1
            }
        };
        self.started[at].1.start_run()
    }

    /// The descriptors of the connections; [`WardenClients::listen`] takes an index into this list.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Option<BorrowedFd<'_>>> {
        self.started.iter().map(|(_, client)| client.descriptor())
    }

    /// Reads the messages of one warden.
    pub(crate) fn listen(&mut self, place: usize) {
        self.started[place].1.receive_all();
    }

    /// Ends all runs of a seat, and returns the files that they have written into the working
    /// folder; `None` if no run has started or the warden does not answer.
    pub(crate) fn collect_folder(&mut self, seat: usize) -> Option<CollectedFolder> {
        let (_, client) = self.started.iter_mut().find(|(known, _)| *known == seat)?;
        client.collect_folder().ok()
    }

    /// How a run has ended, if it has; returned once.
    pub(crate) fn poll_exit(&mut self, run: &mut WardenRun) -> Option<WardenExit> {
        self.client_of(run)?.take_exit(run)
    }

    /// The meter of a run's processor time until now or until its end; `None` if that is not known.
    pub(crate) fn meter(&mut self, run: &WardenRun) -> Option<ProgramMeter> {
        self.client_of(run)?.meter(run)
    }

    fn client_of(&mut self, run: &WardenRun) -> Option<&mut WardenClient> {
        self.started.iter_mut().map(|(_, client)| client).find(|client| client.owns(run))
    }
}

/// What a bot may miss where it works, given the other seats' command lines.
pub(crate) fn find_access_gaps(command: &SandboxedCommand<'_>, others: &[&[OsString]]) -> AccessGaps {
    let Access { working_folder, refused_links, .. } = Access::for_command(command, others);
    AccessGaps { refused_links, partial_folder: working_folder.partial_folder() }
}

/// Applies all restrictions to a warden and reports which are in force.
///
/// # Errors
/// If no warden starts.
pub(crate) fn inspect(process_sandbox: &ProcessSandbox) -> io::Result<Vec<RestrictionStatus>> {
    let command = SandboxedCommand { sandbox: process_sandbox, words: &[], file: None, folder: &Folder::default() };
    WardenClient::start(&command, &[]).map(|client| client.restrictions().to_vec())
}
