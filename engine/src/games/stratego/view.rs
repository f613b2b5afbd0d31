//! What one side may see. The only place where hidden ranks are removed.

use super::board::{Board, Cell, Square};
use super::piece::{Colour, Rank};

/// What one side sees of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Nothing.
    Empty,
    /// Water.
    Obstacle,
    /// A piece of its own.
    Own(Rank),
    /// An enemy, and its rank if it has survived a combat.
    Enemy(Option<Rank>),
}

/// What the side is to say next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Where its army stands.
    Setup,
    /// Its move.
    Turn,
}

/// What one side sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub colour: Colour,
    /// What is asked, or would be.
    pub stage: Stage,
    cells: [Sight; 100],
}

impl View {
    /// The board as this side sees it. Before both armies stand, none of the enemy's pieces is shown.
    pub(super) fn new(board: &Board, colour: Colour, stage: Stage) -> Self {
        let mut cells = [Sight::Empty; 100];
        for square in Square::all() {
            cells[square.index()] = sight(board[square], colour, stage);
        }
        Self { colour, stage, cells }
    }

    /// What is seen of a square.
    pub fn at(&self, square: Square) -> Sight {
        self.cells[square.index()]
    }

    /// The squares row by row from the top, ten each.
    pub fn rows(&self) -> impl Iterator<Item = &[Sight]> {
        self.cells.chunks(10)
    }
}

fn sight(cell: Cell, colour: Colour, stage: Stage) -> Sight {
    match cell {
        Cell::Empty => Sight::Empty,
        Cell::Obstacle => Sight::Obstacle,
        Cell::Piece(piece) if piece.owner == colour => Sight::Own(piece.rank),
        Cell::Piece(_) if stage == Stage::Setup => Sight::Empty,
        Cell::Piece(piece) => Sight::Enemy(piece.revealed.then_some(piece.rank)),
    }
}
