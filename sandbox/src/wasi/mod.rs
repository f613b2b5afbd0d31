//! The preview1 system calls of one run, over a [`Memory`]. Knows neither an engine nor an
//! operating system: a host moves bytes in and out of the streams, suspends and resumes the run,
//! and keeps its counter (see [`crate::meter`]).
//!
//! A host offers every row of [`CALLS`] as an import and passes calls to [`Process::call`].

mod abi;
mod chance;
mod descriptors;
mod iovec;
mod memory;
mod poll;
mod stat;
mod stdio;
mod strings;
#[cfg(test)]
mod tests;

use crate::budget::Budget;
use crate::prices::system_call;

pub use abi::{CALLS, Call, Errno, MODULE, Param, Signature};
pub use chance::Origin;
pub use memory::{Memory, OutOfBounds};
pub use stdio::{Stderr, Stdin, StdinFull, Stdout};

use chance::{Clock, Clocks, Random};
use descriptors::{Descriptors, Open};
use memory::put_u64;
use poll::{Poll, Ready, Subscription};
use stdio::{Gather, Peek};
use strings::Strings;

/// One run of one module, as far as system calls see it.
///
/// ```
/// use botyard_sandbox::wasi::{Call, Flow, Origin, Process};
/// use botyard_sandbox::Budget;
///
/// let mut process = Process::new(Origin { seed: 1, seat: 0, run: 0 }, &["bot"], &[]);
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
    /// What the host sends to the bot.
    pub stdin: Stdin,
    /// What the bot answers.
    pub stdout: Stdout,
    /// What the bot says on the side.
    pub stderr: Stderr,
    args: Strings,
    env: Strings,
    descriptors: Descriptors,
    random: Random,
    clocks: Clocks,
    subscriptions: Vec<Subscription>,
}

/// What the host does after a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Charge `cost` ([`crate::Meter::charge`]) and return `errno` to the module.
    Return {
        /// The error number; 0 is success.
        errno: u16,
        /// The price, including the time a poll slept.
        cost: Budget,
    },
    /// The bot wants input and there is none. Suspend the run; after [`Stdin::push`] or
    /// [`Stdin::close`], repeat the same call with the same arguments. Nothing was charged.
    Wait,
    /// The module called `proc_exit` with this status: end the run.
    Exit(u32),
    /// The module wrote more than [`Stdout`] may hold: end the run as a fault. What fitted is
    /// in the buffer.
    Flooded,
}

impl Process {
    /// A fresh run. By custom `args` starts with the program's name. A name in `env` holds no `=`.
    pub fn new(origin: Origin, args: &[&str], env: &[(&str, &str)]) -> Process {
        Process {
            stdin: Stdin::new(),
            stdout: Stdout::new(),
            stderr: Stderr::new(),
            args: Strings::new(args.iter()),
            env: Strings::new(env.iter().map(|(name, value)| format!("{name}={value}"))),
            descriptors: Descriptors::new(),
            random: Random::new(origin),
            clocks: Clocks::new(origin),
            subscriptions: Vec::new(),
        }
    }

    /// Makes this a fresh run with the same arguments, environment and bounds, keeping the buffers' memory.
    pub fn restart(&mut self, origin: Origin) {
        self.stdin.restart();
        self.stdout.restart();
        self.stderr.restart();
        self.descriptors.restart();
        self.random = Random::new(origin);
        self.clocks = Clocks::new(origin);
    }

    /// Answers a system call. `args` are the module's, an `i32` as its unsigned value; `spent` is
    /// what the run has spent before the call ([`crate::Meter::spent`]), the call not included.
    pub fn call<M: Memory>(&mut self, call: Call, args: &[u64], spent: Budget, memory: &mut M) -> Flow {
        let args = Args(args);
        match call {
            Call::FdRead => self.fd_read(args, memory).unwrap_or_else(Flow::failed),
            Call::FdWrite => self.fd_write(args, spent, memory).unwrap_or_else(Flow::failed),
            Call::PollOneoff => self.poll_oneoff(args, spent, memory).unwrap_or_else(Flow::failed),
            Call::ProcExit => Flow::Exit(args.word(0)),
            other => match self.answer(other, args, spent, memory) {
                Ok(bytes) => Flow::moved(bytes),
                Err(errno) => Flow::failed(errno),
            },
        }
    }

    fn fd_read<M: Memory>(&mut self, args: Args<'_>, memory: &mut M) -> Result<Flow, Errno> {
        let [fd, list, count, stored] = args.words();
        if self.descriptors.find(fd)? != Open::Stdin {
            return Err(Errno::Badf);
        }
        match self.stdin.peek(memory, list, count)? {
            Peek::Nothing => Ok(Flow::Wait),
            Peek::Bytes(bytes) => {
                memory::put_u32(memory, stored, bytes as u32)?;
                self.stdin.consume(bytes);
                Ok(Flow::moved(bytes as u64))
            }
        }
    }

    fn fd_write<M: Memory>(&mut self, args: Args<'_>, spent: Budget, memory: &mut M) -> Result<Flow, Errno> {
        let [fd, list, count, stored] = args.words();
        let open = self.descriptors.find(fd)?;
        // The count's place is checked first: a write that was taken must not answer a fault.
        memory::check(memory, stored, 4)?;
        let bytes = match open {
            Open::Stdin => return Err(Errno::Badf),
            Open::Stderr => self.stderr.gather(memory, list, count)?,
            Open::Stdout => match self.stdout.gather(memory, list, count)? {
                Gather::Flood => return Ok(Flow::Flooded),
                Gather::Bytes(bytes) => {
                    self.stdout.set_stamp(spent + system_call(u64::from(bytes)));
                    bytes
                }
            },
        };
        memory::put_u32(memory, stored, bytes)?;
        Ok(Flow::moved(u64::from(bytes)))
    }

    fn poll_oneoff<M: Memory>(&mut self, args: Args<'_>, spent: Budget, memory: &mut M) -> Result<Flow, Errno> {
        let Process { descriptors, stdin, clocks, subscriptions, .. } = self;
        let ready = Ready { descriptors, stdin, clocks, spent };
        match poll::poll(&ready, subscriptions, memory, args.words())? {
            Poll::Wait => Ok(Flow::Wait),
            Poll::Slept(time) => Ok(Flow::Return { errno: 0, cost: system_call(0) + time }),
        }
    }

    /// The calls that neither suspend nor end the run. Answers how many bytes they moved.
    fn answer<M: Memory>(&mut self, call: Call, args: Args<'_>, spent: Budget, memory: &mut M) -> Result<u64, Errno> {
        let fd = args.word(0);
        match call {
            Call::ArgsGet => self.args.copy(memory, args.word(0), args.word(1)),
            Call::ArgsSizesGet => self.args.sizes(memory, args.word(0), args.word(1)),
            Call::EnvironGet => self.env.copy(memory, args.word(0), args.word(1)),
            Call::EnvironSizesGet => self.env.sizes(memory, args.word(0), args.word(1)),
            Call::ClockResGet => {
                Clock::numbered(args.word(0))?;
                put_u64(memory, args.word(1), 1).map(|()| 0)
            }
            Call::ClockTimeGet => {
                let clock = Clock::numbered(args.word(0))?;
                put_u64(memory, args.word(2), self.clocks.read(clock, spent)).map(|()| 0)
            }
            Call::RandomGet => self.random.fill(memory, args.word(0), args.word(1)),
            Call::SchedYield => Ok(0),
            Call::FdFdstatGet => {
                let raw = stat::fdstat(self.descriptors.find(fd)?, self.descriptors.flags(fd)?);
                Ok(memory.write(args.word(1), &raw).map(|()| 0)?)
            }
            Call::FdFilestatGet => {
                self.descriptors.find(fd)?;
                Ok(memory.write(args.word(1), &stat::stream_filestat()).map(|()| 0)?)
            }
            Call::FdFdstatSetFlags => self.descriptors.set_flags(fd, args.word(1)).map(|()| 0),
            Call::FdClose => self.descriptors.close(fd).map(|()| 0),
            Call::FdRenumber => self.descriptors.renumber(fd, args.word(1)).map(|()| 0),
            other => Err(self.denied(other, args)),
        }
    }

    /// What a system without files and sockets says to the calls about them.
    fn denied(&self, call: Call, args: Args<'_>) -> Errno {
        use Call as C;
        // This one names its folder third.
        let fd = if call == C::PathSymlink { args.word(2) } else { args.word(0) };
        let why = match call {
            C::ProcRaise => return Errno::Notsup,
            C::FdSeek | C::FdTell | C::FdPread | C::FdPwrite | C::FdAdvise | C::FdAllocate => Errno::Spipe,
            C::FdPrestatGet | C::FdPrestatDirName => Errno::Badf,
            C::FdSync | C::FdDatasync | C::FdFilestatSetSize => Errno::Inval,
            C::FdReaddir
            | C::PathCreateDirectory
            | C::PathFilestatGet
            | C::PathFilestatSetTimes
            | C::PathLink
            | C::PathOpen
            | C::PathReadlink
            | C::PathRemoveDirectory
            | C::PathRename
            | C::PathSymlink
            | C::PathUnlinkFile => Errno::Notdir,
            C::SockAccept | C::SockRecv | C::SockSend | C::SockShutdown => Errno::Notsock,
            _ => Errno::Notsup,
        };
        self.descriptors.find(fd).err().unwrap_or(why)
    }
}

impl Flow {
    fn moved(bytes: u64) -> Flow {
        Flow::Return { errno: 0, cost: system_call(bytes) }
    }

    fn failed(errno: Errno) -> Flow {
        Flow::Return { errno: errno.number(), cost: system_call(0) }
    }
}

/// A call's arguments; one that is missing is zero.
#[derive(Clone, Copy)]
struct Args<'a>(&'a [u64]);

impl Args<'_> {
    fn word(self, index: usize) -> u32 {
        self.0.get(index).copied().unwrap_or(0) as u32
    }

    fn words(self) -> [u32; 4] {
        [0, 1, 2, 3].map(|index| self.word(index))
    }
}
