//! The three streams between a bot and its host: bounded buffers. Knows no system call's layout.

use crate::budget::Budget;

use super::abi::Errno;
use super::iovec::{Iovec, gather, scatter};
use super::memory::Memory;

/// How much memory a stream of a process keeps that waits for another run, in bytes: as much as a
/// large board takes.
const KEPT: usize = 256 << 10;

/// The bytes that the host has sent and the bot has not read yet.
#[derive(Clone, Debug)]
pub struct Stdin {
    bytes: Vec<u8>,
    /// Bytes before this are read; they are dropped when that is cheap.
    read: usize,
    closed: bool,
    bound: usize,
}

/// The bot does not read its input: the buffer is full, and no bytes were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bot leaves too much of its input unread")]
pub struct StdinFullError;

impl Stdin {
    /// The bound on unread bytes that a fresh process has: 16 MiB.
    pub const BOUND: usize = 16 << 20;

    /// Sends `bytes` to the bot.
    ///
    /// # Errors
    /// [`StdinFullError`] when unread bytes would pass the bound. No bytes are sent then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), StdinFullError> {
        if self.unread().len().saturating_add(bytes.len()) > self.bound {
            return Err(StdinFullError);
        }
        if self.read > self.bytes.len() / 2 {
            self.bytes.drain(..self.read);
            self.read = 0;
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Ends the input: once the rest is read, the bot sees end of file.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Whether a read would answer at once.
    pub fn readable(&self) -> bool {
        self.closed || !self.unread().is_empty()
    }

    /// The bytes that were sent and not read yet.
    pub fn unread(&self) -> &[u8] {
        &self.bytes[self.read..]
    }

    /// Sets the bound on unread bytes.
    pub fn set_bound(&mut self, bytes: usize) {
        self.bound = bytes;
    }

    pub(super) fn new() -> Stdin {
        Stdin { bytes: Vec::new(), read: 0, closed: false, bound: Stdin::BOUND }
    }

    /// Empties and reopens it, keeping its memory and its bound.
    pub(super) fn restart(&mut self) {
        self.bytes.clear();
        self.read = 0;
        self.closed = false;
    }

    /// Empties it, keeping the memory of few bytes.
    pub(super) fn shrink(&mut self) {
        self.restart();
        self.bytes.shrink_to(KEPT);
    }

    /// Copies unread bytes into the buffers and returns how many, without consuming them: the
    /// caller consumes them once the call can no longer fail.
    pub(super) fn peek<M: Memory>(&self, memory: &mut M, list: &[Iovec]) -> Result<Peek, Errno> {
        let asked = list.iter().any(|buffer| buffer.len > 0);
        if asked && !self.readable() {
            return Ok(Peek::Nothing);
        }
        scatter(memory, list, self.unread()).map(|bytes| Peek::Bytes(bytes as usize))
    }

    pub(super) fn consume(&mut self, bytes: usize) {
        self.read += bytes;
        if self.read == self.bytes.len() {
            self.bytes.clear();
            self.read = 0;
        }
    }
}

/// The result of a read.
pub(super) enum Peek {
    /// This many bytes; 0 at end of file, or if the bot asked for 0.
    Bytes(usize),
    /// No bytes yet.
    Nothing,
}

/// The bytes that the bot has written and the host has not taken yet.
#[derive(Clone, Debug)]
pub struct Stdout {
    bytes: Vec<u8>,
    stamp: Budget,
    bound: usize,
}

impl Stdout {
    /// The bound on bytes not taken that a fresh process has: 1 MiB.
    pub const BOUND: usize = 1 << 20;

    /// The bytes written since the last [`Stdout::clear`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The time that the run had spent when it last wrote, that write's price included.
    pub fn stamp(&self) -> Budget {
        self.stamp
    }

    /// Discards the written bytes, keeping the buffer's memory. Call it after using
    /// [`Stdout::bytes`].
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Sets the bound on bytes not taken; a write beyond it is [`super::Flow::Flooded`].
    pub fn set_bound(&mut self, bytes: usize) {
        self.bound = bytes;
    }

    pub(super) fn new() -> Stdout {
        Stdout { bytes: Vec::new(), stamp: Budget::ZERO, bound: Stdout::BOUND }
    }

    pub(super) fn restart(&mut self) {
        self.bytes.clear();
        self.stamp = Budget::ZERO;
    }

    /// Empties it, keeping the memory of few bytes.
    pub(super) fn shrink(&mut self) {
        self.restart();
        self.bytes.shrink_to(KEPT);
    }

    pub(super) fn set_stamp(&mut self, spent: Budget) {
        self.stamp = spent;
    }

    /// Appends the buffers, which are `wanted` bytes long in all.
    pub(super) fn gather<M: Memory>(&mut self, memory: &M, list: &[Iovec], wanted: u32) -> Result<Gather, Errno> {
        let kept = append(&mut self.bytes, self.bound, memory, list, wanted)?;
        Ok(if kept < wanted { Gather::Flood } else { Gather::All })
    }
}

/// The result of a write.
pub(super) enum Gather {
    /// All bytes were taken.
    All,
    /// Only the bytes that fitted were taken.
    Flood,
}

/// The bot's stderr: the first bytes are kept, the rest is counted.
#[derive(Clone, Debug)]
pub struct Stderr {
    bytes: Vec<u8>,
    dropped: u64,
    left: usize,
    bound: usize,
}

impl Stderr {
    /// The bound on bytes kept in a run that a fresh process has: 64 KiB.
    pub const BOUND: usize = 64 << 10;

    /// The bytes written since the last [`Stderr::clear`], as far as they are kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes of this run were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Discards the written bytes, keeping the buffer's memory. The bound is for the whole run, so
    /// discarded bytes count against it.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Sets how many bytes of a whole run are kept; for a fresh or restarted process.
    pub fn set_bound(&mut self, bytes: usize) {
        self.bound = bytes;
        self.left = bytes;
    }

    pub(super) fn new() -> Stderr {
        Stderr { bytes: Vec::new(), dropped: 0, left: Stderr::BOUND, bound: Stderr::BOUND }
    }

    pub(super) fn restart(&mut self) {
        self.bytes.clear();
        self.dropped = 0;
        self.left = self.bound;
    }

    /// Empties it, keeping the memory of few bytes.
    pub(super) fn shrink(&mut self) {
        self.restart();
        self.bytes.shrink_to(KEPT);
    }

    /// Appends the buffers, which are `wanted` bytes long in all, as far as there is room.
    pub(super) fn gather<M: Memory>(&mut self, memory: &M, list: &[Iovec], wanted: u32) -> Result<u32, Errno> {
        let bound = self.bytes.len() + self.left;
        let kept = append(&mut self.bytes, bound, memory, list, wanted)?;
        self.left -= kept as usize;
        self.dropped += u64::from(wanted - kept);
        Ok(wanted)
    }
}

/// Appends the buffers to `bytes` until it holds `bound`; answers how much that was.
fn append<M: Memory>(bytes: &mut Vec<u8>, bound: usize, memory: &M, list: &[Iovec], wanted: u32) -> Result<u32, Errno> {
    let before = bytes.len();
    let kept = (wanted as usize).min(bound.saturating_sub(before));
    bytes.resize(before + kept, 0);
    gather(memory, list, &mut bytes[before..])?;
    Ok(kept as u32)
}
