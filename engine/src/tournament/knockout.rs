//! The bracket of a knockout: the pairings of the next round, given the points of the last. Knows
//! no units and no seeds of matches.
//!
//! Participants are seeded in the order in which they were named: the first two can meet only in
//! the final, and if the number of participants is not a power of two, the first ones have a bye in
//! the first round.

use super::participant::Participant;

/// A level meeting is decided by at most this many further units. After that, the participant that
/// was named first goes on: bots that play the same games every time would be level for ever.
pub const DECIDERS_MAX: u32 = 3;

/// The bracket of a knockout, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    rounds: Vec<Vec<Meeting>>,
}

/// A meeting in a round of a knockout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The two participants, the one that was named first in front; a single participant has a bye.
    pub players: Vec<Participant>,
    /// The place of its pairing in the schedule; `None` for a bye.
    pub pairing: Option<usize>,
    /// How many units were played because it was level.
    pub deciders: u32,
    /// The participant that goes on, once it is known.
    pub winner: Option<Participant>,
    /// Whether the meeting was still level after all deciders, so that the order of naming decided.
    pub by_seeding: bool,
}

/// The next units to play.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum KnockoutStep {
    /// One further unit of each of these pairings, which are level.
    Deciders(Vec<usize>),
    /// These new pairings.
    Round(Vec<Vec<Participant>>),
    /// None: the final is decided.
    Nothing,
}

impl Bracket {
    /// The first round of this many participants, two or more; and its pairings, which begin the
    /// schedule.
    pub(super) fn new(participants: usize) -> (Self, Vec<Vec<Participant>>) {
        let entrant = |seeding: usize| (seeding < participants).then(|| Participant::new(seeding));
        let entrants: Vec<_> = seeding_order(participants.next_power_of_two()).into_iter().map(entrant).collect();
        let mut bracket = Self { rounds: Vec::new() };
        let pairings = bracket.add_round(&entrants, 0);
        (bracket, pairings)
    }

    /// Its rounds, the first one first.
    pub fn rounds(&self) -> &[Vec<Meeting>] {
        &self.rounds
    }

    /// Takes the points of both players of each pairing, and returns the next step.
    pub(super) fn advance(&mut self, pairings: usize, points: impl Fn(usize) -> [f64; 2]) -> KnockoutStep {
        let round = self.rounds.last_mut().expect("there is a first round");
        let mut level = Vec::new();
        for meeting in round.iter_mut().filter(|meeting| meeting.winner.is_none()) {
            let pairing = meeting.pairing.expect("a bye has a winner");
            let [first, second] = points(pairing);
            if first == second && meeting.deciders < DECIDERS_MAX {
                meeting.deciders += 1;
                level.push(pairing);
                continue;
            }
            meeting.by_seeding = first == second;
            meeting.winner = Some(meeting.players[usize::from(first < second)]);
        }
        if !level.is_empty() {
            return KnockoutStep::Deciders(level);
        }
        if round.len() == 1 {
            return KnockoutStep::Nothing;
        }
        let winners: Vec<_> = round.iter().map(|meeting| meeting.winner).collect();
        KnockoutStep::Round(self.add_round(&winners, pairings))
    }

    fn add_round(&mut self, entrants: &[Option<Participant>], pairings: usize) -> Vec<Vec<Participant>> {
        let mut added = Vec::new();
        let meeting = |players: &[Option<Participant>]| {
            let mut players: Vec<_> = players.iter().copied().flatten().collect();
            players.sort();
            let pairing = (players.len() == 2).then(|| {
                added.push(players.clone());
                pairings + added.len() - 1
            });
            let winner = pairing.is_none().then(|| players[0]);
            Meeting { players, pairing, deciders: 0, winner, by_seeding: false }
        };
        self.rounds.push(entrants.chunks(2).map(meeting).collect());
        added
    }

    /// The place of each of this many participants: the losers of a round share one. `None` while
    /// it is in the tournament.
    pub fn places(&self, participants: usize) -> Vec<Option<usize>> {
        let mut places = vec![None; participants];
        for round in &self.rounds {
            for meeting in round {
                let Some(winner) = meeting.winner else { continue };
                for loser in meeting.players.iter().filter(|&&player| player != winner) {
                    places[loser.index()] = Some(round.len() + 1);
                }
                if round.len() == 1 {
                    places[winner.index()] = Some(1);
                }
            }
        }
        places
    }
}

/// Seedings in the order of the bracket: 0 7 3 4 1 6 2 5 for eight.
fn seeding_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seeding| [seeding, last - seeding]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(pairings: &[Vec<Participant>]) -> Vec<Vec<usize>> {
        pairings.iter().map(|players| players.iter().map(|player| player.index()).collect()).collect()
    }

    #[test]
    fn the_first_ones_have_the_byes() {
        let (mut bracket, pairings) = Bracket::new(6);
        assert_eq!(indices(&pairings), [[3, 4], [2, 5]]);
        // The outsider of each wins.
        let KnockoutStep::Round(second) = bracket.advance(2, |_| [0.0, 2.0]) else { panic!("{bracket:?}") };
        assert_eq!(indices(&second), [[0, 4], [1, 5]]);
        let KnockoutStep::Round(last) = bracket.advance(4, |_| [1.5, 0.5]) else { panic!("{bracket:?}") };
        assert_eq!(indices(&last), [[0, 1]]);
        // A round with its byes has a power of two of participants: its losers rank behind all its
        // winners.
        assert_eq!(bracket.places(6), [None, None, Some(5), Some(5), Some(3), Some(3)]);
        assert_eq!(bracket.advance(5, |_| [0.5, 1.5]), KnockoutStep::Nothing);
        assert_eq!(bracket.places(6)[..2], [Some(2), Some(1)]);
    }

    #[test]
    fn a_level_meeting_has_deciders_and_then_the_order_of_naming() {
        let (mut bracket, pairings) = Bracket::new(2);
        assert_eq!(indices(&pairings), [[0, 1]]);
        for _ in 0..DECIDERS_MAX {
            assert_eq!(bracket.advance(1, |_| [1.0, 1.0]), KnockoutStep::Deciders(vec![0]));
        }
        let mut decided = bracket.clone();
        assert_eq!(decided.advance(1, |_| [1.0, 3.0]), KnockoutStep::Nothing);
        assert_eq!((decided.places(2), decided.rounds()[0][0].by_seeding), (vec![Some(2), Some(1)], false));
        assert_eq!(bracket.advance(1, |_| [1.0, 1.0]), KnockoutStep::Nothing);
        assert_eq!((bracket.places(2), bracket.rounds()[0][0].by_seeding), (vec![Some(1), Some(2)], true));
    }

    #[test]
    fn the_first_two_meet_in_the_final_only() {
        assert_eq!(seeding_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for count in 2..40 {
            let (mut bracket, mut pairings) = Bracket::new(count);
            let (mut all, mut met) = (pairings.len(), pairings.len());
            while let KnockoutStep::Round(next) = bracket.advance(all, |_| [1.0, 0.0]) {
                met += next.len();
                all += next.len();
                pairings = next;
            }
            assert_eq!((indices(&pairings), met), (vec![vec![0, 1]], count - 1), "{count}");
        }
    }
}
