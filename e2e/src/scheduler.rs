//! Decides which cases run at the same time: as many as there are processors, in the order of their
//! numbers; cases that measure time run alone, after all others.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::case::BrowserInstance;

/// With fewer, a processor would be idle while the only case waits; with more, the browsers would
/// need too much memory.
const AT_ONCE: RangeInclusive<usize> = 2..=8;

/// Admits cases, each in its own thread.
pub(crate) struct CaseScheduler {
    /// How many cases run at the same time.
    at_once: usize,
    state: Mutex<SchedulerState>,
    changed: Condvar,
}

#[derive(Default)]
struct SchedulerState {
    /// The numbers of the waiting cases that may run beside others.
    waiting: BTreeSet<usize>,
    /// How many cases run now, other than one that runs alone.
    running: usize,
    /// Whether a case runs alone.
    alone: bool,
}

/// Held by a case while it runs.
pub(crate) struct Permit<'a> {
    scheduler: &'a CaseScheduler,
    is_alone: bool,
}

impl CaseScheduler {
    /// Admits as many cases at the same time as there are processors. A case draws while it waits:
    /// twice as many took 1.3 times as long, and 1.25 times as much processor time (measured on
    /// two).
    pub(crate) fn of_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self::new(processors.clamp(*AT_ONCE.start(), *AT_ONCE.end()))
    }

    fn new(at_once: usize) -> Self {
        Self { at_once, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until this case may run. The waiting case with the smallest number comes first.
    pub(crate) fn admit(&self, number: usize, process: BrowserInstance) -> Permit<'_> {
        match process {
            BrowserInstance::Shared
            | BrowserInstance::SharedChromium
            | BrowserInstance::Own
            | BrowserInstance::OwnWithoutJspi => self.admit_beside(number),
            BrowserInstance::OwnAlone => self.admit_alone(),
        }
    }

    fn admit_beside(&self, number: usize) -> Permit<'_> {
        let mut state = self.lock();
        state.waiting.insert(number);
        let holds = |state: &SchedulerState| {
            state.alone || state.running >= self.at_once || state.waiting.first() != Some(&number)
        };
        let mut state = self.wait_while(state, holds);
        state.waiting.remove(&number);
        state.running += 1;
        drop(state);
        // There may be room for the next case, which waited for this one.
        self.changed.notify_all();
        Permit { scheduler: self, is_alone: false }
    }

    fn admit_alone(&self) -> Permit<'_> {
        let holds = |state: &SchedulerState| state.alone || !state.waiting.is_empty() || state.running > 0;
        self.wait_while(self.lock(), holds).alone = true;
        Permit { scheduler: self, is_alone: true }
    }

    fn lock(&self) -> MutexGuard<'_, SchedulerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while<'a>(
        &self,
        state: MutexGuard<'a, SchedulerState>,
        holds: impl Fn(&SchedulerState) -> bool,
    ) -> MutexGuard<'a, SchedulerState> {
        self.changed.wait_while(state, |state| holds(state)).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.scheduler.lock();
        if self.is_alone {
            state.alone = false
        } else {
            state.running -= 1
        }
        drop(state);
        self.scheduler.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    const CASES: usize = 4;

    #[test]
    fn cases_run_side_by_side_in_their_order_and_measurements_last() {
        let scheduler = CaseScheduler::new(CASES);
        let order = Mutex::new(Vec::new());
        let run = &|number, process| {
            let _permit = scheduler.admit(number, process);
            order.lock().unwrap().push(number);
        };
        let wait_for = |count| {
            while scheduler.lock().waiting.len() < count {
                thread::yield_now();
            }
        };
        let mut beside: Vec<_> = (0..CASES).map(|number| scheduler.admit(number, BrowserInstance::Own)).collect();
        thread::scope(|scope| {
            let (sender, came) = mpsc::channel();
            scope.spawn(|| run(90, BrowserInstance::OwnAlone));
            for (count, number) in [(1, 12), (2, 11)] {
                let sender = sender.clone();
                scope.spawn(move || {
                    run(number, BrowserInstance::Shared);
                    sender.send(()).unwrap();
                });
                wait_for(count);
            }
            assert!(order.lock().unwrap().is_empty(), "{CASES} cases are running");
            drop(beside.pop());
            came.recv().unwrap();
            came.recv().unwrap();
            assert_eq!(*order.lock().unwrap(), [11, 12], "other cases are still running");
            drop(beside);
        });
        assert_eq!(*order.lock().unwrap(), [11, 12, 90]);
    }
}
