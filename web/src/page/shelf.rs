//! The bots that can be chosen: those that come with the page, fetched when they are first wanted, and files that were
//! dropped on it, which stay in this tab. Knows no network: it says what to fetch and what to check.

use std::rc::Rc;

use botyard_engine::live::Resident;
use botyard_engine::replay::{Contestant, Kind};

use crate::games::Bundled;

/// The bytes of a module.
pub type Module = Rc<[u8]>;

/// One bot.
#[derive(Debug, Clone, PartialEq)]
pub struct Bot {
    /// What it is called among all bots of the page: part of an address for those that come with it.
    pub key: String,
    /// The name it plays under.
    pub name: String,
    /// What to expect of it.
    pub about: &'static str,
    /// Whether it came from a file of the visitor's.
    pub is_dropped: bool,
    /// How far it is.
    pub state: State,
}

/// How far a bot is.
#[derive(Debug, Clone, PartialEq)]
pub enum State {
    /// Nobody has wanted it yet.
    Untouched,
    /// Nobody has wanted it yet, but its bytes are here.
    Here(Module),
    /// It is being fetched.
    Fetching,
    /// The worker looks whether it can play.
    Checking(u32, Module),
    /// It can play: its bytes and their SHA-256.
    Ready(Module, String),
    /// It can play where it is, under this number.
    Elsewhere(u32, Kind),
}

impl Bot {
    /// What it is.
    pub fn kind(&self) -> Kind {
        match self.state {
            State::Elsewhere(_, kind) => kind,
            _ => Kind::Module,
        }
    }

    /// Whether it is a bot of the native program's that plays for the page.
    pub fn is_resident(&self) -> bool {
        matches!(self.state, State::Elsewhere(..))
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
pub enum Want {
    /// Fetch `bots/KEY.wasm`.
    Fetch(String),
    /// Have these bytes checked under this number.
    Check(u32, Module),
}

/// All bots that can be chosen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shelf {
    bots: Vec<Bot>,
    checks: u32,
}

impl Shelf {
    /// The bots that come with a game.
    pub fn new(bundled: &'static [Bundled]) -> Self {
        let bot = |bundled: &Bundled| Bot {
            key: bundled.file.to_owned(),
            name: bundled.name.to_owned(),
            about: bundled.about,
            is_dropped: false,
            state: State::Untouched,
        };
        Self { bots: bundled.iter().map(bot).collect(), checks: 0 }
    }

    /// Numbers its checks on from those of another shelf, so that no answer is about two bots.
    pub fn come_after(&mut self, other: &Self) {
        self.checks = self.checks.max(other.checks);
    }

    /// Nobody looks at it for a while: what was being fetched or checked is so when it is wanted again.
    pub fn rest(&mut self) {
        for bot in &mut self.bots {
            bot.state = match std::mem::replace(&mut bot.state, State::Untouched) {
                State::Fetching => State::Untouched,
                State::Checking(_, module) if bot.is_dropped => State::Here(module),
                State::Checking(..) => State::Untouched,
                state => state,
            };
        }
    }

    /// All bots, those of the page first.
    pub fn bots(&self) -> &[Bot] {
        &self.bots
    }

    /// The bot of this key.
    pub fn bot(&self, key: &str) -> Option<&Bot> {
        self.bots.iter().find(|bot| bot.key == key)
    }

    /// The bot that this contestant was: by its name, by its hash where its bytes are here, or by its name without the number
    /// that it bears where several of one name played.
    pub fn played_by(&self, contestant: &Contestant) -> Option<&Bot> {
        let named = |name: &str| self.bots.iter().find(|bot| bot.name == name && bot.kind() == contestant.kind);
        // A link has only the beginning of a hash.
        let known = contestant.sha256.as_deref().filter(|known| !known.is_empty());
        let hashed = known.and_then(|known| {
            let is_it = |bot: &&Bot| matches!(&bot.state, State::Ready(_, sha256) if sha256.starts_with(known));
            self.bots.iter().find(is_it)
        });
        named(&contestant.name).or(hashed).or_else(|| named(without_number(&contestant.name)))
    }

    /// The number of a bot of the native program's.
    pub fn resident(&self, key: &str) -> Option<u32> {
        match self.bot(key)?.state {
            State::Elsewhere(id, _) => Some(id),
            _ => None,
        }
    }

    /// Puts up the bots of a native program that can play this game, in place of those before.
    pub fn house(&mut self, residents: &[Resident], game: &str) {
        self.bots.retain(|bot| !bot.is_resident());
        let plays = |bot: &&Resident| bot.trouble.is_none() && bot.game.as_deref().is_none_or(|only| only == game);
        self.bots.extend(residents.iter().filter(plays).map(|bot| Bot {
            key: format!("here:{}", bot.id),
            name: bot.name.clone(),
            about: "on this computer",
            is_dropped: false,
            state: State::Elsewhere(bot.id, bot.kind),
        }));
    }

    /// The bytes and the hash of a bot that is ready.
    pub fn ready(&self, key: &str) -> Option<(&Module, &str)> {
        match &self.bot(key)?.state {
            State::Ready(module, sha256) => Some((module, sha256)),
            _ => None,
        }
    }

    /// What has to be done before a bot is ready; nothing if that is being done.
    pub fn want(&mut self, key: &str) -> Option<Want> {
        let bot = self.bots.iter_mut().find(|bot| bot.key == key)?;
        match &bot.state {
            State::Untouched => {
                bot.state = State::Fetching;
                Some(Want::Fetch(bot.key.clone()))
            }
            State::Here(module) => {
                let module = module.clone();
                Some(self.check(key, module))
            }
            _ => None,
        }
    }

    /// Puts a file of an earlier visit up, unless one of its name has been dropped since. It is checked when it is wanted.
    pub fn put_up(&mut self, name: &str, bytes: Module) {
        let key = format!("file:{name}");
        if self.bot(&key).is_none() {
            let (name, about) = (name.to_owned(), "your file");
            self.bots.push(Bot { key, name, about, is_dropped: true, state: State::Here(bytes) });
        }
    }

    /// Takes a dropped file down.
    pub fn take_down(&mut self, key: &str) -> Option<Bot> {
        let index = self.bots.iter().position(|bot| bot.is_dropped && bot.key == key)?;
        Some(self.bots.remove(index))
    }

    /// Puts a dropped file up. A file of the same name takes the place of the earlier one.
    pub fn drop_file(&mut self, name: &str, bytes: Module) -> (String, Want) {
        let key = format!("file:{name}");
        self.bots.retain(|bot| bot.key != key);
        let name = name.to_owned();
        let about = "your file";
        self.bots.push(Bot { key: key.clone(), name, about, is_dropped: true, state: State::Untouched });
        let want = self.check(&key, bytes);
        (key, want)
    }

    /// A file has been fetched.
    pub fn fetched(&mut self, key: &str, bytes: Module) -> Want {
        self.check(key, bytes)
    }

    /// A file could not be fetched: it may be wanted again.
    pub fn unfetched(&mut self, key: &str) {
        self.set(key, State::Untouched);
    }

    /// The worker's verdict on a file.
    pub fn checked(&mut self, id: u32, verdict: Result<String, String>) -> Option<Result<String, Refused>> {
        let is_asked = |bot: &Bot| matches!(bot.state, State::Checking(asked, _) if asked == id);
        let index = self.bots.iter().position(is_asked)?;
        let State::Checking(_, module) = self.bots[index].state.clone() else { return None };
        match verdict {
            Ok(sha256) => {
                self.bots[index].state = State::Ready(module, sha256);
                Some(Ok(self.bots[index].key.clone()))
            }
            Err(why) if self.bots[index].is_dropped => Some(Err(Refused { bot: self.bots.remove(index), why })),
            Err(why) => {
                self.bots[index].state = State::Untouched;
                Some(Err(Refused { bot: self.bots[index].clone(), why }))
            }
        }
    }

    fn check(&mut self, key: &str, bytes: Module) -> Want {
        self.checks += 1;
        self.set(key, State::Checking(self.checks, bytes.clone()));
        Want::Check(self.checks, bytes)
    }

    fn set(&mut self, key: &str, state: State) {
        if let Some(bot) = self.bots.iter_mut().find(|bot| bot.key == key) {
            bot.state = state;
        }
    }
}

/// A file that cannot play.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// Which.
    pub bot: Bot,
    /// A sentence that says why.
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLED: &[Bundled] = &[Bundled { file: "four", name: "four", about: "" }];

    fn bytes() -> Module {
        Rc::from([0, 1])
    }

    #[test]
    fn a_bundled_bot_is_fetched_and_checked_once() {
        let mut shelf = Shelf::new(BUNDLED);
        assert_eq!(shelf.want("four"), Some(Want::Fetch("four".to_owned())));
        assert_eq!(shelf.want("four"), None);
        assert_eq!(shelf.fetched("four", bytes()), Want::Check(1, bytes()));
        assert_eq!(shelf.checked(1, Ok("ab".to_owned())), Some(Ok("four".to_owned())));
        assert_eq!(shelf.ready("four").map(|(_, hash)| hash), Some("ab"));
    }

    #[test]
    fn who_played_is_known_by_name_by_hash_and_among_namesakes() {
        let mut shelf = Shelf::new(BUNDLED);
        let played = |name: &str, sha256: Option<&str>| {
            let (name, sha256) = (name.to_owned(), sha256.map(str::to_owned));
            Contestant { name, sha256, ..Contestant::default() }
        };
        for name in ["four", "four (1)", "four (12)"] {
            assert_eq!(shelf.played_by(&played(name, None)).map(|bot| bot.key.as_str()), Some("four"), "{name}");
        }
        for name in ["fou", "four (a)", "four ()", "mine"] {
            assert_eq!(shelf.played_by(&played(name, Some("ab"))), None, "{name}");
        }
        shelf.want("four");
        shelf.fetched("four", bytes());
        shelf.checked(1, Ok("abcd".to_owned())).expect("it waits for that").expect("it can play");
        assert!(shelf.played_by(&played("mine", Some("ab"))).is_some());
        assert!(shelf.played_by(&played("mine", Some("b"))).is_none());
        assert!(shelf.played_by(&played("mine", Some(""))).is_none());
    }

    #[test]
    fn a_refused_file_is_taken_down() {
        let mut shelf = Shelf::new(BUNDLED);
        let (key, want) = shelf.drop_file("mine.wasm", bytes());
        assert_eq!(want, Want::Check(1, bytes()));
        let refused = shelf.checked(1, Err("It is no module.".to_owned()));
        assert!(matches!(refused, Some(Err(Refused { bot, .. })) if bot.name == "mine.wasm"));
        assert_eq!(shelf.bot(&key), None);
    }

    #[test]
    fn what_a_shelf_was_waiting_for_is_wanted_again_after_a_rest() {
        let mut shelf = Shelf::new(BUNDLED);
        shelf.want("four");
        let (key, _) = shelf.drop_file("mine.wasm", bytes());
        shelf.rest();
        assert_eq!(shelf.want("four"), Some(Want::Fetch("four".to_owned())));
        assert_eq!(shelf.want(&key), Some(Want::Check(2, bytes())), "there is nowhere to fetch it from");
    }

    #[test]
    fn a_newer_file_of_the_same_name_takes_the_place() {
        let mut shelf = Shelf::new(BUNDLED);
        shelf.drop_file("mine.wasm", bytes());
        shelf.drop_file("mine.wasm", Rc::from([7]));
        assert_eq!(shelf.bots().len(), 2);
        assert_eq!(shelf.checked(1, Ok("old".to_owned())), None, "the earlier file is no longer asked for");
        assert!(shelf.checked(2, Ok("new".to_owned())).is_some());
    }
}
