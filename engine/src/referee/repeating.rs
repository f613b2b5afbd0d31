//! How a match repeats a record: when recorded players act without being asked, and when the match
//! has left the record. [`RecordedTurns`] holds the record.

use std::time::Duration;

use super::Referee;
use super::answer::Answer;
use super::recorded_turns::RecordedTurns;
use super::seat_state::PlayerState;
use crate::codec::Protocol;
use crate::fault::{Fault, FaultKind};
use crate::seat::Seat;

impl<G: Protocol> Referee<G> {
    /// The number of turns that agree with the repeated record; all of them without a record. The
    /// turn after them, if there is one, is the first that differs.
    pub fn followed(&self) -> usize {
        self.record.as_ref().map_or(self.turns.len(), RecordedTurns::followed)
    }

    /// Whether the match has had another turn than the record that it repeats.
    pub(super) fn has_left_record(&self) -> bool {
        self.record.as_ref().is_some_and(RecordedTurns::has_left)
    }

    /// Why this seat cannot play, if it could not start.
    pub(super) fn take_start_fault(&mut self, seat: Seat) -> Option<Fault> {
        match (&mut self.seat_states[seat.index()].player, &self.record) {
            (PlayerState::Session(bot), _) => bot.take_start_fault(),
            // Without a greeting, a bot that did not start is charged when it is asked.
            (PlayerState::Recorded(_), Some(record)) if G::HAS_GREETING => {
                record.next_fault(FaultKind::NotStarted).filter(|(by, _)| *by == seat).map(|(_, fault)| fault.clone())
            }
            (PlayerState::Question(_) | PlayerState::Person | PlayerState::Recorded(_), _) => None,
        }
    }

    /// Plays the record's next turn if a recorded player resigns in it, which it may do without
    /// being asked. A player that was asked has waited for the bots that were asked with it.
    /// Returns whether it resigns now.
    pub(super) fn repeat_resignation(&mut self) -> bool {
        let resigned = self.record.as_ref().and_then(|record| record.next_fault(FaultKind::Resigned));
        let Some((seat, fault)) = resigned.map(|(seat, fault)| (seat, fault.clone())) else { return false };
        let asked = self.game.to_act();
        let waits = asked.contains(seat) && asked.iter().any(|seat| self.seat_state(seat).is_awaited());
        let resigns = matches!(self.seat_state(seat).player, PlayerState::Recorded(_)) && !waits;
        if resigns {
            self.seat_states[seat.index()].pending = None;
            self.apply_answer(seat, Answer { result: Err(fault), used: Duration::ZERO });
        }
        resigns
    }
}
