//! The positions at which a person stops when stepping through a match: after every turn; or, where
//! all seats act at once, when all have acted. Stops have numbers of their own, which people call
//! turns there. Knows no game.

use std::rc::Rc;

/// The positions at which a person can stop, by the number of turns before them. The start is one,
/// and so is the newest position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepPositions {
    /// All up to this one.
    Every(usize),
    /// These, in order.
    Some(Rc<Vec<usize>>),
}

impl StepPositions {
    /// The newest position.
    pub fn newest(&self) -> usize {
        match self {
            Self::Every(newest) => *newest,
            Self::Some(turns) => turns.last().copied().unwrap_or(0),
        }
    }

    /// The number of the newest position: how many steps there are.
    pub fn count(&self) -> usize {
        self.number(self.newest())
    }

    /// The number of the first stop that comes after no fewer turns.
    pub fn number(&self, turn: usize) -> usize {
        match self {
            Self::Every(newest) => turn.min(*newest),
            Self::Some(turns) => turns.partition_point(|&stop| stop < turn).min(turns.len().saturating_sub(1)),
        }
    }

    /// The number of turns before the stop of this number; for a number past the end, before the
    /// newest position.
    pub fn turn(&self, number: usize) -> usize {
        match self {
            Self::Every(newest) => number.min(*newest),
            Self::Some(turns) => turns.get(number).copied().unwrap_or_else(|| self.newest()),
        }
    }

    /// The first stop that comes after no fewer turns.
    pub fn at_or_after(&self, turn: usize) -> usize {
        self.turn(self.number(turn))
    }

    /// The stop after this one, or the newest stop.
    pub fn after(&self, turn: usize) -> usize {
        self.at_or_after(turn + 1)
    }

    /// How many steps are complete after this many turns.
    pub fn completed(&self, turns: usize) -> usize {
        match self {
            Self::Every(newest) => turns.min(*newest),
            Self::Some(stops) => stops.partition_point(|&stop| stop <= turns).saturating_sub(1),
        }
    }

    /// The stop before this one, or the start.
    pub fn before(&self, turn: usize) -> usize {
        self.turn(self.number(turn).saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_can_be_a_stop() {
        let stops = StepPositions::Every(4);
        assert_eq!((stops.newest(), stops.count(), stops.number(3), stops.turn(3)), (4, 4, 3, 3));
        assert_eq!((stops.after(3), stops.after(4), stops.before(0), stops.at_or_after(9)), (4, 4, 0, 4));
    }

    #[test]
    fn a_round_is_one_step() {
        let stops = StepPositions::Some(Rc::new(vec![0, 3, 6, 8]));
        assert_eq!((stops.newest(), stops.count()), (8, 3));
        assert_eq!([0, 1, 3, 4, 6, 7, 8, 99].map(|turn| stops.number(turn)), [0, 1, 1, 2, 2, 3, 3, 3]);
        assert_eq!([0, 1, 2, 3, 4].map(|number| stops.turn(number)), [0, 3, 6, 8, 8]);
        assert_eq!([0, 2, 3, 7, 8, 99].map(|turns| stops.completed(turns)), [0, 0, 1, 2, 3, 3]);
        assert_eq!((stops.at_or_after(4), stops.after(3), stops.after(8)), (6, 6, 8));
        assert_eq!((stops.before(6), stops.before(5), stops.before(0)), (3, 3, 0));
    }
}
