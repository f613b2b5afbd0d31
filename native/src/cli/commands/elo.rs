//! `botyard elo`: what counts of games or pairs say, wherever they come from. Knows no games.

use std::io::Write;

use botyard_engine::tournament::statistics::{Comparison, ScoreCounts};
use serde_json::json;

use crate::cli::args::sprt_args::SprtArgs;
use crate::cli::command_error::CommandError;
use crate::cli::output::statistics;

const EXAMPLES: &str = "\
Examples:
  botyard elo 177,1629,3083,1780,221              pairs of games with 0, 1/2, 1, 3/2 and 2 points
  botyard elo 120,30,50                           games: wins, draws, losses
  botyard elo 120,30,50 --elo0 0 --elo1 10        with a sequential test of these hypotheses
  botyard elo 120,30,50 --json                    the same for programs";

/// Compute Elo, its interval and a sequential test from counts of games
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Wins, draws and losses, or five counts of pairs by their points, with commas between them
    #[arg(value_name = "COUNTS")]
    counts: ScoreCounts,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Print only a JSON document on stdout
    #[arg(long)]
    json: bool,
}

/// Prints what the counts say.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let sprt = args.sprt.sprt()?;
    let comparison = Comparison::new(args.counts);
    let mut out = anstream::stdout().lock();
    if args.json {
        let document = json!({
            "comparison": statistics::comparison_json(&comparison),
            "sprt": sprt.map(|sprt| statistics::sprt_json(&sprt, &args.counts)),
        });
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    statistics::write_comparison(&mut out, &comparison)?;
    if let Some(sprt) = sprt {
        statistics::write_sprt(&mut out, &sprt, &args.counts)?;
    }
    Ok(())
}
