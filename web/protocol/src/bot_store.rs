//! The messages between the page and the script that keeps the visitor's bots in the browser
//! (`web/page/js/bot_store.js`). Knows neither bots nor the store.

use botyard_engine::live::read::{FromMessage, read_field};
use serde::Serialize;
use serde_json::Value;

use super::{BeatenRung, BuildGames};

/// Identifies a build that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuildId {
    /// The game that it plays.
    pub game: String,
    /// The name of its file.
    pub name: String,
    /// Which file of that name it is, from 1.
    pub number: u32,
}

/// A request of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToBotStore {
    /// Keep a build, whose file comes beside the message.
    Add {
        /// The build; it gets the next free number if another tab has kept another file under its
        /// own.
        build: BuildId,
        /// The SHA-256 of the file.
        sha256: String,
    },
    /// Send the file of a build.
    Load {
        /// The build.
        build: BuildId,
    },
    /// Keep how the games of a build have ended.
    KeepGames {
        /// The build.
        build: BuildId,
        /// Identifies it, if another tab has changed its number.
        sha256: String,
        /// Whether it fails in nearly all of its games.
        has_failed: bool,
        /// Its games.
        games: BuildGames,
    },
    /// Keep that a build has beaten a rung of its game's ladder.
    KeepBeaten {
        /// The build.
        build: BuildId,
        /// Identifies it, if another tab has changed its number.
        sha256: String,
        /// The rung, in place of an earlier result of the same.
        beaten: BeatenRung,
    },
    /// Remove a build.
    Remove {
        /// The build.
        build: BuildId,
        /// Identifies it, if another tab has changed its number.
        sha256: String,
    },
    /// Keep the build again that was removed last.
    Restore {
        /// The build.
        build: BuildId,
        /// It is kept only if it is the file of this SHA-256.
        sha256: String,
    },
}

/// A message of the script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromBotStore {
    /// All builds of earlier visits have been sent.
    Listed,
    /// This build is kept.
    Kept {
        /// The build.
        build: BuildId,
        /// The SHA-256 of its file.
        sha256: String,
        /// Its games.
        games: BuildGames,
        /// The rungs that it has beaten.
        beaten: Vec<BeatenRung>,
    },
    /// Another tab has removed this build.
    Removed {
        /// The build.
        build: BuildId,
        /// The SHA-256 of its file.
        sha256: String,
    },
    /// This build was removed because there are many newer ones.
    Trimmed {
        /// The build.
        build: BuildId,
        /// The SHA-256 of its file.
        sha256: String,
    },
    /// The answer to [`ToBotStore::Load`]: the file comes beside the message.
    Module {
        /// The build.
        build: BuildId,
        /// Why there is no file; `None` if there is one.
        missing: Option<MissingModule>,
    },
    /// Tell the visitor this sentence.
    Notice {
        /// The sentence.
        text: String,
    },
    /// Something is not kept: a sentence that says why.
    Error {
        /// The sentence.
        text: String,
    },
}

/// Why the file of a build cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MissingModule {
    /// It is not kept any more.
    Removed,
    /// The browser's storage does not answer.
    Silent,
}

impl FromBotStore {
    /// Reads a message; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let of = &mut value;
        let kind: String = read_field(of, "type")?;
        Some(match kind.as_str() {
            "listed" => Self::Listed,
            "kept" => Self::Kept {
                build: read_field(of, "build")?,
                sha256: read_field(of, "sha256")?,
                games: read_field(of, "games")?,
                beaten: read_field(of, "beaten")?,
            },
            "removed" => Self::Removed { build: read_field(of, "build")?, sha256: read_field(of, "sha256")? },
            "trimmed" => Self::Trimmed { build: read_field(of, "build")?, sha256: read_field(of, "sha256")? },
            "module" => Self::Module { build: read_field(of, "build")?, missing: read_field(of, "missing")? },
            "notice" => Self::Notice { text: read_field(of, "text")? },
            "error" => Self::Error { text: read_field(of, "text")? },
            _ => return None,
        })
    }
}

impl FromMessage for BuildId {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        Some(Self { game: read_field(of, "game")?, name: read_field(of, "name")?, number: read_field(of, "number")? })
    }
}

impl FromMessage for MissingModule {
    fn from_value(value: Value) -> Option<Self> {
        match value.as_str()? {
            "removed" => Some(Self::Removed),
            "silent" => Some(Self::Silent),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_of_the_script_is_read() {
        let build = BuildId { game: "generals".to_owned(), name: "mine.js".to_owned(), number: 2 };
        let (sha256, text) = ("ab".to_owned(), "It is not kept.".to_owned());
        let games = BuildGames { is_silent: true, games: 3, failed: u32::MAX };
        let beaten = vec![BeatenRung { rung: "hunter".to_owned(), games: 20, half_points: 31 }];
        let module = |missing| FromBotStore::Module { build: build.clone(), missing };
        for said in [
            FromBotStore::Listed,
            FromBotStore::Kept { build: build.clone(), sha256: sha256.clone(), games, beaten },
            FromBotStore::Removed { build: build.clone(), sha256: sha256.clone() },
            FromBotStore::Trimmed { build: build.clone(), sha256 },
            module(None),
            module(Some(MissingModule::Removed)),
            module(Some(MissingModule::Silent)),
            FromBotStore::Notice { text: text.clone() },
            FromBotStore::Error { text },
        ] {
            let text = serde_json::to_string(&said).expect("text keys only");
            assert_eq!(FromBotStore::read(&text), Some(said), "{text}");
        }
        for text in ["", "[]", r#"{"type":"no"}"#, r#"{"type":"module","build":{},"missing":null}"#] {
            assert_eq!(FromBotStore::read(text), None, "{text}");
        }
    }
}
