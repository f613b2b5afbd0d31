//! The state that a module and the match loop share: a run's input, output and pause. Knows no
//! engine.
//!
//! A running module calls its cell and accesses nothing else of the worker. The cell notes why the
//! module has paused, and the scheduler calls the match loop to read it.

use std::rc::Rc;
use std::time::Duration;

use botyard_driver::RunPause;
use botyard_engine::exit::Exit;
use botyard_sandbox::meter::SLICE;
use botyard_sandbox::wasi::Call;
use botyard_sandbox::{Backstop, Budget, Flow, Memory, Meter, Process, Refill};

use super::scheduler::{Scheduler, now};
use super::tracing::RunTracer;

/// How many times slower than natively a recorded run may be.
const TRACED_SLOWER: u32 = 300;

/// The state of a run that its module's calls change.
pub(super) struct RunCell {
    pub(super) process: Process,
    pub(super) meter: Meter,
    pub(super) spent: Budget,
    /// On the wall clock, when it was started.
    wall_start: Option<Duration>,
    pub(super) pause: Option<RunPause>,
    /// Records the run, if its module is in a recording form.
    pub(super) tracer: Option<Box<dyn RunTracer>>,
    backstop: Backstop,
    /// When its slice began. The first slice after a pause is not timed, because most answers take
    /// less than one slice and reading the clock takes longer than a short answer.
    since: Option<Duration>,
    doing: RunStatus,
    scheduler: Rc<Scheduler>,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RunStatus {
    /// It has not started.
    Nothing,
    /// Its module is running, or about to run.
    Working,
    /// It waits inside this call.
    Reading(Call),
    /// It waits for its next slice, so that messages are handled first.
    Yielding,
    /// It has spent its grant and waits for more.
    Exhausted,
    /// It has ended.
    Ended,
}

/// A module's pending call.
pub(super) struct SuspendedCall<'a, M> {
    /// The counter of its budget, which the answer sets.
    pub(super) counter: i64,
    /// Its arguments; an `i32` as its unsigned value.
    pub(super) args: &'a [u64],
    pub(super) memory: M,
}

/// The answer to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallAnswer {
    /// It returns: an error number, or 0.
    Return(i32),
    /// The bot has to wait in it.
    Suspend,
    /// The call ends the bot.
    Leave,
}

/// The next step of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResumeStep {
    Begin,
    Retry,
    Stay,
}

impl RunCell {
    /// The cell of a run before its first instruction. `unread_output_max` is how many bytes it may
    /// print before its output is read; `slower` is the engine's factor.
    pub(super) fn new(mut process: Process, unread_output_max: usize, slower: u32, scheduler: Rc<Scheduler>) -> Self {
        // One byte more than allowed, so that the referee sees that the bot printed too much.
        process.stdout.set_bound(unread_output_max.saturating_add(1));
        Self {
            meter: Meter::at(process.speed()),
            process,
            spent: Budget::ZERO,
            wall_start: None,
            pause: None,
            tracer: None,
            backstop: Backstop::for_slower(slower),
            since: None,
            doing: RunStatus::Nothing,
            scheduler,
        }
    }

    /// Has its clocks show real time from now on, by which it is judged on the wall clock.
    pub(super) fn show_wall_clock(&mut self) {
        self.wall_start = Some(now());
    }

    /// The time that its clocks have counted since its start when it makes a call: the virtual time
    /// it has spent, or on the wall clock the time that has passed, to which its sleeps add without
    /// waiting.
    fn counted_time(&self) -> Budget {
        match self.wall_start {
            Some(start) => Budget::from(now().saturating_sub(start)) + self.process.slept(),
            None => self.spent,
        }
    }

    /// Whether the run's module is running, or about to run.
    pub(super) fn is_working(&self) -> bool {
        self.doing == RunStatus::Working
    }

    /// Returns the run's next step.
    pub(super) fn step(&mut self) -> ResumeStep {
        self.tracer.iter_mut().for_each(|tracer| tracer.update_phase());
        match self.doing {
            RunStatus::Nothing => {
                self.work();
                ResumeStep::Begin
            }
            RunStatus::Reading(_) | RunStatus::Exhausted | RunStatus::Yielding => ResumeStep::Retry,
            RunStatus::Working | RunStatus::Ended => ResumeStep::Stay,
        }
    }

    /// Answers a system call.
    pub(super) fn call<M: Memory>(&mut self, call: Call, still: &mut SuspendedCall<'_, M>) -> CallAnswer {
        let answer = self.attempt(call, still);
        self.schedule_unless_returned(answer)
    }

    /// Answers a request for the next slice.
    pub(super) fn refill<M>(&mut self, still: &mut SuspendedCall<'_, M>) -> CallAnswer {
        let answer = match self.next_slice(still) {
            CallAnswer::Return(_) if self.scheduler.is_due() => {
                self.doing = RunStatus::Yielding;
                CallAnswer::Suspend
            }
            answer => answer,
        };
        self.schedule_unless_returned(answer)
    }

    /// Tries again to answer the module's pending call.
    pub(super) fn retry<M: Memory>(&mut self, still: &mut SuspendedCall<'_, M>) -> CallAnswer {
        let was_yielding = self.doing == RunStatus::Yielding;
        let answer = match self.doing {
            RunStatus::Reading(call) => self.attempt(call, still),
            RunStatus::Exhausted => self.next_slice(still),
            RunStatus::Yielding => CallAnswer::Return(0),
            RunStatus::Nothing | RunStatus::Working | RunStatus::Ended => CallAnswer::Leave,
        };
        if matches!(answer, CallAnswer::Return(_)) {
            self.work();
            // It is in the middle of its work, so this slice is timed; its wait is not.
            self.since = was_yielding.then(now);
        }
        answer
    }

    fn work(&mut self) {
        self.doing = RunStatus::Working;
        self.since = None;
    }

    /// Notes how the run has ended, and the rest of its slice.
    pub(super) fn end(&mut self, exit: Exit, counter: i64) {
        if self.doing != RunStatus::Ended {
            self.spent = self.meter.spent(counter);
            self.note_work(counter);
        }
        let answer = self.leave(exit);
        self.schedule_unless_returned(answer);
    }

    /// Tries a call once.
    fn attempt<M: Memory>(&mut self, call: Call, still: &mut SuspendedCall<'_, M>) -> CallAnswer {
        self.spent = self.meter.spent(still.counter);
        let printed = |process: &Process| (process.stdout.bytes().len(), process.stdout.stamp());
        let before = self.tracer.is_some().then(|| printed(&self.process));
        let flow = self.process.call(call, still.args, self.counted_time(), &mut still.memory);
        if let Flow::Return { cost, .. } = flow {
            still.counter = self.meter.charge(still.counter, cost);
        }
        match &mut self.tracer {
            Some(tracer) if before.is_some_and(|before| before != printed(&self.process)) => {
                tracer.note_output(self.meter.work(still.counter));
            }
            _ => self.note_work(still.counter),
        }
        match flow {
            Flow::Return { errno, .. } => CallAnswer::Return(i32::from(errno)),
            Flow::Wait => self.wait(RunStatus::Reading(call), RunPause::Blocked),
            Flow::Poll => self.wait(RunStatus::Reading(call), RunPause::Polling),
            Flow::Exit(status) => self.leave(Exit::Code(status.cast_signed())),
            Flow::Flooded => self.leave(Exit::Trap("it printed too much".to_owned())),
        }
    }

    /// Records the run from now on, which takes longer.
    pub(super) fn trace(&mut self, tracer: Box<dyn RunTracer>) {
        self.tracer = Some(tracer);
        self.backstop = Backstop::for_slower(TRACED_SLOWER);
    }

    /// Tells the tracer what the run has done.
    fn note_work(&mut self, counter: i64) {
        if let Some(tracer) = &mut self.tracer {
            tracer.note_work(self.meter.work(counter));
        }
    }

    /// Receives a call of the module's recording form.
    pub(super) fn probe(&mut self, place: i32, counter: i64, memory: &dyn Memory) {
        if let Some(tracer) = &mut self.tracer {
            tracer.probe(place, self.meter.work(counter), memory);
        }
    }

    fn next_slice<M>(&mut self, still: &mut SuspendedCall<'_, M>) -> CallAnswer {
        // Before the meter grants more.
        self.note_work(still.counter);
        self.spent = self.meter.spent(still.counter);
        match self.meter.refill(still.counter) {
            Refill::Granted(_) if self.hit_backstop() => {
                self.wait(RunStatus::Exhausted, RunPause::HitBackstop(self.backstop.worked()))
            }
            Refill::Granted(slice) => {
                still.counter = slice;
                CallAnswer::Return(0)
            }
            Refill::Exhausted => self.wait(RunStatus::Exhausted, RunPause::Exhausted),
        }
    }

    /// Notes that a slice is over; returns whether the run has reached the backstop.
    fn hit_backstop(&mut self) -> bool {
        let now = now();
        let took = self.since.replace(now).map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.doing == RunStatus::Working && self.backstop.is_hit(took, SLICE)
    }

    fn wait(&mut self, doing: RunStatus, pause: RunPause) -> CallAnswer {
        self.doing = doing;
        self.pause = Some(pause);
        CallAnswer::Suspend
    }

    /// The first reason counts: after an exit, the bot's stack is unwound by an error that we
    /// raise.
    fn leave(&mut self, exit: Exit) -> CallAnswer {
        if self.doing != RunStatus::Ended {
            self.doing = RunStatus::Ended;
            self.pause = Some(RunPause::Ended(exit));
        }
        CallAnswer::Leave
    }

    /// Schedules the match loop unless the module continues.
    fn schedule_unless_returned(&self, answer: CallAnswer) -> CallAnswer {
        if !matches!(answer, CallAnswer::Return(_)) {
            self.scheduler.schedule();
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botyard_sandbox::Origin;

    /// The time on the clock of a run that has spent 5,000 units.
    fn shown(prepare: impl FnOnce(&mut RunCell)) -> u64 {
        let mut cell = RunCell::new(Process::new(Origin::default(), &["bot"], &[]), 100, 1, Rc::default());
        prepare(&mut cell);
        let mut bytes = [0; 16];
        let mut still = SuspendedCall { counter: -5_000, args: &[1, 0, 8], memory: &mut bytes[..] };
        assert_eq!(cell.call(Call::ClockTimeGet, &mut still), CallAnswer::Return(0));
        u64::from_le_bytes(std::array::from_fn(|index| bytes[8 + index]))
    }

    /// No time passes in tests.
    #[test]
    fn what_is_spent_does_not_move_a_clock_of_real_time() {
        assert_eq!(shown(|_| ()), shown(RunCell::show_wall_clock) + 5_000);
    }
}
