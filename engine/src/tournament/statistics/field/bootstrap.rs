//! What ratings may be: the model is fitted to rounds drawn with replacement, many times. Which
//! rounds are drawn is the same every time.

use super::connections::Connections;
use super::games::{FieldCounts, FieldGames};
use super::model::Model;
use super::{CONFIDENCE, FieldInterval, IntervalError, LEAST_ROUNDS};
use crate::split_mix::SplitMix64;

/// How many samples are drawn: 25 of them are beyond each end of an interval.
const SAMPLES: usize = 1000;

/// Neighbours of more rounds than these are drawn together.
const ROUNDS_MAX: usize = 500;

/// What each player's rating and the first seat's advantage may be.
pub(super) struct Intervals {
    pub players: Vec<FieldInterval>,
    pub first_seat: FieldInterval,
}

/// Intervals on the scale of `model`; the ones of a sample are moved so that `anchor`, or else the
/// mean, is where it is there.
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
    let empty = FieldCounts { cells: totals.cells.iter().map(|(cell, _)| (*cell, [0.0; 3])).collect(), ..totals };
    for _ in 0..SAMPLES {
        let mut times = vec![0_u32; rounds.len()];
        (0..rounds.len()).for_each(|_| times[random.below(rounds.len())] += 1);
        let mut sample = empty.clone();
        for (round, times) in rounds.iter().zip(times).filter(|(_, times)| *times > 0) {
            sample.add(round, times.into());
        }
        advantages.extend(add_sample(&sample, model, rated, anchor, &mut ratings));
    }
    // Every sample in which a player has games has the same games of it, if it always played the
    // same: its rating varies with those of the others alone.
    let vary = games.players_with_variation();
    let players = ratings.into_iter().enumerate().map(|(player, ratings)| match anchor == Some(player) {
        true => FieldInterval::Anchor,
        false if !vary[player] => FieldInterval::Unknown(IntervalError::SameGames),
        false => interval(ratings),
    });
    Intervals { players: players.collect(), first_seat: interval(advantages) }
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
    let group = connections.rated_group(anchor);
    // Where the anchor alone can be compared with nobody, all others are above or below it.
    let Some(group) = group.or_else(|| anchor.map(|anchor| vec![anchor])) else {
        // Where nobody can be, who has all points is above all others. Leaving such samples out
        // would leave those in which the stronger lose more: the interval would end at the
        // estimate.
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
                // The sample says nothing of it.
                _ => {}
            },
        }
    }
    fitted.map(|fitted| fitted.advantage())
}

fn interval(mut values: Vec<f64>) -> FieldInterval {
    values.sort_by(f64::total_cmp);
    let beyond = (values.len() as f64 * (1.0 - CONFIDENCE) / 2.0) as usize;
    let (Some(&low), Some(&high)) = (values.get(beyond), values.iter().rev().nth(beyond)) else {
        return FieldInterval::Unknown(IntervalError::FewPoints);
    };
    match (low.is_finite(), high.is_finite()) {
        // Rounding alone makes values differ by less.
        (true, true) if high - low < 1e-6 => FieldInterval::Unknown(IntervalError::NoVariation),
        (true, true) => FieldInterval::Between(low, high),
        (true, false) if low < high => FieldInterval::AtLeast(low),
        (false, true) if low < high => FieldInterval::AtMost(high),
        _ => FieldInterval::Unknown(IntervalError::FewPoints),
    }
}
