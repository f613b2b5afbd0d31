//! `botyard series`: many games between the same bots, and what they say of the first.

mod description;
mod progress_line;
mod series_bots;
mod summary;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use botyard::tournament::store::{Store, StoreError};
use botyard::tournament::{GameReport, Pace, PlayGame, StopSwitch, TournamentError, play_tournament};
use botyard_engine::anymatch;
use botyard_engine::fault::printable;
use botyard_engine::tournament::statistics::{Sprt, SprtVerdict};
use botyard_engine::tournament::{Format, Schedule, ScheduledGame, Tournament};
use botyard_host::{HostError, HostedMatch, Interrupt, NoAudience, play_match};

use super::game_args::GameArgs;
use crate::cli::args::match_args;
use crate::cli::args::sprt_args;
use crate::cli::args::terms_args::TermsArgs;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::stderr_notes::note;
use description::Description;
use progress_line::ProgressLine;
use series_bots::SeriesBots;
use summary::Summary;

const EXAMPLES: &str = "\
Examples:
  botyard series connect-four ./my-bot builtin:tactician --games 200
  botyard series stratego new.wasm old.wasm --games 4000 --sprt elo0=0 elo1=10
  botyard series generals a.wasm b.wasm --store night.sqlite      kept, and continued by --resume

Each seed is played once in every rotation of the seats, so that two bots play it twice. Numbers are for the first bot. \
The games of one series never depend on how many are played at once.

Exit status: 0 the series was played, 2 usage error, 3 a bot did not start, 4 --sprt-exit-code and H1 is not accepted, \
5 file error, 130 interrupted (what was played is kept).";

/// Play many games between the same bots: who is better, and how sure is that?
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    chosen: GameArgs<SeriesOptions>,
}

/// What can be said of a series of every game.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct SeriesOptions {
    /// Players: two, or as many as the game seats
    #[arg(required = true)]
    players: Vec<String>,
    /// How many games to play at most: rounded up to whole rotations of the seats
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    terms: TermsArgs,
    /// Stop when a sequential test decides between two Elo differences: elo0=A elo1=B [alpha=P] [beta=P]
    /// [model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=5)]
    sprt: Vec<String>,
    /// Exit with status 4 unless the sequential test accepts H1
    #[arg(long, requires = "sprt")]
    sprt_exit_code: bool,
    /// How many games to play at once [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Keep the games in this file, an SQLite database [default: in a file that is removed when the series is complete]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Go on with the series in the store: with the same bots and options
    #[arg(long, requires = "store")]
    resume: bool,
    /// Print only a JSON document on stdout
    #[arg(long)]
    json: bool,
    /// Append a line of JSON to this file for each game, as soon as it is kept
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Plays the series and prints what it says.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let options = &args.chosen.common;
    let bots = SeriesBots::load(args.chosen.game, &options.players)?;
    let sprt = sprt_args::parse_sprt(&options.sprt)?;
    if sprt.is_some() && bots.count() != 2 {
        return Err(CommandError::Usage("--sprt compares two bots".to_owned()));
    }
    let (mut store, seed) = open_store(args, &bots)?;
    check_playable(args, &bots, seed)?;
    let mut tournament = new_tournament(options, &bots, seed, sprt)?;
    let mut summary = Summary::new(args.chosen.game, bots.names(), seed);
    recall_games(&store.store, &mut tournament, &mut summary)?;
    let played = play(args, &bots, &mut store.store, &mut tournament, &mut summary);
    let is_over = tournament.is_over();
    let kept = store.close(is_over);
    let mut out = anstream::stdout().lock();
    match options.json {
        true => summary.write_json(&mut out, &tournament)?,
        false => summary.write(&mut out, &tournament)?,
    }
    out.flush()?;
    if let Some(kept) = kept {
        let (games, all) = (summary.games(), tournament.schedule().games());
        let shown = printable(&kept.display().to_string());
        note(&format!(
            "{games} of {all} games are kept in {shown}. To go on, run the same command with `--store {shown} --resume`."
        ));
    }
    played?;
    match (is_over, options.sprt_exit_code && tournament.verdict() != SprtVerdict::AcceptH1) {
        (false, _) => Err(CommandError::Interrupted),
        (true, true) => Err(CommandError::Check("the sequential test does not accept H1".to_owned())),
        (true, false) => Ok(()),
    }
}

/// A store, and whether it is only for this run.
struct OpenStore {
    store: Store,
    is_temporary: bool,
}

impl OpenStore {
    /// Removes a temporary file that is not needed any more; returns the path of one that is needed to go on.
    fn close(self, is_over: bool) -> Option<PathBuf> {
        let path = self.store.path().to_owned();
        drop(self.store);
        if is_over && self.is_temporary {
            // What cannot be removed is in the folder for temporary files.
            let _ = std::fs::remove_file(&path);
        }
        (!is_over).then_some(path)
    }
}

/// The store, and the seed of the series in it.
fn open_store(args: &Args, bots: &SeriesBots) -> Result<(OpenStore, u64), CommandError> {
    let options = &args.chosen.common;
    let failed = |why: StoreError| CommandError::File(printable(&why.to_string()));
    if options.resume
        && let Some(path) = &options.store
    {
        match Store::resume(path) {
            Ok((store, stored)) => return resume_store(args, bots, store, &stored),
            // The program was ended before it had played anything: there is nothing to go on with, and nothing to lose.
            Err(StoreError::Empty(_)) => {}
            Err(why) => return Err(failed(why)),
        }
    }
    let seed = match_args::seed(options.terms.seed);
    let description = describe(args, bots, seed)?.to_json();
    let path = match &options.store {
        Some(path) => path.clone(),
        None => new_temporary_path(args.chosen.game, seed),
    };
    let store = Store::create(&path, &description).map_err(failed)?;
    Ok((OpenStore { store, is_temporary: options.store.is_none() }, seed))
}

/// Goes on with a stored series if it is this one.
fn resume_store(
    args: &Args,
    bots: &SeriesBots,
    store: Store,
    stored: &serde_json::Value,
) -> Result<(OpenStore, u64), CommandError> {
    let shown = || printable(&store.path().display().to_string()).to_string();
    let stored = Description::read(stored).ok_or_else(|| CommandError::File(format!("{} is not a series", shown())))?;
    let seed = args.chosen.common.terms.seed.unwrap_or(stored.seed);
    describe(args, bots, seed)?.check_same(&stored).map_err(CommandError::Usage)?;
    Ok((OpenStore { store, is_temporary: false }, seed))
}

/// Its name tells the series. Two series with the same seed at the same time have different files.
fn new_temporary_path(game: &str, seed: u64) -> PathBuf {
    let path =
        |nth: u32| std::env::temp_dir().join(format!("botyard-{game}-{seed}-{}-{nth}.sqlite", std::process::id()));
    (0..).map(path).find(|path| !path.exists()).expect("one of so many names is free")
}

fn describe(args: &Args, bots: &SeriesBots, seed: u64) -> Result<Description, CommandError> {
    Ok(Description {
        game: args.chosen.game.to_owned(),
        players: bots.descriptions(),
        seed,
        terms: args.chosen.common.terms.terms(),
        settings: args.chosen.settings(bots.count(), 0)?,
    })
}

/// Refuses a series whose first match cannot be played.
fn check_playable(args: &Args, bots: &SeriesBots, seed: u64) -> Result<(), CommandError> {
    let bodies = bots.load_again()?;
    let players = bots.names().iter().cloned().zip(bodies).collect();
    let mut first = HostedMatch::new(args.chosen.game, seed, players);
    first.match_spec.settings = args.chosen.settings(bots.count(), seed)?;
    first.match_spec.terms = args.chosen.common.terms.terms();
    anymatch::open(&first.match_spec, None, std::time::Duration::ZERO)
        .map(drop)
        .map_err(|why| CommandError::Usage(why.to_string()))
}

fn new_tournament(
    options: &SeriesOptions,
    bots: &SeriesBots,
    seed: u64,
    sprt: Option<Sprt>,
) -> Result<Tournament, CommandError> {
    let rounds = options.games.div_ceil(bots.count() as u64);
    let schedule = Schedule::new(Format::Series, bots.count(), rounds, seed);
    let schedule = schedule.map_err(|why| CommandError::Usage(why.to_string()))?;
    Ok(Tournament::new(schedule, sprt))
}

/// Takes in the games that were played before.
fn recall_games(store: &Store, tournament: &mut Tournament, summary: &mut Summary) -> Result<(), CommandError> {
    let mut refused = None;
    let recalled = store.for_each_game(|report| match tournament.record(report.id, report.result.clone()) {
        Ok(()) => summary.add(&report),
        Err(why) => refused = Some(why),
    });
    recalled.map_err(|why| CommandError::File(printable(&why.to_string())))?;
    match refused {
        Some(why) => Err(CommandError::Usage(format!("the stored games do not fit: {why}"))),
        None => Ok(()),
    }
}

fn play(
    args: &Args,
    bots: &SeriesBots,
    store: &mut Store,
    tournament: &mut Tournament,
    summary: &mut Summary,
) -> Result<(), CommandError> {
    let options = &args.chosen.common;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.concurrency.map_or(processors, usize::from);
    if bots.has_programs() && threads > processors {
        note(&format!(
            "{threads} games at once on {processors} processors: executables are timed by the clock and may lose on time"
        ));
    }
    let mut lines = options.jsonl.as_deref().map(open_lines).transpose()?;
    let stop = StopSwitch::default();
    let (finish, halt) = (stop.clone(), stop.clone());
    interrupt::on_each_ctrl_c(
        move || {
            note("finishing the games that are being played; Ctrl-C stops them");
            finish.finish();
        },
        move || halt.stop(),
    )?;
    let mut progress = (!options.quiet).then(|| ProgressLine::new(tournament));
    let mut unwritten = None;
    let pace = Pace { threads, commit_each: bots.has_programs() };
    let new_player = || new_player(args, bots);
    let played = play_tournament(tournament, store, pace, &new_player, &stop, &mut |tournament, reports| {
        for report in reports {
            summary.add(report);
        }
        if let Some(lines) = &mut lines
            && let Err(error) = write_lines(lines, args.chosen.game, bots.names(), reports)
        {
            unwritten = Some(error);
            stop.finish();
        }
        if let Some(progress) = &mut progress {
            progress.update(tournament);
        }
    });
    drop(progress);
    if let (Some(error), Some(path)) = (unwritten, &options.jsonl) {
        return Err(CommandError::file("write", path, &error));
    }
    played.map_err(|failure| match failure {
        TournamentError::Host(why) => why.into(),
        TournamentError::Store(why) => CommandError::File(printable(&why.to_string())),
        TournamentError::Record(_) | TournamentError::Thread(_) => CommandError::Internal(failure.to_string()),
    })
}

/// What plays the games of one thread: with bots of its own, so that threads share nothing.
fn new_player<'a>(args: &'a Args, bots: &'a SeriesBots) -> Result<Box<PlayGame<'a>>, String> {
    let bodies = bots.load_again().map_err(|why| why.to_string())?;
    let terms = args.chosen.common.terms.terms();
    Ok(Box::new(move |scheduled: &ScheduledGame, interrupt: &Interrupt| {
        let seats: Vec<usize> = scheduled.seats.iter().map(|participant| participant.index()).collect();
        let players = seats.iter().map(|&index| (bots.names()[index].clone(), bodies[index].clone())).collect();
        let mut hosted_match = HostedMatch::new(args.chosen.game, scheduled.seed, players);
        let settings = args.chosen.settings(seats.len(), scheduled.seed);
        hosted_match.match_spec.settings = settings.map_err(|why| TournamentError::Thread(why.to_string()))?;
        hosted_match.match_spec.terms = terms;
        let start = Instant::now();
        match play_match(hosted_match, &mut NoAudience, interrupt) {
            Ok(game) => Ok(GameReport::of(scheduled, &*game, start.elapsed())),
            Err(HostError::Void(..)) => Ok(Some(GameReport::void(scheduled, start.elapsed()))),
            Err(why) => Err(why.into()),
        }
    }))
}

fn open_lines(path: &Path) -> Result<BufWriter<File>, CommandError> {
    let file = File::options().append(true).create(true).open(path);
    file.map(BufWriter::new).map_err(|error| CommandError::file("write", path, &error))
}

fn write_lines(
    lines: &mut BufWriter<File>,
    game: &str,
    names: &[String],
    reports: &[GameReport],
) -> std::io::Result<()> {
    for report in reports {
        writeln!(lines, "{}", report.to_line(game, names).to_json())?;
    }
    lines.flush()
}
