//! The terms of a match: what its bots are allowed, and how they are talked to. A match that has yet
//! to be played states them as far as they differ from the game's own; a record names all of them.
//! Knows no game and no host.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::nanoseconds;
use crate::seat::Seat;

/// The time for an answer in games that have no other limit.
pub const USUAL_TURN: Duration = Duration::from_secs(10);

/// The version of a game's protocol in records that name none.
const FIRST_PROTOCOL: u32 = 1;

/// The terms that hold in a game where others are not stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualTerms {
    /// The time for one answer.
    pub turn: Duration,
    /// The newest version of the game's protocol.
    pub protocol: u32,
    /// What a program may do while it is not asked.
    pub waiting: Waiting,
}

/// The terms of bots, as far as they differ from the game's own. A match of modules is repeated
/// under its own terms only.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTerms {
    /// The time for one answer, or for one run where every question starts fresh ones, in seats
    /// that have no other limit; nanoseconds in the file.
    #[serde(default, rename = "turn_ns", with = "optional_nanoseconds", skip_serializing_if = "Option::is_none")]
    pub turn: Option<Duration>,
    /// The kind of a module's clock.
    #[serde(default, skip_serializing_if = "MatchClock::is_usual")]
    pub clock: MatchClock,
    /// What a program may do while it is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// The seats' own terms, in the order of seats. The seats after them have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatTerms>,
}

/// The terms of one seat's bot, as far as they differ from those of the match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTerms {
    /// The time for one answer.
    #[serde(default, rename = "turn_ns", with = "optional_nanoseconds", skip_serializing_if = "Option::is_none")]
    pub turn: Option<Duration>,
    /// The version of the game's protocol, if it is not the newest. In a record, a seat without a
    /// version has the first one: when it was recorded, there was perhaps no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<u32>,
}

/// The terms of a match whose seats have none of their own: what a form offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SharedTerms {
    /// As [`MatchTerms::turn`].
    pub turn: Option<Duration>,
    /// As [`MatchTerms::clock`].
    pub clock: MatchClock,
    /// As [`MatchTerms::waiting`].
    pub waiting: Option<Waiting>,
}

impl From<SharedTerms> for MatchTerms {
    fn from(SharedTerms { turn, clock, waiting }: SharedTerms) -> Self {
        Self { turn, clock, waiting, seats: Vec::new() }
    }
}

impl MatchTerms {
    /// Whether nothing is stated: then the game's own limits hold.
    pub fn are_unstated(&self) -> bool {
        *self == Self::default()
    }

    /// Whether they allow modules the same as the game's own, whether they state it or not. A bot is
    /// allowed the same in each version of the protocol, and no module works while it is not asked.
    pub fn are_usual(&self, usual: UsualTerms) -> bool {
        let mut terms = self.clone();
        terms.waiting = None;
        terms.seats.iter_mut().for_each(|own| own.protocol = None);
        terms.without_usual(usual).are_unstated()
    }

    /// The time for one answer in this seat, if it is stated.
    pub fn turn_of(&self, seat: Seat) -> Option<Duration> {
        self.seats.get(seat.index()).and_then(|own| own.turn).or(self.turn)
    }

    /// The version of the protocol in this seat, where `newest` is the game's newest.
    pub fn protocol_of(&self, seat: Seat, newest: u32) -> u32 {
        self.seats.get(seat.index()).and_then(|own| own.protocol).unwrap_or(newest)
    }

    /// The same terms with these limits of the seats' own, in the order of seats.
    #[must_use]
    pub fn with_own_turns(self, turns: impl IntoIterator<Item = Option<Duration>>) -> Self {
        let own = turns.into_iter().map(|turn| SeatTerms { turn, ..SeatTerms::default() });
        let mut terms = Self { seats: own.collect(), ..self };
        terms.drop_unstated_seats();
        terms
    }

    /// The terms of a match in which some participants have these seats, from terms that list all
    /// participants in their order: a bot keeps its own terms in whichever seat it plays.
    #[must_use]
    pub fn seated(&self, seats: impl IntoIterator<Item = usize>) -> Self {
        let own = seats.into_iter().map(|participant| self.seats.get(participant).copied().unwrap_or_default());
        let mut terms = Self { seats: own.collect(), ..self.clone() };
        terms.drop_unstated_seats();
        terms
    }

    /// The terms without those that seats have for themselves.
    pub fn shared(&self) -> SharedTerms {
        SharedTerms { turn: self.turn, clock: self.clock, waiting: self.waiting }
    }

    /// The same terms, without a statement of what would hold anyway.
    #[must_use]
    pub fn without_usual(mut self, usual: UsualTerms) -> Self {
        let shared = self.turn.unwrap_or(usual.turn);
        self.turn = self.turn.filter(|turn| *turn != usual.turn);
        self.waiting = self.waiting.filter(|waiting| *waiting != usual.waiting);
        for own in &mut self.seats {
            own.turn = own.turn.filter(|turn| *turn != shared);
            own.protocol = own.protocol.filter(|protocol| *protocol != usual.protocol);
        }
        self.drop_unstated_seats();
        self
    }

    /// The terms that a record of this many seats has stated, as those of a match.
    pub(super) fn with_recorded_terms(mut self, seats: usize, usual: UsualTerms) -> Self {
        // Programs were not stopped before records said so.
        self.waiting.get_or_insert_default();
        self.state_protocols(seats, FIRST_PROTOCOL);
        self.without_usual(usual)
    }

    /// States the version of the protocol in each of so many seats: `unstated` where there is none.
    /// There are no terms for further seats.
    fn state_protocols(&mut self, seats: usize, unstated: u32) {
        self.seats.resize(seats, SeatTerms::default());
        self.seats.iter_mut().for_each(|own| _ = own.protocol.get_or_insert(unstated));
    }

    fn drop_unstated_seats(&mut self) {
        let stated = self.seats.iter().rposition(|own| *own != SeatTerms::default());
        self.seats.truncate(stated.map_or(0, |last| last + 1));
    }
}

/// All terms of a match, as its record names them, also the usual ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct NamedTerms {
    #[serde(rename = "turn_ns", with = "nanoseconds")]
    turn: Duration,
    clock: MatchClock,
    #[serde(skip_serializing_if = "Waiting::is_first")]
    waiting: Waiting,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatTerms>,
}

impl NamedTerms {
    /// These terms of so many seats. The first version of the protocol goes without saying, and that
    /// programs are not stopped.
    pub fn new(terms: &MatchTerms, seats: usize, usual: UsualTerms) -> Self {
        let mut terms = terms.clone().without_usual(usual);
        terms.state_protocols(seats, usual.protocol);
        terms.seats.iter_mut().for_each(|own| own.protocol = own.protocol.filter(|version| *version != FIRST_PROTOCOL));
        terms.drop_unstated_seats();
        let MatchTerms { turn, clock, waiting, seats } = terms;
        Self { turn: turn.unwrap_or(usual.turn), clock, waiting: waiting.unwrap_or(usual.waiting), seats }
    }

    /// Whether a reader that knows no terms of seats would misunderstand them. One that knows no
    /// versions of protocols still shows the match as it was played.
    pub fn have_limits_of_seats(&self) -> bool {
        self.seats.iter().any(|own| own.turn.is_some())
    }
}

/// What a bot that is a program may do while it is not asked. A module never works then.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// It may go on thinking.
    #[default]
    Pondering,
    /// It is stopped until it is asked.
    Stopped,
}

impl Waiting {
    /// Whether it is what held before there was a choice.
    pub fn is_first(&self) -> bool {
        *self == Self::default()
    }
}

/// The kind of a module's clock. An executable always runs on the wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchClock {
    /// By its instructions: the same everywhere.
    Virtual {
        /// How fast the processor is that they are executed by, in percent: at 200 each costs half
        /// the published price.
        percent: u32,
    },
    /// By the clock on the wall: another match each time.
    Wall,
}

impl MatchClock {
    /// The allowed speeds, in percent.
    pub const PERCENT: std::ops::RangeInclusive<u32> = 1..=10_000;

    /// The speed of a module's processor, in percent; the published speed on the wall clock, which
    /// counts no instructions.
    pub fn percent(self) -> u32 {
        match self {
            Self::Virtual { percent } => percent,
            Self::Wall => 100,
        }
    }

    /// Whether this is the usual clock, that of a match that states none.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for MatchClock {
    fn default() -> Self {
        Self::Virtual { percent: 100 }
    }
}

pub(crate) mod optional_nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: UsualTerms = UsualTerms { turn: USUAL_TURN, protocol: 3, waiting: Waiting::Pondering };
    const SHORT: Duration = Duration::from_millis(5);

    fn of_seats(turn: Option<Duration>, seats: &[Option<Duration>]) -> MatchTerms {
        let seats = seats.iter().map(|&turn| SeatTerms { turn, ..SeatTerms::default() }).collect();
        MatchTerms { turn, seats, ..MatchTerms::default() }
    }

    fn of_protocols(protocols: &[Option<u32>]) -> MatchTerms {
        let seats = protocols.iter().map(|&protocol| SeatTerms { protocol, ..SeatTerms::default() }).collect();
        MatchTerms { seats, ..MatchTerms::default() }
    }

    #[test]
    fn what_is_usual_is_not_stated_and_all_else_is_read_back() {
        let written = |terms: &MatchTerms| serde_json::to_string(terms).expect("it is plain data");
        assert_eq!(written(&MatchTerms::default()), "{}");
        let slow =
            MatchTerms { turn: Some(SHORT), clock: MatchClock::Virtual { percent: 50 }, ..MatchTerms::default() };
        assert_eq!(written(&slow), r#"{"turn_ns":5000000,"clock":{"virtual":{"percent":50}}}"#);
        let wall = MatchTerms { clock: MatchClock::Wall, ..MatchTerms::default() };
        assert_eq!(written(&wall), r#"{"clock":"wall"}"#);
        let own = of_seats(None, &[None, Some(SHORT)]);
        assert_eq!(written(&own), r#"{"seats":[{},{"turn_ns":5000000}]}"#);
        for terms in [MatchTerms::default(), slow, wall, own] {
            assert_eq!(serde_json::from_str::<MatchTerms>(&written(&terms)).expect("as it was written"), terms);
        }
    }

    #[test]
    fn a_record_names_all_terms() {
        // The version of the protocol goes without saying where there is only one.
        let usual = UsualTerms { protocol: 1, ..USUAL };
        let named = |terms| serde_json::to_string(&NamedTerms::new(&terms, 3, usual)).expect("it is plain data");
        let expected = r#"{"turn_ns":10000000000,"clock":{"virtual":{"percent":100}}}"#;
        assert_eq!(named(MatchTerms::default()), expected);
        assert_eq!(named(of_seats(Some(USUAL_TURN), &[Some(USUAL_TURN)])), expected);
        let own = r#"{"turn_ns":10000000000,"clock":{"virtual":{"percent":100}},"seats":[{},{"turn_ns":5000000}]}"#;
        assert_eq!(named(of_seats(None, &[None, Some(SHORT), None])), own);
    }

    /// A record that names no version is of the first one, however many there are by now.
    #[test]
    fn a_record_names_the_protocol_of_each_seat_but_the_first() {
        let check = |terms: MatchTerms, expected: &str| {
            let named = NamedTerms::new(&terms, 2, USUAL);
            let written = serde_json::to_string(&named.seats).expect("it is plain data");
            assert_eq!((written.as_str(), named.have_limits_of_seats()), (expected, false), "{terms:?}");
            let read = MatchTerms { seats: named.seats, ..MatchTerms::default() };
            assert_eq!(read.with_recorded_terms(2, USUAL), terms.without_usual(USUAL));
        };
        check(MatchTerms::default(), r#"[{"protocol":3},{"protocol":3}]"#);
        check(of_protocols(&[Some(3)]), r#"[{"protocol":3},{"protocol":3}]"#);
        check(of_protocols(&[Some(1), None]), r#"[{},{"protocol":3}]"#);
        check(of_protocols(&[Some(2), Some(1)]), r#"[{"protocol":2}]"#);
        check(of_protocols(&[Some(1), Some(1)]), "[]");
        let read = of_protocols(&[None, None, Some(2)]).with_recorded_terms(2, USUAL);
        assert_eq!(read, of_protocols(&[Some(1), Some(1)]), "there is no third seat");
        let versions = [0, 1, 2].map(|index| of_protocols(&[Some(1), None]).protocol_of(Seat::new(index), 3));
        assert_eq!(versions, [1, 3, 3]);
        assert!(NamedTerms::new(&of_seats(None, &[Some(SHORT)]), 2, USUAL).have_limits_of_seats());
    }

    /// A record that does not say so is of a time when no program was stopped.
    #[test]
    fn a_record_says_that_waiting_programs_are_stopped() {
        let waiting = |waiting| MatchTerms { waiting, ..MatchTerms::default() };
        let usual = UsualTerms { protocol: 1, waiting: Waiting::Stopped, ..USUAL };
        let (ponders, stopped) = (Some(Waiting::Pondering), Some(Waiting::Stopped));
        for (stated, usual, is_named) in [
            (None, usual, true),
            (stopped, usual, true),
            (ponders, usual, false),
            (None, USUAL, false),
            (stopped, USUAL, true),
        ] {
            let terms = waiting(stated);
            let named = serde_json::to_value(NamedTerms::new(&terms, 0, usual)).expect("it is plain data");
            assert_eq!(named.get("waiting").map(|waiting| waiting == "stopped"), is_named.then_some(true));
            let read: MatchTerms = serde_json::from_value(named).expect("as it was written");
            assert_eq!(read.with_recorded_terms(0, usual), terms.clone().without_usual(usual));
            assert!(terms.are_usual(usual), "no module works while it waits");
        }
        assert_eq!(MatchTerms::default().with_recorded_terms(0, usual), waiting(ponders));
    }

    #[test]
    fn terms_are_compared_by_what_they_allow() {
        for (terms, expected) in [
            (of_seats(None, &[]), true),
            (of_seats(Some(USUAL_TURN), &[]), true),
            (of_seats(None, &[Some(USUAL_TURN)]), true),
            (of_protocols(&[Some(1), Some(3)]), true),
            (of_seats(Some(SHORT), &[]), false),
            (of_seats(None, &[None, Some(SHORT)]), false),
            (MatchTerms { clock: MatchClock::Wall, ..MatchTerms::default() }, false),
        ] {
            assert_eq!(terms.are_usual(USUAL), expected, "{terms:?}");
        }
    }

    #[test]
    fn a_participant_keeps_its_terms_in_each_seat() {
        let terms = MatchTerms::default().with_own_turns([None, Some(SHORT), None]);
        assert_eq!(terms, of_seats(None, &[None, Some(SHORT)]), "what is not stated is left out");
        for (seats, expected) in [
            (&[0, 1][..], &[None, Some(SHORT)][..]),
            (&[1, 0], &[Some(SHORT)]),
            (&[2, 0], &[]),
            (&[2, 0, 1], &[None, None, Some(SHORT)]),
        ] {
            assert_eq!(terms.seated(seats.iter().copied()), of_seats(None, expected), "{seats:?}");
        }
    }

    #[test]
    fn a_seat_has_its_own_limit_or_that_of_the_match() {
        let terms = of_seats(Some(SHORT), &[None, Some(USUAL_TURN)]);
        let turns = [0, 1, 2].map(|index| terms.turn_of(Seat::new(index)));
        assert_eq!(turns, [Some(SHORT), Some(USUAL_TURN), Some(SHORT)]);
        assert_eq!(terms.clone().without_usual(USUAL), terms, "the second seat's limit is not the match's");
    }
}
