//! The series that is shown, with its state besides its games: how it is stored, and its ratings.

use botyard_engine::tournament::statistics::{Anchor, FieldRatings};
use js_sys::Uint8Array;

use super::milliseconds;
use crate::lost_turns::LostTurns;
use crate::series::Series;

/// Ratings are computed again after this many times the duration of the last computation.
const RATINGS_REST: f64 = 10.0;

/// The series that is shown.
pub(super) struct ShownSeries {
    /// Its number in the store; `None` until it has one.
    pub(super) store_id: Option<u32>,
    pub(super) series: Series,
    pub(super) bots: Vec<Uint8Array>,
    /// How many of its lines, in the order in which they came, are stored.
    pub(super) stored_line_count: usize,
    /// Whether lines are being stored: the next ones follow together.
    pub(super) is_storing: bool,
    pub(super) ratings: Option<ComputedRatings>,
    /// Which turns lost its games.
    pub(super) lost_turns: LostTurns,
}

/// The ratings of a tournament when this many units counted.
pub(super) struct ComputedRatings {
    pub(super) units: u64,
    pub(super) ratings: FieldRatings,
    /// When they were computed, and how long that took, in milliseconds.
    pub(super) at: f64,
    pub(super) took: f64,
}

impl ShownSeries {
    pub(super) fn new(series: Series, bots: Vec<Uint8Array>) -> Self {
        let (store_id, stored_line_count, is_storing, ratings) = Default::default();
        Self { store_id, series, bots, stored_line_count, is_storing, ratings, lost_turns: LostTurns::default() }
    }

    /// Computes the ratings of a tournament, if others are due: at once where no game is played any
    /// more.
    pub(super) fn rate(&mut self, is_playing: bool) {
        let counted = self.series.counted_games_of_all();
        let is_due = |last: &ComputedRatings| {
            let has_rested = milliseconds() - last.at > RATINGS_REST * last.took;
            last.units != counted.units() && (has_rested || !is_playing)
        };
        if self.series.is_series() || counted.units() == 0 || !self.ratings.as_ref().is_none_or(is_due) {
            return;
        }
        let start = milliseconds();
        let ratings = FieldRatings::estimate_named(counted.field(), &self.series.names(), Anchor::Mean);
        let (units, at) = (counted.units(), milliseconds());
        self.ratings = Some(ComputedRatings { units, ratings, at, took: at - start });
    }
}
