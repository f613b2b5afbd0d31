//! A program that may owe an answer: what it has had of the processors since it was asked, and
//! until when that is known. Knows no clock of a match and no limit.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::referee::host::Run;
use botyard_engine::seat::Seat;

use crate::platform::{ProcessorTime, ProgramMeter};

/// Waits during shorter answers are not looked for, and shorter oversleeps do not count.
pub(super) const NEGLIGIBLE: Duration = Duration::from_micros(200);

/// A program whose last answer took at least this long is looked at more closely. Looking costs a
/// quick one too much, unless its limit is short.
const SLOW_ANSWER: Duration = Duration::from_millis(1);

/// How often programs are looked at that compute: of one that has ended, only that is known.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// For how long the clock is held at most for a program that does not get a processor.
pub(super) const HELD_MAX: Duration = Duration::from_secs(30);

/// A program that may owe an answer.
#[derive(Debug)]
pub(super) struct TimedProgram {
    pub(super) run: Run,
    pub(super) seat: Seat,
    /// Looks at it; `None` if it cannot be looked at, or nobody has tried yet.
    meter: Option<ProgramMeter>,
    /// Whether it has owed an answer before.
    has_owed: bool,
    /// Whether its last answer was slow, or it has not answered yet.
    was_slow: bool,
    pub(super) owing: Option<Owing>,
}

/// Since when a program owes an answer, and what was known then.
#[derive(Debug)]
pub(super) struct Owing {
    /// Later by the time for which this thread was stopped meanwhile.
    pub(super) since: Instant,
    /// What it had had of the processors by then.
    pub(super) before: ProcessorTime,
    /// What the clock had credited for waits by then.
    pub(super) credited_before: Duration,
    /// Whether its seat was asked; else the match had not begun, or was over.
    pub(super) is_asked: bool,
    /// What has been seen of it since the deadline has passed, if it has.
    pub(super) past_deadline: Option<PastDeadline>,
    /// What it had had when it was last looked at before, and when that was.
    pub(super) last_look: Option<(Instant, ProcessorTime)>,
}

/// What has been seen of a program since the deadline has passed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PastDeadline {
    /// When it was looked at for the first time.
    first_look: Instant,
    /// When something had been added to what it has had, the last time that it had; at first, the
    /// time of the first look.
    last_gain: Instant,
    /// What it had had then.
    had: ProcessorTime,
}

/// What is known of a program's waits.
#[derive(Debug)]
pub(super) struct KnownWaits {
    /// For how long the clock should have stood still for it since the question.
    pub(super) standstill: Duration,
    /// Until when they are all known; `None` if that may not be long enough.
    pub(super) complete_until: Option<Instant>,
}

/// How many processors there are. The system is asked once: it reads several files to tell, which
/// takes as long as a turn of some games.
fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

impl TimedProgram {
    /// A program that owes nothing yet.
    pub(super) fn new(run: Run, seat: Seat) -> Self {
        Self { run, seat, meter: None, has_owed: false, was_slow: true, owing: None }
    }

    /// It owes an answer since `since`, when the clock had credited `credited_before`. It is looked
    /// at closely if its limit is short or it is slow.
    pub(super) fn start_owing(
        &mut self,
        since: Instant,
        credited_before: Duration,
        is_asked: bool,
        has_short_limit: bool,
        find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>,
    ) {
        // What it has had since its start belongs to its first question.
        let before = match std::mem::replace(&mut self.has_owed, true) {
            true => {
                let closely = has_short_limit || self.was_slow;
                self.open_meter(find_meter).and_then(|meter| meter.read_start(closely))
            }
            false => None,
        };
        let before = before.unwrap_or_default();
        self.owing = Some(Owing { since, before, credited_before, is_asked, past_deadline: None, last_look: None });
    }

    /// It has answered, in part at least.
    pub(super) fn end_owing(&mut self) {
        if let Some(owing) = self.owing.take() {
            self.was_slow = owing.since.elapsed() >= SLOW_ANSWER;
        }
    }

    /// Looks at it, if it computes for long and nobody has looked for a while.
    pub(super) fn look_if_due(&mut self, now: Instant, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) {
        let last = self.owing.as_ref().map(|owing| owing.last_look.map_or(owing.since, |(at, _)| at));
        if last.is_some_and(|last| now.duration_since(last) >= LOOK_INTERVAL)
            && let Some(read) = self.read(find_meter)
            && let Some(owing) = &mut self.owing
        {
            owing.last_look = Some((now, read));
        }
    }

    /// Finds out how long it has waited since it was asked, if it owes an answer: it has answered,
    /// or the deadline seems to have passed. `own_waits` is how long this thread has waited before
    /// it has read the answer.
    pub(super) fn find_waits(
        &mut self,
        now: Instant,
        has_answered: bool,
        own_waits: Duration,
        find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>,
    ) -> Option<KnownWaits> {
        let read = self.read(find_meter);
        let can_be_read = self.meter.is_some();
        let owing = self.owing.as_mut()?;
        let is_awake = read.is_some_and(|read| owing.has_been_awake(read, has_answered));
        let last_read = read.or(owing.last_look.map(|(_, read)| read));
        let standstill = owing.standstill(now, last_read, is_awake, own_waits, processors());
        let complete_until = match read {
            // It has just run: all its waits are over. Or only its work counts.
            Some(_) if has_answered || is_awake => Some(now),
            Some(read) => owing.find_complete_until(now, read),
            // It has ended. What it has printed is about to be read, if it has not been.
            None if can_be_read && (has_answered || owing.past_deadline.is_none()) => {
                owing.note_past_deadline(now, ProcessorTime::default());
                None
            }
            None => Some(now),
        };
        Some(KnownWaits { standstill, complete_until })
    }

    fn open_meter(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<&mut ProgramMeter> {
        if self.meter.is_none() {
            self.meter = find_meter(self.run);
        }
        self.meter.as_mut()
    }

    /// What it has had; `None` if that is not known, or not any more.
    fn read(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<ProcessorTime> {
        let read = self.open_meter(find_meter).and_then(ProgramMeter::read);
        read.or_else(|| find_meter(self.run)?.read())
    }
}

impl Owing {
    /// Whether it has owed the answer for so short a time that nobody looks into it.
    pub(super) fn is_negligible(&self, now: Instant) -> bool {
        now.duration_since(self.since) < NEGLIGIBLE
    }

    /// Whether its only thread has not slept since the question. It sleeps when it has answered;
    /// one that sleeps and has not answered may have slept all the time.
    pub(super) fn has_been_awake(&self, read: ProcessorTime, has_answered: bool) -> bool {
        let sleeps = self.before.sleeps.zip(read.sleeps).map(|(before, now)| now.saturating_sub(before));
        match read.is_runnable {
            true => sleeps == Some(0),
            false => has_answered && sleeps == Some(1),
        }
    }

    /// For how long the clock should have stood still since the question, if this thread has waited
    /// for `own_waits` before it has read the answer.
    pub(super) fn standstill(
        &self,
        now: Instant,
        read: Option<ProcessorTime>,
        is_awake: bool,
        own_waits: Duration,
        processors: u32,
    ) -> Duration {
        let read = read.unwrap_or(self.before);
        let elapsed = now.duration_since(self.since);
        let waited = read.waited.saturating_sub(self.before.waited) + own_waits;
        let worked = read.worked.saturating_sub(self.before.worked);
        match is_awake {
            true => elapsed.saturating_sub(worked),
            false => waited.min(elapsed.saturating_sub(worked / processors)),
        }
    }

    /// Until when all its waits are known, although the deadline seems to have passed; `None` if
    /// that is before now and may not be long enough. Those of a thread that can run are known when
    /// something was added to what it has had: it has got a processor, or has had one. One that
    /// sleeps may just have answered: then that is about to be read.
    pub(super) fn find_complete_until(&mut self, now: Instant, read: ProcessorTime) -> Option<Instant> {
        let is_first_look = self.past_deadline.is_none();
        let seen = *self.note_past_deadline(now, read);
        if !read.is_runnable {
            return (!is_first_look).then_some(now);
        }
        if (seen.had.worked, seen.had.waited) != (read.worked, read.waited) {
            self.past_deadline = Some(PastDeadline { last_gain: now, had: read, ..seen });
            return Some(seen.last_gain);
        }
        (now.duration_since(seen.first_look) > HELD_MAX).then_some(now)
    }

    /// What has been seen of it since the deadline has passed; this look is the first if there was
    /// no other.
    fn note_past_deadline(&mut self, now: Instant, had: ProcessorTime) -> &PastDeadline {
        self.past_deadline.get_or_insert(PastDeadline { first_look: now, last_gain: now, had })
    }
}
