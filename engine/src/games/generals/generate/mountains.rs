//! Raises mountains on open ground, each where it does not cut the map into parts. Knows no
//! capitals.

use super::super::distance::UNREACHED;
use super::super::map::Tile;
use super::unfinished_map::UnfinishedMap;

/// Mountains that are being raised.
#[derive(Debug)]
pub(super) struct MountainBuilder {
    /// Where one can be tried.
    cells: Vec<usize>,
    /// How many are to come.
    missing: usize,
    /// How many cells are not mountains.
    left: usize,
}

impl MountainBuilder {
    pub(super) fn new(land: &mut UnfinishedMap, count: usize) -> Self {
        Self { cells: land.shuffled(), missing: count, left: land.tiles.len() }
    }

    /// Tries one cell; whether that was the last.
    pub(super) fn step(&mut self, land: &mut UnfinishedMap) -> bool {
        let Some(cell) = self.cells.pop().filter(|_| self.missing > 0) else {
            return true;
        };
        land.tiles[cell] = Tile::Mountain;
        let tiles = &land.tiles;
        let is_bypassed = land.walk.is_bypassed(cell, |near| tiles[near] != Tile::Mountain);
        if is_bypassed || is_whole(land, self.left - 1) {
            self.missing -= 1;
            self.left -= 1;
        } else {
            land.tiles[cell] = Tile::Empty;
        }
        false
    }
}

/// Whether these `left` cells that are not mountains can all be reached from each other.
fn is_whole(land: &mut UnfinishedMap, left: usize) -> bool {
    let tiles = &land.tiles;
    let Some(start) = tiles.iter().position(|&tile| tile != Tile::Mountain) else {
        return true;
    };
    land.walk.go(start, UNREACHED, |cell| tiles[cell] != Tile::Mountain).len() == left
}
