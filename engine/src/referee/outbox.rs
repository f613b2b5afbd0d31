//! The referee's outputs, queued for its host. The bytes share one buffer that is reused, so that a
//! turn allocates nothing.

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
    Resume(Run),
    Stop(Run),
    Changed,
    Over,
}

#[derive(Debug, Default)]
pub(super) struct Outbox {
    queue: VecDeque<Queued>,
    bytes: Vec<u8>,
    /// How many outputs in the queue have bytes.
    texts: usize,
}

impl Outbox {
    pub(super) fn queue_start(&mut self, run: Run, seat: Seat) {
        self.queue.push_back(Queued::Start(run, seat));
    }

    pub(super) fn queue_stdin(&mut self, run: Run, text: &[u8]) {
        // The queue need not be empty: other runs may wait to be started, in every turn of a match.
        if self.texts == 0 {
            self.bytes.clear();
        }
        let from = self.bytes.len();
        self.bytes.extend_from_slice(text);
        self.texts += 1;
        self.queue.push_back(Queued::Stdin(run, from..self.bytes.len()));
    }

    /// Queues text that its owner no longer needs, and leaves it empty: avoids a copy of text that
    /// can be a large board, unless other text waits.
    pub(super) fn queue_taken_stdin(&mut self, run: Run, text: &mut Vec<u8>) {
        if self.texts == 0 {
            std::mem::swap(&mut self.bytes, text);
            self.texts = 1;
            self.queue.push_back(Queued::Stdin(run, 0..self.bytes.len()));
        } else {
            self.queue_stdin(run, text);
        }
        text.clear();
    }

    pub(super) fn queue_close_stdin(&mut self, run: Run) {
        self.queue.push_back(Queued::CloseStdin(run));
    }

    pub(super) fn queue_grant(&mut self, run: Run, until: Duration) {
        self.queue.push_back(Queued::Grant(run, until));
    }

    pub(super) fn queue_resume(&mut self, run: Run) {
        self.queue.push_back(Queued::Resume(run));
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
            Queued::Stdin(run, range) => {
                self.texts -= 1;
                Output::Stdin(run, &self.bytes[range])
            }
            Queued::CloseStdin(run) => Output::CloseStdin(run),
            Queued::Grant(run, until) => Output::Grant(run, until),
            Queued::Resume(run) => Output::Resume(run),
            Queued::Stop(run) => Output::Stop(run),
            Queued::Changed => Output::Changed,
            Queued::Over => Output::Over,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that bots of BitMartyr had read used to stay in memory, hundreds of megabytes of
    /// them.
    #[test]
    fn bytes_that_were_taken_are_given_up_while_runs_are_started() {
        let mut outbox = Outbox::default();
        let runs = [0, 1].map(|seat| Run { number: 0, seat: Seat::new(seat) });
        for _ in 0..100 {
            runs.iter().for_each(|run| outbox.queue_start(*run, run.seat));
            for run in runs {
                assert!(matches!(outbox.pop(), Some(Output::Start(started, _)) if started == run));
                outbox.queue_stdin(run, b"question");
            }
            for run in runs {
                assert!(matches!(outbox.pop(), Some(Output::Stdin(asked, b"question")) if asked == run));
            }
            assert_eq!(outbox.bytes.len(), 2 * b"question".len());
        }
    }

    #[test]
    fn taken_text_comes_out_in_order() {
        let mut outbox = Outbox::default();
        let run = Run { number: 0, seat: Seat::new(0) };
        for _ in 0..3 {
            let mut texts = ["first".to_owned().into_bytes(), "second".to_owned().into_bytes()];
            texts.iter_mut().for_each(|text| outbox.queue_taken_stdin(run, text));
            outbox.queue_stdin(run, b"third");
            assert!(texts.iter().all(Vec::is_empty));
            for expected in ["first", "second", "third"] {
                assert!(matches!(outbox.pop(), Some(Output::Stdin(_, text)) if text == expected.as_bytes()));
            }
            assert_eq!(outbox.pop(), None);
        }
    }
}
