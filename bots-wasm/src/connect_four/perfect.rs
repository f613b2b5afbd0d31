//! Plays Connect Four without a mistake: from its book, then by solving the position. Has no clock and no randomness, so that it
//! answers the same on every machine.

mod book;
mod solver;

use super::search::{Score, Searcher};
use super::{Board, Choice, Column};
use book::Book;
use solver::{Outcome, Solver};

pub use book::replies;

/// A player that never gives away what the position is worth.
pub struct Perfect {
    book: Book,
    solver: Solver,
    searcher: Searcher,
}

impl Default for Perfect {
    fn default() -> Self {
        Self { book: Book::read(), solver: Solver::default(), searcher: Searcher::default() }
    }
}

impl Perfect {
    /// The answer to `board`, with where it comes from as a remark.
    ///
    /// # Panics
    /// If the board is full.
    pub fn choose(&mut self, board: &Board) -> Choice {
        if let Some(column) = self.book.look_up(board) {
            return Choice { column, remark: Some(format!("book -> {column}")) };
        }
        let finding = self.searcher.find(board);
        // The search knows how soon it wins, and the solver only that it does.
        let (column, outlook) = match finding.score {
            Score::Wins(ply) => (finding.column, format!("wins by ply {ply}")),
            _ => self.solve(board, finding.column),
        };
        Choice { column, remark: Some(format!("{outlook} -> {column}")) }
    }

    /// A best move, and what it leads to. `favourite` is played if no move is better.
    fn solve(&mut self, board: &Board, favourite: Column) -> (Column, String) {
        let (column, outcome) = self.solver.best(board, favourite);
        let outlook = match outcome {
            Outcome::Win => "wins",
            Outcome::Draw => "draws",
            Outcome::Loss => "loses",
        };
        (column, format!("{outlook}, {} positions", self.solver.visited()))
    }
}
