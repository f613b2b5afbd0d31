//! The ways to one cell: what they cost, and how large an army must be to get through. Knows the map only as it is
//! remembered.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::memory::Memory;

/// No way leads to the target.
pub const UNREACHED: u32 = u32::MAX;

/// For each cell the best way to the target.
#[derive(Debug)]
pub struct Routes {
    target: usize,
    cost: Vec<u32>,
    next: Vec<usize>,
    need: Vec<u32>,
}

impl Routes {
    /// To `target`, where `garrison` units may stand.
    pub fn to(memory: &Memory, target: usize, garrison: u32) -> Self {
        let cells = memory.grid.cells();
        let mut routes = Self { target, cost: vec![UNREACHED; cells], next: vec![target; cells], need: vec![0; cells] };
        routes.cost[target] = 0;
        let mut heap = BinaryHeap::from([Reverse((0, target))]);
        while let Some(Reverse((cost, cell))) = heap.pop() {
            if cost > routes.cost[cell] {
                continue;
            }
            let entering = cost + toll(memory, cell);
            let need = routes.need_before(memory, cell, garrison);
            for from in memory.exits(cell) {
                if entering < routes.cost[from] {
                    routes.cost[from] = entering;
                    routes.next[from] = cell;
                    routes.need[from] = need;
                    heap.push(Reverse((entering, from)));
                }
            }
        }
        routes
    }

    /// How large an army must be that is about to enter `cell`, the unit that it leaves behind included.
    fn need_before(&self, memory: &Memory, cell: usize, garrison: u32) -> u32 {
        if cell == self.target {
            return 2 + garrison;
        }
        let army = memory.place(cell).army;
        let enter =
            if memory.is_mine(cell) { self.need[cell].saturating_sub(army).max(1) } else { self.need[cell] + army };
        enter + 1
    }

    /// What the way costs, about four a step; [`UNREACHED`] where there is none.
    pub fn cost(&self, cell: usize) -> u32 {
        self.cost[cell]
    }

    /// The first step of the way.
    pub fn next(&self, cell: usize) -> usize {
        self.next[cell]
    }

    /// How many units must stand here to conquer the target.
    pub fn need(&self, cell: usize) -> u32 {
        self.need[cell]
    }

    /// The cells of the way, without `from` itself.
    pub fn way(&self, from: usize) -> impl Iterator<Item = usize> {
        let known = (self.cost[from] != UNREACHED && from != self.target).then_some(self.next[from]);
        std::iter::successors(known, |&cell| (cell != self.target).then(|| self.next[cell]))
    }
}

/// The price of a step onto a cell: time, and units lost there; less where own units join.
fn toll(memory: &Memory, cell: usize) -> u32 {
    let army = memory.place(cell).army;
    if memory.is_mine(cell) { 5 - army.saturating_sub(1).min(3) } else { 5 + (1 + army).min(80) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::memory;

    #[test]
    fn the_need_counts_what_is_lost_and_what_joins() {
        // To take a capital with 4 units, 6 must stand beside it, one of which stays there.
        let routes = Routes::to(&memory("A9 . b2 a3 B4", 2), 4, 4);
        let needs = [3, 2, 1, 0].map(|cell| routes.need(cell));
        // On cell 3 stand 3 of the 6: so 3 must come, and 1 stay on cell 2; 2 are lost against it.
        assert_eq!(needs, [6, 4, 7, 8]);
        assert_eq!(routes.way(1).collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn mountains_and_strong_cities_are_gone_round() {
        let routes = Routes::to(&memory("A9 +50 a1 / a1 a1 a1", 2), 2, 0);
        assert_eq!(routes.way(0).collect::<Vec<_>>(), [3, 4, 5, 2]);
        assert_eq!(Routes::to(&memory("A9 # a1", 2), 2, 0).cost(0), UNREACHED);
    }
}
