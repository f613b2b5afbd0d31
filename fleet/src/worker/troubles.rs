//! A worker's notes for people about a server that takes no answers, or gives out no batches. Sends
//! nothing.

use std::time::Instant;

use crate::trouble::{OVER, ServerTrouble, TroubleLog};

/// A kind of request to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServerRequest {
    /// To take an answer.
    Answer,
    /// To give out a batch.
    Batch,
}

/// The requests that the server does not fulfil, and what people were told of them.
#[derive(Debug, Default)]
pub(super) struct WorkerTroubles {
    answers: TroubleLog,
    batches: TroubleLog,
}

impl WorkerTroubles {
    /// The trouble for the worker's status.
    pub(super) fn reported(&self) -> Option<ServerTrouble> {
        self.answers.reported().or(self.batches.reported())
    }

    /// Notes that the server has not fulfilled a request; returns a sentence for people.
    pub(super) fn note_failure(
        &mut self,
        asked: ServerRequest,
        trouble: ServerTrouble,
        now: Instant,
    ) -> Option<String> {
        let (own, other) = self.select_logs(asked);
        let told = own.note_failure(trouble, now)?;
        (other.reported() != Some(told)).then(|| told.to_string())
    }

    /// Notes that the server has fulfilled a request; returns a sentence for people.
    pub(super) fn note_success(&mut self, asked: ServerRequest) -> Option<String> {
        let (own, other) = self.select_logs(asked);
        (own.note_success() && other.reported().is_none()).then(|| OVER.to_owned())
    }

    fn select_logs(&mut self, asked: ServerRequest) -> (&mut TroubleLog, &mut TroubleLog) {
        match asked {
            ServerRequest::Answer => (&mut self.answers, &mut self.batches),
            ServerRequest::Batch => (&mut self.batches, &mut self.answers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_trouble_is_told_once() {
        let (now, mut troubles) = (Instant::now(), WorkerTroubles::default());
        let off = ServerTrouble::NoJetStream;
        assert_eq!(troubles.note_failure(ServerRequest::Answer, off, now), Some(off.to_string()));
        assert_eq!(troubles.note_failure(ServerRequest::Batch, off, now), None);
        assert_eq!(troubles.reported(), Some(off));
        assert_eq!(troubles.note_success(ServerRequest::Batch), None, "answers are not taken yet");
        assert_eq!(troubles.note_success(ServerRequest::Answer), Some(OVER.to_owned()));
        assert_eq!((troubles.note_success(ServerRequest::Answer), troubles.reported()), (None, None));
    }
}
