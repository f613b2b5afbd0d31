//! Draws maps: always connected, capitals apart and with comparable ground, a path without cities
//! between them. Knows no rules. The same parameters give the same map, on every machine and for
//! ever.

mod capitals;
mod cities;
mod map_params;
mod mountains;
mod unfinished_map;

use super::map::{GeneralsMap, Tile};
use capitals::{CapitalSearch, CapitalStep};
use cities::CityBuilder;
pub use map_params::{GenerateMapError, MapParams};
use mountains::MountainBuilder;
use unfinished_map::UnfinishedMap;

/// How often a map is drawn anew for the same requirements.
const ATTEMPTS: usize = 24;

/// The requirements of capitals if the parameters set none: (distance in quarters of the side of
/// the square that each player would have to itself, difference in percent).
const LADDER: [(u32, u32); 5] = [(4, 15), (3, 25), (2, 40), (1, 70), (0, 100)];

/// By how many percent ground may differ to be called comparable.
const COMPARABLE: u32 = 25;

/// How many such quarters are far enough. More would drive capitals into the corners, and make maps
/// alike.
const ENOUGH: u32 = 7;

/// Draws a map.
///
/// # Errors
/// If the parameters are not possible, or nothing like them was found.
///
/// ```
/// use botyard_engine::games::generals::{MapParams, generate};
///
/// let map = generate(&MapParams { seed: 7, distance: Some(12), ..MapParams::new(20, 20, 3) })?;
/// assert_eq!(map.capitals().count(), 3);
/// # Ok::<(), botyard_engine::games::generals::GenerateMapError>(())
/// ```
pub fn generate(params: &MapParams) -> Result<GeneralsMap, GenerateMapError> {
    let mut search = MapSearch::new(params.clone())?;
    loop {
        if let Some(found) = search.step() {
            return found;
        }
    }
}

/// The search for a map, in steps that each take a fraction of a millisecond, so that a caller can
/// do other work in between. It ends with the result of [`generate()`], which can be many thousand
/// steps away.
#[derive(Debug)]
pub struct MapSearch {
    params: MapParams,
    land: UnfinishedMap,
    stage: SearchStage,
    tried: usize,
}

/// The parts that an attempt makes, one after the other.
#[derive(Debug)]
enum SearchStage {
    Mountains(MountainBuilder),
    Capitals(CapitalSearch),
    Cities(CityBuilder),
}

impl MapSearch {
    /// After how many attempts it is given up.
    pub const ATTEMPTS: usize = LADDER.len() * ATTEMPTS;

    /// Before the first attempt.
    ///
    /// # Errors
    /// If the parameters are not possible.
    pub fn new(params: MapParams) -> Result<Self, GenerateMapError> {
        params.check()?;
        let mut land = UnfinishedMap::new(params.rows, params.columns, params.seed);
        let stage = first(&params, &mut land);
        Ok(Self { params, land, stage, tried: 0 })
    }

    /// The parameters of the searched map.
    pub fn params(&self) -> &MapParams {
        &self.params
    }

    /// How many attempts have failed.
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// Does one step and returns the map, or the failure of the search; `None` while it goes on.
    ///
    /// # Errors
    /// [`GenerateMapError::NotFound`] if that was the last step.
    pub fn step(&mut self) -> Option<Result<GeneralsMap, GenerateMapError>> {
        match &mut self.stage {
            SearchStage::Mountains(mountains) => {
                if mountains.step(&mut self.land) {
                    let capitals = self.capitals();
                    self.stage = SearchStage::Capitals(CapitalSearch::new(&mut self.land, capitals));
                }
                None
            }
            SearchStage::Capitals(capitals) => match capitals.step(&mut self.land) {
                CapitalStep::Nothing => None,
                CapitalStep::All(capitals) => {
                    self.place_capitals(capitals);
                    None
                }
                CapitalStep::None => self.again(),
            },
            SearchStage::Cities(cities) => {
                let is_last = cities.step(&mut self.land);
                is_last.then(|| Ok(self.map()))
            }
        }
    }

    fn capitals(&self) -> capitals::CapitalDemands {
        let params = &self.params;
        let (quarters, percent) = LADDER[self.tried / ATTEMPTS];
        let side = params.cells().div_euclid(params.players).isqrt() as u32;
        let (least, enough) = match params.distance {
            Some(distance) => (distance, distance),
            None => (side * quarters / 4, side * ENOUGH / 4),
        };
        capitals::CapitalDemands {
            players: params.players,
            least: least.max(1),
            enough: enough.max(1),
            difference: params.difference.unwrap_or(percent),
            reach: params.reach(),
        }
    }

    fn place_capitals(&mut self, capitals: Vec<usize>) {
        capitals.iter().for_each(|&cell| self.land.tiles[cell] = Tile::Capital);
        let room = self.params.cells() - capitals.len() - mountains(&self.params);
        let demands = cities::CityDemands {
            count: share(self.params.cells(), self.params.cities).min(room),
            armies: self.params.armies.clone(),
            // If the parameters set no difference, a small one is accepted in favour of cities:
            // crowded maps would otherwise have few.
            difference: self.params.difference.unwrap_or(self.capitals().difference.max(COMPARABLE)),
            reach: self.params.reach(),
        };
        self.stage = SearchStage::Cities(CityBuilder::new(&mut self.land, capitals, demands));
    }

    /// Other mountains, unless there have been enough.
    fn again(&mut self) -> Option<Result<GeneralsMap, GenerateMapError>> {
        self.tried += 1;
        if self.tried == Self::ATTEMPTS {
            self.tried -= 1;
            return Some(Err(GenerateMapError::NotFound));
        }
        self.land.tiles.fill(Tile::Empty);
        self.stage = first(&self.params, &mut self.land);
        None
    }

    fn map(&self) -> GeneralsMap {
        GeneralsMap::new(self.params.columns, self.land.tiles.clone()).expect("the params were within the limits")
    }
}

fn first(params: &MapParams, land: &mut UnfinishedMap) -> SearchStage {
    SearchStage::Mountains(MountainBuilder::new(land, mountains(params)))
}

fn mountains(params: &MapParams) -> usize {
    share(params.cells(), params.mountains).min(params.cells() - params.players)
}

fn share(cells: usize, percent: u32) -> usize {
    (cells * percent as usize + 50) / 100
}
