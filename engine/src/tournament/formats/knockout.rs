//! The knockout: the loser of each meeting is eliminated.

use super::seeding::{first_round, pairs};
use super::{FirstPairings, FormatDefinition};
use crate::tournament::drawn_rounds::{DrawnRounds, Meeting, Places, RoundDraw};

pub(in super::super) const FORMAT: FormatDefinition =
    FormatDefinition::new("knockout", "The loser of each meeting is eliminated", FirstPairings::Drawn(&Knockout));

#[derive(Debug)]
struct Knockout;

impl RoundDraw for Knockout {
    fn usual_rounds(&self, _: usize) -> Option<usize> {
        None
    }

    fn meeting_count(&self, participants: usize, _: usize) -> usize {
        // Each of them eliminates a participant.
        participants.saturating_sub(1)
    }

    fn needs_winners(&self) -> bool {
        true
    }

    fn draw(&self, rounds: &DrawnRounds) -> Option<Vec<Places>> {
        match rounds.rounds().last() {
            None => Some(first_round(rounds.participants())),
            Some(last) if last.len() == 1 => None,
            Some(last) => Some(pairs(&last.iter().map(Meeting::winner).collect::<Vec<_>>())),
        }
    }

    fn places(&self, rounds: &DrawnRounds) -> Vec<Option<usize>> {
        rounds.elimination_places(1)
    }

    fn round_title(&self, rounds: &DrawnRounds, round: usize) -> String {
        match rounds.rounds()[round].len() {
            1 => "Final".to_owned(),
            _ => format!("Round {}", round + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::drawn_rounds::{DECIDERS_MAX, DrawnStep};
    use crate::tournament::participant::Pair;

    fn begin(participants: usize) -> (DrawnRounds, Vec<[usize; 2]>) {
        let (rounds, pairings) = DrawnRounds::begin(&Knockout, participants, None, 1);
        (rounds, indices(&pairings))
    }

    fn indices(pairings: &[Pair]) -> Vec<[usize; 2]> {
        pairings.iter().map(|players| players.map(|player| player.index())).collect()
    }

    fn is_decided_by_seeding(rounds: &DrawnRounds) -> bool {
        rounds.played().any(|meeting| meeting.by_seeding)
    }

    #[test]
    fn the_first_ones_have_the_byes() {
        let (mut rounds, pairings) = begin(6);
        assert_eq!(pairings, [[3, 4], [2, 5]]);
        // The outsider of each wins.
        let DrawnStep::Round(second) = rounds.advance(2, |_| [0.0, 2.0]) else { panic!("{rounds:?}") };
        assert_eq!(indices(&second), [[0, 4], [1, 5]]);
        let DrawnStep::Round(last) = rounds.advance(4, |_| [1.5, 0.5]) else { panic!("{rounds:?}") };
        assert_eq!(indices(&last), [[0, 1]]);
        // A round with its byes has a power of two of participants: its losers rank behind all its
        // winners.
        assert_eq!(rounds.places(), [None, None, Some(5), Some(5), Some(3), Some(3)]);
        assert_eq!(rounds.advance(5, |_| [0.5, 1.5]), DrawnStep::Nothing);
        assert_eq!(rounds.places()[..2], [Some(2), Some(1)]);
    }

    #[test]
    fn a_level_meeting_has_deciders_and_then_the_order_of_naming() {
        let (mut rounds, pairings) = begin(2);
        assert_eq!(pairings, [[0, 1]]);
        for _ in 0..DECIDERS_MAX {
            assert_eq!(rounds.advance(1, |_| [1.0, 1.0]), DrawnStep::Deciders(vec![0]));
        }
        let mut decided = rounds.clone();
        assert_eq!(decided.advance(1, |_| [1.0, 3.0]), DrawnStep::Nothing);
        assert_eq!((decided.places(), is_decided_by_seeding(&decided)), (vec![Some(2), Some(1)], false));
        assert_eq!(rounds.advance(1, |_| [1.0, 1.0]), DrawnStep::Nothing);
        assert_eq!((rounds.places(), is_decided_by_seeding(&rounds)), (vec![Some(1), Some(2)], true));
    }

    #[test]
    fn the_first_two_meet_in_the_final_only() {
        for count in 2..40 {
            let (mut rounds, mut pairings) = begin(count);
            let (mut all, mut met) = (pairings.len(), pairings.len());
            while let DrawnStep::Round(next) = rounds.advance(all, |_| [1.0, 0.0]) {
                met += next.len();
                all += next.len();
                pairings = indices(&next);
            }
            assert_eq!((pairings, met), (vec![[0, 1]], Knockout.meeting_count(count, 0)), "{count}");
        }
    }
}
