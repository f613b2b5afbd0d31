//! Everything about running programs that differs between systems: starting and ending process
//! trees, pipes, waiting for several programs, and the sandbox. Knows no match and no bot.
//!
//! Each system's file offers the same: `RunningProgram` (one program; dropping it ends it and what
//! it has started), `ProgramWatcher` (waits for many programs, stops and resumes them), `ProgramMeter` (how long one has
//! waited for a processor), `module_time` (by what modules on the wall clock are judged), `split`,
//! `is_executable`, `is_wrong_format`, `is_shortage`, `PYTHON`. The sandbox is in `sandbox/` on
//! Linux; other systems have no sandbox yet.

#[cfg(unix)]
mod closed_stdout;
#[cfg_attr(not(target_os = "linux"), path = "no_processor_time.rs")]
mod processor_time;
#[cfg_attr(not(target_os = "linux"), path = "no_sandbox.rs")]
mod sandbox;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{PYTHON, ProgramWatcher, RunningProgram, is_executable, is_shortage, is_wrong_format, split};
#[cfg(windows)]
pub(super) use windows::{PYTHON, ProgramWatcher, RunningProgram, is_executable, is_shortage, is_wrong_format, split};

#[cfg(unix)]
pub use closed_stdout::break_closed_stdout;
pub use processor_time::used_processor_time;
pub(super) use processor_time::{OwnThreadMeter, ProgramMeter, module_time};
pub use sandbox::run_warden;
pub(super) use sandbox::{find_access_gaps, inspect};
#[cfg(unix)]
pub use signals::survive_file_size_limit;

use std::io;
use std::num::NonZero;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// There is no signal for a file's size.
#[cfg(not(unix))]
pub fn survive_file_size_limit() {}

/// The processor time of threads since their start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ProcessorTime {
    /// How long they have had a processor.
    pub(super) worked: Duration,
    /// How long they have waited for a processor.
    pub(super) waited: Duration,
    /// Whether one of them has a processor or waits for one.
    pub(super) is_runnable: bool,
    /// How often the only thread has given up its processor to wait for something else; `None` if
    /// there are several, or this was not read.
    pub(super) sleeps: Option<u64>,
}

/// The number of processors. The system is queried once: it reads several files, which takes as
/// long as a turn of some games.
pub(super) fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get) as u32)
}

/// Why a program does not start.
#[derive(Debug, thiserror::Error)]
pub(super) enum SpawnError {
    /// The system does not start this program.
    #[error("the system does not start the program: {0}")]
    Program(io::Error),
    /// The system starts no program now, or botyard cannot prepare its start.
    #[error("the system starts no program now: {0}")]
    Host(io::Error),
}

impl From<io::Error> for SpawnError {
    fn from(error: io::Error) -> Self {
        if is_shortage(&error) { Self::Host(error) } else { Self::Program(error) }
    }
}

/// The most bytes that are kept for a program that does not read its stdin.
const UNWRITTEN: usize = 16 << 20;

/// An event of a program, with its time.
#[derive(Debug)]
pub(super) struct ProgramEvent<K> {
    /// The caller's key of the program.
    pub(super) from: K,
    /// When it happened.
    pub(super) at: Instant,
    /// The event.
    pub(super) what: ProgramEventKind,
}

/// The kind of an event.
#[derive(Debug)]
pub(super) enum ProgramEventKind {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    /// It has closed its stdout and is not about to exit.
    #[cfg_attr(windows, expect(dead_code, reason = "pipes are not watched one by one there"))]
    StdoutClosed,
    /// It and everything that it had started have ended. No events follow.
    Exited(ProgramExit),
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramExit {
    Code(i32),
    #[cfg_attr(windows, expect(dead_code, reason = "there are no signals"))]
    Signal(i32),
}

/// The program leaves more of its input unread than can be kept for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the program leaves too much of its input unread")]
pub(super) struct UnreadInputError;
