//! Ratings as text, the same in a terminal and on the page.

use super::super::rating::rounded;
use super::{FieldInterval, FieldRating};

/// The text for an unknown number.
pub const UNKNOWN: &str = "n/a";

impl FieldRating {
    /// The rating in Elo, as a whole number with its sign.
    pub fn value_text(&self) -> String {
        match self {
            Self::Rated { value, .. } => elo(*value),
            Self::Unrated(_) => UNKNOWN.to_owned(),
        }
    }

    /// The interval of the rating, in Elo; empty if there is none.
    pub fn interval_text(&self) -> String {
        let Self::Rated { interval, .. } = self else { return String::new() };
        match interval {
            FieldInterval::Between(low, high) => format!("{} to {}", elo(*low), elo(*high)),
            FieldInterval::AtMost(bound) => format!("at most {}", elo(*bound)),
            FieldInterval::AtLeast(bound) => format!("at least {}", elo(*bound)),
            FieldInterval::Anchor => "anchor".to_owned(),
            FieldInterval::Unknown(_) => UNKNOWN.to_owned(),
        }
    }

    /// Why the rating, or its interval, cannot be known: a clause.
    pub fn unknown_reason(&self) -> Option<String> {
        match self {
            Self::Unrated(why) => Some(format!("no rating ({why})")),
            Self::Rated { interval: FieldInterval::Unknown(why), .. } => Some(format!("no interval ({why})")),
            Self::Rated { .. } => None,
        }
    }
}

/// An estimate of a rating that is not known, in Elo: a whole number with its sign, and a mark before
/// it.
pub fn rating_estimate_text(estimate: f64) -> String {
    format!("~{}", elo(estimate))
}

/// A whole number with its sign; never `-0`.
fn elo(value: f64) -> String {
    format!("{:+.0}", rounded(value, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_a_whole_number_with_its_sign() {
        let rated = |value, interval| FieldRating::Rated { value, interval };
        let text = |rating: FieldRating| (rating.value_text(), rating.interval_text());
        let expected = |value: &str, interval: &str| (value.to_owned(), interval.to_owned());
        assert_eq!(text(rated(-0.2, FieldInterval::Between(-12.4, 11.6))), expected("+0", "-12 to +12"));
        assert_eq!(text(rated(507.0, FieldInterval::AtLeast(429.0))), expected("+507", "at least +429"));
        assert_eq!(text(rated(0.0, FieldInterval::Anchor)), expected("+0", "anchor"));
        assert_eq!(rating_estimate_text(1_203.4), "~+1203");
    }
}
