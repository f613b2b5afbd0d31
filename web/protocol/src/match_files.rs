//! The messages about files of matches, which the program of cases reads and writes because it has
//! the rules of all games. Knows no game.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::live::read::{FromMessage, read_field};
use botyard_engine::read_fields;
use botyard_engine::replay::Turn;
use botyard_engine::transcript::Passage;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The most bytes of a link that a QR code has room for.
pub const QR_CODE_MAX: usize = botyard_picture::qr_code::BYTES_MAX;

/// A form in which a match is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExportForm {
    /// The log format of the game's original program.
    Log,
    /// A position, in SVG.
    Picture,
    /// A position as lines of text.
    Text,
    /// The match's link as a QR code, in SVG: the text is the link in the place of the
    /// match.
    QrCode,
    /// The whole match as one HTML file.
    Html,
    /// A position in pixels.
    Png,
    /// The whole match as an animated GIF.
    Animation,
}

/// A form to write, with the data that the replay's file does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// In which form.
    pub form: ExportForm,
    /// The turn that is shown: how many actions come before it.
    pub turn: usize,
    /// Whether it is drawn in the colours of a dark page.
    pub is_dark: bool,
    /// The result of the match, in a sentence; empty before its end.
    pub verdict: String,
    /// Every turn as a sentence, and whether it was a fault; only for an HTML file.
    pub lines: Vec<(String, bool)>,
}

/// A match that was found in a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundMatch {
    /// The match before its first turn; the settings are always given.
    pub match_spec: MatchSpec,
    /// The turns played, which are legal in their order.
    pub turns: Vec<Turn<Value>>,
    /// The bots' input and output, if the text has it.
    pub passages: Vec<Passage>,
    /// How many matches there are in the text; this is the first.
    pub of: usize,
    /// Why this is not the whole match of the text, as a sentence; `None` if it is.
    pub warning: Option<String>,
}

read_fields!(FoundMatch { match_spec, turns, passages, of, warning });

/// A text in which a match may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadRequest {
    /// Comes back with the answer.
    pub id: u32,
    /// The game whose log it may be.
    pub game: String,
    /// The name of the file that it was in; `None` if it was pasted.
    pub file: Option<String>,
}

/// The answer to a [`ReadRequest`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FromReader {
    /// Which question this answers.
    pub id: u32,
    /// The match, or a clause that says why the text cannot be read.
    pub found: Result<FoundMatch, String>,
}

impl<'de> Deserialize<'de> for FromReader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?)
            .ok_or_else(|| D::Error::custom("not an answer of the reader"))
    }
}

impl FromMessage for FromReader {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        Some(Self { id: read_field(of, "id")?, found: read_field(of, "found")? })
    }
}
