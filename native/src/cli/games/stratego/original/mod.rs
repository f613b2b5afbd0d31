//! `botyard stratego`: a drop-in for the manager of the UCC Programming Competition 2012, with its command line, its
//! lines on stdout and its log. Everything else goes to stderr.

mod audience;
mod log_file;
mod option_values;
mod prompt;
mod recorded;
mod reporter;
mod rules;

use std::path::PathBuf;

use crate::cli::args::live_args::LiveArgs;
use crate::cli::command_error::CommandError;
use crate::cli::players::kept_files;
use option_values::{PauseOption, TimeLimit};
pub use rules::StrategoOptions;

/// Play Stratego or replay a log; same command line as the 2012 competition's manager
#[derive(Debug, clap::Args)]
#[command(override_help = include_str!("manual.txt"))]
pub struct Args {
    /// RED, who moves first: a file, or human
    #[arg(required_unless_present = "replayed")]
    red: Option<String>,
    /// BLUE, likewise
    #[arg(required_unless_present = "replayed")]
    blue: Option<String>,
    #[command(flatten)]
    live_args: LiveArgs,
    /// Draws the board after each move
    #[arg(short = 'p')]
    print: bool,
    /// Disguises RED's pieces
    #[arg(short = 'r')]
    disguise_red: bool,
    /// Disguises BLUE's pieces
    #[arg(short = 'b')]
    disguise_blue: bool,
    /// Where the log goes
    #[arg(short = 'o', value_name = "FILE")]
    log: Option<PathBuf>,
    /// What to wait for between two moves
    #[arg(short = 't', value_name = "SECONDS", allow_negative_numbers = true)]
    stall: Option<PauseOption>,
    /// How long a bot has for an answer
    #[arg(short = 'T', value_name = "SECONDS", allow_negative_numbers = true, default_value = "2")]
    limit: TimeLimit,
    /// The log to replay
    #[arg(short = 'f', value_name = "LOG", conflicts_with_all = ["red", "blue"])]
    replayed: Option<PathBuf>,
    #[command(flatten)]
    rules: StrategoOptions,
    /// What modules draw their randomness from, and the coin of the variant wiki
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    keep: kept_files::KeepFilesArgs,
}

/// Plays the match, or replays the log.
pub fn run(args: &Args) -> Result<(), CommandError> {
    match &args.replayed {
        Some(path) => recorded::run(args, path),
        None => audience::run(args),
    }
}
