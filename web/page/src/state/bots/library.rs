//! The effects of fetching and checking the library's bots: matches that wait for them start or are
//! given up, and the visitor reads why.

use botyard_web_protocol::BotKey;

use crate::bot_library::{CheckedBot, ModuleBytes, RefusedFile};
use crate::excerpt::quoted;
use crate::message::Dialog;
use crate::state::PageState;
use crate::state::plays::BotFailure;

impl PageState {
    /// Handles a fetched bot, or the script of a draft that is run outside any match.
    pub(crate) fn take_fetched(&mut self, key: &BotKey, fetched: Result<ModuleBytes, String>) {
        if self.launch_draft_trial(key, &fetched) {
            return;
        }
        match self.context.library.take_fetched(key, fetched) {
            Ok(request) => self.context.push_request(request),
            Err(why) => self.give_up_bot(key, &why),
        }
    }

    /// Handles the worker's verdict on the file of this check.
    pub(crate) fn take_verdict(&mut self, id: u32, verdict: Result<String, String>, interpreter: Option<String>) {
        match self.context.library.take_verdict(id, verdict, interpreter) {
            None => {}
            Some(Ok(checked)) => self.take_checked_bot(&checked),
            Some(Err(refused)) => self.refuse_file(&refused),
        }
    }

    fn take_checked_bot(&mut self, checked: &CheckedBot) {
        self.seat_file(checked);
        self.play_draft(checked);
        self.bot_is_ready();
        if self.visit.dialog == Some(Dialog::Share) {
            self.shorten_link();
        }
    }

    fn refuse_file(&mut self, RefusedFile { bot, why }: &RefusedFile) {
        self.bots.dropped.refuse(&bot.key);
        let sentence = format!("Cannot use {} as a bot. {why}", quoted(&bot.name));
        self.bot_has_failed(&BotFailure { key: &bot.key, sentence: &sentence, reason: why });
        self.context.show_error(sentence);
    }

    fn give_up_bot(&mut self, key: &BotKey, why: &str) {
        let bot = self.context.library.bot(key);
        let name = quoted(&bot.map_or_else(|| key.to_string(), |bot| self.context.library.label(bot)));
        let sentence = format!("Cannot load the bot {name}: {why}.");
        self.bot_has_failed(&BotFailure { key, sentence: &sentence, reason: &sentence });
        self.context.show_error(sentence + " Press Play to try again.");
    }
}
