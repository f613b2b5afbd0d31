//! The preview1 interface as tables: its functions with their types, its error numbers, its record
//! sizes. Knows no state; the source is the `wasi_snapshot_preview1` witx.

use std::fmt;

/// The module name that preview1 functions are imported from.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// A WebAssembly type of a system call's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// `i32`.
    I32,
    /// `i64`.
    I64,
}

/// A system call as a module imports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The call of this row; `CALLS[call as usize].call == call`.
    pub call: Call,
    /// The name it is imported by, from [`MODULE`].
    pub name: &'static str,
    /// The parameters' types.
    pub params: &'static [Param],
    /// Whether it returns an `i32` error number. Only `proc_exit` returns no value.
    pub returns_errno: bool,
}

macro_rules! calls {
    ($($call:ident $name:literal ($($param:ident)*) -> $errno:literal;)*) => {
        /// A system call, as an index into [`CALLS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Call {
            $(#[doc = concat!("`", $name, "`")] $call,)*
        }

        /// Every function a module may import: all of preview1.
        pub const CALLS: &[Signature] = &[
            $(Signature {
                call: Call::$call,
                name: $name,
                params: &[$(Param::$param),*],
                returns_errno: $errno,
            },)*
        ];
    };
}

calls! {
    ArgsGet "args_get" (I32 I32) -> true;
    ArgsSizesGet "args_sizes_get" (I32 I32) -> true;
    EnvironGet "environ_get" (I32 I32) -> true;
    EnvironSizesGet "environ_sizes_get" (I32 I32) -> true;
    ClockResGet "clock_res_get" (I32 I32) -> true;
    ClockTimeGet "clock_time_get" (I32 I64 I32) -> true;
    FdAdvise "fd_advise" (I32 I64 I64 I32) -> true;
    FdAllocate "fd_allocate" (I32 I64 I64) -> true;
    FdClose "fd_close" (I32) -> true;
    FdDatasync "fd_datasync" (I32) -> true;
    FdFdstatGet "fd_fdstat_get" (I32 I32) -> true;
    FdFdstatSetFlags "fd_fdstat_set_flags" (I32 I32) -> true;
    FdFdstatSetRights "fd_fdstat_set_rights" (I32 I64 I64) -> true;
    FdFilestatGet "fd_filestat_get" (I32 I32) -> true;
    FdFilestatSetSize "fd_filestat_set_size" (I32 I64) -> true;
    FdFilestatSetTimes "fd_filestat_set_times" (I32 I64 I64 I32) -> true;
    FdPread "fd_pread" (I32 I32 I32 I64 I32) -> true;
    FdPrestatGet "fd_prestat_get" (I32 I32) -> true;
    FdPrestatDirName "fd_prestat_dir_name" (I32 I32 I32) -> true;
    FdPwrite "fd_pwrite" (I32 I32 I32 I64 I32) -> true;
    FdRead "fd_read" (I32 I32 I32 I32) -> true;
    FdReaddir "fd_readdir" (I32 I32 I32 I64 I32) -> true;
    FdRenumber "fd_renumber" (I32 I32) -> true;
    FdSeek "fd_seek" (I32 I64 I32 I32) -> true;
    FdSync "fd_sync" (I32) -> true;
    FdTell "fd_tell" (I32 I32) -> true;
    FdWrite "fd_write" (I32 I32 I32 I32) -> true;
    PathCreateDirectory "path_create_directory" (I32 I32 I32) -> true;
    PathFilestatGet "path_filestat_get" (I32 I32 I32 I32 I32) -> true;
    PathFilestatSetTimes "path_filestat_set_times" (I32 I32 I32 I32 I64 I64 I32) -> true;
    PathLink "path_link" (I32 I32 I32 I32 I32 I32 I32) -> true;
    PathOpen "path_open" (I32 I32 I32 I32 I32 I64 I64 I32 I32) -> true;
    PathReadlink "path_readlink" (I32 I32 I32 I32 I32 I32) -> true;
    PathRemoveDirectory "path_remove_directory" (I32 I32 I32) -> true;
    PathRename "path_rename" (I32 I32 I32 I32 I32 I32) -> true;
    PathSymlink "path_symlink" (I32 I32 I32 I32 I32) -> true;
    PathUnlinkFile "path_unlink_file" (I32 I32 I32) -> true;
    PollOneoff "poll_oneoff" (I32 I32 I32 I32) -> true;
    ProcExit "proc_exit" (I32) -> false;
    ProcRaise "proc_raise" (I32) -> true;
    SchedYield "sched_yield" () -> true;
    RandomGet "random_get" (I32 I32) -> true;
    SockAccept "sock_accept" (I32 I32 I32) -> true;
    SockRecv "sock_recv" (I32 I32 I32 I32 I32 I32) -> true;
    SockSend "sock_send" (I32 I32 I32 I32 I32) -> true;
    SockShutdown "sock_shutdown" (I32 I32) -> true;
}

impl Call {
    /// The call imported from [`MODULE`] as `name`.
    pub fn named(name: &str) -> Option<Call> {
        CALLS.iter().find(|offered| offered.name == name).map(|offered| offered.call)
    }

    /// Its row of [`CALLS`].
    pub fn signature(self) -> &'static Signature {
        &CALLS[self as usize]
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.signature().name)
    }
}

/// An error number of preview1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Errno {
    /// There is no input yet, and the descriptor does not wait for it.
    Again = 6,
    /// Not a descriptor, or not open, or not for this.
    Badf = 8,
    /// The path ends with `.` or `..`, and such a directory cannot be renamed.
    Busy = 10,
    /// There is something of this name.
    Exist = 20,
    /// A pointer outside the memory.
    Fault = 21,
    /// A file would be too large.
    Fbig = 22,
    /// A path is no UTF-8.
    Ilseq = 25,
    /// An argument outside its range.
    Inval = 28,
    /// It is a directory.
    Isdir = 31,
    /// Too many symbolic links, or one that was not to be followed.
    Loop = 32,
    /// Too many descriptors are open.
    Mfile = 33,
    /// A path or a name is too long, or a directory too deep.
    Nametoolong = 37,
    /// No entry has this name.
    Noent = 44,
    /// The bot's files take up all they may.
    Nospc = 51,
    /// The signal or function does not exist here.
    Nosys = 52,
    /// It is not a directory.
    Notdir = 54,
    /// The directory is not empty.
    Notempty = 55,
    /// The descriptor is not a socket.
    Notsock = 57,
    /// The operation is not offered.
    Notsup = 58,
    /// A directory cannot have a second link.
    Perm = 63,
    /// A stream has no position.
    Spipe = 70,
    /// The descriptor lacks the right, or the path leads out of its folder.
    Notcapable = 76,
}

impl Errno {
    /// The number a module sees.
    pub fn number(self) -> u16 {
        self as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_its_row() {
        for (row, signature) in CALLS.iter().enumerate() {
            assert_eq!(signature.call as usize, row);
            assert_eq!(Call::named(signature.name), Some(signature.call));
        }
        assert_eq!(CALLS.len(), 46);
        assert_eq!(Call::named("fd_wrote"), None);
    }
}
