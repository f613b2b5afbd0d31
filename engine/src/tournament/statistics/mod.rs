//! The statistics of results: rating differences of two players with their intervals, tests of them
//! that can stop early, and ratings of a [field](FieldRatings). Knows no bots, no games' rules and
//! no schedule; works on [counts of scores](ScoreCounts).
//!
//! A number that cannot be computed has a reason instead ([`EstimateError`]): no number here is
//! ever infinite or not a number.

mod comparison;
mod field;
mod interval;
mod likelihood;
mod rating;
mod score_counts;
mod sprt;

pub use comparison::{Comparison, EstimateError, RatingEstimate};
pub use field::{
    Anchor, FieldGames, FieldInterval, FieldRating, FieldRatings, IntervalError, RatingError, RatingsAfter, UNKNOWN,
    rating_estimate_text,
};
pub use interval::CONFIDENCE;
pub use rating::{EloModel, EloModelError, rounded};
pub use score_counts::{SampleKind, ScoreCounts, ScoreCountsError};
pub use sprt::{Sprt, SprtError, SprtVerdict};
