//! What can be wrong with a response, and how that is told: to people, in the log, to the bots.

use super::ending::EndReason;
use super::setup::SetupError;
use crate::fault::{Fault, FaultKind};

/// How a refused response is echoed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedEcho {
    /// It was read as a move that is not legal.
    Illegal,
    /// It was not taken for a move at all.
    Unread,
}

/// Why an action is refused: a clause that follows the player's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StrategoRuleError {
    /// The coordinates are not on the board.
    #[error("which is outside the board")]
    OutsideBoard,
    /// The square is empty.
    #[error("where no piece stands")]
    NoPiece,
    /// An obstacle or the enemy is there.
    #[error("which is no piece of its own")]
    NotYours,
    /// It is a bomb or the flag.
    #[error("but bombs and flags do not move")]
    Immobile,
    /// It is too far, off the board, or something is in between.
    #[error("but that piece cannot move that way")]
    CannotMoveThatWay,
    /// An obstacle or a piece of its own is there.
    #[error("but water or a piece of its own is in the way")]
    Occupied,
    /// `NO_MOVE`, with a legal move on the board.
    #[error("although it has a legal move")]
    CanMove,
    /// The army is not as it must be.
    #[error(transparent)]
    Setup(SetupError),
    /// It is not asked for this now.
    #[error("which is not what it was asked for")]
    NotAsked,
}

impl StrategoRuleError {
    const OF_MOVES: [Self; 6] =
        [Self::OutsideBoard, Self::NoPiece, Self::NotYours, Self::Immobile, Self::CannotMoveThatWay, Self::Occupied];

    /// What was wrong with a move that was refused; `None` if the response was not taken for a move.
    pub(super) fn of(fault: &Fault) -> Option<Self> {
        let said = fault.why.as_str();
        Self::OF_MOVES.into_iter().find(|illegal| fault.kind == FaultKind::Illegal && illegal.to_string() == said)
    }

    /// The same as a reason for the end of the match.
    pub(super) const fn reason(self) -> EndReason {
        match self {
            Self::OutsideBoard => EndReason::OutsideBoard,
            Self::NoPiece => EndReason::NoPiece,
            Self::NotYours => EndReason::NotYours,
            Self::Immobile => EndReason::Immobile,
            Self::CannotMoveThatWay => EndReason::CannotMoveThatWay,
            Self::Occupied => EndReason::Occupied,
            Self::CanMove | Self::Setup(_) | Self::NotAsked => EndReason::Unintelligible,
        }
    }
}

impl RefusedEcho {
    /// How the response that led to this fault is echoed.
    pub(super) fn of(fault: &Fault) -> Self {
        if StrategoRuleError::of(fault).is_some() { Self::Illegal } else { Self::Unread }
    }
}
