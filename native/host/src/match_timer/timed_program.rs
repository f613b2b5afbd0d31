//! A program that may owe an answer: its processor time since the question, and until when that is
//! known. Knows no clock of a match and no limit.

use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::referee::host::Run;
use botyard_engine::seat::Seat;

use crate::platform::{ProcessorTime, ProgramMeter, processors};

/// Waits during shorter answers are not looked for, and shorter oversleeps do not count.
pub(super) const NEGLIGIBLE: Duration = Duration::from_micros(200);

/// A program whose last answer took at least this long is measured more closely. Measuring costs a
/// quick program too much, unless its limit is short.
const SLOW_ANSWER: Duration = Duration::from_millis(1);

/// How often computing programs are measured: for one that has ended, only the last measurement is
/// known.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// The longest time for which the clock is held for a program that does not get a processor.
pub(super) const HELD_MAX: Duration = Duration::from_secs(30);

/// How often, and after which time, a program is measured again that has answered and still has a
/// processor. The system knows only until its last timer tick what such a program has done; most
/// begin to wait for their next question at once.
const SETTLING_LOOKS: u32 = 3;
const SETTLING: Duration = Duration::from_micros(50);

/// A program that may owe an answer.
#[derive(Debug)]
pub(super) struct TimedProgram {
    pub(super) run: Run,
    pub(super) seat: Seat,
    /// Measures the program; `None` if that is not possible, or has not been tried yet.
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
    /// When it was asked by the clock, later by the time for which this thread was stopped meanwhile.
    pub(super) since: Instant,
    /// How much later this thread had asked it.
    pub(super) late: Duration,
    /// The program's processor time by then.
    pub(super) before: ProcessorTime,
    /// For how long the clock had stood still by then, in all and for waits of programs.
    pub(super) stood_still_before: StoodStill,
    /// The time for which this thread has waited for a processor between the last two times that
    /// it read what programs have printed.
    pub(super) read_waits: Duration,
    /// And since then.
    pub(super) unread_waits: Duration,
    /// Whether its seat was asked; else the match had not begun, or was over.
    pub(super) is_asked: bool,
    /// The measurements since the deadline has passed, if it has.
    pub(super) past_deadline: Option<PastDeadline>,
    /// The last measurement before the deadline had passed, and when it was made.
    pub(super) last_look: Option<(Instant, ProcessorTime)>,
}

/// The time for which the clock of a match has stood still.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StoodStill {
    /// For any reason.
    pub(super) total: Duration,
    /// The part of it that is due to waits of programs.
    pub(super) credited: Duration,
}

/// The measurements of a program since the deadline has passed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PastDeadline {
    /// When it was first measured.
    first_look: Instant,
    /// When its processor time was last seen to increase; at first, the time of the first
    /// measurement.
    last_gain: Instant,
    /// Its processor time then.
    had: ProcessorTime,
    /// Whether it was asleep when it was last measured, and what it has printed was read since then.
    is_asleep: bool,
    pub(super) was_read: bool,
}

/// The known waits of a program.
#[derive(Debug)]
pub(super) struct KnownWaits {
    /// For how long the clock should have stood still for it since the question.
    pub(super) standstill: Duration,
    /// The moment until which they are all known; `None` if that may be too early.
    pub(super) complete_until: Option<Instant>,
}

impl TimedProgram {
    /// A program that owes no answer yet.
    pub(super) fn new(run: Run, seat: Seat) -> Self {
        Self { run, seat, meter: None, has_owed: false, was_slow: true, owing: None }
    }

    /// Notes that it owes an answer since `since`, when the clock had stood still for
    /// `stood_still_before`; by the clock it was asked earlier than this, as the question was
    /// `late`. It is measured closely if its limit is short or it is slow.
    pub(super) fn start_owing(
        &mut self,
        since: Instant,
        late: Duration,
        stood_still_before: StoodStill,
        is_asked: bool,
        has_short_limit: bool,
        find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>,
    ) {
        // The processor time since its start belongs to its first question.
        let before = match std::mem::replace(&mut self.has_owed, true) {
            true => {
                let closely = has_short_limit || self.was_slow;
                self.open_meter(find_meter).and_then(|meter| meter.read_start(closely))
            }
            false => None,
        };
        let before = before.unwrap_or_default();
        let since = since.checked_sub(late).unwrap_or(since);
        let (read_waits, unread_waits, past_deadline, last_look) = Default::default();
        self.owing = Some(Owing {
            since,
            late,
            before,
            stood_still_before,
            read_waits,
            unread_waits,
            is_asked,
            past_deadline,
            last_look,
        });
    }

    /// Notes that it has answered, at least in part.
    pub(super) fn end_owing(&mut self) {
        if let Some(owing) = self.owing.take() {
            self.was_slow = owing.since.elapsed() >= SLOW_ANSWER;
        }
    }

    /// Measures it, if it has been computing for long without a measurement.
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
    /// or the deadline seems to have passed. The clock has stood still for `stood_still`.
    pub(super) fn find_waits(
        &mut self,
        now: Instant,
        has_answered: bool,
        stood_still: StoodStill,
        find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>,
    ) -> Option<KnownWaits> {
        let read = if has_answered { self.read_settled(find_meter) } else { self.read(find_meter) };
        let can_be_read = self.meter.is_some();
        let owing = self.owing.as_mut()?;
        let is_awake = read.is_some_and(|read| owing.has_been_awake(read, has_answered));
        // How much a running program has worked is not known exactly.
        let only_works = is_awake && has_answered && read.is_some_and(|read| !read.is_runnable);
        let last_read = read.or(owing.last_look.map(|(_, read)| read));
        let standstill = owing.standstill(now, last_read, only_works, has_answered, stood_still, processors());
        let complete_until = match read {
            // It has just run: all its waits are over.
            Some(_) if has_answered => Some(now),
            Some(read) if is_awake => {
                let standstill = standstill.max(owing.stood_still_since(stood_still));
                Some(owing.find_worked_until(now, read, standstill))
            }
            Some(read) => owing.find_complete_until(now, read),
            // It has ended. Its output is about to be read, if it has not been.
            None if can_be_read && (has_answered || owing.past_deadline.is_none()) => {
                owing.note_past_deadline(now, ProcessorTime::default());
                None
            }
            None => Some(now),
        };
        Some(KnownWaits { standstill, complete_until })
    }

    /// Its processor time after its answer: if it has not slept since the question, when it sleeps,
    /// but it is not waited for.
    fn read_settled(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<ProcessorTime> {
        let mut read = self.read(find_meter);
        for _ in 0..SETTLING_LOOKS {
            let is_settled = |read: ProcessorTime| {
                !read.is_runnable || self.owing.as_ref().is_none_or(|owing| !owing.has_been_awake(read, true))
            };
            if read.is_none_or(is_settled) {
                break;
            }
            thread::sleep(SETTLING);
            read = self.read(find_meter);
        }
        read
    }

    fn open_meter(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<&mut ProgramMeter> {
        if self.meter.is_none() {
            self.meter = find_meter(self.run);
        }
        self.meter.as_mut()
    }

    /// Its processor time; `None` if that is not known, or no longer.
    fn read(&mut self, find_meter: &mut impl FnMut(Run) -> Option<ProgramMeter>) -> Option<ProcessorTime> {
        let read = self.open_meter(find_meter).and_then(ProgramMeter::read);
        read.or_else(|| {
            let had = find_meter(self.run)?.read()?;
            Some(self.meter.as_mut().map_or(had, |meter| meter.read_end(had)))
        })
    }
}

impl Owing {
    /// Whether it has owed the answer for too short a time to be measured.
    pub(super) fn is_negligible(&self, now: Instant) -> bool {
        now.duration_since(self.since) < NEGLIGIBLE
    }

    /// Whether its only thread has not slept since the question. It sleeps when it has answered;
    /// one that sleeps and has not answered may have slept all the time.
    pub(super) fn has_been_awake(&self, read: ProcessorTime, has_answered: bool) -> bool {
        let sleeps = self.before.sleeps.zip(read.sleeps).map(|(before, now)| now.saturating_sub(before));
        if read.is_runnable { sleeps == Some(0) } else { has_answered && sleeps == Some(1) }
    }

    /// The time for which the clock has stood still since the question.
    pub(super) fn stood_still_since(&self, stood_still: StoodStill) -> Duration {
        stood_still.total.saturating_sub(self.stood_still_before.total)
    }

    /// The time for which the clock should have stood still since the question, for any reason; it
    /// has for `stood_still`. A program that has answered has waited for this thread, too. Whatever
    /// the reasons, all processors together could have done its work in the rest of the time; the
    /// rest is its work if it `only_works`.
    pub(super) fn standstill(
        &self,
        now: Instant,
        read: Option<ProcessorTime>,
        only_works: bool,
        has_answered: bool,
        stood_still: StoodStill,
        processors: u32,
    ) -> Duration {
        let read = read.unwrap_or(self.before);
        let elapsed = now.duration_since(self.since);
        let worked = read.worked.saturating_sub(self.before.worked);
        if only_works {
            return elapsed.saturating_sub(worked);
        }
        let credited = stood_still.credited.saturating_sub(self.stood_still_before.credited);
        let for_others = self.stood_still_since(stood_still).saturating_sub(credited);
        let unread = if has_answered { self.read_waits + self.unread_waits } else { Duration::ZERO };
        let waited = read.waited.saturating_sub(self.before.waited) + self.late + for_others + unread;
        waited.min(elapsed.saturating_sub(worked / processors))
    }

    /// The moment until which all waits of a program that has been awake are known, with this
    /// standstill: it has waited whenever it has not worked, and may have done more work than the
    /// system knows while it runs.
    pub(super) fn find_worked_until(&mut self, now: Instant, read: ProcessorTime, standstill: Duration) -> Instant {
        let first_look = self.note_past_deadline(now, read).first_look;
        if now.duration_since(first_look) > HELD_MAX {
            return now;
        }
        let worked = read.worked.saturating_sub(self.before.worked);
        now.min(self.since + standstill + worked)
    }

    /// The moment until which all its waits are known, although the deadline seems to have passed;
    /// `None` if that is before now and may be too early. The waits of a runnable thread are known
    /// when its processor time has increased: it has a processor, or has had one. A sleeping thread
    /// may just have answered: then the answer is about to be read.
    pub(super) fn find_complete_until(&mut self, now: Instant, read: ProcessorTime) -> Option<Instant> {
        let seen = *self.note_past_deadline(now, read);
        let is_asleep = !read.is_runnable;
        self.past_deadline = Some(PastDeadline { is_asleep, was_read: false, ..seen });
        if is_asleep {
            return (seen.is_asleep && seen.was_read).then_some(now);
        }
        if (seen.had.worked, seen.had.waited) != (read.worked, read.waited) {
            self.past_deadline = Some(PastDeadline { last_gain: now, had: read, is_asleep, was_read: false, ..seen });
            return Some(seen.last_gain);
        }
        (now.duration_since(seen.first_look) > HELD_MAX).then_some(now)
    }

    /// The measurements since the deadline has passed; this one is the first if there was no other.
    fn note_past_deadline(&mut self, now: Instant, had: ProcessorTime) -> &PastDeadline {
        self.past_deadline.get_or_insert(PastDeadline {
            first_look: now,
            last_gain: now,
            had,
            is_asleep: false,
            was_read: false,
        })
    }
}
