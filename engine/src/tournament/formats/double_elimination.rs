//! Double elimination: a participant is out when it has lost two meetings.
//!
//! Who has lost once goes on in a second bracket. There, the losers of a round of the first bracket
//! meet those who are left of earlier losers, in the reverse order, so that the same two meet again as
//! late as possible. The winners of both brackets meet in the final, and once more if the one that had
//! not lost yet loses it.

use super::seeding::{first_round, pairs};
use super::{FirstPairings, FormatDefinition};
use crate::tournament::drawn_rounds::{DrawnRounds, Meeting, Places, RoundDraw};
use crate::tournament::participant::Participant;

pub(in super::super) const FORMAT: FormatDefinition = FormatDefinition::new(
    "double-elimination",
    "A bot that has lost two meetings is eliminated",
    FirstPairings::Drawn(&DoubleElimination),
);

#[derive(Debug)]
struct DoubleElimination;

/// After this many losses a participant is out.
const LOSSES: usize = 2;

impl RoundDraw for DoubleElimination {
    fn usual_rounds(&self, _: usize) -> Option<usize> {
        None
    }

    fn meeting_count(&self, participants: usize, _: usize) -> usize {
        // All but the winner lose twice; a second final comes on top.
        LOSSES * participants.saturating_sub(1)
    }

    fn needs_winners(&self) -> bool {
        true
    }

    fn draw(&self, rounds: &DrawnRounds) -> Option<Vec<Places>> {
        let mut played = rounds.rounds().iter();
        let followed = follow(rounds.participants(), |meetings| match played.next() {
            Some(round) => Ok(meetings.iter().map(|places| outcome(round, *places)).unzip()),
            None => Err(meetings),
        });
        followed.err()
    }

    fn places(&self, rounds: &DrawnRounds) -> Vec<Option<usize>> {
        rounds.elimination_places(LOSSES)
    }

    fn round_title(&self, rounds: &DrawnRounds, round: usize) -> String {
        // In the first bracket, a round halves the participants; all its rounds but the first one are
        // followed by one in which its losers meet those of earlier rounds.
        let of_first_bracket = rounds.participants().next_power_of_two().ilog2() as usize;
        match round.checked_sub(2 * of_first_bracket - 1) {
            None => format!("Round {}", round + 1),
            Some(0) => "Final".to_owned(),
            Some(_) => "Second final".to_owned(),
        }
    }
}

type Line = Vec<Option<Participant>>;

/// Goes through all rounds. `play` returns the winners and the losers of a round's meetings, or the
/// meetings if they have not been played.
fn follow<E>(participants: usize, mut play: impl FnMut(Vec<Places>) -> Result<(Line, Line), E>) -> Result<(), E> {
    let (mut winners, mut losers) = play(first_round(participants))?;
    while winners.len() > 1 {
        let of_winners = winners.len() / 2;
        let (mut won, mut lost) = play([pairs(&winners), pairs(&losers)].concat())?;
        losers = won.split_off(of_winners);
        winners = won;
        lost.truncate(of_winners);
        let newcomers = lost.into_iter().rev();
        (losers, _) = play(losers.into_iter().zip(newcomers).map(|(one, other)| [one, other]).collect())?;
    }
    let finalists = [winners[0], losers[0]];
    let (won, _) = play(vec![finalists])?;
    if won[0] == finalists[1] {
        play(vec![finalists])?;
    }
    Ok(())
}

/// The winner and the loser of a meeting in a round.
fn outcome(round: &[Meeting], places: Places) -> (Option<Participant>, Option<Participant>) {
    let [Some(one), Some(other)] = places else { return (places[0].or(places[1]), None) };
    let winner = round.iter().filter(|meeting| meeting.has(one)).find_map(Meeting::winner);
    (winner, if winner == Some(one) { Some(other) } else { Some(one) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::drawn_rounds::DrawnStep;
    use crate::tournament::participant::Pair;

    /// Plays a tournament in which `wins` says whether the first of two wins, and returns it with all
    /// pairings.
    fn play(participants: usize, mut wins: impl FnMut(Pair) -> bool) -> (DrawnRounds, Vec<Pair>) {
        let (mut rounds, mut all) = DrawnRounds::begin(&DoubleElimination, participants, None, 1);
        loop {
            let results: Vec<_> = all.iter().map(|pair| if wins(*pair) { [2.0, 0.0] } else { [0.0, 2.0] }).collect();
            match rounds.advance(all.len(), |pairing| results[pairing]) {
                DrawnStep::Round(next) => all.extend(next),
                DrawnStep::Nothing => return (rounds, all),
                DrawnStep::Deciders(level) => panic!("{level:?} are not level"),
            }
        }
    }

    #[test]
    fn all_but_one_lose_twice() {
        for participants in 2..40 {
            let mut rng = fastrand::Rng::with_seed(participants as u64);
            // Results of a pair stay the same.
            let order: Vec<_> = (0..participants).map(|_| rng.u32(..)).collect();
            let (rounds, all) = play(participants, |[one, other]| order[one.index()] >= order[other.index()]);
            let mut losses = vec![0; participants];
            rounds.played().filter_map(|meeting| meeting.loser()).for_each(|loser| losses[loser.index()] += 1);
            let winners = losses.iter().filter(|losses| **losses < LOSSES).count();
            assert!(winners == 1 && losses.iter().all(|losses| *losses <= LOSSES), "{losses:?}");
            let least = DoubleElimination.meeting_count(participants, 0);
            assert!((least..=least + 1).contains(&all.len()), "{} meetings of {participants}", all.len());
            let places = rounds.places();
            let best = (0..participants).rev().max_by_key(|who| order[*who]).expect("somebody is best");
            assert_eq!(places[best], Some(1), "{places:?}");
            // As many are before a place as it says, and some have it.
            let mut sorted: Vec<_> = places.iter().map(|place| place.expect("all are known")).collect();
            sorted.sort_unstable();
            assert!((0..participants).all(|nth| sorted[nth] == 1 + sorted.partition_point(|one| *one < sorted[nth])));
            let titles: Vec<_> = (0..rounds.rounds().len()).map(|round| rounds.round_title(round)).collect();
            assert_eq!(titles.iter().filter(|title| *title == "Final").count(), 1, "{titles:?}");
        }
    }

    /// The best one loses its first final, and wins the second one.
    #[test]
    fn who_had_not_lost_yet_must_lose_twice() {
        let (rounds, all) = play(4, |[one, other]| one < other);
        assert_eq!((all.len(), rounds.places()[0]), (6, Some(1)), "the first one has not lost");
        let mut meetings = 0;
        let (mut rounds, mut pairs) = DrawnRounds::begin(&DoubleElimination, 2, None, 1);
        let mut titles = Vec::new();
        loop {
            meetings += 1;
            titles.push(rounds.round_title(meetings - 1));
            // Participant 0 wins, then loses, then wins.
            let points = if meetings == 2 { [0.0, 2.0] } else { [2.0, 0.0] };
            match rounds.advance(pairs.len(), |_| points) {
                DrawnStep::Round(next) => pairs.extend(next),
                _ => break,
            }
        }
        assert_eq!((meetings, rounds.places()), (3, vec![Some(1), Some(2)]));
        assert_eq!(titles, ["Round 1", "Final", "Second final"]);
    }
}
