//! `botyard standings`: the table and the statistics of games that were exported as lines, by this
//! program or by the page. Plays nothing.

use std::io::Write as _;
use std::path::PathBuf;

use botyard::input;
use botyard::tournament::hash_identity;
use botyard_engine::fault::printable;
use botyard_engine::tournament::{GameLine, ImportedGames, Scoring};

use super::tournament::{FieldReport, OutputArgs, ReportOrigin};
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard series connect-four ./my-bot builtin:tactician --jsonl games.jsonl
  botyard standings games.jsonl                   the same numbers again, with ratings
  botyard standings games.jsonl --json            for programs";

/// Compute the table and the ratings of games that --jsonl or the page wrote
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// A file with a line of JSON for each game of one tournament, in any order
    file: PathBuf,
    /// How games become points: standard, ucc2012 or moderator
    #[arg(long, value_name = "NAME", default_value_t)]
    scoring: Scoring,
    /// Give this bot this rating [default: the mean of all is 0]
    #[arg(long, value_name = "BOT=ELO")]
    anchor: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the table and the statistics.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let text =
        input::read_text(&args.file, input::RECORD).map_err(|why| CommandError::file("read", &args.file, &why))?;
    let invalid = |why: String| {
        let file = printable(&args.file.display().to_string()).to_string();
        CommandError::File(format!("{file}: {}", printable(&why)))
    };
    let mut lines = GameLine::read_lines(&text).map_err(|why| match is_one_document(&text) {
        true => invalid("not a line for each game, as `--jsonl FILE` of `series` and `tournament` writes".to_owned()),
        false => invalid(why.to_string()),
    })?;
    lines.iter_mut().for_each(|(_, line)| line.renew_digest(hash_identity));
    let games = ImportedGames::count(&lines).map_err(|why| invalid(why.to_string()))?;
    let report = FieldReport {
        game: &games.game,
        names: &games.names,
        scoring: args.scoring,
        anchor: FieldReport::parse_anchor(args.anchor.as_deref(), &games.names)?,
        limit: games.limit,
        counted: &games.counted,
        void_reasons: &games.void_reasons,
        origin: ReportOrigin::Imported { uncounted: games.uncounted, places: games.places.as_deref() },
        varied: &[],
    };
    report.check_scoring()?;
    let mut out = anstream::stdout().lock();
    report.write(&mut out, args.output.format())?;
    Ok(out.flush()?)
}

/// Whether all of a text is one JSON document, as a saved match is.
fn is_one_document(text: &str) -> bool {
    text.trim().lines().count() > 1 && serde_json::from_str::<serde_json::Value>(text).is_ok()
}
