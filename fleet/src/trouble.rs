//! Why a server does not take messages, according to its client's errors, and when people are told.
//! Sends nothing.

use std::error::Error as _;
use std::fmt;
use std::time::{Duration, Instant};

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::{self, ErrorCode};
use serde::{Deserialize, Serialize};

/// The codes of a server without room.
const FULL: [ErrorCode; 4] = [
    ErrorCode::INSUFFICIENT_RESOURCES,
    ErrorCode::STORAGE_RESOURCES_EXCEEDED,
    ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
    ErrorCode::STREAM_STORE_FAILED,
];
/// The codes of a server that keeps no streams.
const OFF: [ErrorCode; 2] = [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
/// People are told of unanswered requests after this long without any answer.
const TELL_AFTER: Duration = Duration::from_secs(5);

/// Why a reachable server does not take messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerTrouble {
    /// Its storage is full.
    StorageFull,
    /// It keeps no streams, or no longer does.
    NoJetStream,
    /// It does not answer requests, as some servers do when their disk is full.
    Silent,
    /// Another reason.
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
    /// The trouble that this error of publishing a message shows.
    pub(crate) fn of_publish(error: &PublishError) -> Self {
        let answered = error.source().and_then(|source| source.downcast_ref::<jetstream::Error>());
        match (error.kind(), answered) {
            (PublishErrorKind::TimedOut, _) => Self::Silent,
            // No stream listens to the subject.
            (PublishErrorKind::StreamNotFound, _) => Self::NoJetStream,
            (_, Some(answered)) => Self::of_code(answered.error_code()),
            _ => Self::Other,
        }
    }

    /// The trouble that this code of a server's means.
    pub(crate) fn of_code(code: ErrorCode) -> Self {
        match code {
            code if FULL.contains(&code) => Self::StorageFull,
            code if OFF.contains(&code) => Self::NoJetStream,
            _ => Self::Other,
        }
    }

    /// The trouble that a sentence names by its code: for a bucket, the client's error has nothing
    /// else.
    pub(crate) fn in_sentence(sentence: &str) -> Self {
        let code = sentence.rsplit_once("error code ").and_then(|(_, rest)| {
            let digits = rest.split(|char: char| !char.is_ascii_digit()).next()?;
            digits.parse().ok().map(ErrorCode)
        });
        code.map_or(Self::Other, Self::of_code)
    }
}

/// Decides when people are told of a server that takes no messages: once when that begins, and once
/// when it takes them again.
#[derive(Debug, Default)]
pub(crate) struct TroubleLog {
    told: Option<ServerTrouble>,
    /// Since when requests have had no answers.
    silent: Option<Instant>,
}

impl TroubleLog {
    /// The trouble that people were told of, if it has not ended.
    pub(crate) fn reported(&self) -> Option<ServerTrouble> {
        self.told
    }

    /// Notes that the server has not taken a message; returns the trouble that people are to be
    /// told of.
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

    /// Notes that the server has taken a message; returns whether people are to be told.
    pub(crate) fn note_success(&mut self) -> bool {
        self.silent = None;
        self.told.take().is_some()
    }

    /// Notes that the server has answered another request, which it does even without room; returns
    /// whether people are to be told.
    pub(crate) fn note_answer(&mut self) -> bool {
        self.silent = None;
        self.told.take_if(|told| matches!(told, ServerTrouble::Silent | ServerTrouble::NoJetStream)).is_some()
    }
}

/// The sentence for people when the trouble is over.
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

    /// A later version may send another trouble.
    #[test]
    fn an_unknown_trouble_is_another() {
        let read = |text: &str| serde_json::from_str::<ServerTrouble>(text).expect("a trouble");
        assert_eq!(read("\"storage-full\""), ServerTrouble::StorageFull);
        assert_eq!(read("\"on-fire\""), ServerTrouble::Other);
    }
}
