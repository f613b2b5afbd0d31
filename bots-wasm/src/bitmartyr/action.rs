//! What a unit can do in BitMartyr, and how that is said. Knows no rules.

use super::sight::Direction;

/// What a unit does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Keeps its cell, against whoever is weaker.
    Stay,
    /// Goes to the next cell and leaves a clone of one health less.
    Move(Direction),
    /// Leaves an empty cell.
    Die,
}

impl Action {
    /// All six, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Stay,
        Self::Move(Direction::Up),
        Self::Move(Direction::Right),
        Self::Move(Direction::Down),
        Self::Move(Direction::Left),
        Self::Die,
    ];

    /// Its number, 0 to 5, as an exit status says it.
    pub fn number(self) -> u8 {
        match self {
            Self::Stay => 0,
            Self::Move(direction) => 1 + direction as u8,
            Self::Die => 5,
        }
    }

    /// Its number as a character.
    pub fn digit(self) -> u8 {
        b'0' + self.number()
    }

    /// Its symbol, such as `^`.
    pub fn symbol(self) -> u8 {
        b".^>v<*"[usize::from(self.number())]
    }
}
