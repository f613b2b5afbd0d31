//! The server's storage for a fleet: batches, answers and bots. The first submitter creates it, and
//! creates it again on a server that has lost it. Workers only look it up.

use std::error::Error as _;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{
    ConsumerInfoError, ConsumerInfoErrorKind, Context, CreateStreamErrorKind, GetStreamErrorKind, RequestError,
    RequestErrorKind,
};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType, Stream};
use futures_util::{StreamExt, TryStreamExt};

use crate::error::FleetError;
use crate::limits;
use crate::names::{Capability, Token, Versions};
use crate::subjects;
use crate::times::FleetTimes;
use crate::trouble::ServerTrouble;

/// This many batches may be with workers at once: more than any fleet plays.
const WITH_WORKERS: i64 = 100_000;
/// This many workers may wait for a batch at once.
const WAITING: i64 = 20_000;
/// How many messages are removed at once.
const REMOVED_AT_ONCE: usize = 32;
/// The server removes the consumer of a submitter that has not fetched answers for this long.
const CONSUMER_KEPT: std::time::Duration = std::time::Duration::from_secs(3600);

/// Creates the missing streams and consumers that submitter and workers of these versions need, so
/// that workers need no permission to create them.
///
/// # Errors
/// If there are no streams, or this user may not create them.
pub(crate) async fn create_all(
    context: &Context,
    times: FleetTimes,
    versions: &Versions,
    url: &str,
) -> Result<(), FleetError> {
    create(context, url).await?;
    for capability in Capability::all_here() {
        create_work_consumer(context, times, versions, &capability).await?;
    }
    Ok(())
}

/// Creates the streams and the bucket where they are missing.
pub(crate) async fn create(context: &Context, url: &str) -> Result<(), FleetError> {
    let of = |name: &str, subject: &str| stream::Config {
        name: name.to_owned(),
        subjects: vec![subject.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_age: limits::KEPT,
        ..stream::Config::default()
    };
    for (name, subject) in
        [(subjects::WORK_STREAM, subjects::ALL_WORK), (subjects::ANSWER_STREAM, subjects::ALL_ANSWERS)]
    {
        context.get_or_create_stream(of(name, subject)).await.map_err(|error| {
            let why = error.to_string();
            match error.kind() {
                CreateStreamErrorKind::JetStreamUnavailable => FleetError::NoJetStream { url: url.to_owned(), why },
                CreateStreamErrorKind::TimedOut => FleetError::NoStreams { url: url.to_owned(), why },
                CreateStreamErrorKind::JetStream(error) => {
                    of_server(error.error_code(), "keep batches of games", url, why)
                }
                _ => FleetError::Server { what: "keep batches of games", why },
            }
        })?;
    }
    create_bucket(context).await.map(drop)
}

/// The error for this code of the server's.
fn of_server(code: ErrorCode, what: &'static str, url: &str, why: String) -> FleetError {
    match ServerTrouble::of_code(code) {
        ServerTrouble::NoJetStream => FleetError::NoJetStream { url: url.to_owned(), why },
        ServerTrouble::StorageFull => FleetError::Trouble(ServerTrouble::StorageFull),
        ServerTrouble::Silent | ServerTrouble::Other => FleetError::Server { what, why },
    }
}

/// Whether the server has the stream of batches.
///
/// # Errors
/// If it keeps no streams at all, or does not answer.
pub(crate) async fn are_there(context: &Context, url: &str) -> Result<bool, FleetError> {
    let Err(error) = context.get_stream(subjects::WORK_STREAM).await else { return Ok(true) };
    let (why, url) = (error.to_string(), url.to_owned());
    let asked = error.source().and_then(|source| source.downcast_ref::<RequestError>()).map(RequestError::kind);
    match (error.kind(), asked) {
        (GetStreamErrorKind::JetStream(error), _) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(false),
        (GetStreamErrorKind::JetStream(error), _) => {
            Err(of_server(error.error_code(), "tell of its streams", &url, why))
        }
        (_, Some(RequestErrorKind::NoResponders)) => Err(FleetError::NoJetStream { url, why }),
        (_, Some(RequestErrorKind::TimedOut)) => Err(FleetError::NoStreams { url, why }),
        _ => Err(FleetError::Server { what: "tell of its streams", why }),
    }
}

/// The bucket of bots, if a program has created it.
///
/// # Errors
/// If it is not there.
pub(crate) async fn find_bucket(context: &Context) -> Result<ObjectStore, FleetError> {
    let found = context.get_object_store(subjects::BOTS_BUCKET).await;
    found.map_err(|error| FleetError::server("find bots")(&error))
}

/// The bucket of bots.
pub(crate) async fn create_bucket(context: &Context) -> Result<ObjectStore, FleetError> {
    if let Ok(bucket) = context.get_object_store(subjects::BOTS_BUCKET).await {
        return Ok(bucket);
    }
    let config = object_store::Config { bucket: subjects::BOTS_BUCKET.to_owned(), ..object_store::Config::default() };
    let created = context.create_object_store(config).await;
    created.map_err(|error| FleetError::server("keep bots")(&error))
}

/// Why a work consumer was not found.
#[derive(Debug)]
pub(crate) enum FindConsumerError {
    /// No submitter has created it yet.
    NotYet,
    /// The server does not answer, or returns an error.
    Failed(ServerTrouble, String),
}

/// The consumer that gives out the batches of these versions and this kind, if a submitter has
/// created it.
///
/// # Errors
/// If it does not exist, or the server does not answer.
pub(crate) async fn find_work_consumer(
    context: &Context,
    versions: &Versions,
    capability: &Capability,
) -> Result<PullConsumer, FindConsumerError> {
    let other = |why: String| FindConsumerError::Failed(ServerTrouble::Other, why);
    let stream = context.get_stream_no_info(subjects::WORK_STREAM).await.map_err(|error| other(error.to_string()))?;
    let found = stream.get_consumer(&subjects::work_consumer(versions, capability)).await;
    found.map_err(|error| {
        let why = error.to_string();
        match error.downcast_ref::<ConsumerInfoError>().map(ConsumerInfoError::kind) {
            Some(ConsumerInfoErrorKind::NotFound | ConsumerInfoErrorKind::StreamNotFound) => FindConsumerError::NotYet,
            Some(ConsumerInfoErrorKind::NoResponders) => FindConsumerError::Failed(ServerTrouble::NoJetStream, why),
            Some(ConsumerInfoErrorKind::TimedOut) => FindConsumerError::Failed(ServerTrouble::Silent, why),
            Some(ConsumerInfoErrorKind::JetStream(error)) => {
                FindConsumerError::Failed(ServerTrouble::of_code(error.error_code()), why)
            }
            _ => other(why),
        }
    })
}

/// Creates the consumer that gives out the batches of these versions and this kind to all workers
/// together.
pub(crate) async fn create_work_consumer(
    context: &Context,
    times: FleetTimes,
    versions: &Versions,
    capability: &Capability,
) -> Result<PullConsumer, FleetError> {
    let failed = FleetError::server("give out batches of games");
    let stream = context.get_stream_no_info(subjects::WORK_STREAM).await.map_err(|error| failed(&error))?;
    let name = subjects::work_consumer(versions, capability);
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: times.ack_wait,
        max_deliver: limits::DELIVERIES,
        max_ack_pending: WITH_WORKERS,
        max_waiting: WAITING,
        filter_subject: subjects::work_of(versions, capability),
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(&name, config).await.map_err(|error| failed(&error))
}

/// The subjects of a stream's messages that match this pattern; empty if the server does not
/// answer.
pub(crate) async fn subjects_in<T>(stream: &Stream<T>, pattern: &str) -> Vec<String> {
    let Ok(subjects) = stream.info_with_subjects(pattern).await else { return Vec::new() };
    let subjects: Vec<_> = subjects.try_collect().await.unwrap_or_default();
    subjects.into_iter().map(|(subject, _)| subject).collect()
}

/// Removes the messages whose subjects match this pattern, as far as the server does it. They are
/// deleted one by one: a server of version 2.9 still counts messages that it has purged by subject,
/// until it reports that its storage is full.
pub(crate) async fn remove_all<T>(stream: &Stream<T>, pattern: &str) {
    let subjects = subjects_in(stream, pattern).await;
    let remove = async |subject: String| {
        while let Ok(message) = stream.get_last_raw_message_by_subject(&subject).await {
            if stream.delete_message(message.sequence).await.is_err() {
                break;
            }
        }
    };
    futures_util::stream::iter(subjects).for_each_concurrent(REMOVED_AT_ONCE, remove).await;
}

/// The consumer that gives a submitter the answers for its tournament.
pub(crate) async fn answer_consumer(
    context: &Context,
    times: FleetTimes,
    tournament: &Token,
) -> Result<PullConsumer, FleetError> {
    let failed = FleetError::server("hand on results");
    let stream = context.get_stream_no_info(subjects::ANSWER_STREAM).await.map_err(|error| failed(&error))?;
    let name = tournament.to_string();
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: times.ack_wait * 6,
        max_ack_pending: WITH_WORKERS,
        filter_subject: subjects::answers_for(tournament),
        inactive_threshold: CONSUMER_KEPT,
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(&name, config).await.map_err(|error| failed(&error))
}
