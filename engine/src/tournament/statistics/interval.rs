//! The interval of a mean score, alone or in units of its deviation, given how often each score
//! occurred; with too few points on one side of it, a bound instead. Knows nothing of ratings.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::likelihood::{Tilted, WeightedScore};
use super::score_counts::ScoreCounts;

/// The confidence of an interval or bound: the share of series in which it holds.
pub const CONFIDENCE: f64 = 0.95;

/// Points that both sides must have for an interval. With fewer, the lower end of an interval for
/// the weaker side's score depends more on the method than on the players.
const LEAST_POINTS: f64 = 4.0;

/// A statement about a number that is estimated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum EstimatedRange {
    /// It is between these.
    Between(f64, f64),
    /// One side has next to no points: it is at most this.
    AtMost(f64),
    /// The other side has next to no points: it is at least this.
    AtLeast(f64),
}

/// Estimates the range of the mean; `None` without samples.
///
/// The interval holds every mean under which the counts are likely enough, by the likelihood ratio
/// with Student's quantile in place of the normal one: it covers the true mean in 93 to 97 of 100
/// series from 20 pairs on, where Wald's `mean +- 1.96 * error` is too narrow near 0 and 1. The
/// bound is Hoeffding's, which holds for any scores between 0 and 1.
pub(super) fn estimate(counts: &ScoreCounts) -> Option<EstimatedRange> {
    let (mean, samples) = (counts.mean()?, counts.samples() as f64);
    Some(match weaker_side(mean, samples) {
        Some(Side::Player) => EstimatedRange::AtMost(hoeffding_bound(mean, samples)),
        Some(Side::Opponent) => EstimatedRange::AtLeast(1.0 - hoeffding_bound(1.0 - mean, samples)),
        None => {
            let (cells, threshold): (Vec<WeightedScore>, _) = (counts.weighted().collect(), threshold(samples));
            let is_likely = |candidate| deviance(&cells, candidate) <= threshold;
            EstimatedRange::Between(last_likely(mean, 0.0, is_likely), last_likely(mean, 1.0, is_likely))
        }
    })
}

/// The probability that the mean is above 1/2, by the method of [`estimate`]; `None` without
/// samples.
///
/// So both agree: it is more than 0.975 if the whole interval is above 1/2, and less than 0.025 if
/// it is below. If there is only a bound, this is one, too: at least 0.95 if the mean is at least
/// 1/2.
pub(super) fn superiority(counts: &ScoreCounts) -> Option<f64> {
    let (mean, samples) = (counts.mean()?, counts.samples() as f64);
    Some(match weaker_side(mean, samples) {
        Some(Side::Player) => hoeffding_probability(mean, 0.5, samples),
        Some(Side::Opponent) => 1.0 - hoeffding_probability(1.0 - mean, 0.5, samples),
        None => {
            let cells: Vec<WeightedScore> = counts.weighted().collect();
            // Rounding may make it slightly negative.
            share_below(deviance(&cells, 0.5).max(0.0).sqrt().copysign(mean - 0.5), samples)
        }
    })
}

/// A player of a comparison.
enum Side {
    Player,
    Opponent,
}

/// The side with next to no points, if there is one.
fn weaker_side(mean: f64, samples: f64) -> Option<Side> {
    let (points, points_against) = (mean * samples, (1.0 - mean) * samples);
    if points < LEAST_POINTS && points <= points_against {
        Some(Side::Player)
    } else {
        (points_against < LEAST_POINTS).then_some(Side::Opponent)
    }
}

/// How many standard deviations of a sample the mean may be above 1/2; `None` without samples, and
/// if one side has next to no points in few samples.
///
/// Wald's `ratio +- 1.96 / sqrt(samples)` ignores that the deviation is estimated too: at a mean of
/// 0.9 it covers the true ratio in 40 to 60 of 100 series. The delta method takes the deviation in
/// from the third and fourth moments, and with Student's quantile it covers the ratio in 93 to 97
/// of 100 from 20 pairs on. The likelihood ratio is too careful with 20 pairs (99 of 100).
///
/// Whether the mean is above 1/2 is one question: if the delta method and the likelihood answer it
/// differently, that end is the likelihood's in units of the deviation.
pub(super) fn estimate_ratio(counts: &ScoreCounts) -> Option<EstimatedRange> {
    // No distribution on scores from 0 to 1 with this mean has a larger deviation.
    let bound = |mean: f64| (mean > 0.5).then(|| (mean - 0.5) / (mean * (1.0 - mean)).sqrt());
    Some(match estimate(counts)? {
        EstimatedRange::AtMost(mean) => EstimatedRange::AtMost(-bound(1.0 - mean)?),
        EstimatedRange::AtLeast(mean) => EstimatedRange::AtLeast(bound(mean)?),
        EstimatedRange::Between(low, high) => {
            let (ratio, error) = ratio_with_error(counts)?;
            let distance = error * threshold(counts.samples() as f64).sqrt();
            let deviation = counts.variance()?.sqrt();
            let end = |of_ratio: f64, of_mean: f64| match (of_ratio > 0.0) == (of_mean > 0.5) {
                true => of_ratio,
                false => (of_mean - 0.5) / deviation,
            };
            EstimatedRange::Between(end(ratio - distance, low), end(ratio + distance, high))
        }
    })
}

/// The number of a sample's standard deviations that the mean is above 1/2, and its standard error;
/// `None` if all scores are the same.
fn ratio_with_error(counts: &ScoreCounts) -> Option<(f64, f64)> {
    let (mean, deviation, samples) = (counts.mean()?, counts.variance()?.sqrt(), counts.samples() as f64);
    let ratio = (mean - 0.5) / deviation;
    // A sample's influence on the ratio: it moves the mean, and widens or narrows the deviation.
    let influence = |score: f64| {
        let distance = (score - mean) / deviation;
        distance - ratio * (distance * distance - 1.0) / 2.0
    };
    let variance = counts.weighted().map(|(score, count)| count * influence(score).powi(2)).sum::<f64>() / samples;
    (deviation > 0.0).then(|| (ratio, (variance / samples).sqrt()))
}

/// Twice the logarithm of how much likelier the counts are under their own mean than under `mean`.
fn deviance(cells: &[WeightedScore], mean: f64) -> f64 {
    Tilted::with_mean(cells, mean).map_or(f64::INFINITY, |tilted| 2.0 * tilted.deficit(cells))
}

/// From this many samples on Student's quantile is the normal one: it differs by 0.0003. Its
/// computation does not end for millions.
const MANY: f64 = 10_000.0;

/// How many standard errors from the mean of this many samples the true mean is at most, in 95 of
/// 100 series.
pub(super) fn quantile(samples: f64) -> f64 {
    let share = f64::midpoint(1.0, CONFIDENCE);
    if samples > MANY { Normal::standard().inverse_cdf(share) } else { student(samples).inverse_cdf(share) }
}

/// The deviance that the true mean stays below in 95 of 100 series.
fn threshold(samples: f64) -> f64 {
    quantile(samples).powi(2)
}

/// The share of the distribution of [`threshold`] that is below this.
fn share_below(quantile: f64, samples: f64) -> f64 {
    if quantile.is_infinite() {
        return if quantile > 0.0 { 1.0 } else { 0.0 };
    }
    if samples > MANY { Normal::standard().cdf(quantile) } else { student(samples).cdf(quantile) }
}

/// Student's distribution for the mean of this many samples.
fn student(samples: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, samples - 1.0).expect("points on both sides make eight samples or more")
}

/// The likely mean that is farthest from `likely` towards `end`, which is not.
fn last_likely(mut likely: f64, mut end: f64, is_likely: impl Fn(f64) -> bool) -> f64 {
    while (likely - end).abs() > 1e-12 {
        let middle = f64::midpoint(likely, end);
        *(if is_likely(middle) { &mut likely } else { &mut end }) = middle;
    }
    likely
}

/// The largest mean at which so low a sample mean still has a probability of 5 %.
fn hoeffding_bound(mean: f64, samples: f64) -> f64 {
    last_likely(mean, 1.0, |candidate| hoeffding_probability(mean, candidate, samples) >= 1.0 - CONFIDENCE)
}

/// The most that so low a sample mean can be probable if the true mean is `candidate`, which is not
/// below it: Hoeffding's (1963) first inequality.
fn hoeffding_probability(mean: f64, candidate: f64, samples: f64) -> f64 {
    let divergence = |p: f64, q: f64| if p > 0.0 { p * (p / q).ln() } else { 0.0 };
    (-samples * (divergence(mean, candidate) + divergence(1.0 - mean, 1.0 - candidate))).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of two games with these chances; the second repeats the first with the probability
    /// `alike`.
    struct Source {
        win: f64,
        draw: f64,
        alike: f64,
    }

    impl Source {
        fn pairs(&self, count: usize, rng: &mut fastrand::Rng) -> ScoreCounts {
            let half_points = |chance: f64| match chance {
                chance if chance < self.win => 2,
                chance if chance < self.win + self.draw => 1,
                _ => 0,
            };
            let mut pairs = ScoreCounts::of_pairs([0; 5]);
            for _ in 0..count {
                let first = rng.f64();
                let second = if rng.f64() < self.alike { first } else { rng.f64() };
                pairs.add(half_points(first) + half_points(second));
            }
            pairs
        }
    }

    /// Statements of one kind: how many there were, how many of them were intervals, and how many
    /// were true.
    #[derive(Default)]
    struct Statements {
        all: u32,
        intervals: u32,
        true_ones: u32,
    }

    impl Statements {
        /// Takes in whether a bound is true, or the interval if there is no bound.
        fn add(&mut self, bound: Option<EstimatedRange>, truth: f64, is_in_interval: impl Fn() -> bool) {
            let is_true = match bound {
                Some(EstimatedRange::AtMost(bound)) => truth <= bound,
                Some(EstimatedRange::AtLeast(bound)) => truth >= bound,
                Some(EstimatedRange::Between(..)) => panic!("an interval from too few points"),
                None => {
                    self.intervals += 1;
                    is_in_interval()
                }
            };
            self.all += 1;
            self.true_ones += u32::from(is_true);
        }

        /// `slack` is the allowed error of the method.
        #[track_caller]
        fn check(&self, slack: f64, place: &str) {
            let (all, share) = (f64::from(self.all), f64::from(self.true_ones) / f64::from(self.all));
            // Three standard deviations of a share of 0.95 in that many series.
            let noise = 3.0 * (0.95 * 0.05 / all).sqrt();
            let place = format!("{place}: {share}, {} of {all} are intervals", self.intervals);
            assert!(share > 0.95 - noise - slack, "{place}");
            // A bound may hold more often than its confidence.
            assert!(share < 0.95 + noise + slack || f64::from(self.intervals) < 0.995 * all, "{place}");
        }
    }

    /// The statements about the mean and the ratio in `SERIES`.
    fn coverage(source: &Source, count: usize, rng: &mut fastrand::Rng) -> [Statements; 2] {
        let score = source.win + source.draw / 2.0;
        let variance = source.win + source.draw / 4.0 - score * score;
        let ratio = (score - 0.5) / (variance * (1.0 + source.alike) / 2.0).sqrt();
        let [mut of_mean, mut of_ratio] = [Statements::default(), Statements::default()];
        for _ in 0..SERIES {
            let pairs = source.pairs(count, rng);
            let mean = pairs.mean().expect("there are pairs");
            // As `estimate` decides, without looking for the ends of an interval.
            let is_bound = mean.min(1.0 - mean) * (count as f64) < LEAST_POINTS;
            let threshold = || threshold(count as f64);
            of_mean.add(is_bound.then(|| estimate(&pairs)).flatten(), score, || {
                deviance(&pairs.weighted().collect::<Vec<_>>(), score) <= threshold()
            });
            match is_bound.then(|| estimate_ratio(&pairs)) {
                // There is no statement.
                Some(None) => {}
                range => of_ratio.add(range.flatten(), ratio, || {
                    let (found, error) = ratio_with_error(&pairs).expect("points on both sides");
                    let cells: Vec<_> = pairs.weighted().collect();
                    let is_in = |ratio: f64| (found - ratio).powi(2) <= error.powi(2) * threshold();
                    // Both methods agree on the sign nearly always: then no end has to be found.
                    if is_in(0.0) == (deviance(&cells, 0.5) <= threshold()) {
                        return is_in(ratio);
                    }
                    let range = estimate_ratio(&pairs);
                    matches!(range, Some(EstimatedRange::Between(low, high)) if (low..=high).contains(&ratio))
                }),
            }
        }
        [of_mean, of_ratio]
    }

    const SERIES: usize = 2000;

    #[test]
    fn statements_are_true_as_often_as_they_say() {
        let mut rng = fastrand::Rng::with_seed(1927);
        for count in [20, 50, 200, 2000] {
            for score in [0.02, 0.05, 0.1, 0.3, 0.5, 0.65, 0.9, 0.98] {
                for (draws, alike) in [(0.0, 0.0), (0.3, 0.6), (0.6, 0.0)] {
                    let draw = f64::min(draws, 1.6 * f64::min(score, 1.0 - score));
                    let source = Source { win: score - draw / 2.0, draw, alike };
                    let place = format!("{count} pairs, score {score}, {draw} drawn");
                    let [of_mean, of_ratio] = coverage(&source, count, &mut rng);
                    of_mean.check(0.005, &format!("mean of {place}"));
                    // In many more series it is 0.930 to 0.973 at each of these places.
                    of_ratio.check(0.025, &format!("ratio of {place}"));
                }
            }
        }
    }

    #[test]
    fn an_interval_ends_where_the_likelihood_does() {
        let pairs = ScoreCounts::of_pairs([3, 10, 20, 12, 5]);
        let Some(EstimatedRange::Between(low, high)) = estimate(&pairs) else {
            panic!("there are points on both sides")
        };
        let cells: Vec<WeightedScore> = pairs.weighted().collect();
        for end in [low, high] {
            assert!((deviance(&cells, end) - threshold(50.0)).abs() < 1e-6);
        }
        assert!(low < 0.53 && 0.53 < high, "{low} {high}");
    }

    #[test]
    fn an_interval_of_the_ratio_takes_in_the_deviation() {
        // Around 1/2 the deviation is next to nothing beside the mean: the interval is Wald's, with
        // Student's quantile.
        let range = |pairs| match estimate_ratio(&ScoreCounts::of_pairs(pairs)) {
            Some(EstimatedRange::Between(low, high)) => (low, high),
            other => panic!("{other:?}"),
        };
        let ((low, high), wald) = (range([20, 40, 80, 40, 20]), (threshold(200.0) / 200.0).sqrt());
        assert!((high - wald).abs() < 1e-12 && (low + wald).abs() < 1e-12, "{low} {high} {wald}");
        // Of games won or lost, the share of those won decides: z = (2 p - 1) / (2 sqrt(p (1 -
        // p))), by its derivative.
        let (low, high) = range([20, 0, 0, 0, 180]);
        let (ratio, error) = (0.8 / 0.6, 1.0 / (4.0 * 0.09_f64.powf(1.5)) * (0.09_f64 / 200.0).sqrt());
        let distance = error * threshold(200.0).sqrt();
        assert!((low - (ratio - distance)).abs() < 1e-9 && (high - (ratio + distance)).abs() < 1e-9, "{low} {high}");
    }

    /// The quantile of Student's distribution was computed for ever from about ten million samples
    /// on.
    #[test]
    fn the_largest_counts_have_narrow_intervals() {
        const LARGEST: u64 = 1_000_000_000_000;
        for samples in [10_000_000, LARGEST] {
            let games = ScoreCounts::of_games(samples, 0, samples);
            for range in [estimate(&games).map(|range| (range, 0.5)), estimate_ratio(&games).map(|range| (range, 0.0))]
            {
                let Some((EstimatedRange::Between(low, high), middle)) = range else { panic!("{range:?}") };
                assert!(low < middle && middle < high && high - low < 1e-3, "{low} {high}");
            }
        }
        // One score that is not like all others leaves the deviation nearly unknown.
        for pairs in [[1, 0, LARGEST, 0, 0], [0, 0, 0, LARGEST, 5], [LARGEST, 1, 0, 0, 100]] {
            let range = estimate_ratio(&ScoreCounts::of_pairs(pairs));
            let Some(EstimatedRange::Between(low, high)) = range else { panic!("{range:?}") };
            assert!(low < high && low.is_finite() && high.is_finite(), "{pairs:?}: {low} {high}");
        }
        assert!((threshold(MANY) - threshold(MANY + 1.0)).abs() < 2e-3, "the two quantiles meet");
    }

    #[test]
    fn a_side_without_points_has_a_bound() {
        // The rule of three: no point in n games leaves at most about 3 / n.
        let Some(EstimatedRange::AtMost(bound)) = estimate(&ScoreCounts::of_games(0, 0, 100)) else { panic!() };
        assert!((bound - (1.0 - 0.05_f64.powf(0.01))).abs() < 1e-9, "{bound}");
        let Some(EstimatedRange::AtLeast(bound)) = estimate(&ScoreCounts::of_games(100, 1, 0)) else { panic!() };
        assert!((0.94..0.97).contains(&bound), "{bound}");
        assert_eq!(estimate(&ScoreCounts::of_games(0, 0, 0)), None);
        // With nearly all points, only games that are won or lost have so large a deviation.
        let Some(EstimatedRange::AtLeast(ratio)) = estimate_ratio(&ScoreCounts::of_games(100, 1, 0)) else { panic!() };
        assert!((ratio - (bound - 0.5) / (bound * (1.0 - bound)).sqrt()).abs() < 1e-12, "{ratio}");
        let Some(EstimatedRange::AtMost(other)) = estimate_ratio(&ScoreCounts::of_games(0, 1, 100)) else { panic!() };
        assert!((ratio + other).abs() < 1e-9, "{ratio} {other}");
        assert_eq!(estimate_ratio(&ScoreCounts::of_games(4, 0, 0)), None, "it may be less than half of the points");
    }

    #[test]
    fn equal_scores_have_an_interval_all_the_same() {
        let Some(EstimatedRange::Between(low, high)) = estimate(&ScoreCounts::of_games(0, 50, 0)) else { panic!() };
        assert!((low + high - 1.0).abs() < 1e-9 && low > 0.4 && low < 0.5, "{low} {high}");
    }
}
