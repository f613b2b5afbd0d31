//! The visible part of a map: each cell as it is drawn and described. Fog comes only from the
//! engine's view. Knows no canvas and no colours.

use botyard_engine::game::Game;
use botyard_engine::games::generals::{CellKind, CellView, Generals, Tile};
use botyard_engine::seat::Seat;
use botyard_web_ui::canvas::CellStep;

use super::sides::side;

/// The ground of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellGround {
    /// Open ground.
    Open,
    /// A city.
    City,
    /// A capital.
    Capital,
    /// A mountain.
    Mountain,
    /// Fog over open ground or a capital.
    Fog,
    /// Fog over a mountain or a city.
    Obstacle,
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisibleCell {
    /// Its ground, as far as the viewer knows it.
    pub ground: CellGround,
    /// Whose it is.
    pub owner: Option<Seat>,
    /// How many units stand there.
    pub army: u32,
}

impl VisibleCell {
    fn new(kind: CellKind, owner: Option<Seat>, army: u32) -> Self {
        let ground = match kind {
            CellKind::Empty => CellGround::Open,
            CellKind::City => CellGround::City,
            CellKind::Capital => CellGround::Capital,
            CellKind::Mountain => CellGround::Mountain,
        };
        Self { ground, owner, army }
    }

    fn seen(sight: CellView) -> Self {
        match sight {
            CellView::Mountain => Self::new(CellKind::Mountain, None, 0),
            CellView::Clear { kind, owner, army } => {
                Self::new(kind, owner.checked_sub(1).map(|index| Seat::new(index.into())), army)
            }
            CellView::Fog => Self { ground: CellGround::Fog, owner: None, army: 0 },
            CellView::Obstacle => Self { ground: CellGround::Obstacle, owner: None, army: 0 },
        }
    }

    /// Whether it is under fog.
    pub fn is_fog(self) -> bool {
        matches!(self.ground, CellGround::Fog | CellGround::Obstacle)
    }

    /// The cell's description.
    pub fn words(self) -> String {
        let owner = self.owner.map(|seat| side(seat).name);
        let units = match self.army {
            1 => "1 unit".to_owned(),
            army => format!("{army} units"),
        };
        match (self.ground, owner) {
            (CellGround::Mountain, _) => "mountain".to_owned(),
            (CellGround::Fog, _) => "fog".to_owned(),
            (CellGround::Obstacle, _) => "fog over a mountain or a city".to_owned(),
            (CellGround::Open, None) if self.army == 0 => "open ground".to_owned(),
            (CellGround::Open, None) => format!("nobody's, {units}"),
            (CellGround::Open, Some(owner)) => format!("{owner}, {units}"),
            (CellGround::City, None) => format!("nobody's city, {units}"),
            (CellGround::City, Some(owner)) => format!("{owner}'s city, {units}"),
            (CellGround::Capital, None) => "capital".to_owned(),
            (CellGround::Capital, Some(owner)) => format!("{owner}'s capital, {units}"),
        }
    }
}

/// A whole map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleMap {
    columns: usize,
    cells: Vec<VisibleCell>,
}

impl VisibleMap {
    /// A position as a player sees it, or as a whole.
    pub fn from_position(game: &Generals, eyes: Option<Seat>) -> Self {
        let board = game.board();
        let cells = match eyes {
            Some(eyes) => {
                let view = game.view(eyes);
                (0..view.rows()).flat_map(|row| view.row(row)).map(VisibleCell::seen).collect()
            }
            None => {
                let clear = |cell| VisibleCell::new(board.kind(cell), board.owner(cell), board.army_at(cell));
                (0..board.cells()).map(clear).collect()
            }
        };
        Self { columns: board.columns(), cells }
    }

    /// A map before its first move, with the owners that its capitals will have.
    pub fn of_tiles(columns: usize, tiles: &[Tile]) -> Self {
        let mut seats = (0..botyard_engine::seat::Seats::MAX).map(Seat::new);
        let cells = tiles.iter().map(|tile| match *tile {
            Tile::Empty => VisibleCell::new(CellKind::Empty, None, 0),
            Tile::City(army) => VisibleCell::new(CellKind::City, None, army),
            Tile::Capital => VisibleCell::new(CellKind::Capital, seats.next(), 1),
            Tile::Mountain => VisibleCell::new(CellKind::Mountain, None, 0),
        });
        Self { columns, cells: cells.collect() }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A cell, counted row by row from 0.
    pub fn cell(&self, at: usize) -> VisibleCell {
        self.cells[at]
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cell one step away, if it is on the map.
    pub fn step(&self, from: usize, step: CellStep) -> Option<usize> {
        let (row, column) = (from / self.columns, from % self.columns);
        let (down, right) = step.offset();
        let row = row.checked_add_signed(down).filter(|&row| row < self.rows())?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }

    /// The cell of a player's capital if it is visible, or else of the player's largest army.
    pub fn home(&self, seat: Seat) -> Option<usize> {
        let own = (0..self.cells.len()).filter(|&at| self.cells[at].owner == Some(seat));
        own.max_by_key(|&at| (self.cells[at].ground == CellGround::Capital, self.cells[at].army))
    }

    /// The cells that differ from another picture of the same size; all of them if the size is
    /// another.
    pub fn changed(&self, before: &Self) -> Vec<usize> {
        let is_same = before.columns == self.columns && before.cells.len() == self.cells.len();
        (0..self.cells.len()).filter(|&at| !is_same || before.cells[at] != self.cells[at]).collect()
    }

    /// A cell with its place, as text: `row 3, column 4: blue's city, 12 units`.
    pub fn words(&self, at: usize) -> String {
        let (row, column) = (at / self.columns + 1, at % self.columns + 1);
        format!("row {row}, column {column}: {}", self.cells[at].words())
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::generals::GeneralsSettings;

    use super::*;

    fn game(map: &str) -> Generals {
        let settings = GeneralsSettings::on(map.parse().expect("a map"));
        Generals::start(&settings, settings.map.capitals().count()).expect("as many as the map has")
    }

    #[test]
    fn a_player_sees_its_own_cells_and_those_around() {
        let game = game("2 5 2  3 4 2 40 1 2 7  1 1 4 1 3");
        let words = |eyes| {
            let picture = VisibleMap::from_position(&game, eyes);
            (0..picture.len()).map(|at| picture.cell(at).words()).collect::<Vec<_>>()
        };
        let obstacle = "fog over a mountain or a city";
        assert_eq!(
            words(Some(Seat::new(0))),
            ["blue's capital, 1 unit", "mountain", obstacle, "fog", obstacle]
                .into_iter()
                .chain(["open ground", "open ground", obstacle, "fog", "fog"])
                .collect::<Vec<_>>()
        );
        assert_eq!(words(None)[2..5], ["nobody's city, 40 units", "open ground", "nobody's city, 7 units"]);
        assert_eq!(VisibleMap::from_position(&game, None).words(9), "row 2, column 5: orange's capital, 1 unit");
    }

    #[test]
    fn steps_end_at_the_edge() {
        let picture = VisibleMap::from_position(&game("2 2 2 3 1 1 3"), None);
        let steps =
            |from| [CellStep::Up, CellStep::Left, CellStep::Right, CellStep::Down].map(|step| picture.step(from, step));
        assert_eq!(steps(0), [None, None, Some(1), Some(2)]);
        assert_eq!(steps(3), [Some(1), Some(2), None, None]);
    }

    #[test]
    fn only_what_differs_is_drawn_again() {
        let (one, other) = (game("1 3 2 3 1 3"), game("1 3 2 3 2 9 3"));
        let (one, other) = (VisibleMap::from_position(&one, None), VisibleMap::from_position(&other, None));
        assert_eq!(other.changed(&one), [1]);
        assert_eq!(one.changed(&one), [] as [usize; 0]);
        assert_eq!(one.changed(&VisibleMap::from_position(&game("3 1 2 3 1 3"), None)), [0, 1, 2]);
    }
}
