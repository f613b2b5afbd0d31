//! The three streams between a bot and its host: bounded buffers. Knows no system call's layout.

use crate::budget::Budget;

use super::abi::Errno;
use super::iovec::{self, Iovec};
use super::memory::Memory;

/// What the host has sent and the bot has not read yet.
#[derive(Clone, Debug)]
pub struct Stdin {
    bytes: Vec<u8>,
    /// Bytes before this are read; they are dropped when that is cheap.
    read: usize,
    closed: bool,
    bound: usize,
}

/// The bot does not read its input: the buffer's bound is reached, and nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StdinFull;

impl Stdin {
    /// The bound on unread bytes that a fresh process has: 16 MiB.
    pub const BOUND: usize = 16 << 20;

    /// Sends `bytes` to the bot.
    ///
    /// # Errors
    /// [`StdinFull`] when unread bytes would pass the bound. Nothing is sent then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), StdinFull> {
        if self.unread().len().saturating_add(bytes.len()) > self.bound {
            return Err(StdinFull);
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

    /// What was sent and is not read yet.
    pub fn unread(&self) -> &[u8] {
        &self.bytes[self.read..]
    }

    /// Whether [`Stdin::close`] was called.
    pub fn is_closed(&self) -> bool {
        self.closed
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

    /// Copies unread bytes into the buffers listed at `list` and answers how many, without
    /// consuming them: the caller does so when nothing can fail any more.
    pub(super) fn peek<M: Memory>(&self, memory: &mut M, list: u32, count: u32) -> Result<Peek, Errno> {
        let mut rest = self.unread();
        let mut room = false;
        iovec::each(memory, list, count, |memory, Iovec { at, len }| {
            room |= len > 0;
            let (now, later) = rest.split_at(rest.len().min(len as usize));
            memory.write(at, now)?;
            rest = later;
            Ok(!rest.is_empty() || !room)
        })?;
        let bytes = self.unread().len() - rest.len();
        Ok(if room && !self.readable() { Peek::Nothing } else { Peek::Bytes(bytes) })
    }

    pub(super) fn consume(&mut self, bytes: usize) {
        self.read += bytes;
        if self.read == self.bytes.len() {
            self.bytes.clear();
            self.read = 0;
        }
    }
}

/// What a read finds.
pub(super) enum Peek {
    /// This many bytes; none at end of file, or when the bot asked for none.
    Bytes(usize),
    /// Nothing yet.
    Nothing,
}

/// What the bot has written and the host has not taken yet.
#[derive(Clone, Debug)]
pub struct Stdout {
    bytes: Vec<u8>,
    stamp: Budget,
    bound: usize,
}

impl Stdout {
    /// The bound on bytes not taken that a fresh process has: 1 MiB.
    pub const BOUND: usize = 1 << 20;

    /// What was written since the last [`Stdout::clear`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the run had spent when it last wrote, that write's price included.
    pub fn stamp(&self) -> Budget {
        self.stamp
    }

    /// Forgets what was written, keeping the buffer's memory. Call it after using
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

    pub(super) fn set_stamp(&mut self, spent: Budget) {
        self.stamp = spent;
    }

    /// Takes in the buffers listed at `list`. On a fault nothing is taken.
    pub(super) fn gather<M: Memory>(&mut self, memory: &mut M, list: u32, count: u32) -> Result<Gather, Errno> {
        let before = self.bytes.len();
        match fill(&mut self.bytes, self.bound, memory, list, count) {
            Ok(wanted) if wanted > (self.bytes.len() - before) as u64 => Ok(Gather::Flood),
            Ok(wanted) => Ok(Gather::Bytes(wanted as u32)),
            Err(errno) => {
                self.bytes.truncate(before);
                Err(errno)
            }
        }
    }
}

/// What became of a write.
pub(super) enum Gather {
    /// All of it was taken.
    Bytes(u32),
    /// Only what fitted was.
    Flood,
}

/// What the bot has said on the side: the first bytes are kept, the rest is counted.
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

    /// What was written since the last [`Stderr::clear`], as far as it is kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes of this run were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Forgets what was written, keeping the buffer's memory. The bound counts on: it is for the
    /// whole run.
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

    /// Takes in the buffers listed at `list`, as far as there is room. On a fault nothing is taken.
    pub(super) fn gather<M: Memory>(&mut self, memory: &mut M, list: u32, count: u32) -> Result<u32, Errno> {
        let before = self.bytes.len();
        let wanted = fill(&mut self.bytes, before + self.left, memory, list, count)
            .inspect_err(|_| self.bytes.truncate(before))?;
        let kept = self.bytes.len() - before;
        self.left -= kept;
        self.dropped += wanted - kept as u64;
        Ok(wanted as u32)
    }
}

/// Appends the listed buffers to `bytes` until it holds `bound`; answers how long they are in
/// all, at most what one call may say it wrote.
fn fill<M: Memory>(bytes: &mut Vec<u8>, bound: usize, memory: &mut M, list: u32, count: u32) -> Result<u64, Errno> {
    let mut wanted = 0;
    iovec::each(memory, list, count, |memory, Iovec { at, len }| {
        wanted += u64::from(len);
        let from = bytes.len();
        bytes.resize(from + (len as usize).min(bound.saturating_sub(from)), 0);
        memory.read(at, &mut bytes[from..])?;
        Ok(true)
    })?;
    if wanted > u64::from(u32::MAX) { Err(Errno::Inval) } else { Ok(wanted) }
}
