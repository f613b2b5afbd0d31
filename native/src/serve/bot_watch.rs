//! Watches the files of the offered bots, and what lies beside programs, which may use it: tells which bots have changed. Knows no page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// How long nothing may happen in the folders before they are looked at: compilers write piece by piece.
const QUIET: Duration = Duration::from_millis(200);

/// The file of a bot.
#[derive(Debug, Clone)]
pub(super) struct WatchedFile {
    /// What the bot is called here.
    pub(super) bot: usize,
    /// Where it lies.
    pub(super) path: PathBuf,
    /// Whether the bot may use other files of its folder, as scripts do.
    pub(super) uses_folder: bool,
}

/// The watch, until it is dropped.
pub(super) struct BotWatch {
    _watcher: RecommendedWatcher,
}

/// Tells one content of a file from the next.
type FileState = (Option<SystemTime>, u64);

/// The files of some folders.
type FolderStates = BTreeMap<PathBuf, FileState>;

impl BotWatch {
    /// Calls `tell` with the bots whose files have changed, from a thread of its own.
    ///
    /// # Errors
    /// If the system watches no files, or no more of them.
    pub(super) fn start(files: Vec<WatchedFile>, tell: impl Fn(&[usize]) + Send + 'static) -> notify::Result<Self> {
        let folders: BTreeSet<_> = files.iter().filter_map(|file| file.path.parent()).map(Path::to_owned).collect();
        let (wake, woken) = channel();
        // The folders are looked at afterwards, so that it does not matter what a system calls a change.
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Looking at the folders is an access too.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // Nobody hears it once the watch has ended.
                let _ = wake.send(());
            }
        })?;
        for folder in &folders {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        let mut known = look_at(&folders);
        thread::spawn(move || {
            while wait_until_quiet(&woken) {
                let states = look_at(&folders);
                let changed = changed_bots(&files, &known, &states);
                known = states;
                if !changed.is_empty() {
                    tell(&changed);
                }
            }
        });
        Ok(Self { _watcher: watcher })
    }
}

/// Waits until something has happened and then nothing more for a while; `false` if the watch has ended.
fn wait_until_quiet(woken: &Receiver<()>) -> bool {
    if woken.recv().is_err() {
        return false;
    }
    loop {
        match woken.recv_timeout(QUIET) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

/// The files of the folders. What cannot be looked at is not there.
fn look_at(folders: &BTreeSet<PathBuf>) -> FolderStates {
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let visible = entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
    let states = visible.filter_map(|entry| {
        // Of the file that a link leads to.
        let state = fs::metadata(entry.path()).ok().filter(fs::Metadata::is_file)?;
        Some((entry.path(), (state.modified().ok(), state.len())))
    });
    states.collect()
}

/// The bots whose file is another one now, and the programs beside which one has changed that is no bot. A file that is gone is
/// perhaps about to be written.
fn changed_bots(files: &[WatchedFile], known: &FolderStates, states: &FolderStates) -> Vec<usize> {
    let changed: Vec<_> = states.iter().filter(|(path, state)| known.get(*path) != Some(*state)).collect();
    let is_bot = |path: &Path| files.iter().any(|file| file.path == path);
    let is_used = |file: &WatchedFile, path: &Path| {
        file.path == path || (file.uses_folder && !is_bot(path) && file.path.parent() == path.parent())
    };
    let has_changed = |file: &&WatchedFile| changed.iter().any(|(path, _)| is_used(file, path));
    files.iter().filter(has_changed).map(|file| file.bot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_changes_with_its_file_and_a_program_with_what_lies_beside_it() {
        let file = |bot, path: &str, uses_folder| WatchedFile { bot, path: path.into(), uses_folder };
        let files = [file(0, "bots/a.wasm", false), file(1, "bots/b.py", true), file(2, "bots/stratego/c.py", true)];
        let at = |second| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(second));
        let states = |list: &[(&str, u64, u64)]| -> FolderStates {
            list.iter().map(|&(path, second, size)| (path.into(), (at(second), size))).collect()
        };
        let before = states(&[
            ("bots/a.wasm", 1, 10),
            ("bots/b.py", 1, 10),
            ("bots/rules.py", 1, 10),
            ("bots/stratego/c.py", 1, 10),
        ]);
        for (path, second, size, changed) in [
            ("bots/a.wasm", 2, 10, vec![0]),
            ("bots/a.wasm", 1, 11, vec![0]),
            ("bots/b.py", 2, 10, vec![1]),
            ("bots/rules.py", 2, 10, vec![1]),
            ("bots/new.py", 2, 10, vec![1]),
            ("bots/stratego/c.py", 2, 10, vec![2]),
            ("bots/stratego/c.py", 1, 10, vec![]),
        ] {
            let mut after = before.clone();
            after.extend(states(&[(path, second, size)]));
            assert_eq!(changed_bots(&files, &before, &after), changed, "{path}");
        }
        let mut gone = before.clone();
        gone.remove(Path::new("bots/b.py"));
        assert!(changed_bots(&files, &before, &gone).is_empty());
        assert_eq!(changed_bots(&files, &gone, &before), [1], "it is back");
    }
}
