//! Has the games of a tournament played, here or by a fleet, and follows their results: lines,
//! progress, first faults. Knows no table.

use std::collections::HashMap;

use botyard::tournament::store::{Store, StoreError};
use botyard::tournament::{
    Concurrency, GameNotice, GameReport, MatchPlayer, NewPlayer, PlayGame, StopSwitch, TournamentError,
    TournamentObserver, play_tournament,
};
use botyard_engine::fault::printable;
use botyard_engine::tournament::{GameId, ScheduledGame, Tournament};
use botyard_host::Interrupt;

use super::first_faults::FirstFaults;
use super::first_games::FirstGames;
use super::game_lines::GameLines;
use super::game_traits::GameTraits;
use super::idle_processors::IdleProcessors;
use super::plan::{Plan, Storage};
use super::progress_line::ProgressLine;
use super::run_args::CONCURRENCY_MAX;
use super::running::{RunningTournament, match_settings};
use super::stored_games::take_stored;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::stderr_notes::note;

/// The data of a tournament that change while its games are played.
pub struct Played<'a> {
    /// The tournament with its counted games.
    pub tournament: &'a mut Tournament,
    /// Each bot's first fault.
    pub first_faults: &'a mut FirstFaults,
    /// The file of lines, if there is one.
    pub lines: Option<GameLines>,
    /// Makes the tournament as it is before its first game.
    pub begin: &'a dyn Fn() -> Tournament,
}

/// How the games were played that remained.
pub struct Ending {
    /// A tip on how they take less time, if there is one.
    pub tip: Option<String>,
    /// Whether no more of them were begun because the time for them was over.
    pub is_time_over: bool,
}

/// Plays the remaining games of a tournament.
///
/// # Errors
/// If it cannot be played or kept.
pub fn play_games(plan: &Plan<'_>, store: &mut Store, played: Played<'_>) -> Result<Ending, CommandError> {
    let Played { tournament, first_faults, mut lines, begin } = played;
    if let Storage::Resumed { .. } = plan.storage {
        lines.as_mut().map_or(Ok(()), |lines| lines.catch_up(store))?;
        plan.logs.as_ref().map_or(Ok(()), |logs| logs.catch_up(plan.game, store))?;
    }
    let stop = plan.stop_after.map_or_else(StopSwitch::default, StopSwitch::after);
    let (finish, halt) = (stop.clone(), stop.clone());
    interrupt::on_each_ctrl_c(
        move || {
            finish.finish();
            note("finishing the games that are being played; Ctrl-C stops them");
        },
        move || halt.stop(),
    )?;
    let progress = (!plan.report.is_quiet).then(|| ProgressLine::new(tournament));
    let left = tournament.games().saturating_sub(first_faults.games());
    let first_games = FirstGames::new(plan.bots.count());
    let mut observer = Observer { first_faults, begin, plan, lines, progress, unwritten: None, stop: &stop };
    let new_player = || new_player(plan, &first_games);
    let result = {
        let mut running = RunningTournament { plan, left, tournament, store, stop: &stop, observer: &mut observer };
        play(&mut running, &new_player)?
    };
    drop(observer.progress);
    if let Some(error) = observer.unwritten {
        return Err(error);
    }
    let is_time_over = stop.is_time_over();
    result.map(|tip| Ending { tip, is_time_over }).map_err(|failure| match failure {
        TournamentError::Host(why) => why.into(),
        TournamentError::Store(why) => CommandError::File(printable(&why.to_string())),
        TournamentError::Output(why) => CommandError::File(why),
        TournamentError::Shortage { .. }
        | TournamentError::Record(_)
        | TournamentError::Thread(_)
        | TournamentError::Fleet(_) => CommandError::Internal(failure.to_string()),
    })
}

/// Has the games played, by a fleet if one is named. Returns a tip on how they take less time.
fn play<'a>(
    running: &mut RunningTournament<'_>,
    new_player: &'a NewPlayer<'a>,
) -> Result<Result<Option<String>, TournamentError>, CommandError> {
    #[cfg(feature = "fleet")]
    if let Some(fleet) = &running.plan.fleet {
        return Ok(super::fleet_games::play(running, fleet, new_player)?.map(|()| None));
    }
    let left = usize::try_from(running.left).unwrap_or(usize::MAX);
    let threads = count_threads(running.plan, left);
    let pace = Concurrency { threads, commit_each: running.plan.bots.has_programs() };
    let idle = IdleProcessors::start();
    let played = play_tournament(running.tournament, running.store, pace, new_player, running.stop, running.observer);
    Ok(played.map(|()| idle.tip(threads, left.min(threads_max()))))
}

/// Updates the data after each commit.
struct Observer<'a> {
    first_faults: &'a mut FirstFaults,
    begin: &'a dyn Fn() -> Tournament,
    plan: &'a Plan<'a>,
    lines: Option<GameLines>,
    progress: Option<ProgressLine>,
    unwritten: Option<CommandError>,
    stop: &'a StopSwitch,
}

impl Observer<'_> {
    /// Ends the tournament if a line or a log could not be written.
    fn expect_written(&mut self, written: Result<(), CommandError>) {
        if let Err(error) = written {
            self.unwritten = Some(error);
            self.stop.finish();
        }
    }
}

impl TournamentObserver for Observer<'_> {
    fn note_stored(&mut self, tournament: &Tournament, reports: &[GameReport]) {
        reports.iter().for_each(|report| self.first_faults.add(report));
        let logs = self.plan.logs.as_ref();
        let written = logs.map_or(Ok(()), |logs| logs.note_stored(self.plan.game, reports));
        let written = written.and_then(|()| self.lines.as_mut().map_or(Ok(()), |lines| lines.write(reports)));
        self.expect_written(written);
        if let Some(progress) = &mut self.progress {
            progress.update(tournament);
        }
    }

    fn strike_worker(&mut self, store: &mut Store, worker: &str) -> Result<Tournament, TournamentError> {
        let before = count_games(store)?;
        let struck = store.strike_worker(worker)?;
        let begin = |observer: &mut Self| {
            *observer.first_faults = FirstFaults::new(observer.plan.bots.count(), observer.plan.report.page);
            (observer.begin)()
        };
        let mut tournament = begin(self);
        // Rounds that are built on removed games are no longer in the schedule.
        let built_on: Vec<_> = take_stored(|take| store.for_each_game(take), &mut tournament, &mut |report| {
            self.first_faults.add(report)
        })?
        .into_iter()
        .map(|(id, _)| id)
        .collect();
        if !built_on.is_empty() {
            store.strike_games(&built_on)?;
            tournament = begin(self);
            take_stored(|take| store.for_each_game(take), &mut tournament, &mut |report| {
                self.first_faults.add(report)
            })?;
        }
        let worker = printable(worker);
        let built_on = match built_on.len() {
            0 => String::new(),
            games => format!(", with {games} that were built on them"),
        };
        note(&format!("{struck} games of worker {worker} are struck{built_on}, and played again"));
        let after = count_games(store)?;
        let written = self.lines.as_mut().map_or(Ok(()), |lines| lines.strike_games(&before, &after));
        self.expect_written(written);
        let gone = before.keys().filter(|game| !after.contains_key(*game)).map(|(id, _)| *id);
        let removed = self.plan.logs.as_ref().map_or(Ok(()), |logs| logs.strike_games(gone));
        self.expect_written(removed);
        Ok(tournament)
    }
}

/// How many attempts a store has at each game.
fn count_games(store: &Store) -> Result<HashMap<(GameId, u64), usize>, StoreError> {
    let mut games = HashMap::new();
    store.for_each_game(|report| *games.entry((report.id, report.seed)).or_default() += 1)?;
    Ok(games)
}

/// How many of the remaining games are played at once. Executables are timed by the clock: more of
/// them at once than there are processors make each other late.
fn count_threads(plan: &Plan<'_>, left: usize) -> usize {
    let bots = &plan.bots;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = match GameTraits::for_game(plan.game).acts_at_once {
        true => bots.programs().min(plan.seats()).max(1),
        // In other games, one bot thinks while the others wait.
        false => 1,
    };
    let threads = plan.concurrency.map_or((processors / busy).clamp(1, threads_max()), usize::from).min(left.max(1));
    if bots.has_programs() && threads * busy > processors {
        let programs = threads * busy;
        // Other systems do not report how long they have waited for each other.
        let what_follows = match cfg!(target_os = "linux") {
            true => "they wait for each other, which is not their time, and all take longer",
            false => "they are timed by the clock and may lose on time",
        };
        note(&format!("up to {programs} executables at once on {processors} processors: {what_follows}"));
    }
    threads
}

fn threads_max() -> usize {
    usize::try_from(CONCURRENCY_MAX).expect("it is positive")
}

/// A player for the games of one thread, with bots of its own, so that threads share none of them.
fn new_player<'a>(plan: &'a Plan<'a>, first_games: &'a FirstGames) -> Result<Box<PlayGame<'a>>, String> {
    let bots = &plan.bots;
    let bodies = bots.load_again().map_err(|why| why.to_string())?;
    let mut player = MatchPlayer::new(plan.game, plan.terms.clone());
    Ok(Box::new(move |scheduled: &ScheduledGame, interrupt: &Interrupt| {
        let seats = scheduled.seats.iter().map(|participant| participant.index());
        let players = seats.map(|index| (bots.names()[index].clone(), bodies[index].clone())).collect();
        let settings = match_settings(plan, scheduled)?;
        let mut logged = Ok(());
        let played = player.play(scheduled, players, settings, interrupt, &mut |noticed| match noticed {
            GameNotice::Played(game) => {
                first_games.add(game, &scheduled.seats, &bodies, interrupt);
                logged = plan.logs.as_ref().map_or(Ok(()), |logs| logs.note_played(scheduled, game));
            }
            GameNotice::Void(why) if why.is_shortage() => {
                note(&format!("game {} of unit {}: {why}", scheduled.id.rotation, scheduled.id.unit));
            }
            GameNotice::Void(_) => {}
        })?;
        // Before the game is stored, so that every stored game has its log.
        logged.map_err(|why| TournamentError::Output(why.to_string()))?;
        Ok(played)
    }))
}
