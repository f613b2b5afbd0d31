//! Distances on foot over a map. Knows no players; what can be entered is the caller's to say.

use std::collections::VecDeque;

/// Where no path leads.
pub(super) const UNREACHED: u32 = u32::MAX;

/// Breadth-first search with buffers that are used again.
#[derive(Debug)]
pub(super) struct Walk {
    rows: usize,
    columns: usize,
    queue: VecDeque<usize>,
    steps: Vec<u32>,
}

impl Walk {
    pub(super) fn over(rows: usize, columns: usize) -> Self {
        Self { rows, columns, queue: VecDeque::new(), steps: vec![UNREACHED; rows * columns] }
    }

    /// How many rows and columns it walks over.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// How many steps each cell is from `start`, up to `limit`, over cells that may be entered.
    pub(super) fn steps(&mut self, start: usize, limit: u32, enter: impl Fn(usize) -> bool) -> &[u32] {
        self.steps.fill(UNREACHED);
        self.steps[start] = 0;
        self.queue.clear();
        self.queue.push_back(start);
        while let Some(cell) = self.queue.pop_front() {
            let next = self.steps[cell] + 1;
            if next > limit {
                break;
            }
            for near in neighbours(cell, self.rows, self.columns) {
                if self.steps[near] == UNREACHED && enter(near) {
                    self.steps[near] = next;
                    self.queue.push_back(near);
                }
            }
        }
        &self.steps
    }
}

/// The cells that share a side with this one.
pub(super) fn neighbours(cell: usize, rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / columns, cell % columns);
    let up = (row > 0).then(|| cell - columns);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < columns).then_some(cell + 1);
    let down = (row + 1 < rows).then_some(cell + columns);
    [up, left, right, down].into_iter().flatten()
}
