//! The statistics of two players: rating differences with their intervals, and how likely the first
//! player is better.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::{self, EstimatedRange};
use super::rating::{elo_of_score, normalized_elo_of_ratio};
use super::score_counts::{SampleKind, ScoreCounts};

/// A player compared with one opponent, from the player's side.
///
/// ```
/// use botyard_engine::tournament::statistics::{Comparison, RatingEstimate, ScoreCounts};
///
/// let comparison = Comparison::new(ScoreCounts::of_pairs([177, 1629, 3083, 1780, 221]));
/// let RatingEstimate::Interval { value, margin, .. } = comparison.elo else { panic!("6890 pairs are enough") };
/// assert_eq!(format!("{value:.2} +- {margin:.2}"), "6.03 +- 3.49");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// The counts on which the comparison is based.
    pub counts: ScoreCounts,
    /// The logistic Elo difference.
    pub elo: RatingEstimate,
    /// The Elo difference in units of a game's standard deviation.
    pub normalized_elo: RatingEstimate,
    /// The probability that the player is better than the opponent. It agrees with `elo`: if that
    /// is a bound, this is a bound on the same side, and if it is unknown, this is `None`.
    pub superiority: Option<f64>,
    /// Drawn games of all, or pairs with one point for each side of all pairs; `None` without
    /// samples.
    pub draw_ratio: Option<f64>,
    /// Samples with more than half of the points for each with less; `None` if no sample has less.
    pub win_ratio: Option<f64>,
}

/// An estimated rating difference, in Elo, with a confidence of [95 %](interval::CONFIDENCE).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RatingEstimate {
    /// There is enough on both sides.
    Interval {
        /// The likeliest difference.
        value: f64,
        /// Half of the interval at `mean +- 1.96` standard errors, as other programs compute it.
        /// People are shown [`margin_to_show`](RatingEstimate::margin_to_show).
        margin: f64,
        /// The lower end of the interval.
        low: f64,
        /// The upper end of the interval.
        high: f64,
    },
    /// The player has next to no points: it is at most this.
    AtMost(f64),
    /// The opponent has next to no points: it is at least this.
    AtLeast(f64),
    /// The difference cannot be estimated.
    Unknown(EstimateError),
}

/// Why a rating difference cannot be estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EstimateError {
    /// No games were played.
    #[error("no games")]
    NoGames,
    /// All samples had the same score: their deviation is unknown.
    #[error("every {} had the same score", match .0 { SampleKind::Game => "game", SampleKind::Pair => "pair of games" })]
    NoVariation(SampleKind),
    /// One side has next to no points in few games: the normalised difference then has not even a
    /// bound, and the other difference leaves open which player is better.
    #[error("one side has too few points")]
    FewPoints,
}

impl Comparison {
    /// The comparison of these counts.
    pub fn new(counts: ScoreCounts) -> Self {
        let elo = elo(&counts);
        Self {
            counts,
            elo,
            normalized_elo: normalized_elo(&counts),
            superiority: interval::superiority(&counts).filter(|_| !matches!(elo, RatingEstimate::Unknown(_))),
            draw_ratio: share_of_middle(&counts),
            win_ratio: win_ratio(&counts),
        }
    }

    /// The probability that the player is better, in percent with `decimals` decimals, never as
    /// certain; `None` if it is unknown, or a bound that leaves open who is better.
    pub fn superiority_text(&self, decimals: usize) -> Option<String> {
        if matches!(self.elo.to_show(), RatingEstimate::Unknown(_)) {
            return None;
        }
        let (percent, least) = (100.0 * self.superiority?, 0.1_f64.powi(decimals as i32));
        let most = 100.0 - least;
        Some(match self.elo {
            RatingEstimate::Interval { .. } | RatingEstimate::AtLeast(_) if percent > most => {
                format!("more than {most:.decimals$} %")
            }
            RatingEstimate::Interval { .. } | RatingEstimate::AtMost(_) if percent < least => {
                format!("less than {least:.decimals$} %")
            }
            RatingEstimate::AtLeast(_) => format!("at least {percent:.decimals$} %"),
            RatingEstimate::AtMost(_) => format!("at most {percent:.decimals$} %"),
            RatingEstimate::Interval { .. } | RatingEstimate::Unknown(_) => format!("{percent:.decimals$} %"),
        })
    }

    /// Why [`superiority_text`](Self::superiority_text) is `None`, where it is.
    pub fn superiority_gap(&self) -> EstimateError {
        match self.elo.to_show() {
            RatingEstimate::Unknown(why) => why,
            RatingEstimate::Interval { .. } | RatingEstimate::AtMost(_) | RatingEstimate::AtLeast(_) => {
                EstimateError::NoGames
            }
        }
    }
}

impl RatingEstimate {
    /// The estimate for people: a bound only if it decides which player is better. A player who has
    /// won all of three games is at least -94 above the other, which decides nothing.
    #[must_use]
    pub fn to_show(self) -> Self {
        match self {
            Self::AtMost(bound) if bound >= 0.0 => Self::Unknown(EstimateError::FewPoints),
            Self::AtLeast(bound) if bound <= 0.0 => Self::Unknown(EstimateError::FewPoints),
            Self::Interval { .. } | Self::AtMost(_) | Self::AtLeast(_) | Self::Unknown(_) => self,
        }
    }

    /// The margin after `±`: half the width of the interval that is written behind it, so that a
    /// reader finds one margin and not two. `None` if there is no interval, or if the margin would
    /// contradict the interval about whether the difference may be 0.
    pub fn margin_to_show(&self) -> Option<f64> {
        match *self {
            Self::Interval { value, low, high, .. } => {
                let margin = (high - low) / 2.0;
                ((value.abs() > margin) == (low > 0.0 || high < 0.0)).then_some(margin)
            }
            Self::AtMost(_) | Self::AtLeast(_) | Self::Unknown(_) => None,
        }
    }
}

/// The quantile for both ends of an interval.
fn quantile() -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, interval::CONFIDENCE))
}

/// The mean, the standard deviation of a sample, and how many samples there are.
fn moments(counts: &ScoreCounts) -> Option<(f64, f64, f64)> {
    Some((counts.mean()?, counts.variance()?.sqrt(), counts.samples() as f64))
}

fn elo(counts: &ScoreCounts) -> RatingEstimate {
    let (Some((mean, deviation, samples)), Some(estimate)) = (moments(counts), interval::estimate(counts)) else {
        return RatingEstimate::Unknown(EstimateError::NoGames);
    };
    match estimate {
        _ if counts.is_constant() && mean > 0.0 && mean < 1.0 => {
            RatingEstimate::Unknown(EstimateError::NoVariation(counts.kind()))
        }
        EstimatedRange::AtMost(score) => RatingEstimate::AtMost(elo_of_score(score)),
        EstimatedRange::AtLeast(score) => RatingEstimate::AtLeast(elo_of_score(score)),
        EstimatedRange::Between(low, high) => {
            // With four points on each side the error is less than the distance to 0 and to 1.
            let error = quantile() * deviation / samples.sqrt();
            RatingEstimate::Interval {
                value: elo_of_score(mean),
                margin: (elo_of_score(mean + error) - elo_of_score(mean - error)) / 2.0,
                low: elo_of_score(low),
                high: elo_of_score(high),
            }
        }
    }
}

fn normalized_elo(counts: &ScoreCounts) -> RatingEstimate {
    let Some((mean, deviation, samples)) = moments(counts) else {
        return RatingEstimate::Unknown(EstimateError::NoGames);
    };
    if counts.is_constant() && mean > 0.0 && mean < 1.0 {
        return RatingEstimate::Unknown(EstimateError::NoVariation(counts.kind()));
    }
    let of_ratio = |ratio: f64| normalized_elo_of_ratio(ratio, counts.kind());
    match interval::estimate_ratio(counts) {
        None => RatingEstimate::Unknown(EstimateError::FewPoints),
        Some(EstimatedRange::AtMost(ratio)) => RatingEstimate::AtMost(of_ratio(ratio)),
        Some(EstimatedRange::AtLeast(ratio)) => RatingEstimate::AtLeast(of_ratio(ratio)),
        Some(EstimatedRange::Between(low, high)) => RatingEstimate::Interval {
            value: of_ratio((mean - 0.5) / deviation),
            margin: of_ratio(quantile() / samples.sqrt()),
            low: of_ratio(low),
            high: of_ratio(high),
        },
    }
}

fn share_of_middle(counts: &ScoreCounts) -> Option<f64> {
    let middle = counts.counts()[counts.counts().len() / 2];
    (counts.samples() > 0).then(|| middle as f64 / counts.samples() as f64)
}

fn win_ratio(counts: &ScoreCounts) -> Option<f64> {
    let (below, rest) = counts.counts().split_at(counts.counts().len() / 2);
    let (below, above): (u64, u64) = (below.iter().sum(), rest[1..].iter().sum());
    (below > 0).then(|| above as f64 / below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(estimate: RatingEstimate, expected: [f64; 2]) {
        let RatingEstimate::Interval { value, margin, low, high } = estimate else { panic!("{estimate:?}") };
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 5e-5, "{found} instead of {expected}");
        near(value, expected[0]);
        near(margin, expected[1]);
        assert!(low < value && value < high);
    }

    #[test]
    fn differences_are_those_of_the_known_tables() {
        let first = Comparison::new(ScoreCounts::of_pairs([177, 1629, 3083, 1780, 221]));
        check(first.elo, [6.0265, 3.4929]);
        check(first.normalized_elo, [10.0110, 5.8009]);
        assert!((first.superiority.expect("scores vary") - 0.99964).abs() < 5e-6);
        check(Comparison::new(ScoreCounts::of_pairs([244, 1980, 3630, 2067, 263])).elo, [2.6534, 3.2424]);
        let third = Comparison::new(ScoreCounts::of_pairs([379, 10170, 21828, 10640, 343]));
        check(third.normalized_elo, [3.0505, 2.3124]);
    }

    /// The sign of the difference, 1 or -1, with a confidence of 95 %; 0 if it is open.
    fn sign(estimate: &RatingEstimate) -> i32 {
        match *estimate {
            RatingEstimate::Interval { low, high, .. } => i32::from(low > 0.0) - i32::from(high < 0.0),
            RatingEstimate::AtLeast(bound) => i32::from(bound > 0.0),
            RatingEstimate::AtMost(bound) => -i32::from(bound < 0.0),
            RatingEstimate::Unknown(_) => 0,
        }
    }

    /// Regression: "likely better" was 99 % beside a bound, or an interval, that was on both sides
    /// of 0, because each was computed in its own way.
    #[test]
    fn no_statement_contradicts_another() {
        // Small counts, and multiples of them.
        let cells = [0, 1, 2, 5, 9];
        let of_pairs = (0..cells.len().pow(5)).map(|nth| {
            let cell = |place: u32| cells[nth / cells.len().pow(place) % cells.len()];
            [0, 1, 2, 3, 4].map(cell)
        });
        let large = [[3, 10, 80, 16, 4], [0, 30, 0, 40, 1], [1, 0, 7, 0, 90], [60, 1, 0, 1, 80]];
        let large =
            large.iter().flat_map(|pairs| [1, 7, 60, 3_000, 1_000_000].map(|times| pairs.map(|count| count * times)));
        let of_games = (0..20_u64.pow(2)).map(|nth| ScoreCounts::of_games(nth % 20, 3, nth / 20));
        let (mut decided, mut undecided) = (0, 0);
        for counts in of_pairs.chain(large).map(ScoreCounts::of_pairs).chain(of_games) {
            let comparison = Comparison::new(counts);
            let (sign, of_normalized) = (sign(&comparison.elo), sign(&comparison.normalized_elo));
            // The normalised difference may have no bound at all.
            let is_known = comparison.normalized_elo != RatingEstimate::Unknown(EstimateError::FewPoints);
            assert!(of_normalized == sign || !is_known, "{comparison:?}");
            let Some(superiority) = comparison.superiority else {
                assert!(matches!(comparison.elo, RatingEstimate::Unknown(_)), "{comparison:?}");
                continue;
            };
            let (value, said) = match comparison.elo {
                RatingEstimate::Interval { value, .. } => {
                    (value, i32::from(superiority > 0.975) - i32::from(superiority < 0.025))
                }
                RatingEstimate::AtLeast(_) => (0.0, i32::from(superiority > 0.95)),
                RatingEstimate::AtMost(_) => (0.0, -i32::from(superiority < 0.05)),
                RatingEstimate::Unknown(_) => panic!("{comparison:?}"),
            };
            assert_eq!(said, sign, "{comparison:?}");
            assert!(value.abs() < 1e-9 || (value > 0.0) == (superiority > 0.5), "{comparison:?}");
            let told = comparison.elo.margin_to_show();
            assert!(told.is_none_or(|margin| (value.abs() > margin) == (sign != 0)), "{comparison:?}");
            *(if sign == 0 { &mut undecided } else { &mut decided }) += 1;
        }
        assert!(decided > 500 && undecided > 500, "{decided} {undecided}");
    }

    #[test]
    fn what_is_likely_is_never_told_as_certain() {
        let text = |pairs| Comparison::new(ScoreCounts::of_pairs(pairs)).superiority_text(2);
        assert_eq!(text([0, 0, 0, 0, 6]).as_deref(), Some("at least 98.44 %"));
        assert_eq!(text([6, 0, 0, 0, 0]).as_deref(), Some("at most 1.56 %"));
        assert_eq!(text([0, 0, 0, 0, 42]).as_deref(), Some("more than 99.99 %"));
        assert_eq!(text([9000, 0, 0, 0, 42]).as_deref(), Some("less than 0.01 %"));
        assert_eq!(text([5, 0, 0, 0, 5]).as_deref(), Some("50.00 %"));
        assert_eq!(text([0, 0, 42, 0, 0]), None);
    }

    /// Regression: two pairs with half of the points made it "at most 100.00 %" likely that the
    /// first is better, and Elo at most +757.
    #[test]
    fn a_bound_beyond_zero_is_left_out() {
        for pairs in [[0, 1, 0, 1, 0], [0, 0, 0, 0, 3], [3, 0, 0, 0, 0], [0, 0, 3, 7, 0]] {
            let comparison = Comparison::new(ScoreCounts::of_pairs(pairs));
            assert!(matches!(comparison.elo, RatingEstimate::AtMost(_) | RatingEstimate::AtLeast(_)), "{comparison:?}");
            assert_eq!(comparison.elo.to_show(), RatingEstimate::Unknown(EstimateError::FewPoints), "{pairs:?}");
            assert_eq!(comparison.superiority_text(2), None, "{pairs:?}");
        }
        let swept = Comparison::new(ScoreCounts::of_pairs([0, 0, 0, 0, 6])).elo;
        assert_eq!(swept.to_show(), swept);
    }

    /// Regression: normalized Elo was `+410.10 +- 48.15` beside an interval of twice that width,
    /// because only one of the two accounted for how well the deviation is known.
    #[test]
    fn the_margin_that_is_shown_is_that_of_the_interval() {
        let comparison = Comparison::new(ScoreCounts::of_pairs([0, 2, 15, 30, 53]));
        for estimate in [comparison.elo, comparison.normalized_elo] {
            let RatingEstimate::Interval { low, high, .. } = estimate else { panic!("{estimate:?}") };
            let shown = estimate.margin_to_show().expect("far from 0");
            assert!((low + 2.0 * shown - high).abs() < 1e-9, "{estimate:?}");
        }
        let RatingEstimate::Interval { margin, .. } = comparison.normalized_elo else { panic!("{comparison:?}") };
        let shown = comparison.normalized_elo.margin_to_show().expect("far from 0");
        assert!(shown > 1.1 * margin, "the standard errors of the score alone are too narrow");
    }

    #[test]
    fn many_samples_make_both_intervals_alike() {
        let RatingEstimate::Interval { value, margin, low, high } =
            Comparison::new(ScoreCounts::of_pairs([1770, 16290, 30830, 17800, 2210])).elo
        else {
            panic!("there are pairs")
        };
        assert!((low - (value - margin)).abs() < 0.01 && (high - (value + margin)).abs() < 0.01);
    }

    #[test]
    fn ratios_of_pairs() {
        let comparison = Comparison::new(ScoreCounts::of_pairs([1, 3, 8, 6, 2]));
        assert_eq!((comparison.draw_ratio, comparison.win_ratio), (Some(0.4), Some(2.0)));
        let comparison = Comparison::new(ScoreCounts::of_games(5, 5, 0));
        assert_eq!((comparison.draw_ratio, comparison.win_ratio), (Some(0.5), None));
    }

    #[test]
    fn too_little_says_why() {
        let nothing = Comparison::new(ScoreCounts::of_pairs([0; 5]));
        assert_eq!(nothing.elo, RatingEstimate::Unknown(EstimateError::NoGames));
        assert_eq!((nothing.superiority, nothing.draw_ratio, nothing.win_ratio), (None, None, None));
        let same = Comparison::new(ScoreCounts::of_pairs([0, 0, 100, 0, 0]));
        assert_eq!(same.elo, RatingEstimate::Unknown(EstimateError::NoVariation(SampleKind::Pair)));
        let RatingEstimate::Unknown(why) = same.elo else { panic!("{same:?}") };
        assert_eq!(why.to_string(), "every pair of games had the same score");
    }

    #[test]
    fn a_clean_sweep_has_a_bound() {
        let RatingEstimate::AtLeast(bound) = Comparison::new(ScoreCounts::of_games(100, 0, 0)).elo else { panic!() };
        assert!((bound - 606.79).abs() < 0.01, "{bound}");
        let swept = Comparison::new(ScoreCounts::of_pairs([50, 1, 0, 0, 0]));
        assert!(matches!(swept.elo, RatingEstimate::AtMost(bound) if bound < -400.0), "{swept:?}");
        assert!(matches!(swept.normalized_elo, RatingEstimate::AtMost(bound) if bound < -390.0), "{swept:?}");
        let short = Comparison::new(ScoreCounts::of_games(3, 0, 0));
        assert_eq!(short.normalized_elo, RatingEstimate::Unknown(EstimateError::FewPoints));
    }
}
