//! One value of the table of participants, and its text for people. Knows no column.

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::statistics::{FieldRating, UNKNOWN, rating_estimate_text};
use super::super::tally::SeatTime;
use super::table::ColumnKind;

/// One value of the table of participants.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// A participant's name, as it is: foreign text.
    Name(&'a str),
    /// A number of games, starts or participants.
    Count(u64),
    /// A number, if it is known.
    Number(Option<f64>, NumberFormat),
    /// How often each place was taken, the first one first.
    Places(Vec<f64>),
    /// A time.
    Time(Duration),
    /// How much of the time for an answer the longest turn took; the limit, if it is known.
    OfLimit(SeatTime, Option<Duration>),
    /// A rating, if it has been computed, and an estimate if it is not known.
    Rating(Option<FieldRating>, Option<f64>),
    /// The interval of a rating, if it has been computed.
    Interval(Option<FieldRating>),
    /// How often each kind of fault occurred.
    Faults(&'a BTreeMap<&'static str, u64>),
    /// The points of the original competition in each round.
    RoundPoints(Vec<i64>),
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberFormat {
    /// The number of decimals that people see.
    decimals: usize,
    /// Whether people see a share, from 0 to 1, in percent.
    is_percent: bool,
    /// The number of decimals in CSV; `None` for as many as the number has.
    pub data_decimals: Option<usize>,
}

impl NumberFormat {
    /// A share, from 0 to 1.
    pub(super) const SHARE: Self = Self { decimals: 1, is_percent: true, data_decimals: Some(4) };

    /// With this many decimals for people, and for programs.
    pub(super) const fn decimals(decimals: usize, data_decimals: Option<usize>) -> Self {
        Self { decimals, is_percent: false, data_decimals }
    }

    fn text(self, number: f64) -> String {
        let Self { decimals, is_percent, .. } = self;
        if is_percent { format!("{:.decimals$} %", 100.0 * number) } else { format!("{number:.decimals$}") }
    }
}

impl Cell<'_> {
    /// The text for people; empty if the value is not known yet.
    pub fn text(&self) -> String {
        match self {
            Self::Name(name) => (*name).to_owned(),
            Self::Count(count) => count.to_string(),
            Self::Number(number, format) => number.map_or_else(|| UNKNOWN.to_owned(), |number| format.text(number)),
            Self::Places(counts) => counts.iter().map(|count| format!("{count:.1}")).collect::<Vec<_>>().join(", "),
            Self::Time(time) => format!("{time:.1?}"),
            Self::OfLimit(time, limit) => limit.map_or_else(String::new, |limit| time.share_text(limit)),
            Self::Rating(Some(FieldRating::Unrated(_)), Some(estimate)) => rating_estimate_text(*estimate),
            Self::Rating(rating, _) => rating.map_or_else(String::new, |rating| rating.value_text()),
            Self::Interval(rating) => rating.map_or_else(String::new, |rating| rating.interval_text()),
            Self::Faults(faults) if faults.is_empty() => "0".to_owned(),
            Self::Faults(faults) => list_faults(faults),
            Self::RoundPoints(points) => points.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        }
    }

    /// Whether the value is not known yet, of any participant: people see no column of such cells.
    pub(super) fn is_not_known_yet(&self) -> bool {
        matches!(self, Self::OfLimit(_, None) | Self::Rating(None, _) | Self::Interval(None))
    }

    /// The kind of a column of such cells.
    pub(super) fn column_kind(&self) -> ColumnKind {
        match self {
            Self::Name(_) => ColumnKind::Name,
            Self::Interval(_) | Self::Faults(_) | Self::RoundPoints(_) | Self::Places(_) => ColumnKind::Words,
            Self::Count(_) | Self::Number(..) | Self::Time(_) | Self::OfLimit(..) | Self::Rating(..) => {
                ColumnKind::Number
            }
        }
    }
}

/// Faults as people read them: `3 timeout, 1 exited`; empty if there are none.
pub fn list_faults(faults: &BTreeMap<&'static str, u64>) -> String {
    let faults: Vec<_> = faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    faults.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_listed_by_kind() {
        let faults = BTreeMap::from([("exited", 1), ("timeout", 3)]);
        assert_eq!(Cell::Faults(&faults).text(), "1 exited, 3 timeout");
        assert_eq!(Cell::Faults(&BTreeMap::new()).text(), "0");
    }

    #[test]
    fn the_share_of_an_unknown_limit_is_not_known() {
        let time = SeatTime { total: Duration::from_secs(2), longest: Duration::from_secs(1), of_bank: None };
        let [known, unknown] = [Some(Duration::from_secs(4)), None].map(|limit| Cell::OfLimit(time, limit));
        assert_eq!((known.text(), known.is_not_known_yet()), ("25.0 %".to_owned(), false));
        assert_eq!((unknown.text(), unknown.is_not_known_yet()), (String::new(), true));
    }
}
