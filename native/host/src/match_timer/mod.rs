//! The clock of a match on this machine. It stands still while what it times waits for a processor
//! that others have: more bots than processors, or a busy machine, are nobody's fault. Knows no
//! referee.
//!
//! It also stands still while this thread sleeps for longer than it wanted to: the program was
//! stopped, as by Ctrl-Z, or a hypervisor had the processor; while a program is being started; and
//! between an answer and the next question, if no program owes an answer then: whatever delays this
//! thread, who is asked next does not pay for it.
//!
//! A program is charged the real time of its answer without what its threads have waited for a
//! processor, and without what this thread has waited before it asked and before it read the
//! answer. It is charged at least its work divided by the number of processors, so that a program
//! of many threads, which wait for each other, has never more work done in its time than all
//! processors can do.
//!
//! A program of one thread that has not slept since it was asked is charged its work and nothing
//! else: it has waited for a processor for the rest, also where the system cannot say so because a
//! hypervisor had it.
//!
//! A wait is known when it is over. So when time is up for a program that may be waiting, the clock
//! is held until that is known. And because this thread may have to wait at any moment, also before
//! it tells the time, the time is that at which waits were looked at last.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::referee::host::Run;
use botyard_engine::seat::{Seat, Seats};

use super::platform::{OwnThreadMeter, ProcessorTime, ProgramMeter};

/// Waits during shorter answers are not looked for.
const BRIEF: Duration = Duration::from_micros(200);

/// A program whose last answer took at least this long is looked at more closely. Looking costs a
/// quick one too much, unless its limit is short.
const SLOW: Duration = Duration::from_millis(1);

/// A hypervisor takes a processor for some milliseconds: much of a limit that is shorter than this.
const SHORT: Duration = Duration::from_millis(50);

/// How often programs are looked at that compute: of one that has ended, only that is known.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// For how long the clock is held at most for a program that does not get a processor.
const HELD_MAX: Duration = Duration::from_secs(30);

/// How long to wait for news while the clock is held.
const HELD_INTERVAL: Duration = Duration::from_millis(1);

/// The clock of a match.
#[derive(Debug)]
pub(super) struct MatchTimer {
    start: Instant,
    /// For how long it has stood still.
    stood_still: Duration,
    /// For how long of this because programs have waited.
    granted: Duration,
    /// The time when waits were looked at last; `None` while nothing is timed that could wait.
    settled: Option<Duration>,
    /// Whether it is held at a deadline until it is known who has waited.
    is_held: bool,
    own: Option<OwnThreadMeter>,
    /// How long this thread had waited when that was last looked at.
    own_waited: Duration,
    programs: Vec<TimedProgram>,
}

/// A program that may owe an answer.
#[derive(Debug)]
struct TimedProgram {
    run: Run,
    seat: Seat,
    /// Looks at it; `None` if it cannot be looked at, or nobody has tried yet.
    meter: Option<ProgramMeter>,
    has_owed: bool,
    /// Whether its last answer was slow.
    is_slow: bool,
    owing: Option<Owing>,
}

/// Since when a program owes an answer, and what was known then.
#[derive(Debug)]
struct Owing {
    /// Later by the time for which this thread was stopped meanwhile.
    since: Instant,
    before: ProcessorTime,
    granted: Duration,
    /// Whether its seat was asked; else the match had not begun, or was over.
    is_asked: bool,
    /// Since its time is up, if it is.
    late: Option<Late>,
    /// What it had had when it was last looked at, and when that was.
    seen: Option<(Instant, ProcessorTime)>,
}

/// What a program had had when it was looked at after its time was up.
#[derive(Debug, Clone, Copy)]
struct Late {
    /// When that was for the first time.
    first: Instant,
    /// When something was added last.
    at: Instant,
    had: ProcessorTime,
}

/// How many processors there are. The system is asked once: it reads several files to tell, which
/// takes as long as a turn of some games.
fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

impl MatchTimer {
    /// A clock that starts now.
    pub(super) fn start() -> Self {
        Self {
            start: Instant::now(),
            stood_still: Duration::ZERO,
            granted: Duration::ZERO,
            settled: None,
            is_held: false,
            own: None,
            own_waited: Duration::ZERO,
            programs: Vec::new(),
        }
    }

    /// The time since the start.
    pub(super) fn now(&self) -> Duration {
        self.settled.unwrap_or_else(|| self.running_time(Instant::now()))
    }

    /// The time of an earlier moment.
    pub(super) fn time_of(&self, at: Instant) -> Duration {
        let time = self.running_time(at);
        self.settled.map_or(time, |settled| time.min(settled))
    }

    /// How long to wait for what is due at `deadline`.
    pub(super) fn patience(&self, deadline: Duration) -> Duration {
        let least = if self.is_held { HELD_INTERVAL } else { Duration::ZERO };
        deadline.saturating_sub(self.running_time(Instant::now())).max(least)
    }

    fn running_time(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.start).saturating_sub(self.stood_still)
    }

    /// Stands still for a time that has passed.
    pub(super) fn skip(&mut self, time: Duration) {
        self.stood_still += time;
    }

    /// Stands still from now on, until [`MatchTimer::resume`].
    pub(super) fn pause(&mut self) -> Instant {
        let (paused, waited) = (Instant::now(), self.take_own_waits());
        self.stood_still += waited;
        paused
    }

    /// Goes on after a pause, of which this thread's waits are a part.
    pub(super) fn resume(&mut self, paused: Instant) {
        self.take_own_waits();
        self.skip(paused.elapsed());
    }

    /// Stands still for as long as this thread has slept too long, without what it is known to have
    /// waited for a processor meanwhile.
    pub(super) fn skip_oversleep(&mut self, overslept: Duration) {
        if overslept < BRIEF {
            return;
        }
        let stopped = overslept.saturating_sub(self.read_own_waited().saturating_sub(self.own_waited));
        self.stood_still += stopped;
        for owing in self.programs.iter_mut().filter_map(|program| program.owing.as_mut()) {
            owing.since += stopped;
        }
    }

    /// Looks at this thread from now on.
    pub(super) fn watch_own_thread(&mut self) {
        if self.own.is_none() {
            self.own = OwnThreadMeter::open();
            self.own_waited = self.read_own_waited();
        }
    }

    /// Stands still for the time that this thread has waited for a processor since that was last
    /// looked at.
    pub(super) fn skip_own_waits(&mut self) {
        let now = Instant::now();
        let waited = self.take_own_waits();
        self.stood_still += waited;
        self.settled = Some(self.running_time(now));
    }

    /// Stands still since the time was told last, if no program owes an answer: this thread has
    /// worked or waited meanwhile, or a hypervisor had its processor. Else only for what this
    /// thread has waited.
    pub(super) fn skip_own_work(&mut self) {
        let is_owed = self.programs.iter().any(|program| program.owing.is_some());
        let Some(settled) = self.settled.filter(|_| !is_owed) else { return self.skip_own_waits() };
        let now = Instant::now();
        // What it has waited is a part of that.
        self.take_own_waits();
        self.stood_still += self.running_time(now).saturating_sub(settled);
        self.settled = Some(self.running_time(now));
    }

    fn take_own_waits(&mut self) -> Duration {
        let waited = self.read_own_waited();
        waited.saturating_sub(std::mem::replace(&mut self.own_waited, waited))
    }

    /// Nothing is timed any more that could wait.
    pub(super) fn release(&mut self) {
        (self.settled, self.is_held) = (None, false);
    }

    fn read_own_waited(&self) -> Duration {
        self.own.as_ref().map_or(Duration::ZERO, OwnThreadMeter::waited)
    }

    /// Times a program from now on.
    pub(super) fn add_program(&mut self, run: Run, seat: Seat) {
        self.watch_own_thread();
        self.programs.push(TimedProgram { run, seat, meter: None, has_owed: false, is_slow: true, owing: None });
    }

    /// A program has ended.
    pub(super) fn remove_program(&mut self, run: Run) {
        self.programs.retain(|program| program.run != run);
    }

    /// Notes which programs owe an answer from now on: those of these seats, or all while the match
    /// has not begun or is over. What was asked meanwhile has waited for this thread.
    pub(super) fn note_questions(
        &mut self,
        awaited: Seats,
        deadline: Option<Duration>,
        mut find_meter: impl FnMut(Run) -> Option<ProgramMeter>,
    ) {
        // Before waits are looked at: this thread may have to wait while it does so.
        let since = Instant::now();
        self.skip_own_work();
        let is_short = deadline.is_some_and(|deadline| deadline.saturating_sub(self.now()) < SHORT);
        let granted = self.granted;
        for program in &mut self.programs {
            let is_asked = awaited.contains(program.seat);
            if !(awaited.is_empty() || is_asked) {
                program.owing = None;
            } else if program.owing.as_ref().is_none_or(|owing| owing.is_asked != is_asked) {
                // What it has had since its start belongs to its first question.
                let before = match std::mem::replace(&mut program.has_owed, true) {
                    true => {
                        let closely = is_short || program.is_slow;
                        program.meter(&mut find_meter).and_then(|meter| meter.read_start(closely))
                    }
                    false => None,
                };
                let before = before.unwrap_or_default();
                program.owing = Some(Owing { since, before, granted, is_asked, late: None, seen: None });
            }
        }
    }

    /// A program has answered, in part at least: what it has had until now is charged.
    pub(super) fn note_answer(&mut self, run: Run) {
        for program in self.programs.iter_mut().filter(|program| program.run == run) {
            if let Some(owing) = program.owing.take() {
                program.is_slow = owing.since.elapsed() >= SLOW;
            }
        }
    }

    /// Stands still for what programs have waited: those of which there is news, and all that owe
    /// an answer when their time seems to be up at `deadline`. This thread has waited for them
    /// since its own waits were last looked at. Must be called before time is told to the referee.
    pub(super) fn settle(
        &mut self,
        deadline: Option<Duration>,
        has_news: impl Fn(Run) -> bool,
        mut find_meter: impl FnMut(Run) -> Option<ProgramMeter>,
    ) {
        let now = Instant::now();
        let own = self.take_own_waits();
        let is_up = |clock: &Self, at: Instant| deadline.is_some_and(|deadline| clock.running_time(at) > deadline);
        let was_late = is_up(self, now);
        let is_slow = |owing: &Owing| now.duration_since(owing.since) >= BRIEF;
        let is_news = |program: &TimedProgram| has_news(program.run) && program.owing.as_ref().is_some_and(is_slow);
        let mut extra = Duration::ZERO;
        let mut known_until = Vec::new();
        for program in &mut self.programs {
            let is_news = is_news(program);
            if program.owing.is_none() {
                continue;
            }
            if !(is_news || was_late) {
                program.look(now, &mut find_meter);
                continue;
            }
            let read = program.read(&mut find_meter);
            let can_be_read = program.meter.is_some();
            let Some(owing) = &mut program.owing else { continue };
            // While it works, it does not matter to a program whether this thread waits.
            let own = if is_news { own } else { Duration::ZERO };
            let is_awake = read.is_some_and(|read| owing.has_been_awake(read, is_news));
            let known = read.or(owing.seen.map(|(_, read)| read));
            let standstill = owing.standstill(now, known, is_awake, own, processors());
            extra = extra.max(standstill.saturating_sub(self.granted.saturating_sub(owing.granted)));
            known_until.push(match read {
                // It has just run: all its waits are over. Or only its work counts.
                Some(_) if is_news || is_awake => Some(now),
                Some(read) => owing.know_until(now, read),
                // It has ended. What it has printed is about to be read, if it has not been.
                None if can_be_read && (is_news || owing.late.is_none()) => {
                    owing.note_late(now, ProcessorTime::default());
                    None
                }
                None => Some(now),
            });
        }
        self.stood_still += extra;
        self.granted += extra;
        let is_late = is_up(self, now);
        if !is_late {
            self.programs.iter_mut().filter_map(|program| program.owing.as_mut()).for_each(|owing| owing.late = None);
        }
        // The time is up if it was when that was known of all.
        let was_up = |until: &Option<Instant>| until.is_some_and(|until| is_up(self, until));
        self.is_held = is_late && !known_until.iter().all(was_up);
        let time = self.running_time(now);
        self.settled = Some(if self.is_held { deadline.map_or(time, |deadline| time.min(deadline)) } else { time });
    }
}

impl TimedProgram {
    fn meter(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<&mut ProgramMeter> {
        if self.meter.is_none() {
            self.meter = find_meter(self.run);
        }
        self.meter.as_mut()
    }

    /// What it has had; `None` if that is not known, or not any more.
    fn read(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<ProcessorTime> {
        let read = self.meter(find_meter).and_then(ProgramMeter::read);
        read.or_else(|| find_meter(self.run)?.read())
    }

    /// Looks at it, if it computes for long and nobody has looked for a while.
    fn look(&mut self, now: Instant, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) {
        let last = self.owing.as_ref().map(|owing| owing.seen.map_or(owing.since, |(at, _)| at));
        if last.is_some_and(|last| now.duration_since(last) >= LOOK_INTERVAL)
            && let Some(read) = self.read(find_meter)
            && let Some(owing) = &mut self.owing
        {
            owing.seen = Some((now, read));
        }
    }
}

impl Owing {
    /// Whether its only thread has not slept since the question. It sleeps when it has answered;
    /// one that sleeps and has not answered may have slept all the time.
    fn has_been_awake(&self, read: ProcessorTime, has_answered: bool) -> bool {
        let sleeps = self.before.sleeps.zip(read.sleeps).map(|(before, now)| now.saturating_sub(before));
        match read.is_runnable {
            true => sleeps == Some(0),
            false => has_answered && sleeps == Some(1),
        }
    }

    /// For how long the clock should have stood still since the question, if this thread has waited
    /// for this long before it has read the answer.
    fn standstill(
        &self,
        now: Instant,
        read: Option<ProcessorTime>,
        is_awake: bool,
        own: Duration,
        processors: u32,
    ) -> Duration {
        let read = read.unwrap_or(self.before);
        let elapsed = now.duration_since(self.since);
        let waited = read.waited.saturating_sub(self.before.waited) + own;
        let worked = read.worked.saturating_sub(self.before.worked);
        match is_awake {
            true => elapsed.saturating_sub(worked),
            false => waited.min(elapsed.saturating_sub(worked / processors)),
        }
    }

    /// Until when all its waits are known, although its time is up; `None` if that is before now
    /// and may not be long enough. Those of a thread that can run are known when something was
    /// added to what it has had: it has got a processor, or has had one. One that sleeps may just
    /// have answered: then that is about to be read.
    fn know_until(&mut self, now: Instant, read: ProcessorTime) -> Option<Instant> {
        let is_first = self.late.is_none();
        let late = *self.note_late(now, read);
        if !read.is_runnable {
            return (!is_first).then_some(now);
        }
        if (late.had.worked, late.had.waited) != (read.worked, read.waited) {
            self.late = Some(Late { at: now, had: read, ..late });
            return Some(late.at);
        }
        (now.duration_since(late.first) > HELD_MAX).then_some(now)
    }

    fn note_late(&mut self, now: Instant, had: ProcessorTime) -> &Late {
        self.late.get_or_insert(Late { first: now, at: now, had })
    }
}

#[cfg(test)]
mod tests;
