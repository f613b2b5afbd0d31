//! The pieces on the squares, and the moves open to each. Knows no turns, no combat and no results.

use std::ops::Index;

use super::action::StrategoMove;
use super::piece::{Colour, Piece, Rank};
use super::rule_error::StrategoRuleError;
use super::square::{Direction, SQUARES, Square};

/// The content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareContent {
    /// An empty square.
    Empty,
    /// Water: no piece can stand there or pass.
    Obstacle,
    /// A piece.
    Piece(Piece),
}

/// More than the codes of a square's contents, and a power of two.
pub(super) const CODES: usize = 32;

impl SquareContent {
    /// A number below [`CODES`] for each content, whether a piece is revealed or not.
    const fn code(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Obstacle => 1,
            Self::Piece(piece) => 2 + (piece.owner as usize * Rank::ALL.len() + piece.rank.index()) as u8,
        }
    }

    /// The content with this code, with a piece that is not revealed; `None` if there is no such
    /// code.
    pub(super) fn of_code(code: u8) -> Option<Self> {
        let piece = |owner| Rank::ALL.map(|rank| Self::Piece(Piece { rank, owner, revealed: false }));
        let pieces = Colour::BOTH.into_iter().flat_map(piece);
        [Self::Empty, Self::Obstacle].into_iter().chain(pieces).nth(code.into())
    }
}

/// The board with its pieces, and the sums of each side that the rules need at every ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategoBoard {
    cells: [SquareContent; SQUARES],
    /// The code of each of them.
    codes: [u8; SQUARES],
    values: [u32; 2],
    /// Where each side's pieces are that can ever move, a bit for each square.
    mobile: [u128; 2],
}

impl Default for StrategoBoard {
    fn default() -> Self {
        let mut cells = [SquareContent::Empty; SQUARES];
        for square in Square::all() {
            if matches!((square.x(), square.y()), (2 | 3 | 6 | 7, 4 | 5)) {
                cells[square.index()] = SquareContent::Obstacle;
            }
        }
        Self { cells, codes: cells.map(SquareContent::code), values: [0; 2], mobile: [0; 2] }
    }
}

impl Index<Square> for StrategoBoard {
    type Output = SquareContent;

    fn index(&self, square: Square) -> &SquareContent {
        &self.cells[square.index()]
    }
}

impl StrategoBoard {
    /// The piece on a square, if there is one.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self[square] {
            SquareContent::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// The code of each square's content.
    pub(super) fn codes(&self) -> &[u8; SQUARES] {
        &self.codes
    }

    fn set(&mut self, square: Square, content: SquareContent) {
        self.cells[square.index()] = content;
        self.codes[square.index()] = content.code();
    }

    /// The total value of a side's pieces.
    pub fn value(&self, colour: Colour) -> u32 {
        self.values[colour as usize]
    }

    /// How many pieces a side has that can ever move.
    pub fn mobile(&self, colour: Colour) -> u32 {
        self.mobile[colour as usize].count_ones()
    }

    fn is_scout(&self, square: Square) -> bool {
        matches!(self[square], SquareContent::Piece(Piece { rank: Rank::Scout, .. }))
    }

    /// Puts a piece on an empty square.
    pub(super) fn place_piece(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self[square], SquareContent::Empty, "a piece is put on an empty square");
        self.set(square, SquareContent::Piece(piece));
        self.values[piece.owner as usize] += piece.rank.value();
        if piece.rank.is_mobile() {
            self.mobile[piece.owner as usize] |= square.bit();
        }
    }

    /// Takes the piece off a square.
    pub(super) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square)?;
        self.set(square, SquareContent::Empty);
        self.values[piece.owner as usize] -= piece.rank.value();
        self.mobile[piece.owner as usize] &= !square.bit();
        Some(piece)
    }

    /// Lets both sides know the piece on a square.
    pub(super) fn reveal(&mut self, square: Square) {
        if let SquareContent::Piece(piece) = &mut self.cells[square.index()] {
            piece.revealed = true;
        }
    }

    /// The square that many steps away.
    ///
    /// # Errors
    /// If the way there leaves the board, or is not empty: whichever comes first, as the original
    /// walked it.
    pub(super) fn reach(&self, from: Square, direction: Direction, steps: i32) -> Result<Square, StrategoRuleError> {
        let next = |at: Square| at.next(direction).ok_or(StrategoRuleError::CannotMoveThatWay);
        let mut at = next(from)?;
        for _ in 1..steps {
            if self[at] != SquareContent::Empty {
                return Err(StrategoRuleError::Occupied);
            }
            at = next(at)?;
        }
        Ok(at)
    }

    /// Every legal move of a side: by square, then direction, then length.
    pub fn moves(&self, colour: Colour) -> LegalMoves<'_> {
        LegalMoves::new(self, colour, self.mobile[colour as usize])
    }

    /// Every legal move of the piece on this square, if it is of this side: by direction, then
    /// length.
    pub fn moves_of(&self, from: Square, colour: Colour) -> LegalMoves<'_> {
        LegalMoves::new(self, colour, self.mobile[colour as usize] & from.bit())
    }
}

/// The moves of some pieces of one side.
#[derive(Debug, Clone)]
pub struct LegalMoves<'a> {
    board: &'a StrategoBoard,
    colour: Colour,
    /// The squares of the pieces that are left, that of the piece in hand included.
    left: u128,
    /// The direction in which the piece in hand looks, as an index into [`Direction::ALL`].
    direction: usize,
    /// The farthest square searched in that direction, and its distance in steps; `None` if the
    /// piece can go no farther.
    tip: Option<Square>,
    steps: i32,
}

impl<'a> LegalMoves<'a> {
    fn new(board: &'a StrategoBoard, colour: Colour, pieces: u128) -> Self {
        let mut moves = Self { board, colour, left: pieces, direction: 0, tip: None, steps: 0 };
        moves.tip = moves.in_hand();
        moves
    }

    fn in_hand(&self) -> Option<Square> {
        Square::first_of(self.left)
    }

    /// Looks another way, or takes the next piece in hand.
    fn turn(&mut self) {
        self.direction += 1;
        if self.direction == Direction::ALL.len() {
            self.direction = 0;
            self.left &= self.left - 1;
        }
        self.tip = self.in_hand();
        self.steps = 0;
    }

    /// The next square ahead, if the piece in hand can come there.
    fn look_ahead(&mut self, from: Square) -> Option<()> {
        let ahead = self.tip.take()?.next(Direction::ALL[self.direction])?;
        match self.board[ahead] {
            SquareContent::Empty if self.board.is_scout(from) => self.tip = Some(ahead),
            SquareContent::Empty => {}
            SquareContent::Piece(piece) if piece.owner != self.colour => {}
            _ => return None,
        }
        self.steps += 1;
        Some(())
    }
}

impl Iterator for LegalMoves<'_> {
    type Item = StrategoMove;

    fn next(&mut self) -> Option<StrategoMove> {
        loop {
            let from = self.in_hand()?;
            match self.look_ahead(from) {
                Some(()) => return Some(StrategoMove::new(from, Direction::ALL[self.direction], self.steps)),
                None => self.turn(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lakes_are_where_the_manual_has_them() {
        let board = StrategoBoard::default();
        let row = |y| (0..10).map(move |x| Square::new(x, y).expect("on the board"));
        let text =
            |y| row(y).map(|at| if board[at] == SquareContent::Obstacle { '+' } else { '.' }).collect::<String>();
        assert_eq!([text(3), text(4), text(5), text(6)], ["..........", "..++..++..", "..++..++..", ".........."]);
    }

    #[test]
    fn each_content_has_a_code() {
        for code in 0..CODES as u8 {
            if let Some(content) = SquareContent::of_code(code) {
                assert_eq!(content.code(), code);
            }
        }
        assert_eq!((0..).map_while(SquareContent::of_code).count(), 2 + 2 * Rank::ALL.len());
    }

    #[test]
    fn a_scout_runs_until_something_is_in_its_way() {
        let mut board = StrategoBoard::default();
        let at = |x, y| Square::new(x, y).expect("on the board");
        board.place_piece(at(1, 4), Piece { rank: Rank::Scout, owner: Colour::Red, revealed: false });
        board.place_piece(at(1, 8), Piece { rank: Rank::Bomb, owner: Colour::Blue, revealed: false });
        board.place_piece(at(1, 2), Piece { rank: Rank::Bomb, owner: Colour::Red, revealed: false });
        let moves: Vec<String> = board.moves(Colour::Red).map(|step| step.to_string()).collect();
        assert_eq!(moves, ["1 4 UP", "1 4 DOWN", "1 4 DOWN 2", "1 4 DOWN 3", "1 4 DOWN 4", "1 4 LEFT"]);
        assert_eq!(board.moves(Colour::Blue).count(), 0);
    }
}
