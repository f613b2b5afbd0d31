//! The preview1 system calls of one run, over a [`Memory`]. Knows neither an engine nor an
//! operating system: a host moves bytes in and out of the streams, suspends and resumes the run,
//! and keeps its counter (see [`crate::meter`]).
//!
//! A host offers every row of [`CALLS`] as an import and passes calls to [`Process::call`].

mod abi;
mod calls;
mod chance;
mod descriptors;
mod fd;
mod files;
mod frame;
mod iovec;
mod memory;
mod path;
mod poll;
mod rights;
mod stat;
mod stdio;
mod strings;
#[cfg(test)]
mod tests;

use crate::budget::Budget;
use crate::meter::Speed;
use crate::prices::system_call;

pub use abi::{CALLS, Call, Errno, MODULE, Param, Signature};
pub use chance::Origin;
pub use files::{Entry, FileLimits, Folder, LoadFolderError, PathError};
pub use memory::{Memory, OutOfBoundsError};
pub use stdio::{Stderr, Stdin, StdinFullError, Stdout};

use chance::{Clocks, Random};
use descriptors::{Descriptor, Descriptors, OpenTarget};
use files::Files;
use frame::CallFrame;
use iovec::Iovec;
use poll::Subscription;
use rights::Rights;
use strings::Strings;

/// One run of one module, as far as system calls see it.
///
/// ```
/// use botyard_sandbox::wasi::{Call, Flow, Origin, Process};
/// use botyard_sandbox::Budget;
///
/// let mut process = Process::new(Origin { seed: 1, ..Origin::default() }, &["bot"], &[]);
/// // One buffer of 16 bytes at 64, described at 0; the count goes to 8.
/// let mut bytes = [0; 128];
/// let mut memory = &mut bytes[..];
/// memory[0] = 64;
/// memory[4] = 16;
/// let args = [0, 0, 1, 8];
/// assert_eq!(process.call(Call::FdRead, &args, Budget::ZERO, &mut memory), Flow::Wait);
/// process.stdin.push(b"hello\n").unwrap();
/// let flow = process.call(Call::FdRead, &args, Budget::ZERO, &mut memory);
/// assert!(matches!(flow, Flow::Return { errno: 0, .. }));
/// assert_eq!(&memory[64..70], b"hello\n");
/// assert_eq!(memory[8], 6);
/// ```
#[derive(Debug)]
pub struct Process {
    /// The host's input for the bot.
    pub stdin: Stdin,
    /// The bot's output.
    pub stdout: Stdout,
    /// The bot's stderr.
    pub stderr: Stderr,
    args: Strings,
    env: Strings,
    descriptors: Descriptors,
    files: Files,
    /// The folders as they are at the start of a run.
    folders: Vec<(String, Folder)>,
    random: Random,
    clocks: Clocks,
    /// How long its polls have slept in all.
    slept: Budget,
    /// Only buffers, kept so that no call allocates for its lists.
    subscriptions: Vec<Subscription>,
    buffers: Vec<Iovec>,
}

/// The name of the folder that every bot has: every path that a program uses leads there.
pub const ROOT: &str = "/";

/// The host's next step after a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Charge `cost` ([`crate::Meter::charge`]) and return `errno` to the module.
    Return {
        /// The error number; 0 is success.
        errno: u16,
        /// The price in units of work, including those of the time that a poll slept.
        cost: u64,
    },
    /// The bot wants input and there is none. Suspend the run; after [`Stdin::push`] or
    /// [`Stdin::close`], repeat the same call with the same arguments. Nothing was charged.
    Wait,
    /// The bot looks whether there is input and would go on without any, but it has printed
    /// something, which may be its answer: suspend the run and take its [`Stdout`]. If the bot still
    /// owes an answer, repeat the call, which then returns without input; if not, treat it as
    /// [`Flow::Wait`]. Nothing was charged.
    Poll,
    /// The module called `proc_exit` with this status: end the run.
    Exit(u32),
    /// The module wrote more than [`Stdout`] may hold: end the run as a fault. The part that fitted
    /// is in the buffer.
    Flooded,
}

/// The result of a call.
enum CallStep {
    Done,
    Slept(Budget),
    Wait,
    Poll,
    Exit(u32),
    Flooded,
}

impl Process {
    /// A fresh run with an empty folder, [`ROOT`]. By custom `args` starts with the program's name.
    /// A name in `env` holds no `=`.
    pub fn new(origin: Origin, args: &[&str], env: &[(&str, &str)]) -> Process {
        let folders = vec![(ROOT.to_owned(), Folder::default())];
        Process::with_folders(origin, args, env, folders).expect("nothing fits everywhere")
    }

    /// A fresh run with these folders open, by their names, from descriptor 3 on.
    ///
    /// # Errors
    /// [`LoadFolderError`] if they exceed the [`FileLimits`], or have impossible content.
    pub fn with_folders(
        origin: Origin,
        args: &[&str],
        env: &[(&str, &str)],
        folders: Vec<(String, Folder)>,
    ) -> Result<Process, LoadFolderError> {
        let limits = FileLimits::default();
        let mut process = Process {
            stdin: Stdin::new(),
            stdout: Stdout::new(),
            stderr: Stderr::new(),
            args: Strings::new(args.iter()),
            env: Strings::new(env.iter().map(|(name, value)| format!("{name}={value}"))),
            descriptors: Descriptors::new(limits.descriptors),
            files: Files::new(limits),
            folders,
            random: Random::new(origin),
            clocks: Clocks::new(origin),
            slept: Budget::ZERO,
            subscriptions: Vec::new(),
            buffers: Vec::new(),
        };
        process.load()?;
        Ok(process)
    }

    /// Makes this a fresh run with the same arguments, environment, folders and bounds, keeping the
    /// buffers' memory.
    pub fn restart(&mut self, origin: Origin) {
        self.begin(origin).expect("what has fitted before fits again");
    }

    /// Like [`Process::restart`], but with these folders open instead.
    ///
    /// # Errors
    /// As [`Process::with_folders`].
    pub fn restart_in(&mut self, origin: Origin, folders: Vec<(String, Folder)>) -> Result<(), LoadFolderError> {
        self.folders = folders;
        self.begin(origin)
    }

    fn begin(&mut self, origin: Origin) -> Result<(), LoadFolderError> {
        self.stdin.restart();
        self.stdout.restart();
        self.stderr.restart();
        self.descriptors.restart();
        self.random = Random::new(origin);
        self.clocks = Clocks::new(origin);
        self.slept = Budget::ZERO;
        self.files.restart();
        self.load()
    }

    /// Frees its buffers' content, its files and its folders: it waits for [`Process::restart_in`]
    /// with its arguments, its environment and the memory of small buffers.
    pub fn clear(&mut self) {
        self.stdin.shrink();
        self.stdout.shrink();
        self.stderr.shrink();
        self.files.restart();
        self.folders.clear();
    }

    /// How fast its processor is.
    pub fn speed(&self) -> Speed {
        self.clocks.speed()
    }

    /// How long its polls have slept since its start. Each has returned at once, and its cost has
    /// that time in it.
    pub fn slept(&self) -> Budget {
        self.slept
    }

    /// The current content of the folder with this number, counted from 0 in the order in which
    /// they were given.
    pub fn folder(&self, number: usize) -> Folder {
        self.files.roots.get(number).map_or_else(Folder::default, |root| self.files.folder(*root))
    }

    fn load(&mut self) -> Result<(), LoadFolderError> {
        for (number, (_, folder)) in self.folders.iter().enumerate() {
            let root = self.files.load(folder)?;
            self.files.tree.hold(root);
            let descriptor = Descriptor::new(OpenTarget::Directory(root), Rights::FOLDER);
            self.descriptors.add(Descriptor { preopen: Some(number), ..descriptor });
        }
        Ok(())
    }

    /// Answers a system call. `args` are the module's, an `i32` as its unsigned value; `spent` is
    /// the time of the run's clocks before the call: its spent virtual time
    /// ([`crate::Meter::spent`]), or in real time the time since its start, plus the time it has
    /// [slept](Process::slept).
    pub fn call<M: Memory>(&mut self, call: Call, args: &[u64], spent: Budget, memory: &mut M) -> Flow {
        let mut frame = CallFrame { process: self, memory, args: CallArguments(args), spent, work: 0 };
        let turn = calls::answer(call, &mut frame);
        let cost = system_call(frame.work);
        match turn {
            Ok(CallStep::Done) => Flow::Return { errno: 0, cost },
            Ok(CallStep::Slept(time)) => {
                self.slept += time;
                Flow::Return { errno: 0, cost: cost.saturating_add(self.clocks.speed().work(time)) }
            }
            Ok(CallStep::Wait) => Flow::Wait,
            Ok(CallStep::Poll) => Flow::Poll,
            Ok(CallStep::Exit(status)) => Flow::Exit(status),
            Ok(CallStep::Flooded) => Flow::Flooded,
            Err(errno) => Flow::Return { errno: errno.number(), cost },
        }
    }
}

/// A call's arguments; one that is missing is zero.
#[derive(Clone, Copy)]
struct CallArguments<'a>(&'a [u64]);

impl CallArguments<'_> {
    fn word(self, index: usize) -> u32 {
        self.long(index) as u32
    }

    fn long(self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}
