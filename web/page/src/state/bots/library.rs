//! The effects of dropping, fetching and checking files: matches that wait for bots start or are given
//! up, and the visitor reads why.

use botyard_engine::seat::Seat;
use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::ToSeries;

use super::dropped::FileContent;
use crate::bot_library::{CheckedBot, ModuleBytes, RefusedFile};
use crate::excerpt::quoted;
use crate::message::{Dialog, Effect, Panel};
use crate::state::PageState;
use crate::state::plays::BotFailure;
use crate::state::write::is_trial_key;

impl PageState {
    /// Handles a file that was dropped or chosen. Returns the key of its bot, if it is checked.
    pub(crate) fn take_file(&mut self, name: &str, bytes: ModuleBytes, seat: Option<Seat>) -> Option<BotKey> {
        self.leave_start();
        let game = self.context.game_ui.name().to_owned();
        match FileContent::find(name, &bytes) {
            Err(why) => self.context.show_error(why),
            Ok(FileContent::Bot) => return Some(self.bots.dropped.check(name, bytes, seat, &mut self.context)),
            Ok(FileContent::Games(text)) => {
                self.visit.show(Panel::Series);
                self.context.push(Effect::Series(ToSeries::Import { game }, vec![text.as_bytes().into()]));
            }
            Ok(FileContent::Cases(text)) => {
                self.visit.show(Panel::Cases);
                self.plays.cases.tell_bots(self.visit.beside, &mut self.context);
                self.context.push(Effect::Cases(ToSeries::Import { game }, vec![text.as_bytes().into()]));
            }
            Ok(FileContent::Draft(text)) => self.open_draft_file(&text),
            Ok(FileContent::Record(text)) => self.visit.read_text(Some(name.to_owned()), &text, &mut self.context),
        }
        None
    }

    /// Handles a fetched bot, or the script of a draft that is run outside any match.
    pub(crate) fn take_fetched(&mut self, key: &BotKey, fetched: Result<ModuleBytes, String>) {
        if is_trial_key(key) {
            return self.write.launch_trial(key, fetched, &self.shown, &mut self.context);
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
        self.bots.seat_file(checked, &mut self.setup, &mut self.context);
        self.play_draft(checked);
        self.bot_is_ready();
        if self.visit.dialog == Some(Dialog::Share) {
            self.shown.shorten_link(&mut self.context);
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
