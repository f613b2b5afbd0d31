//! One seat's bot as the referee sees it: its run, its unread words, its time. Knows no game but through a codec.

use std::time::Duration;

use super::host::{Exit, Limits, Run, Spent};
use super::outbox::Outbox;
use crate::codec::{Codec, Greeting, Life, Misread};
use crate::fault::{Fault, FaultKind};
use crate::game::{Game, Outcome};
use crate::inbox::Inbox;
use crate::seat::Seat;

/// Where a bot is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Greeting,
    Resting,
    Owing,
    Closing,
    Gone,
}

/// Why a module does nothing although it may owe an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stall {
    Blocked,
    Exhausted,
}

/// The kind of time a run lives on, known once it has started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    Virtual,
    Wall,
}

/// What a seat has come up with, and what it took to.
#[derive(Debug)]
pub(super) struct Answer<A> {
    pub(super) deed: Result<A, Fault>,
    pub(super) used: Duration,
}

#[derive(Debug)]
pub(super) struct Bot<C> {
    pub(super) codec: C,
    pub(super) seat: Seat,
    pub(super) stage: Stage,
    pub(super) run: Option<Run>,
    /// What will be written to the run's stdin at the next flush.
    pub(super) out: Vec<u8>,
    /// The words of the last answer, without their newline.
    pub(super) words: Vec<u8>,
    inbox: Inbox,
    clock: Option<Clock>,
    stall: Option<Stall>,
    /// When a run on wall time is late; `None` when it owes nothing.
    deadline: Option<Duration>,
    /// When it was asked.
    asked: Duration,
    /// Virtual time spent at the last report, at the last words, and at the last answer.
    spent: Duration,
    spoke: Duration,
    charged: Duration,
    /// What all answers so far have taken, and how many there were: for the bank.
    used: Duration,
    answers: u32,
    /// How many parts of the open answer have been there when it was last read.
    parts: usize,
    /// How many bytes it has printed that no answer so far has used up, empty words included.
    said: usize,
    flooded: bool,
    /// Whether the host could not even start it.
    absent: bool,
    end: Option<String>,
}

impl<C> Bot<C> {
    pub(super) fn new(codec: C, seat: Seat) -> Self {
        Self {
            codec,
            seat,
            stage: Stage::Greeting,
            run: None,
            out: Vec::new(),
            words: Vec::new(),
            inbox: Inbox::default(),
            clock: None,
            stall: None,
            deadline: None,
            asked: Duration::ZERO,
            spent: Duration::ZERO,
            spoke: Duration::ZERO,
            charged: Duration::ZERO,
            used: Duration::ZERO,
            answers: 0,
            parts: 0,
            said: 0,
            flooded: false,
            absent: false,
            end: None,
        }
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.deadline
    }

    pub(super) fn start(&mut self, run: Run, outbox: &mut Outbox) {
        self.run = Some(run);
        outbox.start(run, self.seat);
    }

    pub(super) fn started(&mut self, now: Duration, spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        self.asked = now;
        self.clock = Some(match spent {
            Spent::Virtual(_) => Clock::Virtual,
            Spent::Wall => Clock::Wall,
        });
        match (self.stage, self.clock) {
            // Where there is no greeting, the first question may come before the run is up.
            (Stage::Owing, _) => self.allow(now, self.first_allowance(limits), outbox),
            // Nothing is awaited of it that could be late, and a module that is not asked does not run.
            (Stage::Resting, _) => {}
            _ => self.allow(now, limits.start, outbox),
        }
    }

    /// How long it may take for its next answer.
    fn allowance(&self, limits: &Limits) -> Duration {
        limits.bank.map_or(limits.turn, |bank| limits.turn.min(bank.left(self.used, self.answers)))
    }

    /// The same for an answer that includes its start; a bank is not stretched for it.
    fn first_allowance(&self, limits: &Limits) -> Duration {
        if limits.bank.is_some() { self.allowance(limits) } else { limits.start.max(limits.turn) }
    }

    /// Gives the run this much more time, from `now` on the wall or from its last answer in virtual time.
    fn allow(&mut self, now: Duration, limit: Duration, outbox: &mut Outbox) {
        match (self.clock, self.run) {
            (Some(Clock::Virtual), Some(run)) => outbox.grant(run, self.charged + limit),
            (Some(Clock::Wall), _) => self.deadline = Some(now + limit),
            _ => {}
        }
    }

    /// Takes words in. Words on wall time that come after their deadline are not taken.
    pub(super) fn hear(&mut self, now: Duration, bytes: &[u8], spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        if self.stage == Stage::Closing || self.is_late(now) {
            return;
        }
        // What fits is judged like any other words, so that it does not matter in what portions they came.
        let fits = bytes.len().min(limits.unread.saturating_sub(self.said));
        self.said += fits;
        self.inbox.push(&bytes[..fits]);
        match spent {
            Spent::Virtual(spent) => (self.spent, self.spoke) = (spent, spent),
            Spent::Wall => self.inbox.pause(),
        }
        if fits < bytes.len() {
            self.flooded = true;
            self.stop("because it had printed too much", outbox);
        }
    }

    pub(super) fn blocked(&mut self, spent: Duration) {
        self.spent = spent;
        self.stall = Some(Stall::Blocked);
        self.inbox.pause();
    }

    pub(super) fn exhausted(&mut self, spent: Duration) {
        self.spent = spent;
        self.stall = Some(Stall::Exhausted);
    }

    pub(super) fn exited(&mut self, exit: &Exit) {
        self.ended(exit.to_string());
    }

    pub(super) fn not_started(&mut self, why: &str) {
        self.absent = true;
        self.ended(why.to_owned());
    }

    fn ended(&mut self, how: String) {
        self.run = None;
        self.inbox.end();
        self.end.get_or_insert(how);
        if self.stage == Stage::Closing {
            self.stage = Stage::Gone;
        }
    }

    /// Reads the greeting: `None` while it is incomplete, an error when it will never be one.
    pub(super) fn greet<G: Game>(&mut self, now: Duration) -> Option<Result<(), Fault>>
    where
        C: Codec<G>,
    {
        let mark = self.inbox.mark();
        let greeting = self.codec.greet(&mut self.inbox, &mut self.out);
        let said = match greeting {
            Ok(Greeting::Ready) => Ok(()),
            // What we have just written may be what the bot waits for.
            Ok(Greeting::Waiting) if !self.out.is_empty() => return None,
            Ok(Greeting::Waiting) => Err(self.overdue(now)?.why_not_started()),
            Err(Misread { why }) => {
                Err(Fault::new(FaultKind::NotStarted, self.inbox.since(mark), printed(self.inbox.since(mark), &why)))
            }
        };
        self.charged = self.charged.max(self.spoke);
        self.rest();
        Some(said)
    }

    /// Notes that the seat owes an answer; the question is in `out`.
    pub(super) fn ask(&mut self, now: Duration) {
        self.stage = Stage::Owing;
        self.asked = now;
        self.parts = 0;
    }

    /// Lets the run work on its answer.
    pub(super) fn let_work(&mut self, limits: &Limits, outbox: &mut Outbox) {
        self.stall = None;
        let is_new = self.clock == Some(Clock::Virtual) && self.spent.is_zero();
        let allowance = if is_new { self.first_allowance(limits) } else { self.allowance(limits) };
        self.allow(self.asked, allowance, outbox);
    }

    /// Reads an answer, or finds that none will come.
    pub(super) fn read<G: Game>(
        &mut self,
        now: Duration,
        limits: &Limits,
        outbox: &mut Outbox,
    ) -> Option<Answer<G::Action>>
    where
        C: Codec<G>,
    {
        let mark = self.inbox.mark();
        let deed = match self.codec.answer(&mut self.inbox) {
            Ok(Some(action)) => {
                self.keep_words(mark);
                Ok(action)
            }
            Ok(None) => {
                self.prolong(now, limits, outbox);
                let fault = self.overdue(now)?;
                self.words.clear();
                Err(fault)
            }
            Err(Misread { why }) => {
                self.keep_words(mark);
                Err(Fault::new(FaultKind::Malformed, &self.words, why))
            }
        };
        let until = if deed.is_ok() { self.spoke } else { self.spent.max(self.spoke) };
        Some(Answer { deed, used: self.settle(now, until) })
    }

    /// Where a protocol counts time by parts of an answer, each new part starts the time anew.
    fn prolong<G: Game>(&mut self, now: Duration, limits: &Limits, outbox: &mut Outbox)
    where
        C: Codec<G>,
    {
        let parts = self.codec.parts(self.inbox.unread());
        if parts <= self.parts {
            return;
        }
        self.parts = parts;
        match (self.clock, self.run) {
            (Some(Clock::Virtual), Some(run)) if self.stall != Some(Stall::Blocked) => {
                self.stall = None;
                outbox.grant(run, self.spoke + self.allowance(limits));
            }
            (Some(Clock::Wall), _) => self.deadline = Some(now + self.allowance(limits)),
            _ => {}
        }
    }

    fn keep_words(&mut self, mark: usize) {
        let words = self.inbox.since(mark);
        self.words.clear();
        self.words.extend_from_slice(words.strip_suffix(b"\n").unwrap_or(words));
    }

    /// What the answer that was just read took, in virtual time `until` then; the seat owes nothing any more.
    fn settle(&mut self, now: Duration, until: Duration) -> Duration {
        let used = match self.clock {
            Some(Clock::Virtual) => until.saturating_sub(self.charged),
            _ => now.saturating_sub(self.asked),
        };
        self.charged = self.charged.max(self.spoke);
        self.used += used;
        self.answers += 1;
        self.rest();
        used
    }

    fn rest(&mut self) {
        self.stage = Stage::Resting;
        self.said = self.inbox.unread().len();
        self.deadline = None;
    }

    fn is_late(&self, now: Duration) -> bool {
        self.deadline.is_some_and(|deadline| now > deadline)
    }

    /// The fault of a seat that owes words and will not say them any more.
    fn overdue(&self, now: Duration) -> Option<Fault> {
        let received = self.inbox.unread();
        if self.flooded {
            return Some(Fault::new(FaultKind::Flooded, received, ""));
        }
        if self.inbox.is_ended() {
            let kind = if self.absent { FaultKind::NotStarted } else { FaultKind::Exited };
            return Some(Fault::new(kind, received, self.end.clone().unwrap_or_default()));
        }
        let why = match self.stall {
            Some(Stall::Blocked) => "as it waits for input instead",
            Some(Stall::Exhausted) => Fault::COMPUTING,
            None if self.is_late(now) => "",
            None => return None,
        };
        Some(Fault::new(FaultKind::Timeout, received, why))
    }

    /// Whether it is to hear nothing now: a module that is not asked does not run, so all that it is told in the meantime
    /// is there at once when it is. Otherwise what its reading costs would depend on when its host lets it run.
    pub(super) fn is_put_off(&self) -> bool {
        self.stage == Stage::Resting && self.clock == Some(Clock::Virtual) && self.run.is_some()
    }

    /// Sends what is to be written, if there is a run to read it.
    pub(super) fn flush(&mut self, outbox: &mut Outbox) -> Option<Run> {
        if self.out.is_empty() {
            return None;
        }
        let run = self.run?;
        outbox.stdin(run, &self.out);
        if self.stall == Some(Stall::Blocked) {
            self.stall = None;
        }
        Some(run)
    }

    /// Ends the run at once; `why` is what a later question will be told.
    pub(super) fn stop(&mut self, why: &str, outbox: &mut Outbox) {
        if let Some(run) = self.run {
            outbox.stop(run);
        }
        self.deadline = None;
        self.ended(why.to_owned());
    }

    /// Says farewell and leaves the run a little time to go. What it was told is left in `out`.
    pub(super) fn close<G: Game>(
        &mut self,
        now: Duration,
        outcome: Option<&Outcome>,
        limits: &Limits,
        outbox: &mut Outbox,
    ) where
        C: Codec<G>,
    {
        self.codec.end(outcome, &mut self.out);
        self.deadline = None;
        self.stall = None;
        self.stage = if self.run.is_some() && self.codec.life() == Life::Match { Stage::Closing } else { Stage::Gone };
        let Some(run) = self.run else { return self.out.clear() };
        self.flush(outbox);
        outbox.close_stdin(run);
        match self.clock {
            Some(Clock::Virtual) => outbox.grant(run, self.spent.max(self.charged) + limits.grace),
            Some(Clock::Wall) => self.deadline = Some(now + limits.grace),
            None => self.stop("", outbox),
        }
    }

    /// Whether it is a program in the middle of a match: unlike a module it may have something to put away.
    pub(super) fn has_to_be_told(&self) -> bool {
        let plays = matches!(self.stage, Stage::Resting | Stage::Owing) && self.run.is_some();
        plays && self.clock == Some(Clock::Wall)
    }

    /// Whether a run that is saying farewell has had its time.
    pub(super) fn grace_is_over(&self, now: Duration) -> bool {
        self.stage == Stage::Closing && (self.is_late(now) || self.stall.is_some())
    }
}

fn printed(words: &[u8], why: &str) -> String {
    let kept = &words[..words.len().min(Fault::RECEIVED_MAX)];
    let more = if kept.len() < words.len() { " …" } else { "" };
    let kept = String::from_utf8_lossy(kept);
    format!("it printed `{}{more}`, {why}", crate::fault::printable(kept.trim_end()))
}

impl Fault {
    /// The same as a failure to start.
    fn why_not_started(self) -> Self {
        let why = match self.kind {
            FaultKind::Exited if self.why.is_empty() => "it ended before its greeting".to_owned(),
            FaultKind::Exited | FaultKind::NotStarted => self.why,
            FaultKind::Flooded => "it printed too much".to_owned(),
            _ if self.why == Self::COMPUTING => "it was still computing when its time to greet was over".to_owned(),
            _ => "it did not greet in time (does it flush its output?)".to_owned(),
        };
        Self { kind: FaultKind::NotStarted, why, ..self }
    }
}
