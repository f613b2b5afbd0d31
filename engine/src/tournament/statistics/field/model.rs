//! Davidson's model of wins, draws and losses, fitted by maximum likelihood. Knows no intervals.
//!
//! Sources: R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired
//! Comparison Experiments", JASA 65 (1970); R. R. Davidson and R. J. Beaver, "On Extending the
//! Bradley-Terry Model to Incorporate Within-Pair Order Effects", Biometrics 33 (1977). In
//! logarithms it is a multinomial logit with one covariate: the likelihood is concave.

use std::f64::consts::LN_10;

use super::games::{CellCounts, FieldCounts};
use super::order::{CountedOrder, ParameterPlaces};
use super::point::Point;

/// Games between two equal players, one of each result, that are added with this weight: so the
/// first seat's advantage and the share of draws stay finite if one seat wins everything, or if no
/// games or all are drawn. They add no information about players.
const PRIOR: f64 = 0.5;

/// How many draws with a player of the field's mean strength are added for each player in an
/// estimate. They keep the strength of a player finite that has won or lost everything. They say
/// nothing about how many games are drawn.
const PRIOR_DRAWS: f64 = 0.5;

/// A step that raises the logarithm of the likelihood by less than half of this is the last one.
const PRECISION: f64 = 1e-10;

/// The same for a sample, of which only the place among other samples matters: within a thousandth of
/// a standard error.
const SAMPLE_PRECISION: f64 = 1e-6;

/// Natural logarithms as Elo.
const ELO: f64 = 400.0 / LN_10;

/// A fitted model.
#[derive(Debug, Clone)]
pub(super) struct Model {
    /// By player, in natural logarithms, with the mean 0; `None` outside of the group.
    strengths: Vec<Option<f64>>,
    advantage: f64,
    /// The logarithm of a draw's weight.
    draw: f64,
    /// Those of three players that are level, of four, and so on.
    ties: Vec<f64>,
}

impl Model {
    /// The likeliest model of the games among `group`, of which any two can be compared. A model of
    /// similar games is a start that saves steps.
    pub fn fit(counts: &FieldCounts, group: &[usize], start: Option<&Self>) -> Self {
        Self::fit_with(counts, group, start, 0.0)
    }

    /// The model of the games among `group`, of which any two need not be comparable: half a draw of
    /// each with the mean of the group is added.
    pub fn estimate(counts: &FieldCounts, group: &[usize]) -> Self {
        Self::fit_with(counts, group, None, PRIOR_DRAWS)
    }

    fn fit_with(counts: &FieldCounts, group: &[usize], start: Option<&Self>, prior_draws: f64) -> Self {
        let mut place = vec![None; counts.players];
        group.iter().enumerate().for_each(|(nth, &player)| place[player] = Some(nth));
        let cells: Vec<_> = counts
            .cells
            .iter()
            .filter_map(|((first, second), counts)| {
                Some((place[usize::from(*first)]?, place[usize::from(*second)]?, *counts))
            })
            .collect();
        let orders: Vec<_> = counts
            .orders
            .iter()
            .zip(&counts.order_counts)
            .filter(|(_, count)| **count > 0.0)
            .filter_map(|(order, count)| order.restricted(&place, *count))
            .collect();
        let likelihood =
            Likelihood { cells, orders, players: group.len(), largest_group: counts.largest_group(), prior_draws };
        let precision = if start.is_some() && !likelihood.orders.is_empty() { SAMPLE_PRECISION } else { PRECISION };
        let start = match start {
            Some(model) => {
                let strengths = group.iter().map(|&player| model.strengths[player].unwrap_or(0.0));
                strengths.chain([model.advantage, model.draw]).chain(model.ties.iter().copied()).collect()
            }
            None => vec![0.0; likelihood.size()],
        };
        let parameters = maximize(&likelihood, start, precision);
        let (strengths, rest) = parameters.split_at(group.len());
        let mean = strengths.iter().sum::<f64>() / group.len() as f64;
        let strength = |nth: Option<usize>| nth.map(|nth| strengths[nth] - mean);
        Self {
            strengths: place.into_iter().map(strength).collect(),
            advantage: rest[0],
            draw: rest[1],
            ties: rest[2..].to_vec(),
        }
    }

    /// By how much a difference of strengths shows less in the score than without draws.
    fn scale(&self) -> f64 {
        ELO * 2.0 / (2.0 + self.draw.exp())
    }

    /// A player's rating; the mean of the group is 0.
    pub fn rating(&self, player: usize) -> Option<f64> {
        self.strengths[player].map(|strength| strength * self.scale())
    }

    /// The advantage of the first seat.
    pub fn advantage(&self) -> f64 {
        self.advantage * self.scale()
    }

    /// The share of draws between equals.
    pub fn draw_ratio(&self) -> f64 {
        self.draw.exp() / (2.0 + self.draw.exp())
    }
}

/// The parameters are the strengths, the advantage of the first seat, the logarithm of a draw's
/// weight, and those of more players that are level.
struct Likelihood {
    cells: Vec<(usize, usize, CellCounts)>,
    orders: Vec<CountedOrder>,
    players: usize,
    /// How many players share a place at most, two or more.
    largest_group: usize,
    prior_draws: f64,
}

impl Likelihood {
    /// How many parameters there are.
    fn size(&self) -> usize {
        self.players + self.largest_group
    }

    fn at(&self, parameters: &[f64]) -> Point {
        let (advantage, draw) = (self.players, self.players + 1);
        let mut point = Point::zero(self.size());
        let mut add = |players: Option<(usize, usize)>, [lost, drawn, won]: CellCounts| {
            let own = players.map_or(0.0, |(first, second)| parameters[first] - parameters[second]);
            let difference = own + parameters[advantage];
            let exponents = [-difference / 2.0, parameters[draw], difference / 2.0];
            let highest = exponents.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = exponents.iter().map(|exponent| (exponent - highest).exp()).sum();
            let logs = exponents.map(|exponent| exponent - highest - sum.ln());
            let [p_lost, p_drawn, p_won] = logs.map(f64::exp);
            let games = lost + drawn + won;
            point.value += lost * logs[0] + drawn * logs[1] + won * logs[2];
            // Derivatives with respect to the difference and to the draws' logarithm.
            let by_difference = ((won - lost) - games * (p_won - p_lost)) / 2.0;
            let by_draw = drawn - games * p_drawn;
            let mean = (p_won - p_lost) / 2.0;
            let twice_difference = games * ((p_won + p_lost) / 4.0 - mean * mean);
            let both = -games * p_drawn * mean;
            let twice_draw = games * p_drawn * (1.0 - p_drawn);
            let signs = [
                (Some(advantage), 1.0),
                (players.map(|(first, _)| first), 1.0),
                (players.map(|(_, second)| second), -1.0),
            ];
            for (one, sign) in signs.into_iter().filter_map(|(one, sign)| Some((one?, sign))) {
                point.gradient[one] += sign * by_difference;
                point.curvature[one][draw] += sign * both;
                point.curvature[draw][one] += sign * both;
                for (other, other_sign) in signs.into_iter().filter_map(|(other, sign)| Some((other?, sign))) {
                    point.curvature[one][other] += sign * other_sign * twice_difference;
                }
            }
            point.gradient[draw] += by_draw;
            point.curvature[draw][draw] += twice_draw;
        };
        for &(first, second, counts) in &self.cells {
            add(Some((first, second)), counts);
        }
        add(None, [PRIOR; 3]);
        let places = ParameterPlaces { advantage, ties: draw, largest_group: self.largest_group };
        self.orders.iter().for_each(|order| order.add_to(&mut point, parameters, places));
        // A half of three and more that are level, and a half of those that are not.
        for (tie, weight) in parameters.iter().enumerate().skip(draw + 1) {
            let likely = 1.0 / (1.0 + (-weight).exp());
            point.value += PRIOR * (likely.ln() + (1.0 - likely).ln());
            point.gradient[tie] += PRIOR * (1.0 - 2.0 * likely);
            point.curvature[tie][tie] += 2.0 * PRIOR * likely * (1.0 - likely);
        }
        // Half of each of these draws is won and half is lost, as if no games were drawn.
        for (player, strength) in parameters[..self.players].iter().enumerate() {
            let won = -(-strength).exp().ln_1p();
            let lost = -strength.exp().ln_1p();
            point.value += self.prior_draws * (won + lost) / 2.0;
            let slope = (strength / 2.0).tanh() / 2.0;
            point.gradient[player] -= self.prior_draws * slope;
            point.curvature[player][player] += self.prior_draws * (0.25 - slope * slope);
        }
        // Only differences of strengths matter: this term holds their sum at 0 and changes nothing
        // else.
        let sum: f64 = parameters[..self.players].iter().sum();
        point.value -= sum * sum / 2.0;
        for one in 0..self.players {
            point.gradient[one] -= sum;
            for other in 0..self.players {
                point.curvature[one][other] += 1.0;
            }
        }
        point
    }
}

/// Newton's method; a step that overshoots is halved.
fn maximize(likelihood: &Likelihood, mut parameters: Vec<f64>, precision: f64) -> Vec<f64> {
    const STEPS: usize = 100;
    let mut point = likelihood.at(&parameters);
    for _ in 0..STEPS {
        let Some(step) = solve(point.curvature.clone(), point.gradient.clone()) else { break };
        let rise: f64 = step.iter().zip(&point.gradient).map(|(step, slope)| step * slope).sum();
        let mut share = 1.0;
        let next = loop {
            let candidate: Vec<_> = parameters.iter().zip(&step).map(|(at, step)| at + share * step).collect();
            let there = likelihood.at(&candidate);
            if there.value >= point.value || share < 1e-9 {
                break (candidate, there);
            }
            share /= 2.0;
        };
        (parameters, point) = next;
        if rise < precision {
            break;
        }
    }
    parameters
}

/// Solves `matrix * x = right` for a positive definite matrix by Cholesky's decomposition; `None`
/// if it is not one.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = match row == column {
                true if rest <= 0.0 => return None,
                true => rest.sqrt(),
                false => rest / matrix[column][column],
            };
        }
    }
    for row in 0..size {
        let known: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}
