//! What a map is like to start on: for editors, the generator and its tests. Knows no match.

use super::map::{Map, Tile};
use super::walk::{UNREACHED, Walk};

/// How a map treats its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// Whether every cell that is no mountain can be reached from every other.
    pub connected: bool,
    /// The fewest steps between two capitals on a path without cities; `None` if there are not two, or if no such
    /// path leads from one to another.
    pub distance: Option<u32>,
    /// Whether such paths join all capitals.
    pub joined: bool,
    /// For each capital, what lies around it.
    pub grounds: Vec<Ground>,
}

/// What lies within reach of a capital, on paths without cities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ground {
    /// Cells of open ground.
    pub open: u32,
    /// Cities.
    pub cities: u32,
}

impl Ground {
    /// Whether all of these lie within so many percent of the best, or differ by one.
    pub fn comparable(grounds: &[Self], percent: u32) -> bool {
        let even = |count: fn(&Self) -> u32| {
            let (least, most) = (grounds.iter().map(count).min(), grounds.iter().map(count).max());
            let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
            most - least <= (most * percent / 100).max(1)
        };
        even(|ground| ground.open) && even(|ground| ground.cities)
    }
}

impl Survey {
    /// Looks a map over; what is within `reach` steps of a capital counts as near.
    pub fn of(map: &Map, reach: u32) -> Self {
        let tiles = map.tiles();
        let capitals: Vec<_> = map.capitals().collect();
        let mut walk = Walk::over(map.rows(), map.columns());
        let passable = tiles.iter().filter(|tile| **tile != Tile::Mountain).count();
        let connected = walk.go(capitals[0], UNREACHED, |cell| tiles[cell] != Tile::Mountain).len() == passable;
        let (mut distance, mut joined) = (None, true);
        for (index, &from) in capitals.iter().enumerate() {
            walk.go(from, UNREACHED, |cell| is_open(tiles[cell]));
            let others = capitals[index + 1..].iter().map(|&to| walk.steps()[to]);
            joined &= others.clone().all(|steps| steps != UNREACHED);
            distance = others.filter(|&steps| steps != UNREACHED).chain(distance).min();
        }
        let grounds = capitals.iter().map(|&capital| ground(tiles, capital, reach, &mut walk)).collect();
        Self { connected, distance, joined, grounds }
    }
}

/// Whether an army passes at no cost.
pub(super) fn is_open(tile: Tile) -> bool {
    matches!(tile, Tile::Empty | Tile::Capital)
}

/// What lies within reach of a cell. Cities are seen, and end a path.
pub(super) fn ground(tiles: &[Tile], from: usize, reach: u32, walk: &mut Walk) -> Ground {
    let open = walk.go(from, reach, |cell| is_open(tiles[cell])).len() as u32;
    let inner = walk.reached().iter().filter(|&&cell| walk.steps()[cell] < reach);
    let around = inner.flat_map(|&cell| walk.neighbours(cell));
    let mut is_counted = vec![false; tiles.len()];
    let is_new = |cell: &usize| !std::mem::replace(&mut is_counted[*cell], true);
    let cities = around.filter(|&cell| matches!(tiles[cell], Tile::City(_))).filter(is_new).count();
    Ground { open, cities: cities as u32 }
}
