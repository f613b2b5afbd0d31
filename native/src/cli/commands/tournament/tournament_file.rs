//! A tournament's options as a TOML file: `game`, `players`, and every option by its long name, or its letter if it has no other. The file stands for a command
//! line and is read as one, so that it has the same options, defaults and errors.

use std::collections::BTreeMap;
use std::path::Path;

use botyard::input;
use botyard_engine::fault::printable;
use clap::{FromArgMatches as _, Subcommand as _};
use serde_json::Value;

use super::super::game_args::{GameArgs, GivenOption};
use super::TournamentOptions;
use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, OutputFile};

/// The tournament that a file describes; `more` are options behind it.
///
/// # Errors
/// If it cannot be read. Options that do not exist end the program as on the command line.
pub fn read(path: &Path, more: &[String]) -> Result<GameArgs<TournamentOptions>, CommandError> {
    let bytes = input::read(path, input::TEXT).map_err(|error| CommandError::file("read", path, &error))?;
    let text = String::from_utf8(bytes).map_err(|_| invalid(path, "it is not UTF-8"))?;
    let table: BTreeMap<String, Value> = basic_toml::from_str(&text).map_err(|why| invalid(path, &why.to_string()))?;
    let mut words = command_line(&table).map_err(|why| invalid(path, &why))?;
    words.extend(more.iter().cloned());
    let command = clap::Command::new("botyard tournament").bin_name("botyard tournament").no_binary_name(true);
    let command = GameArgs::<TournamentOptions>::augment_subcommands(command.args_override_self(true));
    let matches = command.try_get_matches_from(words).unwrap_or_else(|error| error.exit());
    GameArgs::from_arg_matches(&matches).map_err(|error| CommandError::Usage(error.to_string()))
}

fn invalid(path: &Path, why: &str) -> CommandError {
    CommandError::Usage(format!("{}: {why}", printable(&path.display().to_string())))
}

/// `GAME PLAYER... --option value ...`.
fn command_line(table: &BTreeMap<String, Value>) -> Result<Vec<String>, String> {
    let Some(Value::String(game)) = table.get("game") else {
        return Err("expected a game, such as game = \"connect-four\"".to_owned());
    };
    let Some(Value::Array(players)) = table.get("players") else {
        return Err("expected players, such as players = [\"./my-bot\", \"builtin:random\"]".to_owned());
    };
    let mut words = vec![game.clone()];
    for player in players {
        words.push(scalar("players", player)?);
    }
    for (name, value) in table.iter().filter(|(name, _)| !matches!(&name[..], "game" | "players")) {
        let dashes = if name.chars().count() == 1 { "-" } else { "--" };
        match value {
            Value::Bool(true) => words.push(format!("{dashes}{name}")),
            Value::Bool(false) => {}
            Value::Array(values) => {
                words.push(format!("{dashes}{name}"));
                for value in values {
                    words.push(scalar(name, value)?);
                }
            }
            value => words.push(format!("{dashes}{name}={}", scalar(name, value)?)),
        }
    }
    Ok(words)
}

fn scalar(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(format!("`{}` is neither text nor a number", printable(name))),
    }
}

/// Writes a file that [`read`] understands.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, game: &str, given: &[GivenOption]) -> Result<(), CommandError> {
    let mut table = BTreeMap::from([("game".to_owned(), Value::from(game))]);
    for option in given.iter().filter(|option| option.name != "write-file") {
        let value = match (&option.values[..], option.is_list) {
            ([], _) => Value::Bool(true),
            ([value], false) => value.parse::<i64>().map_or_else(|_| Value::from(value.clone()), Value::from),
            (values, _) => Value::from(values.to_vec()),
        };
        table.insert(option.name.clone(), value);
    }
    let text = basic_toml::to_string(&table).map_err(|why| CommandError::Internal(why.to_string()))?;
    // A bot or a map whose name was given by mistake stays as it is.
    let is_ours = |start: &[u8]| String::from_utf8_lossy(start).lines().any(|line| line.starts_with("game ="));
    output_file::guard(path, "tournament's file", is_ours)?;
    OutputFile::open(path)?.replace(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stands_for_a_command_line() {
        let text = "game = \"generals\"\nplayers = [\"a b\", \"c\"]\ngames = 8\nm = 7\nquiet = true\nresume = false\ntime = 0.5\n\
                    sprt = [\"elo0=0\", \"elo1=10\"]\n";
        let table = basic_toml::from_str(text).expect("it is TOML");
        let words = command_line(&table).expect("it is a tournament");
        assert_eq!(
            words,
            ["generals", "a b", "c", "--games=8", "-m=7", "--quiet", "--sprt", "elo0=0", "elo1=10", "--time=0.5"]
        );
    }

    #[test]
    fn other_files_say_what_is_missing() {
        for (text, expected) in [
            ("", "expected a game"),
            ("game = \"stratego\"", "expected players"),
            ("game = \"stratego\"\nplayers = [1.5, true]", "`players` is neither"),
            ("game = \"stratego\"\nplayers = []\n[games]\nmany = 1", "`games` is neither"),
        ] {
            let table = basic_toml::from_str(text).expect("it is TOML");
            let why = command_line(&table).expect_err("it is no tournament");
            assert!(why.contains(expected), "{why}");
        }
    }
}
