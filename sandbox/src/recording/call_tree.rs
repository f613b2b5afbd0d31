//! The paths of calls of a run, with the charge of each. Knows functions as numbers.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::tally::Tally;

/// The most paths. Further ones begin at the root with the function that was called.
const PATHS: usize = 100_000;
/// The most calls in a path. What recurs more deeply begins at the root again.
const DEPTH_MAX: u32 = 250;

/// Functions that called each other, the outermost first, with what was charged in the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallPath {
    /// The numbers of the functions.
    pub functions: Vec<u32>,
    /// What was charged in the last function itself, in units of work.
    pub charge: u64,
    /// How often the last function was called on this path.
    pub calls: u64,
}

/// A tree of calls.
#[derive(Debug, Default)]
pub(super) struct CallTree {
    /// Each path's last step: the path before it, and the function.
    nodes: Vec<(u32, u32)>,
    /// How many calls each path has.
    depths: Vec<u32>,
    numbers: HashMap<(u32, u32), u32>,
    tally: Tally,
    has_more: bool,
}

impl CallTree {
    /// The path of no function: what is charged to it belongs to none.
    pub const ROOT: u32 = 0;

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.depths.clear();
        self.numbers.clear();
        self.tally.clear();
        self.has_more = false;
    }

    /// The path that goes on from another one into this function.
    pub fn extend(&mut self, path: u32, function: u32) -> u32 {
        if let Some(known) = self.numbers.get(&(path, function)) {
            return *known;
        }
        let depth = (path as usize).checked_sub(1).map_or(0, |index| self.depths[index]);
        if path != Self::ROOT && (self.nodes.len() >= PATHS || depth >= DEPTH_MAX) {
            self.has_more = true;
            return self.extend(Self::ROOT, function);
        }
        self.nodes.push((path, function));
        self.depths.push(depth + 1);
        let number = self.nodes.len() as u32;
        self.numbers.insert((path, function), number);
        number
    }

    pub fn add_charge(&mut self, path: u32, charge: u64) {
        self.tally.add_charge(path, charge);
    }

    pub fn add_call(&mut self, path: u32) {
        self.tally.add_count(path);
    }

    pub fn keep(&mut self) {
        self.tally.keep();
    }

    /// Whether there were more paths than are kept.
    pub fn has_more(&self) -> bool {
        self.has_more
    }

    /// All paths on which something was charged or called.
    pub fn into_paths(self) -> Vec<CallPath> {
        let path = |number: u32| {
            let mut functions = Vec::new();
            let mut at = number;
            while let Some(&(before, function)) = (at as usize).checked_sub(1).and_then(|index| self.nodes.get(index)) {
                functions.push(function);
                at = before;
            }
            functions.reverse();
            functions
        };
        let numbers = 0..=self.nodes.len() as u32;
        let tallied = numbers.map(|number| (number, self.tally.get(number)));
        let used = tallied.filter(|(_, tallied)| tallied.charge + tallied.count > 0);
        used.map(|(number, tallied)| CallPath { functions: path(number), charge: tallied.charge, calls: tallied.count })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_apart() {
        let mut tree = CallTree::default();
        let main = tree.extend(CallTree::ROOT, 7);
        let inner = tree.extend(main, 8);
        assert_eq!(tree.extend(main, 8), inner);
        tree.add_call(main);
        tree.add_charge(main, 3);
        tree.add_charge(inner, 4);
        tree.add_charge(CallTree::ROOT, 1);
        tree.keep();
        let paths: Vec<_> =
            tree.into_paths().into_iter().map(|path| (path.functions, path.charge, path.calls)).collect();
        assert_eq!(paths, [(vec![], 1, 0), (vec![7], 3, 1), (vec![7, 8], 4, 0)]);
    }

    #[test]
    fn endless_paths_become_short_ones() {
        let mut tree = CallTree::default();
        let mut path = CallTree::ROOT;
        for function in 0..2 * PATHS as u32 {
            path = tree.extend(path, function % 5);
            tree.add_charge(path, 1);
        }
        tree.keep();
        assert!(tree.has_more());
        let paths = tree.into_paths();
        assert!(paths.len() <= PATHS + 5);
        assert_eq!(paths.iter().map(|path| path.charge).sum::<u64>(), 2 * PATHS as u64);
    }
}
