//! The bots that can be chosen: those that come with the page, and files that were dropped on it, of which every other file of
//! the same name is another build. All are fetched when they are first wanted. Knows no network and no storage: it says what to
//! fetch and what to check.

use std::rc::Rc;

use botyard_engine::live::HostBot;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_web_games::PageBot;

use super::bot_key::BotKey;

/// The bytes of a module.
pub type ModuleBytes = Rc<[u8]>;

/// One bot.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryBot {
    /// What it is called among all bots of the page.
    pub key: BotKey,
    /// The name it plays under.
    pub name: String,
    /// What to expect of it.
    pub about: &'static str,
    /// The SHA-256 of its module or script, if that is known.
    pub sha256: Option<String>,
    /// The SHA-256 of its script's interpreter, if it is one and has been checked.
    pub interpreter: Option<String>,
    /// How far it is.
    pub state: BotStatus,
}

/// How far a bot is.
#[derive(Debug, Clone, PartialEq)]
pub enum BotStatus {
    /// Nobody has wanted it yet.
    Untouched,
    /// Nobody has wanted it yet, but its bytes are here.
    Here(ModuleBytes),
    /// It is being fetched.
    Fetching,
    /// It is a script: its interpreter is being fetched.
    Attaching(ModuleBytes),
    /// The worker looks whether it can play.
    Checking(u32, ModuleBytes),
    /// It can play: its bytes and their SHA-256.
    Ready(ModuleBytes, String),
    /// It can play where it is, under this number.
    Elsewhere(u32, PlayerKind),
}

impl LibraryBot {
    /// What it is.
    pub fn kind(&self) -> PlayerKind {
        match self.state {
            BotStatus::Elsewhere(_, kind) => kind,
            _ => PlayerKind::Module,
        }
    }

    /// Whether it came from a file of the visitor's.
    pub fn is_dropped(&self) -> bool {
        matches!(self.key, BotKey::Dropped(..))
    }

    /// A build of a file of the visitor's.
    fn dropped(name: &str, build: u32, sha256: Option<String>) -> Self {
        let shown = if build == 1 { name.to_owned() } else { format!("{name}, build {build}") };
        let (key, about) = (BotKey::Dropped(name.to_owned(), build), "your file");
        Self { key, name: shown, about, sha256, interpreter: None, state: BotStatus::Untouched }
    }

    /// Whether it is a bot of the native program's that plays for the page.
    pub fn is_host_bot(&self) -> bool {
        matches!(self.state, BotStatus::Elsewhere(..))
    }
}

/// How a module begins.
pub const MODULE: &[u8] = b"\0asm";

/// `hunter` of `hunter (2)`.
fn without_number(name: &str) -> &str {
    let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let numbered =
        numbered.filter(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    numbered.map_or(name, |(name, _)| name)
}

/// What is to be done so that a bot becomes ready.
#[derive(Debug, Clone, PartialEq)]
pub enum LibraryRequest {
    /// Fetch a bundled bot's file, or a dropped file from where it is kept.
    Fetch(BotKey),
    /// Put this script behind its interpreter.
    Attach(BotKey, ModuleBytes),
    /// Have these bytes checked under this number.
    Check(u32, ModuleBytes),
}

/// All bots that can be chosen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BotLibrary {
    bots: Vec<LibraryBot>,
    checks: u32,
}

impl BotLibrary {
    /// The bots that come with a game.
    pub fn new(bundled: &'static [PageBot]) -> Self {
        let bot = |bundled: &PageBot| LibraryBot {
            key: BotKey::Bundled(bundled.file.to_owned()),
            name: bundled.name.to_owned(),
            about: bundled.about,
            sha256: None,
            interpreter: None,
            state: BotStatus::Untouched,
        };
        Self { bots: bundled.iter().map(bot).collect(), checks: 0 }
    }

    /// Continues the numbering of another library's checks, so that an answer is never about two bots.
    pub fn continue_ids(&mut self, other: &Self) {
        self.checks = self.checks.max(other.checks);
    }

    /// Nobody looks at it for a while: what was being fetched or checked is so when it is wanted again.
    pub fn drop_requests(&mut self) {
        for bot in &mut self.bots {
            bot.state = match std::mem::replace(&mut bot.state, BotStatus::Untouched) {
                BotStatus::Fetching => BotStatus::Untouched,
                BotStatus::Checking(_, bytes) | BotStatus::Attaching(bytes) if bot.is_dropped() => {
                    BotStatus::Here(bytes)
                }
                BotStatus::Checking(..) | BotStatus::Attaching(_) => BotStatus::Untouched,
                state => state,
            };
        }
    }

    /// All bots, those of the page first.
    pub fn bots(&self) -> &[LibraryBot] {
        &self.bots
    }

    /// The bot of this key.
    pub fn bot(&self, key: &BotKey) -> Option<&LibraryBot> {
        self.bots.iter().find(|bot| bot.key == *key)
    }

    /// The bot that this contestant was: the visitor's build of its hash; else the bot of its name; else that of its hash; else
    /// that of its name without the number that it bears where several of one name played.
    pub fn played_by(&self, player_info: &PlayerInfo) -> Option<&LibraryBot> {
        let named = |name: &str| self.bots.iter().find(|bot| bot.name == name && bot.kind() == player_info.kind);
        // A link has only the beginning of a hash.
        let known = player_info.sha256.as_deref().filter(|known| !known.is_empty());
        let is_it = |bot: &&LibraryBot| {
            known.is_some_and(|known| bot.sha256.as_ref().is_some_and(|sha256| sha256.starts_with(known)))
        };
        let build = self.bots.iter().filter(|bot| bot.is_dropped()).find(is_it);
        let hashed = || self.bots.iter().find(is_it);
        build.or_else(|| named(&player_info.name)).or_else(hashed).or_else(|| named(without_number(&player_info.name)))
    }

    /// The number of a bot of the native program's.
    pub fn host_bot(&self, key: &BotKey) -> Option<u32> {
        match self.bot(key)?.state {
            BotStatus::Elsewhere(id, _) => Some(id),
            _ => None,
        }
    }

    /// Puts up the bots of a native program that can play this game, in place of those before.
    pub fn add_host_bots(&mut self, host_bots: &[HostBot], game: &str) {
        self.bots.retain(|bot| !bot.is_host_bot());
        let plays = |bot: &&HostBot| bot.trouble.is_none() && bot.game.as_deref().is_none_or(|only| only == game);
        self.bots.extend(host_bots.iter().filter(plays).map(|bot| LibraryBot {
            key: BotKey::Host(bot.id),
            name: bot.name.clone(),
            about: "on this computer",
            sha256: None,
            interpreter: None,
            state: BotStatus::Elsewhere(bot.id, bot.kind),
        }));
    }

    /// The bytes and the hash of a bot that is ready.
    pub fn ready(&self, key: &BotKey) -> Option<(&ModuleBytes, &str)> {
        match &self.bot(key)?.state {
            BotStatus::Ready(module, sha256) => Some((module, sha256)),
            _ => None,
        }
    }

    /// What has to be done before a bot is ready; nothing if that is being done.
    pub fn request(&mut self, key: &BotKey) -> Option<LibraryRequest> {
        let bot = self.bots.iter_mut().find(|bot| bot.key == *key)?;
        match &bot.state {
            BotStatus::Untouched => {
                bot.state = BotStatus::Fetching;
                Some(LibraryRequest::Fetch(bot.key.clone()))
            }
            BotStatus::Here(bytes) => {
                let bytes = bytes.clone();
                Some(self.fetched(key, bytes))
            }
            _ => None,
        }
    }

    /// Puts a build of an earlier visit up. It is fetched and checked when it is wanted.
    pub fn add_stored(&mut self, name: &str, build: u32, sha256: String) {
        let is_it = |bot: &&LibraryBot| bot.key == BotKey::Dropped(name.to_owned(), build);
        match self.bots.iter().find(is_it) {
            // A file that was dropped before the earlier ones were known.
            Some(known) if known.sha256.as_ref() != Some(&sha256) => {
                let build = self.newest_build(name) + 1;
                self.bots.push(LibraryBot::dropped(name, build, Some(sha256)));
            }
            Some(_) => {}
            None => self.bots.push(LibraryBot::dropped(name, build, Some(sha256))),
        }
    }

    /// The newest build of the same bot before this one.
    pub fn build_before(&self, key: &BotKey) -> Option<BotKey> {
        let BotKey::Dropped(name, build) = key else { return None };
        let earlier = self.bots.iter().filter_map(|bot| match &bot.key {
            BotKey::Dropped(of, earlier) if of == name && earlier < build => Some(*earlier),
            _ => None,
        });
        earlier.max().map(|earlier| BotKey::Dropped(name.clone(), earlier))
    }

    /// The number of the newest build of this name; 0 if there is none.
    fn newest_build(&self, name: &str) -> u32 {
        let builds = self.bots.iter().filter_map(|bot| match &bot.key {
            BotKey::Dropped(of, build) if of == name => Some(*build),
            _ => None,
        });
        builds.max().unwrap_or(0)
    }

    /// Takes a dropped file down.
    pub fn remove(&mut self, key: &BotKey) -> Option<LibraryBot> {
        let index = self.bots.iter().position(|bot| bot.is_dropped() && bot.key == *key)?;
        Some(self.bots.remove(index))
    }

    /// Puts a dropped file up. A file of the same name is another build.
    pub fn drop_file(&mut self, name: &str, bytes: ModuleBytes) -> (BotKey, LibraryRequest) {
        let bot = LibraryBot::dropped(name, self.newest_build(name) + 1, None);
        let key = bot.key.clone();
        self.bots.push(bot);
        let want = self.fetched(&key, bytes);
        (key, want)
    }

    /// A file has been fetched, or is here for another reason.
    pub fn fetched(&mut self, key: &BotKey, bytes: ModuleBytes) -> LibraryRequest {
        if key.is_script() && !bytes.starts_with(MODULE) {
            self.set(key, BotStatus::Attaching(bytes.clone()));
            return LibraryRequest::Attach(key.clone(), bytes);
        }
        self.check(key, bytes)
    }

    /// A file or an interpreter could not be fetched: the bot may be wanted again.
    pub fn unfetched(&mut self, key: &BotKey) {
        let script = self.bot(key).and_then(|bot| match &bot.state {
            BotStatus::Attaching(script) => Some(script.clone()),
            _ => None,
        });
        self.set(key, script.map_or(BotStatus::Untouched, BotStatus::Here));
    }

    /// The worker's verdict on a file: its hash, and that of its interpreter, or why it cannot play.
    pub fn checked(
        &mut self,
        id: u32,
        verdict: Result<String, String>,
        interpreter: Option<String>,
    ) -> Option<Result<CheckedBot, RefusedFile>> {
        let is_asked = |bot: &LibraryBot| matches!(bot.state, BotStatus::Checking(asked, _) if asked == id);
        let index = self.bots.iter().position(is_asked)?;
        let BotStatus::Checking(_, module) = self.bots[index].state.clone() else { return None };
        let bot = &mut self.bots[index];
        match verdict {
            Ok(sha256) => {
                let asked = bot.key.clone();
                bot.state = BotStatus::Ready(module, sha256.clone());
                bot.sha256 = Some(sha256);
                bot.interpreter = interpreter;
                let key = self.merge_build(index);
                Some(Ok(CheckedBot { asked, key }))
            }
            // What is kept was accepted once, perhaps by another version of the page: it stays.
            Err(why) if bot.is_dropped() && bot.sha256.is_none() => {
                Some(Err(RefusedFile { bot: self.bots.remove(index), why }))
            }
            Err(why) => {
                bot.state = BotStatus::Untouched;
                Some(Err(RefusedFile { bot: bot.clone(), why }))
            }
        }
    }

    /// Takes a build off the list that is the same, byte for byte, as another of its name. Returns the key of the one that stays.
    fn merge_build(&mut self, index: usize) -> BotKey {
        let bot = &self.bots[index];
        let key = bot.key.clone();
        let BotKey::Dropped(name, _) = &key else { return key };
        let is_same = |other: &LibraryBot| {
            matches!(&other.key, BotKey::Dropped(of, _) if of == name) && other.key != key && other.sha256 == bot.sha256
        };
        let Some(same) = self.bots.iter().position(is_same) else { return key };
        self.bots[same].state = self.bots[index].state.clone();
        let stays = self.bots[same].key.clone();
        self.bots.remove(index);
        stays
    }

    fn check(&mut self, key: &BotKey, bytes: ModuleBytes) -> LibraryRequest {
        self.checks += 1;
        self.set(key, BotStatus::Checking(self.checks, bytes.clone()));
        LibraryRequest::Check(self.checks, bytes)
    }

    fn set(&mut self, key: &BotKey, state: BotStatus) {
        if let Some(bot) = self.bots.iter_mut().find(|bot| bot.key == *key) {
            bot.state = state;
        }
    }
}

/// A file that can play.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedBot {
    /// The bot that was checked.
    pub asked: BotKey,
    /// The bot that it is: an earlier build, if the file is the same.
    pub key: BotKey,
}

/// A file that cannot play.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedFile {
    /// Which.
    pub bot: LibraryBot,
    /// A sentence that says why.
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLED: &[PageBot] = &[PageBot { file: "four", name: "four", about: "" }];

    fn four() -> BotKey {
        BotKey::Bundled("four".to_owned())
    }

    fn bytes() -> ModuleBytes {
        Rc::from([0, 1])
    }

    #[test]
    fn a_script_is_checked_behind_its_interpreter_and_not_lost() {
        let (mut library, text) = (BotLibrary::new(&[]), ModuleBytes::from(*b"print(1)"));
        let (key, want) = library.drop_file("mine.js", text.clone());
        assert_eq!(want, LibraryRequest::Attach(key.clone(), text.clone()));
        library.unfetched(&key);
        assert_eq!(library.request(&key), Some(LibraryRequest::Attach(key.clone(), text)));
        let module = ModuleBytes::from(*b"\0asm and more");
        assert_eq!(library.fetched(&key, module.clone()), LibraryRequest::Check(1, module));
        library.checked(1, Ok("ab".to_owned()), Some("cd".to_owned()));
        assert_eq!(library.bot(&key).and_then(|bot| bot.interpreter.as_deref()), Some("cd"));
    }

    #[test]
    fn a_bundled_script_is_fetched_and_checked_behind_its_interpreter() {
        const SCRIPT: &[PageBot] = &[PageBot { file: "four.js", name: "four", about: "" }];
        let (mut library, key) = (BotLibrary::new(SCRIPT), BotKey::Bundled("four.js".to_owned()));
        assert_eq!(library.request(&key), Some(LibraryRequest::Fetch(key.clone())));
        let text = ModuleBytes::from(*b"print(1)");
        assert_eq!(library.fetched(&key, text.clone()), LibraryRequest::Attach(key.clone(), text.clone()));
        // Where nobody has waited for the interpreter, it is asked for again.
        library.drop_requests();
        assert_eq!(library.request(&key), Some(LibraryRequest::Fetch(key.clone())));
        library.fetched(&key, text);
        let module = ModuleBytes::from(*b"\0asm and more");
        assert_eq!(library.fetched(&key, module.clone()), LibraryRequest::Check(1, module));
    }

    #[test]
    fn a_bundled_bot_is_fetched_and_checked_once() {
        let mut library = BotLibrary::new(BUNDLED);
        assert_eq!(library.request(&four()), Some(LibraryRequest::Fetch(four())));
        assert_eq!(library.request(&four()), None);
        assert_eq!(library.fetched(&four(), bytes()), LibraryRequest::Check(1, bytes()));
        assert_eq!(library.checked(1, Ok("ab".to_owned()), None), Some(Ok(CheckedBot { asked: four(), key: four() })));
        assert_eq!(library.ready(&four()).map(|(_, hash)| hash), Some("ab"));
    }

    #[test]
    fn who_played_is_known_by_name_by_hash_and_among_namesakes() {
        let mut library = BotLibrary::new(BUNDLED);
        let played = |name: &str, sha256: Option<&str>| {
            let (name, sha256) = (name.to_owned(), sha256.map(str::to_owned));
            PlayerInfo { name, sha256, ..PlayerInfo::default() }
        };
        for name in ["four", "four (1)", "four (12)"] {
            assert_eq!(library.played_by(&played(name, None)).map(|bot| &bot.key), Some(&four()), "{name}");
        }
        for name in ["fou", "four (a)", "four ()", "mine"] {
            assert_eq!(library.played_by(&played(name, Some("ab"))), None, "{name}");
        }
        library.request(&four());
        library.fetched(&four(), bytes());
        library.checked(1, Ok("abcd".to_owned()), None).expect("it waits for that").expect("it can play");
        assert!(library.played_by(&played("mine", Some("ab"))).is_some());
        assert!(library.played_by(&played("mine", Some("b"))).is_none());
        assert!(library.played_by(&played("mine", Some(""))).is_none());
    }

    #[test]
    fn a_refused_file_is_taken_down() {
        let mut library = BotLibrary::new(BUNDLED);
        let (key, want) = library.drop_file("mine.wasm", bytes());
        assert_eq!(want, LibraryRequest::Check(1, bytes()));
        let refused = library.checked(1, Err("It is no module.".to_owned()), None);
        assert!(matches!(refused, Some(Err(RefusedFile { bot, .. })) if bot.name == "mine.wasm"));
        assert_eq!(library.bot(&key), None);
    }

    #[test]
    fn what_a_shelf_was_waiting_for_is_wanted_again_after_a_rest() {
        let mut library = BotLibrary::new(BUNDLED);
        library.request(&four());
        let (key, _) = library.drop_file("mine.wasm", bytes());
        library.drop_requests();
        assert_eq!(library.request(&four()), Some(LibraryRequest::Fetch(four())));
        assert_eq!(library.request(&key), Some(LibraryRequest::Check(2, bytes())), "there is nowhere to fetch it from");
    }

    fn build(build: u32) -> BotKey {
        BotKey::Dropped("mine.wasm".to_owned(), build)
    }

    #[test]
    fn a_newer_file_of_the_same_name_is_another_build() {
        let mut library = BotLibrary::new(BUNDLED);
        library.drop_file("mine.wasm", bytes());
        library.checked(1, Ok("old".to_owned()), None).expect("it waits for that").expect("it can play");
        library.drop_file("mine.wasm", Rc::from([7]));
        library.checked(2, Ok("new".to_owned()), None).expect("it waits for that").expect("it can play");
        let names: Vec<_> = library.bots().iter().map(|bot| &*bot.name).collect();
        assert_eq!(names, ["four", "mine.wasm", "mine.wasm, build 2"]);
        library.drop_file("mine.wasm", bytes());
        let again = library.checked(3, Ok("old".to_owned()), None);
        assert_eq!(again, Some(Ok(CheckedBot { asked: build(3), key: build(1) })), "it is no other build");
        assert_eq!(library.bots().len(), 3);
        let played =
            PlayerInfo { name: "mine.wasm".to_owned(), sha256: Some("ne".to_owned()), ..PlayerInfo::default() };
        assert_eq!(library.played_by(&played).map(|bot| &bot.key), Some(&build(2)), "by its hash");
        assert_eq!((library.build_before(&build(2)), library.build_before(&build(1))), (Some(build(1)), None));
        library.remove(&build(1));
        let (key, _) = library.drop_file("mine.wasm", Rc::from([8]));
        assert_eq!(key, build(3), "numbers are not used again while a later build is there");
    }

    #[test]
    fn kept_builds_are_fetched_when_they_are_wanted() {
        let mut library = BotLibrary::new(BUNDLED);
        library.drop_file("mine.wasm", bytes());
        library.add_stored("mine.wasm", 1, "kept".to_owned());
        library.add_stored("mine.wasm", 3, "newer".to_owned());
        assert!(library.bot(&build(2)).is_some_and(|bot| bot.sha256.as_deref() == Some("kept")), "both are here");
        assert_eq!(library.request(&build(3)), Some(LibraryRequest::Fetch(build(3))));
        library.unfetched(&build(3));
        assert_eq!(library.request(&build(3)), Some(LibraryRequest::Fetch(build(3))));
        assert_eq!(library.fetched(&build(3), bytes()), LibraryRequest::Check(2, bytes()));
        assert!(matches!(library.checked(2, Err("Not now.".to_owned()), None), Some(Err(_))));
        assert!(library.bot(&build(3)).is_some(), "it stays");
    }
}
