//! Programs on Unix: a process group each, non-blocking pipes, one `poll` for all of them. Wardens
//! start and end sandboxed programs instead; their pipes are read here like the others.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::sandbox::{self, WardenClients};
use super::{
    ProcessorTime, ProgramEvent, ProgramEventKind, ProgramExit, ProgramMeter, SpawnError, UNWRITTEN, UnreadInputError,
    signals,
};
use crate::process_sandbox::{CollectedFolder, SandboxedCommand};

/// The interpreter of Python scripts.
pub(crate) const PYTHON: &str = "python3";

/// The longest wait before checking whether a program has ended without closing its stdout, and
/// before the caller can check its switches.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);
/// The shortest wait, after a program has closed its stdout and is about to end.
const CHECK_INTERVAL_MIN: Duration = Duration::from_micros(200);

/// How long a program that has closed its stdout may take to exit before that is reported. Every
/// program closes it when it exits, and a large one takes a moment to end.
const EXIT_PATIENCE: Duration = Duration::from_secs(1);

/// A running program. Dropping it ends it and what it has started.
#[derive(Debug)]
pub(crate) struct RunningProgram {
    handle: ProcessHandle,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Input that its stdin has not accepted yet.
    unwritten: Vec<u8>,
    closing: bool,
    /// Since when its stdout has been closed.
    silent: Option<Instant>,
    /// Whether that has been reported.
    is_silence_reported: bool,
    has_ended: bool,
    /// The processor time that it had used when it ended, if that is known.
    had: Option<ProcessorTime>,
}

/// The process handle of a program.
#[derive(Debug)]
enum ProcessHandle {
    /// Our child, the leader of its own process group.
    Group(std::process::Child, Pid),
    /// A run of a warden.
    Warden(sandbox::WardenRun),
}

impl RunningProgram {
    /// Starts a program. `watch` is the watcher that will wait for it.
    pub(crate) fn spawn(mut command: Command, _: &ProgramWatcher) -> Result<Self, SpawnError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        signals::keep_ignored_ones_here();
        let mut process = command.spawn()?;
        let (stdin, stdout, stderr) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let group = Pid::from_child(&process);
        Ok(Self::new(ProcessHandle::Group(process, group), stdin, stdout, stderr)?)
    }

    /// Starts a sandboxed program for this seat.
    pub(crate) fn spawn_sandboxed(
        sandboxed: &SandboxedCommand<'_>,
        seat: usize,
        watch: &mut ProgramWatcher,
    ) -> Result<Self, SpawnError> {
        if !cfg!(target_os = "linux") {
            let (program, arguments) =
                sandboxed.words.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
            let mut command = Command::new(program);
            command.args(arguments);
            return Self::spawn(command, watch);
        }
        let (handle, [stdin, stdout, stderr]) = watch.wardens.start(seat, sandboxed)?;
        Ok(Self::new(ProcessHandle::Warden(handle), Some(stdin.into()), Some(stdout.into()), Some(stderr.into()))?)
    }

    fn new(
        handle: ProcessHandle,
        stdin: Option<ChildStdin>,
        stdout: Option<ChildStdout>,
        stderr: Option<ChildStderr>,
    ) -> io::Result<Self> {
        let (unwritten, closing, silent, is_silence_reported, has_ended, had) = Default::default();
        let child =
            Self { handle, stdin, stdout, stderr, unwritten, closing, silent, is_silence_reported, has_ended, had };
        child.stdin.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        child.stdout.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        child.stderr.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        Ok(child)
    }

    /// Writes to its stdin, or later if the pipe is full.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), UnreadInputError> {
        let taken = if self.unwritten.is_empty() { self.write(bytes) } else { 0 };
        if self.stdin.is_some() {
            if self.unwritten.len() + bytes.len() - taken > UNWRITTEN {
                return Err(UnreadInputError);
            }
            self.unwritten.extend_from_slice(&bytes[taken..]);
        }
        Ok(())
    }

    /// Closes its stdin after what was sent.
    pub(crate) fn close_stdin(&mut self) {
        self.closing = true;
        if self.unwritten.is_empty() {
            self.stdin = None;
        }
    }

    /// Writes as much as the pipe accepts now. Closes a pipe that has no reader any more.
    fn write(&mut self, bytes: &[u8]) -> usize {
        let Some(pipe) = &mut self.stdin else { return 0 };
        loop {
            match pipe.write(bytes) {
                Ok(taken) => return taken,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return 0,
                Err(_) => {
                    self.stdin = None;
                    return 0;
                }
            }
        }
    }

    /// Writes more of the pending input.
    fn write_pending(&mut self) {
        let unwritten = std::mem::take(&mut self.unwritten);
        let taken = self.write(&unwritten);
        if self.stdin.is_some() {
            self.unwritten = unwritten;
            self.unwritten.drain(..taken);
        }
        if self.closing {
            self.close_stdin();
        }
    }

    /// How long to wait before the next check: less right after its stdout has closed.
    fn patience(&self) -> Duration {
        self.silent.map_or(CHECK_INTERVAL, |since| since.elapsed().clamp(CHECK_INTERVAL_MIN, CHECK_INTERVAL))
    }

    /// How it has ended, as has everything that it has started then; `None` while it runs.
    fn poll_exit(&mut self, wardens: &mut WardenClients) -> Option<ProgramExit> {
        let ended = match &mut self.handle {
            ProcessHandle::Warden(handle) => wardens.poll_exit(handle).map(|(exit, had)| {
                self.had = had;
                exit
            }),
            ProcessHandle::Group(process, group) => has_ended(*group).then(|| {
                // Once it is reaped, the system has no processor time of it.
                self.had = ProgramMeter::new(process.id()).and_then(|mut meter| meter.read());
                program_exit(kill(process, *group))
            }),
        };
        self.has_ended |= ended.is_some();
        ended
    }
}

/// Whether a process has ended. Its id stays reserved until it is reaped.
fn has_ended(process: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(process), options), Ok(None))
}

/// Ends a process and everything in its group, and reaps it.
fn kill(process: &mut std::process::Child, group: Pid) -> Option<ExitStatus> {
    // The leader is not reaped yet, so its id still names this group.
    let _ = kill_process_group(group, Signal::KILL);
    process.wait().ok()
}

fn program_exit(status: Option<ExitStatus>) -> ProgramExit {
    let code = status.and_then(|status| status.code()).map(ProgramExit::Code);
    code.or(status.and_then(|status| status.signal()).map(ProgramExit::Signal)).unwrap_or(ProgramExit::Code(-1))
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        if let (ProcessHandle::Group(process, group), false) = (&mut self.handle, self.has_ended) {
            kill(process, *group);
        }
    }
}

/// Which pipe of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pipe {
    Stdin,
    Stdout,
    Stderr,
}

/// At most this many bytes are read at once: a pipe holds no more.
const READ_MAX: usize = 64 << 10;

/// Waits for programs.
#[derive(Debug)]
pub(crate) struct ProgramWatcher {
    /// The buffer for reads; empty until there is a program.
    buffer: Vec<u8>,
    ready: Vec<(usize, Pipe)>,
    /// When it was last checked which programs have ended.
    last_check: Instant,
    wardens: WardenClients,
}

impl ProgramWatcher {
    /// A watcher for a match whose seats have these command lines.
    pub(crate) fn new(lines: Vec<Vec<OsString>>) -> Self {
        Self { buffer: Vec::new(), ready: Vec::new(), last_check: Instant::now(), wardens: WardenClients::new(lines) }
    }

    /// Ends all sandboxed runs of a seat, and returns the files that they have written into the
    /// working folder; `None` if there is no such folder.
    pub(crate) fn collect_folder(&mut self, seat: usize) -> Option<CollectedFolder> {
        self.wardens.collect_folder(seat)
    }

    /// The meter of a program's processor time until now or until its end; `None` if that is not
    /// known.
    pub(crate) fn meter(&mut self, program: &RunningProgram) -> Option<ProgramMeter> {
        match (&program.handle, program.had) {
            (_, Some(had)) => ProgramMeter::of_ended(had),
            (ProcessHandle::Group(process, _), None) => ProgramMeter::new(process.id()),
            (ProcessHandle::Warden(run), None) => self.wardens.meter(run),
        }
    }

    /// Stops a program: the processes of its group, or all that belong to it in a sandbox.
    pub(crate) fn stop(&mut self, program: &RunningProgram) {
        match &program.handle {
            ProcessHandle::Group(_, group) => _ = kill_process_group(*group, Signal::STOP),
            ProcessHandle::Warden(run) => self.wardens.stop(run),
        }
    }

    /// Lets a stopped program go on; returns when it does.
    pub(crate) fn resume(&mut self, program: &RunningProgram) {
        match &program.handle {
            ProcessHandle::Group(_, group) => _ = kill_process_group(*group, Signal::CONT),
            ProcessHandle::Warden(run) => self.wardens.resume(run),
        }
    }

    /// Waits for events of the programs, at most for `patience`, and collects them. May return
    /// earlier without any. Returns how much longer than `patience` the system has let it wait.
    ///
    /// # Errors
    /// If the system cannot wait.
    pub(crate) fn wait<K: Copy>(
        &mut self,
        children: &mut [(K, RunningProgram)],
        patience: Duration,
        events: &mut Vec<ProgramEvent<K>>,
    ) -> io::Result<Duration> {
        self.buffer.resize(READ_MAX, 0);
        let wait = children.iter().map(|(_, child)| child.patience()).min().unwrap_or(CHECK_INTERVAL);
        let (before, wanted) = (Instant::now(), patience.min(wait));
        self.poll(children, wanted)?;
        let now = Instant::now();
        for index in 0..self.ready.len() {
            let (which, pipe) = self.ready[index];
            let (key, child) = &mut children[which];
            if let Some(what) = self.read(child, pipe, now) {
                events.push(ProgramEvent { from: *key, at: now, what });
            }
        }
        if events.is_empty() || now.duration_since(self.last_check) >= CHECK_INTERVAL {
            self.find_ended(children, now, events);
        }
        Ok(now.duration_since(before).saturating_sub(wanted))
    }

    /// Collects the pipes that are ready: stderr before stdout, the order in which most bots use
    /// them.
    fn poll<K>(&mut self, children: &[(K, RunningProgram)], patience: Duration) -> io::Result<()> {
        self.ready.clear();
        let mut pipes = Vec::with_capacity(2 * children.len());
        let mut owners = Vec::with_capacity(2 * children.len());
        let mut lines = Vec::new();
        for (place, line) in self.wardens.lines().enumerate() {
            if let Some(line) = line {
                lines.push(place);
                pipes.push(PollFd::from_borrowed_fd(line, PollFlags::IN));
            }
        }
        for (index, (_, child)) in children.iter().enumerate() {
            let mut add = |pipe, descriptor, flags| {
                owners.push((index, pipe));
                pipes.push(PollFd::from_borrowed_fd(descriptor, flags));
            };
            if let Some(stderr) = &child.stderr {
                add(Pipe::Stderr, stderr.as_fd(), PollFlags::IN);
            }
            if let Some(stdout) = &child.stdout {
                add(Pipe::Stdout, stdout.as_fd(), PollFlags::IN);
            }
            if let Some(stdin) = child.stdin.as_ref().filter(|_| !child.unwritten.is_empty()) {
                add(Pipe::Stdin, stdin.as_fd(), PollFlags::OUT);
            }
        }
        let timeout = Timespec::try_from(patience).map_err(io::Error::other)?;
        match poll(&mut pipes, Some(&timeout)) {
            Ok(_) => {}
            // A signal arrived: the caller checks its switches.
            Err(Errno::INTR) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let is_ready = |pipe: &PollFd<'_>| !pipe.revents().is_empty();
        let ready = owners.iter().zip(&pipes[lines.len()..]).filter(|(_, pipe)| is_ready(pipe));
        self.ready.extend(ready.map(|(owner, _)| *owner));
        let told: Vec<_> =
            lines.iter().zip(&pipes).filter(|(_, line)| is_ready(line)).map(|(place, _)| *place).collect();
        drop(pipes);
        told.into_iter().for_each(|place| self.wardens.listen(place));
        Ok(())
    }

    fn read(&mut self, child: &mut RunningProgram, pipe: Pipe, now: Instant) -> Option<ProgramEventKind> {
        match pipe {
            Pipe::Stdin => {
                child.write_pending();
                None
            }
            Pipe::Stdout => {
                let bytes = read(&mut child.stdout, &mut self.buffer);
                if child.stdout.is_none() {
                    child.silent = Some(now);
                }
                bytes.map(ProgramEventKind::Stdout)
            }
            Pipe::Stderr => read(&mut child.stderr, &mut self.buffer).map(ProgramEventKind::Stderr),
        }
    }

    /// Finds the programs that have ended: usually among those that have closed their stdout, and
    /// from time to time among all. Very many can be about to end.
    fn find_ended<K: Copy>(
        &mut self,
        children: &mut [(K, RunningProgram)],
        now: Instant,
        events: &mut Vec<ProgramEvent<K>>,
    ) {
        let all = now.duration_since(self.last_check) >= CHECK_INTERVAL;
        if all {
            self.last_check = now;
        }
        for (key, child) in children.iter_mut().filter(|(_, child)| !child.has_ended && (all || child.silent.is_some()))
        {
            if let Some(ended) = child.poll_exit(&mut self.wardens) {
                let mut note = |what| events.push(ProgramEvent { from: *key, at: now, what });
                drain(&mut child.stderr, &mut self.buffer).map(ProgramEventKind::Stderr).map(&mut note);
                drain(&mut child.stdout, &mut self.buffer).map(ProgramEventKind::Stdout).map(&mut note);
                note(ProgramEventKind::Exited(ended));
            } else if child.silent.is_some_and(|since| now.duration_since(since) >= EXIT_PATIENCE)
                && !child.is_silence_reported
            {
                child.is_silence_reported = true;
                events.push(ProgramEvent { from: *key, at: now, what: ProgramEventKind::StdoutClosed });
            }
        }
    }
}

/// Reads the current content of a pipe, and closes it at its end.
fn read(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> Option<Vec<u8>> {
    loop {
        match pipe.as_mut()?.read(buffer) {
            Ok(0) => *pipe = None,
            Ok(length) => return Some(buffer[..length].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(_) => *pipe = None,
        }
    }
}

/// Reads the rest of a pipe whose writers have ended.
fn drain(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> Option<Vec<u8>> {
    let mut rest = Vec::new();
    // A writer that has left the group could continue for ever, so at most one pipe buffer is read.
    while rest.len() < 1 << 20
        && let Some(bytes) = read(pipe, buffer)
    {
        rest.extend_from_slice(&bytes);
    }
    *pipe = None;
    Some(rest).filter(|rest| !rest.is_empty())
}

/// The words of a command line; `None` if a quote is open.
pub(crate) fn split(line: &str) -> Option<Vec<OsString>> {
    Some(shlex::split(line)?.into_iter().map(OsString::from).collect())
}

/// Whether the file's permissions let it be executed.
pub(crate) fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether the error means that the system cannot execute this format.
pub(crate) fn is_wrong_format(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::NOEXEC)
}

/// Whether the system lacks something that every program needs: descriptors, processes, memory.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE | Errno::AGAIN | Errno::NOMEM))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program's stdout until it ends, and how it ended.
    fn follow(child: RunningProgram, mut watch: ProgramWatcher) -> (Vec<u8>, ProgramExit) {
        let mut children = [((), child)];
        let (mut printed, mut events) = (Vec::new(), Vec::new());
        loop {
            watch.wait(&mut children, Duration::from_secs(60), &mut events).expect("the system can wait");
            for ProgramEvent { what, .. } in events.drain(..) {
                match what {
                    ProgramEventKind::Stdout(bytes) => printed.extend(bytes),
                    ProgramEventKind::Stderr(_) | ProgramEventKind::StdoutClosed => {}
                    ProgramEventKind::Exited(ended) => return (printed, ended),
                }
            }
        }
    }

    #[test]
    fn more_than_a_pipe_holds_is_written_when_it_is_read() {
        let watch = ProgramWatcher::new(Vec::new());
        let mut child = RunningProgram::spawn(Command::new("cat"), &watch).expect("cat is everywhere");
        let text: Vec<u8> = (0..3_000_000_u32).map(|number| number as u8).collect();
        text.chunks(1_000_000).for_each(|part| child.send(part).expect("there is room"));
        child.close_stdin();
        let (printed, ended) = follow(child, watch);
        assert!(printed == text, "{} of {} bytes came back", printed.len(), text.len());
        assert_eq!(ended, ProgramExit::Code(0));
    }

    /// By the program's own processor clock: no time is waited for.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_stopped_program_does_not_work_until_it_goes_on() {
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do :; done"]);
        let mut watch = ProgramWatcher::new(Vec::new());
        let program = RunningProgram::spawn(command, &watch).expect("a shell is everywhere");
        let read = |watch: &mut ProgramWatcher| {
            watch.meter(&program).and_then(|mut meter| meter.read()).expect("it has not ended")
        };
        let wait_for = |watch: &mut ProgramWatcher, is_so: &dyn Fn(ProcessorTime) -> bool| loop {
            let time = read(watch);
            if is_so(time) {
                return time.worked;
            }
            std::thread::yield_now();
        };
        let before = wait_for(&mut watch, &|time| time.is_runnable && !time.worked.is_zero());
        watch.stop(&program);
        let stopped = wait_for(&mut watch, &|time| !time.is_runnable);
        assert!(stopped >= before);
        let own_time = super::super::module_time;
        let end = own_time() + Duration::from_millis(50);
        while own_time() < end {}
        assert_eq!(read(&mut watch).worked, stopped);
        watch.resume(&program);
        wait_for(&mut watch, &|time| time.worked > stopped);
    }

    #[test]
    fn a_program_that_does_not_read_is_given_up_not_waited_for() {
        let mut command = Command::new("sleep");
        command.arg("86399");
        let mut child = RunningProgram::spawn(command, &ProgramWatcher::new(Vec::new())).expect("sleep is everywhere");
        let part = vec![0; UNWRITTEN / 4];
        let taken = (0..6).take_while(|_| child.send(&part) == Ok(())).count();
        assert_eq!(taken, 4);
    }
}
