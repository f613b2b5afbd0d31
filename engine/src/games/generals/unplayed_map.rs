//! A map of Generals as a match that has yet to be played.

use super::{Generals, GeneralsMap, GeneralsSettings};
use crate::replay::{MatchTerms, PlayerInfo, Replay};

/// The names of the bots that play on a map, in the order of seats and then again from the first.
/// The page has these bots.
pub const MAP_PLAYERS: [&str; 4] = ["hunter", "greedy", "random", "idle"];

/// A match on this map before its first turn.
pub fn unplayed(map: &GeneralsMap) -> Replay<Generals> {
    let names = MAP_PLAYERS.iter().cycle().take(map.capitals().count());
    let player = |name: &&str| PlayerInfo { name: (*name).to_owned(), ..PlayerInfo::default() };
    Replay {
        settings: GeneralsSettings::on(map.clone()),
        seed: 0,
        players: names.map(player).collect(),
        terms: MatchTerms::default(),
        turns: Vec::new(),
    }
}
