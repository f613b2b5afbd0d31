//! A seat's player: a bot with its runs, or a person. Knows no rules.

use std::time::Duration;

use super::bot_state::{Answer, BotPhase, BotState};
use super::host::{Exit, Limits, Run, Spent};
use super::outbox::Outbox;
use super::run_batch::{EndedRun, RunBatch};
use crate::codec::{Codec, RunLifetime};
use crate::fault::{Fault, FaultKind, FaultReason};
use crate::game::Game;
use crate::seat::Seat;

/// How a fresh run ends if its time is up.
pub(super) const OUT_OF_TIME: &str = "out of time";

/// Who plays a seat.
#[derive(Debug)]
pub enum Player<C> {
    /// A bot that uses this codec; the host starts its runs.
    Bot(C),
    /// A person: the host calls [`Referee::play`](super::Referee::play).
    Person,
}

#[derive(Debug)]
pub(super) struct SeatState<C, A> {
    pub(super) bot: Option<BotState<C>>,
    /// The fresh runs of the open question, for bots that are started for each question.
    pub(super) batch: RunBatch,
    /// How many runs it has started.
    pub(super) runs: u32,
    /// The answer to the open question, until the turn resolves.
    pub(super) pending: Option<Answer<A>>,
    /// When the open question was put.
    pub(super) asked: Option<Duration>,
    greeting: Option<Result<(), Fault>>,
    /// Whether its run must be stopped for being late, unless the match ends first.
    late: bool,
}

impl<C, A> SeatState<C, A> {
    pub(super) fn new(player: Player<C>, seat: Seat) -> Self {
        let bot = match player {
            Player::Bot(codec) => Some(BotState::new(codec, seat)),
            Player::Person => None,
        };
        Self { bot, batch: RunBatch::default(), runs: 0, pending: None, asked: None, greeting: None, late: false }
    }

    /// Whether the player is a person who has not answered yet.
    pub(super) fn owes_action(&self) -> bool {
        self.bot.is_none() && self.pending.is_none()
    }

    pub(super) fn owns_run(&self, run: Run) -> bool {
        self.bot.as_ref().is_some_and(|bot| bot.run == Some(run)) || self.batch.owns_run(run)
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.bot.as_ref().and_then(BotState::deadline).into_iter().chain(self.batch.deadline()).min()
    }

    pub(super) fn has_left(&self) -> bool {
        self.bot.as_ref().is_none_or(|bot| bot.stage == BotPhase::Gone || bot.run.is_none())
    }

    /// Continues the greeting. A bot that is started for each question has none.
    pub(super) fn read_greeting<G: Game<Action = A>>(&mut self, now: Duration)
    where
        C: Codec<G>,
    {
        if self.greeting.is_some() {
            return;
        }
        self.greeting = match &mut self.bot {
            Some(bot) if bot.codec.run_lifetime() == RunLifetime::Match => bot.read_greeting(now),
            _ => Some(Ok(())),
        };
    }

    pub(super) fn has_greeted(&self) -> bool {
        self.greeting.is_some()
    }

    /// The fault of a bot that did not greet; returned once.
    pub(super) fn take_start_fault(&mut self) -> Option<Fault> {
        self.greeting.replace(Ok(())).and_then(Result::err)
    }

    pub(super) fn take_output<G: Game<Action = A>>(
        &mut self,
        run: Run,
        now: Duration,
        bytes: &[u8],
        spent: Spent,
        limits: &Limits,
        outbox: &mut Outbox,
    ) where
        C: Codec<G>,
    {
        let Some(bot) = &mut self.bot else { return };
        if bot.run == Some(run) {
            return bot.take_output(now, bytes, spent, limits, outbox);
        }
        self.batch.charge_run(run, spent);
        if let Some(ended) = self.batch.take_output(run, bytes, limits, outbox) {
            self.collect_run::<G>(ended);
        }
    }

    /// A fresh run has ended.
    pub(super) fn end_run<G: Game<Action = A>>(&mut self, run: Run, exit: Exit, spent: Spent)
    where
        C: Codec<G>,
    {
        self.batch.charge_run(run, spent);
        if let Some(ended) = self.batch.end_run(run, exit) {
            self.collect_run::<G>(ended);
        }
    }

    /// A fresh run could not be started.
    pub(super) fn note_not_started<G: Game<Action = A>>(&mut self, run: Run, why: &str)
    where
        C: Codec<G>,
    {
        if let Some(ended) = self.batch.note_not_started(run, why) {
            self.collect_run::<G>(ended);
        }
    }

    /// Stops a fresh run.
    pub(super) fn stop_run<G: Game<Action = A>>(&mut self, run: Run, spent: Spent, why: &str, outbox: &mut Outbox)
    where
        C: Codec<G>,
    {
        self.batch.charge_run(run, spent);
        if let Some(ended) = self.batch.stop_run(run, why, outbox) {
            self.collect_run::<G>(ended);
        }
    }

    /// Stops the fresh runs whose time is up.
    pub(super) fn stop_late_runs<G: Game<Action = A>>(&mut self, now: Duration, outbox: &mut Outbox)
    where
        C: Codec<G>,
    {
        while let Some(run) = self.batch.find_late_run(now) {
            self.stop_run::<G>(run, Spent::Wall, OUT_OF_TIME, outbox);
        }
    }

    fn collect_run<G: Game<Action = A>>(&mut self, ended: EndedRun)
    where
        C: Codec<G>,
    {
        if let Some(bot) = &mut self.bot {
            bot.codec.collect_run(ended.nth, &ended.output, &ended.exit);
        }
        self.batch.recycle_buffer(ended.output);
    }

    /// The answer to a question whose runs have all ended.
    pub(super) fn conclude_question<G: Game<Action = A>>(&mut self, now: Duration) -> Option<Answer<A>>
    where
        C: Codec<G>,
    {
        let bot = self.bot.as_mut().filter(|_| self.batch.is_done())?;
        let result =
            bot.codec.conclude_question().map_err(|misread| Fault::new(FaultKind::Malformed, b"", misread.why));
        bot.stage = BotPhase::Resting;
        let waited = now.saturating_sub(self.asked.unwrap_or(now));
        Some(Answer { result, used: self.batch.spent().unwrap_or(waited) })
    }

    /// The bot was late: it is not asked again.
    pub(super) fn mark_late<G: Game<Action = A>>(&mut self, outbox: &mut Outbox)
    where
        C: Codec<G>,
    {
        self.late = true;
        // The other seats' answers to the same question may still end the match, so a protocol that reports lateness
        // waits.
        if !self.bot.as_ref().is_some_and(|bot| bot.codec.sends_end_after_timeout()) {
            self.stop_if_late(outbox);
        }
    }

    /// Stops the run of a bot that was late, if the match continues or its protocol does not report lateness.
    pub(super) fn stop_if_late(&mut self, outbox: &mut Outbox) {
        if !std::mem::take(&mut self.late) {
            return;
        }
        if let Some(bot) = &mut self.bot {
            bot.stop_run(FaultReason::StoppedLate, outbox);
        }
    }

    pub(super) fn stop_runs(&mut self, outbox: &mut Outbox) {
        self.batch.stop_runs(outbox);
        if let Some(bot) = &mut self.bot {
            bot.stop_run(FaultReason::StoppedWithMatch, outbox);
        }
    }
}
