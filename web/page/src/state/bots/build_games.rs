//! Records how the games of the visitor's builds end, so that a build that always fails is not
//! compared with the next. Knows no line-up.

use botyard_engine::seat::Seat;
use botyard_web_protocol::series::ParticipantGames;
use botyard_web_protocol::{BotKey, BuildGames};

use crate::message::Effect;
use crate::shown_match::{ShownMatch, ShownPhase};
use crate::state::{Context, Visit};

/// Notes how the match that is shown ended for its builds, once it is over.
pub(crate) fn note_match(shown: &ShownMatch, context: &mut Context) {
    if shown.phase != ShownPhase::Over {
        return;
    }
    let (record, losing_bot) = (&shown.record, shown.losing_bot());
    for (index, player) in record.players().iter().enumerate() {
        let seat = Seat::new(index);
        // A bot that was never asked has not failed.
        let was_asked = record.lines().iter().any(|line| line.seat == seat);
        let (Some(sha256), true) = (&player.sha256, was_asked) else { continue };
        let is_silent = !record.has_played(seat);
        let is_failed = losing_bot == Some(seat);
        let noted = context.library.note_games(sha256, |games| games.with_match(is_silent, is_failed));
        context.effects.extend(noted.map(|(key, games)| keep_games(context.game_ui.name(), key, sha256, games)));
    }
}

/// Notes how the games of a series ended for its participants.
pub(crate) fn note_series(participants: &[ParticipantGames], visit: &mut Visit, context: &mut Context) {
    let shown = std::iter::once((context.game_ui.name(), &mut context.library));
    // Games of a series go on while another game is shown.
    for (game, library) in shown.chain(visit.aside.libraries_mut()) {
        for ParticipantGames { sha256, games, failed } in participants {
            let noted = library.note_games(sha256, |known| known.with_series(*games, *failed));
            context.effects.extend(noted.map(|(key, games)| keep_games(game, key, sha256, games)));
        }
    }
}

fn keep_games(game: &'static str, key: BotKey, sha256: &str, games: BuildGames) -> Effect {
    Effect::KeepGames(game, key, sha256.to_owned(), games)
}
