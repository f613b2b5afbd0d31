//! Programs on Windows: a job object each, and a thread for each pipe, because pipes cannot be
//! polled there.

use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

use super::{ProgramEvent, ProgramEventKind, ProgramExit, ProgramMeter, SpawnError, UNWRITTEN, UnreadInputError};
use crate::process_sandbox::{CollectedFolder, SandboxedCommand};

/// Runs Python scripts: the launcher that Python installs.
pub(crate) const PYTHON: &str = "py";

/// The longest wait before checking whether a program has ended, and before the caller can check
/// its switches.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// A running program in a job of its own. Dropping it ends the job.
#[derive(Debug)]
pub(crate) struct RunningProgram {
    process: Box<dyn ChildWrapper>,
    number: usize,
    stdin: Option<Sender<Vec<u8>>>,
    /// How many bytes its stdin has not accepted yet.
    unwritten: Arc<AtomicUsize>,
    /// How many of its output pipes are open.
    open: usize,
    /// How it ended, once it has. Then everything that it had started has ended too.
    ended: Option<ProgramExit>,
    reported: bool,
}

/// The bytes that a thread has read from a pipe; empty at the pipe's end.
#[derive(Debug)]
struct PipeEvent {
    from: usize,
    at: Instant,
    what: Option<ProgramEventKind>,
}

/// Waits for programs.
#[derive(Debug)]
pub(crate) struct ProgramWatcher {
    sender: Sender<PipeEvent>,
    receiver: Receiver<PipeEvent>,
    next: Cell<usize>,
}

impl RunningProgram {
    /// Starts a program. `watch` is the watcher that will wait for it.
    pub(crate) fn spawn(mut command: Command, watch: &ProgramWatcher) -> Result<Self, SpawnError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = CommandWrap::from(command).wrap(JobObject).spawn()?;
        let number = watch.next.get();
        watch.next.set(number + 1);
        let unwritten = Arc::new(AtomicUsize::new(0));
        let stdin = process.stdin().take().map(|pipe| write_in_thread(pipe, Arc::clone(&unwritten)));
        let mut open = 0;
        if let Some(pipe) = process.stdout().take() {
            read_in_thread(pipe, number, watch.sender.clone(), ProgramEventKind::Stdout);
            open += 1;
        }
        if let Some(pipe) = process.stderr().take() {
            read_in_thread(pipe, number, watch.sender.clone(), ProgramEventKind::Stderr);
            open += 1;
        }
        Ok(Self { process, number, stdin, unwritten, open, ended: None, reported: false })
    }

    /// Starts a program without a sandbox: this system has no sandbox yet.
    pub(crate) fn spawn_sandboxed(
        sandboxed: &SandboxedCommand<'_>,
        _: usize,
        watch: &mut ProgramWatcher,
    ) -> Result<Self, SpawnError> {
        let (program, arguments) =
            sandboxed.words.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut command = Command::new(program);
        command.args(arguments);
        Self::spawn(command, watch)
    }

    /// Writes to its stdin, or later if the pipe is full.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), UnreadInputError> {
        let Some(stdin) = &self.stdin else { return Ok(()) };
        if self.unwritten.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() > UNWRITTEN {
            return Err(UnreadInputError);
        }
        if stdin.send(bytes.to_vec()).is_err() {
            self.stdin = None;
        }
        Ok(())
    }

    /// Closes its stdin after what was sent.
    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Its status once it has ended and its output was read to the end; returned once.
    fn report(&mut self) -> Option<ProgramExit> {
        if self.ended.is_none()
            && let Ok(Some(status)) = self.process.try_wait()
        {
            self.kill();
            self.ended = Some(ProgramExit::Code(status.code().unwrap_or(-1)));
        }
        let report = self.ended.filter(|_| self.open == 0 && !self.reported);
        self.reported |= report.is_some();
        report
    }

    fn kill(&mut self) {
        let _ = self.process.start_kill();
        let _ = self.process.wait();
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        if self.ended.is_none() {
            self.kill();
        }
    }
}

/// Writes what it receives until the sender is gone, then closes the pipe.
fn write_in_thread(mut pipe: ChildStdin, unwritten: Arc<AtomicUsize>) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    thread::spawn(move || {
        while let Ok(bytes) = receiver.recv() {
            if pipe.write_all(&bytes).is_err() {
                break;
            }
            unwritten.fetch_sub(bytes.len(), Ordering::Relaxed);
        }
    });
    sender
}

/// Reads a pipe to its end and posts the chunks.
fn read_in_thread(
    mut pipe: impl Read + Send + 'static,
    from: usize,
    sender: Sender<PipeEvent>,
    wrap: fn(Vec<u8>) -> ProgramEventKind,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let length = pipe.read(&mut buffer).unwrap_or(0);
            let what = (length > 0).then(|| wrap(buffer[..length].to_vec()));
            let last = what.is_none();
            if sender.send(PipeEvent { from, at: Instant::now(), what }).is_err() || last {
                break;
            }
        }
    });
}

impl ProgramWatcher {
    /// There are no working folders on this system.
    pub(crate) fn collect_folder(&mut self, _: usize) -> Option<CollectedFolder> {
        None
    }

    pub(crate) fn new(_: Vec<Vec<OsString>>) -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, next: Cell::new(0) }
    }

    /// Nothing stops a program on this system.
    pub(crate) fn stop(&mut self, _: &RunningProgram) {}

    /// No program is stopped.
    pub(crate) fn resume(&mut self, _: &RunningProgram) {}

    /// There are no meters here: this system does not report waits for a processor.
    pub(crate) fn meter(&mut self, _: &RunningProgram) -> Option<ProgramMeter> {
        None
    }

    /// Waits for events of the programs, at most for `patience`, and collects them. May return
    /// earlier without any. Returns how much longer than `patience` the system has let it wait.
    ///
    /// # Errors
    /// Never here; other systems can fail.
    pub(crate) fn wait<K: Copy>(
        &mut self,
        children: &mut [(K, RunningProgram)],
        patience: Duration,
        events: &mut Vec<ProgramEvent<K>>,
    ) -> io::Result<Duration> {
        let (before, wanted) = (Instant::now(), patience.min(CHECK_INTERVAL));
        // Ignores posts of programs that no longer exist.
        let mut next = self.receiver.recv_timeout(wanted).ok();
        let overslept = before.elapsed().saturating_sub(wanted);
        while let Some(event) = next {
            take_event(children, event, events);
            next = self.receiver.try_recv().ok();
        }
        if events.is_empty() {
            find_ended(children, events);
        }
        Ok(overslept)
    }
}

fn take_event<K: Copy>(children: &mut [(K, RunningProgram)], event: PipeEvent, events: &mut Vec<ProgramEvent<K>>) {
    let Some((key, child)) = children.iter_mut().find(|(_, child)| child.number == event.from) else { return };
    match event.what {
        Some(what) => events.push(ProgramEvent { from: *key, at: event.at, what }),
        None => child.open -= 1,
    }
}

/// Finds the programs that have ended.
fn find_ended<K: Copy>(children: &mut [(K, RunningProgram)], events: &mut Vec<ProgramEvent<K>>) {
    for (key, child) in children {
        if let Some(ended) = child.report() {
            events.push(ProgramEvent { from: *key, at: Instant::now(), what: ProgramEventKind::Exited(ended) });
        }
    }
}

/// The words of a command line, where double quotes keep blanks; `None` if a quote is open.
pub(crate) fn split(line: &str) -> Option<Vec<OsString>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (!quoted).then(|| words.into_iter().map(OsString::from).collect())
}

/// Whether the system can run the file without an interpreter.
pub(crate) fn is_executable(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    matches!(ending.as_deref(), Some("exe" | "com" | "bat" | "cmd"))
}

/// Whether the system knows no way to execute a file: ERROR_BAD_EXE_FORMAT.
pub(crate) fn is_wrong_format(error: &io::Error) -> bool {
    error.raw_os_error() == Some(193)
}

/// Whether the system lacks something that every program needs: handles, memory, resources, room
/// for its pages.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(4 | 8 | 14 | 1450 | 1455))
}
