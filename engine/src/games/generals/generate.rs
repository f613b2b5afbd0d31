//! Draws maps: always connected, capitals apart and with comparable ground, a path without cities between them.
//! Knows no rules. The same wishes give the same map, on every machine and for ever.

use std::ops::RangeInclusive;

use super::map::{ARMY_MAX, Map, SIDE_MAX, Tile};
use super::survey::{Ground, ground, is_open};
use super::walk::{UNREACHED, Walk};
use crate::chance::Chance;
use crate::seat::Seats;

/// What a map is to be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wishes {
    /// What chance starts from.
    pub seed: u64,
    /// How many rows, 1 to [`SIDE_MAX`].
    pub rows: usize,
    /// How many columns, 1 to [`SIDE_MAX`].
    pub columns: usize,
    /// How many capitals.
    pub players: usize,
    /// How much of the map is mountains, in percent. Fewer where more would cut it into parts.
    pub mountains: u32,
    /// How much of the map is cities, in percent. Fewer where more would part the capitals or be unfair.
    pub cities: u32,
    /// The armies of cities.
    pub armies: RangeInclusive<u32>,
    /// The fewest steps from one capital to another; `None` for as many as fit well.
    pub distance: Option<u32>,
    /// By how many percent the ground near one capital may fall behind that near another; `None` for as few as fit
    /// well.
    pub difference: Option<u32>,
}

impl Wishes {
    /// The shares of the original generator, and seed 0.
    pub fn new(rows: usize, columns: usize, players: usize) -> Self {
        Self {
            seed: 0,
            rows,
            columns,
            players,
            mountains: 20,
            cities: 10,
            armies: 35..=55,
            distance: None,
            difference: None,
        }
    }

    /// How far from a capital ground counts as near.
    pub fn reach(&self) -> u32 {
        self.spacing().clamp(2, 8)
    }

    /// The side of the square that each player would have to itself.
    fn spacing(&self) -> u32 {
        (self.rows * self.columns / self.players.max(1)).isqrt() as u32
    }

    fn check(&self) -> Result<(), NoMap> {
        let cells = self.rows * self.columns;
        if !(1..=SIDE_MAX).contains(&self.rows) || !(1..=SIDE_MAX).contains(&self.columns) {
            Err(NoMap::Size(self.rows, self.columns))
        } else if !(1..=Seats::MAX).contains(&self.players) || self.players > cells {
            Err(NoMap::Players(self.players, cells))
        } else if self.mountains.saturating_add(self.cities) > 100 {
            Err(NoMap::Shares(self.mountains, self.cities))
        } else if self.armies.is_empty() || *self.armies.end() > ARMY_MAX {
            Err(NoMap::Armies(*self.armies.start(), *self.armies.end()))
        } else if self.players > 1 && self.distance.is_some_and(|distance| distance as usize >= cells) {
            Err(NoMap::NotFound)
        } else {
            Ok(())
        }
    }
}

/// Why there is no such map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMap {
    /// A side is too short or too long.
    #[error("a map of {0} rows and {1} columns is not possible: each is between 1 and {SIDE_MAX}")]
    Size(usize, usize),
    /// No players, or too many.
    #[error("{0} players do not fit on a map of {1} cells (1 to {max} players)", max = Seats::MAX)]
    Players(usize, usize),
    /// More than everything.
    #[error("{0} % mountains and {1} % cities are more than the whole map")]
    Shares(u32, u32),
    /// No army.
    #[error("city armies from {0} to {1} are not possible: they are at most {ARMY_MAX}, the smaller number first")]
    Armies(u32, u32),
    /// The demands contradict each other, or nearly.
    #[error("no such map was found: ask for less distance, less fairness, fewer players or fewer mountains")]
    NotFound,
}

/// How often a map is drawn anew for the same demands.
const ATTEMPTS: usize = 24;

/// How many first capitals are tried on the same mountains.
const FIRST_CAPITALS: usize = 12;

/// What is asked of capitals where nothing is said: (distance in quarters of the spacing, difference in percent).
const LADDER: [(u32, u32); 5] = [(4, 15), (3, 25), (2, 40), (1, 70), (0, 100)];

/// Draws a map.
///
/// # Errors
/// If the wishes are not possible, or nothing like them was found.
///
/// ```
/// use botyard_engine::games::generals::{Wishes, generate};
///
/// let map = generate(&Wishes { seed: 7, distance: Some(12), ..Wishes::new(20, 20, 3) })?;
/// assert_eq!(map.capitals().count(), 3);
/// # Ok::<(), botyard_engine::games::generals::NoMap>(())
/// ```
pub fn generate(wishes: &Wishes) -> Result<Map, NoMap> {
    Search::new(wishes)?.flatten().next().ok_or(NoMap::NotFound)
}

/// The attempts to draw a map, one after the other, for whoever does something else in between. The first that succeeds
/// is what [`generate()`] gives. Large maps on which much is wished for take a second and more each.
#[derive(Debug)]
pub struct Search<'a> {
    draft: Draft<'a>,
    tried: usize,
}

impl<'a> Search<'a> {
    /// How many attempts there are.
    pub const ATTEMPTS: usize = LADDER.len() * ATTEMPTS;

    /// Before the first attempt.
    ///
    /// # Errors
    /// If the wishes are not possible.
    pub fn new(wishes: &'a Wishes) -> Result<Self, NoMap> {
        wishes.check()?;
        Ok(Self { draft: Draft::new(wishes), tried: 0 })
    }

    /// How many attempts there have been.
    pub fn tried(&self) -> usize {
        self.tried
    }
}

impl Iterator for Search<'_> {
    type Item = Option<Map>;

    fn next(&mut self) -> Option<Option<Map>> {
        let &(quarters, percent) = LADDER.get(self.tried / ATTEMPTS)?;
        self.tried += 1;
        let wishes = self.draft.wishes;
        let distance = wishes.distance.unwrap_or((wishes.spacing() * quarters / 4).max(1));
        Some(self.draft.draw(distance, wishes.difference.unwrap_or(percent)))
    }
}

/// A map in the making.
#[derive(Debug)]
struct Draft<'a> {
    wishes: &'a Wishes,
    chance: Chance,
    walk: Walk,
    tiles: Vec<Tile>,
    capitals: Vec<usize>,
}

impl<'a> Draft<'a> {
    fn new(wishes: &'a Wishes) -> Self {
        Self {
            wishes,
            chance: Chance::new(wishes.seed),
            walk: Walk::over(wishes.rows, wishes.columns),
            tiles: Vec::new(),
            capitals: Vec::new(),
        }
    }

    fn draw(&mut self, distance: u32, difference: u32) -> Option<Map> {
        let cells = self.wishes.rows * self.wishes.columns;
        self.tiles.clear();
        self.tiles.resize(cells, Tile::Empty);
        let room = cells - self.wishes.players;
        let mountains = share(cells, self.wishes.mountains).min(room);
        self.raise_mountains(mountains);
        self.found_capitals(distance, difference)?;
        self.found_cities(share(cells, self.wishes.cities).min(room - mountains));
        // Cities can have come between a capital and its ground.
        let reach = self.wishes.reach();
        let grounds: Vec<_> =
            self.capitals.iter().map(|&capital| ground(&self.tiles, capital, reach, &mut self.walk)).collect();
        let fair = difference >= 100 || Ground::comparable(&grounds, difference);
        fair.then(|| Map::new(self.wishes.columns, self.tiles.clone()).expect("the wishes were within the limits"))
    }

    fn shuffled(&mut self, keep: impl Fn(Tile) -> bool) -> Vec<usize> {
        let mut cells: Vec<_> = (0..self.tiles.len()).filter(|&cell| keep(self.tiles[cell])).collect();
        self.chance.shuffle(&mut cells);
        cells
    }

    /// Each where it does not cut the map into parts.
    fn raise_mountains(&mut self, count: usize) {
        let mut raised = 0;
        for cell in self.shuffled(|_| true) {
            if raised == count {
                return;
            }
            self.tiles[cell] = Tile::Mountain;
            let left = self.tiles.len() - raised - 1;
            let tiles = &self.tiles;
            if self.walk.is_bypassed(cell, |near| tiles[near] != Tile::Mountain) || self.is_whole(left) {
                raised += 1;
            } else {
                self.tiles[cell] = Tile::Empty;
            }
        }
    }

    /// Whether these `left` cells that are no mountains can all be reached from each other.
    fn is_whole(&mut self, left: usize) -> bool {
        let Some(start) = self.tiles.iter().position(|&tile| tile != Tile::Mountain) else {
            return true;
        };
        let tiles = &self.tiles;
        self.walk.go(start, UNREACHED, |cell| tiles[cell] != Tile::Mountain).len() == left
    }

    /// Capitals as far apart and on ground as even as is asked for; `None` if chance did not find them.
    fn found_capitals(&mut self, distance: u32, difference: u32) -> Option<()> {
        let candidates = self.shuffled(|tile| tile == Tile::Empty);
        let reach = self.wishes.reach();
        let grounds: Vec<_> = candidates.iter().map(|&cell| ground(&self.tiles, cell, reach, &mut self.walk)).collect();
        for first in 0..candidates.len().min(FIRST_CAPITALS) {
            self.capitals = vec![candidates[first]];
            let mut chosen = vec![grounds[first]];
            let mut nearest = self.distances(candidates[first]);
            for (&cell, &near) in candidates.iter().zip(&grounds) {
                if self.capitals.len() == self.wishes.players {
                    break;
                }
                if nearest[cell] < distance.max(1) {
                    continue;
                }
                chosen.push(near);
                if difference < 100 && !Ground::comparable(&chosen, difference) {
                    chosen.pop();
                } else {
                    self.capitals.push(cell);
                    let steps = self.distances(cell);
                    nearest.iter_mut().zip(steps).for_each(|(nearest, steps)| *nearest = steps.min(*nearest));
                }
            }
            if self.capitals.len() == self.wishes.players {
                self.capitals.iter().for_each(|&cell| self.tiles[cell] = Tile::Capital);
                return Some(());
            }
        }
        None
    }

    fn distances(&mut self, from: usize) -> Vec<u32> {
        let tiles = &self.tiles;
        self.walk.go(from, UNREACHED, |cell| is_open(tiles[cell]));
        self.walk.steps().to_vec()
    }

    /// As many near each capital as near every other, and the rest where nobody is near.
    fn found_cities(&mut self, count: usize) {
        let mut sites = self.sites();
        let candidates = sites.free.len() + sites.shared.len() + sites.near.iter().map(Vec::len).sum::<usize>();
        let fewest = sites.near.iter().map(Vec::len).min().unwrap_or(0);
        let each = count * fewest / candidates.max(1);
        let mut founded = 0;
        for near in &mut sites.near {
            founded += self.found(near, each);
        }
        founded += self.found(&mut sites.free, count - founded);
        // Where there is no such ground left, one more near each, as long as there is room for all.
        while founded + sites.near.len() <= count && sites.near.iter().all(|near| !near.is_empty()) {
            for near in &mut sites.near {
                founded += self.found(near, 1);
            }
        }
        self.found(&mut sites.shared, count - founded);
    }

    /// Open ground in random order, by whose capital it is near.
    fn sites(&mut self) -> Sites {
        let reach = self.wishes.reach();
        let mut owners = vec![Vec::new(); self.tiles.len()];
        for (index, &capital) in self.capitals.iter().enumerate() {
            let tiles = &self.tiles;
            let near = self.walk.go(capital, reach, |cell| is_open(tiles[cell]));
            near.iter().for_each(|&cell| owners[cell].push(index));
        }
        let mut sites = Sites { near: vec![Vec::new(); self.capitals.len()], ..Sites::default() };
        for cell in self.shuffled(|tile| tile == Tile::Empty) {
            match owners[cell][..] {
                [] => sites.free.push(cell),
                [one] => sites.near[one].push(cell),
                _ => sites.shared.push(cell),
            }
        }
        sites
    }

    /// Up to `count` cities, each where the capitals stay joined by paths without cities; how many.
    fn found(&mut self, sites: &mut Vec<usize>, count: usize) -> usize {
        let mut founded = 0;
        while founded < count
            && let Some(cell) = sites.pop()
        {
            let span = self.wishes.armies.end() - self.wishes.armies.start() + 1;
            let army = self.wishes.armies.start() + self.chance.below(span as usize) as u32;
            self.tiles[cell] = Tile::City(army);
            let tiles = &self.tiles;
            if self.walk.is_bypassed(cell, |near| is_open(tiles[near])) || self.capitals_are_joined() {
                founded += 1;
            } else {
                self.tiles[cell] = Tile::Empty;
            }
        }
        founded
    }

    fn capitals_are_joined(&mut self) -> bool {
        let tiles = &self.tiles;
        self.walk.go(self.capitals[0], UNREACHED, |cell| is_open(tiles[cell]));
        self.capitals.iter().all(|&capital| self.walk.steps()[capital] != UNREACHED)
    }
}

/// Where cities can be.
#[derive(Debug, Default)]
struct Sites {
    /// Near one capital.
    near: Vec<Vec<usize>>,
    /// Near several.
    shared: Vec<usize>,
    /// Near none.
    free: Vec<usize>,
}

fn share(cells: usize, percent: u32) -> usize {
    (cells * percent as usize + 50) / 100
}
