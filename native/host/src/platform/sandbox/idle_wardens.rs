//! The wardens of finished matches, which wait for the next match of the same bot on the same
//! thread: most of what a short match costs is the start of its wardens. Knows no run.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::warden_client::WardenClient;
use crate::process_sandbox::{ProcessSandbox, SandboxedCommand};

/// How many wait at most for each thread.
const IDLE_MAX: usize = 8;

thread_local! {
    static IDLE: RefCell<Vec<(WardenKey, WardenClient)>> = const { RefCell::new(Vec::new()) };
}

/// Everything by which wardens differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WardenKey {
    sandbox: ProcessSandbox,
    words: Vec<OsString>,
    file: Option<PathBuf>,
    /// The command lines of the other seats.
    others: Vec<Vec<OsString>>,
    /// The state of the bot's files that its command line names, and of their folders. The system
    /// need not show a file that has been replaced below a bot's working folder.
    files: Vec<Option<FileStamp>>,
}

/// Device, number, size, and times of the last change.
type FileStamp = (u64, u64, u64, i64, i64);

impl WardenKey {
    /// The key of this command's warden in a match against these others.
    pub(super) fn new(command: &SandboxedCommand<'_>, others: &[&[OsString]]) -> Self {
        let named = command.words.iter().map(Path::new).chain(command.file);
        let files = named.flat_map(|path| [Some(path), path.parent()]).map(|path| stamp(path?));
        Self {
            sandbox: command.sandbox.clone(),
            words: command.words.to_vec(),
            file: command.file.map(Path::to_owned),
            others: others.iter().map(|line| line.to_vec()).collect(),
            files: files.collect(),
        }
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino(), metadata.len(), metadata.ctime(), metadata.ctime_nsec()))
}

/// A warden with this key that waits, if there is one.
pub(super) fn take(key: &WardenKey) -> Option<WardenClient> {
    IDLE.with_borrow_mut(|idle| {
        let at = idle.iter().rposition(|(known, _)| known == key)?;
        Some(idle.remove(at).1)
    })
}

/// Lets the wardens of a finished match wait, as far as they are clean. When this returns, all
/// their runs have ended.
pub(super) fn keep(wardens: impl Iterator<Item = (WardenKey, WardenClient)>) {
    let (asked, _): (Vec<_>, Vec<_>) = wardens.partition(|(_, warden)| warden.request_clean());
    for (key, mut warden) in asked {
        if !warden.is_clean() {
            continue;
        }
        // Where the thread is ending, the warden ends, too.
        let _ = IDLE.try_with(|idle| {
            let mut idle = idle.borrow_mut();
            idle.push((key, warden));
            if idle.len() > IDLE_MAX { Some(idle.remove(0)) } else { None }
        });
    }
}
