//! The games of a tournament in their order: a pure function of its format and seed. Knows no
//! results.

use serde::{Deserialize, Serialize};

use super::format::{Format, Pairings};
use super::knockout::{Bracket, KnockoutStep};
use super::participant::{PAIR, Pair, Participant};
use crate::split_mix::SplitMix64;

/// Why a schedule is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Fewer than two participants.
    #[error("too few bots: expected at least {PAIR}, found {0}")]
    Participants(usize),
    /// No games to play.
    #[error("too few games: each pairing needs at least one game for each seat")]
    Games,
}

/// The games of a tournament, in units: a unit is one seed, with the participants in every rotation
/// of the seats.
///
/// Units are in rounds; each round has a unit of every pairing, with one seed for all of them.
/// Results count in this order, whichever game is played first. The later rounds of a knockout
/// become known when the earlier ones have been counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    participants: usize,
    /// How many rounds each pairing has.
    rounds: u64,
    seed: u64,
    pairings: Vec<Vec<Participant>>,
    /// Never empty, and no stage is.
    stages: Vec<Stage>,
    bracket: Option<Bracket>,
    is_complete: bool,
}

/// Rounds of the same pairings, known at once.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stage {
    first_unit: u64,
    first_round: u64,
    rounds: u64,
    pairings: Vec<usize>,
}

impl Stage {
    fn units(&self) -> u64 {
        self.rounds * self.pairings.len() as u64
    }
}

impl Schedule {
    /// A number of rounds of a format; for a knockout, the number for each meeting.
    ///
    /// # Errors
    /// If there are fewer than two participants, or no rounds.
    pub fn new(format: Format, participants: usize, rounds: u64, seed: u64) -> Result<Self, ScheduleError> {
        if participants < PAIR {
            return Err(ScheduleError::Participants(participants));
        }
        if rounds == 0 {
            return Err(ScheduleError::Games);
        }
        let (pairings, bracket) = match format.pairings(participants) {
            Pairings::All => (vec![(0..participants).map(Participant::new).collect()], None),
            Pairings::Pairs(pairs) => (untyped(&pairs), None),
            Pairings::Bracket => {
                let (bracket, pairs) = Bracket::new(participants);
                (untyped(&pairs), Some(bracket))
            }
        };
        let first = Stage { first_unit: 0, first_round: 0, rounds, pairings: (0..pairings.len()).collect() };
        let (stages, is_complete) = (vec![first], bracket.is_none());
        Ok(Self { format, participants, rounds, seed, pairings, stages, bracket, is_complete })
    }

    /// The same games from another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How many rounds each pairing has; for a knockout, without deciders.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many participants there are.
    pub fn participants(&self) -> usize {
        self.participants
    }

    /// The pairings, in the order of a round. Those of a knockout are added as they become known.
    pub fn pairings(&self) -> &[Vec<Participant>] {
        &self.pairings
    }

    /// The bracket of a knockout.
    pub fn bracket(&self) -> Option<&Bracket> {
        self.bracket.as_ref()
    }

    /// Whether all units are known.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How many units are known.
    pub fn units(&self) -> u64 {
        self.stages.last().map_or(0, |stage| stage.first_unit + stage.units())
    }

    /// How many games there are; deciders of a knockout that are not known to be needed come on
    /// top.
    pub fn games(&self) -> u64 {
        let seats = |stage: &Stage| stage.pairings.iter().map(|&nth| self.pairings[nth].len() as u64).sum::<u64>();
        let known: u64 = self.stages.iter().map(|stage| stage.rounds * seats(stage)).sum();
        let to_come =
            self.bracket.as_ref().map_or(0, |_| self.format.pairing_count(self.participants) - self.pairings.len());
        known + (self.format.seats(self.participants) * to_come) as u64 * self.rounds
    }

    /// The `index`th unit.
    ///
    /// # Panics
    /// If there is no such unit.
    pub fn unit(&self, index: u64) -> ScheduledUnit<'_> {
        assert!(index < self.units(), "unit {index} of {}", self.units());
        let nth = self.stages.partition_point(|stage| stage.first_unit <= index) - 1;
        let stage = &self.stages[nth];
        let (within, pairings) = (index - stage.first_unit, stage.pairings.len() as u64);
        let pairing = stage.pairings[(within % pairings) as usize];
        let round = stage.first_round + within / pairings;
        ScheduledUnit { index, round, pairing, participants: &self.pairings[pairing], seed: nth_seed(self.seed, round) }
    }

    /// Adds the units that become known once all earlier units are counted: `points` returns the
    /// points of a pairing's players, in the order of the pairing.
    pub(super) fn extend(&mut self, points: impl Fn(usize) -> Vec<f64>) {
        let Some(bracket) = &mut self.bracket else { return };
        let both = |pairing| points(pairing).try_into().expect("a pairing of a knockout has two players");
        let (rounds, pairings) = match bracket.advance(self.pairings.len(), both) {
            KnockoutStep::Nothing => {
                self.is_complete = true;
                return;
            }
            KnockoutStep::Deciders(level) => (1, level),
            KnockoutStep::Round(added) => {
                let first = self.pairings.len();
                self.pairings.extend(untyped(&added));
                (self.rounds, (first..self.pairings.len()).collect())
            }
        };
        let last = self.stages.last().expect("there is a first stage");
        let (first_unit, first_round) = (last.first_unit + last.units(), last.first_round + last.rounds);
        self.stages.push(Stage { first_unit, first_round, rounds, pairings });
    }
}

/// Pairings of any number of players: a schedule has both kinds.
fn untyped(pairs: &[Pair]) -> Vec<Vec<Participant>> {
    pairs.iter().map(|pair| pair.to_vec()).collect()
}

/// The numbers of a generator that was seeded with the tournament's seed, in the order of rounds.
fn nth_seed(seed: u64, round: u64) -> u64 {
    SplitMix64::new(seed).nth(round)
}

/// One seed, with the participants in every rotation of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledUnit<'a> {
    /// Its place in the schedule, from 0.
    pub index: u64,
    /// Its round, from 0: the units of a round have one seed.
    pub round: u64,
    /// Its pairing's place in [`Schedule::pairings`].
    pub pairing: usize,
    /// Its participants.
    pub participants: &'a [Participant],
    /// The seed of all its games.
    pub seed: u64,
}

impl ScheduledUnit<'_> {
    /// The unit's game in which the participants have moved on by `rotation` seats.
    pub fn game(&self, rotation: usize) -> ScheduledGame {
        let mut seats = self.participants.to_vec();
        seats.rotate_right(rotation);
        let id = GameId { unit: self.index, rotation: rotation as u16 };
        ScheduledGame { id, round: self.round, seats, seed: self.seed }
    }
}

/// A game of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId {
    /// Its unit's place in the schedule, from 0.
    pub unit: u64,
    /// By how many seats the participants have moved on, from 0.
    pub rotation: u16,
}

impl GameId {
    /// The number of a game of this many seats in its tournament, from 1: by it, people name the
    /// game.
    pub fn number(self, seats: usize) -> u64 {
        self.unit.saturating_mul(seats as u64).saturating_add(u64::from(self.rotation) + 1)
    }
}

/// A game to be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledGame {
    /// The identity of the game.
    pub id: GameId,
    /// The round of its unit, from 0.
    pub round: u64,
    /// The participant in each seat.
    pub seats: Vec<Participant>,
    /// The seed of the match.
    pub seed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(schedule: &Schedule) -> Vec<String> {
        let name = |pairing: &Vec<Participant>| pairing.iter().map(|who| who.index().to_string()).collect::<String>();
        schedule.pairings().iter().map(name).collect()
    }

    #[test]
    fn formats_pair_participants() {
        let schedule = |format| Schedule::new(format, 4, 10, 1).expect("a schedule");
        assert_eq!(names(&schedule(Format::Series)), ["0123"]);
        assert_eq!(names(&schedule(Format::Gauntlet)), ["01", "02", "03"]);
        let round_robin = schedule(Format::RoundRobin);
        assert_eq!(names(&round_robin), ["01", "02", "03", "12", "13", "23"]);
        assert_eq!((round_robin.units(), round_robin.games()), (60, 120));
    }

    #[test]
    fn a_round_has_one_seed_and_every_pairing() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 7).expect("a schedule");
        let units: Vec<_> = (0..6).map(|index| schedule.unit(index)).collect();
        assert_eq!(units.iter().map(|unit| unit.pairing).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
        assert!(units[..3].iter().all(|unit| unit.seed == units[0].seed) && units[3].seed != units[0].seed);
    }

    /// Games are stored under their seeds, so these must never change.
    #[test]
    fn seeds_are_frozen() {
        let schedule = Schedule::new(Format::Series, 2, 1000, 42).expect("a schedule");
        assert_eq!([0, 1, 999].map(|index| schedule.unit(index).seed), FROZEN);
    }
    const FROZEN: [u64; 3] = [13_679_457_532_755_275_413, 2_949_826_092_126_892_291, 7_352_439_375_932_947_048];

    #[test]
    fn every_participant_has_every_seat_of_a_unit() {
        let schedule = Schedule::new(Format::Series, 3, 1, 0).expect("a schedule");
        let unit = schedule.unit(0);
        let seats: Vec<_> = (0..3)
            .map(|rotation| unit.game(rotation).seats.iter().map(|who| who.index()).collect::<Vec<_>>())
            .collect();
        assert_eq!(seats, [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
    }

    #[test]
    fn a_tournament_needs_two() {
        assert_eq!(Schedule::new(Format::Series, 1, 1, 0), Err(ScheduleError::Participants(1)));
        assert_eq!(Schedule::new(Format::Gauntlet, 2, 0, 0), Err(ScheduleError::Games));
    }
}
