//! Draws maps: always connected, capitals apart and with comparable ground, a path without cities between them.
//! Knows no rules. The same wishes give the same map, on every machine and for ever.

mod capitals;
mod cities;
mod land;
mod mountains;
mod wishes;

use super::map::{Map, Tile};
use capitals::{Capitals, Found};
use cities::Cities;
use land::Land;
use mountains::Mountains;
pub use wishes::{NoMap, Wishes};

/// How often a map is drawn anew for the same demands.
const ATTEMPTS: usize = 24;

/// What is asked of capitals where nothing is said: (distance in quarters of the side of the square that each player
/// would have to itself, difference in percent).
const LADDER: [(u32, u32); 5] = [(4, 15), (3, 25), (2, 40), (1, 70), (0, 100)];

/// By how many percent ground may differ to be called comparable.
const COMPARABLE: u32 = 25;

/// How many such quarters are far enough. More would drive capitals into the corners, and make maps alike.
const ENOUGH: u32 = 7;

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
    let mut search = Search::new(wishes.clone())?;
    loop {
        if let Some(found) = search.step() {
            return found;
        }
    }
}

/// The search for a map, in steps that each take a fraction of a millisecond, for whoever has something else to do in
/// between. It ends with what [`generate()`] gives, which can be many thousand steps away.
#[derive(Debug)]
pub struct Search {
    wishes: Wishes,
    land: Land,
    stage: Stage,
    tried: usize,
}

/// What is made in an attempt, one after the other.
#[derive(Debug)]
enum Stage {
    Mountains(Mountains),
    Capitals(Capitals),
    Cities(Cities),
}

impl Search {
    /// After how many attempts it is given up.
    pub const ATTEMPTS: usize = LADDER.len() * ATTEMPTS;

    /// Before the first attempt.
    ///
    /// # Errors
    /// If the wishes are not possible.
    pub fn new(wishes: Wishes) -> Result<Self, NoMap> {
        wishes.check()?;
        let mut land = Land::new(wishes.rows, wishes.columns, wishes.seed);
        let stage = first(&wishes, &mut land);
        Ok(Self { wishes, land, stage, tried: 0 })
    }

    /// What is looked for.
    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// How many attempts have failed.
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// One step, and what is found with it, or that nothing is; `None` while the search goes on.
    ///
    /// # Errors
    /// [`NoMap::NotFound`] if that was the last step.
    pub fn step(&mut self) -> Option<Result<Map, NoMap>> {
        match &mut self.stage {
            Stage::Mountains(mountains) => {
                if mountains.step(&mut self.land) {
                    let capitals = self.capitals();
                    self.stage = Stage::Capitals(Capitals::new(&mut self.land, capitals));
                }
                None
            }
            Stage::Capitals(capitals) => match capitals.step(&mut self.land) {
                Found::Nothing => None,
                Found::All(capitals) => {
                    self.found(capitals);
                    None
                }
                Found::None => self.again(),
            },
            Stage::Cities(cities) => {
                let is_last = cities.step(&mut self.land);
                is_last.then(|| Ok(self.map()))
            }
        }
    }

    fn capitals(&self) -> capitals::Demands {
        let wishes = &self.wishes;
        let (quarters, percent) = LADDER[self.tried / ATTEMPTS];
        let side = wishes.cells().div_euclid(wishes.players).isqrt() as u32;
        let (least, enough) = match wishes.distance {
            Some(distance) => (distance, distance),
            None => (side * quarters / 4, side * ENOUGH / 4),
        };
        capitals::Demands {
            players: wishes.players,
            least: least.max(1),
            enough: enough.max(1),
            difference: wishes.difference.unwrap_or(percent),
            reach: wishes.reach(),
        }
    }

    fn found(&mut self, capitals: Vec<usize>) {
        capitals.iter().for_each(|&cell| self.land.tiles[cell] = Tile::Capital);
        let room = self.wishes.cells() - capitals.len() - mountains(&self.wishes);
        let demands = cities::Demands {
            count: share(self.wishes.cells(), self.wishes.cities).min(room),
            armies: self.wishes.armies.clone(),
            // Where nobody asks for more, cities are worth a little of it: on crowded maps there would be few.
            difference: self.wishes.difference.unwrap_or(self.capitals().difference.max(COMPARABLE)),
            reach: self.wishes.reach(),
        };
        self.stage = Stage::Cities(Cities::new(&mut self.land, capitals, demands));
    }

    /// Other mountains, unless there have been enough.
    fn again(&mut self) -> Option<Result<Map, NoMap>> {
        self.tried += 1;
        if self.tried == Self::ATTEMPTS {
            self.tried -= 1;
            return Some(Err(NoMap::NotFound));
        }
        self.land.tiles.fill(Tile::Empty);
        self.stage = first(&self.wishes, &mut self.land);
        None
    }

    fn map(&self) -> Map {
        Map::new(self.wishes.columns, self.land.tiles.clone()).expect("the wishes were within the limits")
    }
}

fn first(wishes: &Wishes, land: &mut Land) -> Stage {
    Stage::Mountains(Mountains::new(land, mountains(wishes)))
}

fn mountains(wishes: &Wishes) -> usize {
    share(wishes.cells(), wishes.mountains).min(wishes.cells() - wishes.players)
}

fn share(cells: usize, percent: u32) -> usize {
    (cells * percent as usize + 50) / 100
}
