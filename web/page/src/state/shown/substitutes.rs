//! Bots that take the place of other builds. A record identifies the builds that played by their
//! hashes; if one of them is not here, the page takes a bot of the same name, and says so wherever
//! that bot plays or is run.

use botyard_engine::seat::Seat;

use super::Shown;
use crate::bot_library::BotLibrary;
use crate::excerpt::quoted;
use crate::lineup::{Lineup, SeatChoice};

impl Shown {
    /// A sentence about the bot that the page takes for a player of the match that is shown, if
    /// that bot is known to be another build; `None` if it may be the one that played, or no bot is
    /// here.
    pub fn substitute_of(&self, seat: Seat, library: &BotLibrary) -> Option<String> {
        let player = self.shown_match.record.players().get(seat.index())?;
        let bot = library.played_by(player).filter(|bot| bot.is_known_to_differ(player))?;
        let (label, name) = (quoted(&library.label(bot)), quoted(&player.name));
        Some(format!("{label} takes the place of {name}: the build of the record, with another SHA-256, is not here."))
    }

    /// Such sentences for all seats of a line-up in which the page's choice plays. The visitor
    /// chose the bot of `asked`, if there is one, so it needs no sentence.
    pub(crate) fn substitutes(&self, lineup: &Lineup, asked: Option<Seat>, library: &BotLibrary) -> Vec<String> {
        let players = lineup.seats.iter().zip(self.shown_match.record.players()).enumerate();
        let seats = players.filter_map(|(index, (choice, player))| {
            let SeatChoice::Bot(key) = choice else { return None };
            let seat = Seat::new(index);
            let is_own_choice = library.played_by(player).is_some_and(|bot| bot.key == *key);
            (is_own_choice && asked != Some(seat)).then_some(seat)
        });
        seats.filter_map(|seat| self.substitute_of(seat, library)).collect()
    }
}
