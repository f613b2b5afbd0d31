//! `botyard generals map N M K`: generates a map. The arguments are those of the original's
//! generator, in the same order; the options are new. The map goes to stdout or a file, and remarks
//! about it go to stderr.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use botyard_engine::games::generals::{
    CapitalReach, GeneralsMap, GenerateMapError, MapParams, MapSearch, MapSurvey, Tile,
};

use crate::cli::args::match_args;
use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::OutputFile;
use crate::cli::output::report::counted;
use crate::cli::output::stderr_notes::note;

/// Generate a map: connected, with distant capitals that are joined by paths without cities
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rows, 1 to 50
    #[arg(value_name = "N")]
    rows: usize,
    /// Columns, 1 to 50
    #[arg(value_name = "M")]
    columns: usize,
    /// Players
    #[arg(value_name = "K")]
    players: usize,
    /// Seed: the same seed generates the same map [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Share of mountains in percent; fewer if more would divide the map
    #[arg(long, value_name = "PERCENT", default_value_t = 20)]
    mountains: u32,
    /// Share of cities in percent; fewer if more would separate the capitals or be unfair
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    cities: u32,
    /// Smallest and largest army in a city
    #[arg(long, value_name = "A-B", default_value = "35-55", value_parser = armies)]
    armies: RangeInclusive<u32>,
    /// Minimum number of steps between capitals, even through cities [default: as many as fit well]
    #[arg(long, value_name = "STEPS")]
    distance: Option<u32>,
    /// By how many percent the ground near one capital may be worse than near another [default: as
    /// little as fits well]
    #[arg(long, value_name = "PERCENT")]
    unfairness: Option<u32>,
    /// Write the map to this file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Generates the map, and describes it on stderr.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let params = map_params(args);
    let map = search(&params, "a map").map_err(|why| CommandError::Usage(explained(&params, &why)))?;
    match &args.output {
        Some(path) => OutputFile::open(path)?.replace(map.to_string().as_bytes())?,
        None => {
            let mut out = io::stdout().lock();
            write!(out, "{map}")?;
            out.flush()?;
        }
    }
    // If stderr is closed, there is nowhere to report it.
    let _ = remarks(&params, &map).iter().try_for_each(|remark| writeln!(io::stderr(), "{remark}"));
    Ok(())
}

fn map_params(args: &Args) -> MapParams {
    MapParams {
        seed: match_args::seed(args.seed),
        mountains: args.mountains,
        cities: args.cities,
        armies: args.armies.clone(),
        distance: args.distance,
        difference: args.unfairness,
        ..MapParams::new(args.rows, args.columns, args.players)
    }
}

/// How often the search reports its progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// Searches for a map with these parameters, and reports its progress on stderr.
fn search(params: &MapParams, like: &str) -> Result<GeneralsMap, GenerateMapError> {
    let mut search = MapSearch::new(params.clone())?;
    let mut told = Instant::now();
    loop {
        if let Some(found) = search.step() {
            return found;
        }
        if told.elapsed() >= PATIENCE {
            told = Instant::now();
            note(&format!("looking for {like}: {} of {} attempts", search.tried(), MapSearch::ATTEMPTS));
        }
    }
}

/// Why there is no such map, and which single parameter to leave out to get one.
fn explained(params: &MapParams, why: &GenerateMapError) -> String {
    let without = |name: &str, others: MapParams| {
        let changed = others != *params;
        let found = changed.then(|| search(&others, &format!("one without {name}")).ok()).flatten();
        found.map(|map| format!("without {name}: {}", apart(&MapSurvey::measure_map(&map))))
    };
    let hints = match why {
        GenerateMapError::NotFound => [
            without("--distance", MapParams { distance: None, ..params.clone() }),
            without("--unfairness", MapParams { difference: None, ..params.clone() }),
            without("mountains", MapParams { mountains: 0, ..params.clone() }),
        ],
        _ => [const { None }; 3],
    };
    hints.into_iter().flatten().fold(why.to_string(), |message, hint| format!("{message}\n  {hint}"))
}

/// Describes the map, and the parameters that it does not reach.
fn remarks(params: &MapParams, map: &GeneralsMap) -> Vec<String> {
    let cells = map.tiles().len();
    let short = |name: &str, percent: u32, is: fn(&Tile) -> bool, why: &str| {
        // Rounded in the same way as in the generator.
        let wanted = (cells * percent as usize + 50) / 100;
        let found = map.tiles().iter().filter(|tile| is(tile)).count();
        (found < wanted).then(|| format!("{found} {name} instead of {wanted}: {why}"))
    };
    let mountains = short("mountains", params.mountains, |tile| *tile == Tile::Mountain, "more would divide the map");
    let cities = |tile: &Tile| matches!(tile, Tile::City(_));
    let cities = short("cities", params.cities, cities, "more would separate the capitals or be unfair");
    let survey = MapSurvey::measure_map(map);
    let about = [format!("seed {}", params.seed), apart(&survey), nearby(&survey)];
    about.into_iter().chain(mountains).chain(cities).filter(|remark| !remark.is_empty()).collect()
}

/// Describes the distances of the capitals.
fn apart(survey: &MapSurvey) -> String {
    let steps = |steps: u32| counted(steps as usize, "step");
    match (survey.distance, survey.detour) {
        (None, _) => String::new(),
        (Some(distance), Some(detour)) if detour > distance => {
            format!("the two nearest capitals are {} apart, {} around cities", steps(distance), steps(detour))
        }
        (Some(distance), _) => format!("the two nearest capitals are {} apart", steps(distance)),
    }
}

/// Describes the ground near the players' capitals.
fn nearby(survey: &MapSurvey) -> String {
    let span = |count: fn(&CapitalReach) -> u32| {
        let counts = || survey.grounds.iter().map(count);
        match (counts().min().unwrap_or(0), counts().max().unwrap_or(0)) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        }
    };
    let (open, cities) = (span(|ground| ground.open), span(|ground| ground.cities));
    let unfairness = CapitalReach::difference(&survey.grounds);
    format!(
        "within {} steps of a capital: open cells {open}, cities {cities} (unfairness {unfairness} %)",
        survey.reach
    )
}

fn armies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) => Ok(least..=most),
        _ => Err("expected a range such as 35-55, or a number".to_owned()),
    }
}
