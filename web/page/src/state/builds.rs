//! The visitor's builds: records how their games end, so that a build that always fails is not
//! compared with the next; removes builds and puts them back.

use botyard_engine::seat::Seat;
use botyard_web_games::find_game_ui;
use botyard_web_messages::series::{ParticipantGames, ToSeries};
use botyard_web_messages::{BotKey, BuildGames};

use super::PageState;
use super::notices::Removal;
use crate::bot_library::{LibraryBot, StoredBuild};
use crate::excerpt::quoted;
use crate::lineup::SeatChoice;
use crate::message::{Effect, RemovalReason};
use crate::shown_match::ShownPhase;

/// A removed build that can still be put back.
pub(super) struct RemovedBuild {
    game: &'static str,
    bot: LibraryBot,
    /// Its place in the library.
    index: usize,
    /// The seats that it had in the line-up.
    seats: Vec<Seat>,
}

impl PageState {
    /// Removes a dropped bot; the default bot takes its seats.
    pub(super) fn remove_build(&mut self, key: &BotKey, effects: &mut Vec<Effect>) {
        let Some((index, bot)) = self.library.remove(key) else { return };
        self.pending.take_if(|pending| pending.waits_for(key));
        let (name, sha256) = (quoted(&bot.name), bot.sha256.clone().unwrap_or_default());
        let seats = self.setup.lineup.replace(self.game_ui, key);
        let game = self.game_ui.name();
        self.removed_build = Some(RemovedBuild { game, bot, index, seats });
        // This also replaces a notice about where the file is.
        effects.push(self.notices.show_removal(&format!("{name} was removed."), Removal::Build));
        effects.push(Effect::Forget(game, key.clone(), sha256));
    }

    /// Takes down a build that is not kept any more; the default bot takes its seats.
    pub(super) fn drop_removed_build(
        &mut self,
        game: &str,
        name: &str,
        sha256: &str,
        reason: RemovalReason,
        effects: &mut Vec<Effect>,
    ) {
        let is_shown = game == self.game_ui.name();
        let shown = is_shown.then_some((&mut self.library, &mut self.setup.lineup));
        let (Some(game_ui), Some((library, lineup))) =
            (find_game_ui(game), shown.or_else(|| self.aside.lineup_mut(game)))
        else {
            return;
        };
        // Its number can be another one here.
        let key = library.build_of(name, sha256);
        let Some((_, bot)) = library.remove(&key) else { return };
        let had_seats = !lineup.replace(game_ui, &key).is_empty();
        if !is_shown {
            return;
        }
        self.pending.take_if(|pending| pending.waits_for(&key));
        if had_seats {
            let why = match reason {
                RemovalReason::OtherTab => "in another tab.",
                RemovalReason::NewerBuilds => "because there are many newer builds. A build with a note stays.",
            };
            self.show_notice(format!("{} was removed {why}", quoted(&bot.name)), effects);
        }
    }

    /// Puts back the last removed item, if that is still offered.
    pub(super) fn undo_removal(&mut self, effects: &mut Vec<Effect>) {
        let undo = || ToSeries::Do("undo-remove".to_owned(), String::new());
        match self.notices.take_removal() {
            Some(Removal::Build) => self.put_build_back(effects),
            Some(Removal::Case) => effects.push(Effect::Cases(undo(), Vec::new())),
            Some(Removal::Series) => effects.push(Effect::Series(undo(), Vec::new())),
            None => {}
        }
    }

    fn put_build_back(&mut self, effects: &mut Vec<Effect>) {
        let Some(RemovedBuild { game, bot, index, seats }) = self.removed_build.take() else { return };
        let sha256 = bot.sha256.clone().unwrap_or_default();
        let (name, games) = (bot.name.clone(), bot.games);
        if game != self.game_ui.name() {
            let BotKey::Dropped(file, build) = bot.key.clone() else { return };
            effects.push(Effect::Restore(game, bot.key, sha256.clone()));
            self.add_stored_bot(game, StoredBuild { name: file, build, sha256, games });
            return self.show_notice(format!("{} is back.", quoted(&name)), effects);
        }
        let key = self.library.put_back(index, bot);
        for seat in seats {
            self.setup.lineup.choose(seat, SeatChoice::Bot(key.clone()));
        }
        self.show_notice(format!("{} is back.", quoted(&name)), effects);
        effects.push(Effect::Restore(game, key, sha256));
    }

    /// Notes how the match that is shown ended for its builds, once it is over.
    pub(super) fn note_shown_match(&mut self, effects: &mut Vec<Effect>) {
        if self.shown_match.phase != ShownPhase::Over {
            return;
        }
        let record = &self.shown_match.record;
        let losing_bot = self.shown_match.losing_bot();
        for (index, player) in record.players().iter().enumerate() {
            let seat = Seat::new(index);
            // A bot that was never asked has not failed.
            let was_asked = record.lines().iter().any(|line| line.seat == seat);
            let (Some(sha256), true) = (&player.sha256, was_asked) else { continue };
            let is_silent = !record.has_played(seat);
            let is_failed = losing_bot == Some(seat);
            let noted = self.library.note_games(sha256, |games| games.with_match(is_silent, is_failed));
            effects.extend(noted.map(|(key, games)| keep_games(self.game_ui.name(), key, sha256, games)));
        }
    }

    /// Notes how the games of a series ended for its participants.
    pub(super) fn note_series(&mut self, participants: &[ParticipantGames], effects: &mut Vec<Effect>) {
        let shown = std::iter::once((self.game_ui.name(), &mut self.library));
        // Games of a series go on while another game is shown.
        for (game, library) in shown.chain(self.aside.libraries_mut()) {
            for ParticipantGames { sha256, games, failed } in participants {
                let noted = library.note_games(sha256, |known| known.with_series(*games, *failed));
                effects.extend(noted.map(|(key, games)| keep_games(game, key, sha256, games)));
            }
        }
    }
}

fn keep_games(game: &'static str, key: BotKey, sha256: &str, games: BuildGames) -> Effect {
    Effect::KeepGames(game, key, sha256.to_owned(), games)
}
