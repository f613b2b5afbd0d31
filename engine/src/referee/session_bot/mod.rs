//! A bot whose one run plays the whole match: its phase, its unread output, its pending stdin, its
//! time. Knows the game only through a codec.

mod answer_times;
mod start_fault;

use std::time::Duration;

use answer_times::AnswerTimes;
use start_fault::misread_greeting;

use super::answer::Answer;
use super::host::{Limits, Run, Spent};
use super::outbox::Outbox;
use super::run_clock::{PauseReason, RunClock};
use super::unread_output::UnreadOutput;
use crate::codec::{Greeting, MisreadError, Protocol, SessionCodec};
use crate::exit::Exit;
use crate::fault::{Fault, FaultKind, FaultReason};
use crate::game::{Game, Outcome};
use crate::seat::Seat;
use crate::transcript::{Stream, Transcript};

/// The phase that a bot is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BotPhase {
    /// It has not greeted.
    Greeting,
    /// It owes no answer.
    Idle,
    /// It owes an answer.
    Owing {
        /// When its time began: with the question, or with the start of a run that was asked
        /// before.
        asked: Duration,
        /// How many parts of the answer had arrived when it was last read.
        parts: usize,
    },
    /// It has been sent the end, and may use its grace period.
    Closing,
    /// It takes no further part in the match.
    Gone,
}

/// The one run of the bot.
#[derive(Debug)]
enum SessionRun {
    /// The host was asked to start the run, which has not ended.
    Live(Run),
    /// It has ended.
    Ended {
        /// The seat's fault if it owes an answer.
        kind: FaultKind,
        /// How it ended.
        why: FaultReason,
    },
}

/// A bot whose run plays the whole match.
#[derive(Debug)]
pub(super) struct SessionBot<G: Game> {
    codec: Box<dyn SessionCodec<G>>,
    seat: Seat,
    phase: BotPhase,
    run: SessionRun,
    clock: RunClock,
    unread: UnreadOutput,
    /// Whether it can print no more, although it has not ended.
    has_closed_stdout: bool,
    /// Whether it is a module that has paused to look for input, and goes on without any if it owes
    /// something.
    is_polling: bool,
    /// The bytes to write to the run's stdin at the next flush.
    pending_stdin: Vec<u8>,
    /// The output that made up the last answer, without its newline.
    words: Vec<u8>,
    /// The output of an unfinished answer.
    unfinished: Vec<u8>,
    answer_times: AnswerTimes,
    /// Why it cannot play, until that is charged.
    start_fault: Option<Fault>,
    /// Whether its run must be stopped for being late, unless the match ends first.
    is_marked_late: bool,
}

impl<G: Game> SessionBot<G> {
    /// Asks the host to start the run.
    pub(super) fn start(codec: Box<dyn SessionCodec<G>>, seat: Seat, outbox: &mut Outbox) -> Self {
        let run = Run { number: 0, seat };
        outbox.queue_start(run, seat);
        Self {
            codec,
            seat,
            phase: BotPhase::Greeting,
            run: SessionRun::Live(run),
            clock: RunClock::Unstarted,
            unread: UnreadOutput::default(),
            has_closed_stdout: false,
            is_polling: false,
            pending_stdin: Vec::new(),
            words: Vec::new(),
            unfinished: Vec::new(),
            answer_times: AnswerTimes::default(),
            start_fault: None,
            is_marked_late: false,
        }
    }

    /// The run, unless it has ended.
    fn live_run(&self) -> Option<Run> {
        match self.run {
            SessionRun::Live(run) => Some(run),
            SessionRun::Ended { .. } => None,
        }
    }

    /// Whether its run may still read its stdin: it has neither ended nor spent its time.
    fn can_read(&self) -> bool {
        self.live_run().is_some() && !self.clock.is_exhausted()
    }

    pub(super) fn owns_run(&self, run: Run) -> bool {
        self.live_run() == Some(run)
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.clock.deadline()
    }

    pub(super) fn has_greeted(&self) -> bool {
        self.phase != BotPhase::Greeting
    }

    /// Whether it has not been sent the end of the match.
    pub(super) fn is_playing(&self) -> bool {
        !matches!(self.phase, BotPhase::Closing | BotPhase::Gone)
    }

    pub(super) fn has_left(&self) -> bool {
        self.phase == BotPhase::Gone || self.live_run().is_none()
    }

    /// The output that made up the last answer, without its newline.
    pub(super) fn words(&self) -> &[u8] {
        &self.words
    }

    /// All that it printed towards the last answer, whether that was one or not.
    pub(super) fn printed(&self) -> &[u8] {
        if self.unfinished.is_empty() { &self.words } else { &self.unfinished }
    }

    pub(super) fn note_started(&mut self, now: Duration, spent: Spent, limits: &Limits, outbox: &mut Outbox) {
        self.clock = RunClock::start(spent);
        let limit = match &mut self.phase {
            // If the protocol has no greeting, the first question may come before the run has
            // started.
            BotPhase::Owing { asked, .. } => {
                *asked = now;
                self.answer_times.first_limit(limits)
            }
            // It owes no answer that could be late, and a module that is not asked does not run.
            BotPhase::Idle => return,
            BotPhase::Greeting | BotPhase::Closing | BotPhase::Gone => limits.start,
        };
        self.clock.grant(self.live_run(), now, limit, outbox);
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
        if self.phase == BotPhase::Closing || self.clock.is_late(now) {
            return;
        }
        self.unread.push(bytes, limits.unread_output_max);
        self.clock.note_output(spent);
        if spent == Spent::Wall {
            self.unread.inbox.pause();
        }
        if self.unread.is_flooded() {
            self.stop_run(FaultReason::StoppedFlooding, outbox);
        }
    }

    pub(super) fn note_blocked(&mut self, spent: Duration) {
        self.clock.note_pause(spent, PauseReason::Blocked);
        self.unread.inbox.pause();
    }

    pub(super) fn note_polling(&mut self, spent: Spent) {
        self.clock.note_spent(spent);
        self.unread.inbox.pause();
        self.is_polling = true;
    }

    /// Lets a run that polls go on: it still owes something, and there is no input for it.
    fn resume_polling(&mut self, outbox: &mut Outbox) {
        if std::mem::take(&mut self.is_polling)
            && let Some(run) = self.live_run()
        {
            outbox.queue_resume(run);
        }
    }

    pub(super) fn note_exhausted(&mut self, spent: Duration) {
        self.clock.note_pause(spent, PauseReason::Exhausted);
    }

    pub(super) fn note_stdout_closed(&mut self) {
        self.has_closed_stdout = true;
        self.unread.inbox.end();
    }

    pub(super) fn note_exit(&mut self, exit: &Exit) {
        self.end_run(FaultKind::Exited, exit.into());
    }

    pub(super) fn note_not_started(&mut self, why: &str) {
        self.end_run(FaultKind::NotStarted, why.into());
    }

    /// Notes the end of the run. If the run had ended before, the earlier end counts.
    fn end_run(&mut self, kind: FaultKind, why: FaultReason) {
        if self.live_run().is_none() {
            return;
        }
        self.run = SessionRun::Ended { kind, why };
        self.clock.clear_deadline();
        self.unread.inbox.end();
        if self.phase == BotPhase::Closing {
            self.phase = BotPhase::Gone;
        }
    }

    /// Continues the greeting, and notes why the bot cannot play if that is how it ends.
    pub(super) fn read_greeting(&mut self, now: Duration, outbox: &mut Outbox) {
        if self.has_greeted() {
            return;
        }
        let mark = self.unread.inbox.mark();
        let greeting = self.codec.read_greeting(&mut self.unread.inbox, &mut self.pending_stdin);
        let fault = match greeting {
            Ok(Greeting::Ready) => None,
            // The bot may be waiting for the bytes just written.
            Ok(Greeting::Waiting) if !self.pending_stdin.is_empty() && self.can_read() => return,
            Ok(Greeting::Waiting) => match self.overdue_fault(now) {
                None => return self.resume_polling(outbox),
                Some(fault) => Some(fault.into_start_fault()),
            },
            Err(MisreadError { why }) => {
                let words = self.words_since(mark);
                Some(Fault::new(FaultKind::NotStarted, words, misread_greeting(words, why)))
            }
        };
        self.start_fault = fault;
        self.clock.charge_output();
        self.set_idle();
    }

    /// Why it cannot play; returned once.
    pub(super) fn take_start_fault(&mut self) -> Option<Fault> {
        self.start_fault.take()
    }

    /// Writes the question: the seat owes an answer.
    pub(super) fn write_question(&mut self, now: Duration, view: G::View<'_>) {
        self.phase = BotPhase::Owing { asked: now, parts: 0 };
        self.codec.write_question(view, &mut self.pending_stdin);
    }

    /// Lets the run work on the answer to the question just put.
    pub(super) fn start_answer_time(&mut self, now: Duration, limits: &Limits, outbox: &mut Outbox) {
        self.clock.resume();
        let limit = match self.clock.is_new_module() {
            true => self.answer_times.first_limit(limits),
            false => self.answer_times.next_limit(limits),
        };
        self.clock.grant(self.live_run(), now, limit, outbox);
    }

    /// The answer to the question just put, if a module has printed it ahead of time. The module
    /// then does not run for this question: a module that owes no answer would work for as long as
    /// its host lets it.
    pub(super) fn read_early_answer(&mut self, now: Duration) -> Option<Answer<G::Action>> {
        if !matches!(self.clock, RunClock::Virtual(_)) {
            return None;
        }
        let result = self.read_printed_answer()?;
        self.conclude_answer(now, result)
    }

    /// Reads the answer that it owes, or finds out that it will not come.
    pub(super) fn read_answer(
        &mut self,
        now: Duration,
        limits: &Limits,
        outbox: &mut Outbox,
    ) -> Option<Answer<G::Action>>
    where
        G: Protocol,
    {
        if !matches!(self.phase, BotPhase::Owing { .. }) {
            return None;
        }
        let result = match self.read_printed_answer() {
            Some(result) => result,
            None => {
                self.restart_for_new_part(now, limits, outbox);
                let Some(fault) = self.overdue_fault(now) else {
                    self.resume_polling(outbox);
                    return None;
                };
                self.words.clear();
                self.unfinished.extend_from_slice(self.unread.inbox.unread());
                Err(fault)
            }
        };
        self.conclude_answer(now, result)
    }

    /// Its output so far as an answer; `None` if it is incomplete.
    fn read_printed_answer(&mut self) -> Option<Result<G::Action, Fault>> {
        let mark = self.unread.inbox.mark();
        let read = self.codec.read_answer(&mut self.unread.inbox).transpose()?;
        self.keep_words(mark);
        Some(read.map_err(|MisreadError { why }| Fault::new(FaultKind::Malformed, &self.words, why)))
    }

    /// Ends the open question with this result; `None` if no question was open.
    fn conclude_answer(&mut self, now: Duration, result: Result<G::Action, Fault>) -> Option<Answer<G::Action>> {
        let BotPhase::Owing { asked, .. } = self.phase else { return None };
        let used = match &result {
            Ok(_) => self.clock.time_to_output(asked, now),
            Err(_) => self.clock.time_to_fault(asked, now),
        };
        self.answer_times.add(used);
        self.clock.charge_output();
        self.set_idle();
        Some(Answer { result, used })
    }

    /// If a protocol limits the time for each part of an answer, each new part restarts the time.
    fn restart_for_new_part(&mut self, now: Duration, limits: &Limits, outbox: &mut Outbox)
    where
        G: Protocol,
    {
        let (Some(part_end), BotPhase::Owing { parts: known, .. }) = (G::PART_END, &mut self.phase) else { return };
        let parts = self.unread.count_parts(part_end);
        if parts > *known {
            *known = parts;
            self.clock.restart(self.live_run(), now, self.answer_times.next_limit(limits), outbox);
        }
    }

    fn keep_words(&mut self, mark: usize) {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        words.extend_from_slice(self.words_since(mark));
        self.words = words;
        self.unfinished.clear();
    }

    /// The words read since the mark. The newline at their end may have come later.
    fn words_since(&self, mark: usize) -> &[u8] {
        let words = self.unread.inbox.since(mark);
        words.strip_suffix(b"\n").unwrap_or(words)
    }

    fn set_idle(&mut self) {
        self.phase = BotPhase::Idle;
        self.unread.count_anew();
        self.clock.clear_deadline();
    }

    /// The fault of a seat that owes output and will not print it in time.
    fn overdue_fault(&self, now: Duration) -> Option<Fault> {
        let received = self.unread.inbox.unread();
        if self.unread.is_flooded() {
            return Some(Fault::new(FaultKind::Flooded, received, FaultReason::Unstated));
        }
        if let SessionRun::Ended { kind, why } = &self.run {
            return Some(Fault::new(*kind, received, why.clone()));
        }
        // After closing its stdout the bot can never answer.
        let closed = self.has_closed_stdout.then_some(FaultReason::ClosedStdout);
        Some(Fault::new(FaultKind::Timeout, received, closed.or_else(|| self.clock.overdue_reason(now))?))
    }

    /// Sends the bot events, as its protocol defines. `words` are the output of the player who
    /// caused them.
    pub(super) fn write_events(&mut self, events: &[G::Event], words: &[u8]) {
        if self.is_playing() {
            events.iter().for_each(|event| self.codec.write_event(event, words, &mut self.pending_stdin));
        }
    }

    /// Whether its stdin is held back for now: a module that is not asked does not run, so it gets
    /// all pending bytes at once when it is asked. Otherwise the cost of reading would depend on
    /// when its host lets it run.
    fn defers_stdin(&self) -> bool {
        self.phase == BotPhase::Idle && matches!(self.clock, RunClock::Virtual(_)) && self.live_run().is_some()
    }

    /// Sends its pending stdin, if there is a run to read it; `turn` is the place in the
    /// transcript.
    pub(super) fn flush_stdin(&mut self, turn: usize, transcript: &mut Transcript, outbox: &mut Outbox) {
        if self.pending_stdin.is_empty() || self.defers_stdin() {
            return;
        }
        if let Some(run) = self.live_run() {
            transcript.record(self.seat, turn, Stream::Stdin, &self.pending_stdin);
            outbox.queue_taken_stdin(run, &mut self.pending_stdin);
            self.clock.resume_reading();
            self.is_polling = false;
        }
        self.pending_stdin.clear();
    }

    /// The bot was late: it is not asked again.
    pub(super) fn mark_late(&mut self) {
        self.is_marked_late = true;
    }

    /// Stops the run of a bot that was late, unless that has been done.
    pub(super) fn stop_if_marked_late(&mut self, outbox: &mut Outbox) {
        if std::mem::take(&mut self.is_marked_late) {
            self.stop_run(FaultReason::StoppedLate, outbox);
        }
    }

    /// Stops the run; `why` is the reason given if the seat is asked later.
    pub(super) fn stop_run(&mut self, why: FaultReason, outbox: &mut Outbox) {
        if let Some(run) = self.live_run() {
            outbox.queue_stop(run);
            self.end_run(FaultKind::Exited, why);
        }
    }

    /// Sends the end of the match, once, and gives the run a grace period to exit.
    pub(super) fn send_end(
        &mut self,
        now: Duration,
        outcome: Option<&Outcome>,
        limits: &Limits,
        turn: usize,
        transcript: &mut Transcript,
        outbox: &mut Outbox,
    ) {
        if !self.is_playing() {
            return;
        }
        let Some(run) = self.live_run() else {
            self.phase = BotPhase::Gone;
            return;
        };
        self.phase = BotPhase::Closing;
        self.codec.write_end(outcome, &mut self.pending_stdin);
        self.flush_stdin(turn, transcript, outbox);
        outbox.queue_close_stdin(run);
        if !self.clock.grant_grace(run, now, limits.grace, outbox) {
            self.stop_run(FaultReason::Unstated, outbox);
        }
    }

    /// Whether it is a program in the middle of a match: unlike a module, it may have something to
    /// clean up.
    pub(super) fn needs_end(&self) -> bool {
        let plays = matches!(self.phase, BotPhase::Idle | BotPhase::Owing { .. }) && self.live_run().is_some();
        plays && matches!(self.clock, RunClock::Wall { .. })
    }

    /// Stops a run whose grace period is over.
    pub(super) fn stop_after_grace(&mut self, now: Duration, outbox: &mut Outbox) {
        if self.phase == BotPhase::Closing && (self.clock.is_late(now) || self.clock.is_paused()) {
            self.stop_run(FaultReason::Unstated, outbox);
        }
    }
}
