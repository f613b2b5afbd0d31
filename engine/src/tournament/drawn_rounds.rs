//! The rounds of a format whose pairings depend on results: who meets whom, and how each meeting
//! ended. A round is drawn when all meetings before it are decided. Knows no units, no seeds of
//! matches, and not how a format draws.

use std::fmt::Debug;

use super::participant::{PAIR, Pair, Participant};

/// A level meeting in which somebody must go on is decided by at most this many further units. After
/// that, the participant that was named first goes on: bots that play the same games every time would
/// be level for ever.
pub const DECIDERS_MAX: u32 = 3;

/// The rounds of a tournament, as far as they are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnRounds {
    rules: RoundRules,
    participants: usize,
    /// How many rounds are drawn, if results do not decide it.
    round_count: usize,
    /// How many half points a meeting without void games has for both together.
    half_points: u64,
    rounds: Vec<Vec<Meeting>>,
}

/// The rules of a format. They have no state, so all are equal here; whose they are is known where
/// the format is.
#[derive(Debug, Clone, Copy)]
struct RoundRules(&'static dyn RoundDraw);

impl PartialEq for RoundRules {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for RoundRules {}

/// The two places of a meeting, some of which may be empty: without an opponent, a participant has a
/// bye.
pub(super) type Places = [Option<Participant>; PAIR];

/// How a format draws its rounds. A draw depends on nothing but the rounds before it.
pub(super) trait RoundDraw: Debug + Sync {
    /// How many rounds are drawn for this many participants unless another number is asked for;
    /// `None` if results decide it.
    fn usual_rounds(&self, participants: usize) -> Option<usize>;

    /// How many meetings all rounds have, at least.
    fn meeting_count(&self, participants: usize, rounds: usize) -> usize;

    /// Whether somebody must go on: a level meeting has deciders.
    fn needs_winners(&self) -> bool;

    /// The meetings of the next round, given the decided ones before it; `None` if there is no other.
    fn draw(&self, rounds: &DrawnRounds) -> Option<Vec<Places>>;

    /// The place of each participant, from 1; `None` while that is open.
    fn places(&self, rounds: &DrawnRounds) -> Vec<Option<usize>>;

    /// What people call a round, counted from 0.
    fn round_title(&self, rounds: &DrawnRounds, round: usize) -> String;

    /// What decides between participants with the same points, if something does.
    fn tie_breaks(&self, _: &DrawnRounds) -> Vec<TieBreak> {
        Vec::new()
    }
}

/// A meeting in a round.
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
    /// The half points of both, once it is decided.
    pub half_points: Option<[u64; PAIR]>,
    /// The participant with more points, or the one that goes on; `None` if it is not decided, or
    /// level.
    pub winner: Option<Participant>,
    /// Whether the meeting was still level after all deciders, so that the order of naming decided.
    pub by_seeding: bool,
}

/// What decides between participants with the same points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TieBreak {
    /// The participant.
    pub participant: Participant,
    /// Its points, with those of byes.
    pub score: f64,
    /// How many byes it had.
    pub byes: usize,
    /// The sum of the scores of its opponents.
    pub buchholz: f64,
    /// The sum of the scores of its opponents, each multiplied by its share of the points against
    /// them.
    pub sonneborn_berger: f64,
}

/// The next units to play.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DrawnStep {
    /// One further unit of each of these pairings, which are level.
    Deciders(Vec<usize>),
    /// These new pairings.
    Round(Vec<Pair>),
    /// None: everything is decided.
    Nothing,
}

impl Meeting {
    /// The participant that goes on, once it is known.
    pub fn winner(&self) -> Option<Participant> {
        match self {
            Self::Bye(player) => Some(*player),
            Self::Played(meeting) => meeting.winner,
        }
    }

    /// Whether a participant is in it.
    pub(super) fn has(&self, participant: Participant) -> bool {
        match self {
            Self::Bye(player) => *player == participant,
            Self::Played(meeting) => meeting.players.contains(&participant),
        }
    }
}

impl PlayedMeeting {
    fn new(players: Pair, pairing: usize) -> Self {
        Self { players, pairing, deciders: 0, half_points: None, winner: None, by_seeding: false }
    }

    /// The participant with fewer points, or the one that does not go on; `None` if it is not decided,
    /// or level.
    pub fn loser(&self) -> Option<Participant> {
        let winner = self.winner?;
        self.players.into_iter().find(|player| *player != winner)
    }

    /// Notes the points of both; returns whether it is decided.
    fn decide(&mut self, points: [f64; PAIR], needs_winner: bool) -> bool {
        let [first, second] = points;
        let is_level = first == second;
        if is_level && needs_winner && self.deciders < DECIDERS_MAX {
            self.deciders += 1;
            return false;
        }
        self.by_seeding = is_level && needs_winner;
        self.half_points = Some(points.map(|points| (2.0 * points) as u64));
        self.winner = (!is_level || needs_winner).then(|| self.players[usize::from(first < second)]);
        true
    }
}

impl DrawnRounds {
    /// The first round by these rules, for two or more participants; and its pairings, which begin the
    /// schedule. `rounds` is how many rounds are drawn, if it is not the usual number; each meeting has
    /// this many `units`.
    pub(super) fn begin(
        rules: &'static dyn RoundDraw,
        participants: usize,
        rounds: Option<usize>,
        units: u64,
    ) -> (Self, Vec<Pair>) {
        let round_count = rounds.or_else(|| rules.usual_rounds(participants)).unwrap_or(0);
        let (rules, half_points) = (RoundRules(rules), 4 * units);
        let mut drawn = Self { rules, participants, round_count, half_points, rounds: Vec::new() };
        let first = drawn.rules().draw(&drawn).expect("every format has a first round");
        let pairings = drawn.add_round(&first, 0);
        (drawn, pairings)
    }

    fn rules(&self) -> &'static dyn RoundDraw {
        self.rules.0
    }

    /// The rounds, the first one first.
    pub fn rounds(&self) -> &[Vec<Meeting>] {
        &self.rounds
    }

    /// How many participants there are.
    pub fn participants(&self) -> usize {
        self.participants
    }

    /// How many rounds are drawn, if results do not decide it.
    pub fn round_count(&self) -> Option<usize> {
        self.rules().usual_rounds(self.participants).map(|_| self.round_count)
    }

    /// Whether participants are eliminated.
    pub fn eliminates(&self) -> bool {
        self.rules().needs_winners()
    }

    /// How many half points a meeting without void games has for both together.
    pub(super) fn half_points_of_meeting(&self) -> u64 {
        self.half_points
    }

    /// How many meetings all rounds have, at least.
    pub(super) fn meeting_count(&self) -> usize {
        self.rules().meeting_count(self.participants, self.round_count)
    }

    /// The place of each participant, from 1; `None` while that is open.
    pub fn places(&self) -> Vec<Option<usize>> {
        self.rules().places(self)
    }

    /// What people call a round, counted from 0.
    pub fn round_title(&self, round: usize) -> String {
        self.rules().round_title(self, round)
    }

    /// What decides between participants with the same points, of each participant; empty if nothing
    /// does.
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        self.rules().tie_breaks(self)
    }

    /// The meetings of two, in the order of the rounds.
    pub fn played(&self) -> impl Iterator<Item = &PlayedMeeting> {
        self.rounds.iter().flatten().filter_map(|meeting| match meeting {
            Meeting::Played(meeting) => Some(meeting),
            Meeting::Bye(_) => None,
        })
    }

    /// Takes the points of both players of each pairing, of which there are so many, and returns the
    /// next step.
    pub(super) fn advance(&mut self, pairings: usize, points: impl Fn(usize) -> [f64; PAIR]) -> DrawnStep {
        let rules = self.rules();
        let mut level = Vec::new();
        for meeting in self.rounds.last_mut().expect("there is a first round") {
            if let Meeting::Played(meeting) = meeting
                && meeting.half_points.is_none()
                && !meeting.decide(points(meeting.pairing), rules.needs_winners())
            {
                level.push(meeting.pairing);
            }
        }
        if !level.is_empty() {
            return DrawnStep::Deciders(level);
        }
        match rules.draw(self) {
            Some(next) => DrawnStep::Round(self.add_round(&next, pairings)),
            None => DrawnStep::Nothing,
        }
    }

    fn add_round(&mut self, meetings: &[Places], pairings: usize) -> Vec<Pair> {
        let mut added = Vec::new();
        let mut meeting = |places: &Places| match *places {
            [Some(one), Some(other)] => {
                let players = [one.min(other), one.max(other)];
                added.push(players);
                Some(Meeting::Played(PlayedMeeting::new(players, pairings + added.len() - 1)))
            }
            [one, other] => one.or(other).map(Meeting::Bye),
        };
        let round = meetings.iter().filter_map(&mut meeting).collect();
        self.rounds.push(round);
        added
    }

    /// The places where this many lost meetings eliminate a participant: those that a round eliminates
    /// share one. `None` while a participant is in the tournament.
    pub(super) fn elimination_places(&self, most_losses: usize) -> Vec<Option<usize>> {
        let (mut places, mut losses) = (vec![None; self.participants], vec![0; self.participants]);
        let mut left = self.participants;
        for round in &self.rounds {
            let (mut eliminated, mut undecided) = (Vec::new(), 0);
            for meeting in round {
                let Meeting::Played(meeting) = meeting else { continue };
                let Some(loser) = meeting.loser() else {
                    let is_last = |player: &Participant| losses[player.index()] + 1 == most_losses;
                    undecided += usize::from(meeting.players.iter().all(is_last));
                    continue;
                };
                losses[loser.index()] += 1;
                if losses[loser.index()] == most_losses {
                    eliminated.push(loser);
                }
            }
            left -= eliminated.len() + undecided;
            eliminated.iter().for_each(|loser| places[loser.index()] = Some(left + 1));
            if let (1, 0, [_]) = (left, undecided, &eliminated[..]) {
                places.iter_mut().filter(|place| place.is_none()).for_each(|place| *place = Some(1));
            }
        }
        places
    }
}
