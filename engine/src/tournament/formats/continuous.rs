//! The continuous format: the pairing is played next that most lowers the expected variance of the
//! ratings, until the tournament is stopped.
//!
//! Strengths are estimated by Bradley's and Terry's model, in which a draw is half a win, with a draw
//! of each participant against one of the mean strength, so that no strength is infinite. The inverse
//! of the information about them is their covariance. A unit adds information to it, the more, the
//! more open its games are; of all pairings the one is chosen after which the sum of the variances
//! is the smallest (A-optimal design). The next choice of a batch expects that unit to be played.
//!
//! Every game is stored under its place in the schedule, so a tournament that goes on, on any
//! computer, must choose the same pairings from the same results. So nothing here is computed by
//! functions that systems round differently: only by `+`, `-`, `*` and `/`.

use super::round_robin::pairs;
use super::{FirstPairings, FormatDefinition, PairingResults};
use crate::tournament::participant::{PAIR, Pair};

pub(in super::super) const FORMAT: FormatDefinition = FormatDefinition::new(
    "continuous",
    "The pairing that says most about the ratings is played next, until it is stopped",
    FirstPairings::Chosen { of: pairs, choose },
);

/// How many draws of each participant with one of the mean strength are added.
const PRIOR_DRAWS: f64 = 1.0;

/// The pairings of the next units, by their places among `pairings`, which are those of all two. The
/// results are those of each pairing.
fn choose(participants: usize, pairings: &[Pair], results: &[PairingResults], units: usize) -> Vec<usize> {
    let strengths = Strengths::estimate(participants, pairings, results);
    let mut design = Design::new(&strengths, pairings, results);
    (0..units).map(|_| design.choose_next()).collect()
}

/// A symmetric matrix, by rows.
type Matrix = Vec<Vec<f64>>;

/// The estimated strengths of the participants: the expected score of one against another is its part
/// of the sum of both.
struct Strengths(Vec<f64>);

impl Strengths {
    /// The strength of the participants that all others are compared with.
    const MEAN: f64 = 1.0;

    /// The likeliest ones, by Newton's method.
    fn estimate(participants: usize, pairings: &[Pair], results: &[PairingResults]) -> Self {
        const STEPS: usize = 30;
        const PRECISION: f64 = 1e-9;
        let mut strengths = Self(vec![Self::MEAN; participants]);
        for _ in 0..STEPS {
            let mut slope: Vec<_> =
                strengths.0.iter().map(|own| PRIOR_DRAWS * (0.5 - own / (own + Self::MEAN))).collect();
            for ([one, other], result) in pairings.iter().map(|pair| pair.map(|who| who.index())).zip(results) {
                let games: f64 = result.points.iter().sum();
                let surplus = result.points[0] - games * strengths.expected_score([one, other]);
                slope[one] += surplus;
                slope[other] -= surplus;
            }
            let covariance = inverse(strengths.information(pairings, |place| results[place].points.iter().sum()));
            let step = |row: &Vec<f64>| row.iter().zip(&slope).map(|(one, other)| one * other).sum::<f64>();
            let steps: Vec<_> = covariance.iter().map(step).collect();
            strengths.0.iter_mut().zip(&steps).for_each(|(strength, step)| *strength *= growth(*step));
            if steps.iter().all(|step| step.abs() < PRECISION) {
                break;
            }
        }
        strengths
    }

    fn expected_score(&self, [one, other]: [usize; PAIR]) -> f64 {
        self.0[one] / (self.0[one] + self.0[other])
    }

    /// How much a game says about the difference of two: the variance of its score.
    fn information_of_game(&self, pair: [usize; PAIR]) -> f64 {
        let expected = self.expected_score(pair);
        expected * (1.0 - expected)
    }

    /// The information about the logarithms of the strengths, if each pairing has this many games.
    fn information(&self, pairings: &[Pair], games: impl Fn(usize) -> f64) -> Matrix {
        let mut information = vec![vec![0.0; self.0.len()]; self.0.len()];
        for (participant, own) in self.0.iter().enumerate() {
            let sum = own + Self::MEAN;
            information[participant][participant] += PRIOR_DRAWS * own * Self::MEAN / (sum * sum);
        }
        for (place, pair) in pairings.iter().enumerate() {
            let [one, other] = pair.map(|who| who.index());
            let weight = games(place) * self.information_of_game([one, other]);
            information[one][one] += weight;
            information[other][other] += weight;
            information[one][other] -= weight;
            information[other][one] -= weight;
        }
        information
    }
}

/// By how much a strength grows in a step of its logarithm, which is at most 1: a quotient of
/// polynomials in place of the exponential function. Where the method ends, both are 1.
fn growth(step: f64) -> f64 {
    let step = step.clamp(-1.0, 1.0);
    let even = 1.0 + step * step / 12.0;
    (even + step / 2.0) / (even - step / 2.0)
}

/// The covariance of the strengths after the units that are played and chosen.
struct Design {
    pairs: Vec<[usize; PAIR]>,
    /// The information of a unit of each pairing, whose games are one for each seating.
    weights: Vec<f64>,
    covariance: Matrix,
    /// The products of the covariances with their distances from the mean: by it, a change of the sum
    /// of all variances is known without a product of matrices.
    squared: Matrix,
}

impl Design {
    fn new(strengths: &Strengths, pairings: &[Pair], results: &[PairingResults]) -> Self {
        let pairs: Vec<_> = pairings.iter().map(|pair| pair.map(|who| who.index())).collect();
        // A unit that repeats another one, or is void, is expected to say something, too. So a pairing
        // that never does is not chosen for ever.
        let games = |place: usize| (PAIR as u64 * results[place].units) as f64;
        let covariance = inverse(strengths.information(pairings, games));
        let centred: Matrix = covariance.iter().map(|row| centre(row)).collect();
        let product =
            |one: &Vec<f64>, other: &Vec<f64>| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
        let products = |row: &Vec<f64>| covariance.iter().map(|column| product(row, column)).collect();
        let squared = centred.iter().map(products).collect();
        let weights = pairs.iter().map(|pair| PAIR as f64 * strengths.information_of_game(*pair)).collect();
        Self { pairs, weights, covariance, squared }
    }

    /// The pairing after whose unit the sum of the variances is the smallest: of several, the first.
    /// Its unit is expected to be played from now on.
    fn choose_next(&mut self) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        for place in 0..self.pairs.len() {
            let gain = self.gain(place);
            if gain > best.0 {
                best = (gain, place);
            }
        }
        self.expect_unit(best.1);
        best.1
    }

    /// By how much a unit of a pairing lowers the sum of the variances of all strengths, measured from
    /// their mean.
    fn gain(&self, place: usize) -> f64 {
        let pair = self.pairs[place];
        self.share(place) * spread(&self.squared, pair)
    }

    /// How much of the variance of a difference a unit of this pairing takes away, for each square of
    /// it.
    fn share(&self, place: usize) -> f64 {
        let weight = self.weights[place];
        weight / (1.0 + weight * spread(&self.covariance, self.pairs[place]))
    }

    /// The rule of Sherman and Morrison.
    fn expect_unit(&mut self, place: usize) {
        let [one, other] = self.pairs[place];
        let share = self.share(place);
        let difference = |row: &Vec<f64>| row[one] - row[other];
        let along: Vec<_> = self.covariance.iter().map(difference).collect();
        let across: Vec<_> = self.squared.iter().map(difference).collect();
        let length: f64 = centre(&along).iter().zip(&along).map(|(one, other)| one * other).sum();
        for row in 0..along.len() {
            for column in 0..along.len() {
                let both = along[row] * along[column];
                let mixed = along[row] * across[column] + across[row] * along[column];
                self.covariance[row][column] -= share * both;
                self.squared[row][column] += share * (share * length * both - mixed);
            }
        }
    }
}

/// The variance of the difference of two, if this is their covariance.
fn spread(matrix: &Matrix, [one, other]: [usize; PAIR]) -> f64 {
    matrix[one][one] + matrix[other][other] - 2.0 * matrix[one][other]
}

/// The distances from the mean.
fn centre(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

/// The inverse of a positive definite matrix: Gauss's and Jordan's method, which needs no pivots for
/// it.
fn inverse(mut matrix: Matrix) -> Matrix {
    for pivot in 0..matrix.len() {
        let divisor = std::mem::replace(&mut matrix[pivot][pivot], 1.0);
        matrix[pivot].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(nth, _)| *nth != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(value, above)| *value -= factor * above);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use botyard_effort::count;

    use super::*;
    use crate::tournament::tally::{GameDigest, PlayedGame};
    use crate::tournament::{Format, GameId, GameResult, Schedule, ScheduledGame, Tournament};

    /// The sum of the variances of the strengths, measured from their mean.
    fn variance(covariance: &Matrix) -> f64 {
        let centred: Matrix = covariance.iter().map(|row| centre(row)).collect();
        (0..centred.len()).map(|place| centred[place][place]).sum()
    }

    fn results(units: &[u64], points: &[[f64; PAIR]]) -> Vec<PairingResults> {
        let result = |(&units, points): (&u64, &[f64; PAIR])| PairingResults { points: points.to_vec(), units };
        units.iter().zip(points).map(result).collect()
    }

    /// Against the sum of all variances, with a unit more of each pairing.
    #[test]
    fn the_unit_is_chosen_that_lowers_the_variance_most() {
        let all = pairs(4);
        let results =
            results(&[3, 1, 1, 2, 0, 2], &[[5.0, 1.0], [2.0, 0.0], [2.0, 0.0], [1.5, 2.5], [0.0, 0.0], [3.0, 1.0]]);
        let strengths = Strengths::estimate(4, &all, &results);
        let mut design = Design::new(&strengths, &all, &results);
        let mut units: Vec<_> = results.iter().map(|result| result.units as f64).collect();
        let after = |units: &[f64]| variance(&inverse(strengths.information(&all, |place| 2.0 * units[place])));
        for _ in 0..20 {
            let before = after(&units);
            let lowered = |place: usize| {
                let mut more = units.clone();
                more[place] += 1.0;
                before - after(&more)
            };
            let gains: Vec<_> = (0..all.len()).map(lowered).collect();
            for (place, gain) in gains.iter().enumerate() {
                assert!((design.gain(place) - gain).abs() < 1e-9, "{place}: {} instead of {gain}", design.gain(place));
            }
            let chosen = design.choose_next();
            assert!(gains.iter().all(|gain| *gain < gains[chosen] + 1e-9), "{chosen}: {gains:?}");
            units[chosen] += 1.0;
        }
    }

    #[test]
    fn strengths_are_the_likeliest() {
        let all = pairs(2);
        // At the likeliest strengths, the points are the expected ones: 3 of 4 games, and half of a draw.
        let strengths = Strengths::estimate(2, &all, &results(&[2], &[[3.0, 1.0]]));
        let [strong, weak] = [strengths.0[0], strengths.0[1]];
        assert!((strong * weak - 1.0).abs() < 1e-9, "they are as far from the mean: {strong} {weak}");
        let score = 4.0 * strengths.expected_score([0, 1]) + strong / (strong + 1.0);
        assert!((score - 3.5).abs() < 1e-9, "{score} points of five games");
    }

    /// Nothing is known before the first game, so everybody plays.
    #[test]
    fn everybody_plays_in_the_first_batch() {
        for participants in 2..40 {
            let schedule = Schedule::new(Format::Continuous, participants, Schedule::ENDLESS, 1).expect("a schedule");
            assert_eq!(schedule.units(), participants as u64);
            let units = (0..schedule.units()).map(|unit| schedule.unit(unit).participants.to_vec());
            let mut seen: Vec<_> = units.flatten().map(|who| who.index()).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), participants);
        }
    }

    /// A field of simulated strengths, in Elo, with draws and an advantage of the first seat.
    struct Field {
        strengths: Vec<f64>,
        rng: fastrand::Rng,
    }

    impl Field {
        fn play(&mut self, game: &ScheduledGame) -> GameResult {
            const ADVANTAGE: f64 = 50.0;
            let [first, second] = [0, 1].map(|seat| self.strengths[game.seats[seat].index()]);
            let chance = 10.0_f64.powf((first - second + ADVANTAGE) / 800.0);
            let (won, drawn) = (chance, 0.3);
            let lost = 1.0 / chance;
            let at = self.rng.f64() * (won + drawn + lost);
            let places = if at < won {
                [1, 2]
            } else if at < won + drawn {
                [1, 1]
            } else {
                [2, 1]
            };
            let GameId { unit, rotation } = game.id;
            let mut digest = [rotation as u8; 16];
            digest[..8].copy_from_slice(&unit.to_le_bytes());
            GameResult::Played(PlayedGame {
                places: places.to_vec(),
                digest: GameDigest(digest),
                faults: Vec::new(),
                times: Vec::new(),
                competition_points: None,
            })
        }

        /// After how many games of a tournament the participants are in the order of their strengths,
        /// which fall, for good: up to this many units.
        fn games_until_order_stands(&mut self, format: Format, units: u64) -> u64 {
            let participants = self.strengths.len();
            let rounds = if format.is_endless() { units } else { units.div_ceil(pairs(participants).len() as u64) };
            let schedule = Schedule::new(format, participants, rounds, 1).expect("a schedule");
            let (all, mut tournament, mut stands) = (pairs(participants), Tournament::new(schedule, None), 0);
            while let Some(game) = tournament.next_game() {
                tournament.record(game.id, self.play(&game)).expect("a new result");
                let counted = tournament.counted_units();
                if counted % participants as u64 == 0 && game.id.rotation == 1 {
                    let result = |tally: &crate::tournament::PairingTally| PairingResults {
                        points: tally.players().iter().map(|player| player.results.points()).collect(),
                        units: tally.units(),
                    };
                    let results: Vec<_> = tournament.tallies().iter().map(result).collect();
                    let found = Strengths::estimate(participants, &all, &results);
                    if !found.0.is_sorted_by(|one, other| one > other) {
                        stands = 2 * counted;
                    }
                }
            }
            stands
        }
    }

    /// Twelve bots, each 100 Elo above the next one.
    #[test]
    fn the_order_of_known_bots_stands_after_fewer_games_than_in_a_round_robin() {
        let first = botyard_effort::seed(1);
        let games = |format: Format| -> u64 {
            let tournament = |nth: u64| {
                let rng = fastrand::Rng::with_seed(first + nth);
                let mut field = Field { strengths: (0..12).map(|place| -100.0 * f64::from(place)).collect(), rng };
                field.games_until_order_stands(format, 1_500)
            };
            (0..count(16, 100)).map(tournament).sum()
        };
        let (chosen, all) = (games(Format::Continuous), games(Format::RoundRobin));
        assert!(chosen as f64 <= 0.7 * all as f64, "{chosen} games, and {all} of a round robin");
    }
}
