//! Scores as rating differences: logistic Elo, and Elo in units of a game's standard deviation.
//!
//! Source of the normalised scale: Michel Van den Bergh, "Normalized Elo" (as fishtest uses it).

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;
use std::str::FromStr;

use super::score_counts::SampleKind;

/// How an Elo difference describes a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EloModel {
    /// By the expected score in units of a game's standard deviation: how many games it takes to
    /// see the difference. It does not depend on how many games are drawn.
    #[default]
    Normalized,
    /// By the expected score alone: `1 / (1 + 10^(-elo / 400))`.
    Logistic,
}

impl EloModel {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Normalized, Self::Logistic];

    /// The name, as options and files hold it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// A name that no model has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected normalized or logistic")]
pub struct EloModelError;

impl FromStr for EloModel {
    type Err = EloModelError;

    fn from_str(name: &str) -> Result<Self, EloModelError> {
        Self::ALL.into_iter().find(|model| model.name() == name).ok_or(EloModelError)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Normalised Elo for a score that is one standard deviation of a game above 1/2.
const PER_DEVIATION: f64 = 800.0 / LN_10;

/// A number with this many digits behind its point, as it is shown: never `-0.00`.
pub fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10.0_f64.powi(digits);
    (value * scale).round() / scale + 0.0
}

/// The logistic Elo difference at which the expected score is `score`, which is above 0 and below
/// 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    // At 1/2 it is 0, and not -0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The expected score, above 0 and below 1, at a logistic Elo difference.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The normalised Elo of a sample's mean this many of its standard deviations above 1/2.
pub(super) fn normalized_elo_of_ratio(ratio: f64, kind: SampleKind) -> f64 {
    ratio / deviations_per_sample(kind) * PER_DEVIATION
}

/// How many of a sample's standard deviations its mean is above 1/2 at a normalised Elo difference.
pub(super) fn ratio_of_normalized_elo(elo: f64, kind: SampleKind) -> f64 {
    elo / PER_DEVIATION * deviations_per_sample(kind)
}

/// The mean of two games that do not depend on each other has a standard deviation that is smaller
/// by the root of two.
fn deviations_per_sample(kind: SampleKind) -> f64 {
    match kind {
        SampleKind::Game => 1.0,
        SampleKind::Pair => SQRT_2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_shown_as_less_than_nothing() {
        let shown = [-0.0, -0.004, 0.004, -0.006, -12.345].map(|value| format!("{:+.2}", rounded(value, 2)));
        assert_eq!(shown, ["+0.00", "+0.00", "+0.00", "-0.01", "-12.35"]);
        assert_eq!(elo_of_score(0.5).to_string(), "0");
    }
}
