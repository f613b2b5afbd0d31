//! The fresh runs of one question: started in a window, fed, limited, collected. Knows no game.

use std::time::Duration;

use super::host::{Limits, Run, Spent};
use super::outbox::Outbox;
use super::run_failures::RunFailures;
use crate::codec::RunInputs;
use crate::exit::Exit;
use crate::seat::Seat;

/// One fresh run that has not ended.
#[derive(Debug)]
struct LiveRun {
    run: Run,
    nth: usize,
    output: Vec<u8>,
    deadline: Option<Duration>,
    /// Virtual time it has spent, as far as is known.
    spent: Duration,
}

/// A run of the question that has ended, with its output.
pub(super) struct EndedRun {
    pub(super) nth: usize,
    pub(super) output: Vec<u8>,
    pub(super) exit: Exit,
}

#[derive(Debug, Default)]
pub(super) struct RunBatch {
    pub(super) inputs: RunInputs,
    /// The output of its runs, in the order in which they ended.
    pub(super) printed: Vec<u8>,
    failures: RunFailures,
    started: usize,
    done: usize,
    live: Vec<LiveRun>,
    /// The earliest deadline among its runs.
    earliest: Option<Duration>,
    /// Virtual time that runs of the question have spent, if it limits them.
    spent: Option<Duration>,
    /// Buffers of ended runs, to be reused: there can be thousands of runs per turn.
    spare: Vec<Vec<u8>>,
}

impl RunBatch {
    /// Prepares for a new question. All runs of the last one have ended.
    pub(super) fn reset(&mut self) {
        self.inputs.clear();
        self.printed.clear();
        self.failures.clear();
        self.started = 0;
        self.done = 0;
        self.spent = None;
    }

    /// Starts as many runs as the window allows.
    pub(super) fn start_runs(&mut self, seat: Seat, limits: &Limits, next: &mut u32, outbox: &mut Outbox) {
        while self.live.len() < limits.window.max(1) && self.started < self.inputs.run_count() {
            let run = Run { number: *next, seat };
            *next += 1;
            let output = self.spare.pop().unwrap_or_default();
            self.live.push(LiveRun { run, nth: self.started, output, deadline: None, spent: Duration::ZERO });
            self.started += 1;
            outbox.queue_start(run, seat);
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.done == self.inputs.run_count()
    }

    pub(super) fn owns_run(&self, run: Run) -> bool {
        self.live.iter().any(|live| live.run == run)
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.earliest
    }

    /// The virtual time that its runs have spent together, if it limits them.
    pub(super) fn spent(&self) -> Option<Duration> {
        self.spent
    }

    pub(super) fn note_started(&mut self, run: Run, now: Duration, spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        let Some(live) = self.live.iter_mut().find(|live| live.run == run) else {
            return;
        };
        match self.inputs.take_only_input() {
            Some(input) => outbox.queue_taken_stdin(run, input),
            None => outbox.queue_stdin(run, self.inputs.run_input(live.nth)),
        }
        outbox.queue_close_stdin(run);
        match spent {
            Spent::Virtual(spent) => outbox.queue_grant(run, spent + limits.turn),
            Spent::Wall => {
                let deadline = now + limits.turn;
                live.deadline = Some(deadline);
                self.earliest = Some(self.earliest.map_or(deadline, |earliest| earliest.min(deadline)));
            }
        }
    }

    /// Records the time that a run has spent so far.
    pub(super) fn charge_run(&mut self, run: Run, spent: Spent) {
        let live = self.live.iter_mut().find(|live| live.run == run);
        if let (Some(live), Spent::Virtual(spent)) = (live, spent) {
            *self.spent.get_or_insert_default() += spent.saturating_sub(live.spent);
            live.spent = live.spent.max(spent);
        }
    }

    /// Adds output. A run that prints too much is stopped; its output up to then counts.
    pub(super) fn take_output(
        &mut self,
        run: Run,
        bytes: &[u8],
        limits: &Limits,
        outbox: &mut Outbox,
    ) -> Option<EndedRun> {
        let live = self.live.iter_mut().find(|live| live.run == run)?;
        let room = limits.unread_output_max.saturating_sub(live.output.len());
        live.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() <= room { None } else { self.stop_run(run, "for printing too much", outbox) }
    }

    /// Stops a run; its output up to then counts.
    pub(super) fn stop_run(&mut self, run: Run, why: &str, outbox: &mut Outbox) -> Option<EndedRun> {
        outbox.queue_stop(run);
        self.failures.note_failure(why);
        self.end_run(run, Exit::Stopped)
    }

    /// A run that could not be started.
    pub(super) fn note_not_started(&mut self, run: Run, why: &str) -> Option<EndedRun> {
        self.failures.note_failure(&format!("before the start: {why}"));
        self.end_run(run, Exit::Stopped)
    }

    /// How runs of the question failed: a line for each kind of failure.
    pub(super) fn failure_report(&self) -> String {
        self.failures.report(self.inputs.run_count())
    }

    pub(super) fn end_run(&mut self, run: Run, exit: Exit) -> Option<EndedRun> {
        let at = self.live.iter().position(|live| live.run == run)?;
        let live = self.live.swap_remove(at);
        if live.deadline == self.earliest {
            self.earliest = self.live.iter().filter_map(|live| live.deadline).min();
        }
        self.done += 1;
        if matches!(exit, Exit::Signal(_) | Exit::Trap(_)) {
            self.failures.note_failure(&exit.to_string());
        }
        self.printed.extend_from_slice(&live.output);
        Some(EndedRun { nth: live.nth, output: live.output, exit })
    }

    /// Takes back the buffer of a run that has been collected.
    pub(super) fn recycle_buffer(&mut self, mut output: Vec<u8>) {
        output.clear();
        self.spare.push(output);
    }

    /// A run whose deadline has passed.
    pub(super) fn find_late_run(&self, now: Duration) -> Option<Run> {
        self.earliest.filter(|&earliest| now > earliest)?;
        self.live.iter().find(|live| live.deadline.is_some_and(|deadline| now > deadline)).map(|live| live.run)
    }

    pub(super) fn stop_runs(&mut self, outbox: &mut Outbox) {
        self.live.drain(..).for_each(|live| outbox.queue_stop(live.run));
        self.earliest = None;
        self.inputs.clear();
    }
}
