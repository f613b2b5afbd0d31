//! What the server keeps for a fleet: batches, answers and bots. The first client creates it, and
//! again on a server that has lost it.

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{Context, CreateStreamErrorKind};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType};

use crate::error::FleetError;
use crate::limits;
use crate::names::{Capability, Token, Versions};
use crate::subjects;

/// This many batches may be with workers at once: more than any fleet plays.
const WITH_WORKERS: i64 = 100_000;
/// This many workers may wait for a batch at once.
const WAITING: i64 = 20_000;
/// The server forgets the consumer of a submitter that has fetched nothing for this long.
const FORGOTTEN: std::time::Duration = std::time::Duration::from_secs(3600);

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
                _ => FleetError::Server { what: "keep batches of games", why },
            }
        })?;
    }
    bucket(context).await.map(drop)
}

/// The bucket of bots.
pub(crate) async fn bucket(context: &Context) -> Result<ObjectStore, FleetError> {
    if let Ok(bucket) = context.get_object_store(subjects::BOTS_BUCKET).await {
        return Ok(bucket);
    }
    let config = object_store::Config { bucket: subjects::BOTS_BUCKET.to_owned(), ..object_store::Config::default() };
    let created = context.create_object_store(config).await;
    created.map_err(|error| FleetError::server("keep bots")(&error))
}

/// What gives out the batches of these versions and this kind, to all workers together.
pub(crate) async fn work_consumer(
    context: &Context,
    versions: &Versions,
    capability: &Capability,
) -> Result<PullConsumer, FleetError> {
    let failed = FleetError::server("give out batches of games");
    let stream = context.get_stream_no_info(subjects::WORK_STREAM).await.map_err(|error| failed(&error))?;
    let name = subjects::work_consumer(versions, capability);
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: limits::ACK_WAIT,
        max_deliver: limits::DELIVERIES,
        max_ack_pending: WITH_WORKERS,
        max_waiting: WAITING,
        filter_subject: subjects::work_of(versions, capability),
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(&name, config).await.map_err(|error| failed(&error))
}

/// What gives a submitter the answers for its tournament.
pub(crate) async fn answer_consumer(context: &Context, tournament: &Token) -> Result<PullConsumer, FleetError> {
    let failed = FleetError::server("hand on results");
    let stream = context.get_stream_no_info(subjects::ANSWER_STREAM).await.map_err(|error| failed(&error))?;
    let name = tournament.to_string();
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: limits::ACK_WAIT * 6,
        max_ack_pending: WITH_WORKERS,
        filter_subject: subjects::answers_for(tournament),
        inactive_threshold: FORGOTTEN,
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(&name, config).await.map_err(|error| failed(&error))
}
