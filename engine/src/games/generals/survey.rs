//! The properties of a map as a start: for editors, the generator and its tests. Knows no match.

use super::distance::{DistanceSearch, UNREACHED};
use super::map::{GeneralsMap, Tile};

/// How a map treats its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSurvey {
    /// Whether every cell that is not a mountain can be reached from every other.
    pub connected: bool,
    /// The fewest steps from one capital to another, also through cities; `None` if there are fewer
    /// than two capitals, or no way between any two of them.
    pub distance: Option<u32>,
    /// The fewest steps around cities: on paths that need no army.
    pub detour: Option<u32>,
    /// Whether such paths join all capitals.
    pub joined: bool,
    /// The distance within which ground counts as near a capital; it depends only on the map's size
    /// and the number of players.
    pub reach: u32,
    /// The surroundings of each capital.
    pub grounds: Vec<CapitalReach>,
}

/// The ground and cities within reach of a capital, on paths without cities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CapitalReach {
    /// Cells of open ground.
    pub open: u32,
    /// Cities.
    pub cities: u32,
}

impl CapitalReach {
    /// Whether all these surroundings lie within this many percent of the best, or differ by one.
    pub fn comparable(grounds: &[Self], percent: u32) -> bool {
        Self::difference(grounds) <= percent
    }

    /// By how many percent the worst of these surroundings falls behind the best, in open ground or
    /// in cities; 0 if they differ by one.
    pub fn difference(grounds: &[Self]) -> u32 {
        let behind = |count: fn(&Self) -> u32| {
            let (least, most) = (grounds.iter().map(count).min(), grounds.iter().map(count).max());
            let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
            if most - least <= 1 { 0 } else { ((most - least) * 100).div_ceil(most) }
        };
        behind(|ground| ground.open).max(behind(|ground| ground.cities))
    }
}

impl MapSurvey {
    /// Looks a map over.
    pub fn measure_map(map: &GeneralsMap) -> Self {
        let tiles = map.tiles();
        let capitals: Vec<_> = map.capitals().collect();
        let reach = reach(tiles.len(), capitals.len());
        let mut walk = DistanceSearch::over(map.rows(), map.columns());
        let passable = tiles.iter().filter(|tile| **tile != Tile::Mountain).count();
        let connected = walk.go(capitals[0], UNREACHED, |cell| tiles[cell] != Tile::Mountain).len() == passable;
        let (distance, _) = between(&capitals, &mut walk, |cell| tiles[cell] != Tile::Mountain);
        let (detour, joined) = between(&capitals, &mut walk, |cell| is_open(tiles[cell]));
        let grounds = capitals.iter().map(|&capital| ground(tiles, capital, reach, &mut walk)).collect();
        Self { connected, distance, detour, joined, reach, grounds }
    }
}

/// The fewest steps between two of these cells, and whether all are joined.
fn between(cells: &[usize], walk: &mut DistanceSearch, enter: impl Fn(usize) -> bool) -> (Option<u32>, bool) {
    let (mut fewest, mut joined) = (None, true);
    for (index, &from) in cells.iter().enumerate() {
        walk.go(from, UNREACHED, &enter);
        let others = cells[index + 1..].iter().map(|&to| walk.steps()[to]);
        joined &= others.clone().all(|steps| steps != UNREACHED);
        fewest = others.filter(|&steps| steps != UNREACHED).chain(fewest).min();
    }
    (fewest, joined)
}

/// The distance within which ground counts as near, on a map of this many cells for this many
/// players: the side of the square that each player would have to itself, but no farther than what
/// matters in the first rounds.
pub(super) fn reach(cells: usize, players: usize) -> u32 {
    ((cells / players.max(1)).isqrt() as u32).clamp(2, 8)
}

/// Whether an army passes at no cost.
pub(super) fn is_open(tile: Tile) -> bool {
    matches!(tile, Tile::Empty | Tile::Capital)
}

/// The ground and cities within reach of a cell. A city counts, and ends a path.
pub(super) fn ground(tiles: &[Tile], from: usize, reach: u32, walk: &mut DistanceSearch) -> CapitalReach {
    let open = walk.go(from, reach, |cell| is_open(tiles[cell])).len() as u32;
    let inner = walk.reached().iter().filter(|&&cell| walk.steps()[cell] < reach);
    let around = inner.flat_map(|&cell| walk.neighbours(cell));
    let mut is_counted = vec![false; tiles.len()];
    let is_new = |cell: &usize| !std::mem::replace(&mut is_counted[*cell], true);
    let cities = around.filter(|&cell| matches!(tiles[cell], Tile::City(_))).filter(is_new).count();
    CapitalReach { open, cities: cities as u32 }
}
