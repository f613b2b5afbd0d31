//! Watches a fleet, for any user with the permission to subscribe. Changes nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::time::interval;

use crate::connection::ServerConnection;
use crate::error::FleetError;
use crate::limits;
use crate::messages::{FleetMessage, TournamentStatus, WorkerStatus};
use crate::names::Token;
use crate::subjects;

/// The time over which speeds are measured.
const SPAN: Duration = Duration::from_secs(10);

/// A fleet's activity.
#[derive(Debug, Default)]
pub struct FleetView {
    /// The workers that have lately sent a status.
    pub workers: BTreeMap<Token, SeenWorker>,
    /// The tournaments whose submitters have lately sent a status.
    pub tournaments: BTreeMap<Token, SeenTournament>,
    /// The number of batches on the server, with workers or waiting for one.
    pub batches: Option<u64>,
    /// The number of answers on the server that no submitter has stored.
    pub answers: Option<u64>,
    /// Whether the server could be reached when this was last seen.
    pub is_connected: bool,
}

/// A worker, as others see it.
#[derive(Debug)]
pub struct SeenWorker {
    /// Its latest status.
    pub status: WorkerStatus,
    heard: Instant,
    /// The counts of games that it reported over the last [`SPAN`], with the times of the reports.
    history: Vec<(Instant, u64)>,
}

/// A tournament, as others see it.
#[derive(Debug)]
pub struct SeenTournament {
    /// The latest status of its submitter.
    pub status: TournamentStatus,
    heard: Instant,
}

impl SeenWorker {
    /// Games per second, over the last seconds; `None` if it has sent only one status.
    pub fn speed(&self) -> Option<f64> {
        let ((first, before), (last, after)) = (self.history.first()?, self.history.last()?);
        let seconds = (*last - *first).as_secs_f64();
        (seconds > 0.0).then(|| after.saturating_sub(*before) as f64 / seconds)
    }
}

impl FleetView {
    /// Takes in a worker's status.
    pub fn hear_worker(&mut self, name: Token, status: WorkerStatus, now: Instant) {
        let games = status.games;
        let mut history = self.workers.remove(&name).map_or_else(Vec::new, |seen| seen.history);
        // The count of a worker that was started again begins at 0.
        history.retain(|(then, before)| now - *then <= SPAN && *before <= games);
        history.push((now, games));
        self.workers.insert(name, SeenWorker { status, heard: now, history });
    }

    fn hear_tournament(&mut self, name: Token, status: TournamentStatus, now: Instant) {
        self.tournaments.insert(name, SeenTournament { status, heard: now });
    }

    /// Removes peers that have been silent for too long.
    pub fn forget_silent(&mut self, now: Instant) {
        self.workers.retain(|_, seen| now - seen.heard <= limits::ABSENT);
        self.tournaments.retain(|_, seen| now - seen.heard <= limits::ABSENT && !seen.status.is_over);
    }
}

/// Keeps a view up to date; returns only with an error.
///
/// # Errors
/// If the server does not let this user listen.
pub async fn watch(connection: &ServerConnection, view: &Arc<Mutex<FleetView>>) -> Result<(), FleetError> {
    let failed = FleetError::server("tell of the fleet");
    let client = &connection.client;
    let mut workers = client.subscribe(subjects::ALL_WORKERS).await.map_err(|error| failed(&error))?;
    let mut tournaments = client.subscribe(subjects::ALL_TOURNAMENTS).await.map_err(|error| failed(&error))?;
    // A server that does not answer this must not delay the messages of others.
    let mut counting = tokio::spawn(count_queue(connection.clone(), view.clone()));
    let mut tick = interval(limits::STATUS);
    let lock = || view.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        tokio::select! {
            Some(heard) = workers.next() => {
                if let (Some(name), Ok(status)) = (subjects::last_token(&heard.subject), WorkerStatus::read(&heard.payload)) {
                    lock().hear_worker(name, status, Instant::now());
                }
            }
            Some(heard) = tournaments.next() => {
                let name = subjects::last_token(&heard.subject);
                if let (Some(name), Ok(status)) = (name, TournamentStatus::read(&heard.payload)) {
                    lock().hear_tournament(name, status, Instant::now());
                }
            }
            _ = tick.tick() => {
                connection.check_listening()?;
                if counting.is_finished() {
                    counting = tokio::spawn(count_queue(connection.clone(), view.clone()));
                }
                let mut view = lock();
                view.forget_silent(Instant::now());
                view.is_connected = connection.is_connected();
            }
        }
    }
}

async fn count_queue(connection: ServerConnection, view: Arc<Mutex<FleetView>>) {
    let (batches, answers) =
        (count(&connection, subjects::WORK_STREAM).await, count(&connection, subjects::ANSWER_STREAM).await);
    let mut view = view.lock().unwrap_or_else(PoisonError::into_inner);
    (view.batches, view.answers) = (batches, answers);
}

async fn count(connection: &ServerConnection, stream: &str) -> Option<u64> {
    let stream = connection.context.get_stream(stream).await.ok()?;
    Some(stream.cached_info().state.messages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Versions;

    #[test]
    fn a_speed_is_that_of_the_last_seconds() {
        let (start, mut view) = (Instant::now(), FleetView::default());
        let name = Token::made_of("w");
        let mut hear = |seconds, games| {
            let status = WorkerStatus {
                versions: Versions::new("1", 1),
                threads: 1,
                system: Token::made_of("linux"),
                allows_executables: false,
                playing: Vec::new(),
                games,
                refused: 0,
                void: 0,
                missing_restrictions: Some(Vec::new()),
                last_refusal: None,
                trouble: None,
                instance: 1,
                uptime_s: seconds,
            };
            view.hear_worker(name.clone(), status, start + Duration::from_secs(seconds));
            view.workers[&name].speed()
        };
        assert_eq!(hear(0, 0), None);
        assert_eq!(hear(5, 1_000), Some(200.0));
        assert_eq!(hear(15, 1_000), Some(0.0), "what was long ago does not count");
        assert_eq!(hear(16, 5), None, "it was started again");
        view.forget_silent(start + Duration::from_secs(60));
        assert!(view.workers.is_empty());
    }
}
