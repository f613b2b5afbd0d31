//! Generals in links: the map by value, then each reply under models that learn how its player
//! moves.
//!
//! A reply is a pass, a march on from where the player's last one ended, or a march from another
//! cell: such cells are ranked by army, largest first, and by their distance from where the last
//! march ended.

use std::cmp::Reverse;
use std::time::Duration;

use super::action::GeneralsAction;
use super::map::{GeneralsMap, Tile};
use super::rules::{DIRECTIONS, Generals, step_from};
use super::settings::GeneralsSettings;
use crate::referee::host::TimeBank;
use crate::replay::link::{LinkCodec, MovesReader, VersionTable, read_moves};
use crate::replay::{PerSeat, RangeDecoder, RangeEncoder, SymbolModel};
use crate::seat::Seat;

impl LinkCodec for Generals {
    const NAME: &'static str = "generals";
    const MOVES_READERS: VersionTable<MovesReader<Self>> = &[(1, read_moves), (2, read_moves)];
    type Models = PerSeat<GeneralsLinkModels>;

    fn usual_turn(settings: &GeneralsSettings) -> Duration {
        settings.limits().turn
    }

    fn write_start(settings: &GeneralsSettings, _: usize, encoder: &mut RangeEncoder) {
        write_map(&settings.map, encoder);
        write_numbers(settings, encoder);
        write_order(&settings.order, settings.map.capitals().count(), encoder);
    }

    fn read_start(decoder: &mut RangeDecoder<'_>) -> Option<(GeneralsSettings, usize)> {
        let map = read_map(decoder)?;
        let seats = map.capitals().count();
        let mut settings = read_numbers(map, decoder)?;
        settings.order = read_order(seats, decoder)?;
        Some((settings, seats))
    }

    fn write_action(
        &self,
        seat: Seat,
        action: &GeneralsAction,
        models: &mut PerSeat<GeneralsLinkModels>,
        encoder: &mut RangeEncoder,
    ) {
        let habits = models.entry(seat);
        let GeneralsAction::March { option, from, to } = *action else {
            return habits.write_choice(PASS, encoder);
        };
        let Some(source) = self.cell(from) else { return };
        if Some(source) == self.onward(seat, habits) {
            habits.write_choice(ONWARD, encoder);
        } else {
            let (choice, sources) = self.sources(seat, habits, self.board().army_at(source) > 1);
            habits.write_choice(choice, encoder);
            let rank = sources.iter().position(|&cell| cell == source).unwrap_or(0);
            habits.write_rank(choice, rank, sources.len(), encoder);
        }
        let direction = DIRECTIONS.iter().position(|&step| step_from(from, step) == to).unwrap_or(0);
        encoder.symbol(habits.direction(), direction);
        encoder.symbol(habits.half(), usize::from(option == GeneralsAction::HALF));
        habits.moved(self.cell(to), direction);
    }

    fn read_action(
        &self,
        seat: Seat,
        models: &mut PerSeat<GeneralsLinkModels>,
        decoder: &mut RangeDecoder<'_>,
    ) -> Option<GeneralsAction> {
        let habits = models.entry(seat);
        let source = match habits.read_choice(decoder) {
            PASS => return Some(GeneralsAction::Pass),
            ONWARD => self.onward(seat, habits)?,
            choice => {
                let (_, sources) = self.sources(seat, habits, choice == LARGE);
                let rank = habits.read_rank(choice, sources.len(), decoder)?;
                *sources.get(rank)?
            }
        };
        let from = self.place(source);
        let direction = decoder.symbol(habits.direction());
        let to = step_from(from, DIRECTIONS[direction]);
        let option = if decoder.symbol(habits.half()) == 1 { GeneralsAction::HALF } else { GeneralsAction::ALL };
        habits.moved(self.cell(to), direction);
        Some(GeneralsAction::March { option, from, to })
    }
}

impl Generals {
    /// Where the player's last march ended, if it can go on from there.
    fn onward(&self, seat: Seat, habits: &GeneralsLinkModels) -> Option<usize> {
        habits.last.filter(|&cell| self.board().owner(cell) == Some(seat))
    }

    /// The other cells a player can move from, those with an army to move or those without, likely
    /// ones first.
    fn sources(&self, seat: Seat, habits: &GeneralsLinkModels, large: bool) -> (usize, Vec<usize>) {
        let (board, columns) = (self.board(), self.board().columns());
        let onward = self.onward(seat, habits);
        let eligible = |&cell: &usize| (board.army_at(cell) > 1) == large && Some(cell) != onward;
        let mut sources: Vec<_> = board.owned(seat).filter(eligible).collect();
        let centre = habits.last.unwrap_or(0);
        let steps =
            |cell: usize| (cell / columns).abs_diff(centre / columns) + (cell % columns).abs_diff(centre % columns);
        sources.sort_unstable_by_key(|&cell| (Reverse(board.army_at(cell)), steps(cell), cell));
        (if large { LARGE } else { SMALL }, sources)
    }
}

const PASS: usize = 0;
const ONWARD: usize = 1;
const LARGE: usize = 2;
const SMALL: usize = 3;

/// How a player decides.
#[derive(Debug)]
pub struct GeneralsLinkModels {
    /// The kind of reply that follows each kind.
    choices: [SymbolModel; 4],
    /// The size of ranks, for cells with an army to move and for those without.
    ranks: [SymbolModel; 2],
    /// The direction that follows each direction, going on and elsewhere.
    directions: [SymbolModel; 10],
    /// Whether half of the army goes, going on and elsewhere.
    halves: [SymbolModel; 2],
    choice: usize,
    last: Option<usize>,
    last_direction: usize,
}

/// Ranks go up to the number of cells: 2,500 has 12 bits.
const RANK_SIZES: usize = 12;

impl Default for GeneralsLinkModels {
    fn default() -> Self {
        Self {
            choices: std::array::from_fn(|_| SymbolModel::even(4)),
            ranks: std::array::from_fn(|_| SymbolModel::even(RANK_SIZES)),
            directions: std::array::from_fn(|_| SymbolModel::even(4)),
            halves: std::array::from_fn(|_| SymbolModel::even(2)),
            choice: PASS,
            last: None,
            last_direction: DIRECTIONS.len(),
        }
    }
}

impl GeneralsLinkModels {
    fn write_choice(&mut self, choice: usize, encoder: &mut RangeEncoder) {
        encoder.symbol(&mut self.choices[self.choice], choice);
        self.choice = choice;
    }

    fn read_choice(&mut self, decoder: &mut RangeDecoder<'_>) -> usize {
        self.choice = decoder.symbol(&mut self.choices[self.choice]);
        self.choice
    }

    /// A rank by its size in bits, then its remaining bits.
    fn write_rank(&mut self, choice: usize, rank: usize, count: usize, encoder: &mut RangeEncoder) {
        let size = (rank + 1).ilog2() as usize;
        encoder.symbol(&mut self.ranks[choice - LARGE], size);
        let (first, span) = ranks(size, count);
        encoder.uniform((rank - first) as u32, span as u32);
    }

    fn read_rank(&mut self, choice: usize, count: usize, decoder: &mut RangeDecoder<'_>) -> Option<usize> {
        let size = decoder.symbol(&mut self.ranks[choice - LARGE]);
        let (first, span) = ranks(size, count);
        (span > 0).then(|| first + decoder.uniform(span as u32) as usize)
    }

    fn direction(&mut self) -> &mut SymbolModel {
        &mut self.directions[self.last_direction + 5 * usize::from(self.choice == ONWARD)]
    }

    fn half(&mut self) -> &mut SymbolModel {
        &mut self.halves[usize::from(self.choice == ONWARD)]
    }

    fn moved(&mut self, to: Option<usize>, direction: usize) {
        self.last = to;
        self.last_direction = direction;
    }
}

/// The first rank of a size, and the number of ranks of that size among `count`.
fn ranks(size: usize, count: usize) -> (usize, usize) {
    let first = (1 << size) - 1;
    (first, count.saturating_sub(first).min(1 << size))
}

/// The probabilities of a tile, by the tiles to its left and above it.
struct TerrainModel {
    after: Vec<SymbolModel>,
    armies: SymbolModel,
}

/// The edge of the map, which has no tile.
const EDGE: usize = 4;

/// Armies below this are learned; others are written out.
const COMMON_ARMIES: usize = 64;

impl TerrainModel {
    fn new() -> Self {
        Self { after: vec![SymbolModel::even(4); 25], armies: SymbolModel::even(COMMON_ARMIES + 1) }
    }

    fn at(&mut self, tiles: &[Tile], cell: usize, columns: usize) -> &mut SymbolModel {
        let left = if cell.is_multiple_of(columns) { EDGE } else { tile_number(tiles[cell - 1]) };
        let above = cell.checked_sub(columns).map_or(EDGE, |above| tile_number(tiles[above]));
        &mut self.after[5 * left + above]
    }
}

fn tile_number(tile: Tile) -> usize {
    match tile {
        Tile::Empty => 0,
        Tile::City(_) => 1,
        Tile::Capital => 2,
        Tile::Mountain => 3,
    }
}

fn write_map(map: &GeneralsMap, encoder: &mut RangeEncoder) {
    encoder.uniform(map.rows() as u32, 64);
    encoder.uniform(map.columns() as u32, 64);
    let mut terrain = TerrainModel::new();
    for (cell, &tile) in map.tiles().iter().enumerate() {
        encoder.symbol(terrain.at(map.tiles(), cell, map.columns()), tile_number(tile));
        if let Tile::City(army) = tile {
            let common = (army as usize).min(COMMON_ARMIES);
            encoder.symbol(&mut terrain.armies, common);
            if common == COMMON_ARMIES {
                encoder.number(army.into());
            }
        }
    }
}

fn read_map(decoder: &mut RangeDecoder<'_>) -> Option<GeneralsMap> {
    let (rows, columns) = (decoder.uniform(64) as usize, decoder.uniform(64) as usize);
    let mut terrain = TerrainModel::new();
    let mut tiles = Vec::new();
    for cell in 0..rows * columns {
        tiles.push(match decoder.symbol(terrain.at(&tiles, cell, columns)) {
            0 => Tile::Empty,
            1 => Tile::City(match decoder.symbol(&mut terrain.armies) {
                COMMON_ARMIES => u32::try_from(decoder.number()).ok()?,
                army => army as u32,
            }),
            2 => Tile::Capital,
            _ => Tile::Mountain,
        });
    }
    GeneralsMap::new(columns, tiles).ok()
}

/// The numbers of the settings, each after a bit that says whether it is not the usual one.
fn numbers(settings: &GeneralsSettings) -> [u64; 6] {
    let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX - 1);
    let (initial, increment) = match settings.bank {
        // No bank is coded as a number that no time can be.
        None => (u64::MAX, 0),
        Some(bank) => (nanos(bank.initial), nanos(bank.increment)),
    };
    let GeneralsSettings { rounds, towns_grow, land_grows, garrison, .. } = *settings;
    [rounds.into(), towns_grow.into(), land_grows.into(), garrison.into(), initial, increment]
}

fn write_numbers(settings: &GeneralsSettings, encoder: &mut RangeEncoder) {
    for (number, usual) in numbers(settings).into_iter().zip(numbers(&GeneralsSettings::default())) {
        encoder.uniform(u32::from(number != usual), 2);
        if number != usual {
            encoder.number(number);
        }
    }
}

fn read_numbers(map: GeneralsMap, decoder: &mut RangeDecoder<'_>) -> Option<GeneralsSettings> {
    let usual = GeneralsSettings::default();
    let found = numbers(&usual).map(|usual| if decoder.uniform(2) == 1 { decoder.number() } else { usual });
    let [rounds, towns_grow, land_grows, garrison, initial, increment] = found;
    let small = |number: u64| u32::try_from(number).ok();
    let bank = (initial != u64::MAX)
        .then(|| TimeBank { initial: Duration::from_nanos(initial), increment: Duration::from_nanos(increment) });
    Some(GeneralsSettings {
        map,
        rounds: small(rounds)?,
        towns_grow: small(towns_grow)?,
        land_grows: small(land_grows)?,
        garrison: small(garrison)?,
        order: Vec::new(),
        bank,
    })
}

/// Each seat by its place among those that are left.
fn write_order(order: &[Seat], seats: usize, encoder: &mut RangeEncoder) {
    encoder.uniform(u32::from(!order.is_empty()), 2);
    let mut left: Vec<_> = (0..seats).map(Seat::new).collect();
    for seat in order {
        let at = left.iter().position(|each| each == seat).unwrap_or(0);
        encoder.uniform(at as u32, left.len() as u32);
        left.remove(at);
    }
}

fn read_order(seats: usize, decoder: &mut RangeDecoder<'_>) -> Option<Vec<Seat>> {
    if decoder.uniform(2) == 0 {
        return Some(Vec::new());
    }
    let mut left: Vec<_> = (0..seats).map(Seat::new).collect();
    let order = (0..seats).map(|_| {
        let at = decoder.uniform(left.len() as u32) as usize;
        (at < left.len()).then(|| left.remove(at))
    });
    order.collect()
}
