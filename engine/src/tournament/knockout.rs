//! The bracket of a knockout: the pairings of the next round, given the points of the last. Knows
//! no units and no seeds of matches.
//!
//! Participants are seeded in the order in which they were named: the first two can meet only in
//! the final, and if the number of participants is not a power of two, the first ones have a bye in
//! the first round.

use super::participant::{PAIR, Pair, Participant};

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
pub enum Meeting {
    /// This participant has no opponent in the round.
    Bye(Participant),
    /// Two participants play.
    Played(PlayedMeeting),
}

/// A meeting of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMeeting {
    /// Its participants.
    pub players: Pair,
    /// The place of its pairing in the schedule.
    pub pairing: usize,
    /// How many units were played because it was level.
    pub deciders: u32,
    /// The participant that goes on, once it is known.
    pub winner: Option<Participant>,
    /// Whether the meeting was still level after all deciders, so that the order of naming decided.
    pub by_seeding: bool,
}

impl Meeting {
    /// The participant that goes on, once it is known.
    pub fn winner(&self) -> Option<Participant> {
        match self {
            Self::Bye(player) => Some(*player),
            Self::Played(meeting) => meeting.winner,
        }
    }
}

/// The next units to play.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum KnockoutStep {
    /// One further unit of each of these pairings, which are level.
    Deciders(Vec<usize>),
    /// These new pairings.
    Round(Vec<Pair>),
    /// None: the final is decided.
    Nothing,
}

impl Bracket {
    /// The first round of this many participants, two or more; and its pairings, which begin the
    /// schedule.
    pub(super) fn new(participants: usize) -> (Self, Vec<Pair>) {
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
    pub(super) fn advance(&mut self, pairings: usize, points: impl Fn(usize) -> [f64; PAIR]) -> KnockoutStep {
        let round = self.rounds.last_mut().expect("there is a first round");
        let mut level = Vec::new();
        for meeting in round.iter_mut() {
            let Meeting::Played(meeting @ PlayedMeeting { winner: None, .. }) = meeting else { continue };
            let [first, second] = points(meeting.pairing);
            if first == second && meeting.deciders < DECIDERS_MAX {
                meeting.deciders += 1;
                level.push(meeting.pairing);
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
        let winners: Vec<_> = round.iter().map(Meeting::winner).collect();
        KnockoutStep::Round(self.add_round(&winners, pairings))
    }

    fn add_round(&mut self, entrants: &[Option<Participant>], pairings: usize) -> Vec<Pair> {
        let mut added = Vec::new();
        let meeting = |&[one, other]: &[Option<Participant>; PAIR]| match (one, other) {
            (Some(one), Some(other)) => {
                let players = [one.min(other), one.max(other)];
                added.push(players);
                let pairing = pairings + added.len() - 1;
                Meeting::Played(PlayedMeeting { players, pairing, deciders: 0, winner: None, by_seeding: false })
            }
            (one, other) => Meeting::Bye(one.or(other).expect("a round has fewer byes than meetings")),
        };
        let (chunks, _) = entrants.as_chunks::<PAIR>();
        self.rounds.push(chunks.iter().map(meeting).collect());
        added
    }

    /// The place of each of this many participants: the losers of a round share one. `None` while
    /// it is in the tournament.
    pub fn places(&self, participants: usize) -> Vec<Option<usize>> {
        let mut places = vec![None; participants];
        for round in &self.rounds {
            for meeting in round {
                let Meeting::Played(PlayedMeeting { players, winner: Some(winner), .. }) = meeting else { continue };
                for loser in players.iter().filter(|player| *player != winner) {
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
        let last = PAIR * order.len() - 1;
        order = order.iter().flat_map(|&seeding| [seeding, last - seeding]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(pairings: &[Pair]) -> Vec<[usize; PAIR]> {
        pairings.iter().map(|players| players.map(Participant::index)).collect()
    }

    fn is_decided_by_seeding(bracket: &Bracket) -> bool {
        matches!(bracket.rounds()[0][0], Meeting::Played(PlayedMeeting { by_seeding: true, .. }))
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
        assert_eq!((decided.places(2), is_decided_by_seeding(&decided)), (vec![Some(2), Some(1)], false));
        assert_eq!(bracket.advance(1, |_| [1.0, 1.0]), KnockoutStep::Nothing);
        assert_eq!((bracket.places(2), is_decided_by_seeding(&bracket)), (vec![Some(1), Some(2)], true));
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
            assert_eq!((indices(&pairings), met), (vec![[0, 1]], count - 1), "{count}");
        }
    }
}
