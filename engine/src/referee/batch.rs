//! The fresh runs of one question: started in a window, fed, bounded, collected. Knows no game but through a codec.

use std::time::Duration;

use super::host::{Exit, Limits, Run, Spent};
use super::mishaps::Mishaps;
use super::outbox::Outbox;
use crate::codec::Question;
use crate::seat::Seat;

/// One fresh run that is alive.
#[derive(Debug)]
struct Live {
    run: Run,
    nth: usize,
    output: Vec<u8>,
    deadline: Option<Duration>,
    /// Virtual time it has spent, as far as is known.
    spent: Duration,
}

/// A run of the question that has ended, with what it printed.
pub(super) struct Ended {
    pub(super) nth: usize,
    pub(super) output: Vec<u8>,
    pub(super) exit: Exit,
}

#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) question: Question,
    /// What its runs have printed, in the order in which they ended.
    pub(super) printed: Vec<u8>,
    mishaps: Mishaps,
    started: usize,
    done: usize,
    live: Vec<Live>,
    /// The earliest deadline of a run that is alive.
    earliest: Option<Duration>,
    /// Virtual time that runs of the question have spent, if they live on it.
    spent: Option<Duration>,
    /// Buffers of runs that have ended, for those to come: there can be thousands a turn.
    spare: Vec<Vec<u8>>,
}

impl Batch {
    /// Makes room for a new question; runs of the last one have all ended.
    pub(super) fn reset(&mut self) {
        self.question.clear();
        self.printed.clear();
        self.mishaps.clear();
        self.started = 0;
        self.done = 0;
        self.spent = None;
    }

    /// Starts as many runs as the window allows.
    pub(super) fn fill(&mut self, seat: Seat, limits: &Limits, next: &mut u32, outbox: &mut Outbox) {
        while self.live.len() < limits.window.max(1) && self.started < self.question.runs() {
            let run = Run { number: *next, seat };
            *next += 1;
            let output = self.spare.pop().unwrap_or_default();
            self.live.push(Live { run, nth: self.started, output, deadline: None, spent: Duration::ZERO });
            self.started += 1;
            outbox.start(run, seat);
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.done == self.question.runs()
    }

    pub(super) fn owns(&self, run: Run) -> bool {
        self.live.iter().any(|live| live.run == run)
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.earliest
    }

    /// What its runs have spent together, where they live on virtual time.
    pub(super) fn spent(&self) -> Option<Duration> {
        self.spent
    }

    pub(super) fn started(&mut self, run: Run, now: Duration, spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        let Some(live) = self.live.iter_mut().find(|live| live.run == run) else {
            return;
        };
        outbox.stdin(run, self.question.input(live.nth));
        outbox.close_stdin(run);
        match spent {
            Spent::Virtual(spent) => outbox.grant(run, spent + limits.turn),
            Spent::Wall => {
                let deadline = now + limits.turn;
                live.deadline = Some(deadline);
                self.earliest = Some(self.earliest.map_or(deadline, |earliest| earliest.min(deadline)));
            }
        }
    }

    /// Notes what a run has spent so far.
    pub(super) fn spend(&mut self, run: Run, spent: Spent) {
        let live = self.live.iter_mut().find(|live| live.run == run);
        if let (Some(live), Spent::Virtual(spent)) = (live, spent) {
            *self.spent.get_or_insert_default() += spent.saturating_sub(live.spent);
            live.spent = live.spent.max(spent);
        }
    }

    /// Takes words in; a run that prints too much is stopped with what it has printed so far.
    pub(super) fn hear(&mut self, run: Run, bytes: &[u8], limits: &Limits, outbox: &mut Outbox) -> Option<Ended> {
        let live = self.live.iter_mut().find(|live| live.run == run)?;
        let room = limits.unread.saturating_sub(live.output.len());
        live.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() <= room { None } else { self.stop(run, "for printing too much", outbox) }
    }

    /// Ends a run that will say no more; what it printed counts.
    pub(super) fn stop(&mut self, run: Run, why: &str, outbox: &mut Outbox) -> Option<Ended> {
        outbox.stop(run);
        self.mishaps.note(why);
        self.ended(run, Exit::Stopped)
    }

    /// A run that could not be started.
    pub(super) fn not_started(&mut self, run: Run, why: &str) -> Option<Ended> {
        self.mishaps.note(&format!("before the start: {why}"));
        self.ended(run, Exit::Stopped)
    }

    /// How runs of the question went wrong, a line for each way.
    pub(super) fn mishaps(&self) -> String {
        self.mishaps.told(self.question.runs())
    }

    pub(super) fn ended(&mut self, run: Run, exit: Exit) -> Option<Ended> {
        let at = self.live.iter().position(|live| live.run == run)?;
        let live = self.live.swap_remove(at);
        if live.deadline == self.earliest {
            self.earliest = self.live.iter().filter_map(|live| live.deadline).min();
        }
        self.done += 1;
        if matches!(exit, Exit::Signal(_) | Exit::Trap(_)) {
            self.mishaps.note(&exit.to_string());
        }
        self.printed.extend_from_slice(&live.output);
        Some(Ended { nth: live.nth, output: live.output, exit })
    }

    /// Takes the buffer of a run that has been collected back.
    pub(super) fn reuse(&mut self, mut output: Vec<u8>) {
        output.clear();
        self.spare.push(output);
    }

    /// A run whose deadline has passed.
    pub(super) fn late(&self, now: Duration) -> Option<Run> {
        self.earliest.filter(|&earliest| now > earliest)?;
        self.live.iter().find(|live| live.deadline.is_some_and(|deadline| now > deadline)).map(|live| live.run)
    }

    pub(super) fn stop_all(&mut self, outbox: &mut Outbox) {
        self.live.drain(..).for_each(|live| outbox.stop(live.run));
        self.earliest = None;
        self.question.clear();
    }
}
