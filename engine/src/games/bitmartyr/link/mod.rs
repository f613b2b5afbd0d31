//! BitMartyr in links: the board by value, then each unit's order under a model that learns how its
//! team decides (`order_model.rs`).

mod order_model;
mod orders_v2;
mod sight_contexts;

use std::time::Duration;

use super::board::{BitMartyrBoard, HEALTH_MAX, TEAMS_MAX, Unit};
use super::order::{Order, Orders};
use super::rules::BitMartyr;
use super::settings::{BitMartyrSettings, MissingOrder};
use super::wire_format::WireFormat;
use crate::game::Game;
use crate::replay::link::{LinkCodec, MovesReader, VersionTable, read_moves};
use crate::replay::{PerSeat, RangeDecoder, RangeEncoder, SymbolModel};
use crate::seat::Seat;
use order_model::OrderModel;

impl LinkCodec for BitMartyr {
    const NAME: &'static str = "bitmartyr";
    const MOVES_READERS: VersionTable<MovesReader<Self>> =
        &[(1, orders_v2::read), (2, orders_v2::read), (3, read_moves)];
    type Models = PerSeat<BitMartyrLinkModels>;

    fn usual_turn(settings: &BitMartyrSettings) -> Duration {
        settings.limit
    }

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
        let models = models.entry(seat);
        let lacks_some = orders.iter().any(|order| order == Order::Missing);
        encoder.symbol(&mut models.lacks_some, usize::from(lacks_some));
        let mut was_missing = 0;
        for (sight, order) in self.view(seat).sights().zip(orders.iter()) {
            if lacks_some {
                let is_missing = usize::from(order == Order::Missing);
                encoder.symbol(&mut models.missing[was_missing], is_missing);
                was_missing = is_missing;
            }
            if order != Order::Missing {
                models.orders.code(&sight, |frequencies| {
                    encoder.weighted(order as usize, frequencies);
                    order as usize
                });
            }
        }
    }

    fn read_action(
        &self,
        seat: Seat,
        models: &mut PerSeat<BitMartyrLinkModels>,
        decoder: &mut RangeDecoder<'_>,
    ) -> Option<Orders> {
        let models = models.entry(seat);
        let lacks_some = decoder.symbol(&mut models.lacks_some) == 1;
        let mut was_missing = 0;
        let orders = self.view(seat).sights().map(|sight| {
            if lacks_some {
                was_missing = decoder.symbol(&mut models.missing[was_missing]);
            }
            match was_missing {
                0 => models.orders.code(&sight, |frequencies| decoder.weighted(frequencies)),
                _ => Order::Missing,
            }
        });
        Some(orders.collect())
    }

    /// Each unit costs a look-up, and scanning the board costs a step for every 64 cells.
    fn work(&self, seat: Seat) -> usize {
        1 + self.board().count(seat) + self.board().cells() / 64
    }
}

/// Room for more teams than there are colours.
const TEAMS_CODED: u32 = 32;

/// How a team decides.
#[derive(Debug)]
pub struct BitMartyrLinkModels {
    orders: OrderModel,
    /// Whether some of a turn's units lack their orders.
    lacks_some: SymbolModel,
    /// Then, whether a unit does, by whether the one before did.
    missing: [SymbolModel; 2],
}

impl Default for BitMartyrLinkModels {
    fn default() -> Self {
        let even = || SymbolModel::even(2);
        Self { orders: OrderModel::default(), lacks_some: even(), missing: [even(), even()] }
    }
}

/// The probabilities of a unit on a cell, and of its team and health.
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
            board.set_unit(cell, Some(Unit { team: Seat::new(crowd.before), health }));
        }
    }
    Some(board)
}

/// The settings without the board; each number after a bit that is set if it is not the usual one.
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

/// The usual values, as [`BitMartyrSettings::on`] sets them for any board. A link must not change
/// with them.
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
