//! Bringing scattered units together: which of them are worth their moves, and which moves first. Knows only own land.

use std::collections::VecDeque;

use super::hunter::Step;
use super::memory::Memory;

/// The first of at most `moves` moves that bring the most units to the cells of `roots`, all of them own ones; nothing
/// where a move would bring less than a unit. The army on `resting` stays where it is.
pub(super) fn gather(memory: &Memory, roots: &[usize], moves: u32, resting: Option<usize>) -> Option<Step> {
    let mut tree = Tree::rooted(memory, roots, resting);
    let mut left = moves;
    while let Some(branch) = tree.best_branch(left) {
        left -= tree.graft(branch);
    }
    tree.outermost()
}

const OUTSIDE: u32 = u32::MAX;

/// Own land with the shortest way to a root for each cell, and which of these ways are to be walked.
struct Tree<'a> {
    memory: &'a Memory,
    resting: Option<usize>,
    /// Every cell that has a way, but the roots; the nearest first.
    order: Vec<usize>,
    depth: Vec<u32>,
    parent: Vec<usize>,
    taken: Vec<bool>,
}

impl<'a> Tree<'a> {
    /// Of the ways that are as short, the one past the larger armies.
    fn rooted(memory: &'a Memory, roots: &[usize], resting: Option<usize>) -> Self {
        let cells = memory.grid.cells();
        let (order, parent) = (Vec::new(), vec![0; cells]);
        let mut tree = Self { memory, resting, order, depth: vec![OUTSIDE; cells], parent, taken: vec![false; cells] };
        for &root in roots {
            (tree.depth[root], tree.taken[root]) = (0, true);
        }
        let mut queue: VecDeque<_> = roots.iter().copied().collect();
        let mut carried = vec![0; cells];
        while let Some(cell) = queue.pop_front() {
            for next in memory.exits(cell).filter(|&next| memory.is_mine(next)) {
                let (depth, load) = (tree.depth[cell] + 1, carried[cell] + tree.spare(next));
                if tree.depth[next] == OUTSIDE {
                    tree.order.push(next);
                    queue.push_back(next);
                } else if tree.depth[next] != depth || load <= carried[next] {
                    continue;
                }
                (tree.depth[next], tree.parent[next], carried[next]) = (depth, cell, load);
            }
        }
        tree
    }

    /// The end of the way that brings the most units a move, if it takes no more than so many moves.
    fn best_branch(&self, moves: u32) -> Option<usize> {
        let mut ways = vec![(0_u32, 0_u32); self.depth.len()];
        let mut best: Option<(u32, u32, usize)> = None;
        for &cell in self.order.iter().filter(|&&cell| !self.taken[cell]) {
            let (units, steps) = ways[self.parent[cell]];
            let (units, steps) = (units + self.spare(cell), steps + 1);
            ways[cell] = (units, steps);
            let better = best.is_none_or(|(most, fewest, _)| units * fewest > most * steps);
            if steps <= moves && units >= steps && better {
                best = Some((units, steps, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }

    /// What a cell can give: one unit stays.
    fn spare(&self, cell: usize) -> u32 {
        if Some(cell) == self.resting { 0 } else { self.memory.place(cell).army.saturating_sub(1) }
    }

    /// Takes the way from a cell on, and says how many moves that adds.
    fn graft(&mut self, mut cell: usize) -> u32 {
        let mut moves = 0;
        while !self.taken[cell] {
            self.taken[cell] = true;
            cell = self.parent[cell];
            moves += 1;
        }
        moves
    }

    /// What moves first: the end of the longest way.
    fn outermost(&self) -> Option<Step> {
        let last = self.order.iter().rev().find(|&&cell| self.taken[cell])?;
        Some((*last, self.parent[*last]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::memory;

    #[track_caller]
    fn check(drawing: &str, moves: u32, resting: Option<usize>, expected: Option<Step>) {
        assert_eq!(gather(&memory(drawing, 2), &[0], moves, resting), expected, "{drawing}");
    }

    #[test]
    fn what_brings_most_comes_first() {
        // One move: the larger of two neighbours. Three: the end of the row pays for the way.
        check("A1 a3 a1 a13 / a5 . . .", 1, None, Some((4, 0)));
        check("A1 a3 a1 a13 / a5 . . .", 3, None, Some((3, 2)));
    }

    #[test]
    fn what_brings_nothing_stays() {
        check("A9 a1 a1 a2", 9, None, None);
        check("A9 a1 . a9", 9, None, None);
        check("A9 a5 a1 .", 9, Some(1), None);
    }
}
