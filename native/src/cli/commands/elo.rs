//! `botyard elo`: Elo and a sequential test from counts of games or pairs, wherever they come from.
//! Knows no games.

use std::io::Write;

use botyard_engine::tournament::statistics::{Comparison, ScoreCounts, ScoreCountsError};
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

const USAGE: &str = "botyard elo [OPTIONS] COUNTS";

/// Compute Elo, its interval and a sequential test from counts of games
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, override_usage = USAGE)]
pub struct Args {
    /// Wins, draws and losses, or five counts of pairs by their points, with commas between them
    // More than one word is taken, so that what is wrong with them can be said.
    #[arg(required = true, value_name = "COUNTS")]
    counts: Vec<String>,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Print only a JSON document on stdout
    #[arg(long)]
    json: bool,
}

/// Prints Elo, its interval and the test.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let counts = parse_counts(&args.counts).map_err(CommandError::Usage)?;
    let sprt = args.sprt.sprt()?;
    let comparison = Comparison::new(counts);
    let mut out = anstream::stdout().lock();
    if args.json {
        let document = json!({
            "comparison": statistics::comparison_json(&comparison),
            "sprt": sprt.map(|sprt| statistics::sprt_json(&sprt, &counts)),
        });
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    statistics::write_comparison(&mut out, &comparison)?;
    if let Some(sprt) = sprt {
        statistics::write_sprt(&mut out, &sprt, &counts)?;
    }
    Ok(())
}

/// The counts, which have to be one word.
///
/// # Errors
/// What was expected instead; if only the commas are missing, the corrected counts too.
fn parse_counts(words: &[String]) -> Result<ScoreCounts, String> {
    if let [counts] = words {
        return counts.parse().map_err(|why: ScoreCountsError| why.to_string());
    }
    let numbers: Vec<_> = words.iter().flat_map(|word| word.split(',')).filter(|number| !number.is_empty()).collect();
    let joined = numbers.join(",");
    let example = if joined.parse::<ScoreCounts>().is_ok() { joined.as_str() } else { "1,2,3" };
    Err(format!("expected counts separated by commas, as in {example}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<ScoreCounts, String> {
        parse_counts(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    /// Regression: the second of the counts was called an unexpected argument.
    #[test]
    fn counts_without_commas_are_told_to_have_commas() {
        for (words, example) in [
            (&["1", "2", "3"][..], "1,2,3"),
            (&["120,", "30,", "50"], "120,30,50"),
            (&["120", "30"], "1,2,3"),
            (&["\u{1b}", "x"], "1,2,3"),
        ] {
            assert_eq!(parsed(words), Err(format!("expected counts separated by commas, as in {example}")));
        }
        assert_eq!(parsed(&["1,2,3"]), Ok(ScoreCounts::of_games(1, 2, 3)));
        assert!(parsed(&["1,2"]).is_err_and(|why| why.contains("expected 3 numbers")));
    }
}
