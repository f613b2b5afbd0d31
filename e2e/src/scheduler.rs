//! Which cases run at the same time: one in each shared browser, since only one tab of it is in front, and one in a browser of
//! its own. Those that measure time run by themselves, after all others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::case::Process;
use crate::kind::Kind;

/// Lets cases in, each in its own thread.
#[derive(Default)]
pub(crate) struct Scheduler {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many cases wait for their lane.
    waiting: usize,
    /// The lanes in which a case runs.
    busy: Vec<Lane>,
    /// Whether a case runs by itself.
    alone: bool,
}

/// One case at a time runs in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    Shared(Kind),
    Own,
}

/// Held by a case while it runs.
pub(crate) struct Permit<'a> {
    scheduler: &'a Scheduler,
    /// The lane beside which others may run; `None` if it is alone.
    lane: Option<Lane>,
}

impl Scheduler {
    /// Waits until such a case may run.
    pub(crate) fn admit(&self, kind: Kind, process: Process) -> Permit<'_> {
        match process {
            Process::Shared => self.admit_to(Lane::Shared(kind)),
            Process::Own | Process::OwnWithoutJspi => self.admit_to(Lane::Own),
            Process::OwnAlone => self.admit_alone(),
        }
    }

    fn admit_to(&self, lane: Lane) -> Permit<'_> {
        let mut state = self.lock();
        state.waiting += 1;
        let mut state = self.wait_while(state, |state| state.alone || state.busy.contains(&lane));
        state.waiting -= 1;
        state.busy.push(lane);
        Permit { scheduler: self, lane: Some(lane) }
    }

    fn admit_alone(&self) -> Permit<'_> {
        let holds = |state: &State| state.alone || state.waiting > 0 || !state.busy.is_empty();
        self.wait_while(self.lock(), holds).alone = true;
        Permit { scheduler: self, lane: None }
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
        match self.lane {
            Some(lane) => state.busy.retain(|&busy| busy != lane),
            None => state.alone = false,
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
    fn browsers_run_side_by_side_and_measurements_last() {
        let scheduler = Scheduler::default();
        let order = Mutex::new(Vec::new());
        let run = &|name: &'static str, kind, process| {
            let _permit = scheduler.admit(kind, process);
            order.lock().unwrap().push(name);
        };
        let chromium = scheduler.admit(Kind::Chromium, Process::Shared);
        let firefox = scheduler.admit(Kind::Firefox, Process::Shared);
        drop(scheduler.admit(Kind::Chromium, Process::Own));
        thread::scope(|scope| {
            let (sender, came) = mpsc::channel();
            let second = move || {
                run("second", Kind::Chromium, Process::Shared);
                sender.send(()).unwrap();
            };
            scope.spawn(|| run("alone", Kind::Chromium, Process::OwnAlone));
            scope.spawn(second);
            while scheduler.lock().waiting == 0 {
                thread::yield_now();
            }
            drop(chromium);
            came.recv().unwrap();
            assert_eq!(*order.lock().unwrap(), ["second"], "Firefox is still busy");
            drop(firefox);
        });
        assert_eq!(*order.lock().unwrap(), ["second", "alone"]);
    }
}
