//! The host's end: starts a warden, asks it for runs, and hears how they end.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, IoSlice, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use tempfile::TempDir;

use super::super::Ended;
use super::{NAME, Orders, Word, hear, reach, tell};
use crate::host::cage::Standing;

/// How long a warden may take for what takes it a few milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// A warden and what is known of its runs. Dropping it ends all of them.
#[derive(Debug)]
pub(super) struct Keeper {
    process: std::process::Child,
    socket: Arc<UnixStream>,
    standing: Vec<Standing>,
    runs: u32,
    /// How runs have ended of which that is not yet told.
    ended: HashMap<u32, Ended>,
    /// Whether the warden has died, and all runs with it.
    is_dead: bool,
    /// Removed when the warden has ended.
    scratch: TempDir,
}

/// What a run is held by. Dropping it ends the run.
#[derive(Debug)]
pub(in super::super) struct Leash {
    run: u32,
    socket: Arc<UnixStream>,
    /// Whether the run has ended by itself.
    is_over: bool,
}

/// A run's pipes: stdin, stdout, stderr.
pub(in super::super) type Pipes = [OwnedFd; 3];

impl Keeper {
    /// Starts a warden for this program and its arguments; the others at the table are these.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) fn start(warden: &Path, words: &[OsString], others: &[&[OsString]]) -> io::Result<Self> {
        let scratch = tempfile::Builder::new().prefix("botyard-").tempdir()?;
        let (ours, its) = UnixStream::pair()?;
        ours.set_read_timeout(Some(PATIENCE))?;
        let mut command = Command::new(warden);
        command.arg0(NAME).arg(scratch.path()).env_clear().envs(reach::environment(scratch.path()));
        command.stdin(Stdio::from(OwnedFd::from(its))).stdout(Stdio::null()).stderr(Stdio::null());
        // What is typed at the terminal is not for it.
        let process = command.process_group(0).spawn()?;
        drop(command);
        let mut keeper = Self {
            process,
            socket: Arc::new(ours),
            standing: Vec::new(),
            runs: 0,
            ended: HashMap::new(),
            is_dead: false,
            scratch,
        };
        keeper.standing = keeper.order(words, others)?;
        Ok(keeper)
    }

    /// What stands around the runs.
    pub(super) fn standing(&self) -> &[Standing] {
        &self.standing
    }

    fn order(&self, words: &[OsString], others: &[&[OsString]]) -> io::Result<Vec<Standing>> {
        let readable = reach::readable(words, others).into_iter().map(OsString::from).collect();
        let scratch = self.scratch.path().into();
        let orders = Orders { words: words.to_vec(), readable, scratch, standing: Vec::new() };
        let mut line = &*self.socket;
        tell(&mut line, &orders)?;
        hear(&mut line).map_err(|_| lost())
    }

    /// Starts a run.
    ///
    /// # Errors
    /// As starting a program has them.
    pub(super) fn run(&mut self) -> io::Result<(Leash, Pipes)> {
        let (its_stdin, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stdout, its_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stderr, its_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
        self.runs += 1;
        let run = self.runs;
        self.ask(Word::Start(run), &[its_stdin.as_fd(), its_stdout.as_fd(), its_stderr.as_fd()])?;
        loop {
            match self.hear()? {
                Word::Started(started) if started == run => break,
                Word::Refused(refused, why) if refused == run => return Err(io::Error::from_raw_os_error(why)),
                _ => {}
            }
        }
        Ok((Leash { run, socket: Arc::clone(&self.socket), is_over: false }, [stdin, stdout, stderr]))
    }

    fn ask(&self, word: Word, pipes: &[BorrowedFd<'_>]) -> io::Result<()> {
        let pipes: Vec<_> = pipes.iter().map(AsRawFd::as_raw_fd).collect();
        let control = [ControlMessage::ScmRights(&pipes)];
        let bytes = word.bytes();
        sendmsg::<()>(self.socket.as_raw_fd(), &[IoSlice::new(&bytes)], &control, MsgFlags::MSG_NOSIGNAL, None)?;
        Ok(())
    }

    /// Whether the warden has something to say.
    fn is_spoken_to(&self) -> bool {
        let mut socket = [PollFd::new(&*self.socket, PollFlags::IN)];
        matches!(poll(&mut socket, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1..))
    }

    /// Waits for a word of the warden, and notes who has ended.
    fn hear(&mut self) -> io::Result<Word> {
        let mut bytes = [0; Word::LENGTH];
        let read = (&*self.socket).read_exact(&mut bytes).ok();
        let Some(word) = read.and_then(|()| Word::of(&bytes)) else {
            self.is_dead = true;
            return Err(lost());
        };
        match word {
            Word::Exited(run, status) => self.ended.insert(run, Ended::Code(status)),
            Word::Killed(run, signal) => self.ended.insert(run, Ended::Signal(signal)),
            _ => None,
        };
        Ok(word)
    }

    /// Hears all that the warden has said.
    pub(super) fn listen(&mut self) {
        while !self.is_dead && self.is_spoken_to() && self.hear().is_ok() {}
    }

    /// Where the warden is heard.
    pub(super) fn line(&self) -> Option<BorrowedFd<'_>> {
        Some(self.socket.as_fd()).filter(|_| !self.is_dead)
    }

    /// How a run has ended, if it has; told once.
    pub(super) fn ended(&mut self, leash: &mut Leash) -> Option<Ended> {
        let dead = self.is_dead.then_some(Ended::Code(-1));
        let ended = self.ended.remove(&leash.run).or(dead);
        leash.is_over |= ended.is_some();
        ended
    }

    /// Whether this run is one of its own.
    pub(super) fn keeps(&self, leash: &Leash) -> bool {
        Arc::ptr_eq(&self.socket, &leash.socket)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // It ends all its runs when nobody is left to ask for one.
        let _ = self.socket.shutdown(Shutdown::Both);
        let _ = self.process.wait();
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        // A warden that has gone has taken the run with it.
        let _ = (&*self.socket).write_all(&Word::Kill(self.run).bytes());
    }
}

fn lost() -> io::Error {
    io::Error::other("the sandbox does not answer")
}
