//! `botyard stratego`: a drop-in for the manager of the UCC Programming Competition 2012, with its
//! command line, its lines on stdout and its log. Everything else goes to stderr.

mod audience;
mod log_file;
mod option_values;
mod prompt;
mod recorded;
mod reporter;
mod rules;

use std::path::PathBuf;

use botyard_engine::fault::printable;

use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::live_args::LiveArgs;
use crate::cli::command_error::CommandError;
use crate::cli::players::kept_files;
use option_values::{PauseOption, TimeLimit};
pub use rules::StrategoOptions;

/// The original's names for a person at the terminal and for a player behind a socket.
const PERSON: &str = "@human";
const NETWORK: &str = "@network";
/// The name of a person in results and logs.
const HUMAN: &str = "human";

/// Play Stratego or replay a log; same command line as the 2012 competition's manager
#[derive(Debug, clap::Args)]
#[command(override_help = include_str!("manual.txt"))]
pub struct Args {
    /// RED, who moves first: a file, or human
    #[arg(required_unless_present_any = ["replayed", "images", "video"])]
    red: Option<String>,
    /// BLUE, likewise
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
    #[command(flatten)]
    keep_input: KeepInputArgs,
    #[command(flatten)]
    unsupported: UnsupportedArgs,
}

/// Options of the original's last version that are not there. They are known, so that the user can
/// be told what to use instead.
#[derive(Debug, clap::Args)]
struct UnsupportedArgs {
    /// Wrote a picture of each turn into a folder
    #[arg(short = 'I', value_name = "FOLDER", hide = true, num_args = 0..=1)]
    images: Option<Option<PathBuf>>,
    /// Made a video of them
    #[arg(short = 'v', hide = true, num_args = 0..=1)]
    video: Option<Option<String>>,
}

/// Plays the match, or replays the log.
pub fn run(args: &Args) -> Result<(), CommandError> {
    refuse_unsupported(args)?;
    match (&args.replayed, &args.red, &args.blue) {
        (Some(path), ..) => recorded::run(args, path),
        (None, Some(red), Some(blue)) => audience::run(args, [red, blue].map(|name| named_player(name))),
        (None, Some(one), None) => Err(CommandError::Usage(format!(
            "two players are needed: botyard stratego RED BLUE; to replay a log: botyard stratego -f {}",
            printable(one)
        ))),
        (None, None, _) => unreachable!("clap requires RED, -f, or an option that is refused"),
    }
}

/// Names an option or a player of the original that is not there, and what to use instead.
fn refuse_unsupported(args: &Args) -> Result<(), CommandError> {
    let options = [("-I", args.unsupported.images.is_some()), ("-v", args.unsupported.video.is_some())];
    if let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) {
        return Err(CommandError::Usage(format!(
            "{option}, which made pictures of the match, is not supported: -g shows it in the page, -p draws each \
             board on stdout, and -o keeps a log that the page opens"
        )));
    }
    let is_network = |name: &&String| name.split(':').next() == Some(NETWORK);
    match [&args.red, &args.blue].into_iter().flatten().find(is_network) {
        Some(name) => Err(CommandError::Usage(format!(
            "{}: players over the network are not supported: name a command that connects, which the sandbox \
             prevents: botyard --no-sandbox stratego \"cmd:nc HOST PORT\" ...",
            printable(name)
        ))),
        None => Ok(()),
    }
}

/// The player's name in the result and the log: a person's is `human`, however it was asked for.
fn named_player(name: &str) -> &str {
    if name == PERSON { HUMAN } else { name }
}
