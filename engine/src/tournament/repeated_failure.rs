//! Notices a bot that fails in the same way again and again: more games of it say nothing more. Looks
//! at complete units in the order of the schedule, so it depends on no speed. Knows no schedule.

use super::participant::Participant;
use super::tally::GameResult;
use crate::fault::FaultKind;

/// After so many units in a row with the same fault, more say nothing more.
const REPEATED_UNITS: u64 = 5;

/// A bot that has had the same fault in games of the same lengths in several units in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedFailure {
    /// The bot.
    pub participant: Participant,
    /// Its fault in each game of a unit, by the rotation, with the number of turns of that game.
    pub faults: Vec<(FaultKind, usize)>,
}

/// A game of a unit: its result, and how many turns it had.
pub(super) type GameWithTurns = (GameResult, usize);

/// The bots that have failed lately.
#[derive(Debug, Clone, Default)]
pub(super) struct FailureWatch {
    /// The faults of each bot in its last unit, and for how many units they have been these.
    streaks: Vec<(Vec<(FaultKind, usize)>, u64)>,
}

impl FailureWatch {
    /// Takes in the next unit of these participants: its games, by rotation. Returns the first of them
    /// that `matters` and has now failed often enough.
    pub(super) fn add_unit(
        &mut self,
        participants: &[Participant],
        games: &[GameWithTurns],
        matters: impl Fn(Participant) -> bool,
    ) -> Option<RepeatedFailure> {
        // A void game says nothing about a bot.
        if games.iter().any(|(result, _)| *result == GameResult::Void) {
            return None;
        }
        let mut repeated = None;
        for (place, &participant) in participants.iter().enumerate() {
            if self.streaks.len() <= participant.index() {
                self.streaks.resize(participant.index() + 1, Default::default());
            }
            let faults = games.iter().enumerate().map(|(rotation, game)| {
                let seat = (place + rotation) % participants.len();
                Some((fault_of(&game.0, seat)?, game.1))
            });
            let faults = faults.collect::<Option<Vec<_>>>().unwrap_or_default();
            let (last, units) = &mut self.streaks[participant.index()];
            *units = match faults.is_empty() {
                true => 0,
                false if faults == *last => *units + 1,
                false => 1,
            };
            if *units >= REPEATED_UNITS && repeated.is_none() && matters(participant) {
                repeated = Some(RepeatedFailure { participant, faults: faults.clone() });
            }
            *last = faults;
        }
        repeated
    }
}

/// The fault of this seat's bot. Resigning is a decision, and no failure.
fn fault_of(result: &GameResult, seat: usize) -> Option<FaultKind> {
    let GameResult::Played(played) = result else { return None };
    let mut faults = played.faults.iter().filter(|(faulty, _)| usize::from(*faulty) == seat);
    faults.next().map(|(_, kind)| *kind).filter(|kind| *kind != FaultKind::Resigned)
}

impl RepeatedFailure {
    /// Says that this bot has failed again and again, in a sentence without its full stop.
    pub fn sentence(&self, name: &str) -> String {
        format!("{name} has failed in the same way in {REPEATED_UNITS} units in a row ({})", self.text())
    }

    /// The faults and the lengths of games as a clause: `timeout, in games of 3 and 4 turns`.
    pub fn text(&self) -> String {
        let mut kinds: Vec<_> = self.faults.iter().map(|(kind, _)| kind.name()).collect();
        kinds.dedup();
        let mut turns: Vec<_> = self.faults.iter().map(|(_, turns)| turns).collect();
        turns.sort();
        turns.dedup();
        let numbers: Vec<_> = turns.iter().map(|turns| turns.to_string()).collect();
        let plural = if turns.len() == 1 && *turns[0] == 1 { "" } else { "s" };
        format!("{}, in games of {} turn{plural}", kinds.join(" and "), numbers.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{GameDigest, PlayedGame};

    /// A game with these faults, by seat, after so many turns.
    fn game(faults: &[(u8, FaultKind)], turns: usize) -> GameWithTurns {
        let played = PlayedGame {
            places: vec![1, 2],
            digest: GameDigest([0; 16]),
            faults: faults.to_vec(),
            times: Vec::new(),
            competition_points: None,
        };
        (GameResult::Played(played), turns)
    }

    /// A unit in which the second bot fails in both games, in the second seat and in the first.
    fn failed(kind: FaultKind, turns: [usize; 2]) -> Vec<GameWithTurns> {
        vec![game(&[(1, kind)], turns[0]), game(&[(0, kind)], turns[1])]
    }

    /// After which of these units the watch stops, counted from 1, and why.
    fn stops(units: &[Vec<GameWithTurns>]) -> Option<(usize, String)> {
        let (mut watch, pair) = (FailureWatch::default(), [0, 1].map(Participant::new));
        units.iter().enumerate().find_map(|(nth, games)| {
            let failure = watch.add_unit(&pair, games, |who| who == Participant::new(1))?;
            assert_eq!(failure.participant, Participant::new(1));
            Some((nth + 1, failure.text()))
        })
    }

    #[test]
    fn five_units_with_the_same_faults_are_enough() {
        let late = || failed(FaultKind::Timeout, [4, 3]);
        let told = "timeout, in games of 3 and 4 turns".to_owned();
        assert_eq!(stops(&vec![late(); 4]), None);
        assert_eq!(stops(&vec![late(); 9]), Some((5, told.clone())));
        let void = vec![(GameResult::Void, 0), game(&[], 3)];
        let [four, five] = [4, 5].map(|count| vec![late(); count]);
        // A void unit is passed over.
        assert_eq!(stops(&[&four[..], &[void], &four].concat()), Some((6, told.clone())));
        for other in [
            vec![game(&[(1, FaultKind::Timeout)], 4), game(&[], 40)],
            failed(FaultKind::Exited, [4, 3]),
            failed(FaultKind::Timeout, [4, 5]),
        ] {
            assert_eq!(stops(&[&four[..], &[other], &five].concat()), Some((10, told.clone())));
        }
    }

    #[test]
    fn a_bot_that_resigns_does_not_fail() {
        assert_eq!(stops(&vec![failed(FaultKind::Resigned, [4, 3]); 9]), None);
    }

    #[test]
    fn the_text_names_each_kind_and_length_once() {
        let text = |faults: &[(FaultKind, usize)]| {
            RepeatedFailure { participant: Participant::new(0), faults: faults.to_vec() }.text()
        };
        assert_eq!(text(&[(FaultKind::Exited, 1), (FaultKind::Exited, 1)]), "exited, in games of 1 turn");
        assert_eq!(
            text(&[(FaultKind::Timeout, 9), (FaultKind::Illegal, 2)]),
            "timeout and illegal, in games of 2 and 9 turns"
        );
    }
}
