//! The columns of the table of participants: one line for each, in the order in which people read
//! them. Knows no format: a terminal, a spreadsheet, a document and the page write the cells down.

use super::super::participant::PAIR;
use super::super::place_points::PlaceCounts;
use super::super::scoring::Scoring;
use super::cell::{Cell, NumberFormat};
use super::row::Row;

/// All columns.
pub static COLUMNS: [Column; 19] = [
    shown("#", |row| Cell::Count(row.standing.place as u64)).data("place", 1).of_field(),
    shown("bot", |row| Cell::Name(row.name)).data("name", 2),
    shown("rating", |row| Cell::Rating(row.rating, row.estimate)).data("rating", 8).of_field(),
    shown("95 %", |row| Cell::Interval(row.rating)).of_field(),
    shown("mean place", |row| Cell::Number(row.places.and_then(PlaceCounts::mean), NumberFormat::decimals(2, Some(4))))
        .data("mean_place", 14)
        .of_many_seats()
        .help("the mean of the bot's places; bots that are level have the mean of the places that they share."),
    shown("first", |row| Cell::Number(row.places.and_then(PlaceCounts::first_share), NumberFormat::SHARE))
        .data("first_share", 15)
        .of_many_seats()
        .help("the share of its games in which the bot was first; a first place that some share is divided among them."),
    shown("won", |row| Cell::Count(row.standing.tally.results.won)).data("won", 4),
    shown("drawn", |row| Cell::Count(row.standing.tally.results.drawn)).data("drawn", 5).by(&BY_POINTS),
    shown("lost", |row| Cell::Count(row.standing.tally.results.lost)).data("lost", 6),
    shown("tied", |row| Cell::Count(row.standing.tally.results.drawn)).by(&BY_TRIALS),
    shown("failed starts", |row| Cell::Count(row.standing.failed_starts))
        .data("failed_starts", 7)
        .of_field()
        .by(&BY_TRIALS),
    shown("points", |row| row.points()).data("points", 3).by(&BY_POINTS),
    shown("longest", |row| Cell::Time(row.standing.tally.time.longest)).data("longest_ns", 10),
    shown("of limit", |row| Cell::OfLimit(row.standing.tally.time, row.limit)).help(
        "how much of the time for an answer the longest one of the bot took: near 100 %, it may be late in other games.",
    ),
    shown("faults", |row| Cell::Faults(&row.standing.tally.faults)).data("faults", 11),
    hidden(|row| Cell::Time(row.standing.tally.time.total)).data("used_ns", 9),
    hidden(|row| Cell::RoundPoints(row.round_points.clone())).data("round_points", 12).of_field(),
    hidden(|row| Cell::Number(row.estimate, NumberFormat::decimals(2, Some(2)))).data("estimate", 13).of_field(),
    hidden(|row| Cell::Places(row.places.map_or_else(Vec::new, |places| places.counts().to_vec())))
        .data("places", 16)
        .of_many_seats(),
];

/// Tables that show points.
const BY_POINTS: [Scoring; 2] = [Scoring::Standard, Scoring::Ucc2012];
/// The table of the Connect 4 Moderator's trials.
const BY_TRIALS: [Scoring; 1] = [Scoring::Moderator];

/// A column of the table of participants.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The heading for people; `None` if only programs read the column.
    pub heading: Option<&'static str>,
    /// The meaning, if the heading does not say it: the rest of a sentence that begins with it.
    pub help: Option<&'static str>,
    /// The name and the place for programs; `None` if they can compute the column from others.
    pub data: Option<DataName>,
    value: for<'r, 'a> fn(&'r Row<'a>) -> Cell<'r>,
    is_of_field: bool,
    is_of_many_seats: bool,
    /// The ways of counting for which people see the column.
    scorings: &'static [Scoring],
}

/// How programs find a column. Never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataName {
    /// The key in JSON, and the heading, or the beginning of several, in CSV.
    pub key: &'static str,
    /// The place among the columns of CSV: new columns are the last.
    pub place: usize,
}

impl Column {
    /// A participant's value.
    pub fn cell<'r>(&self, row: &'r Row<'_>) -> Cell<'r> {
        (self.value)(row)
    }

    /// Whether the column belongs to a table of this kind: `has_places` is true for a tournament,
    /// whose participants are ranked, and false for a series; `seats` is how many play together.
    pub(super) fn is_in(&self, has_places: bool, seats: usize) -> bool {
        (has_places || !self.is_of_field) && (seats > PAIR || !self.is_of_many_seats)
    }

    /// The heading, if people see the column with this way of counting.
    pub(super) fn heading_by(&self, scoring: Scoring) -> Option<&'static str> {
        self.heading.filter(|_| self.scorings.contains(&scoring))
    }

    const fn data(mut self, key: &'static str, place: usize) -> Self {
        self.data = Some(DataName { key, place });
        self
    }

    const fn help(mut self, meaning: &'static str) -> Self {
        self.help = Some(meaning);
        self
    }

    /// Only in tables of tournaments, not of series.
    const fn of_field(mut self) -> Self {
        self.is_of_field = true;
        self
    }

    /// Only in tables of tournaments in which more than two play together.
    const fn of_many_seats(mut self) -> Self {
        self.is_of_many_seats = true;
        self.of_field()
    }

    const fn by(mut self, scorings: &'static [Scoring]) -> Self {
        self.scorings = scorings;
        self
    }
}

const fn hidden(value: for<'r, 'a> fn(&'r Row<'a>) -> Cell<'r>) -> Column {
    Column {
        heading: None,
        help: None,
        data: None,
        value,
        is_of_field: false,
        is_of_many_seats: false,
        scorings: &Scoring::ALL,
    }
}

const fn shown(heading: &'static str, value: for<'r, 'a> fn(&'r Row<'a>) -> Cell<'r>) -> Column {
    Column { heading: Some(heading), ..hidden(value) }
}
