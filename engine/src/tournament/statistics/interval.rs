//! What a mean score may be, given how often each score occurred: an interval where there is enough on both sides of it, else
//! a bound on one side. Knows nothing of ratings.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::likelihood::{Cell, Tilted};
use super::score_counts::ScoreCounts;

/// How sure a statement is: the share of series in which it is true.
pub const CONFIDENCE: f64 = 0.95;

/// Points that both sides must have for an interval. With fewer the lower end of an interval for the score of the weaker side
/// says more of the method than of the players.
const LEAST_POINTS: f64 = 4.0;

/// A statement about a mean score between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ScoreEstimate {
    /// It is between these.
    Between(f64, f64),
    /// One side has next to no points: it is at most this.
    AtMost(f64),
    /// The other side has next to no points: it is at least this.
    AtLeast(f64),
}

/// What the mean may be; `None` without samples.
///
/// The interval holds every mean under which the counts are likely enough, by the likelihood ratio with Student's quantile in
/// place of the normal one: it covers the true mean in 93 to 97 of 100 series from 20 pairs on, where Wald's
/// `mean +- 1.96 * error` is too narrow near 0 and 1. The bound is Hoeffding's, which holds for whatever scores between 0 and 1.
pub(super) fn estimate(counts: &ScoreCounts) -> Option<ScoreEstimate> {
    let (mean, samples) = (counts.mean()?, counts.samples() as f64);
    let (points, points_against) = (mean * samples, (1.0 - mean) * samples);
    Some(if points < LEAST_POINTS && points <= points_against {
        ScoreEstimate::AtMost(hoeffding_bound(mean, samples))
    } else if points_against < LEAST_POINTS {
        ScoreEstimate::AtLeast(1.0 - hoeffding_bound(1.0 - mean, samples))
    } else {
        let cells: Vec<Cell> = counts.weighted().collect();
        let is_likely = |candidate| deviance(&cells, candidate) <= threshold(samples);
        ScoreEstimate::Between(last_likely(mean, 0.0, is_likely), last_likely(mean, 1.0, is_likely))
    })
}

/// Twice the logarithm of how much likelier the counts are under their own mean than under `mean`.
fn deviance(cells: &[Cell], mean: f64) -> f64 {
    Tilted::with_mean(cells, mean).map_or(f64::INFINITY, |tilted| 2.0 * tilted.deficit(cells))
}

/// The deviance that the true mean stays below in 95 of 100 series.
fn threshold(samples: f64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, samples - 1.0).expect("points on both sides make eight samples or more");
    student.inverse_cdf(f64::midpoint(1.0, CONFIDENCE)).powi(2)
}

/// The likely mean that is farthest from `likely` towards `end`, which is not.
fn last_likely(mut likely: f64, mut end: f64, is_likely: impl Fn(f64) -> bool) -> f64 {
    while (likely - end).abs() > 1e-12 {
        let middle = f64::midpoint(likely, end);
        *(if is_likely(middle) { &mut likely } else { &mut end }) = middle;
    }
    likely
}

/// The largest mean at which so low a sample mean still has a probability of 5 %, by Hoeffding's (1963) first inequality.
fn hoeffding_bound(mean: f64, samples: f64) -> f64 {
    let divergence = |p: f64, q: f64| if p > 0.0 { p * (p / q).ln() } else { 0.0 };
    let is_likely = |candidate: f64| {
        let exponent = divergence(mean, candidate) + divergence(1.0 - mean, 1.0 - candidate);
        samples * exponent <= -(1.0 - CONFIDENCE).ln()
    };
    last_likely(mean, 1.0, is_likely)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of two games with these chances; the second repeats the first with the probability `alike`.
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

    /// In how many of `SERIES` the statement was true, and in how many it was an interval.
    fn coverage(source: &Source, count: usize, rng: &mut fastrand::Rng) -> (f64, f64) {
        let score = source.win + source.draw / 2.0;
        let (mut true_ones, mut intervals) = (0, 0);
        for _ in 0..SERIES {
            let pairs = source.pairs(count, rng);
            let mean = pairs.mean().expect("there are pairs");
            // As `estimate` decides, without looking for the ends of an interval.
            let is_true = if (mean.min(1.0 - mean)) * (count as f64) < LEAST_POINTS {
                match estimate(&pairs).expect("there are pairs") {
                    ScoreEstimate::AtMost(bound) => score <= bound,
                    ScoreEstimate::AtLeast(bound) => score >= bound,
                    ScoreEstimate::Between(..) => panic!("an interval from too few points: {pairs}"),
                }
            } else {
                intervals += 1;
                deviance(&pairs.weighted().collect::<Vec<_>>(), score) <= threshold(count as f64)
            };
            true_ones += usize::from(is_true);
        }
        (true_ones as f64 / SERIES as f64, f64::from(intervals) / SERIES as f64)
    }

    const SERIES: usize = 2000;
    /// Three standard deviations of a share of 0.95 in that many series.
    const NOISE: f64 = 0.0146;

    #[test]
    fn statements_are_true_as_often_as_they_say() {
        let mut rng = fastrand::Rng::with_seed(1927);
        for count in [20, 50, 200, 2000] {
            for score in [0.02, 0.05, 0.1, 0.3, 0.5, 0.65, 0.9, 0.98] {
                for (draws, alike) in [(0.0, 0.0), (0.3, 0.6), (0.6, 0.0)] {
                    let draw = f64::min(draws, 1.6 * f64::min(score, 1.0 - score));
                    let source = Source { win: score - draw / 2.0, draw, alike };
                    let (share, intervals) = coverage(&source, count, &mut rng);
                    let place =
                        format!("{count} pairs, score {score}, {draw} drawn: {share}, {intervals} are intervals");
                    assert!(share > 0.95 - NOISE - 0.005, "{place}");
                    // A bound may be true more often than it says.
                    assert!(share < 0.95 + NOISE + 0.005 || intervals < 0.995, "{place}");
                }
            }
        }
    }

    #[test]
    fn an_interval_ends_where_the_likelihood_does() {
        let pairs = ScoreCounts::of_pairs([3, 10, 20, 12, 5]);
        let Some(ScoreEstimate::Between(low, high)) = estimate(&pairs) else {
            panic!("there are points on both sides")
        };
        let cells: Vec<Cell> = pairs.weighted().collect();
        for end in [low, high] {
            assert!((deviance(&cells, end) - threshold(50.0)).abs() < 1e-6);
        }
        assert!(low < 0.53 && 0.53 < high, "{low} {high}");
    }

    #[test]
    fn a_side_without_points_has_a_bound() {
        // The rule of three: no point in n games leaves at most about 3 / n.
        let Some(ScoreEstimate::AtMost(bound)) = estimate(&ScoreCounts::of_games(0, 0, 100)) else { panic!() };
        assert!((bound - (1.0 - 0.05_f64.powf(0.01))).abs() < 1e-9, "{bound}");
        let Some(ScoreEstimate::AtLeast(bound)) = estimate(&ScoreCounts::of_games(100, 1, 0)) else { panic!() };
        assert!((0.94..0.97).contains(&bound), "{bound}");
        assert_eq!(estimate(&ScoreCounts::of_games(0, 0, 0)), None);
    }

    #[test]
    fn equal_scores_have_an_interval_all_the_same() {
        let Some(ScoreEstimate::Between(low, high)) = estimate(&ScoreCounts::of_games(0, 50, 0)) else { panic!() };
        assert!((low + high - 1.0).abs() < 1e-9 && low > 0.4 && low < 0.5, "{low} {high}");
    }
}
