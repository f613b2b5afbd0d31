//! Which games of a series are listed, and in which order. Draws nothing.

use std::cmp::Reverse;

use super::series::{ListedGame, ListedResult, Series};

/// Which games are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Filter {
    #[default]
    All,
    /// Those that the first bot has lost.
    Losses,
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

impl Filter {
    pub(crate) const ALL: [Self; 3] = [Self::All, Self::Losses, Self::Faults];

    /// Its name as a value of a field.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Losses => "losses",
            Self::Faults => "faults",
        }
    }

    fn lists(self, game: &ListedGame) -> bool {
        match self {
            Self::All => true,
            Self::Losses => game.standing == ListedResult::Lost,
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

/// The games that count, as they are listed.
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
        for (filter, order, expected) in [
            (Filter::All, ListOrder::Schedule, &[1, 2, 3, 4][..]),
            (Filter::All, ListOrder::Longest, &[3, 4, 1, 2]),
            (Filter::Losses, ListOrder::Longest, &[3, 2]),
            (Filter::Losses, ListOrder::Shortest, &[2, 3]),
            (Filter::Faults, ListOrder::Schedule, &[3]),
        ] {
            let listed: Vec<_> = listed_games(&series, filter, order).iter().map(|game| game.number).collect();
            assert_eq!(listed, expected, "{filter:?} {order:?}");
        }
    }
}
