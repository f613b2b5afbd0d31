//! How a match ends for each bot: one that was late, one whose seat is eliminated, and all of them
//! when the match is decided.

use super::seat_state::PlayerState;
use super::{MatchPhase, Referee, sessions};
use crate::codec::Protocol;
use crate::seat::{Seat, Seats};

impl<G: Protocol> Referee<G> {
    /// The bot of this seat was late: it is not asked again.
    pub(super) fn mark_late(&mut self, seat: Seat) {
        let Some(bot) = self.seat_states[seat.index()].session_mut() else { return };
        bot.mark_late();
        // The other seats' answers to the same question may still end the match, so a protocol that
        // sends the end to a late bot waits.
        if !G::SENDS_END_AFTER_TIMEOUT {
            bot.stop_if_marked_late(&mut self.outbox);
        }
    }

    /// Sends the end to seats that have been eliminated from a match that continues.
    pub(super) fn dismiss_eliminated(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        let playing = self.game.playing();
        for seat in Seats::first(self.seat_states.len()).iter().filter(|&seat| !playing.contains(seat)) {
            self.send_end(seat);
        }
    }

    /// Ends a decided match: sends every bot the end.
    pub(super) fn finish_match(&mut self) {
        self.phase = MatchPhase::Over;
        for seat in Seats::first(self.seat_states.len()).iter() {
            self.send_end(seat);
        }
        self.outbox.queue_over();
    }

    /// Sends a bot the end of the match.
    pub(super) fn send_end(&mut self, seat: Seat) {
        match &mut self.seat_states[seat.index()].player {
            PlayerState::Session(bot) => {
                let (outcome, turn) = (self.game.outcome(), self.turns.len());
                bot.send_end(
                    self.now,
                    outcome.as_ref(),
                    &self.limits.of(seat),
                    turn,
                    &mut self.transcript,
                    &mut self.outbox,
                );
            }
            PlayerState::Question(bot) => bot.stop_runs(&mut self.outbox),
            PlayerState::Person | PlayerState::Recorded(_) => {}
        }
    }

    /// Stops runs whose grace period is over.
    pub(super) fn stop_after_grace(&mut self) {
        sessions(&mut self.seat_states).for_each(|bot| bot.stop_after_grace(self.now, &mut self.outbox));
    }
}
