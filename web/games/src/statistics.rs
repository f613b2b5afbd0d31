//! Statistics: the numbers that a game counts for each seat in each position, which the page shows
//! below the board and as curves. Knows no game and draws nothing.

use botyard_engine::seat::Seat;

/// A number that a game counts for each seat.
pub struct Statistic<G: 'static> {
    /// The name of the counted thing: `land`.
    pub name: &'static str,
    /// Counts it for a seat in a position.
    pub of: fn(&G, Seat) -> u32,
}

/// The numbers that another number is the sum of.
pub struct StatisticParts<G: 'static> {
    /// The name of their sum: `units by health`.
    pub name: &'static str,
    /// The parts, the lightest shade first.
    pub parts: &'static [Statistic<G>],
}

/// The names of [`StatisticParts`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartNames {
    /// The name of the parts' sum.
    pub name: &'static str,
    /// The name of each part.
    pub names: Vec<&'static str>,
}

/// The statistics of a match: for each position the numbers of each seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatisticsTable {
    seats: usize,
    names: Vec<&'static str>,
    parts: Option<PartNames>,
    values: Vec<u32>,
}

impl StatisticsTable {
    /// The empty table of a match with this many seats.
    pub fn new<G>(seats: usize, statistics: &[Statistic<G>], parts: Option<&StatisticParts<G>>) -> Self {
        let names = |statistics: &[Statistic<G>]| statistics.iter().map(|statistic| statistic.name).collect();
        let parts = parts.map(|of| PartNames { name: of.name, names: names(of.parts) });
        Self { seats, names: names(statistics), parts, values: Vec::new() }
    }

    /// The names of the statistics.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The names of the first number's parts, if they are counted.
    pub fn parts(&self) -> Option<&PartNames> {
        self.parts.as_ref()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The number of positions; 0 if there are no statistics.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.width()).unwrap_or(0)
    }

    /// Whether the table has no numbers.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The `nth` number of a seat after `at` turns; that of the last position if there are fewer
    /// turns.
    ///
    /// # Panics
    /// If there are no positions, or no such seat or `nth` name.
    pub fn at(&self, at: usize, seat: Seat, nth: usize) -> u32 {
        self.values(at, seat)[nth]
    }

    /// The parts of a seat's first number after `at` turns; those of the last position if there are
    /// fewer turns.
    ///
    /// # Panics
    /// If there are no positions, or no such seat.
    pub fn parts_at(&self, at: usize, seat: Seat) -> &[u32] {
        &self.values(at, seat)[self.names.len()..]
    }

    /// All numbers of a seat after `at` turns.
    fn values(&self, at: usize, seat: Seat) -> &[u32] {
        let (at, each) = (at.min(self.len() - 1), self.each());
        &self.values[at * self.width() + seat.index() * each..][..each]
    }

    /// Counts one more position; takes the same statistics as [`StatisticsTable::new`].
    pub fn push<G>(&mut self, position: &G, statistics: &[Statistic<G>], parts: Option<&StatisticParts<G>>) {
        let parts = parts.map_or(&[][..], |of| of.parts);
        for seat in (0..self.seats).map(Seat::new) {
            self.values.extend(statistics.iter().chain(parts).map(|statistic| (statistic.of)(position, seat)));
        }
    }

    /// Removes all but the first `positions`.
    pub(crate) fn truncate(&mut self, positions: usize) {
        self.values.truncate(positions * self.width());
    }

    /// How many numbers a position has.
    fn width(&self) -> usize {
        self.seats * self.each()
    }

    /// How many numbers a seat has.
    fn each(&self) -> usize {
        self.names.len() + self.parts.as_ref().map_or(0, |parts| parts.names.len())
    }
}
