//! How the library's bots become ready: their files are fetched and checked. Returns the next step,
//! and does not do it.

use botyard_web_protocol::BotKey;

use super::{BotLibrary, BotStatus, LibraryBot, LibraryRequest, MODULE, ModuleBytes};

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
    /// A bot's file was fetched, or put behind its interpreter; or that failed, with the reason.
    /// Returns the next step.
    ///
    /// # Errors
    /// The reason: the bot may be wanted again.
    pub fn take_fetched(
        &mut self,
        key: &BotKey,
        fetched: Result<ModuleBytes, String>,
    ) -> Result<LibraryRequest, String> {
        match fetched {
            Ok(bytes) => Ok(self.attach_or_check(key, bytes)),
            Err(why) => {
                self.reset_fetch(key);
                Err(why)
            }
        }
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

    /// The worker's verdict on the file of this check: its hash, and that of its interpreter if it
    /// is a script, or a sentence that says why it cannot play. `None` if nothing waits for it.
    pub fn take_verdict(
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
