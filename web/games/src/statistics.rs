//! What a game counts for each seat, position by position: the numbers behind the scoreboard and its curves. Knows no
//! game and draws nothing.

use botyard_engine::seat::Seat;

use super::{GamePage, StatisticParts};

/// The numbers of a match: for every position one for each seat and each thing that is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatisticsTable {
    seats: usize,
    names: &'static [&'static str],
    parts: Option<StatisticParts>,
    values: Vec<u32>,
}

impl StatisticsTable {
    /// For so many seats; `names` are what is counted, `parts` what the first of them is made of.
    pub fn new(seats: usize, names: &'static [&'static str], parts: Option<StatisticParts>) -> Self {
        Self { seats, names, parts, values: Vec::new() }
    }

    /// What is counted.
    pub fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// What the first number is made of, if that is counted.
    pub fn parts(&self) -> Option<StatisticParts> {
        self.parts
    }

    /// For how many seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// In how many positions; none if nothing is counted.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.width()).unwrap_or(0)
    }

    /// Whether nothing has been counted.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The number of a seat after `at` turns; the last there is if there are not so many.
    ///
    /// # Panics
    /// If nothing has been counted, or there is no such seat or `nth` name.
    pub fn at(&self, at: usize, seat: Seat, nth: usize) -> u32 {
        self.of(at, seat)[nth]
    }

    /// The parts of a seat's first number after `at` turns; of the last there is if there are not so many.
    ///
    /// # Panics
    /// If nothing has been counted, or there is no such seat.
    pub fn parts_at(&self, at: usize, seat: Seat) -> &[u32] {
        &self.of(at, seat)[self.names.len()..]
    }

    /// All numbers of a seat after `at` turns.
    fn of(&self, at: usize, seat: Seat) -> &[u32] {
        let (at, each) = (at.min(self.len() - 1), self.each());
        &self.values[at * self.width() + seat.index() * each..][..each]
    }

    /// Counts one more position.
    pub fn push<G: GamePage>(&mut self, position: &G) {
        for seat in (0..self.seats).map(Seat::new) {
            self.values.extend((0..self.names.len()).map(|nth| G::statistic(position, seat, nth)));
            self.values.extend((0..self.parts_len()).map(|nth| G::statistic_part(position, seat, nth)));
        }
    }

    /// Forgets all but the first `positions`.
    pub(super) fn truncate(&mut self, positions: usize) {
        self.values.truncate(positions * self.width());
    }

    /// How many numbers a position has.
    fn width(&self) -> usize {
        self.seats * self.each()
    }

    /// How many numbers a seat has.
    fn each(&self) -> usize {
        self.names.len() + self.parts_len()
    }

    fn parts_len(&self) -> usize {
        self.parts.map_or(0, |parts| parts.names.len())
    }
}
