//! A worker's presence: sends its status every second, and receives those of tournaments and of
//! other workers with its name.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::time::{sleep, timeout};

use super::{AGAIN, KnownSubmitter, Worker};
use crate::error::FleetError;
use crate::left_out_reason::LeftOutReason;
use crate::messages::{FleetMessage, TournamentStatus, WorkerStatus};
use crate::names::Token;
use crate::presence_log::PresenceLog;
use crate::{limits, subjects};

/// However many tournaments begin, the status is not sent more often than this.
const STATUS_AT_MOST: Duration = Duration::from_millis(100);

impl Worker {
    /// Sends this worker's status every second, and when a tournament begins.
    pub(super) async fn beat(self: Arc<Self>) {
        let subject = subjects::worker(&self.config.name);
        let (mut presence, mut news) = (PresenceLog::default(), self.tournaments.subscribe());
        loop {
            self.tell_user(presence.check_connection(&self.connection).map(str::to_owned));
            let bytes = self.activity.status(&self.config).write();
            let _ = self.connection.client.publish(subject.clone(), bytes.into()).await;
            for why in self.connection.take_forbidden() {
                (self.config.note)(FleetError::Forbidden { why }.to_string());
            }
            // A new submitter learns at once which workers there are.
            sleep(STATUS_AT_MOST).await;
            let _ = timeout(limits::STATUS - STATUS_AT_MOST, news.changed()).await;
        }
    }

    /// Receives tournaments' status messages; fails when a tournament has left this worker out.
    pub(super) async fn listen(self: Arc<Self>) -> Result<(), FleetError> {
        let mut told = Vec::new();
        loop {
            let Ok(mut heard) = self.connection.client.subscribe(subjects::ALL_TOURNAMENTS).await else {
                sleep(AGAIN).await;
                continue;
            };
            while let Some(message) = heard.next().await {
                let tournament = subjects::last_token(&message.subject);
                let (Some(tournament), Ok(status)) = (tournament, TournamentStatus::read(&message.payload)) else {
                    continue;
                };
                self.take_tournament(tournament, status, &mut told)?;
            }
        }
    }

    fn take_tournament(
        &self,
        tournament: Token,
        status: TournamentStatus,
        told: &mut Vec<Token>,
    ) -> Result<(), FleetError> {
        if status.left_out.contains(&self.config.name) {
            let reason = status.left_out_reasons.get(&self.config.name).copied();
            let reason = reason.unwrap_or(LeftOutReason::Unknown);
            return Err(FleetError::LeftOut { tournament: tournament.to_string(), reason });
        }
        if status.versions != self.config.versions && !told.contains(&tournament) {
            (self.config.note)(format!(
                "tournament {tournament} is played by {}, this worker is {}: it is given none of its games",
                status.versions, self.config.versions
            ));
            told.push(tournament.clone());
        }
        let submitter = KnownSubmitter { heard: Instant::now(), is_over: status.is_over };
        if self.submitters().insert(tournament, submitter).is_none() {
            self.tournaments.send_modify(|count| *count += 1);
        }
        self.submitters().retain(|_, submitter| submitter.heard.elapsed() < limits::KEPT);
        Ok(())
    }

    /// Receives the status of workers with this one's name; fails when one of them was there first.
    pub(super) async fn listen_to_namesakes(self: Arc<Self>) -> Result<(), FleetError> {
        loop {
            let subject = subjects::worker(&self.config.name);
            let Ok(mut heard) = self.connection.client.subscribe(subject).await else {
                sleep(AGAIN).await;
                continue;
            };
            while let Some(message) = heard.next().await {
                let Ok(status) = WorkerStatus::read(&message.payload) else { continue };
                let own = (self.activity.began().elapsed().as_secs(), self.config.instance);
                if status.instance != self.config.instance && (status.uptime_s, status.instance) > own {
                    return Err(FleetError::NameTaken { name: self.config.name.to_string() });
                }
            }
        }
    }
}
