//! The batches that were sent and are not settled: which of them the server has lost. Sends
//! nothing.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::ticket::Ticket;

/// The server is asked for a batch that no message has mentioned for this long.
const ASK_AFTER: Duration = Duration::from_secs(8);
/// A batch that was given out and that no message has mentioned for this long is sent again.
const FORSAKEN: Duration = Duration::from_secs(45);
/// At most this many batches are looked for at a time.
const AT_ONCE: usize = 64;

/// A batch that was sent and is not settled.
#[derive(Debug, Clone)]
pub(super) struct UnsettledBatch {
    ticket: Ticket,
    pub(super) subject: String,
    pub(super) payload: Bytes,
    /// How often it was sent.
    pub(super) attempt: u32,
    /// Its sequence number in the stream, once the server has taken it.
    pub(super) sequence: Option<u64>,
    /// When it was sent, or last mentioned in a message.
    heard: Instant,
    /// When the server was last asked for it.
    asked: Instant,
    /// How often in a row the server did not have it.
    absent: u32,
}

/// Where a batch was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchPlace {
    /// The server does not have it.
    Absent,
    /// It waits for its first worker.
    Waits,
    /// It has been given to a worker.
    GivenOut,
}

/// The batches that were sent and are not settled.
#[derive(Debug, Default)]
pub(super) struct BatchOutbox {
    sent: HashMap<u64, UnsettledBatch>,
    by_sequence: HashMap<u64, u64>,
}

impl BatchOutbox {
    pub(super) fn add(
        &mut self,
        batch: u64,
        ticket: Ticket,
        (subject, payload): (String, Bytes),
        now: Instant,
    ) -> &UnsettledBatch {
        let sent =
            UnsettledBatch { ticket, subject, payload, attempt: 0, sequence: None, heard: now, asked: now, absent: 0 };
        self.sent.entry(batch).insert_entry(sent).into_mut()
    }

    /// The ticket that answers to a batch repeat; `None` if the batch is not waiting for answers.
    pub(super) fn ticket_of(&self, batch: u64) -> Option<Ticket> {
        self.sent.get(&batch).map(|sent| sent.ticket)
    }

    /// The server has taken this attempt at a batch.
    pub(super) fn note_taken(&mut self, batch: u64, attempt: u32, sequence: u64, now: Instant) {
        if let Some(sent) = self.sent.get_mut(&batch).filter(|sent| sent.attempt == attempt) {
            (sent.sequence, sent.heard) = (Some(sequence), now);
            self.by_sequence.insert(sequence, batch);
        }
    }

    /// A worker holds this batch.
    pub(super) fn note_held(&mut self, batch: u64, now: Instant) {
        if let Some(sent) = self.sent.get_mut(&batch) {
            (sent.heard, sent.absent) = (now, 0);
        }
    }

    pub(super) fn batch_of(&self, sequence: u64) -> Option<u64> {
        self.by_sequence.get(&sequence).copied()
    }

    pub(super) fn remove(&mut self, batch: u64) -> Option<UnsettledBatch> {
        let sent = self.sent.remove(&batch)?;
        sent.sequence.and_then(|sequence| self.by_sequence.remove(&sequence));
        Some(sent)
    }

    /// The batches that the server is to be asked for, with their subjects and places.
    pub(super) fn silent(&mut self, now: Instant) -> Vec<(u64, String, u64)> {
        let is_silent = |sent: &&mut UnsettledBatch| {
            now - sent.heard >= ASK_AFTER && now - sent.asked >= ASK_AFTER && sent.sequence.is_some()
        };
        let mut silent = Vec::new();
        for (batch, sent) in self.sent.iter_mut().map(|(batch, sent)| (*batch, sent)) {
            if silent.len() < AT_ONCE && is_silent(&sent) {
                sent.asked = now;
                silent.push((batch, sent.subject.clone(), sent.sequence.expect("it was taken")));
            }
        }
        silent
    }

    /// Notes where a batch was found; returns it if it is to be sent again.
    pub(super) fn note_place(&mut self, batch: u64, found: BatchPlace, now: Instant) -> Option<UnsettledBatch> {
        let sent = self.sent.get_mut(&batch)?;
        sent.absent = if found == BatchPlace::Absent { sent.absent + 1 } else { 0 };
        let is_lost = match found {
            // Its answer may be on its way when it is missed first.
            BatchPlace::Absent => sent.absent >= 2,
            BatchPlace::GivenOut => now - sent.heard >= FORSAKEN,
            BatchPlace::Waits => false,
        };
        if !is_lost {
            return None;
        }
        let before = sent.clone();
        sent.sequence.take().and_then(|sequence| self.by_sequence.remove(&sequence));
        (sent.attempt, sent.heard, sent.absent) = (sent.attempt + 1, now, 0);
        Some(UnsettledBatch { attempt: sent.attempt, ..before })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox(now: Instant) -> BatchOutbox {
        let mut outbox = BatchOutbox::default();
        outbox.add(3, Ticket::from_random(5), ("s".to_owned(), Bytes::new()), now);
        outbox.note_taken(3, 0, 70, now);
        outbox
    }

    #[test]
    fn a_batch_that_the_server_lacks_twice_is_sent_again() {
        let now = Instant::now();
        let mut outbox = outbox(now);
        assert!(outbox.silent(now).is_empty());
        assert_eq!(outbox.silent(now + ASK_AFTER), [(3, "s".to_owned(), 70)]);
        assert!(outbox.silent(now + ASK_AFTER).is_empty(), "it was asked for just now");
        assert!(outbox.note_place(3, BatchPlace::Absent, now).is_none());
        assert_eq!(outbox.note_place(3, BatchPlace::Absent, now).map(|sent| sent.attempt), Some(1));
        assert_eq!(outbox.batch_of(70), None);
        outbox.note_taken(3, 0, 71, now);
        assert_eq!(outbox.batch_of(71), None, "of an earlier attempt");
        outbox.note_taken(3, 1, 72, now);
        assert_eq!(outbox.batch_of(72), Some(3));
    }

    #[test]
    fn a_batch_that_waits_in_a_long_queue_is_not_lost() {
        let now = Instant::now();
        let mut outbox = outbox(now);
        assert!(outbox.note_place(3, BatchPlace::Waits, now + 10 * FORSAKEN).is_none());
        assert!(outbox.note_place(3, BatchPlace::GivenOut, now + FORSAKEN / 2).is_none());
        assert!(outbox.note_place(3, BatchPlace::GivenOut, now + FORSAKEN).is_some());
    }

    #[test]
    fn nobody_asks_for_what_is_settled() {
        let now = Instant::now();
        let mut outbox = outbox(now);
        outbox.note_held(3, now + ASK_AFTER);
        assert!(outbox.silent(now + ASK_AFTER).is_empty());
        assert!(outbox.remove(3).is_some());
        assert!(outbox.silent(now + 10 * ASK_AFTER).is_empty() && outbox.batch_of(70).is_none());
    }
}
