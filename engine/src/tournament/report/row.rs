//! The results of one participant, of which a table has a row. Knows no columns.

use std::time::Duration;

use super::super::place_points::PlaceCounts;
use super::super::scoring::{Scoring, Standing};
use super::super::statistics::FieldRating;
use super::cell::{Cell, NumberFormat};

/// The results of a participant.
#[derive(Debug)]
pub struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) standing: Standing,
    pub(super) rating: Option<FieldRating>,
    /// An estimate of the rating, if that is not known.
    pub(super) estimate: Option<f64>,
    /// How long a bot may take for an answer, if that is known.
    pub(super) limit: Option<Duration>,
    pub(super) round_points: Vec<i64>,
    pub(super) scoring: Scoring,
    /// Its places, if more than two play together.
    pub(super) places: Option<&'a PlaceCounts>,
}

impl Row<'_> {
    pub(super) fn points(&self) -> Cell<'static> {
        let decimals = match self.scoring {
            Scoring::Standard => 1,
            Scoring::Ucc2012 | Scoring::Moderator => 0,
        };
        Cell::Number(Some(self.standing.points), NumberFormat::decimals(decimals, None))
    }
}
