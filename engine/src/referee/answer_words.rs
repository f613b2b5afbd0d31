//! The words of an answer: the part that other bots see, and the part that its turn and the logs
//! keep.

use super::Referee;
use super::answer::Answer;
use super::seat_state::PlayerState;
use crate::codec::Protocol;
use crate::replay::{Turn, TurnResult};
use crate::seat::Seat;

impl<G: Protocol> Referee<G> {
    /// The text of an answer: a bot's as printed, a person's as the protocol writes it.
    pub(super) fn take_words(&mut self, seat: Seat, answer: &Answer<G::Action>) {
        self.words.clear();
        match (&self.seat_states[seat.index()].player, &answer.result) {
            (PlayerState::Session(bot), _) => self.words.extend_from_slice(bot.words()),
            (PlayerState::Person, Ok(action)) => G::write_canonical(action, &mut self.words),
            (PlayerState::Recorded(player), _) => self.words.extend_from_slice(player.words()),
            // The output of fresh runs is not a text of the resulting action.
            (PlayerState::Question(_), _) | (PlayerState::Person, Err(_)) => {}
        }
    }

    pub(super) fn unusual_words(&mut self, action: &G::Action) -> Option<String> {
        if self.words.is_empty() {
            return None;
        }
        self.canonical.clear();
        G::write_canonical(action, &mut self.canonical);
        (self.canonical != self.words).then(|| String::from_utf8_lossy(&self.words).into_owned())
    }

    /// Keeps the raw output if the turn does not hold all of it.
    pub(super) fn keep_raw_words(&mut self, turn: &Turn<G::Action>) {
        let PlayerState::Session(bot) = &self.seat_states[turn.seat.index()].player else { return };
        let held = match (&turn.words, &turn.result) {
            (Some(words), _) => words.as_bytes(),
            (None, TurnResult::Fault(fault)) => fault.received.as_bytes(),
            (None, TurnResult::Action(_)) => return,
        };
        if held != bot.printed() {
            self.raw_words.keep_words(self.turns.len(), bot.printed());
        }
    }
}
