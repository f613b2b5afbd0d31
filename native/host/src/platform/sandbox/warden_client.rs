//! The host's end of the connection: starts a warden, requests runs, and receives how they end.

use std::cell::Cell;
use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::io::{self, IoSlice, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use tempfile::TempDir;

use super::super::processor_time::{LiveRuns, StrayFinder, find_process};
use super::super::{ProcessorTime, ProgramExit, ProgramMeter, SpawnError};
use super::access::Access;
use super::cgroup::BotCgroup;
use super::{
    NAME, WardenConfig, WardenMessage, access, receive_folder, receive_message, restrictions, send_folder, send_message,
};
use crate::process_sandbox::{CollectedFolder, Restriction, RestrictionStatus, SandboxedCommand};

/// How long a warden may take to reply; usually it takes a few milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long it may take to report the processor time of a run that has been reaped; usually some
/// microseconds, and longer if the run has left processes behind.
const REAP_PATIENCE: Duration = Duration::from_millis(20);

/// A warden and the state of its runs. Dropping it ends all of them.
#[derive(Debug)]
pub(super) struct WardenClient {
    process: std::process::Child,
    socket: Arc<UnixStream>,
    statuses: Vec<RestrictionStatus>,
    runs: u32,
    /// How many of them belong to earlier matches.
    earlier_runs: u32,
    /// Whether it can be used for another match if it is clean.
    is_reusable: bool,
    /// The processes of the runs in progress.
    live_runs: LiveRuns,
    /// How runs have ended that the host has not asked about yet.
    ended: HashMap<u32, WardenExit>,
    /// Whether the warden, and with it all runs, has ended.
    is_dead: bool,
    /// The scratch folder, removed when the warden has ended.
    scratch: TempDir,
    /// The cgroup of the warden and its runs, removed when they have ended.
    cgroup: Option<BotCgroup>,
}

/// How a run has ended, and the processor time that it used, if the warden reported it.
pub(crate) type WardenExit = (ProgramExit, Option<ProcessorTime>);

/// A run of a warden. Dropping it ends the run.
#[derive(Debug)]
pub(crate) struct WardenRun {
    run: u32,
    /// Its process in the warden's namespace.
    process: u32,
    /// The warden's first process.
    warden: u32,
    socket: Arc<UnixStream>,
    live_runs: LiveRuns,
    /// Whether the run has ended without being dropped.
    is_over: bool,
    /// Whether its process was found, and may be looked at until it ends.
    was_found: Cell<bool>,
}

/// A run's pipes: stdin, stdout, stderr.
pub(crate) type Pipes = [OwnedFd; 3];

impl WardenClient {
    /// Starts a warden for this command; `others` are the other seats' command lines.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) fn start(bot: &SandboxedCommand<'_>, others: &[&[OsString]]) -> io::Result<Self> {
        let scratch = tempfile::Builder::new().prefix("botyard-").tempdir().map_err(no_scratch_folder)?;
        let (ours, its) = UnixStream::pair()?;
        ours.set_read_timeout(Some(PATIENCE))?;
        let mut command = Command::new(bot.sandbox.warden());
        let environment = access::environment(&restrictions::home(scratch.path()));
        command.arg0(NAME).arg(scratch.path()).env_clear().envs(environment);
        let cgroup = BotCgroup::create();
        command.args(cgroup.iter().map(BotCgroup::entrance));
        command.stdin(Stdio::from(OwnedFd::from(its))).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C at the terminal is not for the warden.
        let process = command.process_group(0).spawn()?;
        drop(command);
        let mut client = Self {
            process,
            socket: Arc::new(ours),
            statuses: Vec::new(),
            runs: 0,
            earlier_runs: 0,
            is_reusable: false,
            live_runs: LiveRuns::default(),
            ended: HashMap::new(),
            is_dead: false,
            scratch,
            cgroup: None,
        };
        client.statuses = client.send_config(bot, others)?;
        let is_whole = client.statuses.iter().all(|status| status.fault.is_none());
        client.is_reusable = is_whole && bot.folder.iter().next().is_none();
        let (cgroup, fault) = cgroup.map_or_else(|why| (None, Some(why)), |cgroup| (Some(cgroup), None));
        client.cgroup = cgroup;
        client.statuses.push(RestrictionStatus { restriction: Restriction::Totals, fault });
        Ok(client)
    }

    /// The status of the restrictions on the runs.
    pub(super) fn restrictions(&self) -> &[RestrictionStatus] {
        &self.statuses
    }

    fn send_config(&self, bot: &SandboxedCommand<'_>, others: &[&[OsString]]) -> io::Result<Vec<RestrictionStatus>> {
        let Access { readable, working_folder, .. } = Access::for_command(bot, others);
        let readable = readable.into_iter().map(OsString::from).collect();
        let (words, scratch) = (bot.words.to_vec(), self.scratch.path().into());
        let orders = WardenConfig { words, readable, scratch, working_folder, statuses: Vec::new() };
        let mut line = &*self.socket;
        send_message(&mut line, &orders)?;
        send_folder(&mut line, bot.folder)?;
        receive_message(&mut line).map_err(|_| lost())
    }

    /// Ends all runs, and returns the files that they have written into the working folder.
    ///
    /// # Errors
    /// If the warden has ended.
    pub(super) fn collect_folder(&mut self) -> io::Result<CollectedFolder> {
        (&*self.socket).write_all(&WardenMessage::Collect.bytes())?;
        loop {
            match self.receive()? {
                WardenMessage::Collected(true) => {
                    return receive_folder(&mut &*self.socket).map(CollectedFolder::Whole);
                }
                WardenMessage::Collected(false) => return Ok(CollectedFolder::TooLarge),
                _ => {}
            }
        }
    }

    /// Requests the end of all runs, and that what they have left is removed; returns whether the
    /// warden replies to that ([`WardenClient::is_clean`]).
    pub(super) fn request_clean(&self) -> bool {
        let send = || (&*self.socket).write_all(&WardenMessage::Clean.bytes());
        self.is_reusable && !self.is_dead && send().is_ok()
    }

    /// Whether the warden, which was requested to be clean, is ready for another match.
    pub(super) fn is_clean(&mut self) -> bool {
        let is_clean = loop {
            match self.receive() {
                Ok(WardenMessage::Cleaned(is_clean)) => break is_clean,
                Ok(_) => {}
                Err(_) => break false,
            }
        };
        self.ended.clear();
        self.earlier_runs = self.runs;
        is_clean
    }

    /// Stops all processes of the bot. If the warden has ended, so have they.
    pub(super) fn stop_runs(&self) {
        let _ = (&*self.socket).write_all(&WardenMessage::Stop.bytes());
    }

    /// Lets all processes of the bot go on; returns when they do.
    pub(super) fn resume_runs(&mut self) {
        let is_sent = (&*self.socket).write_all(&WardenMessage::Resume.bytes()).is_ok();
        while is_sent && !matches!(self.receive(), Ok(WardenMessage::Resumed) | Err(_)) {}
    }

    /// Starts a run.
    ///
    /// # Errors
    /// The errors of starting a program. A failure before any run of the bot in the match has started is not the
    /// bot's doing; later, the bot itself may have used up its processes or ended the warden.
    pub(super) fn start_run(&mut self) -> Result<(WardenRun, Pipes), SpawnError> {
        let is_first = self.runs == self.earlier_runs;
        let (its_stdin, stdin) = pipe()?;
        let (stdout, its_stdout) = pipe()?;
        let (stderr, its_stderr) = pipe()?;
        self.runs += 1;
        let run = self.runs;
        let request =
            self.request(WardenMessage::Start(run), &[its_stdin.as_fd(), its_stdout.as_fd(), its_stderr.as_fd()]);
        let answer = request.and_then(|()| self.receive_start(run));
        match answer.map_err(|error| if is_first { SpawnError::Host(error) } else { SpawnError::Program(error) })? {
            Ok(process) => {
                let (warden, socket) = (self.process.id(), Arc::clone(&self.socket));
                let (is_over, was_found) = Default::default();
                let live_runs = self.live_runs.clone();
                live_runs.insert(run, process);
                let run = WardenRun { run, process, warden, socket, live_runs, is_over, was_found };
                Ok((run, [stdin, stdout, stderr]))
            }
            Err(error) if error.raw_os_error() == Some(libc::EAGAIN) && !is_first => Err(SpawnError::Program(error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Receives whether a requested run has started: its process in the warden's namespace, or the
    /// error of starting its program.
    fn receive_start(&mut self, run: u32) -> io::Result<Result<u32, io::Error>> {
        loop {
            match self.receive()? {
                WardenMessage::Started(started, process) if started == run => return Ok(Ok(process.cast_unsigned())),
                WardenMessage::Refused(refused, why) if refused == run => {
                    return Ok(Err(io::Error::from_raw_os_error(why)));
                }
                _ => {}
            }
        }
    }

    fn request(&self, word: WardenMessage, pipes: &[BorrowedFd<'_>]) -> io::Result<()> {
        let pipes: Vec<_> = pipes.iter().map(AsRawFd::as_raw_fd).collect();
        let control = [ControlMessage::ScmRights(&pipes)];
        let bytes = word.bytes();
        sendmsg::<()>(self.socket.as_raw_fd(), &[IoSlice::new(&bytes)], &control, MsgFlags::MSG_NOSIGNAL, None)?;
        Ok(())
    }

    /// Whether the warden has sent a message.
    fn has_message(&self) -> bool {
        self.has_message_within(Duration::ZERO)
    }

    /// Whether the warden sends a message within at most `patience`.
    fn has_message_within(&self, patience: Duration) -> bool {
        let mut socket = [PollFd::new(&*self.socket, PollFlags::IN)];
        let timeout = Timespec::try_from(patience).ok();
        timeout.is_some_and(|timeout| matches!(poll(&mut socket, Some(&timeout)), Ok(1..)))
    }

    /// Waits for a message of the warden, and notes which runs have ended.
    fn receive(&mut self) -> io::Result<WardenMessage> {
        let mut bytes = [0; WardenMessage::LENGTH];
        let read = (&*self.socket).read_exact(&mut bytes).ok();
        let Some(word) = read.and_then(|()| WardenMessage::parse(&bytes)) else {
            self.is_dead = true;
            return Err(lost());
        };
        match word {
            WardenMessage::Exited(run, status, had) => self.ended.insert(run, (ProgramExit::Code(status), had)),
            WardenMessage::Killed(run, signal, had) => self.ended.insert(run, (ProgramExit::Signal(signal), had)),
            _ => None,
        };
        Ok(word)
    }

    /// Reads all messages that the warden has sent.
    pub(super) fn receive_all(&mut self) {
        while !self.is_dead && self.has_message() && self.receive().is_ok() {}
    }

    /// The descriptor of the connection to the warden.
    pub(super) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.socket.as_fd()).filter(|_| !self.is_dead)
    }

    /// How a run has ended, if it has; returned once.
    pub(super) fn take_exit(&mut self, run: &mut WardenRun) -> Option<WardenExit> {
        let dead = self.is_dead.then_some((ProgramExit::Code(-1), None));
        let ended = self.ended.remove(&run.run).or(dead);
        if ended.is_some() {
            run.is_over = true;
            run.live_runs.remove(run.run);
            run.was_found.set(false);
        }
        ended
    }

    /// The meter of a run's processor time until now or until its end; `None` if that is not known.
    pub(super) fn meter(&mut self, run: &WardenRun) -> Option<ProgramMeter> {
        if let Some((warden, process)) = find_process(run.warden, run.process) {
            run.was_found.set(true);
            let runs = self.live_runs.clone();
            return ProgramMeter::new(process).map(|meter| meter.with_strays(StrayFinder { warden, runs }));
        }
        // It has just been reaped: the warden is about to report its processor time.
        let end = Instant::now() + REAP_PATIENCE;
        while run.was_found.get() && !self.is_dead && !self.ended.contains_key(&run.run) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || (self.has_message_within(left) && self.receive().is_err()) {
                run.was_found.set(false);
            }
        }
        self.ended.get(&run.run).and_then(|(_, had)| ProgramMeter::of_ended((*had)?))
    }

    /// Whether this run belongs to this warden.
    pub(super) fn owns(&self, run: &WardenRun) -> bool {
        Arc::ptr_eq(&self.socket, &run.socket)
    }
}

impl Drop for WardenClient {
    fn drop(&mut self) {
        // The warden ends all its runs when the connection closes.
        let _ = self.socket.shutdown(Shutdown::Both);
        let _ = self.process.wait();
    }
}

impl Drop for WardenRun {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.live_runs.remove(self.run);
        // If the warden has ended, so has the run.
        let _ = (&*self.socket).write_all(&WardenMessage::Kill(self.run).bytes());
    }
}

/// Explains what is wrong with the folder for temporary files, and what to do.
fn no_scratch_folder(why: io::Error) -> io::Error {
    let folder = env::temp_dir();
    io::Error::new(
        why.kind(),
        format!(
            "cannot make its scratch folder in {}, the folder for temporary files ({}): set TMPDIR to a folder that you may \
             write into and that has room",
            folder.display(),
            why.raw_os_error()
                .map_or_else(|| why.to_string(), |number| io::Error::from_raw_os_error(number).to_string()),
        ),
    )
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

fn lost() -> io::Error {
    io::Error::other("the sandbox does not answer")
}
