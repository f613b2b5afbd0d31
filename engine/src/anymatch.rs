//! A match whose game is known by its name only: what hosts drive.

use std::any::Any;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::any_action::{AnyAction, AnyPlayError};
use crate::catalog::{self, Playable, Visitor};
use crate::fault::Fault;
use crate::game::Outcome;
use crate::referee::host::{Input, Limits, MatchLimits, Output};
use crate::referee::{Player, Referee};
use crate::replay::{MatchClock, MatchTerms, PlayerInfo, PlayerKind, Replay, Turn, TurnResult, value};
use crate::seat::{Seat, Seats};
use crate::transcript::Transcript;

/// Everything that makes one match differ from another before its first turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchSpec {
    /// The game's name in the catalogue.
    pub game: String,
    /// The settings in the file form of replays; `null` to draw them from the seed, or for a game
    /// that has only one start.
    #[serde(default)]
    pub settings: Value,
    /// The source of modules' randomness and clocks.
    pub seed: u64,
    /// The players in the order of seats. Persons play through [`AnyMatch::play`].
    pub players: Vec<PlayerInfo>,
    /// What the players' bots are allowed.
    #[serde(default, skip_serializing_if = "MatchTerms::are_unstated")]
    pub terms: MatchTerms,
}

impl MatchSpec {
    /// The settings, drawn from the seed if the spec does not give them.
    ///
    /// # Errors
    /// If the settings are not those of this game.
    pub fn settings_of<G: Playable>(&self) -> Result<G::Settings, OpenMatchError> {
        match &self.settings {
            Value::Null => Ok(G::settings(self.players.len(), self.seed)),
            value => serde_json::from_value(value.clone()).map_err(|why| OpenMatchError::Settings(why.to_string())),
        }
    }

    /// What a bot is allowed in a match of this game, in a seat without terms of its own.
    ///
    /// # Errors
    /// If the settings cannot be read.
    pub fn limits_of<G: Playable>(&self) -> Result<Limits, OpenMatchError> {
        Ok(self.limits_under::<G>(&self.settings_of::<G>()?))
    }

    /// What a bot is allowed under `settings`, which must be this match's. Settings can be large,
    /// and drawing them from the seed can take long, so they are not read again.
    fn limits_under<G: Playable>(&self, settings: &G::Settings) -> Limits {
        let usual = G::limits(settings);
        Limits {
            turn: self.terms.turn.unwrap_or(usual.turn),
            waiting: self.terms.waiting.unwrap_or(usual.waiting),
            ..usual
        }
    }

    /// The limits of each seat, where `shared` are those of seats without terms of their own.
    fn limits_of_seats(&self, shared: Limits) -> MatchLimits {
        MatchLimits::new(shared, self.terms.seats.iter().map(|own| own.turn).collect())
    }

    /// What a bot is allowed in this match, in a seat without terms of its own.
    ///
    /// # Errors
    /// If there is no such game or its settings cannot be read.
    pub fn limits(&self) -> Result<Limits, OpenMatchError> {
        struct Allowed<'a>(&'a MatchSpec);
        impl Visitor for Allowed<'_> {
            type Out = Result<Limits, OpenMatchError>;
            fn visit<G: Playable>(self) -> Self::Out {
                self.0.limits_of::<G>()
            }
        }
        catalog::visit(&self.game, Allowed(self)).unwrap_or_else(|| Err(OpenMatchError::NoSuchGame(self.game.clone())))
    }
}

/// The record that a match repeats, and the seats whose players replay it instead of being asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedSeats {
    /// The seats that play from the record.
    pub seats: Vec<Seat>,
    /// The recorded turns of all seats.
    pub turns: Vec<Turn<Value>>,
}

/// A match of any game.
pub trait AnyMatch {
    /// See [`Referee::handle`].
    fn handle(&mut self, now: Duration, input: Input<'_>);
    /// See [`Referee::poll`].
    fn poll(&mut self) -> Option<Output<'_>>;
    /// See [`Referee::deadline`].
    fn deadline(&self) -> Option<Duration>;
    /// Plays a person's action.
    ///
    /// # Errors
    /// A clause with the reason why the action is refused; the match is then unchanged.
    fn play(&mut self, now: Duration, seat: Seat, action: AnyAction) -> Result<(), AnyPlayError>;
    /// See [`Referee::resign`].
    fn resign(&mut self, now: Duration, seat: Seat);
    /// See [`Referee::stop`].
    fn stop(&mut self, now: Duration);
    /// See [`Referee::awaited`].
    fn awaited(&self) -> Seats;
    /// See [`Referee::is_done`].
    fn is_done(&self) -> bool;
    /// See [`Referee::limits`].
    fn limits(&self) -> &Limits;
    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Referee::followed`].
    fn followed(&self) -> usize;
    /// How many turns have been played.
    fn turn_count(&self) -> usize;
    /// The turns from this one (counted from 0) on.
    fn turns_from(&self, first: usize) -> Vec<Turn<Value>>;
    /// What the bots have read and printed.
    fn transcript(&self) -> &Transcript;
    /// The match so far in the file form of replays.
    fn replay(&self) -> Value;
    /// The last fault of the match, if there was one.
    fn last_fault(&self) -> Option<(Seat, Fault)>;
    /// Every fault, with its number among the turns, from 0.
    fn faults(&self) -> Vec<(usize, Seat, Fault)>;
    /// The game's name in the catalogue.
    fn game(&self) -> &'static str;
    /// The [`GameMatch`] that this is.
    fn as_any(&self) -> &(dyn Any + 'static);
}

/// Opens a match.
///
/// # Errors
/// If there is no such game, or the spec does not fit its rules.
pub fn open(
    match_spec: &MatchSpec,
    limits: Option<Limits>,
    now: Duration,
) -> Result<Box<dyn AnyMatch>, OpenMatchError> {
    open_repeating(match_spec, None, limits, now)
}

/// Opens a match that repeats `record`, if there is one: see [`Referee::repeating`]. Recorded
/// players keep the kind that they had in the record.
///
/// # Errors
/// If there is no such game, the spec does not fit its rules, or the record is of another game.
pub fn open_repeating(
    match_spec: &MatchSpec,
    record: Option<RecordedSeats>,
    limits: Option<Limits>,
    now: Duration,
) -> Result<Box<dyn AnyMatch>, OpenMatchError> {
    catalog::visit(&match_spec.game, OpenTyped { match_spec, record, limits, now })
        .unwrap_or_else(|| Err(OpenMatchError::NoSuchGame(match_spec.game.clone())))
}

/// The settings of a match in which some of `participants` have these seats, from settings that
/// list all participants in their order: a bot keeps its format in whichever seat it plays.
///
/// # Errors
/// If there is no such game, or the settings do not fit the number of participants.
pub fn seat_settings(
    game: &str,
    settings: Value,
    participants: usize,
    seats: &[usize],
) -> Result<Value, OpenMatchError> {
    struct Seated<'a>(Value, usize, &'a [usize]);
    impl Visitor for Seated<'_> {
        type Out = Result<Value, OpenMatchError>;
        fn visit<G: Playable>(self) -> Self::Out {
            let Self(value, participants, seats) = self;
            let Some(seat_settings) = G::SEAT_SETTINGS.filter(|_| !value.is_null()) else { return Ok(value) };
            let failed = |why: serde_json::Error| OpenMatchError::Settings(why.to_string());
            let mut settings: G::Settings = serde_json::from_value(value).map_err(failed)?;
            let seated = seat_settings(&mut settings, participants, seats);
            seated.map_err(|why| OpenMatchError::Unplayable(why.to_string()))?;
            serde_json::to_value(&settings).map_err(failed)
        }
    }
    catalog::visit(game, Seated(settings, participants, seats))
        .unwrap_or_else(|| Err(OpenMatchError::NoSuchGame(game.to_owned())))
}

/// Why a match cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenMatchError {
    /// The catalogue has no game of this name.
    #[error("unknown game `{0}` (games: {names})", names = catalog::NAMES.join(", "))]
    NoSuchGame(String),
    /// The settings cannot be read.
    #[error("the settings cannot be read: {0}")]
    Settings(String),
    /// The game does not allow this number of players.
    #[error("{game} is for {players}, not {seated}")]
    Seats {
        /// Its title.
        game: &'static str,
        /// The possible numbers of players, as text.
        players: String,
        /// How many players the match has.
        seated: usize,
    },
    /// Only bots play the game.
    #[error("a person cannot play {0}")]
    Person(&'static str),
    /// No module's processor is so fast, or so slow.
    #[error("a speed of {0} % is not between {min} and {max} %", min = MatchClock::PERCENT.start(), max = MatchClock::PERCENT.end())]
    Speed(u32),
    /// A later program talks to bots in this way.
    #[error("version {version} of the protocol is not known here: expected 1 to {newest}")]
    Protocol {
        /// The version.
        version: u32,
        /// The newest known one.
        newest: u32,
    },
    /// The record has a turn that this game cannot parse.
    #[error("turn {turn} of the record cannot be read: {why}")]
    RecordedTurn {
        /// The number of the turn, from 1.
        turn: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The rules refuse the settings, or this number of players under them.
    #[error("{0}")]
    Unplayable(String),
}

struct OpenTyped<'a> {
    match_spec: &'a MatchSpec,
    record: Option<RecordedSeats>,
    limits: Option<Limits>,
    now: Duration,
}

impl Visitor for OpenTyped<'_> {
    type Out = Result<Box<dyn AnyMatch>, OpenMatchError>;

    fn visit<G: Playable>(self) -> Self::Out {
        Ok(Box::new(GameMatch::<G>::open_repeating(self.match_spec, self.record, self.limits, self.now)?))
    }
}

/// A match whose game is known: a referee and the data that its replay also needs.
/// [`AnyMatch::as_any`] leads to it.
pub struct GameMatch<G: Playable> {
    referee: Referee<G>,
    settings: G::Settings,
    seed: u64,
    terms: MatchTerms,
    players: Vec<PlayerInfo>,
}

impl<G: Playable> GameMatch<G> {
    /// Opens a match of this game, whether or not the catalogue has it. Ignores the spec's name of
    /// the game.
    ///
    /// # Errors
    /// If the spec does not fit the game's rules.
    pub fn open(spec: &MatchSpec, limits: Option<Limits>, now: Duration) -> Result<Self, OpenMatchError> {
        Self::open_repeating(spec, None, limits, now)
    }

    /// Opens a match of this game that repeats a recorded one, if there is such a record.
    ///
    /// # Errors
    /// If the spec does not fit the game's rules, or the record has a turn that this game cannot
    /// parse.
    pub fn open_repeating(
        spec: &MatchSpec,
        record: Option<RecordedSeats>,
        limits: Option<Limits>,
        now: Duration,
    ) -> Result<Self, OpenMatchError> {
        let players = &spec.players;
        if !G::SEATS.contains(&players.len()) {
            let (game, seated) = (G::TITLE, players.len());
            return Err(OpenMatchError::Seats { game, players: catalog::players::<G>(), seated });
        }
        if !G::PERSONS && players.iter().any(|player| player.kind == PlayerKind::Person) {
            return Err(OpenMatchError::Person(G::TITLE));
        }
        if let MatchClock::Virtual { percent } = spec.terms.clock
            && !MatchClock::PERCENT.contains(&percent)
        {
            return Err(OpenMatchError::Speed(percent));
        }
        let mut versions = spec.terms.seats.iter().filter_map(|own| own.protocol);
        if let Some(version) = versions.find(|version| !(1..=G::PROTOCOL_VERSION).contains(version)) {
            return Err(OpenMatchError::Protocol { version, newest: G::PROTOCOL_VERSION });
        }
        let settings = spec.settings_of::<G>()?;
        let game = G::start(&settings, players.len()).map_err(|why| OpenMatchError::Unplayable(why.to_string()))?;
        let recorded_seats: Seats = record.iter().flat_map(|record| record.seats.iter().copied()).collect();
        let seated = players.iter().enumerate().map(|(index, player_info)| match player_info.kind {
            _ if recorded_seats.contains(Seat::new(index)) => Player::Recorded,
            PlayerKind::Person => Player::Person,
            PlayerKind::Module | PlayerKind::Executable => {
                let seat = Seat::new(index);
                Player::Bot(G::codec(&settings, players, seat, spec.terms.protocol_of(seat, G::PROTOCOL_VERSION)))
            }
        });
        let seated = seated.collect();
        let limits = spec.limits_of_seats(limits.unwrap_or_else(|| spec.limits_under::<G>(&settings)));
        let referee = match record {
            Some(record) => Referee::repeating(game, seated, typed_turns(record.turns)?, limits, now),
            None => Referee::new(game, seated, limits, now),
        };
        let terms = spec.terms.clone().without_usual(G::usual_terms(&settings));
        Ok(Self { referee, settings, seed: spec.seed, terms, players: players.clone() })
    }

    /// How the match started.
    pub fn settings(&self) -> &G::Settings {
        &self.settings
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn<G::Action>] {
        self.referee.turns()
    }

    /// The state of the game.
    pub fn state(&self) -> &G {
        self.referee.game()
    }

    /// See [`Referee::raw_words`].
    pub fn raw_words(&self, turn: usize) -> Option<&[u8]> {
        self.referee.raw_words(turn)
    }

    /// The match so far.
    pub fn replay(&self) -> Replay<G> {
        Replay {
            settings: self.settings.clone(),
            seed: self.seed,
            players: self.players.clone(),
            terms: self.terms.clone(),
            turns: self.turns().to_vec(),
        }
    }
}

fn typed_turns<A: DeserializeOwned>(turns: Vec<Turn<Value>>) -> Result<Vec<Turn<A>>, OpenMatchError> {
    let typed = |(index, turn): (usize, Turn<Value>)| {
        turn.typed().map_err(|why| OpenMatchError::RecordedTurn { turn: index + 1, why: why.to_string() })
    };
    turns.into_iter().enumerate().map(typed).collect()
}

impl<G: Playable> AnyMatch for GameMatch<G> {
    fn handle(&mut self, now: Duration, input: Input<'_>) {
        self.referee.handle(now, input);
    }

    fn poll(&mut self) -> Option<Output<'_>> {
        self.referee.poll()
    }

    fn deadline(&self) -> Option<Duration> {
        self.referee.deadline()
    }

    fn play(&mut self, now: Duration, seat: Seat, action: AnyAction) -> Result<(), AnyPlayError> {
        let action = action.into_action::<G>()?;
        self.referee.play(now, seat, action).map_err(|refused| AnyPlayError::Refused(refused.to_string()))
    }

    fn resign(&mut self, now: Duration, seat: Seat) {
        self.referee.resign(now, seat);
    }

    fn stop(&mut self, now: Duration) {
        self.referee.stop(now);
    }

    fn awaited(&self) -> Seats {
        self.referee.awaited()
    }

    fn is_done(&self) -> bool {
        self.referee.is_done()
    }

    fn limits(&self) -> &Limits {
        self.referee.limits()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.referee.game().outcome()
    }

    fn followed(&self) -> usize {
        self.referee.followed()
    }

    fn turn_count(&self) -> usize {
        self.referee.turns().len()
    }

    fn turns_from(&self, first: usize) -> Vec<Turn<Value>> {
        self.referee.turns().iter().skip(first).map(Turn::untyped).collect()
    }

    fn transcript(&self) -> &Transcript {
        self.referee.transcript()
    }

    fn replay(&self) -> Value {
        value(&GameMatch::replay(self))
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn as_any(&self) -> &(dyn Any + 'static) {
        self
    }

    fn last_fault(&self) -> Option<(Seat, Fault)> {
        self.referee.turns().iter().rev().find_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some((turn.seat, Fault::clone(fault))),
            TurnResult::Action(_) => None,
        })
    }

    fn faults(&self) -> Vec<(usize, Seat, Fault)> {
        let fault = |(number, turn): (usize, &Turn<G::Action>)| match &turn.result {
            TurnResult::Fault(fault) => Some((number, turn.seat, Fault::clone(fault))),
            TurnResult::Action(_) => None,
        };
        self.referee.turns().iter().enumerate().filter_map(fault).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::host::Spent;
    use crate::replay::SeatTerms;

    fn match_spec(game: &str, terms: MatchTerms) -> MatchSpec {
        let players = vec![PlayerInfo::default(), PlayerInfo::default()];
        MatchSpec { game: game.to_owned(), settings: Value::Null, seed: 1, players, terms }
    }

    #[test]
    fn the_limit_that_is_wanted_is_that_of_an_answer() {
        let short = MatchTerms { turn: Some(Duration::from_millis(5)), ..MatchTerms::default() };
        for &game in catalog::NAMES {
            let terms = [MatchTerms::default(), short.clone()];
            let limits = terms.map(|terms| match_spec(game, terms).limits().expect("a game"));
            assert_eq!(limits[1], Limits { turn: Duration::from_millis(5), ..limits[0] });
        }
        assert!(match_spec("no-such-game", short).limits().is_err());
    }

    #[test]
    fn a_seat_may_have_a_limit_of_its_own() {
        let minute = Duration::from_secs(60);
        let seats = vec![SeatTerms::default(), SeatTerms { turn: Some(minute), ..SeatTerms::default() }];
        // Its bots do not greet, so the first grants are for answers.
        let spec = match_spec("bitmartyr", MatchTerms { seats, ..MatchTerms::default() });
        let mut game = open(&spec, None, Duration::ZERO).expect("a match");
        let mut grants = Vec::new();
        while let Some(output) = game.poll() {
            match output {
                Output::Start(run, _) => {
                    game.handle(Duration::ZERO, Input::Started(run, Spent::Virtual(Duration::ZERO)));
                }
                Output::Grant(_, until) => grants.push(until),
                _ => {}
            }
        }
        assert_eq!(grants, [Duration::from_secs(1), minute]);
    }

    #[test]
    fn a_seat_is_talked_to_in_its_version_of_the_protocol() {
        let of_version = |protocol| {
            let seats = vec![SeatTerms { protocol, ..SeatTerms::default() }];
            let mut spec = match_spec("bitmartyr", MatchTerms { seats, ..MatchTerms::default() });
            spec.settings = serde_json::json!({ "board": "5/5/2E2/5/5" });
            spec
        };
        let read = |protocol| {
            let mut game = open(&of_version(protocol), None, Duration::ZERO).expect("a match");
            let mut inputs = Vec::new();
            while let Some(output) = game.poll() {
                match output {
                    Output::Start(run, _) => {
                        game.handle(Duration::ZERO, Input::Started(run, Spent::Virtual(Duration::ZERO)))
                    }
                    Output::Stdin(_, text) => inputs.push(String::from_utf8_lossy(text).into_owned()),
                    _ => {}
                }
            }
            inputs
        };
        let [first, second, usual] = [Some(1), Some(2), None].map(read);
        assert_eq!((first.len(), second.len()), (2, 2));
        assert_eq!(first[0], format!("{} ", second[0]));
        assert_eq!(first[1], second[1], "the other seat has the newest version");
        assert_eq!(usual, second);
        let named = |protocol| {
            open(&of_version(protocol), None, Duration::ZERO).expect("a match").replay()["terms"]["seats"].take()
        };
        assert_eq!(named(None), serde_json::json!([{ "protocol": 2 }, { "protocol": 2 }]));
        assert_eq!(named(Some(1)), serde_json::json!([{}, { "protocol": 2 }]));
        for version in [0, 3] {
            let refused = OpenMatchError::Protocol { version, newest: 2 };
            assert_eq!(open(&of_version(Some(version)), None, Duration::ZERO).err(), Some(refused));
        }
    }

    #[test]
    fn people_play_only_what_people_can_play() {
        for (game, expected) in [("connect-four", None), ("bitmartyr", Some(OpenMatchError::Person("BitMartyr")))] {
            let mut match_spec = match_spec(game, MatchTerms::default());
            assert!(open(&match_spec, None, Duration::ZERO).is_ok(), "{game}");
            match_spec.players[1].kind = PlayerKind::Person;
            assert_eq!(open(&match_spec, None, Duration::ZERO).err(), expected, "{game}");
        }
    }

    /// The formats stayed with the seats, so that in every second game each bot was spoken to in
    /// that of another.
    #[test]
    fn a_bots_format_is_its_own_in_every_seat() {
        let seated = |game, settings, seats: &[usize]| seat_settings(game, settings, 3, seats);
        let formats = |count: usize| {
            let wires = &["standard", "basic", "plain", "basic"][..count];
            serde_json::json!({ "wires": wires, "seed": 4 })
        };
        let settings = seated("bitmartyr", formats(3), &[2, 0]).expect("formats for three");
        assert_eq!((&settings["wires"], &settings["seed"]), (&serde_json::json!(["plain", "standard"]), &4.into()));
        // A seat without a listed format has the standard one.
        let settings = seated("bitmartyr", formats(2), &[2, 1]).expect("formats for two of three");
        assert_eq!(settings["wires"], serde_json::json!(["standard", "basic"]));
        assert_eq!(seated("bitmartyr", formats(0), &[1, 0]).expect("usual formats").get("wires"), None);
        let refused = seated("bitmartyr", formats(4), &[1, 0]).expect_err("one too many").to_string();
        assert_eq!(refused, "4 formats are more than 3 teams");
        for (game, settings) in [("bitmartyr", Value::Null), ("connect-four", serde_json::json!({ "x": 1 }))] {
            assert_eq!(seated(game, settings.clone(), &[1, 0]), Ok(settings), "{game}");
        }
    }

    #[test]
    fn a_match_is_recorded_with_its_terms_and_with_possible_ones_only() {
        let terms = |percent| MatchTerms { clock: MatchClock::Virtual { percent }, ..MatchTerms::default() };
        let opened = |percent| open(&match_spec("connect-four", terms(percent)), None, Duration::ZERO);
        assert_eq!(opened(250).expect("it is possible").replay()["terms"]["clock"]["virtual"]["percent"], 250);
        let usual = serde_json::json!({ "turn_ns": 10_000_000_000_u64, "clock": { "virtual": { "percent": 100 } } });
        assert_eq!(opened(100).expect("it is usual").replay()["terms"], usual);
        for percent in [0, 10_001] {
            assert_eq!(opened(percent).err(), Some(OpenMatchError::Speed(percent)));
        }
    }
}
