//! The hundred squares and the ways between them. Knows no pieces.

use std::fmt;

pub(super) const WIDTH: usize = 10;

/// A square of the board, shown as the protocol writes it: `X Y` from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    /// The square in this column and row, if they are on the board.
    pub fn new(x: usize, y: usize) -> Option<Self> {
        (x < WIDTH && y < WIDTH).then(|| Self((y * WIDTH + x) as u8))
    }

    /// All squares, row by row from the top.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..100).map(Self)
    }

    /// Its column, 0 to 9 from the left.
    pub fn x(self) -> usize {
        self.index() % WIDTH
    }

    /// Its row, 0 to 9 from the top.
    pub fn y(self) -> usize {
        self.index() / WIDTH
    }

    /// Its place in [`Square::all`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The next square that way, if there is one.
    pub fn next(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Up if self.y() > 0 => Some(Self(self.0 - 10)),
            Direction::Down if self.y() < 9 => Some(Self(self.0 + 10)),
            Direction::Left if self.x() > 0 => Some(Self(self.0 - 1)),
            Direction::Right if self.x() < 9 => Some(Self(self.0 + 1)),
            _ => None,
        }
    }

    /// The squares next to it.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| self.next(direction))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x(), self.y())
    }
}

/// One of the four ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards row 9.
    Down,
    /// Towards column 0.
    Left,
    /// Towards column 9.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Its word in the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        }
    }
}
