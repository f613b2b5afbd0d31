//! The judge of Connect Four: the solver, asked who wins.

use super::rules::ConnectFour;
use super::solver::{ColumnSearch, OpeningBook, Precision, Solver, judgement_of};
use crate::judge::{Judge, JudgedActions};

/// A solver with the position that it is asked about.
#[derive(Debug)]
pub struct ConnectFourJudge {
    solver: Solver,
    search: Option<ColumnSearch>,
}

impl Default for ConnectFourJudge {
    fn default() -> Self {
        Self { solver: Solver::default().with_book(OpeningBook::bundled()), search: None }
    }
}

impl Judge<ConnectFour> for ConnectFourJudge {
    fn begin(&mut self, position: &ConnectFour) {
        self.search = Some(ColumnSearch::new(position.board()));
    }

    fn advance(&mut self, nodes: &mut u64) -> Option<JudgedActions<ConnectFour>> {
        let search = self.search.as_mut()?;
        if !search.advance(&mut self.solver, Precision::Outcome, nodes) {
            return None;
        }
        Some(search.open().map(|(column, bounds)| (column, judgement_of(bounds))).collect())
    }
}
