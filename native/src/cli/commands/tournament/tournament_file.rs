//! A tournament's options as a TOML file: `game`, `players`, and every option by its long name, or
//! its letter if it has no other. The file stands for a command line and is read as one, so that it
//! has the same options, defaults and errors.
//!
//! The file alone cannot lift the sandbox, because it may be somebody else's: such options must be
//! on the command line, too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use botyard::input;
use botyard_engine::fault::printable;
use botyard_engine::shell_word::shell_path;
use clap::{Arg, Args as _, Command, FromArgMatches as _, Subcommand as _};
use serde_json::Value;

use super::super::game_args::{GameArgs, GivenOption};
use super::super::game_name::unknown_game;
use super::TournamentOptions;
use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, OutputFile};
use crate::cli::players::player_spec::{NamedPlayer, PlayerSpec};
use crate::cli::players::sandbox::{self, SandboxArgs};
use crate::cli::time_text::parse_time;
use crate::cli::usage_error;

type OptionTable = BTreeMap<String, Value>;

/// The entries that become the beginning and the end of the command line.
const NOT_OPTIONS: [&str; 2] = ["game", "players"];
/// The option that only a command line can have.
const WRITE_FILE: &str = "write-file";

/// The tournament that a file describes; `more` are options behind it.
///
/// # Errors
/// If it cannot be read. Options that do not exist end the program as on the command line.
pub fn read(path: &Path, more: &[String]) -> Result<GameArgs<TournamentOptions>, CommandError> {
    let text = input::read_text(path, input::TEXT).map_err(|error| CommandError::file("read", path, &error))?;
    let table: OptionTable =
        basic_toml::from_str(&text).map_err(|why| invalid(path, &format!("not a tournament's TOML: {why}")))?;
    let command = command();
    let words = command_line(&table, &command, more).map_err(|why| invalid(path, &why))?;
    let in_file = sandbox_options(&table).map_err(|why| invalid(path, &why))?;
    let matches = match command.clone().try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => match find_wrong_value(&table, &command).filter(|_| error.use_stderr()) {
            Some(why) => return Err(invalid(path, &why)),
            None => usage_error::exit(&error),
        },
    };
    let usage = |error: clap::Error| CommandError::Usage(error.to_string());
    sandbox::store_options(SandboxArgs::from_arg_matches(&matches).map_err(usage)?)?;
    if let Some(option) = in_file.find_lifted(&sandbox::options()) {
        return Err(CommandError::Usage(format!(
            "{}: it asks for {option}: if you trust its bots, pass {option} beside --file",
            printable(&path.display().to_string())
        )));
    }
    sandbox::store_options(in_file)?;
    GameArgs::from_arg_matches(&matches).map_err(usage)
}

/// What is wrong with the options in a file, regardless of the command line.
fn find_wrong_value(table: &OptionTable, command: &Command) -> Option<String> {
    let words = command_line(table, command, &[]).ok()?;
    command.clone().try_get_matches_from(words).err().map(|error| usage_error::sentence(&error))
}

/// The command that a file stands for.
fn command() -> Command {
    let command = Command::new("botyard tournament").bin_name("botyard tournament").no_binary_name(true);
    let command = SandboxArgs::augment_args(GameArgs::<TournamentOptions>::augment_subcommands(command));
    usage_error::allow_negative_numbers(command)
}

fn invalid(path: &Path, why: &str) -> CommandError {
    CommandError::File(format!("{}: {why}", printable(&path.display().to_string())))
}

/// `GAME MORE... --option=value ... -- PLAYER...`: no value can be read as anything else. Options
/// that are among `more` are left out.
fn command_line(table: &OptionTable, command: &Command, more: &[String]) -> Result<Vec<String>, String> {
    let Some(Value::String(game)) = table.get("game") else {
        return Err("expected a game, such as game = \"connect-four\"".to_owned());
    };
    // Another word could be an option.
    let command = command.find_subcommand(game).ok_or_else(|| unknown_game(game))?;
    let Some(Value::Array(players)) = table.get("players") else {
        return Err("expected players, such as players = [\"./my-bot\", \"builtin:random\"]".to_owned());
    };
    let mut words = vec![game.clone()];
    words.extend(more.iter().cloned());
    let overridden: Vec<_> = more.iter().filter_map(|word| find_option(command, given_name(word)?)).collect();
    let is_option = |name: &str| !NOT_OPTIONS.contains(&name) && !SandboxArgs::NAMES.contains(&name);
    for (name, value) in table.iter().filter(|(name, _)| is_option(name)) {
        if name == WRITE_FILE {
            return Err(format!("a file cannot have `{name}`: pass --{name} on the command line"));
        }
        let shown = printable(name);
        let option = find_option(command, name).ok_or_else(|| format!("there is no option --{shown}"))?;
        if !overridden.iter().any(|other| other.get_id() == option.get_id()) {
            words.extend(option_words(name, value, option)?);
        }
    }
    words.push("--".to_owned());
    for player in players {
        words.push(player_word(player)?);
    }
    Ok(words)
}

/// The keys of a player that is a table.
const PLAYER_KEYS: [&str; 4] = ["bot", "name", "args", "time"];

/// A player as a command line names it: it is such a text, or a table with the bot, and perhaps its
/// name, its arguments and its time limit.
fn player_word(player: &Value) -> Result<String, String> {
    let Value::Object(table) = player else { return scalar("players", player) };
    let text = |key: &str| table.get(key).map(|value| scalar(key, value)).transpose();
    if let Some(other) = table.keys().find(|key| !PLAYER_KEYS.contains(&key.as_str())) {
        return Err(format!("a player has no `{}` (only {})", printable(other), PLAYER_KEYS.join(", ")));
    }
    let bot = text("bot")?.ok_or("a player has no `bot`, such as bot = \"old/bot.py\"")?;
    let bot = match text("args")? {
        Some(arguments) => with_arguments(&bot, &arguments)?,
        None => bot,
    };
    let (name, time) = (text("name")?, text("time")?);
    let label = match (&name, &time) {
        (None, None) => return Ok(bot),
        (_, Some(time)) => format!("{}@{time}", name.as_deref().unwrap_or_default()),
        (Some(name), None) => name.clone(),
    };
    let turn = time.as_deref().map(parse_time).transpose().map_err(|why| format!("`time` of a player: {why}"))?;
    let word = format!("{label}={bot}");
    let parsed = NamedPlayer::parse(&word);
    match parsed.name == name && parsed.turn == turn {
        true => Ok(word),
        false => Err(format!("`{}` is not a name for a player", printable(&name.unwrap_or_default()))),
    }
}

/// The command of a program with these arguments.
fn with_arguments(bot: &str, arguments: &str) -> Result<String, String> {
    match PlayerSpec::parse(bot) {
        PlayerSpec::Command(line) => Ok(format!("cmd:{line} {arguments}")),
        // Among the system's programs, a name without a folder means another one.
        PlayerSpec::File(path) if !bot.contains('/') => {
            Ok(format!("cmd:{} {arguments}", shell_path(&Path::new(".").join(path))))
        }
        PlayerSpec::File(path) => Ok(format!("cmd:{} {arguments}", shell_path(&path))),
        PlayerSpec::Builtin(_) | PlayerSpec::Human => {
            Err(format!("`args` are for programs: {} takes none", printable(bot)))
        }
    }
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

/// The file's options for the sandbox.
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
    let table = table(game, given, &sandbox::options());
    let text = basic_toml::to_string(&table).map_err(|why| CommandError::Internal(why.to_string()))?;
    // A bot or a map whose name was given by mistake is not overwritten.
    let is_ours = |start: &[u8]| String::from_utf8_lossy(start).lines().any(|line| line.starts_with("game ="));
    output_file::guard(path, "tournament's file", is_ours)?;
    OutputFile::open(path)?.replace(text.as_bytes())
}

/// The content of a file for these options.
fn table(game: &str, given: &[GivenOption], options: &SandboxArgs) -> OptionTable {
    let mut table = BTreeMap::from([("game".to_owned(), Value::from(game))]);
    for option in given.iter().filter(|option| option.name != WRITE_FILE) {
        let value = match (&option.values[..], option.is_list) {
            ([], _) => Value::Bool(true),
            ([value], false) => number(value).map_or_else(|| Value::from(value.clone()), Value::from),
            (values, _) => Value::from(values.to_vec()),
        };
        table.insert(option.name.clone(), value);
    }
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
    table
}

/// A value that does not change when it is written as a number: `007`, for instance, may be a
/// file's name.
fn number(value: &str) -> Option<i64> {
    value.parse::<i64>().ok().filter(|number| number.to_string() == value)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::commands::series;

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
    fn a_player_can_be_a_table() {
        let word = |player: &str| {
            let table: OptionTable = basic_toml::from_str(&format!("player = {player}")).expect("it is TOML");
            player_word(&table["player"])
        };
        for (player, expected) in [
            (r#""./bot""#, "./bot"),
            (r#"{ bot = "old/bot.py" }"#, "old/bot.py"),
            (r#"{ name = "old", bot = "old/bot.py" }"#, "old=old/bot.py"),
            (r#"{ name = "deep", bot = "my bots/bot", args = "--depth 9" }"#, r#"deep=cmd:"my bots/bot" --depth 9"#),
            (r#"{ bot = "bot", args = "-q" }"#, "cmd:./bot -q"),
            (r#"{ bot = "cmd:python3 bot.py", args = "'a b'" }"#, "cmd:python3 bot.py 'a b'"),
            (r#"{ bot = "a.wasm", time = 2 }"#, "@2=a.wasm"),
            (r#"{ name = "deep", bot = "bot", args = "-d 9", time = "500ms" }"#, "deep@500ms=cmd:./bot -d 9"),
        ] {
            assert_eq!(word(player).as_deref(), Ok(expected), "{player}");
        }
        for (player, expected) in [
            (r#"{ name = "old" }"#, "a player has no `bot`"),
            (r#"{ bot = "a", colour = "red" }"#, "a player has no `colour` (only bot, name, args, time)"),
            (r#"{ bot = "a", time = "soon" }"#, "`time` of a player: expected a time"),
            (r#"{ bot = "a", name = "x@2s" }"#, "`x@2s` is not a name for a player"),
            (r#"{ bot = "a", name = "x/y" }"#, "`x/y` is not a name for a player"),
            (r#"{ bot = "builtin:random", args = "-q" }"#, "`args` are for programs: builtin:random takes none"),
            (r#"{ bot = ["a"] }"#, "`bot` is neither text nor a number"),
        ] {
            let why = word(player).expect_err("it is no player");
            assert!(why.starts_with(expected), "{why}");
        }
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
            ("game = \"stratego\"\nplayers = []\nwrite-file = \"b\"", "a file cannot have `write-file`"),
        ] {
            let table = basic_toml::from_str(text).expect("it is TOML");
            let why = command_line(&table, &command(), &[]).expect_err("it is no tournament");
            assert!(why.contains(expected), "{why}");
        }
    }

    /// Values among which every option finds one that it takes, if it has no list of its own.
    #[rustfmt::skip]
    const VALUES: &[&str] = &[
        "7", "007", "0.5", "1.5s", "a file", "x=\"1\"", "elo0=-5", "2%", "https://example.org/", "1MiB", "1,2",
        "ucc2012", "wiki", "stay", "random", "plain,basic",
    ];
    /// Further options that some options need.
    const NEEDED: [&[&str]; 5] =
        [&["--store=s"], &["--store=s", "--resume"], &["--nats=n"], &["--sprt=elo0=0"], &["--seeded-from=s"]];

    fn read_words(command: &Command, words: &[String]) -> Option<GameArgs<TournamentOptions>> {
        GameArgs::from_arg_matches(&command.clone().try_get_matches_from(words).ok()?).ok()
    }

    /// Options that are written to a file and read back from it.
    fn there_and_back(
        command: &Command,
        options: &GameArgs<TournamentOptions>,
        sandbox: &SandboxArgs,
    ) -> (OptionTable, Vec<String>) {
        let text = basic_toml::to_string(&table(options.game, &options.given, sandbox)).expect("it can be written");
        let table: OptionTable = basic_toml::from_str(&text).expect("it is TOML");
        let words = command_line(&table, command, &[]).unwrap_or_else(|why| panic!("{why}\n{text}"));
        (table, words)
    }

    /// Checks a command line; `None` if it is invalid.
    fn check_words(command: &Command, game: &str, words: &[&str], name: &str) -> Option<()> {
        let line = [&[game][..], words, &["--", "-a", "007"]].concat();
        let line: Vec<_> = line.into_iter().map(str::to_owned).collect();
        let options = read_words(command, &line)?;
        let (table, again) = there_and_back(command, &options, &SandboxArgs::default());
        assert!(table.contains_key(name), "{line:?} writes {table:?}");
        let again = read_words(command, &again).unwrap_or_else(|| panic!("{line:?} became {again:?}"));
        assert_eq!(format!("{options:?}"), format!("{again:?}"), "{line:?}");
        Some(())
    }

    /// A new option must be written and read like the others; if its value is of a new kind, add an
    /// example to `VALUES`.
    #[test]
    fn every_option_is_in_the_file_and_means_the_same_there() {
        let (command, mut unknown) = (command(), Vec::new());
        for game in command.get_subcommands() {
            for option in game.get_arguments().filter(|option| !option.is_positional()) {
                let letter = || option.get_short().map(String::from);
                let name = option.get_long().map(str::to_owned).or_else(letter).expect("options have names");
                if ["help", WRITE_FILE].contains(&&*name) || SandboxArgs::NAMES.contains(&&*name) {
                    continue;
                }
                let dashes = if name.chars().count() == 1 { "-" } else { "--" };
                let own = option.get_possible_values();
                let own = own.iter().map(|value| value.get_name().to_owned());
                let values = own
                    .chain(VALUES.iter().map(|&value| value.to_owned()))
                    .map(|value| format!("{dashes}{name}={value}"));
                let words: Vec<_> = match option.get_action().takes_values() {
                    true => values.collect(),
                    false => vec![format!("{dashes}{name}")],
                };
                let is_read = |beside: &[&str]| {
                    let check =
                        |word: &String| check_words(&command, game.get_name(), &[beside, &[word]].concat(), &name);
                    words.iter().filter_map(check).count() > 0
                };
                if !is_read(&[]) && !NEEDED.into_iter().any(is_read) {
                    unknown.push(format!("{} {dashes}{name}", game.get_name()));
                }
            }
        }
        assert!(unknown.is_empty(), "no value is known for {unknown:?}");
    }

    #[test]
    fn sandbox_options_are_in_the_file_and_mean_the_same_there() {
        let words = ["connect-four", "a", "b"].map(str::to_owned);
        let command = command();
        let options = read_words(&command, &words).expect("it is a tournament");
        let given = |names: &[&str]| {
            SandboxArgs::of_file(
                names.contains(&"no-sandbox"),
                names.contains(&"require-sandbox"),
                if names.contains(&"read") { vec![PathBuf::from("a b"), PathBuf::from("007")] } else { Vec::new() },
            )
        };
        for name in SandboxArgs::NAMES {
            let (table, _) = there_and_back(&command, &options, &given(&[name]));
            assert!(table.contains_key(name), "{table:?}");
            let again = sandbox_options(&table).expect("it can be read");
            assert_eq!(format!("{again:?}"), format!("{:?}", given(&[name])));
        }
        let sandbox = SandboxArgs::augment_args(Command::new(""));
        let known: BTreeSet<_> = sandbox.get_arguments().filter_map(Arg::get_long).collect();
        assert_eq!(known, SandboxArgs::NAMES.into());
    }

    /// A series is a tournament of one pairing, so that a file can hold its options.
    #[test]
    fn every_option_of_a_series_is_one_of_a_tournament() {
        let series = series::Args::augment_args(Command::new(""));
        for (series, tournament) in series.get_subcommands().zip(command().get_subcommands()) {
            assert_eq!(series.get_name(), tournament.get_name());
            for option in series.get_arguments().filter_map(Arg::get_long) {
                assert!(find_option(tournament, option).is_some(), "{}: --{option}", series.get_name());
            }
        }
    }
}
