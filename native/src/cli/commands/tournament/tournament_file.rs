//! A tournament's options as a TOML file: `game`, `players`, and every option by its long name, or
//! its letter if it has no other. The file stands for a command line and is read as one, so that it
//! has the same options, defaults and errors.
//!
//! It cannot lift the sandbox by itself, because it may be somebody else's: what it says of that
//! must be on the command line, too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use botyard::input;
use botyard_engine::fault::printable;
use clap::{Arg, Args as _, Command, FromArgMatches as _, Subcommand as _};
use serde_json::Value;

use super::super::game_args::{GameArgs, GivenOption};
use super::TournamentOptions;
use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, OutputFile};
use crate::cli::players::sandbox::{self, SandboxArgs};
use crate::cli::usage_error;

type OptionTable = BTreeMap<String, Value>;

/// What stands at the beginning of the command line, and what this program reads itself.
const NOT_OPTIONS: [&str; 3] = ["game", "players", "write-file"];

/// The tournament that a file describes; `more` are options behind it.
///
/// # Errors
/// If it cannot be read. Options that do not exist end the program as on the command line.
pub fn read(path: &Path, more: &[String]) -> Result<GameArgs<TournamentOptions>, CommandError> {
    let bytes = input::read(path, input::TEXT).map_err(|error| CommandError::file("read", path, &error))?;
    let text = String::from_utf8(bytes).map_err(|_| invalid(path, "it is not UTF-8"))?;
    let table: OptionTable = basic_toml::from_str(&text).map_err(|why| invalid(path, &why.to_string()))?;
    let command = command();
    let words = command_line(&table, &command, more).map_err(|why| invalid(path, &why))?;
    let in_file = sandbox_options(&table).map_err(|why| invalid(path, &why))?;
    let matches = command.try_get_matches_from(words).unwrap_or_else(|error| usage_error::exit(&error));
    let usage = |error: clap::Error| CommandError::Usage(error.to_string());
    sandbox::store_options(SandboxArgs::from_arg_matches(&matches).map_err(usage)?);
    if let Some(option) = in_file.find_lifted(&sandbox::options()) {
        return Err(invalid(
            path,
            &format!("it asks for {option}: if you trust its bots, pass {option} beside --file"),
        ));
    }
    sandbox::store_options(in_file);
    GameArgs::from_arg_matches(&matches).map_err(usage)
}

/// The command that a file stands for.
fn command() -> Command {
    let command = Command::new("botyard tournament").bin_name("botyard tournament").no_binary_name(true);
    SandboxArgs::augment_args(GameArgs::<TournamentOptions>::augment_subcommands(command))
}

fn invalid(path: &Path, why: &str) -> CommandError {
    CommandError::Usage(format!("{}: {why}", printable(&path.display().to_string())))
}

/// `GAME MORE... --option=value ... -- PLAYER...`: no value can be read as anything else. Options
/// that are among `more` are left out.
fn command_line(table: &OptionTable, command: &Command, more: &[String]) -> Result<Vec<String>, String> {
    let Some(Value::String(game)) = table.get("game") else {
        return Err("expected a game, such as game = \"connect-four\"".to_owned());
    };
    let Some(Value::Array(players)) = table.get("players") else {
        return Err("expected players, such as players = [\"./my-bot\", \"builtin:random\"]".to_owned());
    };
    let mut words = vec![game.clone()];
    words.extend(more.iter().cloned());
    // Of an unknown game, the command says which games there are.
    if let Some(command) = command.find_subcommand(game) {
        let overridden: Vec<_> = more.iter().filter_map(|word| find_option(command, given_name(word)?)).collect();
        let is_option = |name: &str| !NOT_OPTIONS.contains(&name) && !SandboxArgs::NAMES.contains(&name);
        for (name, value) in table.iter().filter(|(name, _)| is_option(name)) {
            let shown = printable(name);
            let option = find_option(command, name).ok_or_else(|| format!("there is no option --{shown}"))?;
            if !overridden.iter().any(|other| other.get_id() == option.get_id()) {
                words.extend(option_words(name, value, option)?);
            }
        }
    }
    words.push("--".to_owned());
    for player in players {
        words.push(scalar("players", player)?);
    }
    Ok(words)
}

/// The option of this long name or letter.
fn find_option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let is_letter = |option: &Arg| option.get_short().is_some_and(|letter| letter.to_string() == name);
    command.get_arguments().find(|option| option.get_long() == Some(name) || is_letter(option))
}

/// The name of the option that a word of a command line begins with.
fn given_name(word: &str) -> Option<&str> {
    match word.strip_prefix("--") {
        Some(long) => long.split('=').next(),
        None => word.strip_prefix('-')?.get(..1),
    }
}

/// An option with its values, as a command line has it.
fn option_words(name: &str, value: &Value, option: &Arg) -> Result<Vec<String>, String> {
    let dashed = if name.chars().count() == 1 { format!("-{name}") } else { format!("--{name}") };
    let takes_values = option.get_action().takes_values();
    match value {
        Value::Bool(is_on) if !takes_values => Ok(is_on.then_some(dashed).into_iter().collect()),
        _ if !takes_values => Err(format!("`{name}` is true or false")),
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(|value| scalar(name, value)).collect::<Result<_, _>>()?;
            if let Some(delimiter) = option.get_value_delimiter() {
                return Ok(vec![format!("{dashed}={}", values.join(&delimiter.to_string()))]);
            }
            match option.get_num_args().map_or(1, |count| count.max_values()) {
                1 => return Err(format!("`{name}` is a list, and has one value only")),
                most if values.len() > most => return Err(format!("`{name}` has at most {most} values")),
                _ => {}
            }
            match values.iter().find(|value| value.starts_with('-')) {
                Some(value) => Err(format!("`{name}` has the value `{}`, which is an option", printable(value))),
                None => Ok([dashed].into_iter().chain(values).collect()),
            }
        }
        value => Ok(vec![format!("{dashed}={}", scalar(name, value)?)]),
    }
}

/// What the file says of the sandbox.
fn sandbox_options(table: &OptionTable) -> Result<SandboxArgs, String> {
    let [without, readable, required] = SandboxArgs::NAMES;
    let switch = |name: &str| match table.get(name) {
        None => Ok(false),
        Some(Value::Bool(is_on)) => Ok(*is_on),
        Some(_) => Err(format!("`{name}` is true or false")),
    };
    let paths = match table.get(readable) {
        None => Vec::new(),
        Some(Value::Array(paths)) => paths.iter().map(|path| scalar(readable, path)).collect::<Result<_, _>>()?,
        Some(path) => vec![scalar(readable, path)?],
    };
    Ok(SandboxArgs::of_file(switch(without)?, switch(required)?, paths.into_iter().map(PathBuf::from).collect()))
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
    let options = sandbox::options();
    let [without, readable, required] = SandboxArgs::NAMES.map(str::to_owned);
    if options.is_without_sandbox() {
        table.insert(without, Value::Bool(true));
    }
    if options.is_sandbox_required() {
        table.insert(required, Value::Bool(true));
    }
    let paths: Vec<_> = options.given_readable().iter().map(|path| path.to_string_lossy().into_owned()).collect();
    if !paths.is_empty() {
        table.insert(readable, Value::from(paths));
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
        let text = "game = \"stratego\"\nplayers = [\"a b\", \"c\"]\ngames = 8\nm = 7\nquiet = true\nresume = false\ntime = 0.5\n\
                    sprt = [\"elo0=0\", \"elo1=10\"]\n";
        let words = |text: &str, more: &[&str]| {
            let table = basic_toml::from_str(text).expect("it is TOML");
            let more: Vec<_> = more.iter().map(|&word| word.to_owned()).collect();
            command_line(&table, &command(), &more).expect("it is a tournament").join(" ")
        };
        assert_eq!(words(text, &[]), "stratego --games=8 -m=7 --quiet --sprt elo0=0 elo1=10 --time=0.5 -- a b c");
        assert_eq!(
            words(text, &["--games", "2", "-q"]),
            "stratego --games 2 -q -m=7 --sprt elo0=0 elo1=10 --time=0.5 -- a b c"
        );
        let formats = "game = \"bitmartyr\"\nplayers = [\"--help\"]\nformats = [\"plain\", \"basic\"]\n";
        assert_eq!(words(formats, &[]), "bitmartyr --formats=plain,basic -- --help");
    }

    #[test]
    fn other_files_say_what_is_missing() {
        for (text, expected) in [
            ("", "expected a game"),
            ("game = \"stratego\"", "expected players"),
            ("game = \"stratego\"\nplayers = [1.5, true]", "`players` is neither"),
            ("game = \"stratego\"\nplayers = []\n[games]\nmany = 1", "`games` is neither"),
            ("game = \"stratego\"\nplayers = []\ngames = [1, 2]", "`games` is a list, and has one value only"),
            (
                "game = \"stratego\"\nplayers = []\nformat = [\"series\", \"gauntlet\"]",
                "`format` is a list, and has one value only",
            ),
            ("game = \"stratego\"\nplayers = []\nsprt = [\"elo0=0\", \"--quiet\"]", "`sprt` has the value `--quiet`"),
            ("game = \"stratego\"\nplayers = []\nquiet = [1]", "`quiet` is true or false"),
            ("game = \"stratego\"\nplayers = []\nhelp = true", "there is no option --help"),
        ] {
            let table = basic_toml::from_str(text).expect("it is TOML");
            let why = command_line(&table, &command(), &[]).expect_err("it is no tournament");
            assert!(why.contains(expected), "{why}");
        }
    }
}
