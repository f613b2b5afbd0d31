//! The warden: applies the restrictions to itself, then starts runs on request, and ends all
//! processes that they have started. Knows no bot and no match.
//!
//! It is started twice, because a process that creates a process namespace is not inside it: the
//! outer process creates the namespaces and waits, the inner one is the warden.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, IoSliceMut, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, set_dumpable_behavior, setsid, wait, waitpid,
};

use super::super::{ProcessorTime, ProgramMeter, signals};
use super::traces::{WardenState, empty_home};
use super::working_folder::PlacedFolder;
use super::{
    NAME, WardenConfig, WardenMessage, receive_folder, receive_message, restrictions, send_folder, send_message,
};
use crate::process_sandbox::RestrictionStatus;

/// The argument of the inner process.
const INSIDE: &str = "inside";

/// The processor time of a run: longer than any match, in case the run is not ended otherwise.
/// `RLIMIT_CPU` would limit it too, but makes the clocks of processor time, by which bots know what
/// is left of their limit, advance with the system's timer only.
const COMPUTING: Duration = Duration::from_secs(24 * 60 * 60);
/// How often that is checked.
const COMPUTING_CHECK: Timespec = Timespec { tv_sec: 60, tv_nsec: 0 };

/// Acts as the warden if this program was started as one. Then it returns the exit status, and the
/// program must do nothing else.
pub fn run_warden() -> Option<ExitCode> {
    let mut words = env::args_os();
    words.next().filter(|name| name == NAME)?;
    let scratch = words.next()?;
    let done = match words.next() {
        Some(word) if word == INSIDE => inside(&words.next().unwrap_or_default()),
        entrance => outside(&scratch, entrance.as_deref()),
    };
    // An error is not printed: the host notices that the connection closes.
    Some(if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `entrance` is the file by which a process enters the bot's cgroup, if there is one.
fn outside(scratch: &OsStr, entrance: Option<&OsStr>) -> io::Result<()> {
    let program = env::current_exe()?;
    seal()?;
    entrance.map_or(Ok(()), |entrance| fs::write(entrance, "0"))?;
    let statuses = restrictions::restrict_outside(scratch.as_ref());
    let mut inside = Command::new(program);
    inside.arg0(NAME).arg(scratch).arg(INSIDE).arg(serde_json::to_string(&statuses)?);
    // Without a process namespace a bot can kill the inner process, and this one then inherits the
    // processes that the bot has started.
    set_child_subreaper(Some(getpid()))?;
    let ended = inside.spawn()?.wait();
    end_all();
    ended.map(drop)
}

/// Marks all inherited descriptors except the standard three to be closed when a program is
/// started.
fn seal() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let number = entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok());
        if let Some(number) = number.filter(|&number| number > 2) {
            // SAFETY: the descriptor is open, or it was the directory's own and the call fails;
            // nothing is closed here.
            let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
            let _ = fcntl_setfd(descriptor, FdFlags::CLOEXEC);
        }
    }
    Ok(())
}

fn inside(statuses: &OsStr) -> io::Result<()> {
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    setsid()?;
    set_child_subreaper(Some(getpid()))?;
    // Runs cannot read or write the warden's memory, although they belong to the same user.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let mut orders: WardenConfig = receive_message(&mut socket)?;
    orders.statuses = serde_json::from_slice::<Vec<RestrictionStatus>>(statuses.as_encoded_bytes())?;
    let kept = receive_folder(&mut socket)?;
    let folder = restrictions::make_folders(&orders)?;
    let statuses = restrictions::restrict_inside(&orders, &folder);
    folder.fill(&kept)?;
    send_message(&mut socket, &statuses)?;
    let words = orders.words.iter().map(|word| folder.path_of(word)).collect();
    let state = WardenState::read(&folder).ok();
    let scratch = orders.scratch.into();
    Warden { socket, words, folder, scratch, state, runs: Vec::new(), can_meter: is_proc_ours() }.serve()
}

struct Warden {
    socket: UnixStream,
    words: Vec<OsString>,
    folder: PlacedFolder,
    scratch: PathBuf,
    /// Its state before the first run.
    state: Option<WardenState>,
    runs: Vec<WardenChild>,
    /// Whether `/proc` has the processor times of runs.
    can_meter: bool,
}

struct WardenChild {
    number: u32,
    pid: Pid,
    /// Becomes readable when the process has ended.
    end: OwnedFd,
    /// Whether the host waits for its exit.
    is_wanted: bool,
}

impl WardenChild {
    /// The processor time that it has used, if `/proc` has it.
    fn time(&self) -> Option<ProcessorTime> {
        ProgramMeter::new(self.pid.as_raw_nonzero().get().cast_unsigned())?.read()
    }
}

impl Warden {
    /// Handles requests until the host closes the connection.
    fn serve(mut self) -> io::Result<()> {
        let done = loop {
            match self.wait_once() {
                Ok(true) => {}
                over => break over.map(drop),
            }
        };
        end_all();
        done
    }

    /// Waits for the next event and handles it; returns whether the host is still connected.
    fn wait_once(&mut self) -> io::Result<bool> {
        let (is_asked, ended) = self.poll_descriptors()?;
        for pid in ended {
            self.finish(pid)?;
        }
        if is_asked { self.receive() } else { Ok(true) }
    }

    /// Ends the runs that have used this much processor time.
    fn end_longer_than(&self, most: Duration) {
        let is_longer = |run: &&WardenChild| self.can_meter && run.time().is_some_and(|time| time.worked > most);
        for run in self.runs.iter().filter(is_longer) {
            let _ = kill_process_group(run.pid, Signal::KILL);
        }
    }

    /// Whether a message has arrived, and which runs have ended.
    fn poll_descriptors(&self) -> io::Result<(bool, Vec<Pid>)> {
        let mut watched = vec![PollFd::new(&self.socket, PollFlags::IN)];
        watched.extend(self.runs.iter().map(|run| PollFd::new(&run.end, PollFlags::IN)));
        match poll(&mut watched, Some(&COMPUTING_CHECK)) {
            Ok(0) => self.end_longer_than(COMPUTING),
            Ok(_) => {}
            Err(Errno::INTR) => return Ok((false, Vec::new())),
            Err(error) => return Err(error.into()),
        }
        let is_ready = |polled: &PollFd<'_>| !polled.revents().is_empty();
        let ended = self.runs.iter().zip(&watched[1..]).filter(|(_, polled)| is_ready(polled));
        Ok((is_ready(&watched[0]), ended.map(|(run, _)| run.pid).collect()))
    }

    /// Handles one message; returns whether the host is still connected.
    fn receive(&mut self) -> io::Result<bool> {
        let mut bytes = [0; WardenMessage::LENGTH];
        let (length, pipes) = match receive_descriptors(&self.socket, &mut bytes) {
            Ok(taken) => taken,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
            Err(_) => return Ok(false),
        };
        match WardenMessage::parse(&bytes[..length]) {
            Some(WardenMessage::Start(number)) => self.start(number, pipes)?,
            Some(WardenMessage::Kill(number)) => self.kill(number),
            Some(WardenMessage::Collect) => self.collect()?,
            Some(WardenMessage::Clean) => self.clean()?,
            Some(WardenMessage::Stop) => self.signal_runs(Signal::STOP),
            Some(WardenMessage::Resume) => {
                self.signal_runs(Signal::CONT);
                self.send(WardenMessage::Resumed)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn start(&mut self, number: u32, pipes: Vec<OwnedFd>) -> io::Result<()> {
        let word = match self.spawn(number, pipes) {
            Ok(run) => {
                let process = run.pid.as_raw_nonzero().get();
                self.runs.push(run);
                WardenMessage::Started(number, process)
            }
            Err(error) => WardenMessage::Refused(number, error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error())),
        };
        self.send(word)
    }

    fn spawn(&self, number: u32, pipes: Vec<OwnedFd>) -> io::Result<WardenChild> {
        let Some((program, arguments)) = self.words.split_first() else { return Err(Errno::INVAL.into()) };
        // The system passes on only as many as this process may have.
        let [stdin, stdout, stderr] = <[_; 3]>::try_from(pipes).map_err(|_| Errno::MFILE)?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder.path).stdin(stdin).stdout(stdout).stderr(stderr);
        signals::keep_ignored_ones_here();
        let child = command.process_group(0).spawn()?;
        let pid = Pid::from_child(&child);
        let end = pidfd_open(pid, PidfdFlags::empty()).inspect_err(|_| {
            let _ = kill_process_group(pid, Signal::KILL);
        })?;
        Ok(WardenChild { number, pid, end, is_wanted: true })
    }

    fn kill(&mut self, number: u32) {
        if let Some(run) = self.runs.iter_mut().find(|run| run.number == number) {
            run.is_wanted = false;
            let _ = kill_process_group(run.pid, Signal::KILL);
        }
    }

    /// Sends a signal to all processes of the bot, as far as they can be found.
    fn signal_runs(&self, signal: Signal) {
        match restrictions::is_alone() {
            true => signal_all(signal),
            false if self.can_meter => signal_below(getpid(), signal),
            false => self.runs.iter().for_each(|run| _ = kill_process_group(run.pid, signal)),
        }
    }

    /// Ends all runs, and sends the files that the bot has written into its working folder.
    fn collect(&mut self) -> io::Result<()> {
        self.end_runs();
        let collected = self.folder.collect();
        self.send(WardenMessage::Collected(collected.is_some()))?;
        collected.map_or(Ok(()), |folder| send_folder(&mut self.socket, &folder))
    }

    /// Ends all runs, and removes the files in the bot's home. Tells the host whether all is as it
    /// was before the first run.
    fn clean(&mut self) -> io::Result<()> {
        self.end_runs();
        let is_clean = empty_home(&self.scratch).is_ok()
            && self.state.is_some()
            && WardenState::read(&self.folder).ok() == self.state;
        self.send(WardenMessage::Cleaned(is_clean))
    }

    fn end_runs(&mut self) {
        for run in self.runs.drain(..) {
            let _ = kill_process_group(run.pid, Signal::KILL);
        }
        end_all();
    }

    /// A run's first process has ended: ends the rest of its group. Processes that have left the
    /// group are ended when no other run is in progress, because it is unknown which run started
    /// them.
    fn finish(&mut self, pid: Pid) -> io::Result<()> {
        let Some(at) = self.runs.iter().position(|run| run.pid == pid) else { return Ok(()) };
        let run = self.runs.swap_remove(at);
        // Once it is reaped, the system has no processor time of it.
        let had = if run.is_wanted && self.can_meter { run.time() } else { None };
        // It is not reaped yet, so its id still names this group.
        let _ = kill_process_group(pid, Signal::KILL);
        let status = waitpid(Some(pid), WaitOptions::empty())?.map(|(_, status)| status);
        if self.runs.is_empty() {
            end_all();
        }
        if run.is_wanted { self.send(ended_message(run.number, status, had)) } else { Ok(()) }
    }

    fn send(&self, word: WardenMessage) -> io::Result<()> {
        (&self.socket).write_all(&word.bytes())
    }
}

/// Receives bytes, and the descriptors passed along.
fn receive_descriptors(socket: &UnixStream, bytes: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = nix::cmsg_space!([RawFd; 3]);
    let mut slices = [IoSliceMut::new(bytes)];
    let taken = recvmsg::<()>(socket.as_raw_fd(), &mut slices, Some(&mut space), MsgFlags::MSG_CMSG_CLOEXEC)?;
    let mut descriptors = Vec::new();
    for message in taken.cmsgs()? {
        if let ControlMessageOwned::ScmRights(numbers) = message {
            // SAFETY: the system has just created them for this process, so nothing else owns their
            // numbers.
            descriptors.extend(numbers.into_iter().map(|number| unsafe { OwnedFd::from_raw_fd(number) }));
        }
    }
    Ok((taken.bytes, descriptors))
}

fn ended_message(run: u32, status: Option<WaitStatus>, had: Option<ProcessorTime>) -> WardenMessage {
    let exited = status.and_then(WaitStatus::exit_status).map(|status| WardenMessage::Exited(run, status, had));
    let killed = status.and_then(WaitStatus::terminating_signal);
    let killed = killed.map(|signal| WardenMessage::Killed(run, signal, had));
    exited.or(killed).unwrap_or(WardenMessage::Exited(run, -1, had))
}

/// Ends every process that was started from here, even daemons.
fn end_all() {
    loop {
        let are_found = match restrictions::is_alone() {
            true => {
                signal_all(Signal::KILL);
                true
            }
            false => is_proc_ours() && kill_below(getpid()),
        };
        // Orphans become the warden's children and are waited for like its own, but not for ever,
        // in case one was not found.
        match wait(if are_found { WaitOptions::empty() } else { WaitOptions::NOHANG }) {
            Ok(Some(_)) => while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {},
            Err(Errno::INTR) => {}
            Ok(None) | Err(_) => return,
        }
    }
}

/// Whether the ids in `/proc` are the processes' ids in this namespace.
fn is_proc_ours() -> bool {
    fs::read_link("/proc/self").is_ok_and(|link| link.as_os_str() == getpid().as_raw_nonzero().to_string().as_str())
}

/// Signals all processes of the namespace except the first, which is this one.
fn signal_all(signal: Signal) {
    let _ = kill_process_group(Pid::INIT, signal);
}

/// Signals all descendants of a process.
fn signal_below(parent: Pid, signal: Signal) {
    for child in children(parent) {
        let _ = kill_process(child, signal);
        signal_below(child, signal);
    }
}

fn children(parent: Pid) -> Vec<Pid> {
    let list = format!("/proc/{0}/task/{0}/children", parent.as_raw_nonzero());
    let children = fs::read_to_string(list).unwrap_or_default();
    children.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
}

/// Ends all descendants of a process; returns whether there were any.
fn kill_below(parent: Pid) -> bool {
    let mut are_found = false;
    for child in children(parent) {
        are_found = true;
        // Stopped first, so that it starts no more processes while its children are looked up.
        let _ = kill_process(child, Signal::STOP);
        kill_below(child);
        let _ = kill_process(child, Signal::KILL);
    }
    are_found
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::time::Duration;

    use super::*;

    /// A warden in this process, and the host's end of its connection.
    fn warden() -> (UnixStream, Warden) {
        let (host, socket) = UnixStream::pair().expect("a pair");
        let folder = PlacedFolder::bare("/".into());
        let (words, scratch, state, runs) = Default::default();
        (host, Warden { socket, words, folder, scratch, state, runs, can_meter: is_proc_ours() })
    }

    /// Starts this shell code as a run, and returns its process.
    fn start(warden: &mut Warden, number: u32, script: &str) -> Pid {
        warden.words = ["sh", "-c", script].map(OsString::from).into();
        let null = || OwnedFd::from(fs::File::options().read(true).write(true).open("/dev/null").expect("it is there"));
        let run = warden.spawn(number, vec![null(), null(), null()]).expect("there is a shell");
        let pid = run.pid;
        warden.runs.push(run);
        pid
    }

    #[test]
    fn a_run_that_computes_for_too_long_is_ended() {
        let (_host, mut warden) = warden();
        let sleeper = start(&mut warden, 1, "exec sleep 600");
        let run = start(&mut warden, 2, "while :; do :; done");
        let status = loop {
            warden.end_longer_than(Duration::from_millis(50));
            match waitpid(Some(run), WaitOptions::NOHANG).expect("it is a child") {
                Some((_, status)) => break status,
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        assert_eq!(status.terminating_signal(), Some(Signal::KILL.as_raw()));
        assert!(waitpid(Some(sleeper), WaitOptions::NOHANG).expect("it is a child").is_none());
        let _ = kill_process_group(sleeper, Signal::KILL);
        let _ = waitpid(Some(sleeper), WaitOptions::empty());
    }

    /// Regression: the waits of a run since its last measurement were unknown once it was reaped,
    /// and were charged to the bot.
    #[test]
    fn the_end_of_a_run_comes_with_what_it_has_had() {
        let (mut host, mut warden) = warden();
        // While there is another run, other processes that this one has started are left alone.
        let other = start(&mut warden, 1, "exec sleep 600");
        let run = start(&mut warden, 2, "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done; exit 3");
        let ended = loop {
            let (_, ended) = warden.poll_descriptors().expect("the system can wait");
            if !ended.is_empty() {
                break ended;
            }
        };
        assert_eq!(ended, [run]);
        warden.finish(run).expect("the host is there");
        let mut bytes = [0; WardenMessage::LENGTH];
        host.read_exact(&mut bytes).expect("it is told");
        let told = WardenMessage::parse(&bytes);
        let Some(WardenMessage::Exited(2, 3, Some(had))) = told else { panic!("{told:?}") };
        assert!(had.worked > Duration::from_millis(1) && !had.is_runnable && had.sleeps.is_some(), "{had:?}");
        let _ = kill_process_group(other, Signal::KILL);
        let _ = waitpid(Some(other), WaitOptions::empty());
    }
}
