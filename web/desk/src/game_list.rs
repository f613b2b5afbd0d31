//! Which games of a series are listed, and in which order. Draws nothing.

use std::cmp::Reverse;

use super::series::{ListedGame, ListedResult, Series};

/// Which games are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Filter {
    #[default]
    All,
    /// Those that this participant has lost.
    Losses(usize),
    /// Those in which a bot had a fault.
    Faults,
}

/// In which order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ListOrder {
    /// That of the schedule.
    #[default]
    Schedule,
    Shortest,
    Longest,
}

/// The prefix of the names of [`Filter::Losses`].
const LOSSES: &str = "losses-";

impl Filter {
    /// The filters for this many participants.
    pub(crate) fn all(participants: usize) -> impl Iterator<Item = Self> {
        [Self::All].into_iter().chain((0..participants).map(Self::Losses)).chain([Self::Faults])
    }

    /// Its name as a value of a field.
    pub(crate) fn name(self) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::Losses(participant) => format!("{LOSSES}{participant}"),
            Self::Faults => "faults".to_owned(),
        }
    }

    /// The filter of this name; all games for any other.
    pub(crate) fn named(name: &str) -> Self {
        match name.strip_prefix(LOSSES).and_then(|participant| participant.parse().ok()) {
            Some(participant) => Self::Losses(participant),
            None if name == Self::Faults.name() => Self::Faults,
            None => Self::All,
        }
    }

    fn lists(self, game: &ListedGame) -> bool {
        match self {
            Self::All => true,
            Self::Losses(participant) => {
                game.result_of(participant).is_some_and(|(_, result)| result == ListedResult::Lost)
            }
            Self::Faults => !game.faults.is_empty(),
        }
    }
}

impl ListOrder {
    pub(crate) const ALL: [Self; 3] = [Self::Schedule, Self::Shortest, Self::Longest];

    /// Its name as a value of a field.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Shortest => "shortest",
            Self::Longest => "longest",
        }
    }
}

/// The games that count, filtered and in order.
pub(crate) fn listed_games(series: &Series, filter: Filter, order: ListOrder) -> Vec<&ListedGame> {
    let mut games: Vec<_> = series.counted_games().filter(|game| filter.lists(game)).collect();
    match order {
        ListOrder::Schedule => games.sort_by_key(|game| game.number),
        ListOrder::Shortest => games.sort_by_key(|game| (game.turns, game.number)),
        ListOrder::Longest => games.sort_by_key(|game| (Reverse(game.turns), game.number)),
    }
    games
}

#[cfg(test)]
mod tests {
    use botyard_engine::fault::FaultKind;

    use super::*;
    use crate::series::tests::{line, series};

    #[test]
    fn games_are_filtered_and_sorted() {
        let mut series = series(4);
        for (unit, rotation, places, faults) in [
            (0, 0, [1, 2], vec![]),
            (0, 1, [1, 2], vec![]),
            (1, 0, [2, 1], vec![(0, FaultKind::Illegal)]),
            (1, 1, [1, 1], vec![]),
        ] {
            series.add_line(line(unit, rotation, places, faults)).expect("a game of the series");
        }
        for filter in Filter::all(2) {
            assert_eq!(Filter::named(&filter.name()), filter);
        }
        for (filter, order, expected) in [
            (Filter::All, ListOrder::Schedule, &[1, 2, 3, 4][..]),
            (Filter::All, ListOrder::Longest, &[3, 4, 1, 2]),
            (Filter::Losses(0), ListOrder::Longest, &[3, 2]),
            (Filter::Losses(0), ListOrder::Shortest, &[2, 3]),
            (Filter::Losses(1), ListOrder::Schedule, &[1]),
            (Filter::Faults, ListOrder::Schedule, &[3]),
        ] {
            let listed: Vec<_> = listed_games(&series, filter, order).iter().map(|game| game.number).collect();
            assert_eq!(listed, expected, "{filter:?} {order:?}");
        }
    }
}
