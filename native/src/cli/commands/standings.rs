//! `botyard standings`: the table and the statistics of games that are in a store, or were exported as
//! lines by this program or by the page. Plays nothing.

use std::io::Write as _;
use std::path::PathBuf;

use botyard_engine::fault::printable;
use botyard_engine::tournament::{Amendments, ImportedGames, PlacePoints, Scoring};

use super::series_games::SeriesGames;
use super::tournament::{FieldReport, OutputArgs, ReportOrigin, check_place_points};
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard series connect-four ./my-bot builtin:tactician --jsonl games.jsonl
  botyard standings games.jsonl                   the same numbers again, with ratings
  botyard standings games.jsonl --json            for programs
  botyard standings cup.sqlite --markdown         of a store, for a document";

/// Compute the table and the ratings of games that --store, --jsonl or the page wrote
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// A file of --store, or one with a line of JSON for each game of one tournament, in any order
    file: PathBuf,
    /// How games become points: standard, ucc2012 or moderator
    #[arg(long, value_name = "NAME", default_value_t)]
    scoring: Scoring,
    /// Rank the bots by these points for the places of a game of more than two, the first one first:
    /// 4,2,1,0
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    points: Option<PlacePoints>,
    /// Give this bot this rating [default: the mean of all is 0]
    #[arg(long, value_name = "BOT=ELO")]
    anchor: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the table and the statistics.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let series = SeriesGames::read(&args.file)?;
    let changes = series.changes();
    let counted = match changes {
        None => ImportedGames::count(series.lines()),
        Some(changes) => {
            ImportedGames::count_amended(series.lines(), &changes.names, &Amendments::new(&changes.journal))
        }
    };
    let games = counted.map_err(|why| {
        let file = printable(&args.file.display().to_string());
        CommandError::File(format!("{file}: {}", printable(&why.to_string())))
    })?;
    let report = FieldReport {
        game: &games.game,
        names: &games.names,
        scoring: args.scoring,
        place_points: args.points.as_ref(),
        anchor: FieldReport::parse_anchor(args.anchor.as_deref(), &games.names)?,
        limit: games.limit,
        own_limits: &games.own_limits,
        counted: &games.counted,
        void_reasons: &games.void_reasons,
        journal: changes.map_or(&[][..], |changes| &changes.journal),
        origin: ReportOrigin::Imported {
            format: games.format,
            uncounted: games.uncounted,
            missing_units: games.missing_units,
            places: games.places.as_deref(),
        },
        varied: &[],
    };
    check_place_points(args.points.as_ref(), games.counted.seats())?;
    report.check_scoring()?;
    let mut out = anstream::stdout().lock();
    report.write(&mut out, args.output.format())?;
    Ok(out.flush()?)
}
