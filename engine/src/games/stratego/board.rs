//! Squares, what stands on them, and where a piece can go. Knows no turns, no combat and no results.

use std::ops::Index;

use super::action::Move;
use super::piece::{Colour, Piece, Rank};

/// Squares from left to right.
pub const WIDTH: usize = 10;
/// Squares from top to bottom.
pub const HEIGHT: usize = 10;

const SQUARES: usize = WIDTH * HEIGHT;

/// A square: `x` from 0 at the left, `y` from 0 at the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at these coordinates, if they are on the board.
    pub fn new(x: i32, y: i32) -> Option<Self> {
        let on_board = (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
        on_board.then(|| Self((y * WIDTH as i32 + x) as u8))
    }

    /// Every square, row by row from the top.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES as u8).map(Self)
    }

    /// Its column, 0 to 9 from the left.
    pub const fn x(self) -> usize {
        self.0 as usize % WIDTH
    }

    /// Its row, 0 to 9 from the top.
    pub const fn y(self) -> usize {
        self.0 as usize / WIDTH
    }

    /// Its place in [`Square::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square next to it, if that is on the board.
    pub const fn next(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Up if self.y() > 0 => Some(Self(self.0 - WIDTH as u8)),
            Direction::Down if self.y() + 1 < HEIGHT => Some(Self(self.0 + WIDTH as u8)),
            Direction::Left if self.x() > 0 => Some(Self(self.0 - 1)),
            Direction::Right if self.x() + 1 < WIDTH => Some(Self(self.0 + 1)),
            _ => None,
        }
    }
}

/// A way to go; up is towards row 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `UP`
    Up,
    /// `DOWN`
    Down,
    /// `LEFT`
    Left,
    /// `RIGHT`
    Right,
}

impl Direction {
    /// All four, in the order in which moves are listed.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Its word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        }
    }
}

/// What is on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Water: nothing can stand there or pass.
    Obstacle,
    /// A piece.
    Piece(Piece),
}

/// The board with all that is on it, and the sums of each side that the rules ask for at every ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    cells: [Cell; SQUARES],
    values: [u32; 2],
    mobile: [u8; 2],
}

impl Default for Board {
    fn default() -> Self {
        let mut cells = [Cell::Empty; SQUARES];
        for square in Square::all() {
            if matches!((square.x(), square.y()), (2 | 3 | 6 | 7, 4 | 5)) {
                cells[square.index()] = Cell::Obstacle;
            }
        }
        Self { cells, values: [0; 2], mobile: [0; 2] }
    }
}

impl Index<Square> for Board {
    type Output = Cell;

    fn index(&self, square: Square) -> &Cell {
        &self.cells[square.index()]
    }
}

impl Board {
    /// The piece on a square, if there is one.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self[square] {
            Cell::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// What a side's pieces are worth together.
    pub fn value(&self, colour: Colour) -> u32 {
        self.values[colour as usize]
    }

    /// How many pieces a side has that can ever move.
    pub fn mobile(&self, colour: Colour) -> u8 {
        self.mobile[colour as usize]
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self[square], Cell::Empty, "a piece is put on an empty square");
        self.cells[square.index()] = Cell::Piece(piece);
        self.values[piece.owner as usize] += piece.rank.value();
        self.mobile[piece.owner as usize] += u8::from(piece.rank.is_mobile());
    }

    /// Takes the piece off a square.
    pub(super) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square)?;
        self.cells[square.index()] = Cell::Empty;
        self.values[piece.owner as usize] -= piece.rank.value();
        self.mobile[piece.owner as usize] -= u8::from(piece.rank.is_mobile());
        Some(piece)
    }

    /// Lets both sides know the piece on a square.
    pub(super) fn reveal(&mut self, square: Square) {
        if let Cell::Piece(piece) = &mut self.cells[square.index()] {
            piece.revealed = true;
        }
    }

    /// The square that many steps away, if it is on the board and all between are empty.
    pub(super) fn reach(&self, from: Square, direction: Direction, steps: i32) -> Option<Square> {
        let mut at = from.next(direction)?;
        for _ in 1..steps {
            if self[at] != Cell::Empty {
                return None;
            }
            at = at.next(direction)?;
        }
        Some(at)
    }

    /// Every legal move of a side: by square, then direction, then length.
    pub fn moves(&self, colour: Colour) -> impl Iterator<Item = Move> {
        Square::all().flat_map(move |from| self.moves_of(from, colour))
    }

    /// Every legal move of the piece on this square, if it is of this side: by direction, then length.
    pub fn moves_of(&self, from: Square, colour: Colour) -> impl Iterator<Item = Move> + use<'_> {
        let piece = self.piece(from).filter(|piece| piece.owner == colour && piece.rank.is_mobile());
        piece.into_iter().flat_map(move |piece| {
            let most = if piece.rank == Rank::Scout { WIDTH.max(HEIGHT) } else { 1 };
            Direction::ALL.into_iter().flat_map(move |direction| {
                let ray = Ray { board: self, colour, tip: Some(from), direction }.take(most);
                (1..).zip(ray).map(move |(steps, _)| Move::new(from, direction, steps))
            })
        })
    }
}

/// The squares that a piece can come to in one direction.
struct Ray<'a> {
    board: &'a Board,
    colour: Colour,
    tip: Option<Square>,
    direction: Direction,
}

impl Iterator for Ray<'_> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let ahead = self.tip?.next(self.direction)?;
        match self.board[ahead] {
            Cell::Empty => self.tip = Some(ahead),
            Cell::Piece(piece) if piece.owner != self.colour => self.tip = None,
            _ => return None,
        }
        Some(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lakes_are_where_the_manual_has_them() {
        let board = Board::default();
        let row = |y| (0..10).map(move |x| Square::new(x, y).expect("on the board"));
        let text = |y| row(y).map(|at| if board[at] == Cell::Obstacle { '+' } else { '.' }).collect::<String>();
        assert_eq!([text(3), text(4), text(5), text(6)], ["..........", "..++..++..", "..++..++..", ".........."]);
    }

    #[test]
    fn a_scout_runs_until_something_is_in_its_way() {
        let mut board = Board::default();
        let at = |x, y| Square::new(x, y).expect("on the board");
        board.put(at(1, 4), Piece { rank: Rank::Scout, owner: Colour::Red, revealed: false });
        board.put(at(1, 8), Piece { rank: Rank::Bomb, owner: Colour::Blue, revealed: false });
        board.put(at(1, 2), Piece { rank: Rank::Bomb, owner: Colour::Red, revealed: false });
        let moves: Vec<String> = board.moves(Colour::Red).map(|step| step.to_string()).collect();
        assert_eq!(moves, ["1 4 UP", "1 4 DOWN", "1 4 DOWN 2", "1 4 DOWN 3", "1 4 DOWN 4", "1 4 LEFT"]);
        assert_eq!(board.moves(Colour::Blue).count(), 0);
    }
}
