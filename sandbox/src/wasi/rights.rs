//! The rights of a descriptor, in the numbers of preview1. Knows no descriptor.

use super::abi::Errno;

/// The rights of a descriptor, and of those that are opened through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rights {
    pub base: u64,
    pub inheriting: u64,
}

pub(super) const FD_DATASYNC: u64 = 1 << 0;
pub(super) const FD_READ: u64 = 1 << 1;
pub(super) const FD_SEEK: u64 = 1 << 2;
pub(super) const FD_FDSTAT_SET_FLAGS: u64 = 1 << 3;
pub(super) const FD_SYNC: u64 = 1 << 4;
pub(super) const FD_TELL: u64 = 1 << 5;
pub(super) const FD_WRITE: u64 = 1 << 6;
pub(super) const FD_ADVISE: u64 = 1 << 7;
pub(super) const FD_ALLOCATE: u64 = 1 << 8;
pub(super) const PATH_CREATE_DIRECTORY: u64 = 1 << 9;
pub(super) const PATH_CREATE_FILE: u64 = 1 << 10;
pub(super) const PATH_LINK_SOURCE: u64 = 1 << 11;
pub(super) const PATH_LINK_TARGET: u64 = 1 << 12;
pub(super) const PATH_OPEN: u64 = 1 << 13;
pub(super) const FD_READDIR: u64 = 1 << 14;
pub(super) const PATH_READLINK: u64 = 1 << 15;
pub(super) const PATH_RENAME_SOURCE: u64 = 1 << 16;
pub(super) const PATH_RENAME_TARGET: u64 = 1 << 17;
pub(super) const PATH_FILESTAT_GET: u64 = 1 << 18;
pub(super) const PATH_FILESTAT_SET_SIZE: u64 = 1 << 19;
pub(super) const PATH_FILESTAT_SET_TIMES: u64 = 1 << 20;
pub(super) const FD_FILESTAT_GET: u64 = 1 << 21;
pub(super) const FD_FILESTAT_SET_SIZE: u64 = 1 << 22;
pub(super) const FD_FILESTAT_SET_TIMES: u64 = 1 << 23;
pub(super) const PATH_SYMLINK: u64 = 1 << 24;
pub(super) const PATH_REMOVE_DIRECTORY: u64 = 1 << 25;
pub(super) const PATH_UNLINK_FILE: u64 = 1 << 26;
pub(super) const POLL_FD_READWRITE: u64 = 1 << 27;

/// All rights of preview1, including those of sockets, which are not offered.
pub(super) const ALL: u64 = (1 << 30) - 1;

const OF_DIRECTORIES: u64 = FD_FDSTAT_SET_FLAGS
    | FD_SYNC
    | FD_DATASYNC
    | FD_ADVISE
    | PATH_CREATE_DIRECTORY
    | PATH_CREATE_FILE
    | PATH_LINK_SOURCE
    | PATH_LINK_TARGET
    | PATH_OPEN
    | FD_READDIR
    | PATH_READLINK
    | PATH_RENAME_SOURCE
    | PATH_RENAME_TARGET
    | PATH_FILESTAT_GET
    | PATH_FILESTAT_SET_SIZE
    | PATH_FILESTAT_SET_TIMES
    | FD_FILESTAT_GET
    | FD_FILESTAT_SET_TIMES
    | PATH_SYMLINK
    | PATH_REMOVE_DIRECTORY
    | PATH_UNLINK_FILE
    | POLL_FD_READWRITE;

const OF_FILES: u64 = FD_DATASYNC
    | FD_READ
    | FD_SEEK
    | FD_FDSTAT_SET_FLAGS
    | FD_SYNC
    | FD_TELL
    | FD_WRITE
    | FD_ADVISE
    | FD_ALLOCATE
    | FD_FILESTAT_GET
    | FD_FILESTAT_SET_SIZE
    | FD_FILESTAT_SET_TIMES
    | POLL_FD_READWRITE;

const OF_STREAMS: u64 = FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE;

impl Rights {
    /// The rights of a preopened folder.
    pub const FOLDER: Rights = Rights { base: OF_DIRECTORIES, inheriting: ALL };
    /// The rights of stdin.
    pub const INPUT: Rights = Rights { base: OF_STREAMS | FD_READ, inheriting: 0 };
    /// The rights of stdout and stderr.
    pub const OUTPUT: Rights = Rights { base: OF_STREAMS | FD_WRITE, inheriting: 0 };

    /// The rights that a descriptor with these rights may pass on.
    ///
    /// # Errors
    /// [`Errno::Notcapable`] if more is requested. Bits without a right are ignored.
    pub fn grant(self, asked: Rights) -> Result<Rights, Errno> {
        let asked = Rights { base: asked.base & ALL, inheriting: asked.inheriting & ALL };
        let more = (asked.base | asked.inheriting) & !self.inheriting;
        if more == 0 { Ok(asked) } else { Err(Errno::Notcapable) }
    }

    /// These rights without those that make no sense for a directory.
    pub fn for_directory(self) -> Rights {
        Rights { base: self.base & OF_DIRECTORIES, ..self }
    }

    /// These rights without those that make no sense for a file.
    pub fn for_file(self) -> Rights {
        Rights { base: self.base & OF_FILES, ..self }
    }

    /// Replaces these rights by `to`.
    ///
    /// # Errors
    /// [`Errno::Notcapable`] if `to` has a right that these lack.
    pub fn narrow(self, to: Rights) -> Result<Rights, Errno> {
        let more = to.base & !self.base | to.inheriting & !self.inheriting;
        if more == 0 { Ok(to) } else { Err(Errno::Notcapable) }
    }

    /// # Errors
    /// [`Errno::Notcapable`] without all of `needed`.
    pub fn check(self, needed: u64) -> Result<(), Errno> {
        if self.base & needed == needed { Ok(()) } else { Err(Errno::Notcapable) }
    }
}
