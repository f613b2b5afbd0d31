//! What a move did: who went where, who met whom, who fell. Asks the rules and decides nothing.

use botyard_engine::game::Game;
use botyard_engine::games::stratego::{Action, Colour, Effect, Event, Rank, Square, Stratego};
use botyard_engine::seat::Seat;

/// What a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    /// Who moved.
    pub by: Colour,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What came of it.
    pub effect: Effect,
    /// What moved. Known to both sides only where there was a fight.
    pub attacker: Rank,
}

impl Clash {
    /// What an action did in this position; `None` if it was no move.
    pub fn of(before: &Stratego, seat: Seat, action: &Action) -> Option<Self> {
        let Action::Move(step) = action else { return None };
        let (mut after, mut events) = (before.clone(), Vec::new());
        let (start, _) = before.target(*step).ok()?;
        let attacker = before.board().piece(start)?.rank;
        after.play(seat, Action::Move(*step), &mut events).ok()?;
        events.into_iter().find_map(|event| match event {
            Event::Moved { by, from, to, effect, .. } => Some(Self { by, from, to, effect, attacker }),
            _ => None,
        })
    }

    /// The ranks of attacker and defender, if there was a fight.
    pub const fn ranks(&self) -> Option<(Rank, Rank)> {
        match self.effect {
            Effect::Ok => None,
            Effect::Kills(attacker, defender)
            | Effect::Dies(attacker, defender)
            | Effect::BothDie(attacker, defender) => Some((attacker, defender)),
            Effect::VictoryFlag => Some((self.attacker, Rank::Flag)),
        }
    }

    /// Whether the attacker is still there.
    pub const fn attacker_stands(&self) -> bool {
        !matches!(self.effect, Effect::Dies(..) | Effect::BothDie(..))
    }

    /// Whether the defender is still there.
    pub const fn defender_stands(&self) -> bool {
        matches!(self.effect, Effect::Dies(..))
    }
}
