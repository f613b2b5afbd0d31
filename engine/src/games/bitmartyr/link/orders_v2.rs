//! Reads the orders of links of versions 1 and 2. It never changes.
//!
//! The guess was the team's last order for the same 25 numbers, and only whether it held was
//! written. If it did not hold, or there was no guess, the nearest cells alone gave the next guess;
//! then the order itself followed, under a model for each health and the order before.

use super::super::board::{HEALTH_MAX, SIGHT};
use super::super::order::{Order, Orders};
use super::super::rules::BitMartyr;
use crate::game::Game;
use crate::replay::link::{LinkCodec as _, LinkReadError, ReadWork, read_moves_by};
use crate::replay::{PerSeat, RangeDecoder, Replay, SymbolModel};
use crate::seat::Seat;

/// Reads the body of the moves.
///
/// # Errors
/// If it describes no match of this game, or is too much work.
pub(super) fn read(bytes: &[u8], work: &mut ReadWork<'_>) -> Result<Replay<BitMartyr>, LinkReadError> {
    read_moves_by(bytes, work, BitMartyr::read_start, read_orders)
}

fn read_orders(
    game: &BitMartyr,
    seat: Seat,
    models: &mut PerSeat<OrderModelV2>,
    decoder: &mut RangeDecoder<'_>,
) -> Option<Orders> {
    let model = models.entry(seat);
    Some(game.view(seat).sights().map(|sight| model.read(&sight, decoder)).collect())
}

/// How a team decides.
struct OrderModelV2 {
    /// The last order for what a unit saw: all of it, and its nearest cells.
    guesses: [Vec<OrderGuess>; LEVELS],
    /// Whether a guess holds, by how often it has.
    holds: [[SymbolModel; TRUST_MAX as usize + 1]; LEVELS],
    /// The orders that no guess gave, by the unit's health and the order of the unit before.
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
type ContextSlot = (usize, u8);

impl Default for OrderModelV2 {
    fn default() -> Self {
        Self {
            guesses: std::array::from_fn(|_| vec![OrderGuess::default(); 1 << GUESSES_LOG]),
            holds: std::array::from_fn(|_| std::array::from_fn(|_| SymbolModel::even(2))),
            orders: vec![SymbolModel::even(Order::ALL.len()); Order::ALL.len() * (HEALTH_MAX as usize + 1)],
            before: Order::Stay,
        }
    }
}

impl OrderModelV2 {
    /// Reads the order for what a unit sees.
    fn read(&mut self, sight: &[i8; SIGHT], decoder: &mut RangeDecoder<'_>) -> Order {
        let places = [place(sight), place(&near(sight))];
        let (mut found, mut refuted) = (None, None);
        for (level, (at, mark)) in places.into_iter().enumerate() {
            let OrderGuess { order: guess, trust, .. } = self.guesses[level][at];
            if found.is_some() || guess.is_none() || guess == refuted || self.guesses[level][at].mark != mark {
                continue;
            }
            let holds = decoder.symbol(&mut self.holds[level][usize::from(trust)]);
            *(if holds == 1 { &mut found } else { &mut refuted }) = guess;
        }
        let order = found.unwrap_or_else(|| {
            let health = sight[SIGHT / 2].unsigned_abs() as usize;
            let model = &mut self.orders[health * Order::ALL.len() + self.before as usize];
            Order::ALL[decoder.symbol(model)]
        });
        self.learn(places, order);
        order
    }

    fn learn(&mut self, places: [ContextSlot; LEVELS], order: Order) {
        for (guesses, (at, mark)) in self.guesses.iter_mut().zip(places) {
            let guess = &mut guesses[at];
            let held = guess.order == Some(order) && guess.mark == mark;
            let trust = if held { (guess.trust + 1).min(TRUST_MAX) } else { 0 };
            *guess = OrderGuess { order: Some(order), trust, mark };
        }
        self.before = order;
    }
}

/// The unit itself, and only the teams of the eight cells around it.
fn near(sight: &[i8; SIGHT]) -> [i8; SIGHT] {
    let mut seen = [0; SIGHT];
    for at in [6, 7, 8, 11, 13, 16, 17, 18] {
        seen[at] = sight[at].signum();
    }
    seen[SIGHT / 2] = sight[SIGHT / 2];
    seen
}

/// By a hash of the numbers, five at a time.
fn place(sight: &[i8; SIGHT]) -> ContextSlot {
    let hash = sight.chunks_exact(5).fold(0_u64, |hash, row| {
        let row = row.iter().fold(0, |row, &number| row * 11 + (i64::from(number) + 5) as u64);
        (hash ^ row).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    });
    let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((hash >> (64 - GUESSES_LOG)) as usize, (hash >> 24) as u8)
}
