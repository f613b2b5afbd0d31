//! The table of open descriptors: the three streams for now; files in memory will be another
//! kind of entry. Knows no buffer.

use super::abi::Errno;

/// What a descriptor stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Stdin,
    Stdout,
    Stderr,
}

/// A descriptor and the flags the module set on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    open: Open,
    flags: u16,
}

/// The table, indexed by descriptor.
#[derive(Clone, Debug)]
pub(super) struct Descriptors {
    entries: Vec<Option<Entry>>,
}

impl Descriptors {
    pub fn new() -> Descriptors {
        let mut table = Descriptors { entries: Vec::with_capacity(3) };
        table.restart();
        table
    }

    /// The three streams at their usual places, and nothing else.
    pub fn restart(&mut self) {
        self.entries.clear();
        let streams = [Open::Stdin, Open::Stdout, Open::Stderr];
        self.entries.extend(streams.map(|open| Some(Entry { open, flags: 0 })));
    }

    pub fn find(&self, fd: u32) -> Result<Open, Errno> {
        self.entry(fd).map(|entry| entry.open)
    }

    pub fn flags(&self, fd: u32) -> Result<u16, Errno> {
        self.entry(fd).map(|entry| entry.flags)
    }

    /// Notes `flags` of `fd_fdstat_set_flags`. They change nothing: a read of an empty stream
    /// suspends the run whether it says non-blocking or not, since a module that is not asked
    /// does not run.
    pub fn set_flags(&mut self, fd: u32, flags: u32) -> Result<(), Errno> {
        let known = u16::try_from(flags).ok().filter(|flags| *flags < 1 << 5);
        self.slot(fd)?.flags = known.ok_or(Errno::Inval)?;
        Ok(())
    }

    pub fn close(&mut self, fd: u32) -> Result<(), Errno> {
        self.slot(fd)?;
        self.entries[fd as usize] = None;
        Ok(())
    }

    /// Moves `from` to the open descriptor `to`, which is closed by it.
    pub fn renumber(&mut self, from: u32, to: u32) -> Result<(), Errno> {
        let entry = self.entry(from)?;
        self.entry(to)?;
        self.entries[from as usize] = None;
        self.entries[to as usize] = Some(entry);
        Ok(())
    }

    fn entry(&self, fd: u32) -> Result<Entry, Errno> {
        self.entries.get(fd as usize).copied().flatten().ok_or(Errno::Badf)
    }

    fn slot(&mut self, fd: u32) -> Result<&mut Entry, Errno> {
        self.entries.get_mut(fd as usize).and_then(Option::as_mut).ok_or(Errno::Badf)
    }
}
