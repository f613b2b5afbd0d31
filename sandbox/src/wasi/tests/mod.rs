//! System calls against a memory made of bytes. Each test is named by the behaviour that it shows;
//! `bench` makes the calls.

mod content;
mod limits;
mod listing;
mod names;
mod opening;
mod rights;
mod streams;
mod times;
mod walking;

use super::rights::*;
use super::*;

const AGAIN: u16 = 6;
const BADF: u16 = 8;
const BUSY: u16 = 10;
const EXIST: u16 = 20;
const FAULT: u16 = 21;
const FBIG: u16 = 22;
const ILSEQ: u16 = 25;
const INVAL: u16 = 28;
const ISDIR: u16 = 31;
const LOOP: u16 = 32;
const MFILE: u16 = 33;
const NAMETOOLONG: u16 = 37;
const NOENT: u16 = 44;
const NOSPC: u16 = 51;
const NOTDIR: u16 = 54;
const NOTEMPTY: u16 = 55;
const NOTSOCK: u16 = 57;
const PERM: u16 = 63;
const SPIPE: u16 = 70;
const NOTCAPABLE: u16 = 76;

// How a file is opened.
const CREAT: u64 = 1;
const DIRECTORY: u64 = 2;
const EXCL: u64 = 4;
const TRUNC: u64 = 8;
const FOLLOW: u64 = 1;
const APPENDING: u64 = 1;

/// The folder that every bot finds open.
const TOP: u64 = 3;
/// The places of the helpers' arguments: a result, two paths, a buffer.
const RESULT: usize = 64;
const PATH: usize = 1_000;
const OTHER: usize = 6_000;
const BUFFER: usize = 20_000;

/// The result of a call: the value it stored, or its error number.
type Told<T> = Result<T, u16>;

/// A process, its memory, and the time it has spent.
pub(super) struct Bench {
    pub process: Process,
    pub bytes: Vec<u8>,
    pub spent: Budget,
}

impl Bench {
    pub fn new() -> Bench {
        Bench::seeded(Origin::default())
    }

    pub fn seeded(origin: Origin) -> Bench {
        let process = Process::new(origin, &["bot", "-v"], &[("KEY", "value")]);
        Bench { process, bytes: vec![0; 65_536], spent: Budget::ZERO }
    }

    pub fn call(&mut self, call: Call, args: &[u64]) -> Flow {
        self.process.call(call, args, self.spent, &mut &mut self.bytes[..])
    }

    /// The call returns this error number.
    pub fn check(&mut self, call: Call, args: &[u64], expected: u16) {
        match self.call(call, args) {
            Flow::Return { errno, .. } => assert_eq!(errno, expected, "{call} {args:x?}"),
            other => panic!("{call} {args:x?}: {other:?}"),
        }
    }

    pub fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes[at..at + 4].try_into().expect("the length fits"))
    }

    pub fn long(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.bytes[at..at + 8].try_into().expect("the length fits"))
    }

    pub fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Writes a list of buffers.
    pub fn list(&mut self, at: usize, buffers: &[(u32, u32)]) {
        for (index, (buffer, len)) in buffers.iter().enumerate() {
            self.put(at + 8 * index, &buffer.to_le_bytes());
            self.put(at + 8 * index + 4, &len.to_le_bytes());
        }
    }

    /// Writes a subscription to a clock.
    pub fn timer(&mut self, at: usize, userdata: u64, timeout: u64, absolute: bool) {
        self.put(at, &userdata.to_le_bytes());
        self.put(at + 8, &[0]);
        self.put(at + 16, &1_u32.to_le_bytes());
        self.put(at + 24, &timeout.to_le_bytes());
        self.put(at + 40, &[u8::from(absolute)]);
    }

    /// Writes a subscription to a stream.
    pub fn stream(&mut self, at: usize, userdata: u64, tag: u8, fd: u32) {
        self.put(at, &userdata.to_le_bytes());
        self.put(at + 8, &[tag]);
        self.put(at + 16, &fd.to_le_bytes());
    }
}

/// The fields of `filestat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub inode: u64,
    pub filetype: u8,
    pub links: u64,
    pub size: u64,
    pub times: [u64; 3],
}

/// Files: each method makes one call and returns its result.
impl Bench {
    /// A bot with these files.
    pub fn with(paths: &[(&str, &[u8])]) -> Bench {
        let mut folder = Folder::default();
        for (path, bytes) in paths {
            folder.insert(path, Entry::file(bytes)).expect("the test's path is one");
        }
        Bench::finding(folder)
    }

    /// A bot that finds this folder.
    pub fn finding(folder: Folder) -> Bench {
        let folders = vec![(ROOT.to_owned(), folder)];
        let process = Process::with_folders(Origin::default(), &["bot"], &[], folders).expect("it fits");
        Bench { process, ..Bench::new() }
    }

    pub fn tell(&mut self, call: Call, args: &[u64]) -> Told<()> {
        match self.call(call, args) {
            Flow::Return { errno: 0, .. } => Ok(()),
            Flow::Return { errno, .. } => Err(errno),
            other => panic!("{call} {args:x?}: {other:?}"),
        }
    }

    /// Writes a path there, and returns its address and length.
    fn text(&mut self, at: usize, text: &str) -> [u64; 2] {
        self.put(at, text.as_bytes());
        [at as u64, text.len() as u64]
    }

    pub fn open_so(
        &mut self,
        dir: u64,
        path: &str,
        (lookup, how, flags): (u64, u64, u64),
        rights: (u64, u64),
    ) -> Told<u64> {
        let [at, len] = self.text(PATH, path);
        let args = [dir, lookup, at, len, how, rights.0, rights.1, flags, RESULT as u64];
        self.tell(Call::PathOpen, &args)?;
        Ok(u64::from(self.word(RESULT)))
    }

    /// Opens from the top, following links, with every right that makes sense for a file.
    pub fn open(&mut self, path: &str, how: u64) -> Told<u64> {
        let all = FD_READ | FD_WRITE | FD_SEEK | FD_TELL | FD_FILESTAT_GET | FD_FILESTAT_SET_SIZE | FD_ALLOCATE;
        let more = FD_ADVISE | FD_SYNC | FD_DATASYNC | FD_FDSTAT_SET_FLAGS | FD_FILESTAT_SET_TIMES;
        self.open_so(TOP, path, (FOLLOW, how, 0), (all | more | POLL_FD_READWRITE, 0))
    }

    /// Opens a directory with all that it may be good for.
    pub fn open_dir(&mut self, path: &str) -> Told<u64> {
        self.open_so(TOP, path, (FOLLOW, DIRECTORY, 0), (ALL & !FD_WRITE, ALL))
    }

    pub fn close(&mut self, fd: u64) -> Told<()> {
        self.tell(Call::FdClose, &[fd])
    }

    pub fn touch(&mut self, path: &str) {
        let fd = self.open(path, CREAT).expect("it can be made");
        self.close(fd).expect("it is open");
    }

    pub fn write(&mut self, fd: u64, bytes: &[u8]) -> Told<u32> {
        self.put(BUFFER, bytes);
        self.list(0, &[(BUFFER as u32, bytes.len() as u32)]);
        self.tell(Call::FdWrite, &[fd, 0, 1, RESULT as u64])?;
        Ok(self.word(RESULT))
    }

    pub fn read(&mut self, fd: u64, len: u32) -> Told<Vec<u8>> {
        self.list(0, &[(BUFFER as u32, len)]);
        self.tell(Call::FdRead, &[fd, 0, 1, RESULT as u64])?;
        Ok(self.bytes[BUFFER..BUFFER + self.word(RESULT) as usize].to_vec())
    }

    pub fn write_at(&mut self, fd: u64, at: u64, bytes: &[u8]) -> Told<u32> {
        self.put(BUFFER, bytes);
        self.list(0, &[(BUFFER as u32, bytes.len() as u32)]);
        self.tell(Call::FdPwrite, &[fd, 0, 1, at, RESULT as u64])?;
        Ok(self.word(RESULT))
    }

    pub fn read_at(&mut self, fd: u64, at: u64, len: u32) -> Told<Vec<u8>> {
        self.list(0, &[(BUFFER as u32, len)]);
        self.tell(Call::FdPread, &[fd, 0, 1, at, RESULT as u64])?;
        Ok(self.bytes[BUFFER..BUFFER + self.word(RESULT) as usize].to_vec())
    }

    pub fn seek(&mut self, fd: u64, by: i64, whence: u64) -> Told<u64> {
        self.tell(Call::FdSeek, &[fd, by as u64, whence, RESULT as u64])?;
        Ok(self.long(RESULT))
    }

    pub fn where_is(&mut self, fd: u64) -> Told<u64> {
        self.tell(Call::FdTell, &[fd, RESULT as u64])?;
        Ok(self.long(RESULT))
    }

    fn stat_record(&self) -> Stat {
        let long = |at: usize| self.long(RESULT + at);
        let times = [long(40), long(48), long(56)];
        Stat { inode: long(8), filetype: self.bytes[RESULT + 16], links: long(24), size: long(32), times }
    }

    pub fn stat(&mut self, path: &str, lookup: u64) -> Told<Stat> {
        let [at, len] = self.text(PATH, path);
        self.tell(Call::PathFilestatGet, &[TOP, lookup, at, len, RESULT as u64])?;
        Ok(self.stat_record())
    }

    pub fn stat_fd(&mut self, fd: u64) -> Told<Stat> {
        self.tell(Call::FdFilestatGet, &[fd, RESULT as u64])?;
        Ok(self.stat_record())
    }

    /// Type, flags and both kinds of rights of a descriptor.
    pub fn fdstat(&mut self, fd: u64) -> Told<(u8, u8, u64, u64)> {
        self.tell(Call::FdFdstatGet, &[fd, RESULT as u64])?;
        Ok((self.bytes[RESULT], self.bytes[RESULT + 2], self.long(RESULT + 8), self.long(RESULT + 16)))
    }

    fn with_path(&mut self, call: Call, dir: u64, path: &str) -> Told<()> {
        let [at, len] = self.text(PATH, path);
        self.tell(call, &[dir, at, len])
    }

    pub fn mkdir(&mut self, path: &str) -> Told<()> {
        self.with_path(Call::PathCreateDirectory, TOP, path)
    }

    pub fn rmdir(&mut self, path: &str) -> Told<()> {
        self.with_path(Call::PathRemoveDirectory, TOP, path)
    }

    pub fn unlink(&mut self, path: &str) -> Told<()> {
        self.with_path(Call::PathUnlinkFile, TOP, path)
    }

    pub fn symlink(&mut self, target: &str, path: &str) -> Told<()> {
        let ([target, size], [at, len]) = (self.text(OTHER, target), self.text(PATH, path));
        self.tell(Call::PathSymlink, &[target, size, TOP, at, len])
    }

    pub fn readlink(&mut self, path: &str, room: u64) -> Told<String> {
        let [at, len] = self.text(PATH, path);
        self.tell(Call::PathReadlink, &[TOP, at, len, BUFFER as u64, room, RESULT as u64])?;
        Ok(String::from_utf8_lossy(&self.bytes[BUFFER..BUFFER + self.word(RESULT) as usize]).into_owned())
    }

    pub fn link(&mut self, old: &str, new: &str) -> Told<()> {
        self.link_so(0, old, TOP, new)
    }

    pub fn link_so(&mut self, lookup: u64, old: &str, dir: u64, new: &str) -> Told<()> {
        let ([at, len], [other, size]) = (self.text(PATH, old), self.text(OTHER, new));
        self.tell(Call::PathLink, &[TOP, lookup, at, len, dir, other, size])
    }

    pub fn rename(&mut self, old: &str, new: &str) -> Told<()> {
        let ([at, len], [other, size]) = (self.text(PATH, old), self.text(OTHER, new));
        self.tell(Call::PathRename, &[TOP, at, len, TOP, other, size])
    }

    pub fn exists(&mut self, path: &str) -> bool {
        self.stat(path, 0).is_ok()
    }

    /// The content of a file.
    pub fn contents(&mut self, path: &str) -> Vec<u8> {
        let fd = self.open(path, 0).expect("it is there");
        let bytes = self.read(fd, 4_000).expect("it can be read");
        self.close(fd).expect("it is open");
        bytes
    }
}
