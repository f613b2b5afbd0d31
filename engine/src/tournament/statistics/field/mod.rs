//! Ratings of more than two players: one number for each, from all games between any of them.
//! Knows no bots and no schedule beyond which games were played in the same round.

mod bootstrap;
mod connections;
mod games;
mod model;
mod order;
mod point;
mod progress;
mod rating_words;

use connections::Connections;
use games::FieldCounts;
pub use games::FieldGames;
use model::Model;
pub use progress::RatingsAfter;
pub use rating_words::{UNKNOWN, rating_estimate_text};

use super::interval::CONFIDENCE;

/// The fixed point of the scale of ratings: games determine only differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Anchor {
    /// The mean of all rated players is 0.
    Mean,
    /// This player, counted from 0, has this rating. If it cannot be compared with any other
    /// player, the mean is 0.
    Player {
        /// The player.
        player: usize,
        /// Its rating.
        rating: f64,
    },
}

/// Ratings of a field, in Elo, with a confidence of [95 %](CONFIDENCE).
///
/// The model is Davidson's (1970) for draws, with his and Beaver's (1977) advantage of the first
/// seat: at a difference `d`, which includes that advantage, a win, a draw and a loss have the
/// weights `10^(d/800)`, `v` and `10^(-d/800)`. Differences are given multiplied by `2 / (2 + v)`,
/// so that between players of about the same strength they are those of the expected score, as in a
/// series of two, however many games are drawn.
///
/// Games of more than two have Firth's, Kosmidis' and Turner's (2019) Davidson-Luce model, which is
/// Davidson's for two: the first place goes to a player, or to some who are level, the next one to
/// some of the others, and so on. A difference means the same there: at 100 Elo, one is placed before
/// the other in about 64 % of their games.
///
/// Fitted by maximum likelihood. Intervals are by bootstrap over rounds: the pairings of a round
/// share a seed, so their results are not independent.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldRatings {
    /// Each player's rating.
    pub players: Vec<FieldRating>,
    /// An estimate for each player that has played and has no rating, because its games leave open by
    /// how much it is above or below the others: its likeliest rating if each player had drawn half a
    /// game more, with a player of the mean strength.
    pub estimates: Vec<Option<f64>>,
    /// The advantage of the first seat.
    pub first_seat: FieldRating,
    /// The share of draws between players of the same strength, from 0 to 1; `None` if no player is
    /// rated.
    pub draw_ratio: Option<f64>,
}

/// A rating, or the reason why it is unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldRating {
    /// The likeliest rating, and its interval.
    Rated {
        /// The likeliest rating.
        value: f64,
        /// The interval.
        interval: FieldInterval,
    },
    /// The player has no rating.
    Unrated(RatingError),
}

/// The interval of a rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldInterval {
    /// Between these.
    Between(f64, f64),
    /// At most this: too few games were won for a lower end.
    AtMost(f64),
    /// At least this: too few games were lost for an upper end.
    AtLeast(f64),
    /// It is the anchor.
    Anchor,
    /// The interval is unknown.
    Unknown(IntervalError),
}

/// Why a player has no rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// It has not played.
    #[error("no games")]
    NoGames,
    /// It is above all rated players, by how much is unknown.
    #[error("unbeaten by the rated players")]
    Unbeaten,
    /// It is below all rated players, by how much is unknown.
    #[error("no points against the rated players")]
    Winless,
    /// Neither directly nor through others.
    #[error("never met the rated players")]
    NeverMet,
    /// No two players have points against each other.
    #[error("nobody has both won and lost points against the same players")]
    NobodyRated,
}

/// Why a rating has no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IntervalError {
    /// There were too few rounds.
    #[error("fewer than {LEAST_ROUNDS} rounds")]
    FewRounds,
    /// All rounds had the same results.
    #[error("every round had the same results")]
    NoVariation,
    /// Each opponent was met in one unit, which all others repeated.
    #[error("always the same games")]
    SameGames,
    /// Both ends are unknown.
    #[error("too few points")]
    FewPoints,
}

/// With fewer rounds a bootstrap depends more on the rounds than on the players.
const LEAST_ROUNDS: usize = 8;

impl FieldRatings {
    /// Estimates the ratings from these games.
    ///
    /// ```
    /// use botyard_engine::tournament::statistics::{Anchor, FieldGames, FieldRating, FieldRatings};
    ///
    /// // The first player wins three of four games.
    /// let mut games = FieldGames::new(2);
    /// for (round, half_points) in [2, 2, 0, 2].into_iter().enumerate() {
    ///     games.add(round as u64, [0, 1], half_points);
    ///     games.add(round as u64, [1, 0], 2 - half_points);
    /// }
    /// let ratings = FieldRatings::estimate(&games, Anchor::Mean);
    /// let FieldRating::Rated { value, .. } = ratings.players[0] else { panic!("{ratings:?}") };
    /// // Three points to one are 191 Elo, of which each has one half; so few games show a little less.
    /// assert!((85.0..96.0).contains(&value), "{value}");
    /// ```
    pub fn estimate(games: &FieldGames, anchor: Anchor) -> Self {
        Self::estimate_named(games, &[] as &[&str], anchor)
    }

    /// The same for players with names. If some have not met the others, not even through a third
    /// one, the part with the most players is rated; of several, the one with the most games, then the
    /// first by name.
    pub fn estimate_named(games: &FieldGames, names: &[impl AsRef<str>], anchor: Anchor) -> Self {
        let likeliest = LikeliestRatings::new(&games.totals(), names, anchor);
        let intervals = likeliest
            .group
            .as_ref()
            .map(|group| bootstrap::intervals(games, &group.model, &group.players, group.anchor));
        let rating = |(player, value): (usize, &Result<f64, RatingError>)| match (value, &intervals, &likeliest.group) {
            (Ok(value), Some(intervals), Some(group)) => {
                FieldRating::Rated { value: *value, interval: intervals.players[player].shifted_by(group.offset) }
            }
            (Ok(_), ..) => FieldRating::Unrated(RatingError::NobodyRated),
            (Err(why), ..) => FieldRating::Unrated(*why),
        };
        let players = likeliest.players.iter().enumerate().map(rating).collect();
        let model = likeliest.group.as_ref().map(|group| &group.model);
        let first_seat = match (model, intervals) {
            (Some(model), Some(intervals)) => {
                FieldRating::Rated { value: model.advantage(), interval: intervals.first_seat }
            }
            _ => FieldRating::Unrated(RatingError::NobodyRated),
        };
        let draw_ratio = model.map(Model::draw_ratio);
        Self { players, estimates: likeliest.estimates, first_seat, draw_ratio }
    }
}

/// The likeliest ratings, without intervals.
#[derive(Debug)]
struct LikeliestRatings {
    players: Vec<Result<f64, RatingError>>,
    /// As in [`FieldRatings::estimates`].
    estimates: Vec<Option<f64>>,
    /// The rated players, if there are any.
    group: Option<RatedGroup>,
}

/// Players that are rated together.
#[derive(Debug)]
struct RatedGroup {
    players: Vec<usize>,
    model: Model,
    /// The player with a given rating, if there is one.
    anchor: Option<usize>,
    /// What is added to the ratings of the model.
    offset: f64,
}

impl LikeliestRatings {
    fn new(counts: &FieldCounts, names: &[impl AsRef<str>], anchor: Anchor) -> Self {
        let connections = Connections::from_counts(counts);
        let group = RatedGroup::choose(counts, &connections, names, anchor);
        let value = |player: usize| match &group {
            Some(group) => group.rating(player).ok_or_else(|| connections.reason(player, group.players[0])),
            None if connections.has_played(player) => Err(RatingError::NobodyRated),
            None => Err(RatingError::NoGames),
        };
        let players: Vec<_> = (0..counts.players).map(value).collect();
        let estimates = estimate_unrated(counts, &connections, |player| players[player].ok());
        // Nothing is known of the distance to players who never met the others.
        let has_met = |value: &Result<f64, RatingError>| *value != Err(RatingError::NeverMet);
        let estimates =
            estimates.into_iter().zip(&players).map(|(one, value)| one.filter(|_| has_met(value))).collect();
        Self { players, estimates, group }
    }
}

impl RatedGroup {
    fn choose(
        counts: &FieldCounts,
        connections: &Connections,
        names: &[impl AsRef<str>],
        anchor: Anchor,
    ) -> Option<Self> {
        let mut by_name: Vec<_> = (0..counts.players).collect();
        by_name.sort_by_key(|player| names.get(*player).map(AsRef::as_ref));
        let anchored = match anchor {
            Anchor::Mean => None,
            Anchor::Player { player, rating } => {
                connections.rated_group(Some(player), &by_name).map(|group| (group, Some((player, rating))))
            }
        };
        let or_mean = || Some((connections.rated_group(None, &by_name)?, None));
        let (players, anchor) = anchored.or_else(or_mean)?;
        let model = Model::fit(counts, &players, None);
        let offset =
            anchor.map_or(0.0, |(player, rating)| rating - model.rating(player).expect("the anchor is in its group"));
        Some(Self { players, model, anchor: anchor.map(|(player, _)| player), offset })
    }

    fn rating(&self, player: usize) -> Option<f64> {
        Some(self.model.rating(player)? + self.offset)
    }
}

/// The estimates of players without a rating; `rating` is that of the others.
fn estimate_unrated(
    counts: &FieldCounts,
    connections: &Connections,
    rating: impl Fn(usize) -> Option<f64>,
) -> Vec<Option<f64>> {
    let all: Vec<_> = (0..counts.players).filter(|&player| connections.has_played(player)).collect();
    let mut estimates = vec![None; counts.players];
    if all.iter().all(|&player| rating(player).is_some()) {
        return estimates;
    }
    let model = Model::estimate(counts, &all);
    // The rated players keep their mean.
    let shifts = all.iter().filter_map(|&player| Some(rating(player)? - model.rating(player)?));
    let shifts: Vec<_> = shifts.collect();
    let shift = shifts.iter().sum::<f64>() / shifts.len().max(1) as f64;
    for player in all.into_iter().filter(|&player| rating(player).is_none()) {
        estimates[player] = model.rating(player).map(|rating| rating + shift);
    }
    estimates
}

impl FieldInterval {
    fn shifted_by(self, offset: f64) -> Self {
        match self {
            Self::Between(low, high) => Self::Between(low + offset, high + offset),
            Self::AtMost(bound) => Self::AtMost(bound + offset),
            Self::AtLeast(bound) => Self::AtLeast(bound + offset),
            Self::Anchor | Self::Unknown(_) => self,
        }
    }
}

#[cfg(test)]
mod tests;
