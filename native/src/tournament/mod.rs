//! Plays the games of a tournament on several threads and keeps their results. The engine's
//! [`Tournament`] decides which games there are and what counts; this knows threads, time and the
//! store.

mod game_report;
mod game_retries;
mod game_row;
mod game_threads;
mod match_player;
pub mod store;
mod store_error;
mod store_file;
pub mod store_reader;
mod store_upgrades;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::tournament::{RecordError, ScheduledGame, Tournament};
use botyard_host::{HostError, Interrupt};

pub use game_report::{GameReport, LineContext, VoidRun, hash_identity};
pub use game_retries::{AttemptResult, GameRetries};
pub use game_threads::GameThreads;
pub use match_player::{GameNotice, MatchPlayer};
use store::{Store, StoreError};

/// Results are committed together for this long: a commit waits for the disk.
const GROUP: Duration = Duration::from_millis(50);

/// How often results are fetched within a group. Waiting for each of them costs a fifth of a short
/// game, because its thread has to wake this one.
const FETCH: Duration = Duration::from_millis(2);

/// At most this many games wait for a thread: enough for a group of the shortest games.
const AHEAD_MAX: usize = 4096;

/// How a tournament is stopped from another thread. Clones are the same switch.
#[derive(Debug, Clone, Default)]
pub struct StopSwitch {
    finish: Arc<AtomicBool>,
    games: Interrupt,
    /// When no more games are started, if that is set.
    end: Option<Instant>,
}

impl StopSwitch {
    /// A switch by which no more games are started after this time.
    pub fn after(time: Duration) -> Self {
        // What the clock cannot represent is never.
        Self { end: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Whether no more games are started because the time is over.
    pub fn is_time_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Starts no more games; those that are being played are finished.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::Relaxed);
    }

    /// Stops the games that are being played too. They have no result.
    pub fn stop(&self) {
        self.finish();
        self.games.raise();
    }

    /// Whether no more games are started.
    pub fn is_finishing(&self) -> bool {
        self.finish.load(Ordering::Relaxed) || self.is_time_over()
    }

    fn is_stopping(&self) -> bool {
        self.games.is_raised()
    }
}

/// How games are played and how often results are kept.
#[derive(Debug, Clone, Copy)]
pub struct Concurrency {
    /// How many games are played at once.
    pub threads: usize,
    /// Whether each result has a commit of its own: where games take long, no result should be
    /// lost.
    pub commit_each: bool,
}

/// Why a tournament could not go on. What was committed is kept.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A game could not be played, because of an error that is not a bot's.
    #[error(transparent)]
    Host(#[from] HostError),
    /// This computer cannot begin games any more.
    #[error(
        "this computer could not begin {games} games in a row; the last: {why}. Free memory, raise the limits of this shell \
         (`ulimit -a` shows them) or play fewer games at once (--concurrency)"
    )]
    Shortage {
        /// How many games it could not begin.
        games: u32,
        /// The error of the last one.
        why: HostError,
    },
    /// Results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A thread could not get ready.
    #[error("cannot play on another thread: {0}")]
    Thread(String),
    /// A file that is written beside the store cannot be written.
    #[error("{0}")]
    Output(String),
    /// The computers that play the games cannot be reached, or do not play them.
    #[error("{0}")]
    Fleet(String),
    /// A kept result is not of this tournament.
    #[error("the stored results do not fit: {0}")]
    Record(#[from] RecordError),
}

/// Plays one game; `None` if it was stopped.
pub type PlayGame<'a> = dyn FnMut(&ScheduledGame, &Interrupt) -> Result<Option<GameReport>, TournamentError> + 'a;

/// Makes the player for the games of one thread, on that thread.
///
/// # Errors
/// Why it cannot play, as a clause.
pub type NewPlayer<'a> = dyn Fn() -> Result<Box<PlayGame<'a>>, String> + Sync + 'a;

/// The players of a tournament's games: threads of this computer, or other computers.
pub trait GamePlayers {
    /// The number of games without a result.
    fn waiting(&self) -> usize;

    /// The number of games that may wait, given the number of results in the last group.
    fn waiting_max(&self, last_group: usize) -> usize;

    /// Has a game played.
    fn play(&mut self, game: ScheduledGame);

    /// Takes back the games that have not begun.
    fn drop_waiting(&mut self);

    /// The next result; `None` if there is none within `timeout`.
    ///
    /// # Errors
    /// If a game cannot be played.
    fn next_result(&mut self, timeout: Duration) -> Result<Option<GameReport>, TournamentError>;

    /// Notes that all results that were handed out are in the store.
    fn note_kept(&mut self) {}

    /// Whether results that were handed out may still turn out to be wrong.
    fn is_checking(&self) -> bool {
        false
    }

    /// A worker whose results have turned out to be wrong, returned once. Then all waiting games
    /// are taken back.
    fn take_culprit(&mut self) -> Option<String> {
        None
    }

    /// Notes that the worker's results were removed from the store, which now has this many games.
    fn note_struck(&mut self, _kept: u64) {}
}

/// Follows a tournament while it is played.
pub trait TournamentObserver {
    /// Notes that these games have been stored.
    fn note_stored(&mut self, tournament: &Tournament, reports: &[GameReport]);

    /// Removes a worker's results, which are wrong, from the store, with all games that depend on
    /// them. Returns the tournament with the remaining games.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    fn strike_worker(&mut self, store: &mut Store, worker: &str) -> Result<Tournament, TournamentError>;
}

/// Plays the remaining games of a tournament on threads of this computer.
///
/// # Errors
/// If a game cannot be played or a result cannot be kept.
pub fn play_tournament<'a>(
    tournament: &mut Tournament,
    store: &mut Store,
    pace: Concurrency,
    new_player: &'a NewPlayer<'a>,
    stop: &StopSwitch,
    observer: &mut dyn TournamentObserver,
) -> Result<(), TournamentError> {
    thread::scope(|scope| {
        // However this ends, no thread goes on playing.
        let games = Interrupt::default();
        let mut threads = GameThreads::start(scope, pace.threads, new_player, &games)?;
        let played = feed_players(tournament, store, pace.commit_each, &mut threads, stop, observer);
        games.raise();
        played
    })
}

/// Has the remaining games of a tournament played. With `commit_each`, each result has a commit of
/// its own.
///
/// # Errors
/// If a game cannot be played or a result cannot be kept.
pub fn feed_players(
    tournament: &mut Tournament,
    store: &mut Store,
    commit_each: bool,
    players: &mut dyn GamePlayers,
    stop: &StopSwitch,
    observer: &mut dyn TournamentObserver,
) -> Result<(), TournamentError> {
    let mut last_group = 0;
    loop {
        while !stop.is_finishing()
            && players.waiting() < players.waiting_max(last_group)
            && let Some(game) = tournament.next_game()
        {
            players.play(game);
        }
        let is_played = players.waiting() == 0 || tournament.is_over();
        if stop.is_stopping() || (is_played && !players.is_checking()) {
            return Ok(());
        }
        let group = match commit_each {
            true => players.next_result(GROUP)?.into_iter().collect(),
            false => next_group(players)?,
        };
        if stop.is_finishing() {
            players.drop_waiting();
        }
        if !group.is_empty() {
            store.commit(&group)?;
            players.note_kept();
            for report in &group {
                tournament.record_game(report.id, report.result.clone(), report.turns)?;
            }
            observer.note_stored(tournament, &group);
            last_group = group.len();
        }
        if let Some(worker) = players.take_culprit() {
            *tournament = observer.strike_worker(store, &worker)?;
            let mut kept = 0;
            store.for_each_game(|_| kept += 1)?;
            players.note_struck(kept);
        }
    }
}

/// The results of the next [`GROUP`] of time, or fewer if no game waits any more.
fn next_group(players: &mut dyn GamePlayers) -> Result<Vec<GameReport>, TournamentError> {
    let end = Instant::now() + GROUP;
    let mut group = Vec::from_iter(players.next_result(GROUP)?);
    loop {
        while let Some(report) = players.next_result(Duration::ZERO)? {
            group.push(report);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || players.waiting() == 0 {
            return Ok(group);
        }
        thread::sleep(FETCH.min(left));
    }
}
