//! The chance of winning a position, estimated by a model that was fitted to games of bots. Knows no
//! game but by its features, and no matches. `engine/examples/fit_win_model.rs` writes the files of
//! the models.

use serde::{Deserialize, Serialize};

/// A seat's chance to win against one other, in its usual sense: 0 to 1, a draw counts half.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The estimate.
    pub estimate: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Chance {
    /// What is known: 1 of a match that is won, 0 of one that is lost.
    pub fn known(share: f64) -> Self {
        Self { estimate: share, low: share, high: share }
    }

    /// The same for the other seat.
    #[must_use]
    pub fn for_other_side(self) -> Self {
        Self { estimate: 1.0 - self.estimate, low: 1.0 - self.high, high: 1.0 - self.low }
    }

    /// The estimate with its interval, for people: `62 % (57 to 68)`.
    pub fn describe(self) -> String {
        let percent = |share: f64| (100.0 * share).round();
        format!("{} % ({} to {})", percent(self.estimate), percent(self.low), percent(self.high))
    }
}

/// A game's features and the file of the model that was fitted to them.
#[derive(Debug)]
pub struct WinFeatures<G> {
    /// Writes the features of a position of two seats that is not over, from -1 to 1 or not much
    /// more: each changes its sign if the seats change places, so that nobody is better off by the
    /// order of the seats.
    pub measure: fn(&G) -> Vec<f64>,
    /// The names of the features, in the same order.
    pub names: &'static [&'static str],
    /// The file.
    pub model: &'static str,
}

/// How much more the first of two has than the second, for what both have: -1 to 1.
pub(crate) fn share_difference([first, second]: [f64; 2]) -> f64 {
    let all = first + second;
    if all == 0.0 { 0.0 } else { (first - second) / all }
}

/// Logistic regression without an intercept, and how well it did with games that it was not fitted
/// to.
#[derive(Debug, Clone, PartialEq)]
pub struct WinModel {
    /// A weight for each feature.
    pub weights: Vec<f64>,
    /// The bands of estimates, from even positions to won ones.
    pub bands: Vec<CalibrationBand>,
}

/// The positions whose estimate for the side that is ahead lies between two shares.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationBand {
    /// How many there are.
    pub positions: u32,
    /// The mean of their estimates.
    pub estimate: f64,
    /// The share of them that this side won.
    pub won: f64,
    /// The interval of that share at 95 %: positions of the same game are not independent.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The lower ends of the bands. The last one ends at 1.
pub const BANDS: [f64; 6] = [0.5, 0.55, 0.65, 0.75, 0.85, 0.95];

/// A file that is not that of a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {0} is neither a weight nor a band")]
pub struct WinModelError(usize);

impl WinModel {
    /// Reads a model's file: lines of `weight NAME VALUE` and
    /// `band POSITIONS ESTIMATE WON LOW HIGH`.
    ///
    /// # Errors
    /// The first other line that is not a comment, and not blank.
    pub fn read(file: &str) -> Result<Self, WinModelError> {
        let mut model = Self { weights: Vec::new(), bands: Vec::new() };
        for (at, line) in file.lines().enumerate() {
            let invalid = || WinModelError(at + 1);
            let number = |word: &str| word.parse::<f64>().map_err(|_| invalid());
            match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
                [] => {}
                [comment, ..] if comment.starts_with('#') => {}
                ["weight", _, weight] => model.weights.push(number(weight)?),
                ["band", positions, estimate, won, low, high] => model.bands.push(CalibrationBand {
                    positions: positions.parse().map_err(|_| invalid())?,
                    estimate: number(estimate)?,
                    won: number(won)?,
                    low: number(low)?,
                    high: number(high)?,
                }),
                _ => return Err(invalid()),
            }
        }
        Ok(model)
    }

    /// The file, without its comments.
    pub fn write(&self, names: &[&str]) -> String {
        let weights = names.iter().zip(&self.weights).map(|(name, weight)| format!("weight {name} {weight:.5}\n"));
        let bands = self.bands.iter().map(|band| {
            let CalibrationBand { positions, estimate, won, low, high } = band;
            format!("band {positions} {estimate:.4} {won:.4} {low:.4} {high:.4}\n")
        });
        weights.chain(bands).collect()
    }

    /// The chance of the first seat in a position with these features.
    pub fn estimate(&self, features: &[f64]) -> Chance {
        let sum: f64 = features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum();
        self.with_interval(1.0 / (1.0 + (-sum).exp()))
    }

    /// An estimate with its interval: as far from it as the share that was won lay, with its own
    /// interval, in positions with such estimates.
    fn with_interval(&self, estimate: f64) -> Chance {
        let (below, above) = self.margins(estimate);
        Chance { estimate, low: (estimate - below).max(0.0), high: (estimate + above).min(1.0) }
    }

    /// How far below and above an estimate its interval reaches: between the means of two bands, in
    /// proportion.
    fn margins(&self, estimate: f64) -> (f64, f64) {
        let ahead = self.bands.iter().map(|band| {
            let (below, above) = (band.estimate - band.low, band.high - band.estimate);
            (band.estimate, below.max(0.0), above.max(0.0))
        });
        let behind = ahead.clone().rev().map(|(mean, below, above)| (1.0 - mean, above, below));
        let points: Vec<_> = behind.chain(ahead).collect();
        let next = points.partition_point(|&(mean, ..)| mean < estimate);
        match (next.checked_sub(1).map(|before| points[before]), points.get(next)) {
            (Some((from, below, above)), Some(&(to, next_below, next_above))) => {
                let share = (estimate - from) / (to - from);
                (below + share * (next_below - below), above + share * (next_above - above))
            }
            (Some((_, below, above)), None) | (None, Some(&(_, below, above))) => (below, above),
            (None, None) => (1.0, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> WinModel {
        let file = "# fitted\n\nweight army 2\nweight land -1\nband 90 0.6 0.62 0.5 0.66\nband 10 0.9 0.8 0.7 0.88\n";
        WinModel::read(file).expect("a model")
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let written = model().write(&["army", "land"]);
        assert!(written.starts_with("weight army 2.00000\nweight land -1.00000\nband 90 0.6000 0.6200"), "{written}");
        assert_eq!(WinModel::read(&written), Ok(model()));
        assert_eq!(WinModel::read("weight army 2\nband 3\n"), Err(WinModelError(2)));
    }

    #[test]
    fn an_interval_is_as_wide_as_that_of_the_shares_that_were_won() {
        let shown = |estimate: f64| model().with_interval(estimate).describe();
        assert_eq!(shown(0.6), "60 % (50 to 66)");
        assert_eq!(shown(0.75), "75 % (60 to 78)", "between both bands");
        assert_eq!(shown(0.9), "90 % (70 to 90)", "it was won less often than that");
        assert_eq!(shown(0.99), "99 % (79 to 99)");
        assert_eq!(shown(0.5), "50 % (42 to 58)");
        let other = model().with_interval(0.25);
        assert_eq!(other.for_other_side().describe(), shown(0.75));
        let unfitted = WinModel { bands: Vec::new(), ..model() };
        assert_eq!(unfitted.with_interval(0.5).describe(), "50 % (0 to 100)");
    }

    #[test]
    fn equal_features_are_an_even_position() {
        assert!((model().estimate(&[0.0, 0.0]).estimate - 0.5).abs() < 1e-9);
        let (one, other) = (model().estimate(&[0.4, 0.1]), model().estimate(&[-0.4, -0.1]));
        assert!((one.estimate + other.estimate - 1.0).abs() < 1e-9 && one.estimate > 0.5);
    }
}
