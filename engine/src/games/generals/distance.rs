//! Distances on foot over a map. Knows no players; the caller decides which cells can be entered.

/// Where no path leads.
pub(super) const UNREACHED: u32 = u32::MAX;

/// Breadth-first search with buffers that are used again.
#[derive(Debug)]
pub(super) struct DistanceSearch {
    rows: usize,
    columns: usize,
    /// The cells reached, near ones first.
    reached: Vec<usize>,
    steps: Vec<u32>,
}

impl DistanceSearch {
    pub(super) fn over(rows: usize, columns: usize) -> Self {
        Self { rows, columns, reached: Vec::new(), steps: vec![UNREACHED; rows * columns] }
    }

    /// Goes from `start` up to `limit` steps, over cells that may be entered; returns the cells
    /// reached, near ones first.
    pub(super) fn go(&mut self, start: usize, limit: u32, enter: impl Fn(usize) -> bool) -> &[usize] {
        self.reached.drain(..).for_each(|cell| self.steps[cell] = UNREACHED);
        self.steps[start] = 0;
        self.reached.push(start);
        let mut at = 0;
        while let Some(&cell) = self.reached.get(at) {
            let next = self.steps[cell] + 1;
            if next > limit {
                break;
            }
            for near in neighbours(cell, self.rows, self.columns) {
                if self.steps[near] == UNREACHED && enter(near) {
                    self.steps[near] = next;
                    self.reached.push(near);
                }
            }
            at += 1;
        }
        &self.reached
    }

    /// The distance of each cell in steps in the last search; `UNREACHED` if it did not reach it.
    pub(super) fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// The cells that the last search reached, near ones first.
    pub(super) fn reached(&self) -> &[usize] {
        &self.reached
    }

    /// Whether the ways past this cell join around it: closing it then splits no region. The check
    /// is cheap, and `false` proves nothing.
    pub(super) fn is_bypassed(&self, cell: usize, enter: impl Fn(usize) -> bool) -> bool {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let open = |(down, right): (isize, isize)| {
            let row = row.checked_add_signed(down).filter(|&row| row < self.rows);
            let column = column.checked_add_signed(right).filter(|&column| column < self.columns);
            row.zip(column).is_some_and(|(row, column)| enter(row * self.columns + column))
        };
        // Once around; sides are at even places.
        let around = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)].map(open);
        let linked = |side: usize| around[(side + 7) % 8] && around[(side + 6) % 8];
        [0, 2, 4, 6].into_iter().filter(|&side| around[side] && !linked(side)).count() < 2
    }

    /// The cells that share a side with this one.
    pub(super) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        neighbours(cell, self.rows, self.columns)
    }
}

fn neighbours(cell: usize, rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / columns, cell % columns);
    let up = (row > 0).then(|| cell - columns);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < columns).then_some(cell + 1);
    let down = (row + 1 < rows).then_some(cell + columns);
    [up, left, right, down].into_iter().flatten()
}
