//! The parameters of a map, and which of them are impossible. Draws nothing.

use std::ops::RangeInclusive;

use super::super::map::{ARMY_MAX, SIDE_MAX, counted};
use super::super::survey::reach;
use crate::seat::Seats;

/// The parameters of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapParams {
    /// The seed of the random draws.
    pub seed: u64,
    /// How many rows, 1 to [`SIDE_MAX`].
    pub rows: usize,
    /// How many columns, 1 to [`SIDE_MAX`].
    pub columns: usize,
    /// How many capitals.
    pub players: usize,
    /// How much of the map is mountains, in percent. Fewer where more would cut it into parts.
    pub mountains: u32,
    /// How much of the map is cities, in percent. Fewer where more would part the capitals or be
    /// unfair.
    pub cities: u32,
    /// The armies of cities.
    pub armies: RangeInclusive<u32>,
    /// The fewest steps from one capital to another, on the shortest way, be it through cities;
    /// `None` for as many as fit well.
    pub distance: Option<u32>,
    /// By how many percent the ground near one capital may fall behind that near another; `None`
    /// for as few as fit well.
    pub difference: Option<u32>,
}

impl MapParams {
    /// The shares of the original generator, and seed 0.
    pub fn new(rows: usize, columns: usize, players: usize) -> Self {
        Self {
            seed: 0,
            rows,
            columns,
            players,
            mountains: 20,
            cities: 10,
            armies: 35..=55,
            distance: None,
            difference: None,
        }
    }

    /// How many cells the map has.
    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// How far from a capital ground counts as near.
    pub(super) fn reach(&self) -> u32 {
        reach(self.cells(), self.players)
    }

    pub(super) fn check(&self) -> Result<(), GenerateMapError> {
        let cells = self.cells();
        if !(1..=SIDE_MAX).contains(&self.rows) || !(1..=SIDE_MAX).contains(&self.columns) {
            Err(GenerateMapError::Size(self.rows, self.columns))
        } else if !(1..=Seats::MAX).contains(&self.players) || self.players > cells {
            Err(GenerateMapError::Players(self.players, cells))
        } else if self.mountains.saturating_add(self.cities) > 100 {
            Err(GenerateMapError::Shares(self.mountains, self.cities))
        } else if self.armies.is_empty() || *self.armies.end() > ARMY_MAX {
            Err(GenerateMapError::Armies(*self.armies.start(), *self.armies.end()))
        } else if self.players > 1 && self.distance.is_some_and(|distance| distance as usize >= cells) {
            Err(GenerateMapError::NotFound)
        } else {
            Ok(())
        }
    }
}

/// Why a map is not possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateMapError {
    /// A side is too short or too long.
    #[error("a map of {0} rows and {1} columns is not possible: each is between 1 and {SIDE_MAX}")]
    Size(usize, usize),
    /// No players, or too many.
    #[error("{} do not fit on a map of {} (1 to {max} players)", counted(*.0, "player"), counted(*.1, "cell"), max = Seats::MAX)]
    Players(usize, usize),
    /// More than everything.
    #[error("{0} % mountains and {1} % cities are more than the whole map")]
    Shares(u32, u32),
    /// No army.
    #[error("city armies from {0} to {1} are not possible: they are at most {ARMY_MAX}, the smaller number first")]
    Armies(u32, u32),
    /// The demands contradict each other, or nearly.
    #[error("no such map was found: ask for less distance, less fairness, fewer players or fewer mountains")]
    NotFound,
}
