//! What keeps a server from taking what it is sent, from what its client says, and when people are
//! told of it. Talks to nobody.

use std::error::Error as _;
use std::fmt;
use std::time::{Duration, Instant};

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::{self, ErrorCode};
use serde::{Deserialize, Serialize};

/// What a server says when it has no room.
const FULL: [ErrorCode; 4] = [
    ErrorCode::INSUFFICIENT_RESOURCES,
    ErrorCode::STORAGE_RESOURCES_EXCEEDED,
    ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
    ErrorCode::STREAM_STORE_FAILED,
];
/// What a server says that keeps no streams.
const OFF: [ErrorCode; 2] = [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
/// People are told of requests without an answer when there has been none for this long.
const TELL_AFTER: Duration = Duration::from_secs(5);

/// What keeps a server that can be reached from taking what it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerTrouble {
    /// It has no room.
    StorageFull,
    /// It keeps no streams, or does so no more.
    NoJetStream,
    /// It does not answer requests, as some servers do when their disk is full.
    Silent,
    /// Something else.
    #[serde(other)]
    Other,
}

impl fmt::Display for ServerTrouble {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::StorageFull => {
                "the storage of the NATS server is full, so it takes nothing. Make room on its disk, or raise max_file_store in \
                 its configuration, and start it again: it keeps what it has taken"
            }
            Self::NoJetStream => {
                "the NATS server keeps no streams: it was started without `-js`, or it has turned JetStream off because its disk \
                 is full. Make room, and start it again with `-js`: it keeps what it has taken"
            }
            Self::Silent => {
                "the NATS server is there, but takes nothing and does not say why. The usual reason is a full disk: look at its \
                 log, make room, and start it again: it keeps what it has taken"
            }
            Self::Other => "the NATS server takes nothing: look at its log",
        })
    }
}

impl ServerTrouble {
    /// Why a message was not taken.
    pub(crate) fn of_publish(error: &PublishError) -> Self {
        let answered = error.source().and_then(|source| source.downcast_ref::<jetstream::Error>());
        match (error.kind(), answered) {
            (PublishErrorKind::TimedOut, _) => Self::Silent,
            // Nobody listens to what streams take.
            (PublishErrorKind::StreamNotFound, _) => Self::NoJetStream,
            (_, Some(answered)) => Self::of_code(answered.error_code()),
            _ => Self::Other,
        }
    }

    /// What a server means by this code.
    pub(crate) fn of_code(code: ErrorCode) -> Self {
        match code {
            code if FULL.contains(&code) => Self::StorageFull,
            code if OFF.contains(&code) => Self::NoJetStream,
            _ => Self::Other,
        }
    }

    /// The same from a sentence: of what is put into a bucket, the client says no more.
    pub(crate) fn in_sentence(sentence: &str) -> Self {
        let code = sentence.rsplit_once("error code ").and_then(|(_, rest)| {
            let digits = rest.split(|char: char| !char.is_ascii_digit()).next()?;
            digits.parse().ok().map(ErrorCode)
        });
        code.map_or(Self::Other, Self::of_code)
    }
}

/// What people are told of a server that takes nothing: once that it does, and once that it takes
/// something again.
#[derive(Debug, Default)]
pub(crate) struct TroubleLog {
    told: Option<ServerTrouble>,
    /// Since when nothing has been answered.
    silent: Option<Instant>,
}

impl TroubleLog {
    /// What the server is known not to take things for.
    pub(crate) fn reported(&self) -> Option<ServerTrouble> {
        self.told
    }

    /// The server has not taken something; returns what people are to be told.
    pub(crate) fn note_failure(&mut self, trouble: ServerTrouble, now: Instant) -> Option<ServerTrouble> {
        let is_known = match trouble {
            ServerTrouble::StorageFull | ServerTrouble::NoJetStream => self.told == Some(trouble),
            // A server that is busy may miss one request.
            ServerTrouble::Silent | ServerTrouble::Other => {
                self.told.is_some() || now - *self.silent.get_or_insert(now) < TELL_AFTER
            }
        };
        if is_known {
            return None;
        }
        self.told = Some(trouble);
        self.told
    }

    /// The server has taken something; returns whether people are to be told.
    pub(crate) fn note_success(&mut self) -> bool {
        self.silent = None;
        self.told.take().is_some()
    }

    /// The server has answered something else, which it does also when it has no room; returns
    /// whether people are to be told.
    pub(crate) fn note_answer(&mut self) -> bool {
        self.silent = None;
        self.told.take_if(|told| matches!(told, ServerTrouble::Silent | ServerTrouble::NoJetStream)).is_some()
    }
}

/// What people are told when all is well again.
pub(crate) const OVER: &str = "the NATS server takes what it is sent again";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trouble_is_told_once_and_its_end_once() {
        let (start, mut log) = (Instant::now(), TroubleLog::default());
        assert!(!log.note_success());
        assert_eq!(log.note_failure(ServerTrouble::StorageFull, start), Some(ServerTrouble::StorageFull));
        assert_eq!(log.note_failure(ServerTrouble::StorageFull, start), None);
        assert_eq!(log.note_failure(ServerTrouble::Silent, start + TELL_AFTER * 2), None, "it is known why");
        assert_eq!(log.note_failure(ServerTrouble::NoJetStream, start), Some(ServerTrouble::NoJetStream));
        assert!(log.note_success() && !log.note_success());
        log.note_failure(ServerTrouble::StorageFull, start);
        assert!(!log.note_answer() && log.note_success());
        log.note_failure(ServerTrouble::NoJetStream, start);
        assert!(log.note_answer() && !log.note_answer());
    }

    #[test]
    fn a_request_that_was_missed_is_no_trouble_yet() {
        let (start, mut log) = (Instant::now(), TroubleLog::default());
        assert_eq!(log.note_failure(ServerTrouble::Silent, start), None);
        log.note_success();
        assert_eq!(log.note_failure(ServerTrouble::Silent, start + TELL_AFTER), None);
        assert_eq!(log.note_failure(ServerTrouble::Silent, start + TELL_AFTER * 2), Some(ServerTrouble::Silent));
    }

    #[test]
    fn a_code_is_found_in_a_sentence() {
        let full = "failed getting chunk ack: publish failed: insufficient resources (code 503, error code 10023)";
        assert_eq!(ServerTrouble::in_sentence(full), ServerTrouble::StorageFull);
        assert_eq!(ServerTrouble::in_sentence("(code 503, error code 10076)"), ServerTrouble::NoJetStream);
        assert_eq!(ServerTrouble::in_sentence("(code 400, error code 10003)"), ServerTrouble::Other);
        assert_eq!(ServerTrouble::in_sentence("timed out"), ServerTrouble::Other);
    }

    /// A later program may name another.
    #[test]
    fn an_unknown_trouble_is_another() {
        let read = |text: &str| serde_json::from_str::<ServerTrouble>(text).expect("a trouble");
        assert_eq!(read("\"storage-full\""), ServerTrouble::StorageFull);
        assert_eq!(read("\"on-fire\""), ServerTrouble::Other);
    }
}
