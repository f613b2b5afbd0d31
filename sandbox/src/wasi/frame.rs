//! A system call in progress: its arguments, the bot's memory, the run. Knows no call.

use crate::budget::Budget;

use super::abi::Errno;
use super::descriptors::Descriptor;
use super::files::{Id, LastLink, Moment, Tree, WalkedPath, walk};
use super::memory::{Memory, check};
use super::{CallArguments, Process};

/// Everything that a call may look at and change.
pub(super) struct CallFrame<'a, M> {
    pub process: &'a mut Process,
    pub memory: &'a mut M,
    pub args: CallArguments<'a>,
    /// The time that the run had spent before the call.
    pub spent: Budget,
    /// The bytes that were moved or looked at: they determine the price of the call, whatever its
    /// result.
    pub work: u64,
}

/// A call that neither waits nor ends the run.
pub(super) type CallResult = Result<(), Errno>;

impl<M: Memory> CallFrame<'_, M> {
    /// When the call is made, for the times of files.
    pub fn now(&self) -> Moment {
        Moment::Spent(self.spent)
    }

    /// The descriptor that the argument `index` names.
    pub fn descriptor(&self, index: usize) -> Result<&Descriptor, Errno> {
        self.process.descriptors.find(self.args.word(index))
    }

    /// The mutable descriptor that the argument `index` numbers.
    pub fn descriptor_mut(&mut self, index: usize) -> Result<&mut Descriptor, Errno> {
        self.process.descriptors.find_mut(self.args.word(index))
    }

    pub fn tree(&self) -> &Tree {
        &self.process.files.tree
    }

    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.process.files.tree
    }

    /// Writes a record, or several integers.
    pub fn put(&mut self, at: u32, bytes: &[u8]) -> CallResult {
        Ok(self.memory.write(at, bytes)?)
    }

    /// The text at the pointer and of the length that the arguments `index` and the one after it
    /// are.
    pub fn path(&mut self, index: usize) -> Result<String, Errno> {
        let (at, len) = (self.args.word(index), self.args.word(index + 1));
        check(self.memory, at, u64::from(len))?;
        if len > self.tree().limits().path_bytes {
            return Err(Errno::Nametoolong);
        }
        let mut bytes = vec![0; len as usize];
        self.memory.read(at, &mut bytes)?;
        self.work += u64::from(len);
        let path = String::from_utf8(bytes).map_err(|_| Errno::Ilseq)?;
        if path.contains('\0') { Err(Errno::Inval) } else { Ok(path) }
    }

    /// Walks from the directory of the descriptor in the argument `index`, which must have the
    /// right.
    pub fn walk(&mut self, index: usize, right: u64, path: &str, last: LastLink) -> Result<WalkedPath, Errno> {
        let start: Id = self.descriptor(index)?.directory(right)?;
        let mut work = 0;
        let place = walk(self.tree(), start, path, last, &mut work);
        self.work += work;
        place
    }
}

/// Whether a symbolic link at the end of a path is followed. It always is where a slash follows its
/// name.
///
/// # Errors
/// [`Errno::Inval`] if the flags mean something else.
pub(super) fn last(lookup: u32, path: &str) -> Result<LastLink, Errno> {
    match lookup {
        0 if !path.ends_with('/') => Ok(LastLink::Keep),
        0 | 1 => Ok(LastLink::Follow),
        _ => Err(Errno::Inval),
    }
}
