//! What reports say of games that could not be played: which they are, and why. Knows no table.

use std::collections::BTreeMap;

use botyard_engine::tournament::{CountedGames, GameId, PairingTally, VoidReason, describe_void_games};
use serde_json::{Value, json};

use crate::cli::output::field::FieldFormat;

/// That games could not be played, which, and why; `None` if all could.
pub fn void_remark(
    counted: &CountedGames,
    reasons: &BTreeMap<GameId, VoidReason>,
    format: FieldFormat,
) -> Option<String> {
    let effect = match counted.tallies().iter().map(PairingTally::void_units).sum::<u64>() {
        0 => return None,
        1 => "1 unit has a game that could not be played (it is void): it counts for nobody".to_owned(),
        units => format!("{units} units have a game that could not be played (it is void): they count for nobody"),
    };
    let name = |id: GameId| format!("game {} of unit {}", id.rotation, id.unit);
    let item = match format {
        FieldFormat::Markdown => "\n- ",
        FieldFormat::Text | FieldFormat::Json | FieldFormat::Csv => "\n  ",
    };
    let games = describe_void_games(counted.void_games(), reasons, name);
    let items: Vec<_> = games.iter().map(|game| format.text(game)).collect();
    Some(format!("{effect}:{item}{}", items.join(item)))
}

/// The same for programs: each game with the bot whose run was the reason, if one was, and what
/// happened.
pub fn void_games_json(games: &[GameId], reasons: &BTreeMap<GameId, VoidReason>) -> Value {
    let game = |id: &GameId| {
        let reason = reasons.get(id);
        let (bot, why) = (reason.and_then(|reason| reason.bot.as_deref()), reason.map(|reason| &*reason.why));
        json!({ "unit": id.unit, "rotation": id.rotation, "bot": bot, "why": why })
    };
    games.iter().map(game).collect()
}
