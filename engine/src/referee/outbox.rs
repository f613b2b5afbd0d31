//! The referee's outputs, queued for its host. The bytes share one buffer that is reused, so that a turn allocates
//! nothing.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

use super::host::{Output, Run};
use crate::seat::Seat;

#[derive(Debug)]
enum Queued {
    Start(Run, Seat),
    Stdin(Run, Range<usize>),
    CloseStdin(Run),
    Grant(Run, Duration),
    Stop(Run),
    Changed,
    Over,
}

#[derive(Debug, Default)]
pub(super) struct Outbox {
    queue: VecDeque<Queued>,
    bytes: Vec<u8>,
}

impl Outbox {
    pub(super) fn queue_start(&mut self, run: Run, seat: Seat) {
        self.queue.push_back(Queued::Start(run, seat));
    }

    pub(super) fn queue_stdin(&mut self, run: Run, text: &[u8]) {
        if self.queue.is_empty() {
            self.bytes.clear();
        }
        let from = self.bytes.len();
        self.bytes.extend_from_slice(text);
        self.queue.push_back(Queued::Stdin(run, from..self.bytes.len()));
    }

    pub(super) fn queue_close_stdin(&mut self, run: Run) {
        self.queue.push_back(Queued::CloseStdin(run));
    }

    pub(super) fn queue_grant(&mut self, run: Run, until: Duration) {
        self.queue.push_back(Queued::Grant(run, until));
    }

    pub(super) fn queue_stop(&mut self, run: Run) {
        self.queue.push_back(Queued::Stop(run));
    }

    pub(super) fn queue_changed(&mut self) {
        self.queue.push_back(Queued::Changed);
    }

    pub(super) fn queue_over(&mut self) {
        self.queue.push_back(Queued::Over);
    }

    pub(super) fn pop(&mut self) -> Option<Output<'_>> {
        Some(match self.queue.pop_front()? {
            Queued::Start(run, seat) => Output::Start(run, seat),
            Queued::Stdin(run, range) => Output::Stdin(run, &self.bytes[range]),
            Queued::CloseStdin(run) => Output::CloseStdin(run),
            Queued::Grant(run, until) => Output::Grant(run, until),
            Queued::Stop(run) => Output::Stop(run),
            Queued::Changed => Output::Changed,
            Queued::Over => Output::Over,
        })
    }
}
