//! The link of the match that is shown: its form, and how it is copied.

use botyard_engine::replay::PlayerInfo;
use botyard_engine::replay::link::PASSED_ON_MAX;
use botyard_web_protocol::BotKey;

use crate::address::Address;
use crate::message::{Dialog, Effect};
use crate::state::PageState;

impl PageState {
    /// The URL of the page as it is shown; `None` if the match is too long for a link, or takes too
    /// long to be made into a link while it is played.
    pub fn share_link(&self) -> Option<String> {
        let record = &self.shown.shown_match.record;
        let now =
            || (!self.shown.shown_match.is_unlinkable && !record.is_slow_to_link()).then(|| record.link()).flatten();
        let payload = self.shown.shown_match.payload.clone().or_else(now)?;
        let is_inside =
            !self.shown.playback.is_playing() && self.shown.playback.at < self.shown.shown_match.record.len();
        let turn = is_inside.then_some(self.shown.playback.at);
        let mut address = Address::of_replay(self.context.game_ui.name(), &payload, turn);
        self.add_view(&mut address);
        Some(format!("{}{address}", self.context.browser.base))
    }

    pub(crate) fn share(&mut self) {
        (self.visit.dialog, self.shown.exports.shown) = (Some(Dialog::Share), None);
        self.shown.shown_match.link();
        self.choose_link();
        self.context.effects.extend(self.share_link().map(|link| Effect::Copy(link, "The link")));
    }

    pub(crate) fn copied(&mut self, what: &'static str, took: bool) {
        match took {
            true => self.context.show_notice(format!("{what} was copied.")),
            false => self.context.show_error(format!("{what} was not copied. Select it and copy it yourself.")),
        }
    }

    /// Has a match whose link has named its bots have one of its turns, and one whose link is long
    /// have one that names its bots, if everybody has them. Bots whose hashes are not known are
    /// loaded first; until then the link is that of the turns.
    pub(crate) fn choose_link(&mut self) {
        let most = self.payload_passed_on();
        self.shown.shown_match.link_by_turns(most);
        if !self.shown.shown_match.has_long_link(most) {
            return;
        }
        if self.plays_bundled() {
            return self.shown.shown_match.link_by_bots(most);
        }
        for key in self.unloaded_bots().unwrap_or_default() {
            self.context.request_bot(&key);
        }
    }

    /// The bundled bots that have played by their names, but whose hashes are not known; `None` if
    /// another bot or a person has played, too.
    fn unloaded_bots(&self) -> Option<Vec<BotKey>> {
        let key = |player: &PlayerInfo| {
            self.context.library.bundled_as(player).map(|bot| (bot.key.clone(), bot.sha256.is_none()))
        };
        let keys: Vec<_> = self.shown.shown_match.record.players().iter().map(key).collect::<Option<_>>()?;
        Some(keys.into_iter().filter_map(|(key, is_unknown)| is_unknown.then_some(key)).collect())
    }

    /// A bot was loaded while the link is shown: perhaps it was the last whose hash was missing.
    pub(crate) fn shorten_link(&mut self) {
        let most = self.payload_passed_on();
        if self.shown.shown_match.has_long_link(most) && self.plays_bundled() {
            self.shown.shown_match.link_by_bots(most);
            self.context.effects.extend(self.share_link().map(|link| Effect::Copy(link, "The link")));
        }
    }

    /// How long the payload of a link can be so that every program passes the whole address on.
    fn payload_passed_on(&self) -> usize {
        let before = Address::of_replay(self.context.game_ui.name(), "", None).to_string();
        PASSED_ON_MAX.saturating_sub(self.context.browser.base.len() + before.len())
    }
}
