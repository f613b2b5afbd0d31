//! The messages between the page and the editor of bots, which is a script (`web/editor/`). Knows
//! neither drafts nor matches.
//!
//! The editor's messages are JSON text, with the bytes of a draft beside it: see
//! `web/page/src/editor_port.rs`. What the page shows its editor is JSON text in an attribute of the
//! editor's element.

use botyard_engine::live::read::{FromMessage, read_field};
use botyard_engine::seat::Seat;
use serde::Serialize;
use serde_json::Value;

use super::{BotKey, ScriptError};

/// In the place of a file's name among the seats of a [`SharedSetup`]: the draft. No bot has this
/// name.
pub const OWN_SEAT: &str = "*";

/// A message from the editor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromEditor {
    /// This draft is to play; all its files come beside the message, in one script.
    Run {
        /// The game that it is for.
        game: String,
        /// The name of its file.
        file: String,
        /// Whether a series is to be played, and not a match.
        is_series: bool,
    },
    /// This draft is open.
    Draft {
        /// The game that it is for.
        game: String,
        /// The name of its file.
        file: String,
        /// The SHA-256 of its text; empty where the browser cannot compute it.
        sha256: String,
        /// Whether it has come with a link.
        is_from_link: bool,
    },
    /// The syntax of a script, which comes beside the message, is to be checked.
    Check {
        /// Comes back with the answer.
        number: u32,
        /// The path of the file that is parsed, with all that it imports.
        path: String,
    },
    /// A script, which comes beside the message, is to be run outside any match.
    Try {
        /// Comes back with the answer.
        number: u32,
        /// All that it can read.
        input: String,
        /// The name of its first file, by which its language is known.
        file: String,
    },
    /// A bot is for this match, which is to be set up.
    SetUp {
        /// The game that it is for.
        game: String,
        /// The seed and the seats.
        setup: SharedSetup,
        /// The game's settings as JSON; `None` if they stay.
        settings: Option<String>,
    },
    /// A draft that is run plays against these bots too.
    Opponents {
        /// The game that it is for.
        game: String,
        /// The bots.
        keys: Vec<BotKey>,
    },
    /// A game that the draft has lost in this seat is being opened.
    OpenLoss {
        /// The draft's seat.
        #[cfg_attr(test, ts(type = "number"))]
        seat: Seat,
    },
    /// By which fault was a game lost?
    Explain {
        /// The game that was played.
        game: String,
        /// How the address of its replay ends.
        link: String,
    },
    /// The program of series is to report on a run, if it is kept.
    Report {
        /// The game that was played.
        game: String,
        /// The draft's build.
        key: BotKey,
    },
}

/// The match that is set up, for a link to a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedSetup {
    /// The seed, which a number of JavaScript cannot hold.
    pub seed: String,
    /// For each seat the file of the bot if all visitors have it, [`OWN_SEAT`] if it is the draft,
    /// or an empty text.
    pub seats: Vec<String>,
}

/// What the page shows its editor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToEditor {
    /// The game that is shown.
    pub game: String,
    /// The match that is set up.
    pub setup: SharedSetup,
    /// The match that a run would play, in a sentence; `None` if no draft is open, or no match can
    /// be played.
    pub plan: Option<String>,
    /// The bots among which the opponents of runs are chosen.
    pub opponents: Vec<Opponent>,
    /// The source that is to be opened.
    pub source: Option<OpenSource>,
    /// The result of the last run, once there is one.
    pub result: Option<RunResult>,
    /// The match of the last run, once it is over.
    pub played: Option<PlayedMatch>,
    /// The bots that the series of the last run waits for, in words.
    pub waits: Option<String>,
    /// The answer to [`FromEditor::Check`].
    pub checked: Option<CheckResult>,
    /// The answer to [`FromEditor::Try`].
    pub tried: Option<TryResult>,
    /// The answer to [`FromEditor::Explain`].
    pub explained: Option<Explanation>,
}

/// A bot that a draft can play against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opponent {
    /// Identifies it.
    pub key: String,
    /// Its name.
    pub name: String,
}

/// A source that is to be opened, which may have been opened before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenSource {
    /// Differs each time, so that it is opened again. A link has no number: it is opened once.
    pub number: Option<u32>,
    /// The source.
    pub source: Source,
}

/// A source from which a draft is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Source {
    /// A new draft.
    New {
        /// The language, as addresses name it.
        language: String,
    },
    /// A bot in an address.
    Link {
        /// The part of the address.
        payload: String,
    },
    /// A bot that comes with the page.
    Bundled {
        /// The name of its file.
        file: String,
    },
    /// A build that the visitor has dropped or written.
    Build {
        /// The name of its file.
        file: String,
        /// Identifies the build: its number can differ in the browser's store. Empty if it is not
        /// known.
        sha256: String,
        /// Its text; `None` if only the browser's store may have it.
        text: Option<String>,
    },
    /// A script of the native program.
    Served {
        /// The name of its file.
        file: String,
        /// Where it can be fetched.
        address: String,
    },
    /// A draft that the editor has saved.
    File {
        /// The text of the file.
        text: String,
    },
}

/// What has come of a run so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunResult {
    /// The number of the run.
    pub run: u32,
    /// The name of the bot's file.
    pub bot: String,
    /// Whether its match is over.
    pub is_over: bool,
    /// The page's sentence on the match.
    pub words: String,
    /// The bot's stderr when it was stopped.
    pub stderr: String,
    /// The error that it reports, if the match is over.
    pub error: Option<ScriptError>,
    /// Why no series of it is played; `None` if one is.
    pub obstacle: Option<String>,
    /// Whether it has lost because its time was up.
    pub is_late: bool,
}

/// A draft's match that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMatch {
    /// The number of the run.
    pub run: u32,
    /// How it ended for the draft.
    pub ending: MatchEnding,
    /// How many faults the draft had.
    pub faults: usize,
    /// The names of the others.
    pub opponents: Vec<String>,
}

/// How a match ended for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MatchEnding {
    /// It has won alone.
    Won,
    /// Nobody has won.
    Drawn,
    /// Another player has won.
    Lost,
}

/// Whether a script can be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckResult {
    /// The number of the check.
    pub number: u32,
    /// The interpreter's stderr if it cannot be parsed, or else empty. A check that failed for
    /// another reason has no text: a run shows why.
    pub errors: String,
    /// The error that it reports.
    pub error: Option<ScriptError>,
}

/// How a script has run outside any match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TryResult {
    /// The number of the trial.
    pub number: u32,
    /// Why it did not end of its own accord without an error; empty if it did.
    pub why: String,
    /// Its output.
    pub stdout: String,
    /// Its text on stderr.
    pub stderr: String,
    /// The error that it reports.
    pub error: Option<ScriptError>,
}

/// Why a game was lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    /// How the address of its replay ends.
    pub link: String,
    /// The sentence on its last fault.
    pub cause: String,
}

impl FromEditor {
    /// Reads a message; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let of = &mut value;
        let kind: String = read_field(of, "type")?;
        Some(match kind.as_str() {
            "run" => Self::Run {
                game: read_field(of, "game")?,
                file: read_field(of, "file")?,
                is_series: read_field(of, "isSeries")?,
            },
            "draft" => Self::Draft {
                game: read_field(of, "game")?,
                file: read_field(of, "file")?,
                sha256: read_field(of, "sha256")?,
                is_from_link: read_field(of, "isFromLink")?,
            },
            "check" => Self::Check { number: read_field(of, "number")?, path: read_field(of, "path")? },
            "try" => Self::Try {
                number: read_field(of, "number")?,
                input: read_field(of, "input")?,
                file: read_field(of, "file")?,
            },
            "setUp" => Self::SetUp {
                game: read_field(of, "game")?,
                setup: read_field(of, "setup")?,
                settings: read_field(of, "settings")?,
            },
            "opponents" => Self::Opponents { game: read_field(of, "game")?, keys: read_field(of, "keys")? },
            "openLoss" => Self::OpenLoss { seat: read_field(of, "seat")? },
            "explain" => Self::Explain { game: read_field(of, "game")?, link: read_field(of, "link")? },
            "report" => Self::Report { game: read_field(of, "game")?, key: read_field(of, "key")? },
            _ => return None,
        })
    }
}

impl FromMessage for SharedSetup {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        Some(Self { seed: read_field(of, "seed")?, seats: read_field(of, "seats")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_of_the_editor_is_read() {
        let text = |text: &str| text.to_owned();
        let (game, file) = (text("generals"), text("mine.js"));
        let setup = SharedSetup { seed: u64::MAX.to_string(), seats: vec![text("random"), text(OWN_SEAT)] };
        let keys = ["connect-four-random", "file:mine.js", "build:2:mine.js", "here:7"].map(BotKey::from);
        let set_up = |settings| FromEditor::SetUp { game: game.clone(), setup: setup.clone(), settings };
        for said in [
            FromEditor::Run { game: game.clone(), file: file.clone(), is_series: true },
            FromEditor::Draft { game: game.clone(), file, sha256: text("ab"), is_from_link: false },
            FromEditor::Check { number: 3, path: text("/all.js") },
            FromEditor::Try { number: u32::MAX, input: text("1\0\n"), file: text("bot.py") },
            set_up(None),
            set_up(Some(text("{}"))),
            FromEditor::Opponents { game: game.clone(), keys: keys.to_vec() },
            FromEditor::OpenLoss { seat: Seat::new(1) },
            FromEditor::Explain { game: game.clone(), link: text("AoC") },
            FromEditor::Report { game: game.clone(), key: BotKey::from("build:2:mine.js") },
        ] {
            let text = serde_json::to_string(&said).expect("text keys only");
            assert_eq!(FromEditor::read(&text), Some(said), "{text}");
        }
        for text in ["", "{}", r#"{"type":"no"}"#, r#"{"type":"check","number":-1,"path":""}"#] {
            assert_eq!(FromEditor::read(text), None, "{text}");
        }
    }
}
