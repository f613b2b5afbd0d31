//! The counts of a whole tournament, unit by unit: a tally for each pairing, and the games of the
//! field. Knows no order of units except that in which they are added, and not where they come
//! from.

use std::cmp::Ordering;

use super::participant::{PAIR, Participant};
use super::place_points::PlaceCounts;
use super::schedule::GameId;
use super::statistics::FieldGames;
use super::tally::{GameResult, PairingTally, PlayedGame, PlayerTally, WinDrawLoss};

/// The counts of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedGames {
    participants: usize,
    pairings: Vec<Vec<Participant>>,
    tallies: Vec<PairingTally>,
    units: u64,
    field: FieldGames,
    /// By participant and opponent: how often the first was placed before the second, level with it,
    /// and behind it.
    meetings: Vec<Vec<WinDrawLoss>>,
    /// By participant, if more than two play together.
    places: Vec<PlaceCounts>,
    /// By round and participant; empty if the game has no competition's points.
    round_points: Vec<Vec<i64>>,
    failed_starts: Vec<u64>,
    void_games: Vec<GameId>,
}

/// A complete unit.
#[derive(Debug)]
pub(super) struct CompleteUnit<'a> {
    /// Its place in the schedule.
    pub index: u64,
    /// Its round: the units of a round have one seed.
    pub round: u64,
    /// Its pairing's place among the pairings.
    pub pairing: usize,
    /// The results of its games by rotation.
    pub results: &'a [GameResult],
    /// The participants that did not start in an attempt that was repeated.
    pub failed_starts: &'a [Participant],
}

impl CountedGames {
    /// Empty counts for this many participants.
    pub(super) fn new(participants: usize) -> Self {
        Self {
            participants,
            pairings: Vec::new(),
            tallies: Vec::new(),
            units: 0,
            field: FieldGames::new(participants),
            meetings: vec![vec![WinDrawLoss::default(); participants]; participants],
            places: Vec::new(),
            round_points: Vec::new(),
            failed_starts: vec![0; participants],
            void_games: Vec::new(),
        }
    }

    /// Takes in the pairings that are not among the first ones.
    pub(super) fn add_pairings(&mut self, all: &[Vec<Participant>]) {
        for pairing in &all[self.pairings.len()..] {
            self.tallies.push(PairingTally::new(pairing.len()));
            if self.places.is_empty() && pairing.len() > PAIR {
                self.places = vec![PlaceCounts::new(pairing.len()); self.participants];
            }
            self.pairings.push(pairing.clone());
        }
    }

    /// Counts a unit that is not played.
    pub(super) fn skip_unit(&mut self) {
        self.units += 1;
    }

    pub(super) fn add_unit(&mut self, unit: &CompleteUnit<'_>) {
        self.units += 1;
        let void = unit.results.iter().enumerate().filter(|(_, result)| matches!(result, GameResult::Void));
        let id = |rotation: usize| GameId { unit: unit.index, rotation: rotation as u16 };
        self.void_games.extend(void.map(|(rotation, _)| id(rotation)));
        for participant in unit.failed_starts {
            self.failed_starts[participant.index()] += 1;
        }
        let is_new = self.tallies[unit.pairing].add_unit(unit.results);
        let games = unit.results.iter().filter_map(|result| match result {
            GameResult::Played(played) => Some(played),
            GameResult::Void => None,
        });
        // A unit with a void game counts for no participant.
        if games.clone().count() < unit.results.len() {
            return;
        }
        let players = self.pairings[unit.pairing].clone();
        for (rotation, game) in games.enumerate() {
            let seats: Vec<_> =
                (0..players.len()).map(|seat| players[(seat + players.len() - rotation) % players.len()]).collect();
            match (is_new, &seats[..]) {
                (true, [first, second]) => {
                    self.field.add(unit.round, [first.index(), second.index()], game.half_points(0));
                }
                (true, _) => self.field.add_ranking(unit.round, &seats, &game.places),
                (false, _) => {}
            }
            self.add_places(&seats, game);
            self.add_competition_points(unit.round, &seats, game);
        }
    }

    fn add_places(&mut self, seats: &[Participant], game: &PlayedGame) {
        for (seat, participant) in seats.iter().enumerate() {
            if let Some(places) = self.places.get_mut(participant.index()) {
                places.add(&game.places, seat);
            }
            for (other, opponent) in seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let meeting = &mut self.meetings[participant.index()][opponent.index()];
                match game.places[seat].cmp(&game.places[other]) {
                    Ordering::Less => meeting.won += 1,
                    Ordering::Equal => meeting.drawn += 1,
                    Ordering::Greater => meeting.lost += 1,
                }
            }
        }
    }

    fn add_competition_points(&mut self, round: u64, seats: &[Participant], game: &PlayedGame) {
        let Some(points) = &game.competition_points else { return };
        let round = usize::try_from(round).expect("so many rounds cannot be played");
        if self.round_points.len() <= round {
            self.round_points.resize(round + 1, vec![0; self.participants]);
        }
        for (participant, &points) in seats.iter().zip(points) {
            self.round_points[round][participant.index()] += i64::from(points);
        }
    }

    /// How many participants there are.
    pub fn participants(&self) -> usize {
        self.participants
    }

    /// The participants of each pairing.
    pub fn pairings(&self) -> &[Vec<Participant>] {
        &self.pairings
    }

    /// The tally of each pairing.
    pub fn tallies(&self) -> &[PairingTally] {
        &self.tallies
    }

    /// The number of counted units, including those with void games and those that are not played.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The distinct games, for ratings.
    pub fn field(&self) -> &FieldGames {
        &self.field
    }

    /// The points of the game's original competition, for each round by participant. Empty for
    /// games without any.
    pub fn round_points(&self) -> &[Vec<i64>] {
        &self.round_points
    }

    /// How often each participant did not start in a game that was played again.
    pub fn failed_starts(&self) -> &[u64] {
        &self.failed_starts
    }

    /// Games that were void twice, in the order of the schedule.
    pub fn void_games(&self) -> &[GameId] {
        &self.void_games
    }

    /// The tally of one participant over all pairings.
    pub fn player(&self, participant: Participant) -> PlayerTally {
        let mut all = PlayerTally::default();
        for (pairing, tally) in self.pairings.iter().zip(&self.tallies) {
            let own = pairing.iter().zip(tally.players()).filter(|(player, _)| **player == participant);
            own.for_each(|(_, tally)| all.add(tally));
        }
        all
    }

    /// How often `participant` was placed before `opponent`, level with it, and behind it; `None` if
    /// they have not met.
    pub fn against(&self, participant: Participant, opponent: Participant) -> Option<WinDrawLoss> {
        Some(self.meetings[participant.index()][opponent.index()]).filter(|meeting| meeting.games() > 0)
    }

    /// The places of a participant; `None` if only two play together.
    pub fn places(&self, participant: Participant) -> Option<&PlaceCounts> {
        self.places.get(participant.index())
    }

    /// How many play together; 0 before the first pairing is known.
    pub fn seats(&self) -> usize {
        self.pairings.first().map_or(0, Vec::len)
    }
}
