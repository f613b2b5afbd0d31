//! Founds cities: as many near each capital as near every other, and the rest where no capital is
//! near. The capitals stay joined by paths without cities, and their ground comparable.

use std::ops::RangeInclusive;

use super::super::distance::UNREACHED;
use super::super::map::Tile;
use super::super::survey::{CapitalReach, ground, is_open};
use super::unfinished_map::UnfinishedMap;

/// The requirements of cities.
#[derive(Debug, Clone)]
pub(super) struct CityDemands {
    /// How many.
    pub(super) count: usize,
    /// The armies in them.
    pub(super) armies: RangeInclusive<u32>,
    /// By how many percent the ground near capitals may differ.
    pub(super) difference: u32,
    /// How far from a capital ground counts as near.
    pub(super) reach: u32,
}

/// Cities that are being founded.
#[derive(Debug)]
pub(super) struct CityBuilder {
    demands: CityDemands,
    capitals: Vec<usize>,
    grounds: Vec<CapitalReach>,
    sites: CitySites,
    /// How many are to come.
    missing: usize,
    stage: CityStage,
    /// The stages after this one, the next one last.
    later: Vec<CityStage>,
    /// The city that each capital has been given in this round, and the ground that it had before.
    round: Vec<(usize, CapitalReach)>,
}

/// Where cities can be: open ground in random order.
#[derive(Debug)]
struct CitySites {
    /// For each capital, the cells that are near it alone.
    near: Vec<Vec<usize>>,
    /// The cells that are near several capitals, with these capitals.
    shared: Vec<(usize, Vec<usize>)>,
    /// The cells that are near no capital.
    free: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
enum CityStage {
    /// This many rounds, in each of which every capital gets a city.
    Near(usize),
    /// On cells that are near no capital.
    Free,
    /// On cells that are near several capitals.
    Shared,
}

impl CityBuilder {
    pub(super) fn new(land: &mut UnfinishedMap, capitals: Vec<usize>, demands: CityDemands) -> Self {
        let reach = demands.reach;
        let grounds = capitals.iter().map(|&capital| ground(&land.tiles, capital, reach, &mut land.walk)).collect();
        let sites = sites(land, &capitals, reach);
        let cells = sites.free.len() + sites.shared.len() + sites.near.iter().map(Vec::len).sum::<usize>();
        let fewest = sites.near.iter().map(Vec::len).min().unwrap_or(0);
        let stage = CityStage::Near(demands.count * fewest / cells.max(1));
        // If no cells are left outside the reach of the capitals, each capital gets one more city
        // nearby, as long as there is room for all.
        let later = vec![CityStage::Shared, CityStage::Near(usize::MAX), CityStage::Free];
        Self { missing: demands.count, demands, capitals, grounds, sites, stage, later, round: Vec::new() }
    }

    /// Tries one cell; whether that was the last.
    pub(super) fn step(&mut self, land: &mut UnfinishedMap) -> bool {
        let goes_on = self.missing > 0
            && match self.stage {
                CityStage::Near(rounds) => self.near(land, rounds),
                CityStage::Free => self.free(land),
                CityStage::Shared => self.shared(land),
            };
        if goes_on {
            return false;
        }
        match self.later.pop().filter(|_| self.missing > 0) {
            Some(stage) => self.stage = stage,
            None => return true,
        }
        false
    }

    /// One near the next capital; whether the stage goes on.
    fn near(&mut self, land: &mut UnfinishedMap, rounds: usize) -> bool {
        if rounds == 0 || self.missing < self.capitals.len() {
            return false;
        }
        let at = self.round.len();
        let Some(cell) = self.sites.near[at].pop() else {
            self.undo(land);
            return false;
        };
        if let Some(ground) = self.founded_alone(land, at, cell) {
            self.round.push((cell, std::mem::replace(&mut self.grounds[at], ground)));
        }
        if self.round.len() < self.capitals.len() {
            return true;
        }
        if !self.is_fair() {
            self.undo(land);
            return false;
        }
        self.missing -= self.round.len();
        self.round.clear();
        self.stage = CityStage::Near(rounds - 1);
        true
    }

    /// The ground of the only capital nearby, if the city costs it only the cell on which the city
    /// stands.
    fn founded_alone(&self, land: &mut UnfinishedMap, at: usize, cell: usize) -> Option<CapitalReach> {
        if !self.is_founded(land, cell) {
            return None;
        }
        let (before, after) = (self.grounds[at], self.ground(land, at));
        let is_even = after == CapitalReach { open: before.open - 1, cities: before.cities + 1 };
        if !is_even && self.demands.difference < 100 {
            land.tiles[cell] = Tile::Empty;
            return None;
        }
        Some(after)
    }

    /// Takes back a round in which not every capital can get a city.
    fn undo(&mut self, land: &mut UnfinishedMap) {
        for (at, (cell, ground)) in self.round.drain(..).enumerate() {
            land.tiles[cell] = Tile::Empty;
            self.grounds[at] = ground;
        }
    }

    fn free(&mut self, land: &mut UnfinishedMap) -> bool {
        let Some(cell) = self.sites.free.pop() else { return false };
        self.missing -= usize::from(self.is_founded(land, cell));
        true
    }

    fn shared(&mut self, land: &mut UnfinishedMap) -> bool {
        let Some((cell, sharers)) = self.sites.shared.pop() else { return false };
        if !self.is_founded(land, cell) {
            return true;
        }
        let before = self.grounds.clone();
        for at in sharers {
            self.grounds[at] = self.ground(land, at);
        }
        if self.is_fair() {
            self.missing -= 1;
        } else {
            self.grounds = before;
            land.tiles[cell] = Tile::Empty;
        }
        true
    }

    fn ground(&self, land: &mut UnfinishedMap, at: usize) -> CapitalReach {
        ground(&land.tiles, self.capitals[at], self.demands.reach, &mut land.walk)
    }

    fn is_fair(&self) -> bool {
        self.demands.difference >= 100 || CapitalReach::comparable(&self.grounds, self.demands.difference)
    }

    /// Founds a city if the capitals stay joined by paths without cities; whether it is there.
    fn is_founded(&self, land: &mut UnfinishedMap, cell: usize) -> bool {
        let (least, most) = (*self.demands.armies.start(), *self.demands.armies.end());
        let army = least + land.chance.below((most - least) as usize + 1) as u32;
        land.tiles[cell] = Tile::City(army);
        let tiles = &land.tiles;
        if land.walk.is_bypassed(cell, |near| is_open(tiles[near])) {
            return true;
        }
        land.walk.go(self.capitals[0], UNREACHED, |cell| is_open(tiles[cell]));
        let is_joined = self.capitals.iter().all(|&capital| land.walk.steps()[capital] != UNREACHED);
        if !is_joined {
            land.tiles[cell] = Tile::Empty;
        }
        is_joined
    }
}

/// Open ground, grouped by the capitals near it.
fn sites(land: &mut UnfinishedMap, capitals: &[usize], reach: u32) -> CitySites {
    let mut owners = vec![Vec::new(); land.tiles.len()];
    for (at, &capital) in capitals.iter().enumerate() {
        let tiles = &land.tiles;
        let near = land.walk.go(capital, reach, |cell| is_open(tiles[cell]));
        near.iter().for_each(|&cell| owners[cell].push(at));
    }
    let mut sites = CitySites { near: vec![Vec::new(); capitals.len()], shared: Vec::new(), free: Vec::new() };
    for cell in land.shuffled() {
        match owners[cell][..] {
            [] => sites.free.push(cell),
            [one] => sites.near[one].push(cell),
            _ => sites.shared.push((cell, std::mem::take(&mut owners[cell]))),
        }
    }
    sites
}
