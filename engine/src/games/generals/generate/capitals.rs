//! Looks for capitals: apart, and on ground that is comparable. Knows mountains and no cities.

use std::ops::RangeInclusive;

use super::super::map::Tile;
use super::super::survey::ground;
use super::unfinished_map::UnfinishedMap;

/// How often capitals are tried at the same distance.
const TRIES: usize = 12;

/// For how many cells their ground is looked at in one step.
const LOOKS: usize = 32;

/// The requirements of capitals.
#[derive(Debug, Clone, Copy)]
pub(super) struct CapitalDemands {
    /// How many.
    pub(super) players: usize,
    /// How many steps they are apart at least.
    pub(super) least: u32,
    /// How many are enough: as many as can be had up to these.
    pub(super) enough: u32,
    /// By how many percent their ground may differ.
    pub(super) difference: u32,
    /// How far from a capital ground counts as near.
    pub(super) reach: u32,
}

/// Capitals that are being looked for.
#[derive(Debug)]
pub(super) struct CapitalSearch {
    demands: CapitalDemands,
    /// Open ground in random order.
    cells: Vec<usize>,
    /// The size of the ground near each cell of `cells`.
    grounds: Vec<u32>,
    /// The steps that are tried now.
    distance: u32,
    tried: usize,
}

/// The result of a step.
pub(super) enum CapitalStep {
    /// No capitals found yet.
    Nothing,
    /// The search has found all capitals: their cells.
    All(Vec<usize>),
    /// There is no choice of capitals.
    None,
}

impl CapitalSearch {
    pub(super) fn new(land: &mut UnfinishedMap, demands: CapitalDemands) -> Self {
        Self { demands, cells: land.shuffled(), grounds: Vec::new(), distance: demands.enough, tried: 0 }
    }

    /// Looks at some cells, or tries some capitals.
    pub(super) fn step(&mut self, land: &mut UnfinishedMap) -> CapitalStep {
        if self.grounds.len() < self.cells.len() {
            self.search_land(land);
            return CapitalStep::Nothing;
        }
        if let Some(capitals) = self.apart(land) {
            return CapitalStep::All(capitals);
        }
        self.tried += 1;
        if self.tried.is_multiple_of(TRIES) {
            if self.distance == self.demands.least {
                return CapitalStep::None;
            }
            // Finely where there are few steps: one more or less is much there.
            self.distance = (self.distance - (self.distance / 10).max(1)).max(self.demands.least);
        }
        CapitalStep::Nothing
    }

    fn search_land(&mut self, land: &mut UnfinishedMap) {
        for &cell in self.cells.iter().skip(self.grounds.len()).take(LOOKS) {
            self.grounds.push(ground(&land.tiles, cell, self.demands.reach, &mut land.walk).open);
        }
    }

    /// Takes cells in their order, starting elsewhere in each attempt, that are far enough from
    /// those taken and have ground like the first.
    fn apart(&self, land: &mut UnfinishedMap) -> Option<Vec<usize>> {
        let first = self.tried % self.cells.len().max(1);
        let alike = self.alike(*self.grounds.get(first)?);
        let mut is_near = vec![false; land.tiles.len()];
        let mut capitals = Vec::new();
        for at in (first..self.cells.len()).chain(0..first) {
            let cell = self.cells[at];
            if is_near[cell] || !alike.contains(&self.grounds[at]) {
                continue;
            }
            capitals.push(cell);
            if capitals.len() == self.demands.players {
                return Some(capitals);
            }
            let tiles = &land.tiles;
            let near = land.walk.go(cell, self.distance - 1, |cell| tiles[cell] != Tile::Mountain);
            near.iter().for_each(|&cell| is_near[cell] = true);
        }
        None
    }

    /// The allowed size of the ground near the others if `first` is the size near the first. Some
    /// of the allowed difference is left for cities, which reduce the ground.
    fn alike(&self, first: u32) -> RangeInclusive<u32> {
        match self.demands.difference {
            100.. => 0..=u32::MAX,
            percent => first - (first * percent * 3 / 400).max(1).min(first)..=first,
        }
    }
}
