//! The effects of fetching and checking the library's bots: matches that wait for them start or are
//! given up, and the visitor reads why.

use botyard_web_messages::BotKey;

use super::PageState;
use crate::bot_library::{CheckedBot, LibraryMessage, LibraryRequest, LibraryTask, ModuleBytes, RefusedFile};
use crate::excerpt::quoted;
use crate::message::{Dialog, Effect};

impl PageState {
    /// Handles a fetched bot, or the script of a draft that is run outside any match.
    pub(super) fn take_fetched(
        &mut self,
        key: &BotKey,
        result: Result<ModuleBytes, String>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        if !self.launch_draft_trial(key, &result, effects) {
            self.handle_library_message(LibraryMessage::Fetched(key, result), now, effects);
        }
    }

    /// Handles an event about a bot.
    pub(super) fn handle_library_message(&mut self, message: LibraryMessage<'_>, now: f64, effects: &mut Vec<Effect>) {
        match self.library.update(message) {
            None => {}
            Some(LibraryTask::Request(request)) => self.push_request(request, effects),
            Some(LibraryTask::Start(checked)) => self.start_plays_of_bot(&checked, now, effects),
            Some(LibraryTask::Refuse(refused)) => self.refuse_file(&refused, effects),
            Some(LibraryTask::GiveUp(key, why)) => self.give_up_bot(&key, &why, effects),
        }
    }

    /// Requests the next step that makes a bot ready, unless it is under way.
    pub(super) fn request_bot(&mut self, key: &BotKey, effects: &mut Vec<Effect>) {
        if let Some(request) = self.library.request(key) {
            self.push_request(request, effects);
        }
    }

    pub(super) fn push_request(&self, request: LibraryRequest, effects: &mut Vec<Effect>) {
        effects.push(match request {
            LibraryRequest::Fetch(key) => Effect::Fetch(self.game_ui.name(), key),
            LibraryRequest::Attach(key, script) => Effect::Attach(key, script),
            LibraryRequest::Check(id, bytes) => Effect::Check(id, bytes),
        });
    }

    fn start_plays_of_bot(&mut self, checked: &CheckedBot, now: f64, effects: &mut Vec<Effect>) {
        self.seat_file(checked.clone(), effects);
        self.play_draft(checked, now, effects);
        self.launch_trial(effects);
        self.launch_rerun(effects);
        self.launch_match(now, effects);
        self.launch_series(effects);
        self.send_case_bots(effects);
        if self.dialog == Some(Dialog::Share) {
            self.shorten_link(effects);
        }
    }

    fn refuse_file(&mut self, RefusedFile { bot, why }: &RefusedFile, effects: &mut Vec<Effect>) {
        self.fail_case_bot(&bot.key, effects);
        self.fail_series_bot(&bot.key, effects);
        self.refuse_draft(&bot.key, why);
        self.files_in_check.retain(|file| file.key != bot.key);
        // A match that waits for other bots keeps waiting for them.
        self.pending.take_if(|pending| pending.waits_for(&bot.key));
        let sentence = format!("Cannot use {} as a bot. {why}", quoted(&bot.name));
        self.fail_plays_of_bot(&bot.key, &sentence);
        self.show_error(sentence);
    }

    fn give_up_bot(&mut self, key: &BotKey, why: &str, effects: &mut Vec<Effect>) {
        let bot = self.library.bot(key);
        let name = quoted(&bot.map_or_else(|| key.to_string(), |bot| self.library.label(bot)));
        let sentence = format!("Cannot load the bot {name}: {why}.");
        self.fail_plays_of_bot(key, &sentence);
        self.fail_case_bot(key, effects);
        self.fail_series_bot(key, effects);
        self.pending.take_if(|pending| pending.waits_for(key));
        self.refuse_draft(key, &sentence);
        self.show_error(sentence + " Press Play to try again.");
    }
}
