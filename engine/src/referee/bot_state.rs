//! One seat's bot as the referee sees it: its run, its unread output, its time. Knows the game only through a codec.

use std::time::Duration;

use super::host::{Exit, Limits, Run, Spent};
use super::outbox::Outbox;
use crate::codec::{Codec, Greeting, MisreadError, RunLifetime};
use crate::fault::{Fault, FaultKind, FaultReason};
use crate::game::{Game, Outcome};
use crate::inbox::Inbox;
use crate::seat::Seat;

/// The phase that a bot is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BotPhase {
    Greeting,
    Resting,
    Owing,
    Closing,
    Gone,
}

/// Why a module has paused although it may owe an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StallReason {
    Blocked,
    Exhausted,
}

/// The kind of time that limits a run, known once it has started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeKind {
    Virtual,
    Wall,
}

/// A seat's action or fault, and the time that it took.
#[derive(Debug)]
pub(super) struct Answer<A> {
    pub(super) result: Result<A, Fault>,
    pub(super) used: Duration,
}

#[derive(Debug)]
pub(super) struct BotState<C> {
    pub(super) codec: C,
    pub(super) seat: Seat,
    pub(super) stage: BotPhase,
    pub(super) run: Option<Run>,
    /// What will be written to the run's stdin at the next flush.
    pub(super) out: Vec<u8>,
    /// The output that made up the last answer, without its newline.
    pub(super) words: Vec<u8>,
    inbox: Inbox,
    clock: Option<TimeKind>,
    stall: Option<StallReason>,
    /// The deadline of a run on wall time; `None` if it owes nothing.
    deadline: Option<Duration>,
    /// When the open question was put.
    asked: Duration,
    /// Virtual time spent at the last report, at the last output, and at the last answer.
    spent: Duration,
    spoke: Duration,
    charged: Duration,
    /// The time of all answers so far, and their number: for the time bank.
    used: Duration,
    answers: u32,
    /// How many parts of the open answer had arrived when it was last read.
    parts: usize,
    /// How many printed bytes no answer has used up so far, blank ones included.
    said: usize,
    flooded: bool,
    /// Whether the host could not start it.
    absent: bool,
    end: Option<FaultReason>,
}

impl<C> BotState<C> {
    pub(super) fn new(codec: C, seat: Seat) -> Self {
        Self {
            codec,
            seat,
            stage: BotPhase::Greeting,
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

    pub(super) fn start_run(&mut self, run: Run, outbox: &mut Outbox) {
        self.run = Some(run);
        outbox.queue_start(run, self.seat);
    }

    pub(super) fn note_started(&mut self, now: Duration, spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        self.asked = now;
        self.clock = Some(match spent {
            Spent::Virtual(_) => TimeKind::Virtual,
            Spent::Wall => TimeKind::Wall,
        });
        match (self.stage, self.clock) {
            // If the protocol has no greeting, the first question may come before the run has started.
            (BotPhase::Owing, _) => self.grant_time(now, self.first_answer_time(limits), outbox),
            // It owes nothing that could be late, and a module that is not asked does not run.
            (BotPhase::Resting, _) => {}
            _ => self.grant_time(now, limits.start, outbox),
        }
    }

    /// The time limit for its next answer.
    fn answer_time(&self, limits: &Limits) -> Duration {
        limits.bank.map_or(limits.turn, |bank| limits.turn.min(bank.left(self.used, self.answers)))
    }

    /// The time limit for an answer that includes the start. A time bank is not extended for the start.
    fn first_answer_time(&self, limits: &Limits) -> Duration {
        if limits.bank.is_some() { self.answer_time(limits) } else { limits.start.max(limits.turn) }
    }

    /// Gives the run this much more time: from `now` on the wall clock, or from its last answer in virtual time.
    fn grant_time(&mut self, now: Duration, limit: Duration, outbox: &mut Outbox) {
        match (self.clock, self.run) {
            (Some(TimeKind::Virtual), Some(run)) => outbox.queue_grant(run, self.charged + limit),
            (Some(TimeKind::Wall), _) => self.deadline = Some(now + limit),
            _ => {}
        }
    }

    /// Takes output. Ignores output on wall time that comes after the deadline.
    pub(super) fn take_output(
        &mut self,
        now: Duration,
        bytes: &[u8],
        spent: Spent,
        limits: &Limits,
        outbox: &mut Outbox,
    ) {
        if self.stage == BotPhase::Closing || self.is_late(now) {
            return;
        }
        // The part that fits is judged like any other output, so that the portions in which it came do not matter.
        let fits = bytes.len().min(limits.unread.saturating_sub(self.said));
        self.said += fits;
        self.inbox.push(&bytes[..fits]);
        match spent {
            Spent::Virtual(spent) => (self.spent, self.spoke) = (spent, spent),
            Spent::Wall => self.inbox.pause(),
        }
        if fits < bytes.len() {
            self.flooded = true;
            self.stop_run(FaultReason::StoppedFlooding, outbox);
        }
    }

    pub(super) fn note_blocked(&mut self, spent: Duration) {
        self.spent = spent;
        self.stall = Some(StallReason::Blocked);
        self.inbox.pause();
    }

    pub(super) fn note_exhausted(&mut self, spent: Duration) {
        self.spent = spent;
        self.stall = Some(StallReason::Exhausted);
    }

    pub(super) fn note_exit(&mut self, exit: &Exit) {
        self.end_run(exit.into());
    }

    pub(super) fn note_not_started(&mut self, why: &str) {
        self.absent = true;
        self.end_run(why.into());
    }

    fn end_run(&mut self, how: FaultReason) {
        self.run = None;
        self.inbox.end();
        self.end.get_or_insert(how);
        if self.stage == BotPhase::Closing {
            self.stage = BotPhase::Gone;
        }
    }

    /// Reads the greeting: `None` while it is incomplete, an error if it cannot become one.
    pub(super) fn read_greeting<G: Game>(&mut self, now: Duration) -> Option<Result<(), Fault>>
    where
        C: Codec<G>,
    {
        let mark = self.inbox.mark();
        let greeting = self.codec.read_greeting(&mut self.inbox, &mut self.out);
        let said = match greeting {
            Ok(Greeting::Ready) => Ok(()),
            // The bot may be waiting for what was just written.
            Ok(Greeting::Waiting) if !self.out.is_empty() => return None,
            Ok(Greeting::Waiting) => Err(self.overdue_fault(now)?.into_start_fault()),
            Err(MisreadError { why }) => Err(Fault::new(
                FaultKind::NotStarted,
                self.inbox.since(mark),
                misread_greeting(self.inbox.since(mark), why),
            )),
        };
        self.charged = self.charged.max(self.spoke);
        self.set_idle();
        Some(said)
    }

    /// Notes that the seat owes an answer; the question is in `out`.
    pub(super) fn note_question(&mut self, now: Duration) {
        self.stage = BotPhase::Owing;
        self.asked = now;
        self.parts = 0;
    }

    /// Lets the run work on its answer.
    pub(super) fn start_answer_time(&mut self, limits: &Limits, outbox: &mut Outbox) {
        self.stall = None;
        let is_new = self.clock == Some(TimeKind::Virtual) && self.spent.is_zero();
        let allowance = if is_new { self.first_answer_time(limits) } else { self.answer_time(limits) };
        self.grant_time(self.asked, allowance, outbox);
    }

    /// Reads an answer, or finds out that it will not come.
    pub(super) fn read_answer<G: Game>(
        &mut self,
        now: Duration,
        limits: &Limits,
        outbox: &mut Outbox,
    ) -> Option<Answer<G::Action>>
    where
        C: Codec<G>,
    {
        let mark = self.inbox.mark();
        let result = match self.codec.read_answer(&mut self.inbox) {
            Ok(Some(action)) => {
                self.keep_words(mark);
                Ok(action)
            }
            Ok(None) => {
                self.extend_for_new_part(now, limits, outbox);
                let fault = self.overdue_fault(now)?;
                self.words.clear();
                Err(fault)
            }
            Err(MisreadError { why }) => {
                self.keep_words(mark);
                Err(Fault::new(FaultKind::Malformed, &self.words, why))
            }
        };
        let until = if result.is_ok() { self.spoke } else { self.spent.max(self.spoke) };
        Some(Answer { result, used: self.charge_answer(now, until) })
    }

    /// If a protocol limits the time for each part of an answer, each new part restarts the time.
    fn extend_for_new_part<G: Game>(&mut self, now: Duration, limits: &Limits, outbox: &mut Outbox)
    where
        C: Codec<G>,
    {
        let parts = self.codec.count_answer_parts(self.inbox.unread());
        if parts <= self.parts {
            return;
        }
        self.parts = parts;
        match (self.clock, self.run) {
            (Some(TimeKind::Virtual), Some(run)) if self.stall != Some(StallReason::Blocked) => {
                self.stall = None;
                outbox.queue_grant(run, self.spoke + self.answer_time(limits));
            }
            (Some(TimeKind::Wall), _) => self.deadline = Some(now + self.answer_time(limits)),
            _ => {}
        }
    }

    fn keep_words(&mut self, mark: usize) {
        let words = self.inbox.since(mark);
        self.words.clear();
        self.words.extend_from_slice(words.strip_suffix(b"\n").unwrap_or(words));
    }

    /// The time that the answer just read took, in virtual time up to `until`. After this the seat owes nothing.
    fn charge_answer(&mut self, now: Duration, until: Duration) -> Duration {
        let used = match self.clock {
            Some(TimeKind::Virtual) => until.saturating_sub(self.charged),
            _ => now.saturating_sub(self.asked),
        };
        self.charged = self.charged.max(self.spoke);
        self.used += used;
        self.answers += 1;
        self.set_idle();
        used
    }

    fn set_idle(&mut self) {
        self.stage = BotPhase::Resting;
        self.said = self.inbox.unread().len();
        self.deadline = None;
    }

    fn is_late(&self, now: Duration) -> bool {
        self.deadline.is_some_and(|deadline| now > deadline)
    }

    /// The fault of a seat that owes output and will not print it in time.
    fn overdue_fault(&self, now: Duration) -> Option<Fault> {
        let received = self.inbox.unread();
        if self.flooded {
            return Some(Fault::new(FaultKind::Flooded, received, FaultReason::Unstated));
        }
        if self.inbox.is_ended() {
            let kind = if self.absent { FaultKind::NotStarted } else { FaultKind::Exited };
            return Some(Fault::new(kind, received, self.end.clone().unwrap_or_default()));
        }
        let why = match self.stall {
            Some(StallReason::Blocked) => FaultReason::WaitingForInput,
            Some(StallReason::Exhausted) => FaultReason::Computing,
            None if self.is_late(now) => FaultReason::Unstated,
            None => return None,
        };
        Some(Fault::new(FaultKind::Timeout, received, why))
    }

    /// Whether its input is held back for now: a module that is not asked does not run, so it gets all its pending
    /// input at once when it is asked. Otherwise the cost of reading would depend on when its host lets it run.
    pub(super) fn defers_output(&self) -> bool {
        self.stage == BotPhase::Resting && self.clock == Some(TimeKind::Virtual) && self.run.is_some()
    }

    /// Sends the pending input, if there is a run to read it.
    pub(super) fn flush_output(&mut self, outbox: &mut Outbox) -> Option<Run> {
        if self.out.is_empty() {
            return None;
        }
        let run = self.run?;
        outbox.queue_stdin(run, &self.out);
        if self.stall == Some(StallReason::Blocked) {
            self.stall = None;
        }
        Some(run)
    }

    /// Stops the run; `why` is the reason given if the seat is asked later.
    pub(super) fn stop_run(&mut self, why: FaultReason, outbox: &mut Outbox) {
        if let Some(run) = self.run {
            outbox.queue_stop(run);
        }
        self.deadline = None;
        self.end_run(why);
    }

    /// Sends the end of the match and gives the run a grace period to exit. What it was sent stays in `out`.
    pub(super) fn send_farewell<G: Game>(
        &mut self,
        now: Duration,
        outcome: Option<&Outcome>,
        limits: &Limits,
        outbox: &mut Outbox,
    ) where
        C: Codec<G>,
    {
        self.codec.write_end(outcome, &mut self.out);
        self.deadline = None;
        self.stall = None;
        self.stage = if self.run.is_some() && self.codec.run_lifetime() == RunLifetime::Match {
            BotPhase::Closing
        } else {
            BotPhase::Gone
        };
        let Some(run) = self.run else { return self.out.clear() };
        self.flush_output(outbox);
        outbox.queue_close_stdin(run);
        match self.clock {
            Some(TimeKind::Virtual) => outbox.queue_grant(run, self.spent.max(self.charged) + limits.grace),
            Some(TimeKind::Wall) => self.deadline = Some(now + limits.grace),
            None => self.stop_run(FaultReason::Unstated, outbox),
        }
    }

    /// Whether it is a program in the middle of a match: unlike a module, it may have something to clean up.
    pub(super) fn needs_farewell(&self) -> bool {
        let plays = matches!(self.stage, BotPhase::Resting | BotPhase::Owing) && self.run.is_some();
        plays && self.clock == Some(TimeKind::Wall)
    }

    /// Whether the grace period of a run that is to exit is over.
    pub(super) fn grace_is_over(&self, now: Duration) -> bool {
        self.stage == BotPhase::Closing && (self.is_late(now) || self.stall.is_some())
    }
}

/// Why words are no greeting, with as much of them as a fault keeps.
fn misread_greeting(words: &[u8], why: FaultReason) -> FaultReason {
    let kept = &words[..words.len().min(Fault::RECEIVED_MAX)];
    let more = if kept.len() < words.len() { " …" } else { "" };
    let kept = String::from_utf8_lossy(kept);
    let printed = format!("{}{more}", crate::fault::printable(kept.trim_end()));
    FaultReason::MisreadGreeting { printed, why: Box::new(why) }
}

impl Fault {
    /// The same fault as a failure to start.
    fn into_start_fault(self) -> Self {
        let why = match (self.kind, self.why) {
            (FaultKind::Exited, FaultReason::Unstated) => FaultReason::EndedBeforeGreeting,
            (FaultKind::Exited | FaultKind::NotStarted, why) => why,
            (FaultKind::Flooded, _) => FaultReason::FloodedBeforeGreeting,
            (_, FaultReason::Computing) => FaultReason::ComputingBeforeGreeting,
            _ => FaultReason::LateGreeting,
        };
        Self { kind: FaultKind::NotStarted, why, ..self }
    }
}
