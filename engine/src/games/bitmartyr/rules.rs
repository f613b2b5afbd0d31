//! Who owes orders, when a turn is played, what a fault costs, who wins. Knows the board only
//! through turn.rs, and no bytes.
//!
//! Source: README and sources of BitMartyr; docs/bitmartyr.md says where they disagree and what is
//! done here.

use super::board::BitMartyrBoard;
use super::order::{Order, Orders};
use super::reasons::BitMartyrReason;
use super::settings::{BitMartyrSettings, MissingOrder};
use super::turn::played;
use super::view::BitMartyrView;
use crate::fault::{Fault, FaultKind, FaultReason, ReasonText};
use crate::game::{Game, Outcome, SettingsError};
use crate::seat::{Seat, Seats};

/// A match. All teams give their orders for the same board; once the last team has, the turn is
/// played.
#[derive(Debug, Clone, PartialEq)]
pub struct BitMartyr {
    board: BitMartyrBoard,
    /// How many turns are over.
    turn: u32,
    duration: u32,
    missing: MissingOrder,
    /// The orders of this turn, seat by seat; empty for seats that still owe them.
    orders: Vec<Orders>,
    owing: Seats,
    /// The seats that have not given up.
    playing: Seats,
}

/// An event of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BitMartyrEvent {
    /// A team has its orders for this turn.
    Ordered(Seat),
    /// A team lacks all orders for this turn, for a fault.
    Silent(Seat),
    /// All teams have acted.
    Played {
        /// How many turns are over.
        turn: u32,
    },
}

/// Why orders are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(*self))]
pub enum BitMartyrRuleError {
    /// There is one order for each unit.
    Count {
        /// How many there were.
        orders: usize,
        /// How many units the team has.
        units: usize,
    },
    /// The team has given its orders, or the match is over.
    NotYourTurn,
}

impl From<BitMartyrRuleError> for FaultReason {
    fn from(error: BitMartyrRuleError) -> Self {
        match error {
            BitMartyrRuleError::Count { orders, units } => BitMartyrReason::OrderCount { orders, units }.into(),
            BitMartyrRuleError::NotYourTurn => Self::NotItsTurn,
        }
    }
}

impl BitMartyr {
    /// The board as all teams see it this turn.
    pub fn board(&self) -> &BitMartyrBoard {
        &self.board
    }

    /// How many turns are over.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// After how many turns the match ends.
    pub fn duration(&self) -> u32 {
        self.duration
    }

    fn take_orders(&mut self, seat: Seat, orders: Orders, events: &mut Vec<BitMartyrEvent>) {
        self.orders[seat.index()] = orders;
        self.owing.remove(seat);
        if self.owing.is_empty() {
            self.play_turn(events);
        }
    }

    fn play_turn(&mut self, events: &mut Vec<BitMartyrEvent>) {
        self.board = played(&self.board, &self.orders, self.missing.order());
        self.orders.fill(Orders::default());
        self.turn += 1;
        self.owing = if self.is_over() { Seats::NONE } else { self.playing };
        events.push(BitMartyrEvent::Played { turn: self.turn });
    }

    fn is_over(&self) -> bool {
        self.turn == self.duration || self.playing.is_empty()
    }
}

impl Game for BitMartyr {
    type Settings = BitMartyrSettings;
    type Action = Orders;
    type Event = BitMartyrEvent;
    type View<'a> = BitMartyrView<'a>;
    type RuleError = BitMartyrRuleError;

    fn start(settings: &BitMartyrSettings, seats: usize) -> Result<Self, SettingsError> {
        settings.check(seats)?;
        Ok(Self {
            board: settings.board.clone(),
            turn: 0,
            duration: settings.duration,
            missing: settings.missing,
            orders: vec![Orders::default(); seats],
            owing: Seats::first(seats),
            playing: Seats::first(seats),
        })
    }

    fn seats(&self) -> usize {
        self.orders.len()
    }

    fn to_act(&self) -> Seats {
        self.owing
    }

    fn playing(&self) -> Seats {
        self.playing
    }

    fn view(&self, seat: Seat) -> BitMartyrView<'_> {
        BitMartyrView::new(&self.board, self.turn, seat)
    }

    /// A sample of the very many legal actions: the same order for all units, and rows of orders in
    /// which each order differs from the one before by the same number.
    fn legal(&self, seat: Seat) -> impl Iterator<Item = Orders> {
        const GIVEN: usize = Order::Missing as usize;
        let units = self.board.count(seat);
        let firsts = if !self.owing.contains(seat) { 0 } else { GIVEN.min(1 + units * GIVEN) };
        let steps = if units > 1 { GIVEN } else { 1 };
        let patterns = (0..steps).flat_map(move |step| (0..firsts).map(move |first| (first, step)));
        patterns.map(move |(first, step)| (0..units).map(|unit| Order::ALL[(first + step * unit) % GIVEN]).collect())
    }

    fn play(&mut self, seat: Seat, orders: Orders, events: &mut Vec<BitMartyrEvent>) -> Result<(), BitMartyrRuleError> {
        if !self.owing.contains(seat) {
            return Err(BitMartyrRuleError::NotYourTurn);
        }
        let units = self.board.count(seat);
        if orders.len() != units {
            return Err(BitMartyrRuleError::Count { orders: orders.len(), units });
        }
        events.push(BitMartyrEvent::Ordered(seat));
        self.take_orders(seat, orders, events);
        Ok(())
    }

    /// The team lacks its orders for this turn; one that gives up, for all that follow.
    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<BitMartyrEvent>) {
        if self.is_over() || !self.playing.contains(seat) {
            return;
        }
        if fault.kind == FaultKind::Resigned {
            self.playing.remove(seat);
        }
        if self.owing.contains(seat) {
            events.push(BitMartyrEvent::Silent(seat));
            self.take_orders(seat, Orders::default(), events);
        }
    }

    /// Excludes the orders themselves: they belong to the turns, and all copies share them.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.board.cells() + size_of_val(&*self.orders)
    }

    /// The most units win; teams with as many share a place.
    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let counts: Vec<_> = (0..self.seats()).map(|index| self.board.count(Seat::new(index))).collect();
        let place = |own: &usize| 1 + counts.iter().filter(|other| *other > own).count() as u8;
        Some(Outcome { places: counts.iter().map(place).collect(), blamed: None })
    }

    fn explain_reason(clause: &str) -> Option<ReasonText> {
        BitMartyrReason::read(clause)?.explain()
    }

    fn decided_by(&self) -> Option<&'static str> {
        (self.turn == self.duration).then_some("the turns are used up")
    }

    fn explain_win(&self) -> Option<&'static str> {
        let rule = self.decided_by()?;
        let has_winner = self.outcome().is_some_and(|outcome| outcome.winner().is_some());
        Some(if has_winner { "the most units after the last turn" } else { rule })
    }
}
