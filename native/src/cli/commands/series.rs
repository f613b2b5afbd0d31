//! `botyard series`: many games between the same bots, and the strength of the first. A
//! tournament of one pairing.

use botyard_engine::tournament::Format;

use super::game_args::{CommonOptions, GameArgs};
use super::tournament::{FieldOptions, MatchStarts, RunArgs, TournamentRequest, run_plan};
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard series connect-four ./my-bot builtin:tactician --games 200
  botyard series stratego new.wasm old.wasm --games 4000 --sprt elo0=0 elo1=10
  botyard series generals a.wasm b.wasm --store night.sqlite      kept, and continued by --resume
  botyard series generals a.wasm b.wasm --positions maps.txt      on many maps, each from both seats
  botyard series generals a.wasm b.wasm --nats nats://node-1:4222 played by a fleet";

const AFTER_HELP: &str = "\
The options follow the game's name: `botyard series connect-four --help` lists them.

Each seed is played once in every rotation of the seats, so that two bots play it twice. Numbers are for the first bot. \
The games of one series never depend on how many are played at once.

With --nats URL, the workers of a fleet play the games: `botyard worker --help` says how to start them.

Exit status: 0 the series was played, 2 usage error, 3 a bot did not start, 4 --sprt-exit-code and H1 is not accepted, \
5 file error, 6 a bot failed in the same way in five units in a row (--keep-going plays on), 130 interrupted (what was \
played is kept).";

/// Play many games between the same bots: who is better, and how sure is that?
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    #[command(subcommand)]
    chosen: GameArgs<SeriesOptions>,
}

/// The options of `series` that all games share.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
struct SeriesOptions {
    /// Players: two, or as many as the game seats
    #[arg(required_unless_present = "sprt")]
    players: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

impl CommonOptions for SeriesOptions {
    const COMMAND: &'static str = "series";
}

/// Plays the series and prints its statistics.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let chosen = &args.chosen;
    let starts = MatchStarts::read(chosen, chosen.common.run.positions.as_deref())?;
    let request = TournamentRequest {
        game: chosen.game,
        players: chosen.common.run.find_players(&chosen.common.players),
        format: Format::Series,
        fields: FieldOptions::default(),
        args: &chosen.common.run,
        starts: &starts,
    };
    run_plan(request.check()?)
}
