//! Removes the visitor's builds and puts them back.

use botyard_engine::seat::Seat;
use botyard_web_games::find_game_ui;
use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::ToSeries;

use super::Bots;
use crate::bot_library::{LibraryBot, StoredBuild};
use crate::excerpt::quoted;
use crate::lineup::SeatChoice;
use crate::message::{Effect, RemovalReason};
use crate::state::Plays;
use crate::state::plays::PlayParts;
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

impl Bots {
    /// Removes a dropped bot; the default bot takes its seats.
    pub(crate) fn remove_build(&mut self, key: &BotKey, plays: &mut Plays, page: &mut PlayParts<'_>) {
        let Some((index, bot)) = page.context.library.remove(key) else { return };
        plays.pending.take_if(|pending| pending.waits_for(key));
        let (name, sha256) = (quoted(&bot.name), bot.sha256.clone().unwrap_or_default());
        let seats = page.setup.lineup.replace(page.context.game_ui, key);
        let game = page.context.game_ui.name();
        self.removed = Some(RemovedBuild { game, bot, index, seats });
        // This also replaces a notice about where the file is.
        page.context.show_removal(&format!("{name} was removed."), Removal::Build);
        page.context.push(Effect::Forget(game, key.clone(), sha256));
    }

    /// Puts back the last removed item, if that is still offered.
    pub(crate) fn undo_removal(&mut self, page: &mut PlayParts<'_>) {
        match page.context.notices.take_removal() {
            Some(Removal::Build) => self.put_build_back(page),
            Some(Removal::Case) => page.context.tell_cases(ToSeries::UndoRemove),
            Some(Removal::Series) => page.context.tell_series(ToSeries::UndoRemove),
            None => {}
        }
    }

    fn put_build_back(&mut self, page: &mut PlayParts<'_>) {
        let Some(RemovedBuild { game, bot, index, seats }) = self.removed.take() else { return };
        let sha256 = bot.sha256.clone().unwrap_or_default();
        let (name, games, beaten) = (bot.name.clone(), bot.games, bot.beaten.clone());
        if game != page.context.game_ui.name() {
            let BotKey::Dropped(file, build) = bot.key.clone() else { return };
            page.context.push(Effect::Restore(game, bot.key, sha256.clone()));
            let stored = StoredBuild { name: file, build, sha256, games, beaten };
            page.visit.add_stored_bot(game, stored, page.setup, page.context);
            return page.context.show_notice(format!("{} is back.", quoted(&name)));
        }
        let key = page.context.library.put_back(index, bot);
        for seat in seats {
            page.setup.lineup.choose(seat, SeatChoice::Bot(key.clone()));
        }
        page.context.show_notice(format!("{} is back.", quoted(&name)));
        page.context.push(Effect::Restore(game, key, sha256));
    }
}

/// Takes down a build that is not kept any more; the default bot takes its seats.
pub(crate) fn drop_removed_build(
    game: &str,
    name: &str,
    sha256: &str,
    reason: RemovalReason,
    plays: &mut Plays,
    page: &mut PlayParts<'_>,
) {
    let is_shown = game == page.context.game_ui.name();
    let shown = is_shown.then_some((&mut page.context.library, &mut page.setup.lineup));
    let (Some(game_ui), Some((library, lineup))) =
        (find_game_ui(game), shown.or_else(|| page.visit.aside.lineup_mut(game)))
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
    plays.pending.take_if(|pending| pending.waits_for(&key));
    if had_seats {
        let why = match reason {
            RemovalReason::OtherTab => "in another tab.",
            RemovalReason::NewerBuilds => {
                "because there are many newer builds. Builds with a note or a beaten rung stay."
            }
        };
        page.context.show_notice(format!("{} was removed {why}", quoted(&bot.name)));
    }
}
