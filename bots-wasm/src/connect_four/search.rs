//! Looks ahead as far as a fixed number of positions allows: iterative deepening, alpha-beta and a table of known
//! positions. Has no clock and no randomness, so that it answers the same on every machine.

pub(super) mod order;
mod table;

use super::{Board, COLUMNS, Choice, Column};
use order::{Ordered, ordered, root_moves};
use table::{Bound, Known, Table};

// About 50 ms of native time on a quiet machine.
const NODES_PER_MOVE: u32 = 600_000;
// Estimates stay below this, wins and losses lie above it.
const PROVEN: i32 = 80;
const ODD_ROWS: u64 = 0b01_0101 * 0x0000_0408_1020_4081;
const CELLS_ON_BOARD: u32 = 42;

/// A player that remembers what it has seen during a game.
pub struct Searcher {
    table: Table,
    nodes: u32,
}

impl Default for Searcher {
    fn default() -> Self {
        Self { table: Table::new(), nodes: 0 }
    }
}

/// The best move found, and what it is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The move.
    pub column: Column,
    /// An estimate, or a proven result.
    pub score: Score,
    /// How many plies ahead the last complete search looked.
    pub depth: u32,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Wins with the disc of this ply (1 to 42), whatever the other side does.
    Wins(u32),
    /// Loses to the disc of this ply at the latest.
    Loses(u32),
    /// A guess from -60 to 60: positive is good.
    Estimate(i32),
}

/// The position allowance of this move is used up.
struct Spent;

impl Searcher {
    /// The answer to `board` with a remark such as `depth 14 score +3 nodes 120000 -> 4`.
    ///
    /// # Panics
    /// If the board is full.
    pub fn choose(&mut self, board: &Board) -> Choice {
        let finding = self.find(board);
        let (column, depth) = (finding.column, finding.depth);
        let score = match finding.score {
            Score::Wins(ply) => format!("wins by ply {ply}"),
            Score::Loses(ply) => format!("loses by ply {ply}"),
            Score::Estimate(score) => format!("score {score:+}"),
        };
        Choice { column, remark: Some(format!("depth {depth} {score} nodes {} -> {column}", self.nodes)) }
    }

    /// The best move, by searches that each look one ply further until the result is proven or the allowance is spent.
    ///
    /// # Panics
    /// If the board is full.
    pub fn find(&mut self, board: &Board) -> Finding {
        self.nodes = 0;
        let winning = board.winning_moves();
        if winning != 0 {
            let score = Score::Wins(board.plies() + 1);
            return Finding { column: Column::of(winning), score, depth: 1 };
        }
        let mut moves = root_moves(board);
        let mut found = Finding { column: Column::of(moves[0]), score: Score::Estimate(0), depth: 0 };
        for depth in 1..=CELLS_ON_BOARD - board.plies() {
            let Ok((best, value)) = self.best_of(board, &moves, depth) else {
                break;
            };
            moves[..=best].rotate_right(1);
            found = Finding { column: Column::of(moves[0]), score: Score::new(value), depth };
            if value.abs() > PROVEN {
                break;
            }
        }
        found
    }

    // The place among `moves` of the best one, and its value.
    fn best_of(&mut self, board: &Board, moves: &[u64], depth: u32) -> Result<(usize, i32), Spent> {
        let (mut best, mut value) = (0, -i32::from(i8::MAX));
        for (place, &cell) in moves.iter().enumerate() {
            let score = -self.value(&board.with(cell), depth - 1, -i32::from(i8::MAX), -value)?;
            if score > value {
                (best, value) = (place, score);
            }
        }
        Ok((best, value))
    }

    // The value for the side to move if it lies between `alpha` and `beta`, else a bound on that side.
    fn value(&mut self, board: &Board, depth: u32, mut alpha: i32, mut beta: i32) -> Result<i32, Spent> {
        if self.nodes == NODES_PER_MOVE {
            return Err(Spent);
        }
        self.nodes += 1;
        let plies = board.plies();
        if board.winning_moves() != 0 {
            return Ok(winning_at(plies + 1));
        }
        let moves = board.safe_moves();
        if plies + 2 > CELLS_ON_BOARD || (moves != 0 && plies + 2 == CELLS_ON_BOARD) {
            return Ok(0);
        }
        if moves == 0 {
            return Ok(-winning_at(plies + 2));
        }
        if depth == 0 {
            return Ok(estimate(board));
        }
        // Neither side wins with its next disc, which bounds every result from here on.
        alpha = alpha.max(-winning_at(plies + 4));
        beta = beta.min(winning_at(plies + 3));
        if alpha >= beta {
            return Ok(alpha);
        }
        let known = self.table.look_up(board);
        if let Some(value) = known.and_then(|known| known.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        self.try_moves(board, &ordered(board, moves, known), depth, alpha, beta)
    }

    fn try_moves(
        &mut self,
        board: &Board,
        moves: &Ordered,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        let (mut best, mut bound) = (moves.cells()[0], Bound::AtMost);
        for &cell in moves.cells() {
            let score = -self.value(&board.with(cell), depth - 1, -beta, -alpha)?;
            if score > alpha {
                (alpha, best, bound) = (score, cell, Bound::Exact);
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                break;
            }
        }
        self.table.keep(board, Known::new(alpha, depth, bound, Column::of(best)));
        Ok(alpha)
    }
}

impl Score {
    fn new(value: i32) -> Self {
        let ply = (i32::from(i8::MAX) - value.abs()) as u32;
        match value {
            value if value > PROVEN => Self::Wins(ply),
            value if value < -PROVEN => Self::Loses(ply),
            value => Self::Estimate(value),
        }
    }
}

// Winning early is better. The last ply's win, 85, is still more than any estimate.
fn winning_at(ply: u32) -> i32 {
    i32::from(i8::MAX) - ply as i32
}

// Near the end of a game whoever is forced to play under a threat loses: the first mover gets the odd rows in this
// game of waiting, the second mover the even ones. A threat in one's own rows is therefore worth more.
fn estimate(board: &Board) -> i32 {
    let first_to_move = board.plies().is_multiple_of(2);
    let (my_rows, their_rows) = if first_to_move { (ODD_ROWS, !ODD_ROWS) } else { (!ODD_ROWS, ODD_ROWS) };
    let threats = worth(board.my_threats(), my_rows) - worth(board.their_threats(), their_rows);
    let centre = COLUMNS[3].cells();
    let centred = count(board.mine() & centre) - count(board.theirs() & centre);
    (threats + centred).clamp(-60, 60)
}

fn worth(threats: u64, good_rows: u64) -> i32 {
    count(threats) + 3 * count(threats & good_rows)
}

fn count(cells: u64) -> i32 {
    cells.count_ones() as i32
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "varied")]
mod varied;

#[cfg(feature = "varied")]
pub use varied::VariedSearcher;
