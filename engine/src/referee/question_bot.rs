//! A bot that is started for every question: the codec that asks, and the fresh runs that answer.
//! Knows the game only through the codec.

use std::time::Duration;

use super::answer::Answer;
use super::host::{Limits, Run, Spent};
use super::outbox::Outbox;
use super::run_batch::{EndedRun, RunBatch};
use super::run_failures::OUT_OF_TIME;
use crate::codec::QuestionCodec;
use crate::exit::Exit;
use crate::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::seat::Seat;
use crate::transcript::{Stream, Transcript};

/// A bot whose runs answer one question each.
#[derive(Debug)]
pub(super) struct QuestionBot<G: Game> {
    codec: Box<dyn QuestionCodec<G>>,
    seat: Seat,
    /// The runs of the open question.
    batch: RunBatch,
    /// How many runs it has started in the match.
    runs: u32,
}

impl<G: Game> QuestionBot<G> {
    pub(super) fn new(codec: Box<dyn QuestionCodec<G>>, seat: Seat) -> Self {
        Self { codec, seat, batch: RunBatch::default(), runs: 0 }
    }

    pub(super) fn owns_run(&self, run: Run) -> bool {
        self.batch.owns_run(run)
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.batch.deadline()
    }

    /// Asks the question: starts as many of its runs as may be alive at once.
    pub(super) fn ask(&mut self, view: G::View<'_>, limits: &Limits, outbox: &mut Outbox) {
        self.batch.reset();
        self.codec.write_question(view, &mut self.batch.inputs);
        self.batch.start_runs(self.seat, limits, &mut self.runs, outbox);
    }

    pub(super) fn note_started(&mut self, run: Run, now: Duration, spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        self.batch.note_started(run, now, spent, limits, outbox);
    }

    pub(super) fn note_not_started(&mut self, run: Run, why: &str) {
        let ended = self.batch.note_not_started(run, why);
        self.collect_run(ended);
    }

    pub(super) fn take_output(&mut self, run: Run, bytes: &[u8], spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        self.batch.charge_run(run, spent);
        let ended = self.batch.take_output(run, bytes, limits, outbox);
        self.collect_run(ended);
    }

    pub(super) fn end_run(&mut self, run: Run, exit: Exit, spent: Spent) {
        self.batch.charge_run(run, spent);
        let ended = self.batch.end_run(run, exit);
        self.collect_run(ended);
    }

    /// Stops a run that is out of time.
    pub(super) fn stop_late_run(&mut self, run: Run, spent: Spent, outbox: &mut Outbox) {
        self.batch.charge_run(run, spent);
        let ended = self.batch.stop_run(run, OUT_OF_TIME, outbox);
        self.collect_run(ended);
    }

    /// Stops the runs whose deadline has passed.
    pub(super) fn stop_late_runs(&mut self, now: Duration, outbox: &mut Outbox) {
        while let Some(run) = self.batch.find_late_run(now) {
            self.stop_late_run(run, Spent::Wall, outbox);
        }
    }

    /// Stops all runs of the open question.
    pub(super) fn stop_runs(&mut self, outbox: &mut Outbox) {
        self.batch.stop_runs(outbox);
    }

    fn collect_run(&mut self, ended: Option<EndedRun>) {
        if let Some(ended) = ended {
            self.codec.collect_run(ended.nth, &ended.output, &ended.exit);
            self.batch.recycle_buffer(ended.output);
        }
    }

    /// Starts runs in place of those that have ended; once all have ended, combines their answer.
    /// `waited` is the time since the question, which counts for runs on wall time.
    pub(super) fn read_answer(
        &mut self,
        waited: Duration,
        limits: &Limits,
        outbox: &mut Outbox,
    ) -> Option<Answer<G::Action>> {
        self.batch.start_runs(self.seat, limits, &mut self.runs, outbox);
        if !self.batch.is_done() {
            return None;
        }
        let result = self.codec.conclude_question();
        let result = result.map_err(|misread| Fault::new(FaultKind::Malformed, b"", misread.why));
        Some(Answer { result, used: self.batch.spent().unwrap_or(waited) })
    }

    /// Records the output and the failures of an answered question's runs; `turn` is the place in
    /// the transcript. This happens after the last run, because there can be thousands.
    pub(super) fn record_batch(&self, turn: usize, transcript: &mut Transcript) {
        let failures = self.batch.failure_report();
        for (stream, words) in [(Stream::Stdout, &*self.batch.printed), (Stream::Ended, failures.as_bytes())] {
            if !words.is_empty() {
                transcript.record(self.seat, turn, stream, words);
            }
        }
    }
}
