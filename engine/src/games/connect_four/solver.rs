//! The exact value of a position, by search to the end of the game. Knows no time limit: sparse
//! boards take long.
//!
//! Alpha-beta with null windows, a transposition table and threats first: the methods of John
//! Tromp's and Pascal Pons's solvers.

use super::board::{COLUMNS, Column, ConnectFourBoard, ROWS};

/// The value of a position for the side to move: 0 is a draw; a win is 22 minus the stones the
/// winner has used, so that a quicker win counts more; a loss is the negative of the other side's
/// win.
pub type Score = i32;

const CELLS: Score = (COLUMNS * ROWS) as Score;

/// The best a side can do: four stones.
const SCORE_MAX: Score = 18;

/// A solver with its memory of positions.
#[derive(Debug)]
pub struct Solver {
    table: Vec<SolvedEntry>,
    nodes: u64,
}

/// The stored result of a position.
#[derive(Debug, Clone, Copy, Default)]
struct SolvedEntry {
    key: u64,
    lower: i8,
    upper: i8,
}

impl Default for Solver {
    fn default() -> Self {
        Self::with_entries(1 << 20)
    }
}

impl Solver {
    /// A solver that remembers this many positions, 16 bytes each.
    ///
    /// # Panics
    /// If `entries` is 0.
    pub fn with_entries(entries: usize) -> Self {
        assert!(entries > 0, "a solver remembers at least one position");
        Self { table: vec![SolvedEntry::default(); entries], nodes: 0 }
    }

    /// The number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position that is not over.
    pub fn solve(&mut self, board: ConnectFourBoard) -> Score {
        if board.landings() & board.threats() != 0 {
            return win_with_next_stone(board);
        }
        let stones = board.stones() as Score;
        let (mut low, mut high) = (-(CELLS - stones) / 2, (CELLS + 1 - stones) / 2);
        // Narrow windows near zero first: they settle which side wins, which is cheap to find and
        // cuts the rest.
        while low < high {
            let middle = low + (high - low) / 2;
            let bound = if middle <= 0 && low / 2 < middle {
                low / 2
            } else if middle >= 0 && high / 2 > middle {
                high / 2
            } else {
                middle
            };
            let found = self.search(board, bound, bound + 1);
            if found <= bound { high = found } else { low = found }
        }
        low
    }

    /// The value of each column for the side to move; `None` where the column is full.
    pub fn analyse(&mut self, board: ConnectFourBoard) -> [Option<Score>; COLUMNS] {
        std::array::from_fn(|index| {
            let column = Column::all().nth(index).filter(|&column| board.is_open(column))?;
            if board.wins(column) {
                return Some(win_with_next_stone(board));
            }
            let next = board.drop(column);
            Some(if next.is_full() { 0 } else { -self.solve(next) })
        })
    }

    /// Alpha-beta for a position where the side to move cannot win at once.
    fn search(&mut self, board: ConnectFourBoard, mut alpha: Score, mut beta: Score) -> Score {
        self.nodes += 1;
        let stones = board.stones() as Score;
        let moves = safe_moves(board);
        if moves == 0 {
            return -(CELLS - stones) / 2;
        }
        if stones >= CELLS - 2 {
            return 0;
        }
        alpha = alpha.max(-(CELLS - 2 - stones) / 2);
        beta = beta.min((CELLS - 1 - stones) / 2);
        if alpha >= beta {
            return alpha;
        }
        let key = board.key();
        let (lower, upper) = self.recall(key);
        alpha = alpha.max(lower);
        beta = beta.min(upper);
        if alpha >= beta {
            return if lower >= beta { lower } else { upper };
        }
        let entered = alpha;
        for cell in ordered(board, moves) {
            let score = -self.search(board.place_stone(cell), -beta, -alpha);
            if score >= beta {
                self.remember(key, score, upper);
                return score;
            }
            alpha = alpha.max(score);
        }
        // No move was better than `entered` unless alpha rose; if it rose, the value is exact.
        self.remember(key, if alpha > entered { alpha } else { lower }, alpha);
        alpha
    }

    fn recall(&self, key: u64) -> (Score, Score) {
        match self.table[self.slot(key)] {
            entry if entry.key == key => (entry.lower.into(), entry.upper.into()),
            _ => (-SCORE_MAX - 3, SCORE_MAX + 3),
        }
    }

    fn remember(&mut self, key: u64, lower: Score, upper: Score) {
        let slot = self.slot(key);
        self.table[slot] = SolvedEntry { key, lower: lower as i8, upper: upper as i8 };
    }

    fn slot(&self, key: u64) -> usize {
        // Fibonacci hashing spreads neighbouring positions.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(hash) * self.table.len() as u128) >> 64) as usize
    }
}

fn win_with_next_stone(board: ConnectFourBoard) -> Score {
    (CELLS + 1 - board.stones() as Score) / 2
}

/// The landing cells that do not lose at once, where the side to move cannot win at once.
fn safe_moves(board: ConnectFourBoard) -> u64 {
    let dangers = board.dangers();
    let mut landings = board.landings();
    let forced = landings & dangers;
    if forced != 0 {
        if forced & (forced - 1) != 0 {
            return 0;
        }
        landings = forced;
    }
    // A stone right below a cell where the other makes four hands it over.
    landings & !(dangers >> 1)
}

/// The cells of `moves`: the most threats first, and the middle before the edges.
fn ordered(board: ConnectFourBoard, moves: u64) -> impl Iterator<Item = u64> {
    const MIDDLE_FIRST: [u32; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];
    let mut sorted = [(0_u64, 0_u32); COLUMNS];
    let mut count = 0;
    for column in MIDDLE_FIRST {
        let cell = moves & 0x3f << (7 * column);
        if cell == 0 {
            continue;
        }
        let threats = board.threats_with(cell).count_ones();
        let mut at = count;
        while at > 0 && sorted[at - 1].1 < threats {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = (cell, threats);
        count += 1;
    }
    (0..count).map(move |at| sorted[at].0)
}
