//! The errors in a response, as text for people, for the log and for the bots.

use super::ending::EndReason;
use super::reasons::StrategoReason;
use super::setup::SetupError;
use crate::fault::{Fault, FaultKind, FaultReason};

/// How a refused response is echoed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedEcho {
    /// It was read as a move that is not legal.
    Illegal,
    /// It was not taken for a move at all.
    Malformed,
}

/// Why an action is refused. It is written as the clause of its [`FaultReason`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(*self))]
pub enum StrategoRuleError {
    /// The coordinates are not on the board.
    OutsideBoard,
    /// The square is empty.
    NoPiece,
    /// An obstacle or the enemy is there.
    NotYours,
    /// It is a bomb or the flag.
    Immobile,
    /// It is too far for the piece, or off the board.
    CannotMoveThatWay,
    /// An obstacle or a piece of its own is there, or anything at all before the last square.
    Occupied,
    /// `NO_MOVE`, with a legal move on the board.
    CanMove,
    /// The army is not as it must be.
    Setup(SetupError),
    /// The side was not asked for this kind of response.
    NotAsked,
}

impl From<StrategoRuleError> for FaultReason {
    fn from(error: StrategoRuleError) -> Self {
        let reason = match error {
            StrategoRuleError::OutsideBoard => StrategoReason::OutsideBoard,
            StrategoRuleError::NoPiece => StrategoReason::NoPiece,
            StrategoRuleError::NotYours => StrategoReason::ForeignPiece,
            StrategoRuleError::Immobile => StrategoReason::Immobile,
            StrategoRuleError::CannotMoveThatWay => StrategoReason::CannotMoveThatWay,
            StrategoRuleError::Occupied => StrategoReason::Occupied,
            StrategoRuleError::CanMove => StrategoReason::CanMove,
            StrategoRuleError::Setup(flaw) => return flaw.into(),
            StrategoRuleError::NotAsked => StrategoReason::NotAsked,
        };
        reason.into()
    }
}

impl StrategoRuleError {
    const OF_MOVES: [Self; 6] =
        [Self::OutsideBoard, Self::NoPiece, Self::NotYours, Self::Immobile, Self::CannotMoveThatWay, Self::Occupied];

    /// The error in a refused move; `None` if the response was not read as a move.
    pub(super) fn from_fault(fault: &Fault) -> Option<Self> {
        let is_it = |illegal: &Self| FaultReason::from(*illegal) == fault.why;
        Self::OF_MOVES.into_iter().find(|illegal| fault.kind == FaultKind::Illegal && is_it(illegal))
    }

    /// The error as a reason for the end of the match.
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
    pub(super) fn from_fault(fault: &Fault) -> Self {
        if StrategoRuleError::from_fault(fault).is_some() { Self::Illegal } else { Self::Malformed }
    }
}
