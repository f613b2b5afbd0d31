//! Where the units stand at the start. Knows no rules.
//!
//! The original's README promises equal distances and its program drew places; both are here. The
//! same parameters give the same board, on every machine and for ever.

use super::board::{BitMartyrBoard, BoardError, HEALTH_MAX, SIDE_MAX, TEAMS_MAX, Unit};
use super::lattice::Lattice;
use crate::seat::Seat;
use crate::split_mix::SplitMix64;

/// How places are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Placement {
    /// On a lattice as even as the board allows, the teams alternating along it.
    #[default]
    Spaced,
    /// Each drawn anew until its cell is free, for one unit of every team after another.
    Random,
}

impl Placement {
    /// Both, with their names.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Spaced, "spaced"), (Self::Random, "random")];
}

/// The parameters of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacementParams {
    /// How many cells a row has.
    pub width: usize,
    /// How many rows there are.
    pub height: usize,
    /// How many teams there are.
    pub teams: usize,
    /// How many units each of them has.
    pub population: usize,
    /// How their places are chosen.
    pub placement: Placement,
    /// The seed of the random placement.
    pub seed: u64,
}

impl PlacementParams {
    /// The original's defaults: 100 by 100 cells, five units a team.
    pub fn new(teams: usize) -> Self {
        Self { width: 100, height: 100, teams, population: 5, placement: Placement::Spaced, seed: 0 }
    }
}

/// Why a start is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The board is not possible.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// There are fewer colours than teams.
    #[error("{0} teams are not 1 to {TEAMS_MAX}")]
    Teams(usize),
    /// There are more units than cells.
    #[error("{teams} teams of {population} units do not fit on {cells} cells")]
    Full {
        /// How many teams there are to be.
        teams: usize,
        /// How many units of each.
        population: usize,
        /// How many cells there are.
        cells: usize,
    },
}

/// Puts the units on a board.
///
/// # Errors
/// If there is no such board, or no room on it.
pub fn place(params: &PlacementParams) -> Result<BitMartyrBoard, PlacementError> {
    let &PlacementParams { width, height, teams, population, .. } = params;
    let mut board = BitMartyrBoard::empty(width, height)?;
    if !(1..=TEAMS_MAX).contains(&teams) {
        return Err(PlacementError::Teams(teams));
    }
    if population.min(SIDE_MAX * SIDE_MAX) * teams > board.cells() {
        return Err(PlacementError::Full { teams, population, cells: board.cells() });
    }
    match params.placement {
        Placement::Random => scatter(&mut board, params),
        Placement::Spaced => space(&mut board, params),
    }
    Ok(board)
}

fn put_unit(board: &mut BitMartyrBoard, cell: usize, team: usize) {
    board.set_unit(cell, Some(Unit { team: Seat::new(team), health: HEALTH_MAX }));
}

fn scatter(board: &mut BitMartyrBoard, params: &PlacementParams) {
    let mut chance = SplitMix64::new(params.seed);
    for _ in 0..params.population {
        for team in 0..params.teams {
            let cell = loop {
                let cell = chance.below(board.cells());
                if board.unit(cell).is_none() {
                    break cell;
                }
            };
            put_unit(board, cell, team);
        }
    }
}

fn space(board: &mut BitMartyrBoard, params: &PlacementParams) {
    let points = params.population * params.teams;
    if points > 0 {
        let lattice = Lattice::new(params.width, params.height, points, params.teams);
        lattice.points().for_each(|(cell, team)| put_unit(board, cell, team));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement_params(width: usize, height: usize, teams: usize, population: usize) -> PlacementParams {
        PlacementParams { width, height, population, ..PlacementParams::new(teams) }
    }

    #[test]
    fn everyone_has_a_place() {
        for placement in [Placement::Spaced, Placement::Random] {
            for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (7, 5), (10, 10), (13, 8), (100, 100)] {
                for teams in 1..=TEAMS_MAX {
                    for population in (0..=width * height / teams).filter(|count| count % 7 < 4).take(60) {
                        let params = PlacementParams {
                            placement,
                            seed: 3,
                            ..placement_params(width, height, teams, population)
                        };
                        let board = place(&params).expect("there is room");
                        let counts: Vec<_> = (0..teams).map(|team| board.by_health(Seat::new(team))[4]).collect();
                        assert_eq!(counts, vec![population as u32; teams], "{params:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_board_can_be_full() {
        for placement in [Placement::Spaced, Placement::Random] {
            let board = place(&PlacementParams { placement, ..placement_params(6, 6, 4, 9) }).expect("there is room");
            assert_eq!(board.population(), 36);
        }
    }

    #[test]
    fn what_cannot_be_placed_is_refused() {
        let full = PlacementError::Full { teams: 2, population: 13, cells: 25 };
        assert_eq!(place(&placement_params(5, 5, 2, 13)), Err(full));
        assert_eq!(full.to_string(), "2 teams of 13 units do not fit on 25 cells");
        assert_eq!(place(&placement_params(5, 5, 0, 1)), Err(PlacementError::Teams(0)));
        assert_eq!(place(&placement_params(5, 5, 8, 1)), Err(PlacementError::Teams(8)));
        assert!(matches!(place(&placement_params(5, 5, 2, usize::MAX)), Err(PlacementError::Full { .. })));
        assert!(matches!(place(&placement_params(5, 0, 2, 1)), Err(PlacementError::Board(_))));
    }

    /// A seed names a start for ever.
    #[test]
    fn a_seed_gives_the_same_board_always() {
        let params = PlacementParams { placement: Placement::Random, seed: 7, ..placement_params(6, 4, 2, 3) };
        assert_eq!(place(&params).expect("there is room").to_string(), "J4J/3EE1/1J4/3E2");
    }
}
