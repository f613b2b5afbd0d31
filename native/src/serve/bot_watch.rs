//! Watches the files of the offered bots, and what lies beside programs and in folders there, which they may use: tells which bots
//! have changed. Knows no page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// How long nothing may happen in the folders before they are looked at: compilers write piece by piece.
const QUIET: Duration = Duration::from_millis(200);

/// How deep below a program files are watched.
const DEPTH: usize = 3;
/// So many folders are watched at most: systems watch only so many.
const FOLDERS: usize = 500;

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

/// The folders that are watched, with that of the bots that use them.
type WatchedFolders = BTreeMap<PathBuf, PathBuf>;

impl BotWatch {
    /// Calls `tell` with the bots whose files have changed, from a thread of its own.
    ///
    /// # Errors
    /// If the system watches no files, or no more of them.
    pub(super) fn start(files: Vec<WatchedFile>, tell: impl Fn(&[usize]) + Send + 'static) -> notify::Result<Self> {
        let folders = watched_folders(&files);
        let (wake, woken) = channel();
        // The folders are looked at afterwards, so that it does not matter what a system calls a change.
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Looking at the folders is an access too.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // Nobody hears it once the watch has ended.
                let _ = wake.send(());
            }
        })?;
        // A bot may be a link: what happens to its file happens where that is.
        let targets = files.iter().filter_map(|file| Some(fs::canonicalize(&file.path).ok()?.parent()?.to_owned()));
        let woken_by: BTreeSet<_> = folders.keys().cloned().chain(targets).collect();
        for folder in &woken_by {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        let mut known = look_at(&folders);
        thread::spawn(move || {
            while wait_until_quiet(&woken) {
                let states = look_at(&folders);
                let changed = changed_bots(&files, &folders, &known, &states);
                known = states;
                if !changed.is_empty() {
                    tell(&changed);
                }
            }
        });
        Ok(Self { _watcher: watcher })
    }
}

/// The folders of the bots, and those below programs in which no bots lie.
fn watched_folders(files: &[WatchedFile]) -> WatchedFolders {
    let own = |file: &WatchedFile| file.path.parent().map(Path::to_owned);
    let mut folders: WatchedFolders = files.iter().filter_map(own).map(|folder| (folder.clone(), folder)).collect();
    let programs: BTreeSet<_> = files.iter().filter(|file| file.uses_folder).filter_map(own).collect();
    for folder in &programs {
        add_subfolders(folder, folder, DEPTH, &mut folders);
    }
    folders
}

/// Adds the folders in `folder`, and those in them, for the bots in `user`.
fn add_subfolders(folder: &Path, user: &Path, depth: usize, folders: &mut WatchedFolders) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    // Not those that links lead to, which may be anywhere.
    let subfolders = entries.filter(|entry| is_visible(entry) && entry.file_type().is_ok_and(|kind| kind.is_dir()));
    for path in subfolders.map(|entry| entry.path()) {
        if depth > 0 && folders.len() < FOLDERS && !folders.contains_key(&path) {
            folders.insert(path.clone(), user.to_owned());
            add_subfolders(&path, user, depth - 1, folders);
        }
    }
}

fn is_visible(entry: &fs::DirEntry) -> bool {
    !entry.file_name().to_string_lossy().starts_with('.')
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
fn look_at(folders: &WatchedFolders) -> FolderStates {
    let entries = folders.keys().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let states = entries.filter(is_visible).filter_map(|entry| {
        // Of the file that a link leads to.
        let state = fs::metadata(entry.path()).ok().filter(fs::Metadata::is_file)?;
        Some((entry.path(), (state.modified().ok(), state.len())))
    });
    states.collect()
}

/// The bots whose file is another one now, and the programs beside which, or in a folder beside which, one has changed that is no
/// bot. A file that is gone is perhaps about to be written.
fn changed_bots(
    files: &[WatchedFile],
    folders: &WatchedFolders,
    known: &FolderStates,
    states: &FolderStates,
) -> Vec<usize> {
    let changed: Vec<_> = states.iter().filter(|(path, state)| known.get(*path) != Some(*state)).collect();
    let is_bot = |path: &Path| files.iter().any(|file| file.path == path);
    let is_used = |file: &WatchedFile, path: &Path| {
        let user = path.parent().and_then(|folder| folders.get(folder));
        file.path == path || (file.uses_folder && !is_bot(path) && file.path.parent() == user.map(PathBuf::as_path))
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
        let mut folders = watched_folders(&files);
        folders.insert("bots/lib".into(), "bots".into());
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
            ("bots/lib/search.py", 2, 10, vec![1]),
            ("bots/stratego/c.py", 2, 10, vec![2]),
            ("bots/stratego/rules.py", 2, 10, vec![2]),
            ("bots/other/rules.py", 2, 10, vec![]),
            ("bots/stratego/c.py", 1, 10, vec![]),
        ] {
            let mut after = before.clone();
            after.extend(states(&[(path, second, size)]));
            assert_eq!(changed_bots(&files, &folders, &before, &after), changed, "{path}");
        }
        let mut gone = before.clone();
        gone.remove(Path::new("bots/b.py"));
        assert!(changed_bots(&files, &folders, &before, &gone).is_empty());
        assert_eq!(changed_bots(&files, &folders, &gone, &before), [1], "it is back");
    }

    #[test]
    fn the_folders_below_programs_are_watched_and_a_link_where_it_leads() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |path: &str| dir.path().join(path);
        for folder in ["bots/lib/deep", "bots/.git", "bots/stratego", "real"] {
            fs::create_dir_all(at(folder)).expect("a folder");
        }
        let file = |bot, path: &str, uses_folder| WatchedFile { bot, path: at(path), uses_folder };
        let files = vec![file(0, "bots/a.py", true), file(1, "bots/stratego/b.wasm", false)];
        let watched = watched_folders(&files);
        let expected =
            [("bots", "bots"), ("bots/lib", "bots"), ("bots/lib/deep", "bots"), ("bots/stratego", "bots/stratego")];
        assert_eq!(watched, expected.map(|(folder, user)| (at(folder), at(user))).into());

        #[cfg(unix)]
        {
            fs::write(at("real/linked"), "1").expect("a file");
            std::os::unix::fs::symlink(at("real/linked"), at("bots/linked")).expect("a link");
            let (say, hear) = channel();
            let files = vec![file(7, "bots/linked", false)];
            let _watch =
                BotWatch::start(files, move |bots| say.send(bots.to_vec()).expect("it is heard")).expect("a watch");
            fs::write(at("real/linked"), "another").expect("a file");
            assert_eq!(hear.recv_timeout(Duration::from_secs(60)), Ok(vec![7]));
        }
    }
}
