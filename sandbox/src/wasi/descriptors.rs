//! The table of open descriptors. Knows no buffer and no file's content: the caller that takes
//! an entry out frees what the entry held.

use super::abi::Errno;
use super::files::Id;
use super::rights::Rights;

/// The target of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenTarget {
    Stdin,
    Stdout,
    Stderr,
    File(Id),
    Directory(Id),
}

/// A descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Descriptor {
    pub open: OpenTarget,
    pub flags: u16,
    pub rights: Rights,
    /// Where a file is read and written next.
    pub position: u64,
    /// The index of the preopened folder, if it is one.
    pub preopen: Option<usize>,
}

/// The flag that makes every write go to the end of a file.
pub(super) const APPEND: u16 = 1;
/// The flag that makes a read of an empty stream fail instead of waiting.
pub(super) const NONBLOCK: u16 = 1 << 2;
const FLAGS: u32 = 1 << 5;

impl Descriptor {
    pub fn new(open: OpenTarget, rights: Rights) -> Descriptor {
        Descriptor { open, flags: 0, rights, position: 0, preopen: None }
    }

    /// # Errors
    /// [`Errno::Notdir`] if it is not a directory, [`Errno::Notcapable`] without the right.
    pub fn directory(&self, right: u64) -> Result<Id, Errno> {
        let OpenTarget::Directory(id) = self.open else { return Err(Errno::Notdir) };
        self.rights.check(right).map(|()| id)
    }

    /// # Errors
    /// `Badf` for a directory, `otherwise` for a stream, [`Errno::Notcapable`] without the right.
    pub fn file(&self, right: u64, otherwise: Errno) -> Result<Id, Errno> {
        match self.open {
            OpenTarget::File(id) => self.rights.check(right).map(|()| id),
            OpenTarget::Directory(_) => Err(Errno::Badf),
            OpenTarget::Stdin | OpenTarget::Stdout | OpenTarget::Stderr => Err(otherwise),
        }
    }

    /// The node it stands for, if it is not a stream.
    pub fn node(&self) -> Option<Id> {
        match self.open {
            OpenTarget::File(id) | OpenTarget::Directory(id) => Some(id),
            OpenTarget::Stdin | OpenTarget::Stdout | OpenTarget::Stderr => None,
        }
    }
}

/// Reads flags of a descriptor.
///
/// # Errors
/// [`Errno::Inval`] if one has no meaning.
pub(super) fn flags(raw: u32) -> Result<u16, Errno> {
    if raw < FLAGS { Ok(raw as u16) } else { Err(Errno::Inval) }
}

/// The table, indexed by descriptor.
#[derive(Clone, Debug)]
pub(super) struct Descriptors {
    entries: Vec<Option<Descriptor>>,
    bound: usize,
}

impl Descriptors {
    /// The three streams at their usual places.
    pub fn new(bound: usize) -> Descriptors {
        let mut table = Descriptors { entries: Vec::with_capacity(4), bound };
        table.restart();
        table
    }

    pub fn restart(&mut self) {
        self.entries.clear();
        let input = Descriptor::new(OpenTarget::Stdin, Rights::INPUT);
        let outputs = [OpenTarget::Stdout, OpenTarget::Stderr].map(|open| Descriptor::new(open, Rights::OUTPUT));
        self.entries.extend([input].into_iter().chain(outputs).map(Some));
    }

    pub fn find(&self, fd: u32) -> Result<&Descriptor, Errno> {
        self.entries.get(fd as usize).and_then(Option::as_ref).ok_or(Errno::Badf)
    }

    pub fn find_mut(&mut self, fd: u32) -> Result<&mut Descriptor, Errno> {
        self.entries.get_mut(fd as usize).and_then(Option::as_mut).ok_or(Errno::Badf)
    }

    /// Whether one more may be open.
    pub fn check_room(&self) -> Result<(), Errno> {
        let full = self.entries.len() >= self.bound && self.entries.iter().all(Option::is_some);
        if full { Err(Errno::Mfile) } else { Ok(()) }
    }

    /// Opens the lowest number that is free.
    pub fn add(&mut self, descriptor: Descriptor) -> u32 {
        let free = self.entries.iter().position(Option::is_none).unwrap_or_else(|| {
            self.entries.push(None);
            self.entries.len() - 1
        });
        self.entries[free] = Some(descriptor);
        free as u32
    }

    /// Closes one.
    pub fn take(&mut self, fd: u32) -> Result<Descriptor, Errno> {
        self.entries.get_mut(fd as usize).and_then(Option::take).ok_or(Errno::Badf)
    }

    /// Moves `from` to the open descriptor `to`, which this closes: returns the closed descriptor,
    /// unless both are the same.
    pub fn renumber(&mut self, from: u32, to: u32) -> Result<Option<Descriptor>, Errno> {
        self.find(to)?;
        let moved = *self.find(from)?;
        if from == to {
            return Ok(None);
        }
        self.entries[from as usize] = None;
        Ok(self.entries[to as usize].replace(moved))
    }
}
