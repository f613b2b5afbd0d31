//! The link of the match that is shown: its form, and how it is copied.

use botyard_engine::replay::PlayerInfo;
use botyard_engine::replay::link::PASSED_ON_MAX;
use botyard_web_protocol::BotKey;

use super::Shown;
use crate::address::Address;
use crate::message::Effect;
use crate::state::Context;

impl Shown {
    /// The URL of the page as it is shown; `None` if the match is too long for a link, or takes too
    /// long to be made into a link while it is played.
    pub fn share_link(&self, context: &Context) -> Option<String> {
        let record = &self.shown_match.record;
        let now = || (!self.shown_match.is_unlinkable && !record.is_slow_to_link()).then(|| record.link()).flatten();
        let payload = self.shown_match.payload.clone().or_else(now)?;
        let is_inside = !self.playback.is_playing() && self.playback.at < record.len();
        let turn = is_inside.then_some(self.playback.at);
        let mut address = Address::of_replay(context.game_ui.name(), &payload, turn);
        self.add_view(&mut address, context);
        Some(format!("{}{address}", context.browser.base))
    }

    /// Makes the link, and has it copied.
    pub(crate) fn share(&mut self, context: &mut Context) {
        self.exports.shown = None;
        self.shown_match.link();
        self.choose_link(context);
        self.copy_link(context);
    }

    fn copy_link(&self, context: &mut Context) {
        let link = self.share_link(context);
        context.effects.extend(link.map(|link| Effect::Copy(link, "The link")));
    }

    /// Has a match whose link has named its bots have one of its turns, and one whose link is long
    /// have one that names its bots, if everybody has them. Bots whose hashes are not known are
    /// loaded first; until then the link is that of the turns.
    fn choose_link(&mut self, context: &mut Context) {
        let most = payload_passed_on(context);
        self.shown_match.link_by_turns(most);
        if !self.shown_match.has_long_link(most) {
            return;
        }
        if self.is_of_bundled(context) {
            return self.shown_match.link_by_bots(most);
        }
        for key in self.unloaded_bots(context).unwrap_or_default() {
            context.request_bot(&key);
        }
    }

    /// The bundled bots that have played by their names, but whose hashes are not known; `None` if
    /// another bot or a person has played, too.
    fn unloaded_bots(&self, context: &Context) -> Option<Vec<BotKey>> {
        let key =
            |player: &PlayerInfo| context.library.bundled_as(player).map(|bot| (bot.key.clone(), bot.sha256.is_none()));
        let keys: Vec<_> = self.shown_match.record.players().iter().map(key).collect::<Option<_>>()?;
        Some(keys.into_iter().filter_map(|(key, is_unknown)| is_unknown.then_some(key)).collect())
    }

    /// A bot was loaded while the link is shown: perhaps it was the last whose hash was missing.
    pub(crate) fn shorten_link(&mut self, context: &mut Context) {
        let most = payload_passed_on(context);
        if self.shown_match.has_long_link(most) && self.is_of_bundled(context) {
            self.shown_match.link_by_bots(most);
            self.copy_link(context);
        }
    }

    /// Whether all of its bots are known to be those that every visitor has.
    fn is_of_bundled(&self, context: &Context) -> bool {
        let is_bundled =
            |player: &PlayerInfo| context.library.bundled_as(player).is_some_and(|bot| bot.sha256.is_some());
        self.shown_match.record.players().iter().all(is_bundled)
    }
}

/// How long the payload of a link can be so that every program passes the whole address on.
fn payload_passed_on(context: &Context) -> usize {
    let before = Address::of_replay(context.game_ui.name(), "", None).to_string();
    PASSED_ON_MAX.saturating_sub(context.browser.base.len() + before.len())
}
