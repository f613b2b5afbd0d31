//! A step from cell to cell, and the keys that mean one. Knows no map.

/// A step to a side neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellStep {
    /// To the row above.
    Up,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
    /// To the row below.
    Down,
}

impl CellStep {
    /// Rows and columns.
    pub fn offset(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// The step of a key; the keys are those of the original on the web.
    pub fn of_key(key: &str) -> Option<Self> {
        match key {
            "ArrowUp" | "w" | "W" => Some(Self::Up),
            "ArrowLeft" | "a" | "A" => Some(Self::Left),
            "ArrowRight" | "d" | "D" => Some(Self::Right),
            "ArrowDown" | "s" | "S" => Some(Self::Down),
            _ => None,
        }
    }
}
