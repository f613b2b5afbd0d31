//! Rating differences of two participants, as people read them. Estimates nothing.

use super::super::statistics::{EstimateError, RatingEstimate, UNKNOWN, rounded};

/// How many decimals numbers have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Precision {
    elo: usize,
    pub(super) percentage: usize,
    pub(super) log_likelihood: usize,
}

impl Precision {
    /// Enough to compare the numbers with those of other programs.
    pub const FULL: Self = Self { elo: 2, percentage: 2, log_likelihood: 4 };
    /// Whole Elo, for a narrow panel.
    pub const BRIEF: Self = Self { elo: 0, percentage: 1, log_likelihood: 2 };
}

/// A rating difference with its interval, or the reason why it is unknown.
pub fn estimate_text(estimate: &RatingEstimate, precision: Precision) -> String {
    match (value(estimate, precision), estimate.to_show()) {
        (Err(why), _) => unknown(why),
        (Ok(value), RatingEstimate::Interval { low, high, .. }) => {
            let [low, high] = [low, high].map(|elo| signed(elo, precision.elo));
            format!("{value} (95 %: {low} to {high})")
        }
        (Ok(bound), _) => format!("{bound} (95 %; one side has too few points for an interval)"),
    }
}

/// A rating difference in whole Elo with its margin, or with its interval if the margin would
/// contradict it; or a bound.
///
/// # Errors
/// Why it is unknown.
pub fn short_estimate_text(estimate: &RatingEstimate) -> Result<String, EstimateError> {
    let value = value(estimate, Precision::BRIEF)?;
    Ok(match (estimate.margin_to_show(), estimate) {
        (None, RatingEstimate::Interval { low, high, .. }) => {
            format!("{value} ({} to {})", signed(*low, 0), signed(*high, 0))
        }
        _ => value,
    })
}

/// The likeliest difference with its margin, or a bound.
fn value(estimate: &RatingEstimate, precision: Precision) -> Result<String, EstimateError> {
    let decimals = precision.elo;
    match estimate.to_show() {
        RatingEstimate::Interval { value, .. } => {
            let margin = estimate.margin_to_show().map_or_else(String::new, |margin| format!(" ± {margin:.decimals$}"));
            Ok(format!("{}{margin}", signed(value, decimals)))
        }
        RatingEstimate::AtMost(bound) => Ok(format!("at most {}", signed(bound, 0))),
        RatingEstimate::AtLeast(bound) => Ok(format!("at least {}", signed(bound, 0))),
        RatingEstimate::Unknown(why) => Err(why),
    }
}

/// That a number is unknown, and why.
pub(super) fn unknown(why: impl std::fmt::Display) -> String {
    format!("{UNKNOWN}: {why}")
}

/// A difference with its sign; never `-0`.
fn signed(elo: f64, decimals: usize) -> String {
    format!("{:+.decimals$}", rounded(elo, decimals as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(estimate: RatingEstimate, full: &str, brief: &str, short: Result<&str, EstimateError>) {
        assert_eq!(estimate_text(&estimate, Precision::FULL), full);
        assert_eq!(estimate_text(&estimate, Precision::BRIEF), brief);
        assert_eq!(short_estimate_text(&estimate), short.map(str::to_owned));
    }

    #[test]
    fn a_difference_has_a_margin_and_an_interval() {
        check(
            RatingEstimate::Interval { value: 6.03, margin: 3.4, low: 2.54, high: 9.52 },
            "+6.03 ± 3.49 (95 %: +2.54 to +9.52)",
            "+6 ± 3 (95 %: +3 to +10)",
            Ok("+6 ± 3"),
        );
        // The margin would say that the difference is not 0.
        check(
            RatingEstimate::Interval { value: 12.0, margin: 9.0, low: -1.0, high: 18.0 },
            "+12.00 (95 %: -1.00 to +18.00)",
            "+12 (95 %: -1 to +18)",
            Ok("+12 (-1 to +18)"),
        );
    }

    #[test]
    fn a_bound_that_decides_nothing_is_unknown() {
        let few = "n/a: one side has too few points";
        check(RatingEstimate::AtMost(757.0), few, few, Err(EstimateError::FewPoints));
        let bound = "at least +34 (95 %; one side has too few points for an interval)";
        check(RatingEstimate::AtLeast(34.0), bound, bound, Ok("at least +34"));
    }

    /// A score of 1/2 is -0 Elo if it is only computed.
    #[test]
    fn equal_bots_differ_by_no_elo() {
        check(
            RatingEstimate::Interval { value: -0.0, margin: 12.0, low: -12.0, high: 12.0 },
            "+0.00 ± 12.00 (95 %: -12.00 to +12.00)",
            "+0 ± 12 (95 %: -12 to +12)",
            Ok("+0 ± 12"),
        );
    }
}
