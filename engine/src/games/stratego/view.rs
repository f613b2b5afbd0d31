//! What one side may see. The only place where hidden ranks are removed.

use super::board::{SquareContent, StrategoBoard};
use super::piece::{Colour, Rank};
use super::square::Square;

/// What one side sees of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareView {
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
pub enum StrategoStage {
    /// Where its army stands.
    Setup,
    /// Its move.
    Turn,
}

/// What one side sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategoView {
    /// Whose view it is.
    pub colour: Colour,
    /// What is asked, or would be.
    pub stage: StrategoStage,
    cells: [SquareView; 100],
}

impl StrategoView {
    /// The board as this side sees it. It does not show the enemy's pieces before both armies are
    /// set up.
    pub(super) fn new(board: &StrategoBoard, colour: Colour, stage: StrategoStage) -> Self {
        let mut cells = [SquareView::Empty; 100];
        for square in Square::all() {
            cells[square.index()] = sight(board[square], colour, stage);
        }
        Self { colour, stage, cells }
    }

    /// What is seen of a square.
    pub fn at(&self, square: Square) -> SquareView {
        self.cells[square.index()]
    }

    /// The squares row by row from the top, ten each.
    pub fn rows(&self) -> impl Iterator<Item = &[SquareView]> {
        self.cells.chunks(10)
    }
}

fn sight(cell: SquareContent, colour: Colour, stage: StrategoStage) -> SquareView {
    match cell {
        SquareContent::Empty => SquareView::Empty,
        SquareContent::Obstacle => SquareView::Obstacle,
        SquareContent::Piece(piece) if piece.owner == colour => SquareView::Own(piece.rank),
        SquareContent::Piece(_) if stage == StrategoStage::Setup => SquareView::Empty,
        SquareContent::Piece(piece) => SquareView::Enemy(piece.revealed.then_some(piece.rank)),
    }
}
