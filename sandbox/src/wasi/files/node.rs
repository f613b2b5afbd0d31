//! The nodes behind names: a file, a directory or a symbolic link. Knows other nodes only by their
//! numbers.

use std::collections::BTreeMap;
use std::ops::{Bound, Deref};
use std::sync::Arc;

use crate::budget::Budget;

/// The number of a node in its tree; its inode is one more, because 0 is not a valid inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Id(pub u32);

impl Id {
    pub fn inode(self) -> u64 {
        u64::from(self.0) + 1
    }
}

/// One file, directory or symbolic link.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub kind: NodeKind,
    pub times: Times,
    /// How many names it has.
    pub links: u32,
    /// How many descriptors hold it; it stays while one does.
    pub held: u32,
}

/// The kind of a node, with its content.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    File(FileBytes),
    Directory(Directory),
    Symlink(Arc<str>),
}

/// The bytes of a file.
#[derive(Clone, Debug)]
pub(crate) enum FileBytes {
    /// As the host has brought them: shared by all runs until one writes to them.
    Shared(Arc<[u8]>),
    /// The run's own.
    Own(Vec<u8>),
}

/// The times of a node's last access and changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub accessed: Moment,
    pub modified: Moment,
    pub changed: Moment,
}

/// A time of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    /// The time that the run had spent then. The bot's clock at that time is calculated only when a
    /// call asks for it.
    Spent(Budget),
    /// A time that the bot has set: nanoseconds of its own clock.
    Set(u64),
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Shared(bytes) => bytes,
            Self::Own(bytes) => bytes,
        }
    }
}

impl FileBytes {
    /// The bytes to be changed.
    pub fn to_mut(&mut self) -> &mut Vec<u8> {
        if let Self::Shared(bytes) = self {
            *self = Self::Own(bytes.to_vec());
        }
        match self {
            Self::Own(bytes) => bytes,
            Self::Shared(_) => unreachable!("they have just become its own"),
        }
    }

    /// The bytes as they are now.
    pub fn to_shared(&self) -> Arc<[u8]> {
        match self {
            Self::Shared(bytes) => Arc::clone(bytes),
            Self::Own(bytes) => bytes.as_slice().into(),
        }
    }
}

impl Times {
    pub fn at(now: Moment) -> Times {
        Times { accessed: now, modified: now, changed: now }
    }

    /// Its content has changed.
    pub fn touch(&mut self, now: Moment) {
        self.modified = now;
        self.changed = now;
    }
}

/// The names in a directory. They are listed in the order in which they were added, by serial
/// numbers that are never reused: so a resumed listing skips and repeats no name, whatever was
/// removed meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    pub parent: Id,
    entries: BTreeMap<Arc<str>, DirectoryEntry>,
    order: BTreeMap<u64, Arc<str>>,
}

#[derive(Clone, Copy, Debug)]
struct DirectoryEntry {
    node: Id,
    serial: u64,
}

impl Directory {
    pub fn new(parent: Id) -> Directory {
        Directory { parent, entries: BTreeMap::new(), order: BTreeMap::new() }
    }

    pub fn find(&self, name: &str) -> Option<Id> {
        self.entries.get(name).map(|entry| entry.node)
    }

    /// Adds a name that is not there.
    pub fn insert(&mut self, name: &str, node: Id, serial: u64) {
        let name: Arc<str> = name.into();
        self.entries.insert(Arc::clone(&name), DirectoryEntry { node, serial });
        self.order.insert(serial, name);
    }

    pub fn remove(&mut self, name: &str) -> Option<Id> {
        let entry = self.entries.remove(name)?;
        self.order.remove(&entry.serial);
        Some(entry.node)
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The names in the order of the alphabet, with their nodes.
    pub fn by_name(&self) -> impl DoubleEndedIterator<Item = (&str, Id)> {
        self.entries.iter().map(|(name, entry)| (&**name, entry.node))
    }

    /// The names that came after this serial number, with theirs and with their nodes.
    pub fn after(&self, serial: u64) -> impl Iterator<Item = (u64, &str, Id)> {
        let rest = self.order.range((Bound::Excluded(serial), Bound::Unbounded));
        rest.filter_map(|(serial, name)| Some((*serial, &**name, self.find(name)?)))
    }
}

impl NodeKind {
    /// How preview1 numbers it.
    pub fn filetype(&self) -> u8 {
        match self {
            NodeKind::Directory(_) => 3,
            NodeKind::File(_) => 4,
            NodeKind::Symlink(_) => 7,
        }
    }

    /// Its size, as it is reported and as it is counted.
    pub fn size(&self) -> u64 {
        match self {
            NodeKind::File(bytes) => bytes.len() as u64,
            NodeKind::Symlink(target) => target.len() as u64,
            NodeKind::Directory(_) => 0,
        }
    }
}
