//! What one side may see. The only place where hidden ranks are removed.

use super::board::{CODES, SquareContent, StrategoBoard};
use super::piece::{Colour, Rank};
use super::square::{HEIGHT, Square, WIDTH};

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

/// What one side sees. It borrows the board and hands out nothing that is hidden.
#[derive(Debug, Clone, Copy)]
pub struct StrategoView<'a> {
    /// Whose view it is.
    pub colour: Colour,
    /// What is asked, or would be.
    pub stage: StrategoStage,
    board: &'a StrategoBoard,
}

impl<'a> StrategoView<'a> {
    /// The board as this side sees it. It does not show the enemy's pieces before both armies are
    /// set up.
    pub(super) fn new(board: &'a StrategoBoard, colour: Colour, stage: StrategoStage) -> Self {
        Self { colour, stage, board }
    }

    /// What is seen of a square.
    pub fn at(&self, square: Square) -> SquareView {
        sight(self.board[square], self.colour, self.stage)
    }

    /// The squares row by row from the top, ten each.
    pub fn rows(&self) -> impl Iterator<Item = [SquareView; WIDTH]> {
        let mut squares = Square::all();
        (0..HEIGHT).map(move |_| std::array::from_fn(|_| self.at(squares.next().expect("a board has all its squares"))))
    }

    /// Draws a board on which both armies are set up, each row as a line.
    pub(super) fn draw(&self, bytes: &SquareBytes, out: &mut Vec<u8>) {
        const LINE: usize = WIDTH + 1;
        let mut text = [b'\n'; LINE * HEIGHT];
        for (line, row) in text.chunks_exact_mut(LINE).zip(self.board.codes().chunks_exact(WIDTH)) {
            line.iter_mut().zip(row).for_each(|(byte, code)| *byte = bytes.0[usize::from(*code) % CODES]);
        }
        out.extend_from_slice(&text);
    }
}

/// Views are equal if they show the same.
impl PartialEq for StrategoView<'_> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |square| self.at(square) == other.at(square);
        self.colour == other.colour && self.stage == other.stage && Square::all().all(is_same)
    }
}

/// With which byte one side's view shows each content of a square: a table, because empty squares,
/// own pieces and enemies alternate, and a processor would often mispredict them.
#[derive(Debug, Clone, Copy)]
pub(super) struct SquareBytes([u8; CODES]);

impl SquareBytes {
    /// For this side, if what it sees is shown so. A piece is shown alike whether it is revealed or
    /// not.
    pub(super) fn new(colour: Colour, show: fn(SquareView) -> u8) -> Self {
        let content = |code: usize| SquareContent::of_code(code as u8).unwrap_or(SquareContent::Empty);
        Self(std::array::from_fn(|code| show(sight(content(code), colour, StrategoStage::Turn))))
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
