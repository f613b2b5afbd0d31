//! What a bot can leave in its warden after all its runs have ended: files, and how the system
//! schedules the warden and what it starts. Knows no match. Everything else ends with the bot's
//! processes, or is refused: the bot has no sockets outside, no queues and no shared memory.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

use super::restrictions;
use super::working_folder::PlacedFolder;

/// The state of a warden without runs. If it is equal before and after a match, the next match
/// finds what this one has found.
#[derive(Debug, PartialEq)]
pub(super) struct WardenState {
    files: Vec<FileState>,
    scheduling: Scheduling,
}

/// A file, folder or link. The number changes if it is replaced, the times if its content or a name
/// in it changes.
#[derive(Debug, PartialEq, Eq)]
struct FileState {
    path: PathBuf,
    number: u64,
    mode: u32,
    modified: (i64, i64),
    changed: (i64, i64),
}

/// What processes inherit, and a bot can change for its warden, which belongs to the same user.
#[derive(Debug, PartialEq)]
struct Scheduling {
    processors: CpuSet,
    /// Policy, niceness, slices and clamps, as `sched_getattr` returns them.
    attributes: [u8; ATTRIBUTES],
    io_priority: i64,
}

/// More than the structure of `sched_getattr` has had in any version.
const ATTRIBUTES: usize = 128;
const IOPRIO_WHO_PROCESS: i32 = 1;

impl WardenState {
    /// The state now. The home in this scratch folder counts as empty: it is emptied after each
    /// match.
    ///
    /// # Errors
    /// If something cannot be looked at.
    pub(super) fn read(folder: &PlacedFolder) -> io::Result<Self> {
        let mut files = Vec::new();
        folder.changes().try_for_each(|path| note_files(path, &mut files))?;
        Ok(Self { files, scheduling: Scheduling::read()? })
    }
}

fn note_files(path: &Path, files: &mut Vec<FileState>) -> io::Result<()> {
    let metadata = path.symlink_metadata()?;
    files.push(FileState {
        path: path.to_owned(),
        number: metadata.ino(),
        mode: metadata.mode(),
        modified: (metadata.mtime(), metadata.mtime_nsec()),
        changed: (metadata.ctime(), metadata.ctime_nsec()),
    });
    if !metadata.is_dir() {
        return Ok(());
    }
    let mut names = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    names.iter().try_for_each(|name| note_files(name, files))
}

impl Scheduling {
    /// That of this process.
    fn read() -> io::Result<Self> {
        let mut attributes = [0_u8; ATTRIBUTES];
        // SAFETY: the system writes at most as many bytes as the buffer has.
        let done = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, attributes.as_mut_ptr(), ATTRIBUTES, 0) };
        // SAFETY: the call only returns a number.
        let io_priority = unsafe { libc::syscall(libc::SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0) };
        if done < 0 || io_priority < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { processors: sched_getaffinity(Pid::from_raw(0))?, attributes, io_priority })
    }
}

/// Removes everything in the bot's home.
///
/// # Errors
/// If something cannot be removed.
pub(super) fn empty_home(scratch: &Path) -> io::Result<()> {
    for entry in fs::read_dir(restrictions::home(scratch))? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_left_are_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("below")).expect("our own folder");
        let placed = PlacedFolder::bare(folder.path().join("below"));
        let read = || WardenState::read(&placed).expect("our own folder");
        let before = read();
        assert_eq!(read(), before);
        fs::write(folder.path().join("below/left"), "").expect("our own folder");
        assert_ne!(read(), before);
        let with_it = read();
        fs::write(folder.path().join("below/left"), "more").expect("our own folder");
        assert_ne!(read(), with_it);
    }

    #[test]
    fn a_changed_policy_is_seen() {
        let ours = Scheduling::read().expect("it is ours");
        assert_eq!(Scheduling::read().expect("it is ours"), ours);
        let changed = std::thread::spawn(|| {
            let no_priority = libc::sched_param { sched_priority: 0 };
            // SAFETY: they change only this thread, which ends. Every niceness allows it.
            let done = unsafe {
                let other = match libc::sched_getscheduler(0) {
                    libc::SCHED_BATCH => libc::SCHED_OTHER,
                    _ => libc::SCHED_BATCH,
                };
                libc::sched_setscheduler(0, other, &raw const no_priority)
            };
            assert_eq!(done, 0, "the system allows it");
            Scheduling::read().expect("it is ours")
        });
        assert_ne!(changed.join().expect("it reads"), ours);
    }

    #[test]
    fn a_home_is_emptied() {
        let scratch = tempfile::tempdir().expect("a folder");
        let home = restrictions::home(scratch.path());
        fs::create_dir_all(home.join("a/b")).expect("our own folder");
        fs::write(home.join("a/b/c"), "").expect("our own folder");
        std::os::unix::fs::symlink("/", home.join("root")).expect("our own folder");
        empty_home(scratch.path()).expect("our own folder");
        assert_eq!(fs::read_dir(home).expect("it stays").count(), 0);
    }
}
