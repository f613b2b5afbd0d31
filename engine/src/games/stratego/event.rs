//! What happens in a match, for the protocol, the log and drawings.

use super::combat::CombatEffect;
use super::ending::StrategoEnding;
use super::piece::Colour;
use super::rule_error::RefusedEcho;
use super::square::Square;

/// What happens in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StrategoEvent {
    /// A side has set up its army. The other is not told.
    Placed(Colour),
    /// Both armies stand.
    Began,
    /// A piece moved.
    Moved {
        /// Whose.
        by: Colour,
        /// From where.
        from: Square,
        /// To where; the effect says what stands there now.
        to: Square,
        /// What came of it.
        effect: CombatEffect,
        /// Whether it ended the match.
        last: bool,
    },
    /// A side that can move nothing said so.
    Passed {
        /// Which side.
        by: Colour,
        /// Whether it ended the match.
        last: bool,
    },
    /// A response was refused, and the turn is lost but not the match.
    TurnLost {
        /// Whose turn.
        by: Colour,
        /// What was wrong with it.
        mistake: RefusedEcho,
    },
    /// The match ended.
    Ended(StrategoEnding),
}
