//! The bots that can be chosen: those that come with the page, fetched when they are first wanted, and files that were
//! dropped on it, which stay in this tab. Knows no network: it says what to fetch and what to check.

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
        matches!(self.key, BotKey::Dropped(_))
    }

    /// Whether it is a bot of the native program's that plays for the page.
    pub fn is_host_bot(&self) -> bool {
        matches!(self.state, BotStatus::Elsewhere(..))
    }
}

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
    /// Fetch `bots/KEY.wasm`.
    Fetch(BotKey),
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
                BotStatus::Checking(_, module) if bot.is_dropped() => BotStatus::Here(module),
                BotStatus::Checking(..) => BotStatus::Untouched,
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

    /// The bot that this contestant was: by its name, by its hash where its bytes are here, or by its name without the
    /// number that it bears where several of one name played.
    pub fn played_by(&self, player_info: &PlayerInfo) -> Option<&LibraryBot> {
        let named = |name: &str| self.bots.iter().find(|bot| bot.name == name && bot.kind() == player_info.kind);
        // A link has only the beginning of a hash.
        let known = player_info.sha256.as_deref().filter(|known| !known.is_empty());
        let hashed = known.and_then(|known| {
            let is_it =
                |bot: &&LibraryBot| matches!(&bot.state, BotStatus::Ready(_, sha256) if sha256.starts_with(known));
            self.bots.iter().find(is_it)
        });
        named(&player_info.name).or(hashed).or_else(|| named(without_number(&player_info.name)))
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
            BotStatus::Here(module) => {
                let module = module.clone();
                Some(self.check(key, module))
            }
            _ => None,
        }
    }

    /// Puts a file of an earlier visit up, unless one of its name has been dropped since. It is checked when it is
    /// wanted.
    pub fn add_stored(&mut self, name: &str, bytes: ModuleBytes) {
        let key = BotKey::Dropped(name.to_owned());
        if self.bot(&key).is_none() {
            let (name, about) = (name.to_owned(), "your file");
            self.bots.push(LibraryBot { key, name, about, state: BotStatus::Here(bytes) });
        }
    }

    /// Takes a dropped file down.
    pub fn remove(&mut self, key: &BotKey) -> Option<LibraryBot> {
        let index = self.bots.iter().position(|bot| bot.is_dropped() && bot.key == *key)?;
        Some(self.bots.remove(index))
    }

    /// Puts a dropped file up. A file of the same name takes the place of the earlier one.
    pub fn drop_file(&mut self, name: &str, bytes: ModuleBytes) -> (BotKey, LibraryRequest) {
        let key = BotKey::Dropped(name.to_owned());
        self.bots.retain(|bot| bot.key != key);
        let name = name.to_owned();
        let about = "your file";
        self.bots.push(LibraryBot { key: key.clone(), name, about, state: BotStatus::Untouched });
        let want = self.check(&key, bytes);
        (key, want)
    }

    /// A file has been fetched.
    pub fn fetched(&mut self, key: &BotKey, bytes: ModuleBytes) -> LibraryRequest {
        self.check(key, bytes)
    }

    /// A file could not be fetched: it may be wanted again.
    pub fn unfetched(&mut self, key: &BotKey) {
        self.set(key, BotStatus::Untouched);
    }

    /// The worker's verdict on a file.
    pub fn checked(&mut self, id: u32, verdict: Result<String, String>) -> Option<Result<BotKey, RefusedFile>> {
        let is_asked = |bot: &LibraryBot| matches!(bot.state, BotStatus::Checking(asked, _) if asked == id);
        let index = self.bots.iter().position(is_asked)?;
        let BotStatus::Checking(_, module) = self.bots[index].state.clone() else { return None };
        match verdict {
            Ok(sha256) => {
                self.bots[index].state = BotStatus::Ready(module, sha256);
                Some(Ok(self.bots[index].key.clone()))
            }
            Err(why) if self.bots[index].is_dropped() => Some(Err(RefusedFile { bot: self.bots.remove(index), why })),
            Err(why) => {
                self.bots[index].state = BotStatus::Untouched;
                Some(Err(RefusedFile { bot: self.bots[index].clone(), why }))
            }
        }
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
    fn a_bundled_bot_is_fetched_and_checked_once() {
        let mut library = BotLibrary::new(BUNDLED);
        assert_eq!(library.request(&four()), Some(LibraryRequest::Fetch(four())));
        assert_eq!(library.request(&four()), None);
        assert_eq!(library.fetched(&four(), bytes()), LibraryRequest::Check(1, bytes()));
        assert_eq!(library.checked(1, Ok("ab".to_owned())), Some(Ok(four())));
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
        library.checked(1, Ok("abcd".to_owned())).expect("it waits for that").expect("it can play");
        assert!(library.played_by(&played("mine", Some("ab"))).is_some());
        assert!(library.played_by(&played("mine", Some("b"))).is_none());
        assert!(library.played_by(&played("mine", Some(""))).is_none());
    }

    #[test]
    fn a_refused_file_is_taken_down() {
        let mut library = BotLibrary::new(BUNDLED);
        let (key, want) = library.drop_file("mine.wasm", bytes());
        assert_eq!(want, LibraryRequest::Check(1, bytes()));
        let refused = library.checked(1, Err("It is no module.".to_owned()));
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

    #[test]
    fn a_newer_file_of_the_same_name_takes_the_place() {
        let mut library = BotLibrary::new(BUNDLED);
        library.drop_file("mine.wasm", bytes());
        library.drop_file("mine.wasm", Rc::from([7]));
        assert_eq!(library.bots().len(), 2);
        assert_eq!(library.checked(1, Ok("old".to_owned())), None, "the earlier file is no longer asked for");
        assert!(library.checked(2, Ok("new".to_owned())).is_some());
    }
}
