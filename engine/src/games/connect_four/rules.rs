//! Who moves, who wins, what a fault costs. Source: README and source of Connect 4 Moderator.

use serde::{Deserialize, Serialize};

use super::board::{Column, ConnectFourBoard, ROWS};
use super::reasons::ConnectFourReason;
use crate::fault::{Fault, FaultKind, FaultReason, ReasonText};
use crate::game::{Game, Outcome, SettingsError};
use crate::seat::{Seat, Seats};

/// The settings of Connect Four, which has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ConnectFourSettings {}

/// A match: seat 0 moves first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConnectFour {
    board: ConnectFourBoard,
    outcome: Option<Outcome>,
}

/// An event of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectFourEvent {
    /// A stone fell.
    Dropped {
        /// The seat that played the stone.
        seat: Seat,
        /// The column that it went into.
        column: Column,
        /// Where it came to rest, 1 to 6 from the bottom.
        row: u8,
        /// Whether it ended the match.
        last: bool,
    },
    /// A player's fault ended the match.
    Forfeited(Seat),
}

/// Why a column cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(self.clone()))]
pub enum ConnectFourRuleError {
    /// Six stones are in it.
    Full(Column),
    /// It is the other's move, or the match is over.
    NotYourTurn,
}

impl From<ConnectFourRuleError> for FaultReason {
    fn from(error: ConnectFourRuleError) -> Self {
        match error {
            ConnectFourRuleError::Full(_) => ConnectFourReason::FullColumn.into(),
            ConnectFourRuleError::NotYourTurn => Self::NotItsTurn,
        }
    }
}

impl ConnectFour {
    /// The stones, as the side to move sees them.
    pub fn board(&self) -> ConnectFourBoard {
        self.board
    }

    /// The seat whose stone is in a cell; rows from 0 at the bottom.
    pub fn owner(&self, column: Column, row: usize) -> Option<Seat> {
        let movers = self.board.stone(column, row)?;
        Some(if movers { self.mover() } else { other(self.mover()) })
    }

    /// The seat to move, or that would move if the match went on.
    pub fn mover(&self) -> Seat {
        Seat::new(self.board.stones() as usize % 2)
    }
}

/// The player across the board.
fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

impl Game for ConnectFour {
    type Settings = ConnectFourSettings;
    type Action = Column;
    type Event = ConnectFourEvent;
    type View<'a> = ConnectFourBoard;
    type RuleError = ConnectFourRuleError;

    fn start(_: &ConnectFourSettings, seats: usize) -> Result<Self, SettingsError> {
        match seats {
            2 => Ok(Self::default()),
            _ => Err(SettingsError(format!("Connect Four is for 2 players, not {seats}"))),
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        match self.outcome {
            None => Seats::only(self.mover()),
            Some(_) => Seats::NONE,
        }
    }

    fn view(&self, _: Seat) -> ConnectFourBoard {
        self.board
    }

    fn legal(&self, seat: Seat) -> impl Iterator<Item = Column> {
        let owes = self.to_act().contains(seat);
        self.board.open().filter(move |_| owes)
    }

    fn play(
        &mut self,
        seat: Seat,
        column: Column,
        events: &mut Vec<ConnectFourEvent>,
    ) -> Result<(), ConnectFourRuleError> {
        if !self.to_act().contains(seat) {
            return Err(ConnectFourRuleError::NotYourTurn);
        }
        if !self.board.is_open(column) {
            return Err(ConnectFourRuleError::Full(column));
        }
        let row = self.board.height(column) as u8 + 1;
        debug_assert!(usize::from(row) <= ROWS, "an open column has room");
        self.board = self.board.drop(column);
        // The win comes before the tie: the 42nd stone can win.
        if self.board.has_four() {
            self.outcome = Some(Outcome::win(seat, 2));
        } else if self.board.is_full() {
            self.outcome = Some(Outcome::draw(2));
        }
        events.push(ConnectFourEvent::Dropped { seat, column, row, last: self.outcome.is_some() });
        Ok(())
    }

    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<ConnectFourEvent>) {
        let won = Outcome::win(other(seat), 2);
        self.outcome = Some(if fault.kind == FaultKind::Resigned { won } else { won.blaming(seat) });
        events.push(ConnectFourEvent::Forfeited(seat));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn explain_reason(clause: &str) -> Option<ReasonText> {
        ConnectFourReason::read(clause)?.explain()
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.board.is_full().then_some("the board is full").filter(|_| self.outcome == Some(Outcome::draw(2)))
    }

    fn explain_win(&self) -> Option<&'static str> {
        self.board.has_four().then_some("four in a row").or_else(|| self.decided_by())
    }
}
