//! Whether a position is won, drawn or lost: alpha-beta to the end of the game, with a table of what is known. It does not ask how
//! soon, which makes it many times as fast.

use super::super::search::order::{from_the_centre, ordered};
use super::super::{Board, Column};

const CELLS_ON_BOARD: u32 = 42;
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
/// 2^21 slots of eight bytes, 16 MiB.
const SLOT_BITS: u32 = 21;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Loss,
    Draw,
    Win,
}

impl Outcome {
    const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// Its place in [`Outcome::ALL`].
    fn number(self) -> u64 {
        self as u64
    }
}

/// A solver that remembers what it has found out during a game.
pub(super) struct Solver {
    /// A position's key above, and in the four lowest bits the numbers of its worst and of its best possible outcome.
    slots: Vec<u64>,
    visited: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self { slots: vec![0; 1 << SLOT_BITS], visited: 0 }
    }
}

impl Solver {
    /// A column with the best outcome, and that outcome: `favourite` if it has that outcome, else the first from the centre.
    ///
    /// # Panics
    /// If the board is full.
    pub(super) fn best(&mut self, board: &Board, favourite: Column) -> (Column, Outcome) {
        self.visited = 0;
        let preferred = board.playable() & favourite.cells();
        let others = from_the_centre(board.playable() & !preferred);
        let moves: Vec<u64> = from_the_centre(preferred).chain(others).collect();
        for outcome in [Outcome::Win, Outcome::Draw] {
            if let Some(&cell) = moves.iter().find(|&&cell| self.secures(board, cell, outcome)) {
                return (Column::of(cell), outcome);
            }
        }
        (Column::of(moves[0]), Outcome::Loss)
    }

    /// How many positions the last question has led to.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether a disc in `cell` makes sure of this outcome, a draw or a win.
    fn secures(&mut self, board: &Board, cell: u64, outcome: Outcome) -> bool {
        if board.winning_moves() & cell != 0 {
            return true;
        }
        let next = board.with(cell);
        if next.winning_moves() != 0 {
            return false;
        }
        // The other side must not get more than this.
        !self.reaches(
            &next,
            match outcome {
                Outcome::Win => Outcome::Draw,
                _ => Outcome::Win,
            },
        )
    }

    /// Whether the side to move, which cannot win with this disc, can make sure of this outcome, a draw or a win.
    fn reaches(&mut self, board: &Board, outcome: Outcome) -> bool {
        self.visited += 1;
        let moves = board.safe_moves();
        if moves == 0 {
            return board.plies() == CELLS_ON_BOARD && outcome == Outcome::Draw;
        }
        // Neither side has a winning move, so the last two discs make a draw.
        if board.plies() + 2 >= CELLS_ON_BOARD {
            return outcome == Outcome::Draw;
        }
        let (slot, known) = self.look_up(board);
        let (worst, best) = known.unwrap_or((Outcome::Loss, Outcome::Win));
        if worst >= outcome || best < outcome {
            return worst >= outcome;
        }
        // The other side may have a draw if ours is to be a draw, and not more than a loss if ours is to be a win.
        let too_much = if outcome == Outcome::Win { Outcome::Draw } else { Outcome::Win };
        let moves = ordered(board, moves, None);
        let reached = moves.cells().iter().any(|&cell| !self.reaches(&board.with(cell), too_much));
        let (worst, best) = match (reached, outcome) {
            (true, _) => (outcome, best),
            (false, Outcome::Win) => (worst, Outcome::Draw),
            (false, _) => (worst, Outcome::Loss),
        };
        self.slots[slot] = (board.key() << 4) | (best.number() << 2) | worst.number();
        reached
    }

    /// The slot of a position, and its worst and best possible outcome as far as they are known.
    fn look_up(&self, board: &Board) -> (usize, Option<(Outcome, Outcome)>) {
        let slot = (board.key().wrapping_mul(SPREAD) >> (u64::BITS - SLOT_BITS)) as usize;
        let entry = self.slots[slot];
        let known = || (Outcome::ALL[entry as usize & 3], Outcome::ALL[(entry as usize >> 2) & 3]);
        (slot, (entry >> 4 == board.key()).then(known))
    }
}
