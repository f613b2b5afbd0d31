//! Watches the files of the offered bots, the files beside programs and in folders there, which
//! they may use, and the folders to which bots may be added. Reports which bots have changed, and
//! that there are new ones. Knows no page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// The folders are read after this long without a change: compilers write piece by piece.
const QUIET: Duration = Duration::from_millis(200);

/// A bot counts as gone when its file has been missing for this long: compilers remove it before
/// they write the next one.
const GONE: Duration = Duration::from_secs(3);

/// How deep below a program files are watched.
const DEPTH: usize = 3;
/// The most folders that are watched: systems have a limit, too.
const FOLDERS: usize = 500;

/// The watched file of a bot.
#[derive(Debug, Clone)]
pub(super) struct WatchedFile {
    /// The bot's number.
    pub(super) bot: usize,
    /// Its path.
    pub(super) path: PathBuf,
    /// The folder whose other files the bot may use, as scripts do.
    pub(super) folder: Option<PathBuf>,
}

/// The watch, until it is dropped.
pub(super) struct BotWatch {
    _watcher: Arc<Mutex<FolderWatcher>>,
}

/// The bots that are watched.
pub(super) trait WatchedBots: Send + 'static {
    /// The files of the bots. New bots are at the end.
    fn files(&self) -> Vec<WatchedFile>;

    /// The folders to which bots may be added.
    fn folders(&self) -> Vec<PathBuf>;

    /// Notes that the files of these bots have changed, that there are new bots, or that some are
    /// gone.
    fn note_changes(&self, bots: &[usize]);
}

/// The system's watcher, and the folders that it watches.
struct FolderWatcher {
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
}

/// The state at the last reading, and the part that was reported.
struct ToldState {
    known: WatchedState,
    /// The bots that were reported as gone.
    gone: BTreeSet<usize>,
}

/// The watched files and their state.
#[derive(Default)]
struct WatchedState {
    files: Vec<WatchedFile>,
    folders: WatchedFolders,
    states: FolderStates,
    /// The bots whose file or folder is missing.
    gone: BTreeSet<usize>,
}

/// Distinguishes versions of a file: its time of change and its length.
type FileState = (Option<SystemTime>, u64);

/// The state of the files of some folders.
type FolderStates = BTreeMap<PathBuf, FileState>;

/// The watched folders, each with the folder of the bots that use it.
type WatchedFolders = BTreeMap<PathBuf, PathBuf>;

impl BotWatch {
    /// Reports changes to `bots`, from a thread of its own.
    ///
    /// # Errors
    /// If the system watches no files, or no more of them.
    pub(super) fn start(bots: impl WatchedBots) -> notify::Result<Self> {
        let (wake, woken) = channel();
        // The folders are read afterwards, so that the kinds of a system's events do not matter.
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Reading the folders is an access too.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // After the end of the watch, there is no receiver.
                let _ = wake.send(());
            }
        })?;
        let mut watcher = FolderWatcher { watcher, watched: BTreeSet::new() };
        let mut told = ToldState::new(watcher.watch_folders(&bots)?);
        let watcher = Arc::new(Mutex::new(watcher));
        let held = Arc::downgrade(&watcher);
        thread::spawn(move || {
            while let Some(wait) = wait_until_quiet(&woken, told.patience()) {
                let Some(now) = look_again(&held, &bots) else { return };
                if let Some(changed) = told.update(now, wait) {
                    bots.note_changes(&changed);
                }
            }
        });
        Ok(Self { _watcher: watcher })
    }
}

impl ToldState {
    /// The state at the start is not reported.
    fn new(known: WatchedState) -> Self {
        let gone = known.gone.clone();
        Self { known, gone }
    }

    /// How long to wait for a change at most; `None` for ever. If the gone bots differ from the
    /// reported ones, the files are read again after a while.
    fn patience(&self) -> Option<Duration> {
        (self.known.gone != self.gone).then_some(GONE)
    }

    /// Takes the state after such a wait, and returns the bots that have changed, an empty list if
    /// bots are only new or gone; `None` if there is nothing to report.
    fn update(&mut self, now: WatchedState, wait: Wait) -> Option<Vec<usize>> {
        let changed = changed_bots(&self.known, &now);
        let has_others = now.files.len() > self.known.files.len();
        self.gone.retain(|bot| now.gone.contains(bot));
        let are_gone = wait == Wait::InVain && now.gone != self.gone;
        if wait == Wait::InVain {
            self.gone.clone_from(&now.gone);
        }
        self.known = now;
        (has_others || are_gone || !changed.is_empty()).then_some(changed)
    }
}

/// Reads the current state; `None` if the watch has ended.
fn look_again(watcher: &Weak<Mutex<FolderWatcher>>, bots: &impl WatchedBots) -> Option<WatchedState> {
    let watcher = watcher.upgrade()?;
    let mut watcher = watcher.lock().unwrap_or_else(PoisonError::into_inner);
    // If a folder cannot be watched any more, the state is read without watching new folders.
    Some(watcher.watch_folders(bots).unwrap_or_else(|_| WatchedState::read(bots)))
}

impl FolderWatcher {
    /// Reads the state of the bots, and watches the folders that are not watched yet.
    fn watch_folders(&mut self, bots: &impl WatchedBots) -> notify::Result<WatchedState> {
        loop {
            let state = WatchedState::read(bots);
            // A bot may be a link: its file changes in the folder that the link leads to.
            let target = |file: &WatchedFile| Some(fs::canonicalize(&file.path).ok()?.parent()?.to_owned());
            let targets = state.files.iter().filter_map(target);
            let wanted = state.folders.keys().cloned().chain(targets);
            let wanted: BTreeSet<_> = wanted.chain(bots.folders().into_iter().take(FOLDERS)).collect();
            // A folder that is gone may come back as another one.
            self.watched.retain(|folder| wanted.contains(folder));
            let new: Vec<_> = wanted.into_iter().filter(|folder| !self.watched.contains(folder)).collect();
            if new.is_empty() {
                return Ok(state);
            }
            for folder in new {
                self.watcher.watch(&folder, RecursiveMode::NonRecursive)?;
                self.watched.insert(folder);
            }
            // A file may have been written there before the folder was watched.
        }
    }
}

impl WatchedState {
    fn read(bots: &impl WatchedBots) -> Self {
        let files = bots.files();
        let folders = watched_folders(&files);
        let states = look_at(&folders);
        let gone = files.iter().filter(|file| !file.path.exists()).map(|file| file.bot).collect();
        Self { files, folders, states, gone }
    }
}

/// The folders of the bots, and those below programs in which no bots lie.
fn watched_folders(files: &[WatchedFile]) -> WatchedFolders {
    let own = |file: &WatchedFile| file.path.parent().map(Path::to_owned);
    let mut folders: WatchedFolders = files.iter().filter_map(own).map(|folder| (folder.clone(), folder)).collect();
    let used: BTreeSet<_> = files.iter().filter_map(|file| file.folder.as_deref()).collect();
    folders.extend(used.iter().map(|&folder| (folder.to_owned(), folder.to_owned())));
    for folder in used {
        add_subfolders(folder, folder, DEPTH, &mut folders);
    }
    folders
}

/// Adds the folders in `folder`, and those in them, for the bots in `user`.
fn add_subfolders(folder: &Path, user: &Path, depth: usize, folders: &mut WatchedFolders) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    // Folders behind links are left out, because they may be anywhere.
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

/// How a wait ended.
#[derive(PartialEq, Eq)]
enum Wait {
    /// There were changes, and then no more for a while.
    Quiet,
    /// There was no change in the whole time.
    InVain,
}

/// Waits for a change and then until there are no more for a while, but at most `patience` for the
/// first one. `None` if the watch has ended.
fn wait_until_quiet(woken: &Receiver<()>, patience: Option<Duration>) -> Option<Wait> {
    let first = match patience {
        None => woken.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(patience) => woken.recv_timeout(patience),
    };
    match first {
        Ok(()) => {}
        Err(RecvTimeoutError::Timeout) => return Some(Wait::InVain),
        Err(RecvTimeoutError::Disconnected) => return None,
    }
    loop {
        match woken.recv_timeout(QUIET) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return Some(Wait::Quiet),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// The state of the files in the folders. Files that cannot be read are left out.
fn look_at(folders: &WatchedFolders) -> FolderStates {
    let entries = folders.keys().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let states = entries.filter(is_visible).filter_map(|entry| {
        // The state of the file that a link leads to.
        let state = fs::metadata(entry.path()).ok().filter(fs::Metadata::is_file)?;
        Some((entry.path(), (state.modified().ok(), state.len())))
    });
    states.collect()
}

/// The bots whose file has changed, and the programs that may use a changed file beside them, or in
/// a folder there, that is not a bot. A missing file is not a change: it may be about to be
/// written. Nor is a new bot.
fn changed_bots(known: &WatchedState, now: &WatchedState) -> Vec<usize> {
    let changed: Vec<_> = now.states.iter().filter(|(path, state)| known.states.get(*path) != Some(*state)).collect();
    let is_bot = |path: &Path| now.files.iter().any(|file| file.path == path);
    let is_used = |file: &WatchedFile, path: &Path| {
        let user = path.parent().and_then(|folder| now.folders.get(folder));
        file.path == path || (file.folder.is_some() && !is_bot(path) && file.folder.as_ref() == user)
    };
    let has_changed = |file: &&WatchedFile| changed.iter().any(|(path, _)| is_used(file, path));
    now.files.iter().take(known.files.len()).filter(has_changed).map(|file| file.bot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_changes_with_its_file_and_a_program_with_what_lies_beside_it() {
        let file = |bot, path: &str, folder: Option<&str>| WatchedFile {
            bot,
            path: path.into(),
            folder: folder.map(PathBuf::from),
        };
        let files = [
            file(0, "bots/a.wasm", None),
            file(1, "bots/b.py", Some("bots")),
            file(2, "bots/stratego/c.py", Some("bots/stratego")),
            file(3, "bots/mine", Some("bots/mine")),
        ];
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
        let state = |states: &FolderStates, bots: usize| WatchedState {
            files: files[..bots].to_vec(),
            folders: folders.clone(),
            states: states.clone(),
            gone: BTreeSet::new(),
        };
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
            ("bots/mine/bot.wasm", 2, 10, vec![3]),
            ("bots/stratego/c.py", 1, 10, vec![]),
        ] {
            let mut after = before.clone();
            after.extend(states(&[(path, second, size)]));
            assert_eq!(changed_bots(&state(&before, 4), &state(&after, 4)), changed, "{path}");
        }
        let mut gone = before.clone();
        gone.remove(Path::new("bots/b.py"));
        assert!(changed_bots(&state(&before, 4), &state(&gone, 4)).is_empty());
        assert_eq!(changed_bots(&state(&gone, 4), &state(&before, 4)), [1], "it is back");
        assert!(changed_bots(&state(&gone, 1), &state(&before, 4)).is_empty(), "it is new");
    }

    /// A compiler removes a file before it writes the next one: only the change is reported.
    #[test]
    fn a_file_is_gone_only_if_it_does_not_come_back_within_a_while() {
        let file = WatchedFile { bot: 7, path: "bots/a.wasm".into(), folder: None };
        let folders = watched_folders(std::slice::from_ref(&file));
        let state = |size: Option<u64>| WatchedState {
            files: vec![file.clone()],
            folders: folders.clone(),
            states: size.into_iter().map(|size| (file.path.clone(), (None, size))).collect(),
            gone: size.is_none().then_some(7).into_iter().collect(),
        };
        let mut told = ToldState::new(state(Some(1)));
        assert_eq!(told.patience(), None);
        assert_eq!(told.update(state(None), Wait::Quiet), None, "it may come back");
        assert_eq!(told.patience(), Some(GONE));
        assert_eq!(told.update(state(Some(2)), Wait::Quiet), Some(vec![7]), "it is back, and another");
        assert_eq!(told.patience(), None);
        assert_eq!(told.update(state(None), Wait::Quiet), None);
        assert_eq!(told.update(state(None), Wait::InVain), Some(vec![]), "it is gone");
        assert_eq!(told.patience(), None, "it is told once");
        assert_eq!(told.update(state(None), Wait::Quiet), None);
        assert_eq!(told.update(state(Some(2)), Wait::Quiet), Some(vec![7]), "it is back");
    }

    /// A bot that is a link, and one that may be added later.
    #[cfg(unix)]
    struct Linked {
        folder: PathBuf,
        say: std::sync::mpsc::Sender<Vec<usize>>,
        /// Takes how many folders there are, each time that the watch asks for them.
        asked: std::sync::mpsc::Sender<usize>,
    }

    #[cfg(unix)]
    impl WatchedBots for Linked {
        fn files(&self) -> Vec<WatchedFile> {
            let file = |bot, path: &str| WatchedFile { bot, path: self.folder.join(path), folder: None };
            let files = [file(7, "bots/linked"), file(8, "bots/later/bot")];
            files.into_iter().filter(|file| file.path.exists()).collect()
        }

        fn folders(&self) -> Vec<PathBuf> {
            let mut folders = vec![self.folder.join("bots"), self.folder.join("bots/later")];
            folders.retain(|folder| folder.is_dir());
            // At the end of the test, there is no receiver.
            let _ = self.asked.send(folders.len());
            folders
        }

        fn note_changes(&self, bots: &[usize]) {
            self.say.send(bots.to_vec()).expect("it is heard");
        }
    }

    #[test]
    fn the_folders_below_programs_are_watched_and_a_link_where_it_leads() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |path: &str| dir.path().join(path);
        for folder in ["bots/lib/deep", "bots/.git", "bots/mine/nets", "bots/stratego", "real"] {
            fs::create_dir_all(at(folder)).expect("a folder");
        }
        let file = |bot, path: &str, folder: Option<&str>| WatchedFile { bot, path: at(path), folder: folder.map(at) };
        let files = vec![
            file(0, "bots/a.py", Some("bots")),
            file(1, "bots/stratego/b.wasm", None),
            file(2, "bots/mine", Some("bots/mine")),
        ];
        let watched = watched_folders(&files);
        let expected = [
            ("bots", "bots"),
            ("bots/lib", "bots"),
            ("bots/lib/deep", "bots"),
            ("bots/mine", "bots/mine"),
            ("bots/mine/nets", "bots/mine"),
            ("bots/stratego", "bots/stratego"),
        ];
        assert_eq!(watched, expected.map(|(folder, user)| (at(folder), at(user))).into());

        #[cfg(unix)]
        {
            fs::write(at("real/linked"), "1").expect("a file");
            std::os::unix::fs::symlink(at("real/linked"), at("bots/linked")).expect("a link");
            let ((say, hear), (asked, asks)) = (channel(), channel());
            let _watch = BotWatch::start(Linked { folder: dir.path().to_owned(), say, asked }).expect("a watch");
            let patience = Duration::from_secs(60);
            let heard = || hear.recv_timeout(patience);
            fs::write(at("real/linked"), "another").expect("a file");
            assert_eq!(heard(), Ok(vec![7]));
            // A new bot, in a new folder.
            fs::create_dir(at("bots/later")).expect("a folder");
            // The watch asks once more when it watches all.
            for _ in 0..2 {
                while asks.recv_timeout(patience).expect("the folders are read again") < 2 {}
            }
            fs::write(at("bots/later/bot"), "1").expect("a file");
            assert_eq!(heard(), Ok(vec![]), "it is new");
            fs::write(at("bots/later/bot"), "another").expect("a file");
            assert_eq!(heard(), Ok(vec![8]));
        }
    }
}
