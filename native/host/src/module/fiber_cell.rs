//! The part of a run that a module's fiber and the match loop share.
//!
//! While the fiber is polled, the cell is its thread's: a lock for each call would cost more than
//! most calls do.

use std::cell::Cell;
use std::time::Duration;

use botyard_driver::{RecordedRun, RunPause};
use botyard_sandbox::{Budget, Meter, Process, Refill};

use crate::platform::module_time;

thread_local! {
    /// The cell of the run whose fiber this thread runs.
    static RUNNING: Cell<Option<Box<FiberCell>>> = const { Cell::new(None) };
}

/// The state that the match loop and the module share.
pub(super) struct FiberCell {
    pub(super) process: Process,
    pub(super) meter: Meter,
    pub(super) spent: Budget,
    /// The value of [`module_time`] when the run was started, if it is timed by the wall clock.
    wall_start: Option<Duration>,
    /// Why the fiber is suspending.
    pub(super) pause: Option<RunPause>,
    /// Records the run, if it is in a recording form.
    pub(super) recorder: Option<RecordedRun>,
}

impl FiberCell {
    /// The cell of a run that has not begun.
    pub(super) fn boxed(process: Process) -> Box<Self> {
        let (meter, spent, wall_start, pause, recorder) = Default::default();
        Box::new(Self { process, meter, spent, wall_start, pause, recorder })
    }

    /// Resets the cell after the run before, if there was one.
    pub(super) fn begin(&mut self) {
        (self.spent, self.wall_start, self.pause) = Default::default();
    }

    /// Makes its clocks show wall-clock time from now on, by which it is also judged.
    pub(super) fn show_wall_clock(&mut self) {
        self.wall_start = Some(module_time());
    }

    /// The time that its clocks show when it makes a call: its virtual time; or, on the wall clock,
    /// the time since its start, plus its sleeps, which take no real time.
    pub(super) fn counted_time(&self) -> Budget {
        match self.wall_start {
            Some(start) => Budget::from(module_time().saturating_sub(start)) + self.process.slept(),
            None => self.spent,
        }
    }

    /// Tells the recorder what the run has done when it is suspended, if it is recorded.
    pub(super) fn note_work(&mut self, counter: i64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note_work(self.meter.work(counter));
        }
    }

    /// Requests the next slice, and notes why the fiber will suspend.
    pub(super) fn refill(&mut self, counter: i64) -> Refill {
        // Before the meter grants more.
        self.note_work(counter);
        let refill = self.meter.refill(counter);
        self.spent = self.meter.spent(counter);
        if refill == Refill::Exhausted {
            self.pause = Some(RunPause::Exhausted);
        }
        refill
    }
}

/// Runs `work` with the cell as that of the run whose fiber this thread polls.
pub(super) fn run_with_cell<T>(cell: &mut Option<Box<FiberCell>>, work: impl FnOnce() -> T) -> T {
    RUNNING.set(cell.take());
    let done = work();
    *cell = RUNNING.take();
    done
}

/// Gives `look` the cell of the run that this thread polls, from within it.
pub(super) fn with_cell<T>(look: impl FnOnce(&mut FiberCell) -> T) -> T {
    let mut cell = RUNNING.take().expect("a module calls only while its fiber is polled");
    let seen = look(&mut cell);
    RUNNING.set(Some(cell));
    seen
}

#[cfg(test)]
mod tests {
    use botyard_sandbox::Origin;

    use super::*;

    #[test]
    fn clocks_show_what_is_counted() {
        let process = Process::new(Origin::default(), &["bot"], &[]);
        let mut cell = FiberCell {
            meter: Meter::default(),
            process,
            spent: Budget(7),
            wall_start: None,
            pause: None,
            recorder: None,
        };
        assert_eq!(cell.counted_time(), Budget(7));
        let start = module_time();
        (cell.wall_start, cell.spent) = (Some(start), Budget::ZERO);
        let end = start + Duration::from_millis(1);
        while module_time() < end {}
        assert!(cell.counted_time() >= Budget::from_millis(1), "{:?}", cell.counted_time());
    }
}
