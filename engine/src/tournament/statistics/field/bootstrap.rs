//! The intervals of ratings: the model is fitted to rounds drawn with replacement, many times. The
//! draws are the same every time.

use super::super::interval::quantile;
use super::connections::Connections;
use super::games::{FieldCounts, FieldGames};
use super::model::Model;
use super::{CONFIDENCE, FieldInterval, IntervalError, LEAST_ROUNDS};
use crate::split_mix::SplitMix64;

/// How many samples are drawn: 25 of them are beyond each end of an interval.
const SAMPLES: usize = 1000;

/// How many are drawn at least: five of them are beyond each end.
const SAMPLES_MIN: usize = 200;

/// How many samples are drawn of games of more than two players that ended in this many orders. It
/// takes long to fit the model to many.
fn samples(orders: usize) -> usize {
    (SAMPLES * SAMPLES / orders.max(1)).clamp(SAMPLES_MIN, SAMPLES)
}

/// Neighbours of more rounds than these are drawn together.
const ROUNDS_MAX: usize = 500;

/// The intervals of each player's rating and of the first seat's advantage.
pub(super) struct Intervals {
    pub players: Vec<FieldInterval>,
    pub first_seat: FieldInterval,
}

/// Intervals on the scale of `model`; those of a sample are moved so that `anchor`, or without one
/// the mean, is at its place in `model`.
pub(super) fn intervals(games: &FieldGames, model: &Model, rated: &[usize], anchor: Option<usize>) -> Intervals {
    let totals = games.totals();
    let rounds = games.rounds(&totals, ROUNDS_MAX);
    if rounds.len() < LEAST_ROUNDS {
        let unknown = FieldInterval::Unknown(IntervalError::FewRounds);
        return Intervals { players: vec![unknown; games.players()], first_seat: unknown };
    }
    let mut random = SplitMix64::new(0);
    let mut ratings: Vec<Vec<f64>> = vec![Vec::with_capacity(SAMPLES); games.players()];
    let mut advantages = Vec::with_capacity(SAMPLES);
    let samples = samples(totals.orders.len());
    let empty = totals.emptied();
    for _ in 0..samples {
        let mut times = vec![0_u32; rounds.len()];
        (0..rounds.len()).for_each(|_| times[random.below(rounds.len())] += 1);
        let mut sample = empty.clone();
        for (round, times) in rounds.iter().zip(times).filter(|(_, times)| *times > 0) {
            sample.add(round, times.into());
        }
        advantages.extend(add_sample(&sample, model, rated, anchor, &mut ratings));
    }
    // A player that always played the same has the same games in every sample in which it has any,
    // so its rating varies only with those of the others.
    let vary = games.players_with_variation();
    let factor = widening(rounds.len());
    let players = ratings.into_iter().enumerate().map(|(player, ratings)| match anchor == Some(player) {
        true => FieldInterval::Anchor,
        false if !vary[player] => FieldInterval::Unknown(IntervalError::SameGames),
        false => interval(ratings).widened(model.rating(player), factor),
    });
    let first_seat = interval(advantages).widened(Some(model.advantage()), factor);
    Intervals { players: players.collect(), first_seat }
}

/// Adds the rating of each player in a sample, infinite where it has all or no points there.
/// Returns the first seat's advantage.
fn add_sample(
    sample: &FieldCounts,
    model: &Model,
    rated: &[usize],
    anchor: Option<usize>,
    ratings: &mut [Vec<f64>],
) -> Option<f64> {
    let connections = Connections::from_counts(sample);
    let group = connections.rated_group(anchor, rated);
    // If the anchor cannot be compared with any other player, all others are above or below it.
    let Some(group) = group.or_else(|| anchor.map(|anchor| vec![anchor])) else {
        // If no players can be compared, one that has all points is above all others. Leaving such
        // samples out would leave those in which the stronger player loses more: the interval would
        // end at the estimate.
        for &player in rated {
            ratings[player].extend(connections.extreme(player, rated));
        }
        return None;
    };
    let fitted = (group.len() > 1).then(|| Model::fit(sample, &group, Some(model)));
    let rating = |player: usize| fitted.as_ref().and_then(|fitted| fitted.rating(player));
    let fixed: Vec<_> = match anchor {
        Some(anchor) => vec![anchor],
        None => group.iter().copied().filter(|player| rated.contains(player)).collect(),
    };
    let distance = |player: &usize| Some(model.rating(*player)? - rating(*player)?);
    let offset = fixed.iter().filter_map(distance).sum::<f64>() / fixed.len().max(1) as f64;
    for &player in rated {
        match rating(player) {
            Some(rating) => ratings[player].push(rating + offset),
            None => match connections.reason(player, group[0]) {
                super::RatingError::Unbeaten => ratings[player].push(f64::INFINITY),
                super::RatingError::Winless => ratings[player].push(f64::NEG_INFINITY),
                // The sample does not determine the rating.
                _ => {}
            },
        }
    }
    fitted.map(|fitted| fitted.advantage())
}

/// By how much an interval of samples of this many rounds is too short: samples vary as if the rounds
/// were all that there are, and their variance is an estimate.
fn widening(rounds: usize) -> f64 {
    let rounds = rounds as f64;
    quantile(rounds) / quantile(f64::INFINITY) * (rounds / (rounds - 1.0)).sqrt()
}

impl FieldInterval {
    /// The interval with its ends this many times as far from the estimate.
    fn widened(self, estimate: Option<f64>, factor: f64) -> Self {
        let Some(estimate) = estimate else { return self };
        let move_end = |end: f64| estimate + (end - estimate) * factor;
        match self {
            Self::Between(low, high) => Self::Between(move_end(low), move_end(high)),
            Self::AtLeast(bound) => Self::AtLeast(move_end(bound)),
            Self::AtMost(bound) => Self::AtMost(move_end(bound)),
            Self::Anchor | Self::Unknown(_) => self,
        }
    }
}

fn interval(mut values: Vec<f64>) -> FieldInterval {
    values.sort_by(f64::total_cmp);
    let beyond = (values.len() as f64 * (1.0 - CONFIDENCE) / 2.0) as usize;
    let (Some(&low), Some(&high)) = (values.get(beyond), values.iter().rev().nth(beyond)) else {
        return FieldInterval::Unknown(IntervalError::FewPoints);
    };
    match (low.is_finite(), high.is_finite()) {
        // Rounding alone causes smaller differences.
        (true, true) if high - low < 1e-6 => FieldInterval::Unknown(IntervalError::NoVariation),
        (true, true) => FieldInterval::Between(low, high),
        (true, false) if low < high => FieldInterval::AtLeast(low),
        (false, true) if low < high => FieldInterval::AtMost(high),
        _ => FieldInterval::Unknown(IntervalError::FewPoints),
    }
}
