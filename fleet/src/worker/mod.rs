//! A worker's exchange with the server: takes batches, has the caller play them, answers, and sends
//! its status.

mod activity;
mod presence;
mod troubles;
mod unreadable_batches;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::header::{IntoHeaderName, NATS_EXPECTED_LAST_SUBJECT_SEQUENCE};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::{AckKind, Message as Delivery};
use futures_util::StreamExt;
use tokio::sync::{RwLock, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::answer_parts::write_parts;
use crate::bots::{BotBytes, FetchedBots};
use crate::connection::ServerConnection;
use crate::error::FleetError;
use crate::limits;
use crate::messages::{Batch, BatchAnswer, FleetMessage};
use crate::names::{Capability, Token, Versions};
use crate::streams::FindConsumerError;
use crate::ticket::Ticket;
use crate::trouble::ServerTrouble;
use crate::{streams, subjects};
pub use activity::WorkerActivity;
use troubles::ServerRequest;
use unreadable_batches::UnreadableBatches;

/// How long one request for a batch waits.
const WAIT: Duration = Duration::from_secs(3);
/// How long after a failure the server is asked again.
const AGAIN: Duration = Duration::from_millis(500);
/// A worker that has refused a batch leaves the next ones to others for this long.
const AFTER_REFUSAL: Duration = Duration::from_secs(3);
/// A bot that could not be fetched this often is refused.
const FETCHES: u32 = 3;
/// An answer that the server does not take for this long is given up: another worker plays the
/// batch.
const ANSWER_FOR: Duration = Duration::from_secs(600);

/// A batch to be played, with its bots in its order.
#[derive(Debug)]
pub struct Job {
    /// The batch.
    pub batch: Batch,
    /// The bytes of each of its bots.
    pub bots: Vec<BotBytes>,
    /// Takes the answer.
    pub done: oneshot::Sender<BatchAnswer>,
}

/// How a worker takes part.
#[derive(Clone)]
pub struct WorkerConfig {
    /// Its name, which no other worker has.
    pub name: Token,
    /// The versions of this program.
    pub versions: Versions,
    /// How many batches it plays at once.
    pub threads: u16,
    /// Whether it plays executables.
    pub allows_executables: bool,
    /// The restrictions of executables that this computer lacks; `None` if that is not known.
    pub missing_restrictions: Option<Vec<String>>,
    /// A random number that identifies this worker.
    pub instance: u64,
    /// Hands a batch to one of the threads that play.
    pub give: Arc<dyn Fn(Job) + Send + Sync>,
    /// Shows people a sentence.
    pub note: Arc<dyn Fn(String) + Send + Sync>,
}

struct Worker {
    connection: ServerConnection,
    config: WorkerConfig,
    activity: Arc<WorkerActivity>,
    bots: tokio::sync::Mutex<FetchedBots>,
    submitters: Mutex<HashMap<Token, KnownSubmitter>>,
    /// Held by each batch that is played; exclusively by a game that may have ended another worker,
    /// so that no other game ends with it.
    together: RwLock<()>,
    /// Held by the one such game that this worker has taken; further ones are returned.
    suspect: tokio::sync::Mutex<()>,
    unreadable: Mutex<UnreadableBatches>,
    /// How many tournaments it has heard of: the first one's submitter creates the consumers.
    tournaments: watch::Sender<u64>,
    /// Whether people were told that no submitter has been there yet.
    has_told_of_waiting: AtomicBool,
}

/// A source of the batches of one kind.
struct BatchSource {
    capability: Capability,
    /// The consumer, looked up once, and again after it has failed. The task that looks it up holds
    /// the lock, and the others wait.
    consumer: tokio::sync::Mutex<Option<Arc<PullConsumer>>>,
}

/// A tournament's submitter, as far as this worker has heard of it.
struct KnownSubmitter {
    heard: Instant,
    is_over: bool,
}

/// Plays for the fleet until the worker is told to finish.
///
/// # Errors
/// If a tournament has left this worker out.
pub async fn work(
    connection: ServerConnection,
    config: WorkerConfig,
    activity: Arc<WorkerActivity>,
) -> Result<(), FleetError> {
    let status = activity.status(&config);
    let capabilities = Capability::all_here().into_iter().filter(|capability| status.can_play(capability));
    let (bots, submitters, together, suspect, unreadable, tournaments, has_told_of_waiting) = Default::default();
    let worker = Arc::new(Worker {
        connection,
        config,
        activity,
        bots,
        submitters,
        together,
        suspect,
        unreadable,
        tournaments,
        has_told_of_waiting,
    });
    let mut takers = JoinSet::new();
    for capability in capabilities {
        let source = Arc::new(BatchSource { capability, consumer: tokio::sync::Mutex::default() });
        // One batch more than there are threads is here already when a thread is free.
        for _ in 0..=worker.config.threads {
            takers.spawn(worker.clone().take_batches(source.clone()));
        }
    }
    let mut left_out = tokio::spawn(worker.clone().listen());
    let mut name_taken = tokio::spawn(worker.clone().listen_to_namesakes());
    let beat = tokio::spawn(worker.clone().beat());
    let all_taken = async { while takers.join_next().await.is_some() {} };
    let ended = tokio::select! {
        () = all_taken => Ok(()),
        () = worker.activity.after_stop(worker.connection.times.stopping) => {
            (worker.config.note)("the server has not taken all answers in time: others play these games".to_owned());
            Ok(())
        }
        why = &mut left_out => why.unwrap_or(Ok(())),
        why = &mut name_taken => why.unwrap_or(Ok(())),
    };
    beat.abort();
    left_out.abort();
    name_taken.abort();
    let _ = timeout(WAIT, worker.connection.client.flush()).await;
    ended
}

impl Worker {
    /// Takes one batch after another.
    async fn take_batches(self: Arc<Self>, source: Arc<BatchSource>) {
        while !self.activity.is_stopping() {
            // While a game is played that may end this worker, no other batch is taken.
            drop(self.together.read().await);
            let Some(consumer) = self.find_consumer(&source).await else { continue };
            let request = async {
                let mut batch = consumer.batch().max_messages(1).expires(WAIT).messages().await.map_err(drop)?;
                batch.next().await.transpose().map_err(drop)
            };
            match timeout(WAIT * 2, request).await {
                Ok(Ok(Some(delivery))) => self.work_on(delivery).await,
                Ok(Ok(None)) => {}
                Ok(Err(())) | Err(_) => {
                    *source.consumer.lock().await = None;
                    sleep(AGAIN).await;
                }
            }
        }
    }

    /// The consumer that gives out batches; after some time, `None` if it does not exist.
    async fn find_consumer(&self, source: &BatchSource) -> Option<Arc<PullConsumer>> {
        let mut news = self.tournaments.subscribe();
        let mut known = source.consumer.lock().await;
        if known.is_some() || self.activity.is_stopping() {
            return known.clone();
        }
        let found =
            streams::find_work_consumer(&self.connection.context, &self.config.versions, &source.capability).await;
        match found {
            Ok(consumer) => {
                self.tell_user(self.activity.troubles().note_success(ServerRequest::Batch));
                *known = Some(Arc::new(consumer));
                return known.clone();
            }
            Err(FindConsumerError::NotYet) => self.tell_of_waiting(&source.capability),
            Err(FindConsumerError::Failed(trouble, why)) => self.note_trouble(ServerRequest::Batch, trouble, &why),
        }
        let _ = timeout(AGAIN, news.changed()).await;
        None
    }

    /// Tells people that there is no consumer yet: submitters create it, and a worker may be there
    /// first.
    fn tell_of_waiting(&self, capability: &Capability) {
        // Every worker plays modules, so this capability alone is reported.
        if *capability == Capability::Modules && !self.has_told_of_waiting.swap(true, Ordering::Relaxed) {
            let own = &self.config.versions;
            (self.config.note)(format!("no tournament of {own} has used this NATS server yet: waiting for the first"));
        }
    }

    fn note_trouble(&self, asked: ServerRequest, trouble: ServerTrouble, why: &str) {
        tracing::warn!(?asked, why, "the NATS server does not do what it is asked");
        // A lost connection is reported elsewhere.
        if self.connection.is_connected() {
            self.tell_user(self.activity.troubles().note_failure(asked, trouble, Instant::now()));
        }
    }

    fn tell_user(&self, sentence: Option<String>) {
        if let Some(sentence) = sentence {
            (self.config.note)(sentence);
        }
    }

    async fn work_on(&self, delivery: Delivery) {
        let Some(batch) = self.read(&delivery).await else { return };
        let (key, ticket) = ((batch.tournament.clone(), batch.batch), batch.ticket);
        if self.is_abandoned(&key.0) {
            let _ = delivery.ack().await;
            return;
        }
        let delivered = delivery.info().map_or(1, |info| info.delivered);
        tracing::debug!(tournament = %key.0, batch = key.1, games = batch.games.len(), delivered, "took a batch");
        self.activity.playing().insert(key.clone());
        let began = Instant::now();
        let answer = self.keep_alive(&delivery, self.answer(delivered, batch)).await;
        self.activity.count(&answer);
        let milliseconds = began.elapsed().as_millis() as u64;
        tracing::debug!(tournament = %key.0, batch = key.1, answer = answer.name(), milliseconds, "answers a batch");
        let refused = matches!(answer, BatchAnswer::Refused(_));
        if let BatchAnswer::Refused(why) = &answer {
            (self.config.note)(format!("refused batch {} of tournament {}: {why}", key.1, key.0));
        }
        // A batch without an answer is given out again. If this acknowledgement is lost, the batch
        // is played twice, and its second result is not taken.
        if self.keep_alive(&delivery, self.publish(&key, ticket, answer)).await {
            let _ = delivery.ack().await;
        }
        self.activity.playing().remove(&key);
        if refused {
            sleep(AFTER_REFUSAL).await;
        }
    }

    /// Reads a batch; one that cannot be read is refused.
    async fn read(&self, delivery: &Delivery) -> Option<Batch> {
        let mut tokens = delivery.subject.rsplit('.');
        let number = tokens.next().and_then(|text| text.parse::<u64>().ok());
        let tournament = tokens.next().and_then(|text| Token::parse(text).ok());
        let (Some(number), Some(tournament)) = (number, tournament) else {
            let _ = delivery.ack_with(AckKind::Term).await;
            return None;
        };
        let why = match Batch::read(&delivery.payload) {
            Ok(batch) if (batch.batch, &batch.tournament) != (number, &tournament) => {
                "its subject names another batch".to_owned()
            }
            Ok(batch) if batch.versions != self.config.versions => {
                format!("it is of {}, this worker is {}", batch.versions, self.config.versions)
            }
            Ok(batch) => return Some(batch),
            Err(why) => why.to_string(),
        };
        let sentence = {
            let mut unreadable = self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
            unreadable.note(&tournament, &why, Instant::now())
        };
        self.tell_user(sentence);
        let answer = BatchAnswer::Refused(why);
        self.activity.count(&answer);
        // A message without a ticket is not a submitter's.
        if let Some(ticket) = Ticket::of_batch(&delivery.payload) {
            self.publish(&(tournament, number), ticket, answer).await;
        }
        // It would be unreadable again if it were given out again.
        let _ = delivery.ack().await;
        None
    }

    /// Whether a tournament's results are no longer needed: it is over, or its submitter has been
    /// silent for too long.
    fn is_abandoned(&self, tournament: &Token) -> bool {
        match self.submitters().get(tournament) {
            Some(submitter) => submitter.is_over || submitter.heard.elapsed() > limits::ABANDONED,
            None => self.activity.began().elapsed() > limits::ABANDONED,
        }
    }

    fn submitters(&self) -> MutexGuard<'_, HashMap<Token, KnownSubmitter>> {
        self.submitters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a batch played that was given out `delivered` times, and returns its answer.
    async fn answer(&self, delivered: i64, batch: Batch) -> BatchAnswer {
        if delivered <= 1 {
            // A batch that is not begun must not count as one during which this worker ended.
            let Ok(_together) = self.together.try_read() else { return BatchAnswer::Returned };
            return self.play(batch).await;
        }
        if batch.games.len() > 1 {
            return BatchAnswer::Split;
        }
        let Ok(_suspect) = self.suspect.try_lock() else { return BatchAnswer::Returned };
        let _alone = self.together.write().await;
        self.play(batch).await
    }

    async fn play(&self, batch: Batch) -> BatchAnswer {
        let mut bots = Vec::with_capacity(batch.bots.len());
        for bot in &batch.bots {
            match self.fetch(&bot.sha256).await {
                Ok(bytes) => bots.push(bytes),
                Err(why) => return BatchAnswer::Refused(format!("{}: {why}", bot.name)),
            }
        }
        let (done, answer) = oneshot::channel();
        (self.config.give)(Job { batch, bots, done });
        tokio::select! {
            answer = answer => {
                answer.unwrap_or_else(|_| BatchAnswer::Refused("the thread that played it has ended".to_owned()))
            }
            () = self.activity.after_stop(self.connection.times.last_games) => BatchAnswer::Returned,
        }
    }

    /// Fetches a bot, again if the server was away.
    async fn fetch(&self, hash: &str) -> Result<BotBytes, FleetError> {
        for _ in 1..FETCHES {
            if let Ok(bytes) = self.bots.lock().await.get(&self.connection, hash).await {
                return Ok(bytes);
            }
            sleep(AGAIN).await;
        }
        self.bots.lock().await.get(&self.connection, hash).await
    }

    /// Reports every few seconds that a batch is being worked on.
    async fn keep_alive<T>(&self, delivery: &Delivery, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        loop {
            match timeout(self.connection.times.progress, &mut work).await {
                Ok(done) => return done,
                Err(_) => drop(delivery.ack_with(AckKind::Progress).await),
            }
        }
    }

    /// Publishes an answer, each part of it once, however often the server must be asked. Returns
    /// whether the server has all of it.
    async fn publish(&self, (tournament, batch): &(Token, u64), ticket: Ticket, answer: BatchAnswer) -> bool {
        for (index, part) in write_parts(ticket, answer).into_iter().enumerate() {
            let subject = subjects::answer(tournament, *batch, &self.config.name, index as u16);
            if timeout(ANSWER_FOR, self.publish_part(&subject, part.into())).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Publishes a part of an answer when the server takes it.
    async fn publish_part(&self, subject: &str, bytes: bytes::Bytes) {
        while let Err(why) = self.publish_once(subject, bytes.clone()).await {
            let trouble = match ServerTrouble::of_publish(&why) {
                // The server has lost the streams: a submitter creates them again.
                ServerTrouble::NoJetStream if self.keeps_streams().await => ServerTrouble::Other,
                trouble => trouble,
            };
            self.note_trouble(ServerRequest::Answer, trouble, &why.to_string());
            sleep(AGAIN).await;
        }
        self.tell_user(self.activity.troubles().note_success(ServerRequest::Answer));
    }

    async fn keeps_streams(&self) -> bool {
        streams::are_there(&self.connection.context, "").await.is_ok()
    }

    /// Publishes a part of an answer, if the server does not have it.
    async fn publish_once(&self, subject: &str, bytes: bytes::Bytes) -> Result<(), PublishError> {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE.into_header_name(), "0");
        let sent = self.connection.context.publish_with_headers(subject.to_owned(), headers, bytes).await;
        let taken = match sent {
            Ok(receipt) => receipt.await,
            Err(error) => Err(error),
        };
        match taken {
            // It was taken before, and its receipt was lost.
            Err(error) if error.kind() != PublishErrorKind::WrongLastSequence => Err(error),
            _ => Ok(()),
        }
    }
}
