//! Plays a tournament as its options say, keeps its games, and prints what they say. Knows no format.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use botyard::tournament::store::{Store, StoreError};
use botyard::tournament::{
    Attempted, Concurrency, GameReport, GameRetries, PlayGame, StopSwitch, TournamentError, play_tournament,
};
use botyard_engine::anymatch;
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::tournament::statistics::{Anchor, Sprt, SprtVerdict};
use botyard_engine::tournament::{Format, Schedule, ScheduledGame, Scoring, Tournament};
use botyard_host::{HostError, HostedMatch, Interrupt, NoAudience, play_match};
use serde_json::Value;

use super::capable_games;
use super::description::TournamentDescription;
use super::field_report::{FieldReport, ReportOrigin};
use super::first_faults::FirstFaults;
use super::first_games::FirstGames;
use super::game_lines::GameLines;
use super::match_starts::MatchStarts;
use super::progress_line::ProgressLine;
use super::run_args::{CONCURRENCY_MAX, RunArgs};
use super::series_report::SeriesReport;
use super::tournament_bots::TournamentBots;
use crate::cli::args::match_args;
use crate::cli::args::sprt_args;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::field::FieldFormat;
use crate::cli::output::stderr_notes::note;

/// A tournament as it was asked for.
pub struct Plan<'a> {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The bots, as the command line names them.
    pub players: &'a [String],
    /// Who meets whom.
    pub format: Format,
    /// All other options.
    pub args: &'a RunArgs,
    /// How matches start.
    pub starts: &'a MatchStarts<'a>,
}

impl Plan<'_> {
    /// How many bots a match seats.
    fn seats(&self) -> usize {
        match self.format {
            Format::Series => self.players.len(),
            Format::RoundRobin | Format::Gauntlet | Format::Knockout => 2,
        }
    }

    fn rounds(&self) -> u64 {
        self.args.games.div_ceil(self.seats() as u64)
    }

    /// Whether the numbers are those of the first bot, as `series` shows them.
    fn is_plain_series(&self) -> bool {
        self.format == Format::Series && self.args.scoring == Scoring::Standard
    }
}

/// Plays a tournament and prints what it says.
///
/// # Errors
/// If it cannot be played, kept or printed, or was interrupted.
pub fn run_plan(plan: &Plan<'_>) -> Result<(), CommandError> {
    let args = plan.args;
    let bots = TournamentBots::load(plan.game, plan.players)?;
    let sprt = sprt_args::parse_sprt(&args.sprt)?;
    if sprt.is_some() && (plan.format != Format::Series || bots.count() != 2) {
        return Err(CommandError::Usage(
            "--sprt compares two bots: use `botyard series`, or --format series".to_owned(),
        ));
    }
    let traits = GameTraits::of(plan.game);
    if args.scoring == Scoring::Ucc2012 && !traits.has_competition_points {
        let (games, game) = (capable_games::with_competition_points(), plan.game);
        return Err(CommandError::Usage(format!(
            "--scoring ucc2012 counts games of {games}: {game} has no such points"
        )));
    }
    let anchor = FieldReport::parse_anchor(args.anchor.as_deref(), bots.names())?;
    let (mut store, seed) = open_store(plan, &bots)?;
    let limit = check_playable(plan, &bots, seed)?;
    let mut tournament = new_tournament(plan, seed, sprt)?;
    let mut first_faults = FirstFaults::new(bots.count(), args.page.url());
    recall_games(plan, &store.store, &mut tournament, &mut first_faults)?;
    let played = play(plan, &bots, &mut store.store, &mut tournament, &mut first_faults);
    let changed: Vec<_> = bots.changed_programs().into_iter().map(printable).collect();
    if !changed.is_empty() {
        note(&format!(
            "{} has changed while the games were played: they are not all of one program",
            changed.join(", ")
        ));
    }
    if bots.has_programs() {
        first_faults.note_refusals(|seats| bots.refusal_finder(seats))?;
    }
    let is_over = tournament.is_over();
    let kept = store.close(is_over);
    let mut out = anstream::stdout().lock();
    let varied = bots.varied();
    let shown = Shown { names: bots.names(), seed, limit, anchor, first_faults: &first_faults, varied: &varied };
    write_report(&mut out, plan, &tournament, &shown)?;
    out.flush()?;
    if let Some(kept) = kept {
        let (games, all) = (first_faults.games(), tournament.schedule().games());
        let shown = printable(&kept.display().to_string());
        let uncounted = match tournament.uncounted_games() {
            0 => String::new(),
            uncounted => format!(" (not counted yet: {uncounted}, of units that are not complete)"),
        };
        note(&format!(
            "{games} of {all} games are kept in {shown}{uncounted}. To go on, run the same command with `--store {shown} --resume`."
        ));
    }
    played?;
    match (is_over, args.sprt_exit_code && tournament.verdict() != SprtVerdict::AcceptH1) {
        (false, _) => Err(CommandError::Interrupted),
        (true, true) => Err(CommandError::Check("the sequential test does not accept H1".to_owned())),
        (true, false) if has_bot_that_never_started(&tournament, bots.count()) => Err(CommandError::NotStartedAsTold),
        (true, false) => Ok(()),
    }
}

/// Whether a bot started in none of its games. The table says which.
fn has_bot_that_never_started(tournament: &Tournament, bots: usize) -> bool {
    let mut counted = vec![(0, 0); bots];
    for (pairing, tally) in tournament.schedule().pairings().iter().zip(tournament.tallies()) {
        for (participant, player) in pairing.iter().zip(tally.players()) {
            let (games, failed) = &mut counted[participant.index()];
            *games += player.results.games();
            *failed += player.faults.get(FaultKind::NotStarted.name()).copied().unwrap_or(0);
        }
    }
    counted.iter().any(|&(games, failed)| games > 0 && failed == games)
}

/// What is shown of a tournament beside its games.
struct Shown<'a> {
    names: &'a [String],
    seed: u64,
    limit: Duration,
    anchor: Anchor,
    first_faults: &'a FirstFaults,
    varied: &'a [String],
}

fn write_report(
    out: &mut dyn Write,
    plan: &Plan<'_>,
    tournament: &Tournament,
    shown: &Shown<'_>,
) -> Result<(), CommandError> {
    let (names, format) = (shown.names, plan.args.output.format());
    let series = SeriesReport { game: plan.game, names, seed: shown.seed, tournament, varied: shown.varied };
    match format {
        FieldFormat::Text if plan.is_plain_series() => return Ok(series.write(out, shown.first_faults)?),
        FieldFormat::Json if plan.is_plain_series() => return Ok(series.write_json(out)?),
        _ => {}
    }
    let report = FieldReport {
        game: plan.game,
        names,
        scoring: plan.args.scoring,
        anchor: shown.anchor,
        limit: Some(shown.limit),
        counted: tournament.counted(),
        origin: ReportOrigin::Played { tournament, seed: shown.seed },
        varied: shown.varied,
    };
    report.write(out, format)?;
    if format == FieldFormat::Text {
        shown.first_faults.write(out, plan.game, names, tournament.counted_units())?;
    }
    Ok(())
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

/// The store, and the seed of the tournament in it.
fn open_store(plan: &Plan<'_>, bots: &TournamentBots) -> Result<(OpenStore, u64), CommandError> {
    let args = plan.args;
    let failed = |why: StoreError| CommandError::File(printable(&why.to_string()));
    if args.resume
        && let Some(path) = &args.store
    {
        match Store::resume(path) {
            Ok((store, stored)) => return resume_store(plan, bots, store, &stored),
            // The program was ended before it had played anything: there is nothing to go on with, and nothing to lose.
            Err(StoreError::Empty(_)) => {}
            Err(why) => return Err(failed(why)),
        }
    }
    let seed = match_args::seed(args.terms.seed);
    let description = describe(plan, bots, seed)?.to_json();
    let path = match &args.store {
        Some(path) => path.clone(),
        None => new_temporary_path(plan.game, seed),
    };
    let store = Store::create(&path, &description).map_err(failed)?;
    Ok((OpenStore { store, is_temporary: args.store.is_none() }, seed))
}

/// Goes on with a stored tournament if it is this one.
fn resume_store(
    plan: &Plan<'_>,
    bots: &TournamentBots,
    mut store: Store,
    stored: &Value,
) -> Result<(OpenStore, u64), CommandError> {
    let shown = printable(&store.path().display().to_string());
    let stored = TournamentDescription::read(stored)
        .ok_or_else(|| CommandError::File(format!("{shown} is not a tournament")))?;
    let seed = plan.args.terms.seed.unwrap_or(stored.seed);
    let own = describe(plan, bots, seed)?;
    own.check_same(&stored).map_err(CommandError::Usage)?;
    let changed: Vec<_> = own.changed(&stored).map(printable).collect();
    if !changed.is_empty() && !plan.args.allow_changed {
        return Err(CommandError::Usage(format!(
            "{} has changed since the stored games were played: start in another file, or pass --allow-changed to count them \
             all the same",
            changed.join(", ")
        )));
    }
    if !changed.is_empty() {
        note(&format!("{} has changed since the first games were played", changed.join(", ")));
        store.set_description(&own.to_json()).map_err(|why| CommandError::File(printable(&why.to_string())))?;
    }
    Ok((OpenStore { store, is_temporary: false }, seed))
}

/// Its name tells the tournament. Two with the same seed at the same time have different files.
fn new_temporary_path(game: &str, seed: u64) -> PathBuf {
    let path =
        |nth: u32| std::env::temp_dir().join(format!("botyard-{game}-{seed}-{}-{nth}.sqlite", std::process::id()));
    (0..).map(path).find(|path| !path.exists()).expect("one of so many names is free")
}

fn describe(plan: &Plan<'_>, bots: &TournamentBots, seed: u64) -> Result<TournamentDescription, CommandError> {
    Ok(TournamentDescription {
        game: plan.game.to_owned(),
        format: plan.format,
        players: bots.descriptions(),
        seed,
        terms: plan.args.terms.terms(),
        positions: plan.starts.description(),
        settings: plan.starts.settings(plan.seats(), 0, 0)?,
        starts: plan.args.scoring.starts(),
        knockout_rounds: (plan.format == Format::Knockout).then(|| plan.rounds()),
    })
}

/// Refuses a tournament whose first match, or the first from any of its positions, cannot be played. Returns how long a bot may
/// take for an answer.
fn check_playable(plan: &Plan<'_>, bots: &TournamentBots, seed: u64) -> Result<Duration, CommandError> {
    let bodies = bots.load_again()?;
    let players = bots.names().iter().cloned().zip(bodies).take(plan.seats()).collect();
    let mut first = HostedMatch::new(plan.game, seed, players);
    first.match_spec.terms = plan.args.terms.terms();
    for round in (0..plan.starts.count()).rev() {
        let usage = |why: anymatch::OpenMatchError| CommandError::Usage(plan.starts.locate(round, &why.to_string()));
        let settings = plan.starts.settings(plan.seats(), seed, round)?;
        let seats: Vec<_> = (0..plan.seats()).collect();
        first.match_spec.settings =
            anymatch::seat_settings(plan.game, settings, plan.players.len(), &seats).map_err(usage)?;
        anymatch::open(&first.match_spec, None, Duration::ZERO).map_err(usage)?;
    }
    first.match_spec.limits().map(|limits| limits.turn).map_err(|why| CommandError::Usage(why.to_string()))
}

fn new_tournament(plan: &Plan<'_>, seed: u64, sprt: Option<Sprt>) -> Result<Tournament, CommandError> {
    let schedule = Schedule::new(plan.format, plan.players.len(), plan.rounds(), seed);
    let schedule = schedule.map_err(|why| CommandError::Usage(why.to_string()))?;
    Ok(Tournament::new(schedule, sprt).with_starts(plan.args.scoring.starts()))
}

/// Takes in the games that were played before.
///
/// # Errors
/// If the store cannot be read, or holds games that are not of this schedule.
fn recall_games(
    plan: &Plan<'_>,
    store: &Store,
    tournament: &mut Tournament,
    first_faults: &mut FirstFaults,
) -> Result<(), CommandError> {
    let (mut refused, mut last_unit) = (None, 0);
    let recalled = store.for_each_game(|report| {
        last_unit = report.id.unit;
        let recorded = check_scheduled(tournament, &report)
            .and_then(|()| tournament.record(report.id, report.result.clone()).map_err(|why| why.to_string()));
        match recorded {
            Ok(()) => first_faults.add(&report),
            Err(why) => refused = refused.take().or(Some(why)),
        }
    });
    recalled.map_err(|why| CommandError::File(printable(&why.to_string())))?;
    let Some(why) = refused else { return Ok(()) };
    let schedule = tournament.schedule();
    if last_unit < schedule.units() || plan.format == Format::Knockout {
        return Err(CommandError::File(format!("the stored games do not fit: {why}")));
    }
    let rounds = last_unit / schedule.pairings().len() as u64 + 1;
    Err(CommandError::Usage(format!(
        "more games were played than --games {} asks for: pass --games {} or more, or leave out --resume and start in another \
         file",
        plan.args.games,
        rounds * plan.seats() as u64
    )))
}

/// Refuses a stored game that another program has changed: who played it, and with which seed, follow from the schedule.
fn check_scheduled(tournament: &Tournament, report: &GameReport) -> Result<(), String> {
    let (id, schedule) = (report.id, tournament.schedule());
    if id.unit >= schedule.units() {
        // It is refused with its result.
        return Ok(());
    }
    let unit = schedule.unit(id.unit);
    let rotation = usize::from(id.rotation);
    let is_as_scheduled = rotation < unit.participants.len() && {
        let scheduled = unit.game(rotation);
        (scheduled.seed, &scheduled.seats) == (report.seed, &report.seats)
    };
    match is_as_scheduled {
        true => Ok(()),
        false => {
            Err(format!("game {rotation} of unit {} has other seats or another seed than in the schedule", id.unit))
        }
    }
}

fn play(
    plan: &Plan<'_>,
    bots: &TournamentBots,
    store: &mut Store,
    tournament: &mut Tournament,
    first_faults: &mut FirstFaults,
) -> Result<(), CommandError> {
    let args = plan.args;
    let left = tournament.schedule().games().saturating_sub(first_faults.games());
    let threads = count_threads(plan, bots, usize::try_from(left).unwrap_or(usize::MAX));
    let lines = args.jsonl.as_deref().map(|path| GameLines::open(path, plan.game, bots.names()));
    let mut lines = lines.transpose()?;
    if let (Some(lines), true) = (&mut lines, args.resume) {
        lines.catch_up(store)?;
    }
    let stop = StopSwitch::default();
    let (finish, halt) = (stop.clone(), stop.clone());
    interrupt::on_each_ctrl_c(
        move || {
            note("finishing the games that are being played; Ctrl-C stops them");
            finish.finish();
        },
        move || halt.stop(),
    )?;
    let mut progress = (!args.quiet).then(|| ProgressLine::new(tournament));
    let mut unwritten = None;
    let pace = Concurrency { threads, commit_each: bots.has_programs() };
    let first_games = FirstGames::new(bots.count());
    let new_player = || new_player(plan, bots, &first_games);
    let played = play_tournament(tournament, store, pace, &new_player, &stop, &mut |tournament, reports| {
        for report in reports {
            first_faults.add(report);
        }
        if let Some(lines) = &mut lines
            && let Err(error) = lines.write(reports)
        {
            unwritten = Some(error);
            stop.finish();
        }
        if let Some(progress) = &mut progress {
            progress.update(tournament);
        }
    });
    drop(progress);
    if let Some(error) = unwritten {
        return Err(error);
    }
    played.map_err(|failure| match failure {
        TournamentError::Host(why) => why.into(),
        TournamentError::Store(why) => CommandError::File(printable(&why.to_string())),
        TournamentError::Shortage { .. } | TournamentError::Record(_) | TournamentError::Thread(_) => {
            CommandError::Internal(failure.to_string())
        }
    })
}

/// How many of the games that are left are played at once. Executables are timed by the clock: more of them at once than there are processors make
/// each other late.
fn count_threads(plan: &Plan<'_>, bots: &TournamentBots, left: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = match GameTraits::of(plan.game).acts_at_once {
        true => bots.programs().min(plan.seats()).max(1),
        // One thinks while the others wait.
        false => 1,
    };
    let most = usize::try_from(CONCURRENCY_MAX).expect("it is positive");
    let threads = plan.args.concurrency.map_or((processors / busy).clamp(1, most), usize::from).min(left.max(1));
    if bots.has_programs() && threads * busy > processors {
        let programs = threads * busy;
        // Elsewhere the system does not tell how long they have waited for each other.
        let what_follows = match cfg!(target_os = "linux") {
            true => "they wait for each other, which is not their time, and all take longer",
            false => "they are timed by the clock and may lose on time",
        };
        note(&format!("up to {programs} executables at once on {processors} processors: {what_follows}"));
    }
    threads
}

/// What a tournament asks of a game.
#[derive(Debug, Clone, Copy)]
struct GameTraits {
    /// Whether all players think at the same time.
    acts_at_once: bool,
    has_competition_points: bool,
}

impl GameTraits {
    fn of(game: &str) -> Self {
        struct Traits;
        impl Visitor for Traits {
            type Out = GameTraits;
            fn visit<G: Playable>(self) -> GameTraits {
                GameTraits { acts_at_once: G::AT_ONCE, has_competition_points: G::HAS_COMPETITION_POINTS }
            }
        }
        catalog::visit(game, Traits).expect("the command line knows the games of the catalogue only")
    }
}

/// What plays the games of one thread: with bots of its own, so that threads share nothing.
fn new_player<'a>(
    plan: &'a Plan<'a>,
    bots: &'a TournamentBots,
    first_games: &'a FirstGames,
) -> Result<Box<PlayGame<'a>>, String> {
    let bodies = bots.load_again().map_err(|why| why.to_string())?;
    let terms = plan.args.terms.terms();
    let mut retries = GameRetries::default();
    Ok(Box::new(move |scheduled: &ScheduledGame, interrupt: &Interrupt| {
        let seats: Vec<usize> = scheduled.seats.iter().map(|participant| participant.index()).collect();
        let players = seats.iter().map(|&index| (bots.names()[index].clone(), bodies[index].clone())).collect();
        let mut hosted_match = HostedMatch::new(plan.game, scheduled.seed, players);
        let settings = plan.starts.settings(seats.len(), scheduled.seed, scheduled.round);
        let settings = settings.map_err(|why| TournamentError::Thread(why.to_string()))?;
        let settings = anymatch::seat_settings(plan.game, settings, plan.players.len(), &seats);
        hosted_match.match_spec.settings = settings.map_err(HostError::from)?;
        hosted_match.match_spec.terms = terms;
        let start = Instant::now();
        Ok(match retries.play(interrupt, || play_match(hosted_match.clone(), &mut NoAudience, interrupt))? {
            Attempted::Played(game) => {
                let duration = start.elapsed();
                first_games.add(&*game, &scheduled.seats);
                GameReport::of(scheduled, &*game, duration)
            }
            Attempted::Void(why) => {
                if why.is_shortage() {
                    note(&format!("game {} of unit {}: {why}", scheduled.id.rotation, scheduled.id.unit));
                }
                Some(GameReport::void(scheduled, &why, start.elapsed()))
            }
        })
    }))
}
