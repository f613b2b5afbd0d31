//! The search for the value of each column of a position, in pieces.

use super::{Column, ConnectFourBoard, PositionSearch, Precision, Score, Solver, win_with_next_stone};
use crate::games::connect_four::board::COLUMNS;

/// A search for the value of each column for the side to move.
#[derive(Debug)]
pub struct ColumnSearch {
    columns: [Option<ColumnValue>; COLUMNS],
}

/// The value of an open column.
#[derive(Debug)]
enum ColumnValue {
    /// The stone ends the game with this score.
    Final(Score),
    /// The value is that of the position after it, for the other side.
    After(PositionSearch),
}

impl ColumnSearch {
    /// Begins with a position that is not over.
    pub fn new(board: ConnectFourBoard) -> Self {
        let begin = |column| {
            if board.wins(column) {
                return ColumnValue::Final(win_with_next_stone(board));
            }
            let next = board.drop(column);
            if next.is_full() {
                return ColumnValue::Final(0);
            }
            ColumnValue::After(PositionSearch::new(next))
        };
        let mut columns = [const { None }; COLUMNS];
        for column in board.open() {
            columns[column.index()] = Some(begin(column));
        }
        Self { columns }
    }

    /// The bounds of each column's score for the side to move; `None` where the column is full.
    pub fn bounds(&self) -> [Option<(Score, Score)>; COLUMNS] {
        std::array::from_fn(|at| match self.columns[at].as_ref()? {
            ColumnValue::Final(score) => Some((*score, *score)),
            ColumnValue::After(search) => {
                let (low, high) = search.bounds();
                Some((-high, -low))
            }
        })
    }

    /// Searches at most `nodes` further positions and subtracts them. Returns whether all columns
    /// are done.
    pub fn advance(&mut self, solver: &mut Solver, precision: Precision, nodes: &mut u64) -> bool {
        // The middle first: its values are found most quickly, and help with the others.
        let mut order: [usize; COLUMNS] = std::array::from_fn(|at| at);
        order.sort_unstable_by_key(|&at| at.abs_diff(COLUMNS / 2));
        order.into_iter().all(|at| match &mut self.columns[at] {
            Some(ColumnValue::After(search)) => search.advance(solver, precision, nodes),
            Some(ColumnValue::Final(_)) | None => true,
        })
    }

    /// The open columns with the bounds of their scores.
    pub fn open(&self) -> impl Iterator<Item = (Column, (Score, Score))> {
        Column::all().zip(self.bounds()).filter_map(|(column, bounds)| Some((column, bounds?)))
    }
}
