//! The map in the making, with its generators' shared data: chance, and a way to walk over it.

use super::super::distance::DistanceSearch;
use super::super::map::Tile;
use crate::split_mix::SplitMix64;

/// A map in the making.
#[derive(Debug)]
pub(super) struct UnfinishedMap {
    pub(super) tiles: Vec<Tile>,
    pub(super) walk: DistanceSearch,
    pub(super) chance: SplitMix64,
}

impl UnfinishedMap {
    /// Open ground.
    pub(super) fn new(rows: usize, columns: usize, seed: u64) -> Self {
        let tiles = vec![Tile::Empty; rows * columns];
        Self { tiles, walk: DistanceSearch::over(rows, columns), chance: SplitMix64::new(seed) }
    }

    /// All open ground, in random order.
    pub(super) fn shuffled(&mut self) -> Vec<usize> {
        let mut cells: Vec<_> = (0..self.tiles.len()).filter(|&cell| self.tiles[cell] == Tile::Empty).collect();
        self.chance.shuffle(&mut cells);
        cells
    }
}
