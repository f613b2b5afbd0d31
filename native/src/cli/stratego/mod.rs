//! `botyard stratego`: takes the place of the manager of the UCC Programming Competition 2012, with its command line,
//! its lines on stdout and its log. What those cannot say goes to stderr.

mod course;
mod live;
mod log_file;
mod prompt;
mod recorded;
mod rules;
mod switches;

use std::path::PathBuf;

use super::failure::Failure;
use super::keep;
use super::serve::Stage;
pub use rules::Rules;
use switches::{Stall, TimeLimit};

/// Play Stratego, or a log of it, with the manual page of the competition's manager
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
    stage: Stage,
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
    stall: Option<Stall>,
    /// How long a bot has for an answer
    #[arg(short = 'T', value_name = "SECONDS", allow_negative_numbers = true, default_value = "2")]
    limit: TimeLimit,
    /// The log to replay
    #[arg(short = 'f', value_name = "LOG", conflicts_with_all = ["red", "blue"])]
    replayed: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// What modules draw their randomness from, and the coin of the variant wiki
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    keep: keep::Args,
}

/// Plays the match, or replays the log.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.replayed {
        Some(path) => recorded::run(args, path),
        None => live::run(args),
    }
}
