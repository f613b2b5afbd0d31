//! The squares of the board, and the ways from one to the next.

/// Squares from left to right.
pub const WIDTH: usize = 10;
/// Squares from top to bottom.
pub const HEIGHT: usize = 10;

pub(super) const SQUARES: usize = WIDTH * HEIGHT;

/// A square: `x` from 0 at the left, `y` from 0 at the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at these coordinates; `None` outside the board.
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
    pub fn next(self, direction: Direction) -> Option<Self> {
        NEXT[self.index()][direction as usize]
    }

    const fn neighbour(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Up if self.y() > 0 => Some(Self(self.0 - WIDTH as u8)),
            Direction::Down if self.y() + 1 < HEIGHT => Some(Self(self.0 + WIDTH as u8)),
            Direction::Left if self.x() > 0 => Some(Self(self.0 - 1)),
            Direction::Right if self.x() + 1 < WIDTH => Some(Self(self.0 + 1)),
            _ => None,
        }
    }

    /// The first of the squares whose bits are set.
    pub(super) fn first_of(bits: u128) -> Option<Self> {
        (bits != 0).then(|| Self(bits.trailing_zeros() as u8))
    }

    /// Its bit in a set of squares.
    pub(super) const fn bit(self) -> u128 {
        1 << self.0
    }
}

/// The neighbours of every square: a table, because every ply needs them.
static NEXT: [[Option<Square>; 4]; SQUARES] = {
    let mut next = [[None; 4]; SQUARES];
    let mut at = 0;
    while at < 4 * SQUARES {
        next[at / 4][at % 4] = Square((at / 4) as u8).neighbour(Direction::ALL[at % 4]);
        at += 1;
    }
    next
};

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
    /// All four directions, in the order in which moves are listed.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The direction's word in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        }
    }
}
