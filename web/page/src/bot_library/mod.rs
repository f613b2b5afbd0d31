//! The bots that can be chosen: those that come with the page, and files that were dropped on it,
//! of which every other file of the same name is another build. All are fetched when they are first
//! wanted. Knows no network and no storage: it returns what to fetch and what to check.

mod update;

pub use update::{CheckedBot, RefusedFile};

use std::rc::Rc;

use botyard_engine::live::HostBot;
use botyard_engine::replay::{PlayerInfo, PlayerKind, bot_name};
use botyard_web_games::PageBot;
use botyard_web_protocol::{BeatenRung, BotKey, BuildGames, numbered_build};

/// The bytes of a module.
pub type ModuleBytes = Rc<[u8]>;

/// One bot.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryBot {
    /// Its key among all bots of the page.
    pub key: BotKey,
    /// The name it plays under.
    pub name: String,
    /// What to expect of it.
    pub about: &'static str,
    /// The SHA-256 of its module or script, if that is known.
    pub sha256: Option<String>,
    /// The SHA-256 of its script's interpreter, if it is one and has been checked.
    pub interpreter: Option<String>,
    /// How its games have ended, if it is the visitor's.
    pub games: BuildGames,
    /// The rungs of the game's ladder that it has beaten, if it is the visitor's.
    pub beaten: Vec<BeatenRung>,
    /// How far it is.
    pub state: BotStatus,
}

/// How far a bot is.
#[derive(Debug, Clone, PartialEq)]
pub enum BotStatus {
    /// It has not been requested yet.
    Untouched,
    /// It has not been requested yet, but its bytes are here.
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
    /// The kind of player.
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
        let shown = if build == 1 { name.to_owned() } else { numbered_build(name, build) };
        let (key, about) = (BotKey::Dropped(name.to_owned(), build), "your file");
        let (interpreter, games, beaten, state) = (None, BuildGames::default(), Vec::new(), BotStatus::Untouched);
        Self { key, name: shown, about, sha256, interpreter, games, beaten, state }
    }

    /// Its result, if it has beaten the rung of this name.
    pub fn beaten_rung(&self, rung: &str) -> Option<&BeatenRung> {
        self.beaten.iter().find(|beaten| beaten.rung == rung)
    }

    /// Whether it is known to differ from this contestant, whatever both are called: a record has
    /// the contestant's hash, a link the beginning of the hash.
    pub fn is_known_to_differ(&self, player_info: &PlayerInfo) -> bool {
        let known = player_info.sha256.as_deref().filter(|known| !known.is_empty());
        known.zip(self.sha256.as_deref()).is_some_and(|(then, now)| !now.starts_with(then))
    }

    /// Whether it is a bot of the native program's that plays for the page.
    pub fn is_host_bot(&self) -> bool {
        matches!(self.state, BotStatus::Elsewhere(..))
    }
}

/// A build of a file of the visitor's, as it is kept for later visits.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredBuild {
    /// The file's name.
    pub name: String,
    /// Which of the files of this name it is.
    pub build: u32,
    /// The SHA-256 of its content.
    pub sha256: String,
    /// How its games have ended.
    pub games: BuildGames,
    /// The rungs that it has beaten.
    pub beaten: Vec<BeatenRung>,
}

/// How a module begins.
pub const MODULE: &[u8] = b"\0asm";

/// `hunter` of `hunter (2)`.
pub(crate) fn without_number(name: &str) -> &str {
    let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let numbered =
        numbered.filter(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    numbered.map_or(name, |(name, _)| name)
}

/// The next step to make a bot ready.
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
            games: BuildGames::default(),
            beaten: Vec::new(),
            state: BotStatus::Untouched,
        };
        Self { bots: bundled.iter().map(bot).collect(), checks: 0 }
    }

    /// Continues the numbering of another library's checks, so that no two bots share a number.
    pub fn continue_ids(&mut self, other: &Self) {
        self.checks = self.checks.max(other.checks);
    }

    /// The library will not be shown for a while: fetches and checks under way start again when the
    /// bot is wanted again.
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

    /// A bot's name beside the others: the first build of a file has its number too, once there are
    /// more that can play. It plays under its plain name.
    pub fn label(&self, bot: &LibraryBot) -> String {
        let is_later = |other: &LibraryBot, file: &str| {
            other.sha256.is_some() && matches!(&other.key, BotKey::Dropped(of, 2..) if of == file)
        };
        match &bot.key {
            BotKey::Dropped(file, 1) if self.bots.iter().any(|other| is_later(other, file)) => {
                numbered_build(&bot.name, 1)
            }
            _ => bot.name.clone(),
        }
    }

    /// The bot that this contestant was: the page's own bot of its name, unless that is known to be
    /// another; else the visitor's build of its hash; else the bot of its name; else the bot of its
    /// hash; else the bot of its name without the number that distinguishes players of the same
    /// name; else, if its hash is not known, the page's own bot whose file has its name.
    pub fn played_by(&self, player_info: &PlayerInfo) -> Option<&LibraryBot> {
        let named = |name: &str| self.bots.iter().find(|bot| bot.name == name && bot.kind() == player_info.kind);
        // A link has only the beginning of a hash.
        let known = player_info.sha256.as_deref().filter(|known| !known.is_empty());
        let is_it = |bot: &&LibraryBot| {
            known.is_some_and(|known| bot.sha256.as_ref().is_some_and(|sha256| sha256.starts_with(known)))
        };
        let is_other = |bot: &LibraryBot| bot.sha256.is_some() && !is_it(&bot);
        // A copy of a bundled script is a build of the same hash.
        let is_bundled = |bot: &LibraryBot| matches!(bot.key, BotKey::Bundled(_));
        let own = named(&player_info.name).filter(|bot| is_bundled(bot) && !is_other(bot));
        let build = || self.bots.iter().filter(|bot| bot.is_dropped()).find(is_it);
        let hashed = || self.bots.iter().find(is_it);
        own.or_else(build)
            .or_else(|| named(&player_info.name))
            .or_else(hashed)
            .or_else(|| named(without_number(&player_info.name)))
            .or_else(|| self.bundled(player_info).filter(|_| known.is_none()))
    }

    /// The page's own bot that this contestant was, so that a link may name it: by its name, which
    /// may be that of the bot's file, and by its hash. Until the bot's own hash is known, it may
    /// turn out to be another bot.
    pub fn bundled_as(&self, player_info: &PlayerInfo) -> Option<&LibraryBot> {
        let known = player_info.sha256.as_deref().filter(|known| !known.is_empty())?;
        let can_be_it = |bot: &&LibraryBot| bot.sha256.as_ref().is_none_or(|sha256| sha256.starts_with(known));
        self.bundled(player_info).filter(can_be_it)
    }

    /// The page's own bot that has a module's name, or whose file has it.
    fn bundled(&self, player_info: &PlayerInfo) -> Option<&LibraryBot> {
        let name = bot_name(&player_info.name);
        let is_it = |bot: &&LibraryBot| match &bot.key {
            BotKey::Bundled(file) => bot.name == name || bot_name(file) == name,
            BotKey::Dropped(..) | BotKey::Host(_) => false,
        };
        self.bots.iter().find(is_it).filter(|_| player_info.kind == PlayerKind::Module)
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
            games: BuildGames::default(),
            beaten: Vec::new(),
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

    /// The next step before a bot is ready; `None` if it is ready, or the step is under way.
    pub fn request(&mut self, key: &BotKey) -> Option<LibraryRequest> {
        let bot = self.bots.iter_mut().find(|bot| bot.key == *key)?;
        match &bot.state {
            BotStatus::Untouched => {
                bot.state = BotStatus::Fetching;
                Some(LibraryRequest::Fetch(bot.key.clone()))
            }
            BotStatus::Here(bytes) => {
                let bytes = bytes.clone();
                Some(self.attach_or_check(key, bytes))
            }
            _ => None,
        }
    }

    /// Puts a build of an earlier visit up. It is fetched and checked when it is wanted.
    pub fn add_stored(&mut self, StoredBuild { name, build, sha256, games, beaten }: StoredBuild) {
        let name = &*name;
        let add = |build| {
            let beaten = beaten.clone();
            LibraryBot { games, beaten, ..LibraryBot::dropped(name, build, Some(sha256.clone())) }
        };
        let is_it = |bot: &&LibraryBot| bot.key == BotKey::Dropped(name.to_owned(), build);
        match self.bots.iter().find(is_it) {
            // A file that was dropped before the earlier ones were known.
            Some(known) if known.sha256.as_ref() != Some(&sha256) => {
                let build = self.newest_build(name) + 1;
                self.bots.push(add(build));
            }
            Some(_) => {}
            None => self.bots.push(add(build)),
        }
    }

    /// The build of the same bot that this one is compared with: the newest before it that has not
    /// failed; if possible, one that has ended a game well. A build that failed is no measure for
    /// its successors, and one that has ended no game may loop.
    pub fn build_before(&self, key: &BotKey) -> Option<BotKey> {
        let BotKey::Dropped(name, build) = key else { return None };
        let is_known_to_play =
            |number: u32| self.bot(&BotKey::Dropped(name.clone(), number)).is_some_and(|bot| bot.games.games > 0);
        let earlier = self.builds_that(name, false).filter(|earlier| earlier < build);
        let (_, earlier) = earlier.map(|earlier| (is_known_to_play(earlier), earlier)).max()?;
        Some(BotKey::Dropped(name.clone(), earlier))
    }

    /// The visitor's build of this name and hash, or the next one of the name.
    pub fn build_of(&self, name: &str, sha256: &str) -> BotKey {
        let is_it = |bot: &&LibraryBot| {
            bot.sha256.as_deref() == Some(sha256) && matches!(&bot.key, BotKey::Dropped(of, _) if of == name)
        };
        let known = self.bots.iter().find(is_it).map(|bot| bot.key.clone());
        known.unwrap_or_else(|| BotKey::Dropped(name.to_owned(), self.newest_build(name) + 1))
    }

    /// Whether a build is one of this many newest of its name that have not failed; if all have, of
    /// those.
    pub fn is_among_newest(&self, key: &BotKey, most: usize) -> bool {
        let (BotKey::Dropped(name, build), Some(bot)) = (key, self.bot(key)) else { return false };
        let newer = self.builds_that(name, bot.games.has_failed()).filter(|other| other > build).count();
        newer < most && (!bot.games.has_failed() || self.builds_that(name, false).next().is_none())
    }

    /// Updates the record of the games of the visitor's build of this hash. Returns its key and the
    /// new record if that has changed.
    pub fn note_games(
        &mut self,
        sha256: &str,
        change: impl FnOnce(BuildGames) -> BuildGames,
    ) -> Option<(BotKey, BuildGames)> {
        let is_it = |bot: &&mut LibraryBot| bot.is_dropped() && bot.sha256.as_deref() == Some(sha256);
        let bot = self.bots.iter_mut().find(is_it)?;
        let before = bot.games;
        bot.games = change(before);
        (bot.games != before).then(|| (bot.key.clone(), bot.games))
    }

    /// Notes that the visitor's build of this hash has beaten a rung. Returns its key, if that is new.
    pub fn note_beaten(&mut self, sha256: &str, beaten: &BeatenRung) -> Option<BotKey> {
        let is_it = |bot: &&mut LibraryBot| bot.is_dropped() && bot.sha256.as_deref() == Some(sha256);
        let bot = self.bots.iter_mut().find(is_it).filter(|bot| !bot.beaten.contains(beaten))?;
        bot.beaten.retain(|earlier| earlier.rung != beaten.rung);
        bot.beaten.push(beaten.clone());
        Some(bot.key.clone())
    }

    /// The number of the newest build of this name; 0 if there is none.
    fn newest_build(&self, name: &str) -> u32 {
        self.builds(name).max().unwrap_or(0)
    }

    /// The numbers of all builds of this name.
    fn builds<'a>(&'a self, name: &'a str) -> impl Iterator<Item = u32> + 'a {
        self.builds_that(name, false).chain(self.builds_that(name, true))
    }

    /// The numbers of those that have failed, or of the others.
    fn builds_that<'a>(&'a self, name: &'a str, has_failed: bool) -> impl Iterator<Item = u32> + 'a {
        self.bots.iter().filter(move |bot| bot.games.has_failed() == has_failed).filter_map(move |bot| match &bot.key {
            BotKey::Dropped(of, build) if of == name => Some(*build),
            _ => None,
        })
    }

    /// Takes a dropped file down; returns its place, too.
    pub fn remove(&mut self, key: &BotKey) -> Option<(usize, LibraryBot)> {
        let index = self.bots.iter().position(|bot| bot.is_dropped() && bot.key == *key)?;
        Some((index, self.bots.remove(index)))
    }

    /// Puts up a dropped file again that was taken down, with the next number if another has got
    /// its own. Returns its key.
    pub fn put_back(&mut self, index: usize, bot: LibraryBot) -> BotKey {
        let bot = match &bot.key {
            BotKey::Dropped(name, _) if self.bot(&bot.key).is_some() => {
                let LibraryBot { key, name, .. } = LibraryBot::dropped(name, self.newest_build(name) + 1, None);
                LibraryBot { key, name, ..bot }
            }
            _ => bot,
        };
        let key = bot.key.clone();
        self.bots.insert(index.min(self.bots.len()), bot);
        key
    }

    /// Adds a dropped file. A file of the same name is another build.
    pub fn drop_file(&mut self, name: &str, bytes: ModuleBytes) -> (BotKey, LibraryRequest) {
        let bot = LibraryBot::dropped(name, self.newest_build(name) + 1, None);
        let key = bot.key.clone();
        self.bots.push(bot);
        let want = self.attach_or_check(&key, bytes);
        (key, want)
    }
}

#[cfg(test)]
mod tests;
