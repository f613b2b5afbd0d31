//! Plays a tournament as its options demand, keeps its games, and prints the report. Knows no
//! format.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use botyard::tournament::store::{Store, StoreError};
use botyard_engine::anymatch;
use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::tournament::statistics::{Anchor, Sprt, SprtVerdict};
use botyard_engine::tournament::{Format, PlayerTally, Schedule, Scoring, Tournament};
use botyard_host::HostedMatch;
use serde_json::Value;

use super::capable_games;
use super::description::TournamentDescription;
use super::field_report::{FieldReport, ReportOrigin};
use super::first_faults::FirstFaults;
use super::game_lines::GameLines;
use super::game_traits::GameTraits;
use super::plan::Plan;
use super::play_games::{Played, play_games};
use super::run_args::GAMES_MAX;
use super::series_report::SeriesReport;
use super::stored_games::take_stored;
use super::tournament_bots::TournamentBots;
use crate::cli::args::match_args;
use crate::cli::args::sprt_args;
use crate::cli::command_error::CommandError;
use crate::cli::output::field::FieldFormat;
use crate::cli::output::output_file;
use crate::cli::output::stderr_notes::note;

/// Plays a tournament and prints the report.
///
/// # Errors
/// If it cannot be played, kept or printed, or was interrupted.
pub fn run_plan(plan: &Plan<'_>) -> Result<(), CommandError> {
    let args = plan.args;
    args.check()?;
    // Before any bot is loaded: a tournament may have too few of them.
    new_tournament(plan, 0, None)?;
    #[cfg(feature = "fleet")]
    args.fleet.log.start()?;
    let bots = TournamentBots::load(plan.game, plan.players, args.is_played_elsewhere())?;
    let sprt = sprt_args::parse_sprt(args.sprt_words(plan.players))?;
    if sprt.is_some() && (plan.format != Format::Series || bots.count() != 2) {
        return Err(CommandError::Usage(
            "--sprt compares two bots: use `botyard series`, or --format series".to_owned(),
        ));
    }
    let traits = GameTraits::for_game(plan.game);
    if args.scoring == Scoring::Ucc2012 && !traits.has_competition_points {
        let (games, game) = (capable_games::with_competition_points(), plan.game);
        return Err(CommandError::Usage(format!(
            "--scoring ucc2012 counts games of {games}: {game} has no such points"
        )));
    }
    // Checked before the store is created, which would be useless if no worker could play.
    #[cfg(feature = "fleet")]
    if let Some(address) = args.fleet.address() {
        super::fleet_games::check_sendable(&bots, &address)?;
    }
    let anchor = FieldReport::parse_anchor(args.anchor.as_deref(), bots.names())?;
    if let (Some(store), Some(lines)) = (&args.store, &args.jsonl)
        && output_file::are_same(store, lines)
    {
        return Err(CommandError::Usage("--store and --jsonl name the same file".to_owned()));
    }
    let lines = args.jsonl.as_deref().map(|path| GameLines::open(path, plan.game, bots.names())).transpose()?;
    let (mut store, seed) = open_store(plan, &bots)?;
    let limit = check_playable(plan, &bots, seed)?;
    if let Some(sentence) = plan.rounding_note().filter(|_| !args.quiet) {
        note(&sentence);
    }
    let lines = lines.map(|lines| lines.with_limit(limit));
    let mut tournament = new_tournament(plan, seed, sprt)?;
    let mut first_faults = FirstFaults::new(bots.count(), args.page.url());
    recall_games(plan, &store.store, &mut tournament, &mut first_faults)?;
    if args.store.is_some() {
        store.keep_files();
    }
    let played = play_games(
        plan,
        &bots,
        &mut store.store,
        Played {
            tournament: &mut tournament,
            first_faults: &mut first_faults,
            lines,
            begin: &|| new_tournament(plan, seed, sprt),
        },
    );
    let is_empty = played.is_err() && first_faults.games() == 0;
    if is_empty && args.store.is_none() {
        return played;
    }
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
    if !is_empty {
        write_report(&mut out, plan, &tournament, &shown)?;
        out.flush()?;
    }
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

/// Whether a bot failed to start and was not seen to start in any of its games. In a game of two,
/// the first bot that does not start ends the game, so it is not known whether the other would have
/// started. The table shows which bot it is.
fn has_bot_that_never_started(tournament: &Tournament, bots: usize) -> bool {
    let mut counted = vec![(0, 0); bots];
    for (pairing, tally) in tournament.schedule().pairings().iter().zip(tournament.tallies()) {
        let not_started = |player: &PlayerTally| player.faults.get(FaultKind::NotStarted.name()).copied().unwrap_or(0);
        let all: u64 = tally.players().iter().map(not_started).sum();
        for (participant, player) in pairing.iter().zip(tally.players()) {
            let (seen, failed) = &mut counted[participant.index()];
            let own = not_started(player);
            let unseen = if pairing.len() == 2 { all - own } else { 0 };
            *seen += player.results.games().saturating_sub(unseen);
            *failed += own;
        }
    }
    counted.iter().any(|&(seen, failed)| failed > 0 && failed >= seen)
}

/// The parts of a tournament's report besides its games.
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
    let void_reasons = &shown.first_faults.void_reasons(names);
    let &Shown { seed, limit, varied, .. } = shown;
    let series = SeriesReport { game: plan.game, names, seed, limit, tournament, void_reasons, varied };
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
        limit: Some(limit),
        counted: tournament.counted(),
        void_reasons,
        origin: ReportOrigin::Played { tournament, seed },
        varied,
    };
    report.write(out, format)?;
    if format == FieldFormat::Text {
        shown.first_faults.write(out, plan.game, names, tournament.counted_units())?;
    }
    Ok(())
}

/// A store, with a guard that removes a new one that is not needed.
struct OpenStore {
    store: Store,
    /// Dropped after the store, which must be closed then.
    new: Option<NewStore>,
}

/// The file of a new store. It is removed when this is dropped, unless it is needed.
struct NewStore {
    path: PathBuf,
    is_needed: bool,
}

impl Drop for NewStore {
    fn drop(&mut self) {
        if !self.is_needed {
            // A file that cannot be removed is in the folder for temporary files, or was named by
            // the user.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl OpenStore {
    /// Keeps the file when this is dropped.
    fn keep_files(&mut self) {
        self.new.iter_mut().for_each(|new| new.is_needed = true);
    }

    /// Removes a temporary file if everything has been played; otherwise keeps the file and returns
    /// its path, which the user needs to go on.
    fn close(mut self, is_over: bool) -> Option<PathBuf> {
        if is_over {
            return None;
        }
        self.keep_files();
        Some(self.store.path().to_owned())
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
            // The earlier program was ended before its first game, so the store is created anew.
            Err(StoreError::Empty(_)) => {}
            Err(why) => return Err(failed(why)),
        }
    }
    let seed = match_args::seed(args.terms.seed);
    let description = describe(plan, bots, seed)?.to_json();
    let path = args.store.clone().unwrap_or_else(|| new_temporary_path(plan.game, seed));
    let new = (!path.exists()).then(|| NewStore { path: path.clone(), is_needed: false });
    let store = Store::create(&path, &description).map_err(|why| match (why, &args.store) {
        (StoreError::File { path, why }, None) => CommandError::File(format!(
            "cannot keep the games in {}: {why}: name a file for them with --store, or set TMPDIR to a folder that you may \
             write into",
            printable(&path.display().to_string())
        )),
        (why, _) => failed(why),
    })?;
    Ok((OpenStore { store, new }, seed))
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
    Ok((OpenStore { store, new: None }, seed))
}

/// Its name shows the tournament. Two tournaments with the same seed at the same time have
/// different files.
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

/// Refuses a tournament whose first match, or the first from any of its positions, cannot be
/// played. Returns the time limit for an answer.
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
    let refused = take_stored(store, tournament, first_faults);
    let refused = refused.map_err(|why| CommandError::File(printable(&why.to_string())))?;
    let (Some((_, why)), Some((last, _))) = (refused.first(), refused.last()) else { return Ok(()) };
    let (schedule, last_unit) = (tournament.schedule(), last.unit);
    if last_unit < schedule.units() || plan.format == Format::Knockout {
        return Err(CommandError::File(format!("the stored games do not fit: {why}")));
    }
    let rounds = last_unit / schedule.pairings().len() as u64 + 1;
    let Some(games) = rounds.checked_mul(plan.seats() as u64).filter(|games| *games <= GAMES_MAX) else {
        return Err(CommandError::File(format!("the stored games do not fit: {why}")));
    };
    Err(CommandError::Usage(format!(
        "more games were played than --games {} asks for: pass --games {games} or more, or leave out --resume and start in another \
         file",
        plan.args.games,
    )))
}
