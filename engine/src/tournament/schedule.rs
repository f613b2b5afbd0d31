//! The games of a tournament in their order: a pure function of its format and seed. Knows no
//! results.

use serde::{Deserialize, Serialize};

use super::drawn_rounds::{DrawnRounds, DrawnStep};
use super::fields::Fields;
use super::format::Format;
use super::formats::{FirstPairings, PairingResults};
use super::participant::{PAIR, Pair, Participant};
use super::stages::{Stage, StageBuilder};
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
    /// A game seats fewer than two.
    #[error("too few seats: expected at least {PAIR}, found {0}")]
    Seats(usize),
    /// A field would have more seats than there are participants.
    #[error("too few bots: games of {seats} seats need at least {seats}, found {participants}")]
    SmallField {
        /// How many seats a game has.
        seats: usize,
        /// How many participants there are.
        participants: usize,
    },
    /// The format's pairings are not those of each two.
    #[error("a bot cannot come late to a {0}")]
    Late(Format),
    /// There are more fields than a schedule can hold.
    #[error("too many games: a tournament of fields has at most {FIELDS_MAX} of them, found {0}")]
    Fields(u64),
}

/// The most fields of a tournament: each of them is known from the beginning.
const FIELDS_MAX: u64 = 200_000;

/// A batch of units whose pairings are chosen by results has a unit for each participant, or, if that is
/// more, this part of all units before it.
const BATCH_PART: u64 = 10;

/// The games of a tournament, in units: a unit is one seed, with the participants in every rotation
/// of the seats.
///
/// Units are in rounds, each with one seed. A round has a unit of every pairing; where more than two
/// play together, it has as many fields as there are participants, and each participant plays in as
/// many of them as a field has seats.
/// Results count in this order, whichever game is played first. Where pairings depend on results, a
/// round becomes known when the earlier ones have been counted. Where they are chosen one by one, each
/// unit is a round, and a batch of them becomes known when the units before it have been counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    participants: usize,
    /// How many seats a game has.
    seats: usize,
    /// How many rounds each pairing has; where pairings are chosen one by one, how many there are.
    rounds: u64,
    seed: u64,
    pairings: Vec<Vec<Participant>>,
    /// Never empty, and no stage is.
    stages: Vec<Stage>,
    drawn: Option<DrawnRounds>,
    is_complete: bool,
    /// Where pairings are chosen by results: the first unit of each of the last participants, which came
    /// late.
    late: Vec<u64>,
}

impl Schedule {
    /// The number of rounds of a tournament that goes on until it is stopped.
    pub const ENDLESS: u64 = u64::MAX;

    /// A number of rounds of a format; where rounds are drawn by results, the number for each meeting.
    ///
    /// # Errors
    /// If there are fewer than two participants, or no rounds.
    pub fn new(format: Format, participants: usize, rounds: u64, seed: u64) -> Result<Self, ScheduleError> {
        Self::with_drawn_rounds(format, participants, rounds, None, seed)
    }

    /// The same, with this many rounds that are drawn by results, if the format leaves that open.
    ///
    /// # Errors
    /// If there are fewer than two participants, or no rounds.
    pub fn with_drawn_rounds(
        format: Format,
        participants: usize,
        rounds: u64,
        drawn_rounds: Option<usize>,
        seed: u64,
    ) -> Result<Self, ScheduleError> {
        if participants < PAIR {
            return Err(ScheduleError::Participants(participants));
        }
        if rounds == 0 || drawn_rounds == Some(0) {
            return Err(ScheduleError::Games);
        }
        let (pairings, drawn) = match format.definition().pairings {
            FirstPairings::All => (vec![(0..participants).map(Participant::new).collect()], None),
            FirstPairings::Fixed { of, .. } | FirstPairings::Chosen { of, .. } => (untyped(&of(participants)), None),
            FirstPairings::Drawn(rules) => {
                let (drawn, pairs) = DrawnRounds::begin(rules, participants, drawn_rounds, rounds);
                (untyped(&pairs), Some(drawn))
            }
        };
        let (is_complete, seats) = (drawn.is_none(), format.seats(participants));
        let (stages, late) = Default::default();
        let mut schedule =
            Self { format, participants, seats, rounds, seed, pairings, stages, drawn, is_complete, late };
        match format.is_endless() {
            true => schedule.add_batch(PairingResults::none),
            false => {
                let pairings = (0..schedule.pairings.len()).collect();
                schedule.stages.push(Stage { first_unit: 0, first_round: 0, rounds, pairings });
            }
        }
        Ok(schedule)
    }

    /// A number of rounds of fields: a round robin in which this many play together. With two seats,
    /// the usual one.
    ///
    /// # Errors
    /// If there are fewer than two seats, fewer participants than seats, no rounds, or too many.
    pub fn of_fields(participants: usize, seats: usize, rounds: u64, seed: u64) -> Result<Self, ScheduleError> {
        let format = Format::RoundRobin;
        match seats {
            ..PAIR => return Err(ScheduleError::Seats(seats)),
            PAIR => return Self::new(format, participants, rounds, seed),
            _ if seats > participants => return Err(ScheduleError::SmallField { seats, participants }),
            _ => {}
        }
        let all = rounds.saturating_mul(Fields::in_round(participants, seats) as u64);
        match all {
            0 => return Err(ScheduleError::Games),
            1..=FIELDS_MAX => {}
            _ => return Err(ScheduleError::Fields(all)),
        }
        let mut builder = StageBuilder::default();
        builder.add_rounds(format, participants, seats, 0..rounds);
        let StageBuilder { pairings, stages, .. } = builder;
        let (drawn, is_complete, late) = (None, true, Vec::new());
        Ok(Self { format, participants, seats, rounds, seed, pairings, stages, drawn, is_complete, late })
    }

    /// The same schedule, except that its last participants came late: each after this many rounds, in
    /// the order in which they came. What was scheduled before it came stays; behind it, the late one
    /// plays as many rounds, with their seeds, and all others are played by all. Where pairings are
    /// chosen by results, it owes nothing, and is among those of all batches from then on.
    ///
    /// # Errors
    /// If the format is not one that a bot can join, or there are not enough others.
    pub fn with_late(mut self, late: &[u64]) -> Result<Self, ScheduleError> {
        let Some(last) = late.iter().max() else { return Ok(self) };
        if !self.format.takes_late() {
            return Err(ScheduleError::Late(self.format));
        }
        let first = self.participants.saturating_sub(late.len());
        if first < self.seats {
            return Err(ScheduleError::SmallField { seats: self.seats, participants: first });
        }
        if self.format.is_endless() {
            (self.late, self.stages) = (late.to_vec(), Vec::new());
            self.add_batch(PairingResults::none);
            return Ok(self);
        }
        let (mut builder, mut begun) = (StageBuilder::default(), 0);
        for (participants, &rounds) in (first..).zip(late) {
            builder.add_rounds(self.format, participants, self.seats, begun..rounds);
            builder.add_late(self.format, participants, self.seats, rounds);
            begun = rounds.max(begun);
        }
        self.rounds = self.rounds.max(*last);
        builder.add_rounds(self.format, self.participants, self.seats, begun..self.rounds);
        Ok(Self { pairings: builder.pairings, stages: builder.stages, ..self })
    }

    /// How many games each participant plays in a round of fields of this many seats.
    pub fn games_of_round(participants: usize, seats: usize) -> u64 {
        let fields = if Fields::in_round(participants, seats) == 1 { 1 } else { seats };
        (fields * Format::RoundRobin.rotations(seats)) as u64
    }

    /// The same games from another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How many rounds each pairing has, without deciders.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many seats a game has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How many games a unit has.
    pub fn rotations(&self) -> usize {
        self.format.rotations(self.seats)
    }

    /// How many participants there are.
    pub fn participants(&self) -> usize {
        self.participants
    }

    /// The pairings, in the order of a round. Where they depend on results, they are added as they
    /// become known.
    pub fn pairings(&self) -> &[Vec<Participant>] {
        &self.pairings
    }

    /// The rounds of a format whose pairings depend on results.
    pub fn drawn_rounds(&self) -> Option<&DrawnRounds> {
        self.drawn.as_ref()
    }

    /// Whether all units are known.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How many units are known.
    pub fn units(&self) -> u64 {
        self.stages.last().map_or(0, |stage| stage.first_unit + stage.units())
    }

    /// Whether it goes on until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.rounds == Self::ENDLESS
    }

    /// How many units there are in all, if that does not depend on results.
    pub fn planned_units(&self) -> Option<u64> {
        match self.format.is_endless() {
            true => Some(self.rounds),
            false => self.drawn.is_none().then(|| self.units()),
        }
    }

    /// How many games there are; deciders that are not known to be needed come on top.
    pub fn games(&self) -> u64 {
        if let Some(units) = self.planned_units() {
            return units.saturating_mul(self.rotations() as u64);
        }
        let meetings = self.drawn.as_ref().map_or(0, DrawnRounds::meeting_count);
        let to_come = meetings.saturating_sub(self.pairings.len());
        (self.units() + to_come as u64 * self.rounds) * self.rotations() as u64
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
        let (participants, rotations) = (&*self.pairings[pairing], self.rotations());
        ScheduledUnit { index, round, pairing, participants, rotations, seed: nth_seed(self.seed, round) }
    }

    /// Adds the units that become known once all earlier units are counted: `results` returns the
    /// results of a pairing.
    pub(super) fn extend(&mut self, results: impl Fn(usize) -> PairingResults) {
        let Some(drawn) = &mut self.drawn else { return self.add_batch(results) };
        let both = |pairing| results(pairing).points.try_into().expect("two meet where rounds are drawn");
        let (rounds, pairings) = match drawn.advance(self.pairings.len(), both) {
            DrawnStep::Nothing => {
                self.is_complete = true;
                return;
            }
            DrawnStep::Deciders(level) => (1, level),
            DrawnStep::Round(added) => {
                let first = self.pairings.len();
                self.pairings.extend(untyped(&added));
                (self.rounds, (first..self.pairings.len()).collect())
            }
        };
        let last = self.stages.last().expect("there is a first stage");
        let (first_unit, first_round) = (last.first_unit + last.units(), last.first_round + last.rounds);
        self.stages.push(Stage { first_unit, first_round, rounds, pairings });
    }

    /// Adds units whose pairings are chosen by the results so far, if there are to be more.
    fn add_batch(&mut self, results: impl Fn(usize) -> PairingResults) {
        let FirstPairings::Chosen { choose, .. } = self.format.definition().pairings else { return };
        let known = self.units();
        let participants = self.participants - self.late.iter().filter(|first| **first > known).count();
        let is_present = |place: &usize| self.pairings[*place].iter().all(|who| who.index() < participants);
        let present: Vec<_> = (0..self.pairings.len()).filter(is_present).collect();
        let pair = |&place: &usize| [self.pairings[place][0], self.pairings[place][1]];
        let pairings: Vec<Pair> = present.iter().map(pair).collect();
        let results: Vec<_> = present.iter().map(|&place| results(place)).collect();
        let units = (known / BATCH_PART).max(participants as u64).min(self.rounds - known);
        let chosen = choose(participants, &pairings, &results, units as usize);
        for (unit, place) in (known..).zip(chosen) {
            let pairings = vec![present[place]];
            self.stages.push(Stage { first_unit: unit, first_round: unit, rounds: 1, pairings });
        }
        self.is_complete = self.units() == self.rounds;
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
    /// How many games it has: in each, the participants have moved on by one more seat.
    pub rotations: usize,
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
    /// The number of a game in its tournament, whose units have this many games, from 1: by it, people
    /// name the game.
    pub fn number(self, rotations: usize) -> u64 {
        self.unit.saturating_mul(rotations as u64).saturating_add(u64::from(self.rotation) + 1)
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
    fn a_round_of_fields_has_everybody_in_every_seat() {
        let schedule = Schedule::of_fields(5, 3, 2, 1).expect("a schedule");
        assert_eq!((schedule.units(), schedule.games(), Schedule::games_of_round(5, 3)), (10, 30, 9));
        let mut seats = vec![[0; 3]; 5];
        for unit in (0..5).map(|index| schedule.unit(index)) {
            assert_eq!((unit.round, unit.rotations, unit.seed), (0, 3, schedule.unit(0).seed));
            for game in (0..unit.rotations).map(|rotation| unit.game(rotation)) {
                (0..3).for_each(|seat| seats[game.seats[seat].index()][seat] += 1);
            }
        }
        assert_eq!(seats, [[3; 3]; 5]);
        // A game of nine is a unit by itself.
        let many = Schedule::of_fields(9, 9, 4, 1).expect("a schedule");
        assert_eq!((many.units(), many.games(), many.rotations(), Schedule::games_of_round(9, 9)), (36, 36, 1, 9));
        let all = Schedule::of_fields(4, 4, 3, 1).expect("a schedule");
        assert_eq!((all.units(), all.games(), Schedule::games_of_round(4, 4)), (3, 12, 4));
    }

    /// A store goes on with more games than it was begun with.
    #[test]
    fn fields_of_more_rounds_begin_with_those_of_fewer() {
        let [few, many] = [3, 9].map(|rounds| Schedule::of_fields(7, 4, rounds, 1).expect("a schedule"));
        let players = |schedule: &Schedule, unit| schedule.unit(unit).game(0).seats;
        assert!((0..few.units()).all(|unit| players(&few, unit) == players(&many, unit)));
    }

    fn played(schedule: &Schedule) -> Vec<(u64, String)> {
        let name = |unit: ScheduledUnit<'_>| {
            (unit.round, unit.participants.iter().map(|who| who.index().to_string()).collect::<String>())
        };
        (0..schedule.units()).map(|index| name(schedule.unit(index))).collect()
    }

    /// A bot that comes after one of two rounds plays that round too, and nothing is played again.
    #[test]
    fn a_late_bot_plays_what_it_owes() {
        let late =
            Schedule::new(Format::RoundRobin, 3, 2, 1).expect("a schedule").with_late(&[1]).expect("it may join");
        let expected = [(0, "01"), (0, "02"), (0, "12"), (1, "01"), (1, "02"), (1, "12")];
        assert_eq!(played(&late), expected.map(|(round, pair)| (round, pair.to_owned())));
        assert_eq!(late.unit(0).seed, late.unit(1).seed);
        let whole = Schedule::new(Format::RoundRobin, 3, 2, 1).expect("a schedule");
        assert_eq!(late.games(), whole.games());
        // Two came late, the second one later; and no further round is planned.
        let two =
            Schedule::new(Format::Gauntlet, 4, 1, 1).expect("a schedule").with_late(&[1, 2]).expect("they may join");
        let expected = [(0, "01"), (0, "02"), (1, "01"), (1, "02"), (0, "03"), (1, "03")];
        assert_eq!(played(&two), expected.map(|(round, pair)| (round, pair.to_owned())));
        for format in [Format::Knockout, Format::Series] {
            let schedule = Schedule::new(format, 4, 1, 1).expect("a schedule");
            assert_eq!(schedule.with_late(&[1]), Err(ScheduleError::Late(format)));
        }
    }

    /// Where pairings are chosen, it is among those of the next batch, and owes nothing.
    #[test]
    fn a_late_bot_is_among_the_next_ones() {
        let schedule = || Schedule::new(Format::Continuous, 4, 40, 1).expect("a schedule");
        let mut late = schedule().with_late(&[9]).expect("it may join");
        let before = Schedule::new(Format::Continuous, 3, 40, 1).expect("a schedule");
        // The others have met.
        let result = |pairing: usize| match [2, 4, 5].contains(&pairing) {
            true => PairingResults::none(pairing),
            false => PairingResults { points: vec![2.0, 2.0], units: 2 },
        };
        assert_eq!(played(&late), played(&before));
        (0..3).for_each(|_| late.extend(result));
        let of_late = |unit: &(u64, String)| unit.1.contains('3');
        assert!(late.units() == 13 && !played(&late)[..9].iter().any(of_late), "{:?}", played(&late));
        assert!(played(&late)[9..].iter().filter(|unit| of_late(unit)).count() > 1, "{:?}", played(&late));
        assert_eq!((late.games(), late.unit(12).round), (80, 12));
    }

    #[test]
    fn a_late_bot_plays_as_many_fields_with_all_others() {
        let late = Schedule::of_fields(6, 3, 5, 1).expect("a schedule").with_late(&[4]).expect("it may join");
        let before = Schedule::of_fields(5, 3, 4, 1).expect("a schedule");
        assert_eq!(played(&late)[..20], played(&before));
        let mut counts = [0; 6];
        let all = (0..late.units()).map(|index| late.unit(index));
        all.for_each(|unit| unit.participants.iter().for_each(|who| counts[who.index()] += 1));
        assert_eq!(counts[5], 15, "three fields in each of five rounds");
        let owed = &counts[..5];
        assert!(owed.iter().max() <= owed.iter().min().map(|least| least + 1).as_ref(), "{counts:?}");
    }

    #[test]
    fn fields_need_as_many_bots_as_seats() {
        assert_eq!(Schedule::of_fields(3, 4, 1, 0), Err(ScheduleError::SmallField { seats: 4, participants: 3 }));
        assert_eq!(Schedule::of_fields(3, 1, 1, 0), Err(ScheduleError::Seats(1)));
        assert_eq!(Schedule::of_fields(3, 3, 0, 0), Err(ScheduleError::Games));
        assert_eq!(Schedule::of_fields(4, 3, 50_001, 0), Err(ScheduleError::Fields(200_004)));
        assert_eq!(Schedule::of_fields(4, 2, 5, 3), Schedule::new(Format::RoundRobin, 4, 5, 3));
    }

    #[test]
    fn a_tournament_needs_two() {
        assert_eq!(Schedule::new(Format::Series, 1, 1, 0), Err(ScheduleError::Participants(1)));
        assert_eq!(Schedule::new(Format::Gauntlet, 2, 0, 0), Err(ScheduleError::Games));
    }
}
