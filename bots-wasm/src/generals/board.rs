//! One turn's picture of a map of Generals, as one player sees it. Knows no bytes, no yesterday and no strategy.

/// A map's size. Cells are counted row by row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many rows, from 1.
    pub rows: usize,
    /// How many columns, from 1.
    pub columns: usize,
}

impl Grid {
    /// How many cells there are.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cells above, left, right and below: where an army can go unless there is a mountain.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        let column = cell % self.columns;
        let above = cell.checked_sub(self.columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.columns).then_some(cell + 1);
        let below = Some(cell + self.columns).filter(|&below| below < self.cells());
        [above, left, right, below].into_iter().flatten()
    }

    /// The cell itself and the up to eight around it: what an army there sees.
    pub fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
        rows.flat_map(move |row| columns.clone().map(move |column| row * self.columns + column))
    }

    /// How far apart two cells are, counted in steps of an army that meets no mountain.
    pub fn steps(self, from: usize, to: usize) -> usize {
        (from / self.columns).abs_diff(to / self.columns) + (from % self.columns).abs_diff(to % self.columns)
    }
}

/// What can stand on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Empty,
    /// A city, or a capital that was captured.
    City,
    /// A capital.
    Capital,
}

/// What a player sees of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Fog over open ground or over anyone's capital.
    Fog,
    /// Fog over a mountain or a city.
    Obstacle,
    /// A mountain.
    Mountain,
    /// A cell with everything on it.
    Clear {
        /// What it is.
        kind: Kind,
        /// Whose it is: a player's number, or 0 for nobody's.
        owner: usize,
        /// How many units stand there.
        army: u32,
    },
}

/// What everybody knows of a player. Both are 0 when the player is out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// All units.
    pub army: u32,
    /// All cells.
    pub land: u32,
}

/// What a player sees when it is asked for a move.
#[derive(Clone, Debug)]
pub struct Board {
    /// The size of the map.
    pub grid: Grid,
    /// The bot's own number, from 1.
    pub me: usize,
    /// Each player's standing; player 1 comes first.
    pub standings: Vec<Standing>,
    /// Each cell, row by row.
    pub cells: Vec<Sight>,
}

impl Board {
    /// A map of which nothing has been seen yet.
    pub fn unseen(grid: Grid, players: usize, me: usize) -> Self {
        Self { grid, me, standings: vec![Standing::default(); players], cells: vec![Sight::Fog; grid.cells()] }
    }

    /// The bot's own army on a cell; none where the cell is not its own.
    pub fn own_army(&self, cell: usize) -> Option<u32> {
        match self.cells[cell] {
            Sight::Clear { owner, army, .. } if owner == self.me => Some(army),
            _ => None,
        }
    }

    /// The bot's own cells.
    pub fn own_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|&cell| self.own_army(cell).is_some())
    }

    /// Where an army can go from one of the bot's own cells: all of it is in sight.
    pub fn exits(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.grid.neighbours(cell).filter(|&next| self.cells[next] != Sight::Mountain)
    }
}

/// How much of an army marches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All but one unit.
    All,
    /// Half of it, rounded down.
    Half,
}

/// A bot's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing moves.
    Pass,
    /// An army moves to a neighbouring cell.
    March {
        /// How much of it.
        share: Share,
        /// Where it stands.
        from: usize,
        /// Where it goes.
        to: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_on_the_map() {
        let grid = Grid { rows: 2, columns: 3 };
        let around = |cell| grid.neighbours(cell).collect::<Vec<_>>();
        assert_eq!([around(0), around(2), around(4)], [vec![1, 3], vec![1, 5], vec![1, 3, 5]]);
        assert_eq!((grid.steps(2, 3), grid.steps(1, 1)), (3, 0));
    }
}
