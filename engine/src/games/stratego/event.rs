//! What happens in a match, for the protocol, the log and drawings.

use super::combat::CombatEffect;
use super::ending::StrategoEnding;
use super::piece::Colour;
use super::rule_error::RefusedEcho;
use super::square::Square;

/// An event of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StrategoEvent {
    /// A side has set up its army. The other side is not informed.
    Placed(Colour),
    /// Both armies stand.
    Began,
    /// A piece moved.
    Moved {
        /// The side that moved.
        by: Colour,
        /// From where.
        from: Square,
        /// The target square; the effect gives its new content.
        to: Square,
        /// The outcome of the move.
        effect: CombatEffect,
        /// Whether it ended the match.
        last: bool,
    },
    /// A side that cannot move said `NO_MOVE`.
    Passed {
        /// The side.
        by: Colour,
        /// Whether it ended the match.
        last: bool,
    },
    /// A response was refused, and the turn is lost but not the match.
    TurnLost {
        /// The side on turn.
        by: Colour,
        /// The error in the response.
        mistake: RefusedEcho,
    },
    /// The match ended.
    Ended(StrategoEnding),
}
