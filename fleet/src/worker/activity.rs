//! A worker's activity, as its status reports it. Sends nothing.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use botyard_engine::tournament::GameResult;
use tokio::sync::watch;
use tokio::time::sleep_until;

use super::WorkerConfig;
use super::troubles::WorkerTroubles;
use crate::messages::{BatchAnswer, WorkerStatus};
use crate::names::{Token, system_here};

/// A worker's activity, for its status.
#[derive(Debug)]
pub struct WorkerActivity {
    playing: Mutex<HashSet<(Token, u64)>>,
    games: AtomicU64,
    refused: AtomicU64,
    void: AtomicU64,
    last_refusal: Mutex<Option<String>>,
    troubles: Mutex<WorkerTroubles>,
    /// Since when it takes no more batches.
    stopping: watch::Sender<Option<Instant>>,
    began: Instant,
}

impl Default for WorkerActivity {
    /// A worker that starts now and holds no batch.
    fn default() -> Self {
        let (playing, games, refused, void, last_refusal, troubles, stopping) = Default::default();
        Self { playing, games, refused, void, last_refusal, troubles, stopping, began: Instant::now() }
    }
}

impl WorkerActivity {
    /// Takes no more batches; those that it holds are answered, as far as that takes no longer than
    /// [`FleetTimes::stopping`](crate::FleetTimes::stopping).
    pub fn finish(&self) {
        self.stopping.send_if_modified(|since| {
            let is_first = since.is_none();
            since.get_or_insert_with(Instant::now);
            is_first
        });
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.borrow().is_some()
    }

    /// Waits until it has been told to finish, and this long after that.
    pub(super) async fn after_stop(&self, wait: Duration) {
        let mut stopping = self.stopping.subscribe();
        // This cannot fail while `self` has the sender.
        let Ok(since) = stopping.wait_for(Option::is_some).await.map(|since| *since) else { return };
        sleep_until((since.unwrap_or_else(Instant::now) + wait).into()).await;
    }

    /// The troubles that keep the server from taking its answers and from giving out batches.
    pub(super) fn troubles(&self) -> MutexGuard<'_, WorkerTroubles> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When the worker began.
    pub(super) fn began(&self) -> Instant {
        self.began
    }

    /// The batches that it holds.
    pub(super) fn playing(&self) -> MutexGuard<'_, HashSet<(Token, u64)>> {
        // The set is complete even if a thread panicked.
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The worker's status.
    pub fn status(&self, config: &WorkerConfig) -> WorkerStatus {
        WorkerStatus {
            versions: config.versions.clone(),
            threads: config.threads,
            system: system_here(),
            allows_executables: config.allows_executables,
            playing: self.playing().iter().cloned().collect(),
            games: self.games.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
            void: self.void.load(Ordering::Relaxed),
            missing_restrictions: config.missing_restrictions.clone(),
            last_refusal: self.last_refusal.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            trouble: self.troubles().reported(),
            instance: config.instance,
            uptime_s: self.began.elapsed().as_secs(),
        }
    }

    pub(super) fn count(&self, answer: &BatchAnswer) {
        match answer {
            BatchAnswer::Games(games) => {
                let void = games.iter().filter(|game| game.result == GameResult::Void).count();
                self.games.fetch_add(games.len() as u64, Ordering::Relaxed);
                self.void.fetch_add(void as u64, Ordering::Relaxed);
            }
            BatchAnswer::Refused(why) => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                *self.last_refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.clone());
            }
            BatchAnswer::Split | BatchAnswer::Returned => {}
        }
    }
}
