//! The messages between the page and the host that plays its matches. [`botyard_engine::live`] has
//! most of them, because a worker is not the only host. The messages here are for tasks that the
//! worker does for the page even if the native program plays.
//!
//! Messages to the worker are JSON text with the bytes of modules and files beside it, in one
//! parcel.

mod bot_key;
pub mod series;

use botyard_engine::live::read::{FromMessage, read_field};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use bot_key::{BotKey, file_of_build, numbered_build};
pub use botyard_engine::live::{
    BotFile, FromHost as FromWorker, HostBot, HostBotFile, MatchProgress, PlayRequest, ToHost as ToWorker, TrialEnding,
    TrialRequest, TrialResult,
};
pub use botyard_web_export::{Export, ExportForm, QR_CODE_MAX};
pub use botyard_web_reader::{FoundMatch, record_advice};

/// A request to the match worker besides its matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToReader {
    /// Read a replay or a log, whose text comes beside the message: see
    /// [`botyard_web_reader::read`].
    Read {
        /// Comes back with the answer.
        id: u32,
        /// The game whose log it may be.
        game: String,
        /// The name of the file that it was in; `None` if it was pasted.
        file: Option<String>,
    },
}

/// The answer to [`ToReader::Read`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FromReader {
    /// Which question this answers.
    pub id: u32,
    /// The match, or a clause that says why the text cannot be read.
    pub found: Result<FoundMatch, String>,
}

/// A message from the match worker.
#[derive(Debug)]
pub enum WorkerMessage {
    /// A message that any host sends.
    Live(FromWorker),
    /// About a text.
    Read(FromReader),
}

impl WorkerMessage {
    /// Reads a message; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        if value.get("found").is_none() {
            return FromWorker::from_value(value).map(Self::Live);
        }
        let of = &mut value;
        Some(Self::Read(FromReader { id: read_field(of, "id")?, found: read_field(of, "found")? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_and_texts_are_told_apart() {
        let read = FromReader { id: 3, found: Err("it is no replay".to_owned()) };
        let text = serde_json::to_string(&read).expect("text keys only");
        assert!(matches!(WorkerMessage::read(&text), Some(WorkerMessage::Read(said)) if said == read));
        let found = botyard_web_reader::read("connect-four", "4\n").expect("a log");
        let text = serde_json::to_string(&FromReader { id: 3, found: Ok(found) }).expect("text keys only");
        assert!(matches!(WorkerMessage::read(&text), Some(WorkerMessage::Read(FromReader { found: Ok(_), .. }))));
        assert!(matches!(
            WorkerMessage::read(r#"{"ready":{"suspends":true}}"#),
            Some(WorkerMessage::Live(FromWorker::Ready { .. }))
        ));
        assert!(WorkerMessage::read("{}").is_none());
    }
}
