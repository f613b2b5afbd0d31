//! The bots that the server offers: those in a folder, or those that a command was given. Pages
//! choose them by number; the list may grow while it is served, but a number stays with its bot.
//! Knows no page.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use botyard_engine::anymatch::OpenMatchError;
use botyard_engine::catalog;
use botyard_engine::live::{HostBot, HostBotFile};
use botyard_engine::replay::PlayerKind;
use botyard_host::module::{CompilerProcess, LoadedModule, ModuleLoader};
use botyard_host::process::ProgramCommand;
use botyard_host::process_sandbox::ProcessSandbox;
use botyard_host::{HostedMatch, SeatBody};
use sha2::{Digest, Sha256};

use super::bot_file;
use super::bot_watch::WatchedFile;
use super::file_kind::{self, FileKind};
use crate::bot_folder;
use crate::input;
use crate::script_file;

/// The number of compiled modules that are kept: about as many as one person tries in a session.
const KEPT: usize = 24;

/// Keeps the files that bots write, from match to match.
pub trait FileKeeper: Send + Sync {
    /// Gives a bot the files that it left.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn attach_files(&self, body: SeatBody) -> Result<SeatBody, String>;

    /// Saves the files that bots have left in a match that is over, or tells the user why that
    /// failed.
    fn save_files(&self);
}

/// The bots that a page may choose from, and the compiler for modules that it sends.
#[derive(Default)]
pub struct ServedBots {
    /// The folder of the bots, if they come from one.
    folder: Option<PathBuf>,
    bots: RwLock<Vec<Arc<ServedBot>>>,
    process_sandbox: Option<ProcessSandbox>,
    compiler: Option<CompilerProcess>,
    file_keeper: Option<Arc<dyn FileKeeper>>,
    kept_words: Option<usize>,
    loader: OnceLock<ModuleLoader>,
    loaded: Mutex<HashMap<[u8; 32], LoadedModule>>,
}

struct ServedBot {
    host_bot: HostBot,
    source: BotSource,
    /// The number of changes of its file.
    changes: AtomicU32,
}

enum BotSource {
    /// A file, read again for each match, because it may have been rebuilt.
    File(PathBuf, FileKind),
    /// A player that a command has loaded.
    Body(SeatBody),
}

impl ServedBots {
    /// The bots in a folder and in its subfolders that are named after a game. Bots in such a
    /// subfolder, and bots whose names begin with a game's, are offered for that game only. A bot
    /// may be a folder, too. Files that do not look like bots are skipped.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn folder(folder: &Path) -> io::Result<Self> {
        let bots = Self { folder: Some(folder.to_owned()), ..Self::default() };
        for (game, path) in candidates(folder)? {
            bots.add_file(game, path);
        }
        Ok(bots)
    }

    /// Adds the new bots of the folder. Returns whether there are any.
    pub(super) fn add_newcomers(&self) -> bool {
        let known = self.list();
        let is_known =
            |path: &Path| known.iter().any(|bot| matches!(&bot.source, BotSource::File(of, _) if of == path));
        let found = self.folder.as_deref().and_then(|folder| candidates(folder).ok()).unwrap_or_default();
        for (game, path) in found.into_iter().filter(|(_, path)| !is_known(path)) {
            self.add_file(game, path);
        }
        self.list().len() > known.len()
    }

    /// The folders to which bots may be added: that of the bots, and those in it.
    pub(super) fn watched_folders(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let of_games = catalog::NAMES.iter().map(|game| folder.join(game)).filter(|below| below.is_dir());
        let mut folders: Vec<_> = std::iter::once(folder.clone()).chain(of_games).collect();
        let below: Vec<_> = folders.iter().filter_map(|folder| entries(folder).ok()).flatten().collect();
        folders.extend(below.into_iter().filter(|path| path.is_dir()));
        folders
    }

    fn list(&self) -> Vec<Arc<ServedBot>> {
        self.bots.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the sandbox for executables.
    #[must_use]
    pub fn sandboxed(self, process_sandbox: Option<ProcessSandbox>) -> Self {
        Self { process_sandbox, ..self }
    }

    /// Sets the compiler for modules, including those that pages send. Without one they are
    /// compiled in this process.
    #[must_use]
    pub fn with_compiler(self, compiler: Option<CompilerProcess>) -> Self {
        Self { compiler, ..self }
    }

    /// Sets the keeper of the files that bots write. Without one they are lost.
    #[must_use]
    pub fn with_file_keeper(self, file_keeper: Option<Arc<dyn FileKeeper>>) -> Self {
        Self { file_keeper, ..self }
    }

    /// Sets how many bytes of each bot's input and output a match keeps; `None` for the default.
    #[must_use]
    pub fn keeping_words(self, kept_words: Option<usize>) -> Self {
        Self { kept_words, ..self }
    }

    /// Makes a match keep this many bytes of each bot.
    ///
    /// # Errors
    /// If the match cannot be opened.
    pub(super) fn keep_words(&self, hosted_match: &mut HostedMatch) -> Result<(), OpenMatchError> {
        self.kept_words.map_or(Ok(()), |bytes| hosted_match.keep_words(bytes))
    }

    /// Loaded bots for this game, with their names.
    pub fn ready(game: &str, players: impl IntoIterator<Item = (String, SeatBody)>) -> Self {
        let bots = Self::default();
        for (name, body) in players.into_iter().filter(|(_, body)| body.kind() != PlayerKind::Person) {
            bots.add(name, body.kind(), Some(game.to_owned()), None, BotSource::Body(body));
        }
        bots
    }

    /// The descriptions that pages get. The address of a file is the bot's number.
    pub fn host_bots(&self) -> Vec<HostBot> {
        let describe = |bot: &Arc<ServedBot>| {
            let changes = bot.changes.load(Ordering::Relaxed);
            let trouble = match &bot.source {
                BotSource::File(path, _) if !path.exists() => Some("it is no longer there".to_owned()),
                // The earlier problem may be mended, or there may be a new one.
                BotSource::File(path, kind) if changes > 0 => file_kind::trouble(path, *kind),
                BotSource::File(..) | BotSource::Body(_) => bot.host_bot.trouble.clone(),
            };
            let file = match &bot.source {
                BotSource::File(path, kind) if trouble.is_none() => bot_file::name(path, *kind),
                BotSource::File(..) | BotSource::Body(_) => None,
            };
            let file = file.map(|name| HostBotFile { name, address: bot.host_bot.id.to_string() });
            HostBot { trouble, changes: (changes > 0).then_some(changes), file, ..bot.host_bot.clone() }
        };
        self.list().iter().map(describe).collect()
    }

    /// The file of the bot with this number, for a page that runs it itself.
    ///
    /// # Errors
    /// A clause with the reason if there is no such file.
    pub(super) fn read_file(&self, id: u32) -> Result<Vec<u8>, String> {
        match self.list().get(id as usize).map(|bot| &bot.source) {
            Some(BotSource::File(path, kind)) => bot_file::read(path, *kind),
            Some(BotSource::Body(_)) | None => Err("unknown bot".to_owned()),
        }
    }

    /// The files of the bots that are read again for each match.
    pub(super) fn watched_files(&self) -> Vec<WatchedFile> {
        let file = |(nth, bot): (usize, &Arc<ServedBot>)| match &bot.source {
            BotSource::File(path, kind) => {
                let folder = match kind {
                    FileKind::Module => None,
                    FileKind::Folder => Some(path.clone()),
                    FileKind::Script(_) | FileKind::Program => path.parent().map(Path::to_owned),
                };
                Some(WatchedFile { bot: nth, path: path.clone(), folder })
            }
            BotSource::Body(_) => None,
        };
        self.list().iter().enumerate().filter_map(file).collect()
    }

    /// Counts a change of the file of this bot, or of one beside it that it may use.
    pub(super) fn note_change(&self, bot: usize) {
        self.list()[bot].changes.fetch_add(1, Ordering::Relaxed);
    }

    fn add_file(&self, game: Option<&str>, path: PathBuf) {
        let Some(sort) = file_kind::sort(&path) else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let game = game.or_else(|| catalog::NAMES.iter().copied().find(|game| is_of(&name, game)));
        let kind = match sort {
            FileKind::Module | FileKind::Script(_) | FileKind::Folder => PlayerKind::Module,
            FileKind::Program => PlayerKind::Executable,
        };
        let trouble = file_kind::trouble(&path, sort);
        self.add(name, kind, game.map(str::to_owned), trouble, BotSource::File(path, sort));
    }

    fn add(&self, name: String, kind: PlayerKind, game: Option<String>, trouble: Option<String>, source: BotSource) {
        let mut bots = self.bots.write().unwrap_or_else(PoisonError::into_inner);
        let host_bot = HostBot { id: bots.len() as u32, name, kind, game, trouble, changes: None, file: None };
        bots.push(Arc::new(ServedBot { host_bot, source, changes: AtomicU32::new(0) }));
    }

    /// Gives a bot the files that it left in earlier matches, if files are kept.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(super) fn attach_files(&self, body: SeatBody) -> Result<SeatBody, String> {
        match &self.file_keeper {
            Some(keeper) => keeper.attach_files(body),
            None => Ok(body),
        }
    }

    /// Saves the files that the bots of a match have left, if files are kept.
    pub(super) fn save_files(&self) {
        if let Some(keeper) = &self.file_keeper {
            keeper.save_files();
        }
    }

    /// The name and body of the bot with this number.
    ///
    /// # Errors
    /// A clause with the reason why it cannot play.
    pub(super) fn body(&self, id: u32) -> Result<(String, SeatBody), String> {
        let bots = self.list();
        let Some(bot) = bots.get(id as usize) else { return Err("unknown bot".to_owned()) };
        let body = match &bot.source {
            BotSource::Body(body) => body.clone(),
            BotSource::File(path, FileKind::Program) => {
                let command = ProgramCommand::file(path);
                SeatBody::Command(match self.process_sandbox.clone() {
                    Some(process_sandbox) => command.sandboxed(process_sandbox),
                    None => command,
                })
            }
            BotSource::File(path, kind) => {
                let read = match kind {
                    FileKind::Script(language) => script_file::read_bot(*language, path),
                    FileKind::Folder => bot_folder::read_bot(path),
                    _ => input::read(path, input::MODULE).map_err(|why| why.to_string()),
                };
                let bytes = read.map_err(|why| format!("{} cannot be read: {why}", bot.host_bot.name))?;
                let loaded = self.load(&bytes).map_err(|why| format!("{} cannot play: {why}", bot.host_bot.name))?;
                SeatBody::Module(loaded)
            }
        };
        Ok((bot.host_bot.name.clone(), body))
    }

    /// Makes a module ready to run.
    ///
    /// # Errors
    /// A clause with the reason why it cannot run.
    pub(super) fn load(&self, bytes: &[u8]) -> Result<LoadedModule, String> {
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        let kept = || self.loaded.lock().expect("nobody panics while looking something up");
        let known = kept().get(&digest).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let loaded = self.loader()?.load(bytes).map_err(|why| why.to_string())?;
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(digest, loaded.clone());
        Ok(loaded)
    }

    /// The loader, created for the first module.
    fn loader(&self) -> Result<&ModuleLoader, String> {
        if let Some(loader) = self.loader.get() {
            return Ok(loader);
        }
        let loader = ModuleLoader::new().map_err(|why| why.to_string())?;
        let loader = match self.compiler.clone() {
            Some(compiler) => loader.with_compiler(compiler),
            None => loader,
        };
        Ok(self.loader.get_or_init(|| loader))
    }
}

fn is_of(name: &str, game: &str) -> bool {
    name.strip_prefix(game).is_some_and(|rest| rest.starts_with('-'))
}

/// The possible bots in a folder, and those in its folders of games, the latter with their game.
fn candidates(folder: &Path) -> io::Result<Vec<(Option<&'static str>, PathBuf)>> {
    let mut found: Vec<_> = entries(folder)?.into_iter().map(|path| (None, path)).collect();
    for &game in catalog::NAMES {
        let below = folder.join(game);
        if below.is_dir() {
            found.extend(entries(&below)?.into_iter().map(|path| (Some(game), path)));
        }
    }
    Ok(found)
}

/// The files and folders of a folder, sorted by name, without hidden ones and those of a game's
/// bots.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_hidden = name.to_string_lossy().starts_with('.');
        let is_folder = entry.path().is_dir() && !catalog::NAMES.iter().any(|game| name == **game);
        // Reading a pipe would wait for the program that writes to it.
        if !is_hidden && (is_folder || entry.path().is_file()) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bots_folder_or_name_determines_its_game() {
        let game = catalog::NAMES[0];
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (inside, named) = (format!("{game}/two.wasm"), format!("{game}-one.wasm"));
        for name in
            ["any.wasm", &inside, &named, ".hidden.wasm", "other/three.wasm", "other/book.txt", "texts/four.txt"]
        {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("our own folder");
            fs::write(path, b"\0asm").expect("our own folder");
        }
        let mut bots = ServedBots::folder(folder.path()).expect("our own folder").host_bots();
        let ids: Vec<_> = bots.iter().map(|bot| bot.id).collect();
        bots.sort_by(|a, b| a.name.cmp(&b.name));
        let told: Vec<_> = bots.iter().map(|bot| (bot.name.as_str(), bot.game.as_deref())).collect();
        let mut expected =
            vec![("any.wasm", None), (named.as_str(), Some(game)), ("two.wasm", Some(game)), ("other", None)];
        expected.sort();
        assert_eq!((ids, told), (vec![0, 1, 2, 3], expected));
    }

    #[test]
    fn bots_that_come_later_get_the_next_numbers() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("our own folder");
            fs::write(path, b"\0asm").expect("our own folder");
        };
        write("second.wasm");
        let bots = ServedBots::folder(folder.path()).expect("our own folder");
        assert!(!bots.add_newcomers());
        ["first.wasm", "mine/bot.wasm", "connect-four/third.wasm", "text"].into_iter().for_each(write);
        assert!(bots.add_newcomers() && !bots.add_newcomers());
        let told = bots.host_bots();
        let told: Vec<_> = told.iter().map(|bot| (bot.id, bot.name.as_str(), bot.game.as_deref())).collect();
        let expected = [
            (0, "second.wasm", None),
            (1, "first.wasm", None),
            (2, "mine", None),
            (3, "text", None),
            (4, "third.wasm", Some("connect-four")),
        ];
        assert_eq!(told, expected);
        let folders = ["", "connect-four", "mine"].map(|name| folder.path().join(name));
        assert_eq!(bots.watched_folders(), folders);
    }

    #[test]
    fn an_unknown_number_is_an_error() {
        assert!(ServedBots::default().body(0).is_err());
    }
}
