//! The judge of Connect Four: the solver, asked who wins.

use super::rules::ConnectFour;
use super::solver::{ColumnSearch, Precision, Solver, judgement_of};
use crate::judge::{Judge, JudgedActions};

/// A solver with the position that it is asked about.
#[derive(Debug, Default)]
pub struct ConnectFourJudge {
    solver: Solver,
    search: Option<ColumnSearch>,
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
