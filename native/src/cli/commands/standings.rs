//! `botyard standings`: the table and the statistics of games that are in a store, or were exported as
//! lines by this program or by the page. Plays nothing.

use std::io::Write as _;
use std::path::PathBuf;

use botyard_engine::fault::printable;
use botyard_engine::tournament::{Amendments, GameFilter, ImportedGames, PlacePoints, Scoring};

use super::series_games::{DrawnTournament, SeriesGames};
use super::tournament::{FieldReport, OutputArgs, ReportFolder, ReportOrigin, check_place_points};
use crate::cli::args::page_args::PageArgs;
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard series connect-four ./my-bot builtin:tactician --jsonl games.jsonl
  botyard standings games.jsonl                   the same numbers again, with ratings
  botyard standings games.jsonl --json            for programs
  botyard standings cup.sqlite --markdown         of a store, for a document
  botyard standings cup.sqlite --report cup       pages with all results, in the folder `cup`";

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
    /// Write the report into this folder: pages of HTML with charts, Markdown, CSV and JSON. With --page,
    /// every game in it is a link
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
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
    let imported = || ReportOrigin::Imported {
        format: games.format,
        uncounted: games.uncounted,
        missing_units: games.missing_units,
        places: games.places.as_deref(),
    };
    let (names, counted, origin) = match series.drawn() {
        Some(DrawnTournament { tournament, names, seed }) => {
            (names, tournament.counted(), ReportOrigin::Played { tournament, seed: *seed })
        }
        None => (&games.names, &games.counted, imported()),
    };
    let own_limit = |name: &String| games.own_limits[games.names.iter().position(|known| known == name)?];
    let own_limits: Vec<_> = names.iter().map(own_limit).collect();
    let report = FieldReport {
        game: &games.game,
        names,
        scoring: args.scoring,
        place_points: args.points.as_ref(),
        anchor: FieldReport::parse_anchor(args.anchor.as_deref(), names)?,
        limit: games.limit,
        own_limits: &own_limits,
        counted,
        void_reasons: &games.void_reasons,
        journal: changes.map_or(&[][..], |changes| &changes.journal),
        origin,
        varied: &[],
    };
    check_place_points(args.points.as_ref(), counted.seats())?;
    report.check_scoring()?;
    let folder = args.report.as_deref().map(ReportFolder::open).transpose()?;
    let ratings = report.ratings();
    let mut out = anstream::stdout().lock();
    report.write(&mut out, args.output.format(), ratings.as_ref())?;
    out.flush()?;
    match folder {
        Some(folder) => {
            let games = series.filter(&GameFilter::default())?;
            folder.write(&report, ratings.as_ref(), &games, args.page.url())
        }
        None => Ok(()),
    }
}
