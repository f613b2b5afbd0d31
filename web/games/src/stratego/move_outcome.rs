//! The result of a move: which piece moved, which pieces met, which fell. Queries the rules and
//! decides nothing itself.

use botyard_engine::game::Game;
use botyard_engine::games::stratego::{Colour, CombatEffect, Rank, Square, Stratego, StrategoAction, StrategoEvent};
use botyard_engine::seat::Seat;

/// The result of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveOutcome {
    /// The side that moved.
    pub by: Colour,
    /// The square that the piece left.
    pub from: Square,
    /// The square that the piece moved to.
    pub to: Square,
    /// Its effect.
    pub effect: CombatEffect,
    /// The piece that moved. Both sides know it only after a fight.
    pub attacker: Rank,
}

impl MoveOutcome {
    /// The result of an action in this position; `None` if it was no move.
    pub fn from_action(before: &Stratego, seat: Seat, action: &StrategoAction) -> Option<Self> {
        let StrategoAction::Move(step) = action else { return None };
        let (mut after, mut events) = (before.clone(), Vec::new());
        let (start, _) = before.target(*step).ok()?;
        let attacker = before.board().piece(start)?.rank;
        after.play(seat, StrategoAction::Move(*step), &mut events).ok()?;
        events.into_iter().find_map(|event| match event {
            StrategoEvent::Moved { by, from, to, effect, .. } => Some(Self { by, from, to, effect, attacker }),
            _ => None,
        })
    }

    /// The ranks of attacker and defender, if there was a fight.
    pub const fn ranks(&self) -> Option<(Rank, Rank)> {
        match self.effect {
            CombatEffect::Ok => None,
            CombatEffect::Kills(attacker, defender)
            | CombatEffect::Dies(attacker, defender)
            | CombatEffect::BothDie(attacker, defender) => Some((attacker, defender)),
            CombatEffect::VictoryFlag => Some((self.attacker, Rank::Flag)),
        }
    }

    /// Whether the attacker is still there.
    pub const fn attacker_stands(&self) -> bool {
        !matches!(self.effect, CombatEffect::Dies(..) | CombatEffect::BothDie(..))
    }

    /// Whether the defender is still there.
    pub const fn defender_stands(&self) -> bool {
        matches!(self.effect, CombatEffect::Dies(..))
    }
}
