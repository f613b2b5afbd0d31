//! The wardens of a match, one for each seat with a sandboxed program.

use std::ffi::OsString;
use std::io;
use std::os::fd::BorrowedFd;

use botyard_sandbox::wasi::Folder;

use super::super::{ProgramMeter, SpawnError};
use super::access::Access;
use super::idle_wardens::{self, WardenKey};
use super::warden_client::WardenClient;
use crate::process_sandbox::{AccessGaps, CollectedFolder, ProcessSandbox, RestrictionStatus, SandboxedCommand};

use super::warden_client::Pipes;
pub(crate) use super::warden_client::{WardenExit, WardenRun};

/// The wardens of a match. When dropped, they wait for the next one.
#[derive(Debug, Default)]
pub(crate) struct WardenClients {
    started: Vec<SeatWarden>,
    /// The command line of each seat; empty if it has none.
    lines: Vec<Vec<OsString>>,
}

/// The warden of a seat.
#[derive(Debug)]
struct SeatWarden {
    seat: usize,
    key: WardenKey,
    client: WardenClient,
}

impl WardenClients {
    /// The wardens of a match whose seats have these command lines.
    pub(crate) fn new(lines: Vec<Vec<OsString>>) -> Self {
        Self { started: Vec::new(), lines }
    }

    /// Starts a run for this seat. The first run starts the warden, if none waits for it.
    ///
    /// # Errors
    /// The errors of starting a program. It is never the bot's fault if the warden does not start.
    pub(crate) fn start(
        &mut self,
        seat: usize,
        command: &SandboxedCommand<'_>,
    ) -> Result<(WardenRun, Pipes), SpawnError> {
        let at = match self.started.iter().position(|warden| warden.seat == seat) {
            Some(at) => at,
            None => {
                let warden = self.find_warden(seat, command).map_err(SpawnError::Host)?;
                self.started.push(warden);
                self.started.len() - 1
            }
        };
        self.started[at].client.start_run()
    }

    /// A warden for this seat: one that waits, or a new one. A bot that has kept files gets a new
    /// one.
    fn find_warden(&self, seat: usize, command: &SandboxedCommand<'_>) -> io::Result<SeatWarden> {
        let others = self.lines.iter().enumerate().filter(|(other, _)| *other != seat);
        let others: Vec<_> = others.map(|(_, line)| line.as_slice()).collect();
        let key = WardenKey::new(command, &others);
        let waiting = if command.folder.iter().next().is_none() { idle_wardens::take(&key) } else { None };
        let client = waiting.map_or_else(|| WardenClient::start(command, &others), Ok)?;
        Ok(SeatWarden { seat, key, client })
    }

    /// The descriptors of the connections; [`WardenClients::listen`] takes an index into this list.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Option<BorrowedFd<'_>>> {
        self.started.iter().map(|warden| warden.client.descriptor())
    }

    /// Reads the messages of one warden.
    pub(crate) fn listen(&mut self, place: usize) {
        self.started[place].client.receive_all();
    }

    /// Ends all runs of a seat, and returns the files that they have written into the working
    /// folder; `None` if no run has started or the warden does not answer.
    pub(crate) fn collect_folder(&mut self, seat: usize) -> Option<CollectedFolder> {
        let warden = self.started.iter_mut().find(|warden| warden.seat == seat)?;
        warden.client.collect_folder().ok()
    }

    /// How a run has ended, if it has; returned once.
    pub(crate) fn poll_exit(&mut self, run: &mut WardenRun) -> Option<WardenExit> {
        self.client_of(run)?.take_exit(run)
    }

    /// The meter of a run's processor time until now or until its end; `None` if that is not known.
    pub(crate) fn meter(&mut self, run: &WardenRun) -> Option<ProgramMeter> {
        self.client_of(run)?.meter(run)
    }

    /// Stops all processes of a run's bot.
    pub(crate) fn stop(&mut self, run: &WardenRun) {
        self.client_of(run).into_iter().for_each(|client| client.stop_runs());
    }

    /// Lets all processes of a run's bot go on; returns when they do.
    pub(crate) fn resume(&mut self, run: &WardenRun) {
        self.client_of(run).into_iter().for_each(WardenClient::resume_runs);
    }

    fn client_of(&mut self, run: &WardenRun) -> Option<&mut WardenClient> {
        self.started.iter_mut().map(|warden| &mut warden.client).find(|client| client.owns(run))
    }
}

impl Drop for WardenClients {
    fn drop(&mut self) {
        idle_wardens::keep(self.started.drain(..).map(|SeatWarden { key, client, .. }| (key, client)));
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
