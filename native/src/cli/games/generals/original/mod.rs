//! `botyard generals`: a drop-in for generals-tournament's runner, with its config file and its
//! log, and for its map generator. People play with `botyard play generals`.

mod audience;
mod config;
mod map_command;
mod map_file;
mod options;
mod ranking;

use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::live_args::LiveArgs;
use crate::cli::command_error::CommandError;
pub use options::GeneralsOptions;

const EXAMPLES: &str = "\
Examples:
  botyard generals map 20 20 2 --seed 4 -o map.txt      generate a map
  botyard generals config.txt                           play the match that a file describes
  botyard play generals ./a ./b                         the same without a file";

const AFTER_HELP: &str = "\
The config file contains, separated by white space: the path of the log to write, the path of the map, \
the number of players, and the path of each player's program. Paths are relative to the current folder, not to \
the config file's.

Exit status: 0 the match was played, 2 usage error, 3 a bot did not start, 5 file error, 130 interrupted.";

/// Play Generals from a generals-tournament config file and write its log, or generate a map
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP, args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
#[command(disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    tool: Option<MapCommand>,
    #[command(flatten)]
    console: Option<audience::Args>,
    #[command(flatten)]
    keep_input: KeepInputArgs,
    #[command(flatten)]
    live_args: LiveArgs,
}

#[derive(Debug, clap::Subcommand)]
enum MapCommand {
    Map(map_command::Args),
}

/// Plays the match, or generates the map.
pub fn run(args: &Args) -> Result<(), CommandError> {
    match (&args.tool, &args.console) {
        (Some(MapCommand::Map(args)), _) => map_command::run(args),
        (None, Some(console)) => audience::run(console, args.keep_input, args.live_args),
        (None, None) => Err(CommandError::Usage("missing config file: see `botyard generals --help`".to_owned())),
    }
}

/// A path as text for a terminal.
fn shown(path: &std::path::Path) -> String {
    botyard_engine::fault::printable(&path.display().to_string())
}
