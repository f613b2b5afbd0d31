//! How ratings came about: the likeliest ones after more and more games. Knows no intervals.

use super::games::FieldGames;
use super::{Anchor, FieldRatings, LikeliestRatings};

/// The ratings after some of the games of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingsAfter {
    /// How many games, in the order in which they were added.
    pub games: usize,
    /// The rating of each player, or its estimate; `None` if its games leave it open.
    pub players: Vec<Option<f64>>,
}

impl FieldRatings {
    /// The ratings after equal parts of the games, at most this many; the last are those of all games. A
    /// player without a rating has its estimate. Names and anchor are as for [`Self::estimate_named`].
    pub fn progress(games: &FieldGames, names: &[impl AsRef<str>], anchor: Anchor, parts: usize) -> Vec<RatingsAfter> {
        let all = games.games();
        let parts = parts.min(all);
        let after = |nth: usize| {
            let count = nth * all / parts;
            let likeliest = LikeliestRatings::new(&games.first_games(count).totals(), names, anchor);
            let player = |(value, estimate): (&Result<f64, _>, &Option<f64>)| value.ok().or(*estimate);
            let players = likeliest.players.iter().zip(&likeliest.estimates).map(player).collect();
            RatingsAfter { games: count, players }
        };
        (1..=parts).map(after).collect()
    }
}
