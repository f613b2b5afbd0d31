//! The bots that a link names instead of their turns: they play its match again, so that there
//! are turns. Knows no game.

use botyard::bots;
use botyard_engine::fault::printable;
use botyard_engine::replay::link::ExpectedTurns;
use botyard_engine::replay::{MatchTerms, PlayerInfo};
use botyard_host::{Interrupt, SeatBody};

use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;
use crate::cli::players::repeated_match;

/// Plays the match of such a link, which has no turn yet.
///
/// # Errors
/// If a bot is not bundled, or the bots do not play what the link expects.
pub fn play(record: &dyn RecordedMatch, expected: ExpectedTurns) -> Result<Box<dyn RecordedMatch>, CommandError> {
    let mut loader = PlayerLoader::new(record.game());
    let players = record.players().iter();
    let bodies = players.map(|player| load(&mut loader, record.game(), player)).collect::<Result<Vec<_>, _>>()?;
    let hosted_match = repeated_match::repeat(record, bodies, &MatchTerms::default())?;
    // Ctrl-C ends the program at once: no results are lost.
    let played = repeated_match::play(hosted_match, expected.count.saturating_add(1), &Interrupt::default())?;
    let played = checked_replay::of_match(&*played.game).map_err(CommandError::Internal)?;
    match ExpectedTurns::from_turns(&played.untyped_turns()) == expected {
        true => Ok(played),
        false => Err(CommandError::File(
            "the bots that this link names play another match here: another version of Botyard made it".to_owned(),
        )),
    }
}

/// The bot of the link, if it comes with the program.
fn load(loader: &mut PlayerLoader<'_>, game: &str, player: &PlayerInfo) -> Result<SeatBody, CommandError> {
    let missing = || {
        let name = printable(&player.name);
        CommandError::File(format!("this link names its bots instead of their turns, and {name} is not here"))
    };
    let bot = bots::of_player(player, game).ok_or_else(missing)?;
    // A program without the interpreter cannot play scripts.
    loader.load_player(&PlayerSpec::Builtin(bot.name_in(game).to_owned())).map_err(|_| missing())
}
