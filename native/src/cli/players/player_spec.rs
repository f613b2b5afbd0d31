//! How a player is named on the command line, and in output. Parses text; opens no file.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::replay::distinct_names;

use crate::cli::command_error::CommandError;
use crate::cli::time_text::parse_time;

/// A player as named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSpec {
    /// `human`: the person at this terminal.
    Human,
    /// `builtin:NAME`: a bot that comes with the program.
    Builtin(String),
    /// `cmd:LINE`: a command with its arguments.
    Command(String),
    /// Anything else: a file.
    File(PathBuf),
}

impl PlayerSpec {
    /// Parses a spec. Every text is a valid spec.
    pub fn parse(text: &str) -> Self {
        if text == "human" {
            Self::Human
        } else if let Some(name) = text.strip_prefix("builtin:") {
            Self::Builtin(name.to_owned())
        } else if let Some(line) = text.strip_prefix("cmd:") {
            Self::Command(line.to_owned())
        } else {
            Self::File(PathBuf::from(text))
        }
    }

    /// The player's name in output.
    pub fn name(&self) -> String {
        match self {
            Self::Human => "human".to_owned(),
            Self::Builtin(name) | Self::Command(name) => name.clone(),
            Self::File(path) => {
                path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
            }
        }
    }
}

/// A player, with the name and the time limit that it was given: `NAME=PLAYER`, `NAME@TIME=PLAYER`
/// or `@TIME=PLAYER`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The name, if it was given one.
    pub name: Option<String>,
    /// The time for one answer, if it was given one of its own.
    pub turn: Option<Duration>,
    /// The player.
    pub spec: PlayerSpec,
}

impl NamedPlayer {
    /// Parses a player. A text that is the path of a file is this file, whatever is in its name; every
    /// text is a valid player.
    pub fn parse(text: &str) -> Self {
        Self::parse_label(text).unwrap_or_else(|| Self { name: None, turn: None, spec: PlayerSpec::parse(text) })
    }

    /// Parses a player with a label; `None` if the text has none.
    fn parse_label(text: &str) -> Option<Self> {
        let (label, player) = text.split_once('=')?;
        let (name, turn) = match label.rsplit_once('@').map(|(name, time)| (name, parse_time(time))) {
            Some((name, Ok(turn))) => (name.trim(), Some(turn)),
            _ => (label.trim(), None),
        };
        let is_label = !name.contains(['/', '\\', ':']) && (turn.is_some() || !name.is_empty());
        let name = Some(name).filter(|name| !name.is_empty()).map(str::to_owned);
        (is_label && !player.is_empty() && !Path::new(text).exists()).then(|| Self {
            name,
            turn,
            spec: PlayerSpec::parse(player),
        })
    }

    /// The file that names the player, if a file does.
    fn file(&self) -> Option<&Path> {
        match (&self.name, &self.spec) {
            (None, PlayerSpec::File(path)) => Some(path),
            _ => None,
        }
    }
}

/// Two players were given the same name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("two players are called `{}`: give each a name of its own (NAME=BOT)", printable(.0))]
pub struct SameNameError(String);

impl From<SameNameError> for CommandError {
    fn from(error: SameNameError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// The players' names, all of them different: files of one name are told apart by their folders, and
/// the rest by numbers.
///
/// # Errors
/// If two players were given the same name.
pub fn names(players: &[NamedPlayer]) -> Result<Vec<String>, SameNameError> {
    let mut given = BTreeSet::new();
    if let Some(name) = players.iter().filter_map(|player| player.name.as_ref()).find(|name| !given.insert(*name)) {
        return Err(SameNameError(name.clone()));
    }
    let plain: Vec<_> =
        players.iter().map(|player| player.name.clone().unwrap_or_else(|| player.spec.name())).collect();
    let told_apart = |(player, name): (&NamedPlayer, &String)| {
        let Some(own) = player.file().map(parts) else { return name.clone() };
        let of_that_name = players.iter().zip(&plain).filter(|(_, other)| *other == name);
        let files: BTreeSet<_> = of_that_name.filter_map(|(other, _)| other.file().map(parts)).collect();
        // So many names of folders, from the last one on, that all are different.
        let differ =
            |&count: &usize| files.iter().map(|file| tail(file, count)).collect::<BTreeSet<_>>().len() == files.len();
        match files.len() {
            0 | 1 => name.clone(),
            _ => (2..own.len()).find(differ).map_or_else(|| own.join("/"), |count| tail(&own, count).join("/")),
        }
    };
    Ok(distinct_names(&players.iter().zip(&plain).map(told_apart).collect::<Vec<_>>()))
}

/// The players' names, with numbers if they would be the same: in the commands that replace original
/// programs.
pub fn numbered_names(specs: &[PlayerSpec]) -> Vec<String> {
    distinct_names(&specs.iter().map(PlayerSpec::name).collect::<Vec<_>>())
}

/// The names of a path's folders and of its file.
fn parts(path: &Path) -> Vec<String> {
    let parts = path.components().filter(|part| !matches!(part, Component::CurDir | Component::RootDir));
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

/// The last of these, at most this many.
fn tail(parts: &[String], count: usize) -> &[String] {
    &parts[parts.len().saturating_sub(count)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_as_they_are_written() {
        for (text, spec, name) in [
            ("human", PlayerSpec::Human, "human"),
            ("builtin:negamax", PlayerSpec::Builtin("negamax".to_owned()), "negamax"),
            ("cmd:python3 -u bot.py", PlayerSpec::Command("python3 -u bot.py".to_owned()), "python3 -u bot.py"),
            ("bots/mine.wasm", PlayerSpec::File("bots/mine.wasm".into()), "mine.wasm"),
            ("./human", PlayerSpec::File("./human".into()), "human"),
        ] {
            assert_eq!(PlayerSpec::parse(text), spec);
            assert_eq!(spec.name(), name);
        }
    }

    #[test]
    fn a_player_can_be_given_a_name() {
        for (text, name, player) in [
            ("old=old/bot.py", Some("old"), "old/bot.py"),
            ("depth 3=cmd:./bot --depth=3", Some("depth 3"), "cmd:./bot --depth=3"),
            ("strong=builtin:negamax", Some("strong"), "builtin:negamax"),
            ("me=human", Some("me"), "human"),
            // An assignment of a command, and of a file's path.
            ("cmd:env A=1 ./bot", None, "cmd:env A=1 ./bot"),
            ("./a=b.py", None, "./a=b.py"),
            ("bots/a=b.py", None, "bots/a=b.py"),
            ("=b.py", None, "=b.py"),
            ("a=", None, "a="),
        ] {
            let expected = NamedPlayer { name: name.map(str::to_owned), turn: None, spec: PlayerSpec::parse(player) };
            assert_eq!(NamedPlayer::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_player_can_be_given_a_time_limit() {
        for (text, name, millis, player) in [
            ("deep@2s=./bot", Some("deep"), Some(2_000), "./bot"),
            ("@500ms=builtin:negamax", None, Some(500), "builtin:negamax"),
            ("a@b@1=cmd:./bot -q", Some("a@b"), Some(1_000), "cmd:./bot -q"),
            // No time.
            ("a@home=bot", Some("a@home"), None, "bot"),
            ("a@0=bot", Some("a@0"), None, "bot"),
            ("a/b@2s=bot", None, None, "a/b@2s=bot"),
            ("@2s=", None, None, "@2s="),
        ] {
            let (name, turn) = (name.map(str::to_owned), millis.map(Duration::from_millis));
            let expected = NamedPlayer { name, turn, spec: PlayerSpec::parse(player) };
            assert_eq!(NamedPlayer::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_file_is_meant_before_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a=b.py");
        std::fs::write(&path, "").expect("our own folder");
        let text = path.display().to_string();
        assert_eq!(NamedPlayer::parse(&text).spec, PlayerSpec::File(path));
    }

    #[track_caller]
    fn check(players: &[&str], expected: &[&str]) {
        let players: Vec<_> = players.iter().map(|text| NamedPlayer::parse(text)).collect();
        assert_eq!(names(&players).expect("no name was given twice"), expected);
    }

    #[test]
    fn files_of_one_name_are_told_apart_by_their_folders() {
        check(&["new/bot.py", "builtin:random", "old/bot.py"], &["new/bot.py", "random", "old/bot.py"]);
        check(&["./bot.py", "old/bot.py", "bot.js"], &["bot.py", "old/bot.py", "bot.js"]);
        check(&["a/src/bot", "b/src/bot", "b/lib/bot"], &["a/src/bot", "b/src/bot", "b/lib/bot"]);
        check(&["/x/a/bot", "/x/b/bot"], &["a/bot", "b/bot"]);
        check(&["../bot", "bot"], &["../bot", "bot"]);
        check(&["old=old/bot.py", "new/bot.py"], &["old", "bot.py"]);
    }

    #[test]
    fn the_same_bot_twice_has_two_names() {
        check(&["a/bot", "builtin:random", "./a/bot"], &["bot (1)", "random", "bot (3)"]);
        check(&["a/bot", "b/bot", "a/bot"], &["a/bot (1)", "b/bot", "a/bot (3)"]);
        check(&["builtin:random", "builtin:random"], &["random (1)", "random (2)"]);
        check(&["x=a", "b/x", "x (1)=c"], &["x (1) (1)", "x (2)", "x (1)"]);
    }

    /// Regression: they became `x (1)` and `x (2)`.
    #[test]
    fn a_name_is_given_to_one_player() {
        let players = ["x=a", "y=b", "x=b"].map(NamedPlayer::parse);
        let why = names(&players).expect_err("it was given twice").to_string();
        assert_eq!(why, "two players are called `x`: give each a name of its own (NAME=BOT)");
    }
}
