//! The clock of a match on this machine. It stands still while the timed bot waits for a processor
//! that other threads have: no bot pays for a lack of processors or a busy machine. Knows no
//! referee.
//!
//! It also stands still while this thread sleeps for longer than it wanted to: the program was
//! stopped, as by Ctrl-Z, or a hypervisor had the processor; while a program is being started; and
//! between an answer and the next question, if no program owes an answer then: whatever delays this
//! thread, the next player does not pay for it.
//!
//! A program is charged the real time of its answer without the time that its threads have waited
//! for a processor, and without this thread's waits before it asked and before it read the answer.
//! It is charged at least its work divided by the number of processors, so that a program of many
//! threads, which wait for each other, never does more work in its time than all processors can do.
//!
//! A program of one thread that has not slept since it was asked is charged only its work: it has
//! waited for a processor for the rest, even if the system does not count that wait because a
//! hypervisor had the processor.
//!
//! A wait is known when it is over. When the deadline has passed and a program may be waiting, the
//! clock is held until that is known:
//!
//! ```text
//!            the clock passes it                  all waits are known
//!            without the waits known so far       until a moment after it
//!  Running ────────────────────────────────▶ Held ─────────────────────────▶ Expired
//!     ▲                                       │
//!     └───────────────────────────────────────┘
//!       with the waits that have become known,
//!       the clock has not passed it
//! ```
//!
//! While it is held, the time told is the deadline, which is not late yet. And because this thread
//! may have to wait at any moment, also before it tells the time, the time told is that of the last
//! look at waits.
//!
//! A module on the wall clock is charged the time in which this thread runs it and has a processor,
//! but not for this thread's other work. Its own clock shows no less than that, so that it can
//! compute how much is left.

mod timed_program;

use std::time::{Duration, Instant};

use botyard_engine::referee::host::Run;
use botyard_engine::seat::{Seat, Seats};

use super::platform::{OwnThreadMeter, ProgramMeter, module_time};
use timed_program::{NEGLIGIBLE, Owing, StoodStill, TimedProgram};

/// A hypervisor takes a processor for some milliseconds: much of a limit that is shorter than this.
const SHORT_LIMIT: Duration = Duration::from_millis(50);

/// How long to wait for new events while the clock is held.
const HELD_INTERVAL: Duration = Duration::from_millis(1);

/// The clock of a match.
#[derive(Debug)]
pub(super) struct MatchTimer {
    start: Instant,
    stood_still: StoodStill,
    /// Whether it times modules, too: they run on this thread, so its waits are theirs.
    times_modules: bool,
    /// The time that is told until waits are looked at again; `None` while no timed player could
    /// wait: then the running time is told.
    told: Option<Duration>,
    deadline_state: DeadlineState,
    own_meter: Option<OwnThreadMeter>,
    /// This thread's total wait for a processor when it was last read.
    own_waited: Duration,
    programs: Vec<TimedProgram>,
}

/// The known state of the deadline of the programs that owe an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeadlineState {
    /// It has not passed, or there is no deadline.
    Running,
    /// It seems to have passed, but a program may have waited for so long that it has not: the
    /// clock is held at it.
    Held,
    /// It has passed, whatever programs have waited for.
    Expired,
}

impl MatchTimer {
    /// A clock that starts now.
    pub(super) fn start() -> Self {
        Self {
            start: Instant::now(),
            stood_still: StoodStill::default(),
            times_modules: false,
            told: None,
            deadline_state: DeadlineState::Running,
            own_meter: None,
            own_waited: Duration::ZERO,
            programs: Vec::new(),
        }
    }

    /// The time since the start.
    pub(super) fn now(&self) -> Duration {
        self.told.unwrap_or_else(|| self.running_time(Instant::now()))
    }

    /// The time of an earlier moment.
    pub(super) fn time_of(&self, at: Instant) -> Duration {
        let time = self.running_time(at);
        self.told.map_or(time, |told| time.min(told))
    }

    /// The wait until an event that is due at `deadline`.
    pub(super) fn patience(&self, deadline: Duration) -> Duration {
        let least = if self.deadline_state == DeadlineState::Held { HELD_INTERVAL } else { Duration::ZERO };
        deadline.saturating_sub(self.running_time(Instant::now())).max(least)
    }

    /// The time since the start without what is known to be a standstill.
    fn running_time(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.start).saturating_sub(self.stood_still.total)
    }

    /// Stands still for a time that has passed.
    pub(super) fn skip(&mut self, time: Duration) {
        self.stood_still.total += time;
    }

    /// Stands still from now on, until [`MatchTimer::resume`].
    pub(super) fn pause(&mut self) -> Instant {
        let (paused, waited) = (Instant::now(), self.take_own_waits());
        self.stood_still.total += waited;
        paused
    }

    /// Continues after a pause, of which this thread's waits are a part.
    pub(super) fn resume(&mut self, paused: Instant) {
        self.take_own_waits();
        self.skip(paused.elapsed());
    }

    /// Stands still for the time that this thread has slept too long, without the part in which it
    /// is known to have waited for a processor.
    pub(super) fn skip_oversleep(&mut self, overslept: Duration) {
        if overslept < NEGLIGIBLE {
            return;
        }
        let stopped = overslept.saturating_sub(self.read_own_waited().saturating_sub(self.own_waited));
        self.stood_still.total += stopped;
        for owing in self.owing() {
            owing.since += stopped;
            owing.stood_still_before.total += stopped;
        }
    }

    /// Counts this thread's waits from now on.
    pub(super) fn watch_own_thread(&mut self) {
        if self.own_meter.is_none() {
            self.own_meter = OwnThreadMeter::open();
            self.own_waited = self.read_own_waited();
        }
    }

    /// Stands still for the time that this thread has waited for a processor since the last
    /// reading. While a program owes an answer, that is decided when the answer is read: a program
    /// that is still working loses nothing by this thread's waits.
    pub(super) fn skip_own_waits(&mut self) {
        let now = Instant::now();
        let waited = self.take_own_waits();
        match self.is_owed() && !self.times_modules {
            true => self.note_unread_waits(waited),
            false => self.stood_still.total += waited,
        }
        self.told = Some(self.running_time(now));
    }

    fn is_owed(&self) -> bool {
        self.programs.iter().any(|program| program.owing.is_some())
    }

    fn owing(&mut self) -> impl Iterator<Item = &mut Owing> {
        self.programs.iter_mut().filter_map(|program| program.owing.as_mut())
    }

    fn note_unread_waits(&mut self, waited: Duration) {
        self.owing().for_each(|owing| owing.unread_waits += waited);
    }

    /// What programs have printed until now has been read. Called before their waits are looked at.
    pub(super) fn note_outputs_read(&mut self) {
        for owing in self.owing() {
            owing.read_waits = std::mem::take(&mut owing.unread_waits);
            owing.past_deadline.iter_mut().for_each(|past| past.was_read = true);
        }
    }

    /// The referee has been told this time, which may be earlier than the last look at waits: a
    /// question that it asks now is timed from then.
    pub(super) fn note_told(&mut self, time: Duration) {
        self.told = Some(time);
    }

    /// Stands still since the time was told last, if no program owes an answer: this thread has
    /// worked or waited meanwhile, or a hypervisor had its processor. Otherwise only for this
    /// thread's waits.
    pub(super) fn skip_own_work(&mut self) {
        let Some(told) = self.told.filter(|_| !self.is_owed()) else { return self.skip_own_waits() };
        let now = Instant::now();
        // The thread's waits are a part of that time.
        self.take_own_waits();
        self.stood_still.total += self.running_time(now).saturating_sub(told);
        self.told = Some(self.running_time(now));
    }

    /// Runs a module that is timed by this clock on this thread, and counts only the time in which
    /// the thread has a processor: without one, the module does not work.
    pub(super) fn time_module<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.times_modules = true;
        self.skip_own_work();
        // In this order, so that waits of the thread in between count as a part of the total time.
        let (start, worked_before) = (Instant::now(), module_time());
        let done = work();
        let worked = module_time().saturating_sub(worked_before);
        self.take_own_waits();
        self.stood_still.total += start.elapsed().saturating_sub(worked);
        done
    }

    fn take_own_waits(&mut self) -> Duration {
        let waited = self.read_own_waited();
        waited.saturating_sub(std::mem::replace(&mut self.own_waited, waited))
    }

    /// No timed player can wait any more: the running time is told.
    pub(super) fn release(&mut self) {
        (self.told, self.deadline_state) = (None, DeadlineState::Running);
    }

    fn read_own_waited(&self) -> Duration {
        self.own_meter.as_ref().map_or(Duration::ZERO, OwnThreadMeter::waited)
    }

    /// Times a program from now on.
    pub(super) fn add_program(&mut self, run: Run, seat: Seat) {
        self.watch_own_thread();
        self.programs.push(TimedProgram::new(run, seat));
    }

    /// A program has ended.
    pub(super) fn remove_program(&mut self, run: Run) {
        self.programs.retain(|program| program.run != run);
    }

    /// Notes which programs owe an answer from now on: those of these seats, or all while the match
    /// has not begun or is over. A question that was asked meanwhile has waited for this thread.
    pub(super) fn note_questions(
        &mut self,
        awaited: Seats,
        deadline: Option<Duration>,
        mut find_meter: impl FnMut(Run) -> Option<ProgramMeter>,
    ) {
        // Before waits are read, because this thread may have to wait meanwhile.
        let since = Instant::now();
        let told = self.told;
        let is_awaited = |program: &TimedProgram| awaited.is_empty() || awaited.contains(program.seat);
        // First, because the clock stands still now if nobody else owes an answer.
        for program in &mut self.programs {
            let is_same = |owing: &Owing| owing.is_asked == awaited.contains(program.seat);
            if !(is_awaited(program) && program.owing.as_ref().is_some_and(is_same)) {
                program.owing = None;
            }
        }
        self.skip_own_work();
        let late = told.map_or(Duration::ZERO, |told| self.running_time(since).saturating_sub(told));
        let has_short_limit = deadline.is_some_and(|deadline| deadline.saturating_sub(self.now()) < SHORT_LIMIT);
        for program in self.programs.iter_mut().filter(|program| program.owing.is_none() && is_awaited(program)) {
            let is_asked = awaited.contains(program.seat);
            program.start_owing(since, late, self.stood_still, is_asked, has_short_limit, &mut find_meter);
        }
    }

    /// A program has answered, at least in part: charges it for the time until now.
    pub(super) fn note_answer(&mut self, run: Run) {
        self.programs.iter_mut().filter(|program| program.run == run).for_each(TimedProgram::end_owing);
    }

    /// Stands still for the waits of programs: those with news, and all that owe an answer when
    /// `deadline` seems to have passed. This thread has waited for them since its own waits were
    /// last looked at. Must be called before the referee gets the time.
    pub(super) fn skip_program_waits(
        &mut self,
        deadline: Option<Duration>,
        has_news: impl Fn(Run) -> bool,
        mut find_meter: impl FnMut(Run) -> Option<ProgramMeter>,
    ) {
        let now = Instant::now();
        let own_waits = self.take_own_waits();
        self.note_unread_waits(own_waits);
        let seems_passed = self.has_passed(deadline, now);
        let mut credit = Duration::ZERO;
        // For each program, the moment until which its waits are all known.
        let mut complete_until = Vec::new();
        for program in &mut self.programs {
            let Some(owing) = &program.owing else { continue };
            let has_answered = has_news(program.run) && !owing.is_negligible(now);
            let stood_still_since = owing.stood_still_since(self.stood_still);
            if !(has_answered || seems_passed) {
                program.look_if_due(now, &mut find_meter);
                continue;
            }
            let Some(waits) = program.find_waits(now, has_answered, self.stood_still, &mut find_meter) else {
                continue;
            };
            credit = credit.max(waits.standstill.saturating_sub(stood_still_since));
            complete_until.push(waits.complete_until);
        }
        self.stood_still.total += credit;
        self.stood_still.credited += credit;
        self.update_deadline_state(deadline, now, &complete_until);
        self.tell_time(deadline, now);
    }

    /// Whether the running time has passed the deadline at this moment, with the waits that have
    /// been credited so far.
    fn has_passed(&self, deadline: Option<Duration>, at: Instant) -> bool {
        deadline.is_some_and(|deadline| self.running_time(at) > deadline)
    }

    /// Updates the state of the deadline at this moment, given until when the waits of each program
    /// are known.
    fn update_deadline_state(&mut self, deadline: Option<Duration>, now: Instant, complete_until: &[Option<Instant>]) {
        let seems_passed = self.has_passed(deadline, now);
        // The deadline has passed if it had passed at a moment when all waits were known.
        let had_passed = |until: &Option<Instant>| until.is_some_and(|until| self.has_passed(deadline, until));
        let is_certain = complete_until.iter().all(had_passed);
        self.deadline_state = match (seems_passed, is_certain) {
            (false, _) => DeadlineState::Running,
            (true, false) => DeadlineState::Held,
            (true, true) => DeadlineState::Expired,
        };
        if self.deadline_state == DeadlineState::Running {
            self.owing().for_each(|owing| owing.past_deadline = None);
        }
    }

    /// Tells this moment's time from here on, or the deadline while the clock is held at it.
    fn tell_time(&mut self, deadline: Option<Duration>, now: Instant) {
        let time = self.running_time(now);
        self.told = Some(match (self.deadline_state, deadline) {
            (DeadlineState::Held, Some(deadline)) => time.min(deadline),
            _ => time,
        });
    }
}

#[cfg(test)]
mod tests;
