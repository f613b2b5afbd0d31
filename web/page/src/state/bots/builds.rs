//! The visitor's builds: records how their games end, so that a build that always fails is not
//! compared with the next; removes builds and puts them back.

use botyard_engine::seat::Seat;
use botyard_web_games::find_game_ui;
use botyard_web_protocol::series::{ParticipantGames, ToSeries};
use botyard_web_protocol::{BotKey, BuildGames};

use crate::bot_library::{LibraryBot, StoredBuild};
use crate::excerpt::quoted;
use crate::lineup::SeatChoice;
use crate::message::{Effect, RemovalReason};
use crate::shown_match::ShownPhase;
use crate::state::PageState;
use crate::state::visit::Removal;

/// A removed build that can still be put back.
pub(crate) struct RemovedBuild {
    game: &'static str,
    bot: LibraryBot,
    /// Its place in the library.
    index: usize,
    /// The seats that it had in the line-up.
    seats: Vec<Seat>,
}

impl PageState {
    /// Removes a dropped bot; the default bot takes its seats.
    pub(crate) fn remove_build(&mut self, key: &BotKey) {
        let Some((index, bot)) = self.context.library.remove(key) else { return };
        self.plays.pending.take_if(|pending| pending.waits_for(key));
        let (name, sha256) = (quoted(&bot.name), bot.sha256.clone().unwrap_or_default());
        let seats = self.setup.lineup.replace(self.context.game_ui, key);
        let game = self.context.game_ui.name();
        self.bots.removed = Some(RemovedBuild { game, bot, index, seats });
        // This also replaces a notice about where the file is.
        self.context.show_removal(&format!("{name} was removed."), Removal::Build);
        self.context.push(Effect::Forget(game, key.clone(), sha256));
    }

    /// Takes down a build that is not kept any more; the default bot takes its seats.
    pub(crate) fn drop_removed_build(&mut self, game: &str, name: &str, sha256: &str, reason: RemovalReason) {
        let is_shown = game == self.context.game_ui.name();
        let shown = is_shown.then_some((&mut self.context.library, &mut self.setup.lineup));
        let (Some(game_ui), Some((library, lineup))) =
            (find_game_ui(game), shown.or_else(|| self.visit.aside.lineup_mut(game)))
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
        self.plays.pending.take_if(|pending| pending.waits_for(&key));
        if had_seats {
            let why = match reason {
                RemovalReason::OtherTab => "in another tab.",
                RemovalReason::NewerBuilds => "because there are many newer builds. A build with a note stays.",
            };
            self.context.show_notice(format!("{} was removed {why}", quoted(&bot.name)));
        }
    }

    /// Puts back the last removed item, if that is still offered.
    pub(crate) fn undo_removal(&mut self) {
        match self.context.notices.take_removal() {
            Some(Removal::Build) => self.put_build_back(),
            Some(Removal::Case) => self.context.tell_cases(ToSeries::UndoRemove),
            Some(Removal::Series) => self.context.tell_series(ToSeries::UndoRemove),
            None => {}
        }
    }

    fn put_build_back(&mut self) {
        let Some(RemovedBuild { game, bot, index, seats }) = self.bots.removed.take() else { return };
        let sha256 = bot.sha256.clone().unwrap_or_default();
        let (name, games) = (bot.name.clone(), bot.games);
        if game != self.context.game_ui.name() {
            let BotKey::Dropped(file, build) = bot.key.clone() else { return };
            self.context.push(Effect::Restore(game, bot.key, sha256.clone()));
            self.add_stored_bot(game, StoredBuild { name: file, build, sha256, games });
            return self.context.show_notice(format!("{} is back.", quoted(&name)));
        }
        let key = self.context.library.put_back(index, bot);
        for seat in seats {
            self.setup.lineup.choose(seat, SeatChoice::Bot(key.clone()));
        }
        self.context.show_notice(format!("{} is back.", quoted(&name)));
        self.context.push(Effect::Restore(game, key, sha256));
    }

    /// Notes how the match that is shown ended for its builds, once it is over.
    pub(crate) fn note_shown_match(&mut self) {
        if self.shown.shown_match.phase != ShownPhase::Over {
            return;
        }
        let record = &self.shown.shown_match.record;
        let losing_bot = self.shown.shown_match.losing_bot();
        for (index, player) in record.players().iter().enumerate() {
            let seat = Seat::new(index);
            // A bot that was never asked has not failed.
            let was_asked = record.lines().iter().any(|line| line.seat == seat);
            let (Some(sha256), true) = (&player.sha256, was_asked) else { continue };
            let is_silent = !record.has_played(seat);
            let is_failed = losing_bot == Some(seat);
            let noted = self.context.library.note_games(sha256, |games| games.with_match(is_silent, is_failed));
            self.context
                .effects
                .extend(noted.map(|(key, games)| keep_games(self.context.game_ui.name(), key, sha256, games)));
        }
    }

    /// Notes how the games of a series ended for its participants.
    pub(crate) fn note_series(&mut self, participants: &[ParticipantGames]) {
        let shown = std::iter::once((self.context.game_ui.name(), &mut self.context.library));
        // Games of a series go on while another game is shown.
        for (game, library) in shown.chain(self.visit.aside.libraries_mut()) {
            for ParticipantGames { sha256, games, failed } in participants {
                let noted = library.note_games(sha256, |known| known.with_series(*games, *failed));
                self.context.effects.extend(noted.map(|(key, games)| keep_games(game, key, sha256, games)));
            }
        }
    }
}

fn keep_games(game: &'static str, key: BotKey, sha256: &str, games: BuildGames) -> Effect {
    Effect::KeepGames(game, key, sha256.to_owned(), games)
}
