//! Which cases run at the same time: as many as [`AT_ONCE`], and those that measure time by themselves, after all others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::case::BrowserInstance;

/// How many cases run at the same time. A case waits more than it computes, but the page must stay as quick as its visitors know
/// it.
const AT_ONCE: usize = 2;

/// Lets cases in, each in its own thread.
#[derive(Default)]
pub(crate) struct CaseScheduler {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many cases wait that may run beside others.
    waiting: usize,
    /// How many cases run beside each other.
    running: usize,
    /// Whether a case runs by itself.
    alone: bool,
}

/// Held by a case while it runs.
pub(crate) struct Permit<'a> {
    scheduler: &'a CaseScheduler,
    is_alone: bool,
}

impl CaseScheduler {
    /// Waits until such a case may run.
    pub(crate) fn admit(&self, process: BrowserInstance) -> Permit<'_> {
        match process {
            BrowserInstance::Shared
            | BrowserInstance::SharedChromium
            | BrowserInstance::Own
            | BrowserInstance::OwnWithoutJspi => self.admit_beside(),
            BrowserInstance::OwnAlone => self.admit_alone(),
        }
    }

    fn admit_beside(&self) -> Permit<'_> {
        let mut state = self.lock();
        state.waiting += 1;
        let mut state = self.wait_while(state, |state| state.alone || state.running >= AT_ONCE);
        state.waiting -= 1;
        state.running += 1;
        Permit { scheduler: self, is_alone: false }
    }

    fn admit_alone(&self) -> Permit<'_> {
        let holds = |state: &State| state.alone || state.waiting > 0 || state.running > 0;
        self.wait_while(self.lock(), holds).alone = true;
        Permit { scheduler: self, is_alone: true }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while<'a>(&self, state: MutexGuard<'a, State>, holds: impl Fn(&State) -> bool) -> MutexGuard<'a, State> {
        self.changed.wait_while(state, |state| holds(state)).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.scheduler.lock();
        match self.is_alone {
            true => state.alone = false,
            false => state.running -= 1,
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

    #[test]
    fn two_cases_run_side_by_side_and_measurements_last() {
        let scheduler = CaseScheduler::default();
        let order = Mutex::new(Vec::new());
        let run = &|name: &'static str, process| {
            let _permit = scheduler.admit(process);
            order.lock().unwrap().push(name);
        };
        let first = scheduler.admit(BrowserInstance::Shared);
        let beside = scheduler.admit(BrowserInstance::Own);
        thread::scope(|scope| {
            let (sender, came) = mpsc::channel();
            let third = move || {
                run("third", BrowserInstance::Shared);
                sender.send(()).unwrap();
            };
            scope.spawn(|| run("alone", BrowserInstance::OwnAlone));
            scope.spawn(third);
            while scheduler.lock().waiting == 0 {
                thread::yield_now();
            }
            assert!(order.lock().unwrap().is_empty(), "two cases are running");
            drop(first);
            came.recv().unwrap();
            assert_eq!(*order.lock().unwrap(), ["third"], "one case is still running");
            drop(beside);
        });
        assert_eq!(*order.lock().unwrap(), ["third", "alone"]);
    }
}
