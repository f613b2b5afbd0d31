//! The map in the making, with what its makers share: chance, and a way to walk over it.

use super::super::map::Tile;
use super::super::walk::Walk;
use crate::chance::Chance;

/// A map in the making.
#[derive(Debug)]
pub(super) struct Land {
    pub(super) tiles: Vec<Tile>,
    pub(super) walk: Walk,
    pub(super) chance: Chance,
}

impl Land {
    /// Open ground.
    pub(super) fn new(rows: usize, columns: usize, seed: u64) -> Self {
        let tiles = vec![Tile::Empty; rows * columns];
        Self { tiles, walk: Walk::over(rows, columns), chance: Chance::new(seed) }
    }

    /// All open ground, in random order.
    pub(super) fn shuffled(&mut self) -> Vec<usize> {
        let mut cells: Vec<_> = (0..self.tiles.len()).filter(|&cell| self.tiles[cell] == Tile::Empty).collect();
        self.chance.shuffle(&mut cells);
        cells
    }
}
