//! BitMartyr in links: the board by value, then each unit's order under models that learn how its
//! team decides.
//!
//! A bot that is started afresh every turn decides by what a unit sees, mostly. So a team's last
//! order for the same 25 numbers is the guess, and only whether it holds is written, at a price
//! that falls with how often it has held. Where it does not, or there is none, the same is tried
//! with the nearest cells alone; then the order itself is written, under a model for each health
//! and the order before.

use std::time::Duration;

use super::board::{BitMartyrBoard, HEALTH_MAX, SIGHT, TEAMS_MAX, Unit};
use super::order::{Order, Orders};
use super::rules::BitMartyr;
use super::settings::{BitMartyrSettings, MissingOrder};
use super::wire_format::WireFormat;
use crate::game::Game;
use crate::replay::link::{LinkCodec, MovesReader, VersionTable, read_moves};
use crate::replay::{PerSeat, RangeDecoder, RangeEncoder, SymbolModel};
use crate::seat::Seat;

impl LinkCodec for BitMartyr {
    const NAME: &'static str = "bitmartyr";
    const MOVES_READERS: VersionTable<MovesReader<Self>> = &[(1, read_moves), (2, read_moves)];
    type Models = PerSeat<BitMartyrLinkModels>;

    fn write_start(settings: &BitMartyrSettings, seats: usize, encoder: &mut RangeEncoder) {
        encoder.uniform(seats as u32, TEAMS_CODED);
        write_board(&settings.board, encoder);
        write_rest(settings, seats, encoder);
    }

    fn read_start(decoder: &mut RangeDecoder<'_>) -> Option<(BitMartyrSettings, usize)> {
        let seats = decoder.uniform(TEAMS_CODED) as usize;
        let board = read_board(decoder)?;
        Some((read_rest(board, seats, decoder)?, seats))
    }

    fn write_action(
        &self,
        seat: Seat,
        orders: &Orders,
        models: &mut PerSeat<BitMartyrLinkModels>,
        encoder: &mut RangeEncoder,
    ) {
        let habits = models.of(seat);
        for (sight, order) in self.view(seat).sights().zip(orders.iter()) {
            habits.code(&sight, Some(order), |model, symbol| {
                encoder.symbol(model, symbol);
                symbol
            });
        }
    }

    fn read_action(
        &self,
        seat: Seat,
        models: &mut PerSeat<BitMartyrLinkModels>,
        decoder: &mut RangeDecoder<'_>,
    ) -> Option<Orders> {
        let habits = models.of(seat);
        let orders = self.view(seat).sights().map(|sight| habits.code(&sight, None, |model, _| decoder.symbol(model)));
        Some(orders.collect())
    }

    /// Every unit is looked at, and the board is gone through, at a few cells a step.
    fn work(&self, seat: Seat) -> usize {
        1 + self.board().count(seat) + self.board().cells() / 64
    }
}

/// Room for more teams than there are colours.
const TEAMS_CODED: u32 = 32;

/// How a team decides.
#[derive(Debug)]
pub struct BitMartyrLinkModels {
    /// The last order for what a unit saw: all of it, and its nearest cells.
    guesses: [Vec<OrderGuess>; LEVELS],
    /// Whether a guess holds, by how often it has.
    holds: [[SymbolModel; TRUST_MAX as usize + 1]; LEVELS],
    /// What else is done, by the unit's health and the order of the unit before.
    orders: Vec<SymbolModel>,
    before: Order,
}

/// How many guesses are tried.
const LEVELS: usize = 2;

/// An order that is expected again, if there is one.
#[derive(Debug, Clone, Copy, Default)]
struct OrderGuess {
    order: Option<Order>,
    /// How often it has held, up to [`TRUST_MAX`].
    trust: u8,
    /// Tells sights apart that share a place.
    mark: u8,
}

const TRUST_MAX: u8 = 7;

/// How many guesses of each kind a team has, as a power of two.
const GUESSES_LOG: u32 = 16;

/// Where a guess is kept, and its mark.
type Place = (usize, u8);

impl Default for BitMartyrLinkModels {
    fn default() -> Self {
        Self {
            guesses: std::array::from_fn(|_| vec![OrderGuess::default(); 1 << GUESSES_LOG]),
            holds: std::array::from_fn(|_| std::array::from_fn(|_| SymbolModel::even(2))),
            orders: vec![SymbolModel::even(Order::ALL.len()); Order::ALL.len() * (HEALTH_MAX as usize + 1)],
            before: Order::Stay,
        }
    }
}

impl BitMartyrLinkModels {
    /// Codes the order for what a unit sees. `symbol` writes a symbol under a model, or reads one
    /// and pays no heed to that which it is given; so `known` is `None` when reading.
    fn code(
        &mut self,
        sight: &[i8; SIGHT],
        known: Option<Order>,
        mut symbol: impl FnMut(&mut SymbolModel, usize) -> usize,
    ) -> Order {
        let places = [place(sight), place(&near(sight))];
        let (mut found, mut refuted) = (None, None);
        for (level, (at, mark)) in places.into_iter().enumerate() {
            let OrderGuess { order: guess, trust, .. } = self.guesses[level][at];
            if found.is_some() || guess.is_none() || guess == refuted || self.guesses[level][at].mark != mark {
                continue;
            }
            let holds = symbol(&mut self.holds[level][usize::from(trust)], usize::from(known == guess));
            *(if holds == 1 { &mut found } else { &mut refuted }) = guess;
        }
        let order = found.unwrap_or_else(|| {
            let health = sight[SIGHT / 2].unsigned_abs() as usize;
            let model = &mut self.orders[health * Order::ALL.len() + self.before as usize];
            Order::ALL[symbol(model, known.map_or(0, |order| order as usize))]
        });
        self.learn(places, order);
        order
    }

    fn learn(&mut self, places: [Place; LEVELS], order: Order) {
        for (guesses, (at, mark)) in self.guesses.iter_mut().zip(places) {
            let guess = &mut guesses[at];
            let held = guess.order == Some(order) && guess.mark == mark;
            let trust = if held { (guess.trust + 1).min(TRUST_MAX) } else { 0 };
            *guess = OrderGuess { order: Some(order), trust, mark };
        }
        self.before = order;
    }
}

/// The unit itself, and of the eight cells around it only whose they are.
fn near(sight: &[i8; SIGHT]) -> [i8; SIGHT] {
    let mut seen = [0; SIGHT];
    for at in [6, 7, 8, 11, 13, 16, 17, 18] {
        seen[at] = sight[at].signum();
    }
    seen[SIGHT / 2] = sight[SIGHT / 2];
    seen
}

/// By a hash of the numbers, five at a time.
fn place(sight: &[i8; SIGHT]) -> Place {
    let hash = sight.chunks_exact(5).fold(0_u64, |hash, row| {
        let row = row.iter().fold(0, |row, &number| row * 11 + (i64::from(number) + 5) as u64);
        (hash ^ row).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    });
    let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((hash >> (64 - GUESSES_LOG)) as usize, (hash >> 24) as u8)
}

/// How likely a cell is to have a unit, and which.
struct CrowdModel {
    occupied: [SymbolModel; 2],
    /// Which team comes after each.
    teams: Vec<SymbolModel>,
    healths: SymbolModel,
    before: usize,
}

impl CrowdModel {
    fn new() -> Self {
        Self {
            occupied: std::array::from_fn(|_| SymbolModel::even(2)),
            teams: vec![SymbolModel::even(TEAMS_MAX); TEAMS_MAX],
            healths: SymbolModel::even(HEALTH_MAX as usize),
            before: 0,
        }
    }
}

fn write_board(board: &BitMartyrBoard, encoder: &mut RangeEncoder) {
    encoder.number(board.width() as u64);
    encoder.number(board.height() as u64);
    let (mut crowd, mut beside) = (CrowdModel::new(), 0);
    for cell in 0..board.cells() {
        let unit = board.unit(cell);
        encoder.symbol(&mut crowd.occupied[beside], usize::from(unit.is_some()));
        beside = usize::from(unit.is_some());
        if let Some(Unit { team, health }) = unit {
            encoder.symbol(&mut crowd.teams[crowd.before], team.index());
            encoder.symbol(&mut crowd.healths, usize::from(HEALTH_MAX - health));
            crowd.before = team.index();
        }
    }
}

fn read_board(decoder: &mut RangeDecoder<'_>) -> Option<BitMartyrBoard> {
    let [width, height] = [decoder.number(), decoder.number()].map(usize::try_from);
    let mut board = BitMartyrBoard::empty(width.ok()?, height.ok()?).ok()?;
    let (mut crowd, mut beside) = (CrowdModel::new(), 0);
    for cell in 0..board.cells() {
        beside = decoder.symbol(&mut crowd.occupied[beside]);
        if beside == 1 {
            crowd.before = decoder.symbol(&mut crowd.teams[crowd.before]);
            let health = HEALTH_MAX - decoder.symbol(&mut crowd.healths) as u8;
            board.put(cell, Some(Unit { team: Seat::new(crowd.before), health }));
        }
    }
    Some(board)
}

/// What is not the board; each number after a bit that says whether it is not the usual one.
fn write_rest(settings: &BitMartyrSettings, seats: usize, encoder: &mut RangeEncoder) {
    for (number, usual) in numbers(settings).into_iter().zip(USUAL) {
        encoder.uniform(u32::from(number != usual), 2);
        if number != usual {
            encoder.number(number);
        }
    }
    encoder.uniform(u32::from(!settings.wires.is_empty()), 2);
    if !settings.wires.is_empty() {
        for index in 0..seats {
            let wire = settings.wires.get(index);
            let number = WireFormat::ALL.iter().position(|(each, _)| Some(each) == wire);
            encoder.uniform(number.map_or(0, |number| number as u32 + 1), WIRES_CODED);
        }
    }
}

/// Room for more formats, and one number for a seat that is not listed.
const WIRES_CODED: u32 = 8;

/// What [`BitMartyrSettings::on`] any board say. A link must not change with them.
const USUAL: [u64; 4] = [1000, 0, 1_000_000_000, 0];

fn numbers(settings: &BitMartyrSettings) -> [u64; 4] {
    let limit = u64::try_from(settings.limit.as_nanos()).unwrap_or(u64::MAX);
    [settings.duration.into(), u64::from(settings.missing == MissingOrder::Stay), limit, settings.seed]
}

fn read_rest(board: BitMartyrBoard, seats: usize, decoder: &mut RangeDecoder<'_>) -> Option<BitMartyrSettings> {
    let found = USUAL.map(|usual| if decoder.uniform(2) == 1 { decoder.number() } else { usual });
    let [duration, stays, limit, seed] = found;
    let listed = if decoder.uniform(2) == 1 { seats } else { 0 };
    let numbers = (0..listed).map(|_| decoder.uniform(WIRES_CODED) as usize).collect::<Vec<_>>();
    let wires = numbers.into_iter().map_while(|number| Some(WireFormat::ALL.get(number.checked_sub(1)?)?.0));
    Some(BitMartyrSettings {
        board,
        duration: u32::try_from(duration).ok()?,
        missing: if stays == 1 { MissingOrder::Stay } else { MissingOrder::Die },
        limit: Duration::from_nanos(limit),
        wires: wires.collect(),
        seed,
    })
}
