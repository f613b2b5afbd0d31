//! Updates the library's bots: their files are fetched and checked, builds of earlier visits are
//! found, and the local server lists its own. Returns the page's next task, and does not do it.

use botyard_engine::live::HostBot;
use botyard_web_messages::BotKey;

use super::{BotLibrary, BotStatus, LibraryBot, LibraryRequest, MODULE, ModuleBytes, StoredBuild};

/// An event about bots.
#[derive(Debug)]
pub enum LibraryMessage<'a> {
    /// A bot's file was fetched, or put behind its interpreter; or that failed, with the reason.
    Fetched(&'a BotKey, Result<ModuleBytes, String>),
    /// The worker has checked a file.
    Checked {
        /// The number of the check.
        id: u32,
        /// The file's hash, or a sentence that says why it cannot play.
        verdict: Result<String, String>,
        /// The hash of its interpreter, if it is a script.
        interpreter: Option<String>,
    },
    /// A build of an earlier visit was found.
    Stored(StoredBuild),
    /// The local server has these bots for any game, in place of those before.
    HostBots {
        /// All bots of the server.
        bots: &'a [HostBot],
        /// The game of this library.
        game: &'a str,
    },
}

/// The page's task after a [`LibraryMessage`].
#[derive(Debug, PartialEq)]
pub enum LibraryTask {
    /// Have something done that the bot needs before it is ready.
    Request(LibraryRequest),
    /// Start the matches that wait for this bot: it can play.
    Start(CheckedBot),
    /// Report why this file cannot play, and give up the matches that wait for it.
    Refuse(RefusedFile),
    /// Report why this bot cannot be fetched, and give up the matches that wait for it.
    GiveUp(BotKey, String),
}

/// A file that can play.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedBot {
    /// The bot that was checked.
    pub asked: BotKey,
    /// The bot's key: that of an earlier build, if the file is the same.
    pub key: BotKey,
}

/// A file that cannot play.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedFile {
    /// Which.
    pub bot: LibraryBot,
    /// A sentence with the reason.
    pub why: String,
}

impl BotLibrary {
    /// Handles an event. Returns the page's task, if one follows.
    pub fn update(&mut self, message: LibraryMessage<'_>) -> Option<LibraryTask> {
        match message {
            LibraryMessage::Fetched(key, Ok(bytes)) => {
                return Some(LibraryTask::Request(self.attach_or_check(key, bytes)));
            }
            LibraryMessage::Fetched(key, Err(why)) => {
                self.reset_fetch(key);
                return Some(LibraryTask::GiveUp(key.clone(), why));
            }
            LibraryMessage::Checked { id, verdict, interpreter } => {
                let checked = self.take_verdict(id, verdict, interpreter)?;
                return Some(checked.map_or_else(LibraryTask::Refuse, LibraryTask::Start));
            }
            LibraryMessage::Stored(build) => self.add_stored(build),
            LibraryMessage::HostBots { bots, game } => self.add_host_bots(bots, game),
        }
        None
    }

    /// A file has been fetched, or is here for another reason.
    pub(super) fn attach_or_check(&mut self, key: &BotKey, bytes: ModuleBytes) -> LibraryRequest {
        if key.is_script() && !bytes.starts_with(MODULE) {
            self.set(key, BotStatus::Attaching(bytes.clone()));
            return LibraryRequest::Attach(key.clone(), bytes);
        }
        self.check(key, bytes)
    }

    /// A file or an interpreter could not be fetched: the bot may be wanted again.
    pub(super) fn reset_fetch(&mut self, key: &BotKey) {
        let script = self.bot(key).and_then(|bot| match &bot.state {
            BotStatus::Attaching(script) => Some(script.clone()),
            _ => None,
        });
        self.set(key, script.map_or(BotStatus::Untouched, BotStatus::Here));
    }

    /// The worker's verdict on a file: its hash, and that of its interpreter, or why it cannot
    /// play.
    pub(super) fn take_verdict(
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
            // A kept file was accepted once, perhaps by another version of the page: it stays.
            Err(why) if bot.is_dropped() && bot.sha256.is_none() => {
                Some(Err(RefusedFile { bot: self.bots.remove(index), why }))
            }
            Err(why) => {
                bot.state = BotStatus::Untouched;
                Some(Err(RefusedFile { bot: bot.clone(), why }))
            }
        }
    }

    /// Removes a build that equals another build of its name, byte for byte. Returns the key of the
    /// build that stays.
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
