//! A subcommand for each game, with the options that all games share and with the game's own. Knows
//! games only from the catalogue.

use std::ffi::OsString;

use botyard_engine::catalog;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use serde::{Deserialize as _, Serialize};
use serde_json::Value;

use super::game_name::wrong_game;
use crate::cli::command_error::CommandError;
use crate::cli::games::{self, ReadPositions, TerminalGame, TerminalGameVisitor};

/// The options of a command that all games share.
pub trait CommonOptions: Args {
    /// The command's name.
    const COMMAND: &'static str;
}

/// The named game, with its options.
#[derive(Debug)]
pub struct GameArgs<Common> {
    /// Its name in the catalogue.
    pub game: &'static str,
    /// The options of every game.
    pub common: Common,
    /// The options that were given on the command line.
    pub given: Vec<GivenOption>,
    own: Box<dyn GameOptions>,
}

/// An option that was given, by its long name, or its letter if it has no other; an argument by its
/// own name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenOption {
    /// Its name, without dashes before it.
    pub name: String,
    /// Its values; empty for a switch.
    pub values: Vec<String>,
    /// Whether it can have several values.
    pub is_list: bool,
}

/// The options that were given to a command.
fn given_options(command: &Command, matches: &ArgMatches) -> Vec<GivenOption> {
    let given =
        |argument: &&clap::Arg| matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine);
    let option = |argument: &clap::Arg| {
        let id = argument.get_id().as_str();
        let values = match argument.get_action().takes_values() {
            true => matches.get_raw(id).unwrap_or_default().map(|value| value.to_string_lossy().into_owned()).collect(),
            false => Vec::new(),
        };
        let is_list = argument.get_num_args().is_some_and(|count| count.max_values() > 1)
            || matches!(argument.get_action(), ArgAction::Append);
        let letter = || argument.get_short().map(String::from);
        let name = argument.get_long().map(str::to_owned).or_else(letter);
        GivenOption { name: name.unwrap_or_else(|| id.to_owned()), values, is_list }
    };
    command.get_arguments().filter(given).map(option).collect()
}

impl<Common> GameArgs<Common> {
    /// The settings that the game's own options specify, in the file form of replays.
    ///
    /// # Errors
    /// If they cannot be used.
    pub fn settings(&self, players: usize, seed: u64) -> Result<Value, CommandError> {
        self.own.settings(players, seed)
    }

    /// The options of the game alone.
    pub fn own(&self) -> &dyn GameOptions {
        &*self.own
    }
}

/// The options of one game.
pub trait GameOptions: std::fmt::Debug + Send + Sync {
    /// The settings that they specify, in the file form of replays.
    ///
    /// # Errors
    /// If they cannot be used.
    fn settings(&self, players: usize, seed: u64) -> Result<Value, CommandError>;

    /// The settings for a match that starts as `start` does.
    ///
    /// # Errors
    /// If they cannot be used.
    fn settings_on(&self, start: &Value, seed: u64) -> Result<Value, CommandError>;

    /// The start positions in the text of a file, as settings in the file form of replays; `None`
    /// if all matches of the game have the same start.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    fn read_positions(&self, text: &str) -> Option<ReadPositions<Value>>;

    /// The options that start positions take the place of, by their long names.
    fn start_options(&self) -> &'static [&'static str];
}

#[derive(Debug)]
struct OptionsOf<G: TerminalGame>(G::Options);

impl<G: TerminalGame> GameOptions for OptionsOf<G> {
    fn settings(&self, players: usize, seed: u64) -> Result<Value, CommandError> {
        to_value(&G::make_settings(&self.0, players, seed)?)
    }

    fn settings_on(&self, start: &Value, seed: u64) -> Result<Value, CommandError> {
        let start = G::Settings::deserialize(start).map_err(|why| CommandError::Internal(why.to_string()))?;
        let positions = G::POSITIONS.ok_or_else(|| CommandError::Internal(format!("{} has no positions", G::NAME)))?;
        to_value(&(positions.make_settings)(start, &self.0, seed)?)
    }

    fn read_positions(&self, text: &str) -> Option<ReadPositions<Value>> {
        let numbered = |(line, start): (usize, G::Settings)| {
            to_value(&start).map(|start| (line, start)).map_err(|why| why.to_string())
        };
        Some((G::POSITIONS?.read)(text).and_then(|starts| starts.into_iter().map(numbered).collect()))
    }

    fn start_options(&self) -> &'static [&'static str] {
        G::POSITIONS.map(|positions| positions.replaced_options).unwrap_or_default()
    }
}

fn to_value(settings: &impl Serialize) -> Result<Value, CommandError> {
    serde_json::to_value(settings).map_err(|why| CommandError::Internal(why.to_string()))
}

/// Describes the subcommand of a game.
struct DescribeCommand<Common>(std::marker::PhantomData<Common>);

impl<Common: Args> TerminalGameVisitor for DescribeCommand<Common> {
    type Out = Command;

    fn visit<G: TerminalGame>(self) -> Command {
        let command = Common::augment_args(Command::new(G::NAME)).next_help_heading(G::TITLE);
        G::Options::augment_args(command).about(format!("Play {}", G::TITLE))
    }
}

/// Reads the options of a game.
struct ReadOptions<'a>(&'a ArgMatches);

impl TerminalGameVisitor for ReadOptions<'_> {
    type Out = Result<(&'static str, Box<dyn GameOptions>), clap::Error>;

    fn visit<G: TerminalGame>(self) -> Self::Out {
        let own = OptionsOf::<G>(G::Options::from_arg_matches(self.0)?);
        Ok((G::NAME, Box::new(own)))
    }
}

impl<Common: CommonOptions> FromArgMatches for GameArgs<Common> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let (game, own) = games::visit(name, ReadOptions(matches))
            .unwrap_or_else(|| Err(no_such_game(Common::COMMAND, name, matches)))?;
        let command = games::visit(name, DescribeCommand::<Common>(Default::default()));
        let given = command.map_or_else(Vec::new, |command| given_options(&command, matches));
        Ok(Self { game, common: Common::from_arg_matches(matches)?, given, own })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The error for an unknown subcommand; `matches` are the words behind its name.
fn no_such_game(command: &str, name: &str, matches: &ArgMatches) -> clap::Error {
    let words = matches.try_get_many::<OsString>("").ok().flatten().unwrap_or_default();
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    clap::Error::raw(ErrorKind::InvalidSubcommand, wrong_game(command, name, &words))
}

impl<Common: CommonOptions> Subcommand for GameArgs<Common> {
    fn augment_subcommands(command: Command) -> Command {
        let games =
            catalog::NAMES.iter().filter_map(|name| games::visit(name, DescribeCommand::<Common>(Default::default())));
        // Any other name is not a game; the error lists the games.
        let command = command.subcommands(games).allow_external_subcommands(true).disable_help_subcommand(true);
        command.subcommand_value_name("GAME").subcommand_help_heading("Games")
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        catalog::NAMES.contains(&name)
    }
}
