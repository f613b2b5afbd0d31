//! The series: all participants play each game together, two of them or as many as a game seats.

use super::{FirstPairings, FormatDefinition};

pub(in super::super) const FORMAT: FormatDefinition = FormatDefinition {
    rotated_seats_max: usize::MAX,
    ..FormatDefinition::new("series", "All bots play every game together", FirstPairings::All)
};
