//! The search for the value of one position, in pieces. Knows no other positions.

use super::{CELLS, Score, ScoreQuestion, Solver, judgement_of, win_with_next_stone};
use crate::games::connect_four::board::ConnectFourBoard;
use crate::judge::Judgement;

/// What is to be found out about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// Whether it is won, drawn or lost.
    Outcome,
    /// Its score, which also says how long it takes.
    Score,
}

/// A search for the value of a position, with the bounds that it has found so far.
#[derive(Debug)]
pub struct PositionSearch {
    board: ConnectFourBoard,
    low: Score,
    high: Score,
    /// The bound that is asked for now.
    question: Option<ScoreQuestion>,
}

impl PositionSearch {
    /// Begins with a position without four in a row.
    pub fn new(board: ConnectFourBoard) -> Self {
        let stones = board.stones() as Score;
        let (low, high) = if board.landings() & board.threats() != 0 {
            (win_with_next_stone(board), win_with_next_stone(board))
        } else {
            (-(CELLS - stones) / 2, (CELLS - 1 - stones) / 2)
        };
        Self { board, low, high, question: None }
    }

    /// The bounds of the score.
    pub fn bounds(&self) -> (Score, Score) {
        (self.low, self.high)
    }

    /// Who wins, once that is known.
    pub fn judgement(&self) -> Option<Judgement> {
        self.is_done(Precision::Outcome).then(|| judgement_of(self.bounds()))
    }

    /// Whether the bounds are as narrow as this precision demands.
    pub fn is_done(&self, precision: Precision) -> bool {
        self.low == self.high || precision == Precision::Outcome && (self.low > 0 || self.high < 0)
    }

    /// Searches at most `nodes` further positions and subtracts them. Returns whether the search is
    /// done.
    pub fn advance(&mut self, solver: &mut Solver, precision: Precision, nodes: &mut u64) -> bool {
        while !self.is_done(precision) {
            let bound = self.next_bound();
            let mut question = self.question.take().unwrap_or_else(|| solver.ask(self.board, bound));
            match solver.advance(&mut question, nodes) {
                Some(true) => self.low = self.low.max(question.bound),
                Some(false) => self.high = self.high.min(question.bound - 1),
                None => {
                    self.question = Some(question);
                    return false;
                }
            }
        }
        true
    }

    /// Searches to the end.
    pub(super) fn finish(mut self, solver: &mut Solver) -> Score {
        let mut nodes = u64::MAX;
        self.advance(solver, Precision::Score, &mut nodes);
        self.low
    }

    /// The bound to ask for: first those that settle who wins, then half of what is left. Windows
    /// near zero are cheap and make the others cheaper.
    fn next_bound(&self) -> Score {
        if self.low < 0 && self.high >= 0 {
            return 0;
        }
        if self.low == 0 {
            return 1;
        }
        let middle = self.low + (self.high - self.low) / 2;
        if middle < 0 {
            (self.low / 2).min(self.high).max(middle + 1)
        } else {
            (self.high / 2).max(self.low + 1).min(middle + 1)
        }
    }
}
