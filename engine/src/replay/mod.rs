//! What happened in a match, as data. Every position is recomputed from it, never stored.
//!
//! Two forms: the file form is this structure as JSON (serde), and the words of its bots beside it
//! ([`file`](mod@file)); the link form ([`link`]) is as short as can be and leaves out what a
//! position does not need (words, times).

mod bytes;
mod document_reader;
pub mod file;
mod foreign;
pub mod link;
mod per_seat;
mod range;
mod terms;

use std::time::Duration;

use serde::de::{DeserializeOwned, DeserializeSeed as _, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::fault::Fault;
use crate::game::{Game, Outcome, SettingsError};
use crate::seat::Seat;
use crate::transcript::Passage;

pub(crate) use bytes::link_name;
use document_reader::{DocumentParts, DocumentReader, Words};
pub use foreign::{ForeignMatch, ForeignMatchError};
use link::LinkCodec;
pub use per_seat::PerSeat;
pub use range::{RangeDecoder, RangeEncoder, SymbolModel};
use terms::NamedTerms;
pub(crate) use terms::optional_nanoseconds;
pub use terms::{MatchClock, MatchTerms, SeatTerms, SharedTerms, USUAL_TURN, UsualTerms, Waiting};

/// The newest version of the file form. Only a file with limits of single seats has it, which a
/// reader of version 1 would overlook.
pub const FORMAT: u32 = 2;

/// The version of the program, which files name.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A player's action or fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnResult<A> {
    /// It played this.
    Action(A),
    /// It did not. Boxed, because that is rare and every turn of a match is kept.
    Fault(Box<Fault>),
}

impl<A: PartialEq> TurnResult<A> {
    /// Whether both are the same action, or faults of the same kind, whatever their reasons and
    /// words.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Action(one), Self::Action(other)) => one == other,
            (Self::Fault(one), Self::Fault(other)) => one.kind == other.kind,
            (Self::Action(_), Self::Fault(_)) | (Self::Fault(_), Self::Action(_)) => false,
        }
    }
}

impl<A> From<Result<A, Fault>> for TurnResult<A> {
    fn from(result: Result<A, Fault>) -> Self {
        match result {
            Ok(action) => Self::Action(action),
            Err(fault) => Self::from(fault),
        }
    }
}

impl<A> From<Fault> for TurnResult<A> {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// One player's part of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "TurnFields<A>")]
pub struct Turn<A> {
    /// The seat.
    pub seat: Seat,
    /// The seat's action or fault.
    #[serde(flatten)]
    pub result: TurnResult<A>,
    /// The player's words, if they differ from the protocol's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// How long it took, in its own kind of time; nanoseconds in the file.
    #[serde(rename = "used_ns", with = "nanoseconds", skip_serializing_if = "Duration::is_zero")]
    pub used: Duration,
}

impl<A: PartialEq> Turn<A> {
    /// Whether both turns have the same seat and an equivalent result, whatever their words and
    /// times.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        self.seat == other.seat && self.result.is_equivalent(&other.result)
    }
}

/// A turn as it is read. A flattened deed would have every turn copied before it is looked at.
#[derive(Deserialize)]
#[serde(bound = "A: Deserialize<'de>")]
struct TurnFields<A> {
    seat: Seat,
    #[serde(default, deserialize_with = "anything")]
    action: Option<A>,
    fault: Option<Fault>,
    words: Option<String>,
    #[serde(default, rename = "used_ns", with = "nanoseconds")]
    used: Duration,
}

/// An action that is written as `null` is one too.
fn anything<'de, A: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<A>, D::Error> {
    A::deserialize(deserializer).map(Some)
}

impl<A> TryFrom<TurnFields<A>> for Turn<A> {
    type Error = &'static str;

    fn try_from(read: TurnFields<A>) -> Result<Self, Self::Error> {
        let result = match (read.action, read.fault) {
            (Some(action), None) => TurnResult::Action(action),
            (None, Some(fault)) => TurnResult::from(fault),
            _ => return Err("a turn is either an `action` or a `fault`"),
        };
        Ok(Self { seat: read.seat, result, words: read.words, used: read.used })
    }
}

impl<A: Serialize> Turn<A> {
    /// This turn in the form for code that does not know the game.
    pub fn untyped(&self) -> Turn<Value> {
        let result = match &self.result {
            TurnResult::Action(action) => TurnResult::Action(value(action)),
            TurnResult::Fault(fault) => TurnResult::Fault(fault.clone()),
        };
        Turn { seat: self.seat, result, words: self.words.clone(), used: self.used }
    }
}

impl Turn<Value> {
    /// A turn that was known by its game's name only.
    ///
    /// # Errors
    /// If it is not an action of this game.
    pub fn typed<A: DeserializeOwned>(self) -> Result<Turn<A>, serde_json::Error> {
        let result = match self.result {
            TurnResult::Action(action) => TurnResult::Action(serde_json::from_value(action)?),
            TurnResult::Fault(fault) => TurnResult::Fault(fault),
        };
        Ok(Turn { seat: self.seat, result, words: self.words, used: self.used })
    }
}

/// The kind of a seat's player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A WASI module: its moves can be reproduced.
    #[default]
    Module,
    /// A program of the system.
    Executable,
    /// A person.
    Person,
}

/// The names of players in the order of seats, with numbers behind those that occur twice, so that
/// all are different.
pub fn distinct_names(names: &[String]) -> Vec<String> {
    let occurs_twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let numbered = |(index, name): (usize, &String)| {
        let mut numbered = name.clone();
        if occurs_twice(name) {
            // A player can be called like another with its number, too.
            while names.contains(&numbered) {
                numbered += &format!(" ({})", index + 1);
            }
        }
        numbered
    };
    names.iter().enumerate().map(numbered).collect()
}

/// The name of the bundled bot that plays under this name: without the number of
/// [`distinct_names`], and without the file name extension that it may have. Another bot can have
/// the same name, so compare the hashes, too.
///
/// ```
/// # use botyard_engine::replay::bot_name;
/// for name in ["random", "random (2)", "random.wasm", "random.wasm (2)", "random (1).wasm", "random.js"] {
///     assert_eq!(bot_name(name), "random");
/// }
/// assert_eq!(bot_name("random.py"), "random.py");
/// ```
pub fn bot_name(name: &str) -> &str {
    // Download and copy commands put a number or a word in brackets before the extension.
    let name = name.split(" (").next().unwrap_or_default();
    [".wasm", ".js"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// The player of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// The name it is shown by.
    pub name: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// The SHA-256 of its file, as hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The SHA-256 of the module that interpreted its file, if that is a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<String>,
    /// The version of the prices by which its time was counted: such a bot repeats itself. `None`
    /// if its time was not counted, or the version is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<u32>,
}

/// A whole match. The file form has its version ([`FORMAT`]) and the game's name besides.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay<G: Game> {
    /// Rules and start position.
    pub settings: G::Settings,
    /// The source of modules' randomness and clocks.
    pub seed: u64,
    /// The players in the order of seats.
    pub players: Vec<PlayerInfo>,
    /// The terms of the players' bots.
    pub terms: MatchTerms,
    /// The turns, in order.
    pub turns: Vec<Turn<G::Action>>,
}

/// A replay as it is written: compiled once, and not once a game.
#[derive(Serialize)]
struct WrittenReplay<'a> {
    format: u32,
    game: &'static str,
    settings: Value,
    seed: u64,
    players: &'a [PlayerInfo],
    terms: NamedTerms,
    turns: Vec<Turn<Value>>,
    version: &'static str,
}

impl<G: LinkCodec> Serialize for Replay<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let terms = self.named_terms();
        let written = WrittenReplay {
            format: format(&terms),
            game: G::NAME,
            settings: value(&self.settings),
            seed: self.seed,
            players: &self.players,
            terms,
            turns: self.turns.iter().map(Turn::untyped).collect(),
            version: VERSION,
        };
        written.serialize(serializer)
    }
}

impl<'de, G: LinkCodec> Deserialize<'de> for Replay<G> {
    /// Reads a replay of this type's game: see [`file::open`](file::open()) for a file whose game
    /// is not known.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::read(deserializer, Words::LeftOut)?.0)
    }
}

impl<G: LinkCodec> Replay<G> {
    /// Reads a replay with its transcript, if that is wanted, and with the number of bytes of it
    /// that are kept of each seat, if the document has this number.
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        words: Words,
    ) -> Result<(Self, Vec<Passage>, Option<usize>), D::Error> {
        let mut turns = Vec::new();
        let mut take_turn = |turn: Turn<Value>| {
            turns.push(turn.typed()?);
            Ok(())
        };
        let reader = DocumentReader { game: G::NAME, words, take_turn: &mut take_turn };
        let DocumentParts { settings, seed, players, terms, passages, kept_words } =
            reader.deserialize(deserializer)?;
        let settings = serde_json::from_value(settings).map_err(D::Error::custom)?;
        let terms = terms.with_recorded_terms(players.len(), G::usual_terms(&settings));
        Ok((Self { settings, seed, players, terms, turns }, passages, kept_words))
    }

    /// Whether bots were allowed what the game allows them: only such matches are repeated from
    /// links that name their bots.
    pub fn has_usual_terms(&self) -> bool {
        self.terms.are_usual(G::usual_terms(&self.settings))
    }

    /// The version of the protocol in which the bot of this seat was talked to.
    pub fn protocol_of(&self, seat: Seat) -> u32 {
        self.terms.protocol_of(seat, G::PROTOCOL_VERSION)
    }

    fn named_terms(&self) -> NamedTerms {
        NamedTerms::new(&self.terms, self.players.len(), G::usual_terms(&self.settings))
    }
}

/// The version of the file form of a match under these terms.
fn format(terms: &NamedTerms) -> u32 {
    if terms.have_limits_of_seats() { FORMAT } else { 1 }
}

pub(crate) fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).expect("what replays are made of has text keys only")
}

impl<G: Game> Replay<G> {
    /// The game before the first turn.
    ///
    /// # Errors
    /// If the settings cannot be played by these players.
    pub fn start(&self) -> Result<G, SettingsError> {
        G::start(&self.settings, self.players.len())
    }

    /// Plays every turn and returns the final position.
    ///
    /// # Errors
    /// If a turn is not possible, with its number.
    pub fn check(&self) -> Result<G, ReplayError> {
        let mut game = self.start().map_err(|why| ReplayError { turn: 0, why: why.to_string() })?;
        let mut events = Vec::new();
        for (number, turn) in self.turns.iter().enumerate() {
            play_turn(&mut game, turn, &mut events).map_err(|why| why.at_turn(number + 1))?;
        }
        Ok(game)
    }

    /// How the match ended; `None` if it was stopped.
    ///
    /// # Errors
    /// If a turn is not possible.
    pub fn outcome(&self) -> Result<Option<Outcome>, ReplayError> {
        Ok(self.check()?.outcome())
    }
}

/// Plays one recorded turn and appends the resulting events to `events`.
///
/// # Errors
/// If the rules refuse it: the reason.
pub fn play_turn<G: Game>(game: &mut G, turn: &Turn<G::Action>, events: &mut Vec<G::Event>) -> Result<(), TurnError> {
    let seat = turn.seat;
    if seat.index() >= game.seats() {
        return Err(TurnError::NoPlayer { seat });
    }
    if game.outcome().is_some() {
        return Err(TurnError::MatchOver);
    }
    match &turn.result {
        TurnResult::Action(_) if !game.to_act().contains(seat) => Err(TurnError::NotItsTurn { seat }),
        TurnResult::Action(action) => game
            .play(seat, action.clone(), events)
            .map_err(|illegal| TurnError::Illegal { seat, why: illegal.to_string() }),
        TurnResult::Fault(fault) => {
            game.fault(seat, fault, events);
            Ok(())
        }
    }
}

/// Why a recorded turn is not possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The match has no such seat.
    #[error("there is no player {}", .seat.number())]
    NoPlayer {
        /// The turn's seat.
        seat: Seat,
    },
    /// The match has ended.
    #[error("the match was over before it")]
    MatchOver,
    /// Another seat is to act.
    #[error("it is not the turn of player {}", .seat.number())]
    NotItsTurn {
        /// The turn's seat.
        seat: Seat,
    },
    /// The rules refuse the action.
    #[error("player {}'s action is illegal: {why}", .seat.number())]
    Illegal {
        /// The turn's seat.
        seat: Seat,
        /// The reason of the rules, as a clause.
        why: String,
    },
}

impl TurnError {
    /// The error of the turn with this number, from 1, in a replay.
    pub fn at_turn(self, turn: usize) -> ReplayError {
        ReplayError { turn, why: self.to_string() }
    }
}

/// A replay whose turns do not follow from its start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("turn {turn} of the replay is not possible: {why}")]
pub struct ReplayError {
    /// The number of the turn, from 1; 0 for the start itself.
    pub turn: usize,
    /// The description of the error.
    pub why: String,
}

/// Times in the file form: whole nanoseconds.
pub(crate) mod nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(used: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(used.as_nanos()).unwrap_or(u64::MAX))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_nanos)
    }
}
