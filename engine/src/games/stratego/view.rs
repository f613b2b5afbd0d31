//! One side's view. The only place where hidden ranks are removed.

use super::board::{CODES, SquareContent, StrategoBoard};
use super::piece::{Colour, Rank};
use super::square::{HEIGHT, Square, WIDTH};

/// A side's view of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareView {
    /// An empty square.
    Empty,
    /// Water.
    Obstacle,
    /// A piece of its own.
    Own(Rank),
    /// An enemy, and its rank if it has survived a combat.
    Enemy(Option<Rank>),
}

/// The kind of response that the side owes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrategoStage {
    /// Where its army stands.
    Setup,
    /// Its move.
    Turn,
}

/// One side's view. It borrows the board and exposes no hidden rank.
#[derive(Debug, Clone, Copy)]
pub struct StrategoView<'a> {
    /// The side that looks.
    pub colour: Colour,
    /// The kind of response that is due, or would be if the match went on.
    pub stage: StrategoStage,
    board: &'a StrategoBoard,
}

impl<'a> StrategoView<'a> {
    /// The board as this side sees it. It does not show the enemy's pieces before both armies are
    /// set up.
    pub(super) fn new(board: &'a StrategoBoard, colour: Colour, stage: StrategoStage) -> Self {
        Self { colour, stage, board }
    }

    /// The view of a square.
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

/// Views are equal if they show the same squares.
impl PartialEq for StrategoView<'_> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |square| self.at(square) == other.at(square);
        self.colour == other.colour && self.stage == other.stage && Square::all().all(is_same)
    }
}

/// The byte that one side's view shows for each content of a square: a table, because empty
/// squares, own pieces and enemies alternate, and a processor would often mispredict them.
#[derive(Debug, Clone, Copy)]
pub(super) struct SquareBytes([u8; CODES]);

impl SquareBytes {
    /// Builds the table for this side; `show` returns the byte of a square. A piece has the same
    /// byte whether it is revealed or not.
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
