//! The turns that recorded seats play from, and how far a match has followed them. Knows no game.

use crate::codec::Protocol;
use crate::fault::{Fault, FaultKind};
use crate::replay::{Turn, TurnResult};
use crate::seat::Seat;

use super::answer::Answer;

/// A record that a match repeats.
#[derive(Debug)]
pub(super) struct RecordedTurns<A> {
    turns: Vec<Turn<A>>,
    /// How many of them the match has repeated, from the first one on.
    followed: usize,
    /// Whether the match has had another turn than the record.
    has_left: bool,
}

impl<A: Clone + PartialEq> RecordedTurns<A> {
    pub(super) fn new(turns: Vec<Turn<A>>) -> Self {
        Self { turns, followed: 0, has_left: false }
    }

    pub(super) fn followed(&self) -> usize {
        self.followed
    }

    /// Whether the record has no further turns for the match: the match differs from it, or it has
    /// ended.
    pub(super) fn is_over(&self) -> bool {
        self.has_left || self.followed == self.turns.len()
    }

    /// Whether the match has had another turn than the record.
    pub(super) fn has_left(&self) -> bool {
        self.has_left
    }

    /// The seat's next turn in the record. Seats that act at the same time have not had their turns
    /// when they are asked, so it need not be the record's next turn.
    pub(super) fn find_turn(&self, seat: Seat) -> Option<&Turn<A>> {
        self.turns[self.followed..].iter().find(|turn| turn.seat == seat)
    }

    /// The record's next turn, if it is a fault of this kind.
    pub(super) fn next_fault(&self, kind: FaultKind) -> Option<(Seat, &Fault)> {
        match self.turns.get(self.followed)? {
            Turn { seat, result: TurnResult::Fault(fault), .. } if fault.kind == kind => Some((*seat, &**fault)),
            _ => None,
        }
    }

    /// Compares a turn of the match with the record's next one. Only the result counts: other words
    /// for the same action, another time, or a fault of the same kind for another reason make no
    /// difference.
    pub(super) fn follow(&mut self, turn: &Turn<A>) {
        let is_same = self.turns.get(self.followed).is_some_and(|recorded| turn.is_equivalent(recorded));
        if is_same && !self.has_left { self.followed += 1 } else { self.has_left = true }
    }
}

/// The last words of a recorded player, as the protocols of others may repeat them.
#[derive(Debug, Default)]
pub(super) struct RecordedPlayer {
    words: Vec<u8>,
}

impl RecordedPlayer {
    /// The text of the last answer.
    pub(super) fn words(&self) -> &[u8] {
        &self.words
    }

    /// Answers as in the record.
    pub(super) fn answer<G: Protocol>(&mut self, turn: &Turn<G::Action>) -> Answer<G::Action> {
        self.words.clear();
        let result = match &turn.result {
            TurnResult::Action(action) => {
                match &turn.words {
                    Some(words) => self.words.extend_from_slice(words.as_bytes()),
                    None => G::write_canonical(action, &mut self.words),
                }
                Ok(action.clone())
            }
            TurnResult::Fault(fault) => {
                // The output before any other fault is the beginning of an answer, and other bots
                // never see it.
                if matches!(fault.kind, FaultKind::Illegal | FaultKind::Malformed) {
                    self.words.extend_from_slice(fault.received.as_bytes());
                }
                Err(Fault::clone(fault))
            }
        };
        Answer { result, used: turn.used }
    }
}
