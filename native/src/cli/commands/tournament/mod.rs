//! `botyard tournament`: many games between any number of bots. `botyard series` plays one pairing
//! in the same way: both read their options and leave the rest to `run.rs`.

mod capable_games;
mod description;
mod drawn_rounds_text;
mod field_options;
mod field_report;
mod first_faults;
mod first_games;
#[cfg(feature = "fleet")]
mod fleet_games;
#[cfg(feature = "fleet")]
mod fleet_plan;
mod game_lines;
mod game_logs;
mod game_traits;
mod idle_processors;
mod journal_text;
mod match_starts;
mod open_store;
mod plan;
mod play_games;
mod progress_line;
mod remarks;
mod report_folder;
mod run;
mod run_args;
mod running;
mod seeding;
mod series_report;
mod stored_games;
mod tournament_bots;
mod tournament_file;

use std::path::PathBuf;

use botyard_engine::tournament::Format;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::game_args::{CommonOptions, GameArgs};
use super::game_name::{unknown_game, wrong_game};
use crate::cli::command_error::CommandError;
pub use description::TournamentDescription;
pub use field_options::{FieldOptions, check_place_points};
pub use field_report::{FieldReport, ReportOrigin};
pub use journal_text::{journal_json, journal_lines};
pub use match_starts::MatchStarts;
pub use plan::TournamentRequest;
pub use report_folder::ReportFolder;
pub use run::run_plan;
#[cfg(feature = "fleet")]
pub use run_args::CONCURRENCY_MAX;
pub use run_args::{OutputArgs, RunArgs};
use seeding::SeedingOptions;
pub use stored_games::{AttemptFilter, take_stored};

const EXAMPLES: &str = "\
Examples:
  botyard tournament connect-four ./my-bot builtin:tactician builtin:random --games 100
  botyard tournament stratego a.wasm b.wasm c.wasm --format gauntlet      the first against each of the others
  botyard tournament stratego a.wasm b.wasm c.wasm --scoring ucc2012 --games 8
  botyard tournament connect-four a b c d e --format knockout --seeded-from league.sqlite --best 4
  botyard tournament connect-four a b c d e --format knockout --games 10 --scoring moderator
  botyard tournament connect-four a b c d e f g h --format swiss --format-rounds 5 --games 10
  botyard tournament stratego a b c d e f --format continuous --store night.sqlite --stop-after 8h
  botyard tournament generals a b c d e f --seats 4 --points 4,2,1,0      four play together, all equally often
  botyard tournament connect-four a.wasm b.wasm --nats nats://node-1:4222 played by a fleet
  botyard tournament generals a.wasm b.wasm c.wasm --write-file cup.toml  keep these options
  botyard tournament --file cup.toml --store cup.sqlite                   and play by them
  botyard tournament stratego a b c d --report cup --page https://example.org/botyard/   pages with all results";

const AFTER_HELP: &str = "\
Each seed is played once in every rotation of the seats. With --seats K, a round has as many fields of K bots as there are bots, and every bot plays in K of them. In elimination tournaments, bots are seeded in the order in which they are named: \
the first ones have the byes; a level meeting is decided by up to three pairs of games more, and then by the order of naming. \
A Swiss has --format-rounds N rounds, of --games for each meeting. A continuous tournament goes on until Ctrl-C, for --stop-after, or \
for --games of all bots together.

With --nats URL, the workers of a fleet play the games: `botyard worker --help` says how to start them.

Exit status: 0 the tournament was played, or --stop-after ended it, 2 usage error, 3 fewer than two bots started, 4 --sprt-exit-code and H1 is not accepted, \
5 file error, 6 a bot failed in the same way in five units in a row (--keep-going plays on), 130 interrupted (what was played is kept).";

/// Play a round robin, a gauntlet, a Swiss, an elimination or a continuous tournament, and rate all bots
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Args {
    /// Read the game, the players and any options from this TOML file; options after it override
    /// the file
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Options of a game's tournament, such as --resume
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
    #[command(subcommand)]
    chosen: Option<GameArgs<TournamentOptions>>,
}

/// What can be said of a tournament of every game.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
struct TournamentOptions {
    /// Players: two or more
    #[arg(required_unless_present = "sprt")]
    players: Vec<String>,
    /// Who meets whom
    #[arg(long, default_value_t = Format::RoundRobin, value_parser = format_parser())]
    format: Format,
    #[command(flatten)]
    fields: FieldOptions,
    #[command(flatten)]
    seeding: SeedingOptions,
    #[command(flatten)]
    run: RunArgs,
    /// Write these options to this file, for --file, and play nothing
    #[arg(long, value_name = "FILE")]
    write_file: Option<PathBuf>,
}

impl CommonOptions for TournamentOptions {
    const COMMAND: &'static str = "tournament";
}

/// Reads a format, and lists those that there are in the help.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    let value = |format: Format| PossibleValue::new(format.name()).help(format.summary());
    PossibleValuesParser::new(Format::ALL.map(value)).try_map(|name| name.parse::<Format>())
}

/// Plays the tournament and prints its table.
pub fn run(args: &Args) -> Result<(), CommandError> {
    match (&args.chosen, &args.file) {
        (Some(chosen), _) => run_chosen(chosen),
        (None, Some(file)) => run_chosen(&tournament_file::read(file, &args.options)?),
        (None, None) => Err(CommandError::Usage(match &args.options[..] {
            [name, words @ ..] => wrong_game(TournamentOptions::COMMAND, name, words),
            [] => unknown_game(""),
        })),
    }
}

fn run_chosen(chosen: &GameArgs<TournamentOptions>) -> Result<(), CommandError> {
    let options = &chosen.common;
    if let Some(path) = &options.write_file {
        return tournament_file::write(path, chosen.game, &chosen.given);
    }
    let starts = MatchStarts::read(chosen, options.run.positions.as_deref())?;
    let players = options.seeding.seed(options.run.find_players(&options.players), options.run.scoring)?;
    let request = TournamentRequest {
        game: chosen.game,
        players: &players,
        format: options.format,
        fields: options.fields.clone(),
        args: &options.run,
        starts: &starts,
    };
    run_plan(request.check()?)
}
