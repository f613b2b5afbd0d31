//! A submitter's thread. Knows which batches were sent, and no games.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::future::pending;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use async_nats::header::{IntoHeaderName, NATS_MESSAGE_ID};
use async_nats::jetstream::Message as Delivery;
use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use async_nats::{HeaderMap, Message as Heard, Subscriber};
use botyard_engine::fault::printable;
use bytes::Bytes;
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep, timeout};

use super::other_tournaments::{OtherTournaments, forget};
use super::outbox::{BatchOutbox, BatchPlace, UnsettledBatch};
use super::{Receipt, SubmitterCommand, SubmitterEvent};
use crate::address::ServerAddress;
use crate::bots::{self, BotBytes};
use crate::connection::ServerConnection;
use crate::error::FleetError;
use crate::limits;
use crate::messages::{FleetMessage, SentAnswer, TournamentStatus, WorkerStatus};
use crate::names::{Capability, Token, Versions};
use crate::presence_log::PresenceLog;
use crate::trouble::{OVER, ServerTrouble, TroubleLog};
use crate::{streams, subjects};

/// How long after a failure the server is asked again.
const AGAIN: Duration = Duration::from_millis(500);
/// This many answers are fetched ahead.
const AHEAD: usize = 64;
/// How long withdrawing all batches may take.
const FAREWELL: Duration = Duration::from_secs(5);
/// At most this many workers are reported for answers that they were not asked for.
const UNASKED_MAX: usize = 8;
/// The most reports of workers' trouble with the server that people are shown.
const WORKER_TROUBLES_MAX: usize = 16;

/// A submitter's side of its exchange with the server.
pub(super) struct SubmitterTask {
    connection: ServerConnection,
    tournament: Token,
    status: TournamentStatus,
    bots: Vec<BotBytes>,
    events: Sender<SubmitterEvent>,
    outbox: BatchOutbox,
    receipts: HashMap<Receipt, Delivery>,
    next_receipt: Receipt,
    reports: UnboundedSender<TaskReport>,
    reported: Option<UnboundedReceiver<TaskReport>>,
    workers: Subscriber,
    given_up: Subscriber,
    tournaments: Subscriber,
    others: OtherTournaments,
    /// The workers in whose names answers came that were not asked for.
    unasked: BTreeSet<Token>,
    presence: PresenceLog,
    trouble: TroubleLog,
    /// A worker whose trouble with the server has been reported to people.
    worker_trouble: Option<(Token, ServerTrouble)>,
    worker_troubles_told: usize,
    /// Whether the server is being asked for batches.
    is_looking: bool,
}

/// A result of a task.
enum TaskReport {
    /// The server has taken this attempt to send a batch, under this number in its stream.
    Taken { batch: u64, attempt: u32, sequence: u64 },
    /// The places of batches that no message has mentioned.
    Found(Vec<(u64, BatchPlace)>),
    /// The tournaments that the server keeps data for.
    Kept(HashSet<Token>),
    /// The server does not take messages.
    NotTaken(ServerTrouble),
    /// The server has answered a request about its streams.
    Answered,
}

/// The server's advisory that it no longer gives out a batch.
#[derive(Deserialize)]
struct GivenUp {
    stream_seq: u64,
}

impl SubmitterTask {
    pub(super) async fn begin(
        address: &ServerAddress,
        status: TournamentStatus,
        tournament: Token,
        bots: Vec<BotBytes>,
        events: Sender<SubmitterEvent>,
    ) -> Result<Self, FleetError> {
        let connection = ServerConnection::open(address, &format!("submitter.{tournament}")).await?;
        send_bots(&connection, &bots).await?;
        streams::create_all(&connection.context, connection.times, &status.versions, &address.shown()).await?;
        let failed = FleetError::server("tell of workers");
        let workers = connection.client.subscribe(subjects::ALL_WORKERS).await.map_err(|error| failed(&error))?;
        let given_up = connection.client.subscribe(subjects::GIVEN_UP).await.map_err(|error| failed(&error))?;
        let tournaments = connection.client.subscribe(subjects::ALL_TOURNAMENTS).await;
        let tournaments = tournaments.map_err(|error| failed(&error))?;
        let others = OtherTournaments::new(tournament.clone(), connection.times.forgotten, Instant::now());
        let (reports, reported) = unbounded_channel();
        Ok(Self {
            connection,
            tournament,
            status,
            bots,
            events,
            outbox: BatchOutbox::default(),
            receipts: HashMap::new(),
            next_receipt: 0,
            reports,
            reported: Some(reported),
            workers,
            given_up,
            tournaments,
            others,
            unasked: BTreeSet::new(),
            presence: PresenceLog::default(),
            trouble: TroubleLog::default(),
            worker_trouble: None,
            worker_troubles_told: 0,
            is_looking: false,
        })
    }

    pub(super) async fn run(mut self, mut commands: UnboundedReceiver<SubmitterCommand>) {
        let mut reported = self.reported.take().expect("it runs once");
        let (mut answers, fetching) =
            fetch_answers(self.connection.clone(), self.tournament.clone(), self.status.versions.clone());
        let mut tick = interval(limits::STATUS);
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    None | Some(SubmitterCommand::Finish) => break,
                    Some(command) => self.run_command(command).await,
                },
                Some(answer) = answers.recv() => self.take_answer(answer).await,
                Some(heard) = self.workers.next() => self.take_worker(&heard),
                Some(heard) = self.given_up.next() => self.take_given_up(&heard),
                Some(heard) = self.tournaments.next() => self.take_tournament(&heard),
                Some(report) = reported.recv() => self.take_report(report),
                _ = tick.tick() => self.tick().await,
            }
        }
        fetching.abort();
        let _ = timeout(FAREWELL, self.leave()).await;
    }

    async fn run_command(&mut self, command: SubmitterCommand) {
        match command {
            SubmitterCommand::Send { batch, capability } => {
                let subject = subjects::work(&self.status.versions, &capability, &self.tournament, batch.batch);
                let message = (subject, batch.write().into());
                let sent = self.outbox.add(batch.batch, batch.ticket, message, Instant::now()).clone();
                self.publish(batch.batch, sent);
            }
            SubmitterCommand::Settle { batch } => drop(self.outbox.remove(batch)),
            SubmitterCommand::Withdraw { batch } => {
                let sequence = self.outbox.remove(batch).and_then(|sent| sent.sequence);
                sequence.into_iter().for_each(|sequence| self.delete(sequence));
            }
            SubmitterCommand::Stored { receipt } => {
                if let Some(delivery) = self.receipts.remove(&receipt) {
                    // If this is lost, the answer comes again, and is not waited for any more.
                    let _ = delivery.ack().await;
                }
            }
            SubmitterCommand::Status(status) => {
                let is_left_out = status.left_out.len() > self.status.left_out.len();
                self.status = *status;
                if is_left_out {
                    // The worker takes further batches until it is told.
                    self.publish_status().await;
                }
            }
            SubmitterCommand::Finish => {}
        }
    }

    async fn take_answer(&mut self, delivery: Delivery) {
        let waited_for = subjects::parse_answer(&delivery.subject)
            .and_then(|(batch, worker)| Some((batch, worker, self.outbox.ticket_of(batch)?)));
        let Some((batch, worker, ticket)) = waited_for else {
            // Another worker has answered before, or this is not an answer.
            let _ = delivery.ack().await;
            return;
        };
        let answer = match SentAnswer::read(&delivery.payload) {
            Ok(SentAnswer { ticket: shown, answer }) if shown == ticket => answer,
            Ok(_) => return self.refuse_answer(&delivery, worker, "it was not given these games").await,
            Err(why) => return self.refuse_answer(&delivery, worker, &why.to_string()).await,
        };
        self.next_receipt += 1;
        let receipt = self.next_receipt;
        tracing::debug!(batch, %worker, answer = answer.name(), "received an answer");
        self.receipts.insert(receipt, delivery);
        self.send_event(SubmitterEvent::Answer { batch, worker, answer, receipt });
    }

    /// Refuses an answer that may come from another program than the worker in whose name it is.
    async fn refuse_answer(&mut self, delivery: &Delivery, worker: Token, why: &str) {
        tracing::warn!(%worker, why, "an answer that nobody was asked for");
        if self.unasked.len() < UNASKED_MAX && !self.unasked.contains(&worker) {
            let sentence = format!("answers in the name of worker {worker} are not taken: {}", printable(why));
            self.send_event(SubmitterEvent::Note(sentence));
            self.unasked.insert(worker);
        }
        let _ = delivery.ack().await;
    }

    fn take_worker(&mut self, heard: &Heard) {
        let name = subjects::last_token(&heard.subject);
        let (Some(name), Ok(status)) = (name, WorkerStatus::read(&heard.payload)) else { return };
        let now = Instant::now();
        let own = status.playing.iter().filter(|(tournament, _)| *tournament == self.tournament);
        own.for_each(|(_, batch)| self.outbox.note_held(*batch, now));
        self.take_worker_trouble(&name, status.trouble);
        self.send_event(SubmitterEvent::Worker { name, status: Box::new(status) });
    }

    /// Notes the trouble that a worker reports of the server. Of several workers with the same
    /// trouble, one is named.
    fn take_worker_trouble(&mut self, name: &Token, trouble: Option<ServerTrouble>) {
        let Some(trouble) = trouble else {
            self.worker_trouble.take_if(|(worker, _)| worker == name);
            return;
        };
        let is_known = self.trouble.reported() == Some(trouble)
            || self.worker_trouble.as_ref().is_some_and(|(_, known)| *known == trouble);
        if !is_known && self.worker_troubles_told < WORKER_TROUBLES_MAX {
            self.worker_troubles_told += 1;
            self.worker_trouble = Some((name.clone(), trouble));
            self.send_event(SubmitterEvent::Note(format!("worker {name} reports: {trouble}")));
        }
    }

    fn take_given_up(&mut self, heard: &Heard) {
        let Ok(GivenUp { stream_seq }) = serde_json::from_slice(&heard.payload) else { return };
        if let Some(batch) = self.outbox.batch_of(stream_seq) {
            tracing::warn!(batch, "the server gives out a batch no more");
            self.send_event(SubmitterEvent::GivenUp { batch });
        }
    }

    fn take_tournament(&mut self, heard: &Heard) {
        if let Some(name) = subjects::last_token(&heard.subject) {
            self.others.note_sight(name, Instant::now());
        }
    }

    fn take_report(&mut self, report: TaskReport) {
        let now = Instant::now();
        match report {
            TaskReport::Taken { batch, attempt, sequence } => {
                self.outbox.note_taken(batch, attempt, sequence, now);
                if self.trouble.note_success() {
                    self.send_event(SubmitterEvent::Note(OVER.to_owned()));
                }
            }
            TaskReport::Found(found) => {
                self.is_looking = false;
                for (batch, found) in found {
                    if let Some(sent) = self.outbox.note_place(batch, found, now) {
                        tracing::warn!(batch, attempt = sent.attempt, ?found, "sends a lost batch again");
                        sent.sequence.into_iter().for_each(|sequence| self.delete(sequence));
                        self.publish(batch, sent);
                    }
                }
            }
            TaskReport::Kept(tournaments) => self.others.note_kept(tournaments, now),
            TaskReport::Answered => {
                if self.trouble.note_answer() {
                    self.send_event(SubmitterEvent::Note(OVER.to_owned()));
                }
            }
            TaskReport::NotTaken(trouble) => {
                if let Some(trouble) = self.trouble.note_failure(trouble, now) {
                    self.send_event(SubmitterEvent::Note(trouble.to_string()));
                }
            }
        }
    }

    /// Publishes the tournament's status, and looks for batches that no message has mentioned.
    async fn tick(&mut self) {
        if let Some(sentence) = self.presence.check_connection(&self.connection) {
            self.send_event(SubmitterEvent::Note(sentence.to_owned()));
        }
        if !self.connection.is_connected() {
            return;
        }
        for why in self.connection.take_forbidden() {
            self.send_event(SubmitterEvent::Note(FleetError::Forbidden { why }.to_string()));
        }
        self.publish_status().await;
        if let Some(absent) = self.others.due(Instant::now()) {
            let (connection, reports) = (self.connection.clone(), self.reports.clone());
            tokio::spawn(async move {
                let answered = probe_server(&connection).await;
                let is_there = matches!(answered, Some(TaskReport::Answered));
                answered.into_iter().for_each(|report| drop(reports.send(report)));
                if is_there {
                    let _ = reports.send(TaskReport::Kept(forget(connection, absent).await));
                }
            });
        }
        let silent = if self.is_looking { Vec::new() } else { self.outbox.silent(Instant::now()) };
        if !silent.is_empty() {
            self.is_looking = true;
            let (connection, versions, reports) =
                (self.connection.clone(), self.status.versions.clone(), self.reports.clone());
            let bots = self.bots.clone();
            tokio::spawn(async move {
                let found = look_for(&connection, &versions, silent, &bots).await;
                let _ = reports.send(TaskReport::Found(found));
            });
        }
    }

    async fn publish_status(&self) {
        let subject = subjects::tournament(&self.tournament);
        let _ = self.connection.client.publish(subject, self.status.write().into()).await;
    }

    /// Publishes a batch, however often the server must be asked.
    fn publish(&self, batch: u64, sent: UnsettledBatch) {
        let (connection, reports) = (self.connection.clone(), self.reports.clone());
        let versions = self.status.versions.clone();
        // The server takes a message with the same number once, however often a lost receipt has it
        // sent.
        let id = format!("{}-{batch}-{}", self.tournament, sent.attempt);
        tracing::debug!(batch, attempt = sent.attempt, bytes = sent.payload.len(), "sends a batch");
        tokio::spawn(async move {
            loop {
                match publish_once(&connection, &id, &sent.subject, sent.payload.clone()).await {
                    Ok(sequence) => {
                        return drop(reports.send(TaskReport::Taken { batch, attempt: sent.attempt, sequence }));
                    }
                    Err(why) => {
                        tracing::warn!(batch, %why, "a batch was not taken");
                        let trouble = ServerTrouble::of_publish(&why);
                        // A server that was started again may have lost the streams.
                        let is_restored = trouble == ServerTrouble::NoJetStream
                            && streams::create_all(&connection.context, connection.times, &versions, "").await.is_ok();
                        if connection.is_connected() && !is_restored {
                            let _ = reports.send(TaskReport::NotTaken(trouble));
                        }
                        sleep(AGAIN).await;
                    }
                }
            }
        });
    }

    fn delete(&self, sequence: u64) {
        let connection = self.connection.clone();
        tokio::spawn(async move {
            if let Ok(stream) = connection.context.get_stream_no_info(subjects::WORK_STREAM).await {
                // If this fails, a worker plays a batch whose results are not needed.
                let _ = stream.delete_message(sequence).await;
            }
        });
    }

    /// Withdraws all batches.
    async fn leave(mut self) {
        self.status.is_over = true;
        self.publish_status().await;
        let context = &self.connection.context;
        if let Ok(stream) = context.get_stream_no_info(subjects::WORK_STREAM).await {
            streams::remove_all(&stream, &subjects::work_for(&self.tournament)).await;
        }
        if let Ok(stream) = context.get_stream_no_info(subjects::ANSWER_STREAM).await {
            let _ = stream.delete_consumer(self.tournament.as_str()).await;
            streams::remove_all(&stream, &subjects::answers_for(&self.tournament)).await;
        }
        let _ = self.connection.client.flush().await;
    }

    fn send_event(&self, event: SubmitterEvent) {
        // At the end of the submitter, the events have no receiver.
        let _ = self.events.send(event);
    }
}

/// Asks the server for its streams: a submitter without batches to send would not notice that the
/// server takes no messages.
async fn probe_server(connection: &ServerConnection) -> Option<TaskReport> {
    match streams::are_there(&connection.context, "").await {
        Ok(_) => Some(TaskReport::Answered),
        Err(FleetError::NoJetStream { .. }) => Some(TaskReport::NotTaken(ServerTrouble::NoJetStream)),
        Err(FleetError::NoStreams { .. }) => Some(TaskReport::NotTaken(ServerTrouble::Silent)),
        Err(_) => None,
    }
}

async fn send_bots(connection: &ServerConnection, bots: &[BotBytes]) -> Result<(), FleetError> {
    for bot in bots {
        bots::send(connection, bot).await?;
    }
    Ok(())
}

async fn publish_once(
    connection: &ServerConnection,
    id: &str,
    subject: &str,
    payload: Bytes,
) -> Result<u64, PublishError> {
    let mut headers = HeaderMap::new();
    headers.insert(NATS_MESSAGE_ID.into_header_name(), id);
    Ok(connection.context.publish_with_headers(subject.to_owned(), headers, payload).await?.await?.sequence)
}

/// Asks the server for batches. Those without an answer are left out.
async fn look_for(
    connection: &ServerConnection,
    versions: &Versions,
    silent: Vec<(u64, String, u64)>,
    bots: &[BotBytes],
) -> Vec<(u64, BatchPlace)> {
    let Ok(stream) = connection.context.get_stream_no_info(subjects::WORK_STREAM).await else { return Vec::new() };
    let mut given_out = 0;
    for capability in Capability::all_here() {
        // A server that was started again may have lost it.
        let consumer =
            streams::create_work_consumer(&connection.context, connection.times, versions, &capability).await;
        given_out = given_out.max(consumer.map_or(0, |known| known.cached_info().delivered.stream_sequence));
    }
    let mut found = Vec::new();
    for (batch, subject, sequence) in silent {
        match stream.get_last_raw_message_by_subject(&subject).await {
            Ok(_) if sequence <= given_out => found.push((batch, BatchPlace::GivenOut)),
            Ok(_) => found.push((batch, BatchPlace::Waits)),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                found.push((batch, BatchPlace::Absent));
            }
            Err(_) => {}
        }
    }
    if found.iter().any(|(_, found)| *found == BatchPlace::Absent) {
        // A server that has lost batches may have lost bots.
        let _ = send_bots(connection, bots).await;
    }
    found
}

/// Fetches answers in a task of its own, which asks the server again after every failure.
fn fetch_answers(
    connection: ServerConnection,
    tournament: Token,
    versions: Versions,
) -> (Receiver<Delivery>, JoinHandle<()>) {
    let (answers, fetched) = channel(AHEAD);
    let fetching = tokio::spawn(async move {
        loop {
            let source = match streams::answer_consumer(&connection.context, connection.times, &tournament).await {
                Ok(source) => source,
                Err(_) => {
                    let _ = streams::create_all(&connection.context, connection.times, &versions, "").await;
                    sleep(AGAIN).await;
                    continue;
                }
            };
            let stream = source.stream().max_messages_per_batch(AHEAD).heartbeat(Duration::from_secs(2));
            let Ok(mut messages) = stream.expires(Duration::from_secs(10)).messages().await else {
                sleep(AGAIN).await;
                continue;
            };
            while let Some(Ok(delivery)) = messages.next().await {
                if answers.send(delivery).await.is_err() {
                    return pending().await;
                }
            }
            sleep(AGAIN).await;
        }
    });
    (fetched, fetching)
}
