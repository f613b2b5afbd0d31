//! Plays the games of a tournament on several threads and keeps their results. The engine's
//! [`Tournament`] decides which games there are and what counts; this knows threads, time and the store.

mod game_report;
mod game_retries;
mod game_threads;
pub mod store;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use botyard_engine::tournament::{RecordError, ScheduledGame, Tournament};
use botyard_host::{HostError, Interrupt};

pub use game_report::{GameReport, VoidRun};
pub use game_retries::{Attempted, GameRetries};
use game_threads::GameThreads;
use store::{Store, StoreError};

/// Results are committed together for so long: a commit waits for the disk.
const GROUP: Duration = Duration::from_millis(50);

/// At most so many games wait for a thread: enough for a group of the shortest ones.
const AHEAD_MAX: usize = 4096;

/// How a tournament is stopped from another thread. Clones are the same switch.
#[derive(Debug, Clone, Default)]
pub struct StopSwitch {
    finish: Arc<AtomicBool>,
    games: Interrupt,
}

impl StopSwitch {
    /// Starts no more games; those that are being played come to their end.
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
        self.finish.load(Ordering::Relaxed)
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
    /// Whether each result is committed by itself: where games take long, none of them should be lost.
    pub commit_each: bool,
}

/// Why a tournament could not go on. What was committed is kept.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A game could not be played; its error is not a bot's.
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
        /// What was missing at the last one.
        why: HostError,
    },
    /// Results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A thread could not get ready.
    #[error("cannot play on another thread: {0}")]
    Thread(String),
    /// A kept result is not of this tournament.
    #[error("the stored results do not fit: {0}")]
    Record(#[from] RecordError),
}

/// Plays one game; `None` if it was stopped.
pub type PlayGame<'a> = dyn FnMut(&ScheduledGame, &Interrupt) -> Result<Option<GameReport>, TournamentError> + 'a;

/// Makes what plays the games of one thread, on that thread.
///
/// # Errors
/// Why it cannot, as a clause.
pub type NewPlayer<'a> = dyn Fn() -> Result<Box<PlayGame<'a>>, String> + Sync + 'a;

/// Plays what is left of a tournament. `watch` is called after
/// each commit.
///
/// # Errors
/// If a game cannot be played or a result cannot be kept.
pub fn play_tournament<'a>(
    tournament: &mut Tournament,
    store: &mut Store,
    pace: Concurrency,
    new_player: &'a NewPlayer<'a>,
    stop: &StopSwitch,
    watch: &mut dyn FnMut(&Tournament, &[GameReport]),
) -> Result<(), TournamentError> {
    std::thread::scope(|scope| {
        // However this ends, no thread plays on.
        let games = Interrupt::default();
        let mut threads = GameThreads::start(scope, pace.threads, new_player, &games)?;
        let played = feed_threads(tournament, store, pace, &mut threads, stop, watch);
        games.raise();
        played
    })
}

fn feed_threads(
    tournament: &mut Tournament,
    store: &mut Store,
    pace: Concurrency,
    threads: &mut GameThreads,
    stop: &StopSwitch,
    watch: &mut dyn FnMut(&Tournament, &[GameReport]),
) -> Result<(), TournamentError> {
    let mut ahead = 2 * pace.threads;
    loop {
        while !stop.is_finishing()
            && threads.waiting() < ahead
            && let Some(game) = tournament.next_game()
        {
            threads.play(game);
        }
        if threads.waiting() == 0 || tournament.is_over() || stop.is_stopping() {
            return Ok(());
        }
        let group = match pace.commit_each {
            true => threads.next_result(GROUP)?.into_iter().collect(),
            false => next_group(threads)?,
        };
        if stop.is_finishing() {
            threads.drop_waiting();
        }
        if group.is_empty() {
            continue;
        }
        store.commit(&group)?;
        for report in &group {
            tournament.record(report.id, report.result.clone())?;
        }
        watch(tournament, &group);
        // As many as were played in the time of a group, and as many again while it is being committed.
        ahead = (2 * (group.len() + pace.threads)).min(AHEAD_MAX);
    }
}

/// The results of the next [`GROUP`] of time.
fn next_group(threads: &mut GameThreads) -> Result<Vec<GameReport>, TournamentError> {
    let end = Instant::now() + GROUP;
    let mut group = Vec::new();
    while threads.waiting() > 0 {
        let left = end.saturating_duration_since(Instant::now());
        match threads.next_result(left)? {
            Some(report) => group.push(report),
            None => break,
        }
    }
    Ok(group)
}
