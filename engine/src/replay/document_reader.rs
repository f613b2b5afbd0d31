//! Reads a replay's document turn by turn: as a tree of values, a long match would take many times
//! its own memory. Compiled once, and not once a game: each turn is handed over before the next is
//! read. Knows no game but its name.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::{FORMAT, MatchTerms, PlayerInfo, Turn};
use crate::transcript::Passage;

/// Reads the document of a match of this game, and hands over its turns.
pub(super) struct DocumentReader<'a> {
    /// The name of the game.
    pub game: &'static str,
    /// Whether the transcript is wanted.
    pub words: Words,
    /// Takes the next turn.
    pub take_turn: &'a mut dyn FnMut(Turn<Value>) -> serde_json::Result<()>,
}

/// What becomes of the transcript.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// It is read.
    Read,
    /// It is left out.
    LeftOut,
}

/// A document without its turns.
pub(super) struct DocumentParts {
    pub settings: Value,
    pub seed: u64,
    pub players: Vec<PlayerInfo>,
    /// As they are stated: files of earlier versions name no terms, or only those that were not
    /// usual.
    pub terms: MatchTerms,
    pub passages: Vec<Passage>,
    /// How many bytes of each seat's transcript are kept, if the document says so.
    pub kept_words: Option<usize>,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Format,
    Game,
    Settings,
    Seed,
    Players,
    Terms,
    Turns,
    Transcript,
    TranscriptKept,
    #[serde(other)]
    Unknown,
}

impl<'de> DeserializeSeed<'de> for DocumentReader<'_> {
    type Value = DocumentParts;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<DocumentParts, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for DocumentReader<'_> {
    type Value = DocumentParts;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a replay")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<DocumentParts, M::Error> {
        let (mut format, mut game, mut settings, mut seed, mut players, mut turns) = Default::default();
        let (mut terms, mut passages, mut kept_words) = Default::default();
        while let Some(key) = map.next_key()? {
            match key {
                Key::Format => format = Some(check_format(map.next_value()?)?),
                Key::Game => game = Some(self.check_game(&map.next_value::<String>()?)?),
                Key::Settings => settings = Some(map.next_value()?),
                Key::Seed => seed = Some(map.next_value()?),
                Key::Players => players = Some(map.next_value()?),
                Key::Terms => terms = map.next_value()?,
                Key::Turns => turns = Some(map.next_value_seed(TurnsReader(&mut *self.take_turn))?),
                Key::Transcript if self.words == Words::Read => passages = map.next_value()?,
                Key::TranscriptKept if self.words == Words::Read => kept_words = map.next_value::<Value>()?.as_u64(),
                Key::Transcript | Key::TranscriptKept | Key::Unknown => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let missing = M::Error::missing_field;
        let () = format.ok_or_else(|| missing("format"))?;
        let () = game.ok_or_else(|| missing("game"))?;
        let () = turns.ok_or_else(|| missing("turns"))?;
        Ok(DocumentParts {
            settings: settings.ok_or_else(|| missing("settings"))?,
            seed: seed.ok_or_else(|| missing("seed"))?,
            players: players.ok_or_else(|| missing("players"))?,
            terms,
            passages,
            kept_words: kept_words.and_then(|kept| usize::try_from(kept).ok()),
        })
    }
}

impl DocumentReader<'_> {
    fn check_game<E: serde::de::Error>(&self, game: &str) -> Result<(), E> {
        match game == self.game {
            true => Ok(()),
            false => Err(E::custom(format_args!("a match of {game}: expected {}", self.game))),
        }
    }
}

fn check_format<E: serde::de::Error>(format: u32) -> Result<(), E> {
    match format > FORMAT {
        true => Err(E::custom(format_args!("format {format}: expected at most {FORMAT}"))),
        false => Ok(()),
    }
}

/// Hands over the turns of a list.
struct TurnsReader<'a>(&'a mut dyn FnMut(Turn<Value>) -> serde_json::Result<()>);

impl<'de> DeserializeSeed<'de> for TurnsReader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for TurnsReader<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut turns: S) -> Result<(), S::Error> {
        while let Some(turn) = turns.next_element()? {
            (self.0)(turn).map_err(S::Error::custom)?;
        }
        Ok(())
    }
}
