//! What one BitMartyr unit sees: five by five cells, itself in the middle. Knows no rules.

/// The healths that a unit sees, row by row from above: those of its own team are positive, those of others negative,
/// an empty cell is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight(pub [i32; 25]);

/// A way to the next cell. The board is a torus: there always is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the row before.
    Up,
    /// To the next column.
    Right,
    /// To the next row.
    Down,
    /// To the column before.
    Left,
}

impl Direction {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// All four, from a first one that depends on a unit's health: it and its clone part, and those of equal health do not
    /// meet.
    pub fn parting(health: i32) -> [Self; 4] {
        [0, 1, 2, 3].map(|turn| Self::ALL[(health + turn) as usize % 4])
    }

    /// The way back.
    pub fn back(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// How far to the right and how far down a step in this direction leads.
    pub fn step(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Right => (1, 0),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
        }
    }
}

impl Sight {
    /// The cell so far to the right and so far down, -2 to 2 each.
    pub fn at(&self, (right, down): (i32, i32)) -> i32 {
        self.0[(12 + 5 * down + right) as usize]
    }

    /// The unit's own health, 1 to 5.
    pub fn health(&self) -> i32 {
        self.0[12]
    }

    /// The next cell in a direction.
    pub fn next(&self, direction: Direction) -> i32 {
        self.at(direction.step())
    }

    /// All cells on that side: two rows or two columns of five.
    pub fn side(&self, direction: Direction) -> impl Iterator<Item = i32> + '_ {
        let (right, down) = direction.step();
        let cells = (1..=2).flat_map(|ahead| (-2..=2).map(move |aside| (ahead, aside)));
        // A step aside of one that leads right leads down, and the other way round.
        cells.map(move |(ahead, aside)| self.at((right * ahead + down * aside, down * ahead + right * aside)))
    }
}
