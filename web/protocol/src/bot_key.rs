//! Identifies the bots of the page. Knows names, not bots.

use std::fmt;

use botyard_engine::live::read::FromMessage;
use botyard_sandbox::script::ScriptLanguage;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Identifies a bot among all bots of the page.
///
/// Menus and messages hold it as text, which is read once.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub enum BotKey {
    /// A bot that comes with the page, whose file is `bots/FILE.wasm`, or `bots/FILE` if it is a
    /// script. Written as `FILE`.
    Bundled(String),
    /// A file of this name that the visitor has dropped, and which of its builds: they are counted
    /// from 1. Written as `file:NAME`, or `build:NUMBER:NAME` for later ones.
    Dropped(String, u32),
    /// A bot of the native program's, by its number. Written as `here:NUMBER`.
    Host(u32),
}

impl BotKey {
    /// The language of a script, by its name; `None` if it is another bot.
    pub fn language(&self) -> Option<ScriptLanguage> {
        match self {
            Self::Bundled(name) | Self::Dropped(name, _) => ScriptLanguage::of_file(name),
            Self::Host(_) => None,
        }
    }

    /// Whether it is a script, by its name.
    pub fn is_script(&self) -> bool {
        self.language().is_some()
    }

    /// The name of the file that the visitor has dropped; `None` if it is another bot.
    pub fn dropped_file(&self) -> Option<&str> {
        match self {
            Self::Dropped(name, _) => Some(name),
            Self::Bundled(_) | Self::Host(_) => None,
        }
    }
}

/// The text between a file's name and the number of its build, in names of builds.
const BUILD_WORD: &str = ", build ";

/// The name of a build with its number. Later builds than the first play under this name, and
/// records keep it.
pub fn numbered_build(file: &str, build: u32) -> String {
    [file, BUILD_WORD, &build.to_string()].concat()
}

/// The file of a player that may have a name of [`numbered_build`].
pub fn file_of_build(player: &str) -> &str {
    match player.rsplit_once(BUILD_WORD) {
        Some((file, build)) if build.parse::<u32>().is_ok() => file,
        _ => player,
    }
}

const DROPPED: &str = "file:";
const BUILD: &str = "build:";
const HOST: &str = "here:";

impl fmt::Display for BotKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bundled(file) => f.write_str(file),
            Self::Dropped(name, 1) => write!(f, "{DROPPED}{name}"),
            Self::Dropped(name, build) => write!(f, "{BUILD}{build}:{name}"),
            Self::Host(id) => write!(f, "{HOST}{id}"),
        }
    }
}

impl From<&str> for BotKey {
    fn from(text: &str) -> Self {
        if let Some(name) = text.strip_prefix(DROPPED) {
            return Self::Dropped(name.to_owned(), 1);
        }
        let build = text.strip_prefix(BUILD).and_then(|rest| rest.split_once(':'));
        if let Some((Ok(build), name)) = build.map(|(build, name)| (build.parse(), name)) {
            return Self::Dropped(name.to_owned(), build);
        }
        let id = text.strip_prefix(HOST).and_then(|id| id.parse().ok());
        id.map_or_else(|| Self::Bundled(text.to_owned()), Self::Host)
    }
}

impl Serialize for BotKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromMessage for BotKey {
    fn from_value(value: Value) -> Option<Self> {
        value.as_str().map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_their_keys() {
        let is_script = |key| BotKey::from(key).is_script();
        assert!(is_script("connect-four-lookahead.js") && is_script("file:mine.js") && is_script("build:2:mine.mjs"));
        assert!(!is_script("connect-four-random") && !is_script("file:mine.wasm") && !is_script("here:7"));
    }

    #[test]
    fn the_file_of_a_build_is_read_from_its_name() {
        assert_eq!(numbered_build("mine.js", 2), "mine.js, build 2");
        for (player, file) in [
            ("mine.js", "mine.js"),
            ("mine.js, build 12", "mine.js"),
            ("a, build 1.js", "a, build 1.js"),
            ("a, build 1.js, build 2", "a, build 1.js"),
        ] {
            assert_eq!(file_of_build(player), file);
        }
    }

    #[test]
    fn a_key_is_read_from_what_it_is_written_as() {
        for (text, key) in [
            ("connect-four-random", BotKey::Bundled("connect-four-random".to_owned())),
            ("file:mine.wasm", BotKey::Dropped("mine.wasm".to_owned(), 1)),
            ("build:2:mine.wasm", BotKey::Dropped("mine.wasm".to_owned(), 2)),
            ("file:here:7", BotKey::Dropped("here:7".to_owned(), 1)),
            ("build:3:file:a", BotKey::Dropped("file:a".to_owned(), 3)),
            ("build:x", BotKey::Bundled("build:x".to_owned())),
            ("here:7", BotKey::Host(7)),
            ("here:seven", BotKey::Bundled("here:seven".to_owned())),
        ] {
            assert_eq!((BotKey::from(text), key.to_string().as_str()), (key, text));
        }
    }
}
