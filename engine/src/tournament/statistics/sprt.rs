//! Wald's sequential probability ratio test: whether a difference is nearer to one Elo value or to
//! another, with as few games as possible. Generalised to unknown draw rates by maximum likelihood,
//! as fishtest and OpenBench do.

use super::likelihood::{Tilted, WeightedScore};
use super::rating::{EloModel, ratio_of_normalized_elo, score_of_elo};
use super::score_counts::ScoreCounts;

/// The test of H0, "the difference is `elo0`", against H1, "it is `elo1`".
///
/// ```
/// use botyard_engine::tournament::statistics::{EloModel, ScoreCounts, Sprt, SprtVerdict};
///
/// let sprt = Sprt::new(0.0, 3.0, 0.05, 0.05, EloModel::Normalized)?;
/// let pairs = ScoreCounts::of_pairs([177, 1629, 3083, 1780, 221]);
/// assert_eq!(sprt.verdict(&pairs), SprtVerdict::Continue);
/// # Ok::<(), botyard_engine::tournament::statistics::SprtError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Neither hypothesis is likely enough: play on.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// Why a test is not possible.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("invalid hypotheses: elo0 ({elo0}) must be less than elo1 ({elo1})")]
    Order {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// A hypothesis is out of range.
    #[error("invalid Elo difference {0}: expected -{LARGEST} to {LARGEST}")]
    Elo(f64),
    /// A probability of error is out of range.
    #[error("invalid probability of error {0}: expected more than 0 and less than 0.5")]
    Probability(f64),
}

/// The largest difference a hypothesis can name: beyond it nearly all games are won, and a test is
/// over after a handful.
const LARGEST: f64 = 800.0;

/// The count of an empty cell: the likelihood must not be 0 because a result has not occurred yet.
const EMPTY: f64 = 0.001;

impl Sprt {
    /// A test that accepts H1 under H0 with the probability `alpha`, and H0 under H1 with the
    /// probability `beta`.
    ///
    /// # Errors
    /// If the differences are not in order or in range, or a probability is not between 0 and 1/2.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| elo.is_nan() || elo.abs() > LARGEST) {
            return Err(SprtError::Elo(elo));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if let Some(probability) =
            [alpha, beta].into_iter().find(|&probability| !(probability > 0.0 && probability < 0.5))
        {
            return Err(SprtError::Probability(probability));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The difference under H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference under H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The meaning of the differences.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The logarithms of the likelihood ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the counts are under H1 than under H0; 0 without samples.
    pub fn log_likelihood_ratio(&self, counts: &ScoreCounts) -> f64 {
        if counts.samples() == 0 {
            return 0.0;
        }
        let cells: Vec<WeightedScore> =
            counts.weighted().map(|(score, count)| (score, f64::max(count, EMPTY))).collect();
        let deficit = |elo: f64| {
            let tilted = match self.model {
                EloModel::Normalized => Tilted::with_ratio(&cells, ratio_of_normalized_elo(elo, counts.kind())),
                EloModel::Logistic => Tilted::with_mean(&cells, score_of_elo(elo)),
            };
            tilted.expect("every cell has a weight, and the difference is in range").deficit(&cells)
        };
        deficit(self.elo0) - deficit(self.elo1) + 0.0
    }

    /// The state of the test after these samples.
    pub fn verdict(&self, counts: &ScoreCounts) -> SprtVerdict {
        let ((lower, upper), ratio) = (self.bounds(), self.log_likelihood_ratio(counts));
        if ratio >= upper {
            SprtVerdict::AcceptH1
        } else if ratio <= lower {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
    }

    /// Pairs, hypotheses and the ratios that fishtest's calculator gives for them.
    const KNOWN: [([u64; 5], [f64; 2], f64, f64); 4] = [
        ([177, 1629, 3083, 1780, 221], [0.0, 3.0], 2.9129, 4.2743),
        ([244, 1980, 3630, 2067, 263], [-3.0, 1.0], 2.9045, 5.3364),
        ([379, 10170, 21828, 10640, 343], [0.0, 2.0], 2.9455, 3.1257),
        ([365, 16618, 36229, 16974, 390], [0.0, 2.0], 2.2504, -0.0059),
    ];

    #[test]
    fn ratios_are_those_of_the_known_tables() {
        for (pairs, [elo0, elo1], normalized, logistic) in KNOWN {
            let pairs = ScoreCounts::of_pairs(pairs);
            for (model, expected) in [(EloModel::Normalized, normalized), (EloModel::Logistic, logistic)] {
                let ratio = sprt(elo0, elo1, model).log_likelihood_ratio(&pairs);
                assert!((ratio - expected).abs() < 5e-5, "{pairs} {model:?}: {ratio} instead of {expected}");
            }
        }
    }

    #[test]
    fn any_counts_have_a_finite_ratio() {
        let hypotheses = [[-800.0, -790.0], [-5.0, 5.0], [0.0, 50.0], [0.0, 300.0], [0.0, 800.0], [700.0, 800.0]];
        for ([elo0, elo1], samples) in hypotheses.into_iter().flat_map(|elo| [1, 50, 1_000_000].map(|n| (elo, n))) {
            // Every choice of cells that have samples.
            for filled in 0..32 {
                let pairs = [0, 1, 2, 3, 4].map(|cell| if filled >> cell & 1 == 1 { samples } else { 0 });
                let games = ScoreCounts::of_games(pairs[0], pairs[1], pairs[2]);
                for (model, counts) in [EloModel::Normalized, EloModel::Logistic]
                    .into_iter()
                    .flat_map(|model| [(model, ScoreCounts::of_pairs(pairs)), (model, games)])
                {
                    let ratio = sprt(elo0, elo1, model).log_likelihood_ratio(&counts);
                    assert!(ratio.is_finite(), "{counts} [{elo0}, {elo1}] {model:?}: {ratio}");
                }
            }
        }
    }

    #[test]
    fn more_of_the_same_never_lowers_the_ratio_of_a_winner() {
        let sprt = sprt(0.0, 50.0, EloModel::Normalized);
        let ratio = |scale: u64| sprt.log_likelihood_ratio(&ScoreCounts::of_pairs([1, 3, 9, 6, 4].map(|n| n * scale)));
        let ratios: Vec<_> = [1, 2, 4, 8, 16].map(ratio).into();
        assert!(ratios.is_sorted() && ratios[0] > 0.0, "{ratios:?}");
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.05, 0.1, EloModel::Logistic).expect("a test").bounds();
        assert!((lower - (0.1_f64 / 0.95).ln()).abs() < 1e-12 && (upper - (0.9_f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn tests_that_cannot_be_are_refused() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Normalized).err();
        assert_eq!(new(5.0, 5.0, 0.05, 0.05), Some(SprtError::Order { elo0: 5.0, elo1: 5.0 }));
        assert_eq!(new(0.0, 801.0, 0.05, 0.05), Some(SprtError::Elo(801.0)));
        assert!(matches!(new(f64::NAN, 5.0, 0.05, 0.05), Some(SprtError::Elo(_))));
        assert_eq!(new(0.0, 5.0, 0.0, 0.05), Some(SprtError::Probability(0.0)));
        assert_eq!(new(0.0, 5.0, 0.05, 0.5), Some(SprtError::Probability(0.5)));
    }

    /// Plays pairs until the test ends.
    fn decide(sprt: &Sprt, rng: &mut fastrand::Rng, [win, draw]: [f64; 2]) -> SprtVerdict {
        let mut pairs = ScoreCounts::of_pairs([0; 5]);
        loop {
            let mut game = || match rng.f64() {
                chance if chance < win => 2,
                chance if chance < win + draw => 1,
                _ => 0,
            };
            pairs.add(game() + game());
            match sprt.verdict(&pairs) {
                SprtVerdict::Continue => {}
                verdict => return verdict,
            }
        }
    }

    /// Games of which two fifths are drawn: the chances of a win and of a draw where the expected
    /// score is so far above 1/2.
    fn chances(advantage: f64) -> [f64; 2] {
        [0.3 + advantage, 0.4]
    }

    /// How often a test of [0, 60] ends wrongly if the true difference is one of the two; at 60,
    /// the expected score is `advantage` above 1/2. Wald's bounds ignore that the ratio overshoots
    /// them, so errors are rather rarer than promised.
    #[track_caller]
    fn check_errors(model: EloModel, advantage: f64) {
        const TESTS: usize = 600;
        let mut rng = fastrand::Rng::with_seed(16);
        let sprt = Sprt::new(0.0, 60.0, 0.05, 0.1, model).expect("a test");
        let mut wrong = |chances: [f64; 2], error| {
            (0..TESTS).filter(|_| decide(&sprt, &mut rng, chances) == error).count() as f64 / TESTS as f64
        };
        let false_positives = wrong(chances(0.0), SprtVerdict::AcceptH1);
        let false_negatives = wrong(chances(advantage), SprtVerdict::AcceptH0);
        // The promise plus three standard deviations of a share of 600; 0 errors would mean that
        // the test tests nothing.
        assert!((0.01..0.077).contains(&false_positives), "{false_positives} of 0.05");
        assert!((0.02..0.137).contains(&false_negatives), "{false_negatives} of 0.1");
    }

    #[test]
    fn errors_of_the_normalized_model_are_as_rare_as_promised() {
        // The scores of these games have the deviation sqrt(0.6 / 4) around 1/2.
        check_errors(EloModel::Normalized, 60.0 / 800.0 * std::f64::consts::LN_10 * 0.15_f64.sqrt());
    }

    #[test]
    fn errors_of_the_logistic_model_are_as_rare_as_promised() {
        check_errors(EloModel::Logistic, 1.0 / (1.0 + 10.0_f64.powf(-60.0 / 400.0)) - 0.5);
    }
}
