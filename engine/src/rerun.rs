//! Compares a rerun with its record: the turns of two matches, and a bot's output for one of them;
//! and says which part of a rerun belongs to certain turns. Plays nothing.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use crate::record::StepPositions;
use crate::replay::Turn;
use crate::seat::Seat;
use crate::transcript::Passage;

/// The length, in turns, of the common prefix of the recorded and the new turns.
pub fn common_turns<A: PartialEq>(recorded: &[Turn<A>], now: &[Turn<A>]) -> usize {
    recorded.iter().zip(now).take_while(|(then, now)| now.is_equivalent(then)).count()
}

/// The first turn of a match, counted from 0, that differs from the record; `None` if no turn does.
/// A match that ends before its record does not differ: it was stopped.
pub fn first_difference<A: PartialEq>(recorded: &[Turn<A>], now: &[Turn<A>]) -> Option<usize> {
    let common = common_turns(recorded, now);
    (common < now.len()).then_some(common)
}

/// The input and output of a turn's bot since the last turn of its seat: if seats act at the same
/// time, the bot reads and prints before the others' turns are played. `seat_of` has the seats of
/// this turn and of all before it.
pub fn words_of_turn<P: Borrow<Passage>>(
    passages: &[P],
    seat_of: impl Fn(usize) -> Seat,
    turn: usize,
) -> impl Iterator<Item = &P> {
    let seat = seat_of(turn);
    let first = (0..turn).rev().find(|&before| seat_of(before) == seat).map_or(0, |before| before + 1);
    passages.iter().filter(move |passage| {
        let passage: &Passage = (*passage).borrow();
        passage.seat == seat && (first..=turn).contains(&passage.turn)
    })
}

/// Which part of a match belongs to turns of a player. Positions are numbers of turns that have been
/// played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnWindow {
    /// The player.
    pub seat: Seat,
    /// Where the round of the player's turn before begins.
    pub before: usize,
    /// Where the round of the first of the turns begins.
    pub start: usize,
    /// The index of the last of the turns.
    pub last: usize,
}

impl TurnWindow {
    /// The turns of `seat` from the index `first` to the index `last`, of a match with these rounds.
    /// `seat_of` has the seat of each turn before.
    pub fn new(
        seat: Seat,
        (first, last): (usize, usize),
        seat_of: impl Fn(usize) -> Seat,
        rounds: &StepPositions,
    ) -> Self {
        let round_start = |index: usize| rounds.turn(rounds.completed(index));
        let before = (0..first).rev().find(|&turn| seat_of(turn) == seat);
        Self { seat, before: before.map_or(0, round_start), start: round_start(first), last }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fault::{Fault, FaultKind, FaultReason};
    use crate::replay::TurnResult;
    use crate::transcript::Stream;

    const A: Seat = Seat::new(0);
    const B: Seat = Seat::new(1);

    fn plays(seat: Seat, action: u8) -> Turn<u8> {
        Turn { seat, result: TurnResult::Action(action), words: None, used: Duration::ZERO }
    }

    fn fails(seat: Seat, kind: FaultKind, why: FaultReason) -> Turn<u8> {
        Turn { seat, result: TurnResult::from(Fault::new(kind, b"", why)), words: None, used: Duration::ZERO }
    }

    fn check(recorded: &[Turn<u8>], now: &[Turn<u8>], common: usize, differs: Option<usize>) {
        assert_eq!((common_turns(recorded, now), first_difference(recorded, now)), (common, differs));
    }

    #[test]
    fn a_match_differs_at_its_first_other_turn() {
        let recorded = [plays(A, 1), plays(B, 2), plays(A, 3)];
        check(&recorded, &recorded, 3, None);
        check(&recorded, &[plays(A, 1), plays(B, 5), plays(A, 3)], 1, Some(1));
        check(&recorded, &recorded[..2], 2, None);
        check(&recorded[..2], &recorded, 2, Some(2));
        check(&recorded, &[plays(A, 1), plays(A, 2)], 1, Some(1));
        check(&[], &[], 0, None);
    }

    #[test]
    fn other_words_times_and_reasons_are_no_difference() {
        let slow = Turn { words: Some(" 1".to_owned()), used: Duration::from_secs(1), ..plays(A, 1) };
        check(&[plays(A, 1)], &[slow], 1, None);
        let crash = |status| fails(A, FaultKind::Exited, FaultReason::ExitStatus(status));
        check(&[crash(1)], &[crash(2)], 1, None);
        check(&[crash(1)], &[fails(A, FaultKind::Timeout, FaultReason::Unstated)], 0, Some(0));
    }

    #[test]
    fn words_belong_to_the_next_turn_of_their_seat() {
        let passage = |seat, turn, text: &str| Passage { seat, turn, stream: Stream::Stderr, text: text.to_owned() };
        let passages = [
            passage(A, 0, "a0"),
            passage(B, 0, "b0"),
            passage(B, 1, "b1"),
            passage(A, 1, "a1"),
            passage(A, 2, "a2"),
            passage(A, 3, "late"),
        ];
        let seats = [A, B, A];
        let words = |turn| -> Vec<_> {
            words_of_turn(&passages, |index| seats[index], turn).map(|passage| passage.text.as_str()).collect()
        };
        assert_eq!(words(0), ["a0"]);
        assert_eq!(words(1), ["b0", "b1"], "it was asked when A was");
        assert_eq!(words(2), ["a1", "a2"]);
    }
}
