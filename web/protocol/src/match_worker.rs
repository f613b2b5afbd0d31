//! The messages to and from a match worker (`web/worker/`): about matches, as to any host, and about
//! tasks that only a worker does. Knows no game.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::live::read::{FromMessage, read_variant};
use botyard_engine::live::{FromHost, PlayRequest, ToHost};
use botyard_engine::rerun::TurnWindow;
use botyard_engine::tournament::ScheduledGame;
pub use botyard_sandbox::recording::{
    LineVisits, RecordingLimits, RunRecording, ScriptFunction, ScriptRecording, ScriptStep, VariableChange,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message to a match worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ToMatchWorker {
    /// About a match, as to any host.
    Host(#[cfg_attr(test, ts(type = "unknown"))] ToHost),
    /// About the games of a series, one series at a time.
    Series(#[cfg_attr(test, ts(type = "unknown"))] ToGameWorker),
    /// Play a match again, and record turns of the script in it, whose file comes beside the message.
    /// The answer is [`FromMatchWorker::Traced`]. Only the program that records takes it.
    #[cfg_attr(test, ts(skip))]
    Trace(TraceRequest),
    /// Run a module as a test of WASI says. Its file comes beside the message, then those of its
    /// folders. Only `wasi-test.html` sends it.
    WasiTest(WasiTest),
    /// Make one bot of a folder, whose files come beside the message. Only `bot_folder.js` sends it.
    MakeBot {
        /// The folder's name.
        folder: String,
        /// The paths of the files within it, in their order.
        paths: Vec<String>,
    },
}

/// A message from a match worker.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FromMatchWorker {
    /// About a match or a run, as from any host.
    Host(#[cfg_attr(test, ts(type = "unknown"))] FromHost),
    /// About the games of a series.
    Series(#[cfg_attr(test, ts(type = "unknown"))] FromGameWorker),
    /// The answer to the [`ToMatchWorker::Trace`] with the match of this number: a [`TurnTrace`] as
    /// JSON comes beside the message.
    #[cfg_attr(test, ts(skip))]
    Traced(u32),
}

/// Turns of a bot that are to be recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceRequest {
    /// The match, in which all other players repeat a record.
    pub play: PlayRequest,
    /// Which turns.
    pub window: TurnWindow,
    /// The bounds of the recording.
    pub limits: RecordingLimits,
}

/// What a script did in turns of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnTrace {
    /// Its runs that took part, by their numbers.
    pub runs: Vec<(u32, RunRecording)>,
    /// Its files, with the text as its author wrote it.
    pub files: Vec<(String, String)>,
    /// How many turns of the match are as recorded.
    pub followed: usize,
    /// How many turns were played.
    pub turns: usize,
}

/// The answer to [`ToMatchWorker::MakeBot`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FolderAnswer {
    /// The bot is a file of this name, whose bytes come beside the message.
    Bot(String),
    /// The folder is not a bot: a clause that says why.
    Refused(String),
}

/// How a module is run by a test of WASI.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WasiTest {
    /// Comes back with the answer, a [`FromHost::Tried`].
    pub id: u32,
    /// Its arguments, beginning with its own name.
    pub args: Vec<String>,
    /// Its environment.
    pub env: Vec<EnvironmentVariable>,
    /// The preopened folders.
    pub folders: Vec<WasiFolder>,
    /// Its time limit, in milliseconds of virtual time.
    pub limit_ms: u32,
}

/// A variable of a module's environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EnvironmentVariable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A folder that a module can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WasiFolder {
    /// The path under which the module sees it.
    pub path: String,
    /// The paths of its files within it, in the order in which they come beside the message.
    pub files: Vec<String>,
}

/// A request of the program of series to a match worker, for games of one series at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToGameWorker {
    /// Compile the modules, whose files come beside the message in the order of participants.
    PrepareBots,
    /// Take the modules as another worker has compiled them: they come beside the message.
    TakeBots,
    /// Play these games one after the other.
    PlayGames {
        /// The match, with the participants in the place of players; each game has its own seed and
        /// seats.
        match_spec: MatchSpec,
        /// Which games.
        games: Vec<ScheduledGame>,
    },
    /// Bring lines of games up to date that an earlier version of the page or the program wrote:
    /// that takes the games' rules.
    RenewLines(Vec<String>),
}

/// A match worker's answer to the program of series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromGameWorker {
    /// The bots can play. They come beside the message as the browser has compiled them, if other
    /// workers can take them in that form.
    BotsReady,
    /// A bot cannot play: a sentence that says why.
    BotRefused(String),
    /// The games were played: the lines of their results.
    Played(Vec<String>),
    /// The lines of [`ToGameWorker::RenewLines`], brought up to date, in the same order.
    Renewed(Vec<String>),
    /// A game could not be played, and it is not a bot's fault: a sentence that says why.
    Failed(String),
}

impl FromMatchWorker {
    /// Reads a message; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let (name, value) = read_variant(serde_json::from_str(text).ok()?)?;
        Some(match name.as_str() {
            "host" => Self::Host(FromMessage::from_value(value)?),
            "series" => Self::Series(FromMessage::from_value(value)?),
            "traced" => Self::Traced(FromMessage::from_value(value)?),
            _ => return None,
        })
    }
}

impl FromMessage for FromGameWorker {
    fn from_value(value: Value) -> Option<Self> {
        let (name, value) = read_variant(value)?;
        Some(match name.as_str() {
            "bots-ready" => Self::BotsReady,
            "bot-refused" => Self::BotRefused(FromMessage::from_value(value)?),
            "played" => Self::Played(FromMessage::from_value(value)?),
            "renewed" => Self::Renewed(FromMessage::from_value(value)?),
            "failed" => Self::Failed(FromMessage::from_value(value)?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_of_a_worker_is_read() {
        let texts = || vec!["{}".to_owned()];
        let why = || "It is no module.".to_owned();
        for said in [
            FromMatchWorker::Host(FromHost::Ready { suspends: true }),
            FromMatchWorker::Series(FromGameWorker::BotsReady),
            FromMatchWorker::Series(FromGameWorker::BotRefused(why())),
            FromMatchWorker::Series(FromGameWorker::Played(texts())),
            FromMatchWorker::Series(FromGameWorker::Renewed(texts())),
            FromMatchWorker::Series(FromGameWorker::Failed(why())),
            FromMatchWorker::Traced(7),
        ] {
            let text = serde_json::to_string(&said).expect("text keys only");
            assert_eq!(FromMatchWorker::read(&text), Some(said), "{text}");
        }
        for text in ["", "{}", r#"{"ready":{"suspends":true}}"#, r#"{"series":"no"}"#] {
            assert_eq!(FromMatchWorker::read(text), None, "{text}");
        }
    }
}
