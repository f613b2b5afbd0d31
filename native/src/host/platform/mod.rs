//! All that differs between systems about running programs: starting one with all it will start, its pipes, waiting
//! for several of them, ending them, and what holds them. Knows no match and no bot.
//!
//! Each system's file offers the same: `RunningProgram` (one program; dropping it ends it and what it has started), `ProgramWatcher`
//! (waits for many of them), `split`, `is_executable`, `is_wrong_format`, `PYTHON`. What holds programs is in `sandbox/` on Linux;
//! elsewhere nothing does.

#[cfg_attr(not(target_os = "linux"), path = "no_sandbox.rs")]
mod sandbox;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{PYTHON, ProgramWatcher, RunningProgram, is_executable, is_wrong_format, split};
#[cfg(windows)]
pub(super) use windows::{PYTHON, ProgramWatcher, RunningProgram, is_executable, is_wrong_format, split};

pub(super) use sandbox::inspect;
pub use sandbox::run_warden;

use std::time::Instant;

/// How many bytes may wait to be written to a program that does not read.
const UNWRITTEN: usize = 16 << 20;

/// Something a program did.
#[derive(Debug)]
pub(super) struct ProgramEvent<K> {
    /// Which program, in the caller's terms.
    pub(super) from: K,
    /// When it came.
    pub(super) at: Instant,
    /// What it was.
    pub(super) what: ProgramEventKind,
}

/// What a program can do.
#[derive(Debug)]
pub(super) enum ProgramEventKind {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    /// It has ended, and all it had started with it. Nothing follows.
    Exited(ProgramExit),
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramExit {
    Code(i32),
    #[cfg_attr(windows, expect(dead_code, reason = "there are no signals"))]
    Signal(i32),
}

/// The program leaves more of its input unread than is kept for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnreadInputError;
