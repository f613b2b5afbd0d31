//! What results say of players: rating differences of two, how sure they are, and when a test of
//! them can stop; and ratings of a [field](FieldRatings). Knows no bots, no games' rules and no
//! schedule; works on [counts of scores](ScoreCounts).
//!
//! A statement that cannot be made says why ([`EstimateError`]): no number here is ever infinite or
//! not a number.

mod comparison;
mod field;
mod interval;
mod likelihood;
mod rating;
mod score_counts;
mod sprt;

pub use comparison::{Comparison, EstimateError, RatingEstimate};
pub use field::{Anchor, FieldGames, FieldInterval, FieldRating, FieldRatings, IntervalError, RatingError, UNKNOWN};
pub use interval::CONFIDENCE;
pub use rating::{EloModel, EloModelError, rounded};
pub use score_counts::{SampleKind, ScoreCounts, ScoreCountsError};
pub use sprt::{Sprt, SprtError, SprtVerdict};
