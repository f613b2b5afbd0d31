//! Plays a planned tournament, keeps its games, and prints the report. Knows no option and no
//! format: all that can be wrong with them is an error of the [plan](super::plan).

use std::io::Write;
use std::path::Path;

use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::shell_word::shell_path;
use botyard_engine::tournament::report::describe_progress;
use botyard_engine::tournament::statistics::SprtVerdict;
use botyard_engine::tournament::{
    GameLine, GameList, JournalEntry, PAIR, PlayerTally, RepeatedFailure, Tournament, VoidReason,
};

use super::description::StoppedBy;
use super::field_report::{FieldReport, ReportOrigin};
use super::first_faults::FirstFaults;
use super::open_store::OpenStore;
use super::plan::{Plan, Storage};
use super::play_games::{Played, play_games};
use super::series_report::SeriesReport;
use super::tournament_bots::TournamentBots;
use crate::cli::command_error::CommandError;
use crate::cli::output::field::FieldFormat;
use crate::cli::output::stderr_notes::note;

/// Plays a tournament and prints the report.
///
/// # Errors
/// If it cannot be kept or printed, or was interrupted.
pub fn run_plan(mut plan: Plan<'_>) -> Result<(), CommandError> {
    let lines = plan.lines.take();
    let plan = &plan;
    let mut store = OpenStore::open(plan)?;
    let seed = store.seed;
    if let Some(sentence) = plan.rounding_note().filter(|_| !plan.report.is_quiet) {
        note(&sentence);
    }
    if !plan.report.is_quiet {
        note_same_bots(&plan.bots);
        note_own_limits(plan);
    }
    let journal = store.journal.clone();
    let mut tournament = plan.tournament(seed, &journal);
    let mut first_faults = FirstFaults::new(plan.bots.count(), plan.report.page);
    store.recall_games(plan, &mut tournament, &mut first_faults)?;
    let begin = || plan.tournament(seed, &journal);
    let played = Played { tournament: &mut tournament, first_faults: &mut first_faults, lines, begin: &begin };
    let played = play_games(plan, &mut store.store, played);
    let is_empty = played.is_err() && first_faults.games() == 0;
    if is_empty && plan.storage == Storage::Temporary {
        return played.map(|_| ());
    }
    note_changed_programs(&plan.bots);
    if plan.bots.has_programs() {
        first_faults.note_refusals(|seats| plan.bots.refusal_finder(seats))?;
    }
    let failure = tournament.repeated_failure();
    store.note_stopped(plan, failure.map(|failure| StoppedBy::new(failure, plan.bots.names())))?;
    // A temporary store is removed when it is closed.
    let lines = plan.folder.as_ref().map(|_| store.lines(plan)).transpose()?;
    let kept = store.close(tournament.is_over() && failure.is_none());
    if !is_empty {
        let varied = &*plan.bots.varied();
        let lines = lines.unwrap_or_default();
        let shown = Shown { seed, journal: &journal, first_faults: &first_faults, varied, lines: &lines };
        let mut out = anstream::stdout().lock();
        write_report(&mut out, plan, &tournament, &shown)?;
        out.flush()?;
    }
    if let Some(kept) = kept {
        if let Some(failure) = failure {
            note(&describe_failure(failure, plan.bots.names()));
        }
        note_kept(&kept, first_faults.games(), &tournament);
    }
    let ending = played?;
    if let Some(tip) = ending.tip.filter(|_| !plan.report.is_quiet && tournament.is_over()) {
        note(&tip);
    }
    check_end(plan, &tournament, ending.is_time_over)
}

fn note_same_bots(bots: &TournamentBots) {
    for group in bots.same_bots() {
        let names: Vec<_> = group.into_iter().map(printable).collect();
        note(&format!("{} are the same bot: their bytes do not differ", names.join(" and ")));
    }
}

/// Says which bots have another time limit than the others.
fn note_own_limits(plan: &Plan<'_>) {
    let own = plan.bots.names().iter().zip(plan.bots.own_limits());
    let own: Vec<_> = own.filter_map(|(name, limit)| Some(format!("{} {:?}", printable(name), (*limit)?))).collect();
    if !own.is_empty() {
        note(&format!("time for a move: {}, others {:?}", own.join(", "), plan.limit));
    }
}

fn note_changed_programs(bots: &TournamentBots) {
    let changed: Vec<_> = bots.changed_programs().into_iter().map(printable).collect();
    if !changed.is_empty() {
        note(&format!(
            "{} has changed while the games were played: they are not all of one program",
            changed.join(", ")
        ));
    }
}

/// Says how many games are in a store, and how to go on.
fn note_kept(kept: &Path, games: u64, tournament: &Tournament) {
    let played = describe_progress(games, tournament);
    let shown = printable(&kept.display().to_string());
    let uncounted = match tournament.uncounted_games() {
        0 => String::new(),
        uncounted => format!(" (not counted yet: {uncounted}, of units that are not complete)"),
    };
    let options = if tournament.repeated_failure().is_some() { "--resume --keep-going" } else { "--resume" };
    note(&format!(
        "{played} are kept in {shown}{uncounted}. To go on, run the same command with `--store {} {options}`.",
        shell_path(kept)
    ));
}

/// Why the tournament is not played on.
fn describe_failure(failure: &RepeatedFailure, names: &[String]) -> String {
    let sentence = failure.sentence(&printable(&names[failure.participant.index()]));
    format!("{sentence}, so it is not played on: more games would show nothing new")
}

/// What the exit status says of the games.
fn check_end(plan: &Plan<'_>, tournament: &Tournament, is_time_over: bool) -> Result<(), CommandError> {
    let starts_nothing = || has_too_few_starting(tournament, plan.bots.count());
    if tournament.repeated_failure().is_some() && !starts_nothing() {
        return Err(CommandError::RepeatedFailureAsTold);
    }
    if !tournament.is_over() && !is_time_over {
        return Err(CommandError::Interrupted);
    }
    if plan.report.expects_h1 && tournament.verdict() != SprtVerdict::AcceptH1 {
        return Err(CommandError::Check("the sequential test does not accept H1".to_owned()));
    }
    match starts_nothing() {
        true => Err(CommandError::NotStartedAsTold),
        false => Ok(()),
    }
}

/// Whether fewer than two bots were seen to start, because the others failed to start in all of their
/// games. In a game of two, the first bot that does not start ends the game, so it is not known
/// whether the other would have started. The table shows which bots they are.
fn has_too_few_starting(tournament: &Tournament, bots: usize) -> bool {
    let mut counted = vec![(0, 0); bots];
    for (pairing, tally) in tournament.schedule().pairings().iter().zip(tournament.tallies()) {
        let not_started = |player: &PlayerTally| player.faults.get(FaultKind::NotStarted.name()).copied().unwrap_or(0);
        let all: u64 = tally.players().iter().map(not_started).sum();
        for (participant, player) in pairing.iter().zip(tally.players()) {
            let (seen, failed) = &mut counted[participant.index()];
            let own = not_started(player);
            let unseen = if pairing.len() == PAIR { all - own } else { 0 };
            *seen += player.results.games().saturating_sub(unseen);
            *failed += own;
        }
    }
    let dead = counted.iter().filter(|&&(seen, failed)| failed > 0 && failed >= seen).count();
    dead > 0 && bots - dead < PAIR
}

/// The parts of a tournament's report besides its games.
struct Shown<'a> {
    seed: u64,
    journal: &'a [JournalEntry],
    first_faults: &'a FirstFaults,
    varied: &'a [String],
    /// The games, each with its number, if they are shown.
    lines: &'a [(usize, GameLine)],
}

fn write_report(
    out: &mut dyn Write,
    plan: &Plan<'_>,
    tournament: &Tournament,
    shown: &Shown<'_>,
) -> Result<(), CommandError> {
    let (names, own_limits, format) = (plan.bots.names(), plan.bots.own_limits(), plan.report.format);
    let mut void_reasons = shown.first_faults.void_reasons(names);
    let annulled = tournament.void_games().iter();
    let annulled = annulled.filter_map(|id| Some((*id, VoidReason::of_host(tournament.amendments().annulment(*id)?))));
    void_reasons.extend(annulled);
    let void_reasons = &void_reasons;
    let (limit, &Shown { seed, journal, varied, .. }) = (plan.limit, shown);
    let series = SeriesReport { game: plan.game, names, seed, limit, own_limits, tournament, void_reasons, varied };
    let report = FieldReport {
        game: plan.game,
        names,
        scoring: plan.report.scoring,
        place_points: plan.place_points.as_ref(),
        anchor: plan.report.anchor,
        limit: Some(limit),
        own_limits,
        counted: tournament.counted(),
        void_reasons,
        journal,
        origin: ReportOrigin::Played { tournament, seed },
        varied,
    };
    let is_of_series = plan.is_plain_series() && matches!(format, FieldFormat::Text | FieldFormat::Json);
    let ratings = if is_of_series && plan.folder.is_none() { None } else { report.ratings() };
    match format {
        FieldFormat::Text if is_of_series => series.write(out, shown.first_faults)?,
        FieldFormat::Json if is_of_series => series.write_json(out)?,
        _ => report.write(out, format, ratings.as_ref())?,
    }
    if format == FieldFormat::Text && !is_of_series {
        shown.first_faults.write(out, plan.game, names, tournament.counted_units())?;
    }
    if let Some(folder) = &plan.folder {
        // There may be no games at all.
        let list = (!shown.lines.is_empty()).then(|| GameList::new(shown.lines)).transpose();
        let list = list.map_err(|why| CommandError::Internal(why.to_string()))?;
        let games = list.as_ref().map(GameList::games).unwrap_or_default();
        folder.write(&report, ratings.as_ref(), &games, plan.report.page)?;
    }
    Ok(())
}
