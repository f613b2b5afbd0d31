//! Which cases run at the same time: one in Chromium beside one in Firefox, and those that measure time by themselves, after all
//! others. Two cases of one shared browser never do: only one tab of it is in front.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::case::BrowserInstance;
use crate::kind::Kind;

/// Lets cases in, each in its own thread.
#[derive(Default)]
pub(crate) struct CaseScheduler {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many cases wait for their browser.
    waiting: usize,
    /// The browsers in which a case runs.
    busy: Vec<Kind>,
    /// Whether a case runs by itself.
    alone: bool,
}

/// Held by a case while it runs.
pub(crate) struct Permit<'a> {
    scheduler: &'a CaseScheduler,
    /// The browser beside which others may run; `None` if it is alone.
    kind: Option<Kind>,
}

impl CaseScheduler {
    /// Waits until such a case may run.
    pub(crate) fn admit(&self, kind: Kind, process: BrowserInstance) -> Permit<'_> {
        match process {
            BrowserInstance::Shared | BrowserInstance::Own | BrowserInstance::OwnWithoutJspi => self.admit_beside(kind),
            BrowserInstance::OwnAlone => self.admit_alone(),
        }
    }

    fn admit_beside(&self, kind: Kind) -> Permit<'_> {
        let mut state = self.lock();
        state.waiting += 1;
        let mut state = self.wait_while(state, |state| state.alone || state.busy.contains(&kind));
        state.waiting -= 1;
        state.busy.push(kind);
        Permit { scheduler: self, kind: Some(kind) }
    }

    fn admit_alone(&self) -> Permit<'_> {
        let holds = |state: &State| state.alone || state.waiting > 0 || !state.busy.is_empty();
        self.wait_while(self.lock(), holds).alone = true;
        Permit { scheduler: self, kind: None }
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
        match self.kind {
            Some(kind) => state.busy.retain(|&busy| busy != kind),
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
        let scheduler = CaseScheduler::default();
        let order = Mutex::new(Vec::new());
        let run = &|name: &'static str, kind, process| {
            let _permit = scheduler.admit(kind, process);
            order.lock().unwrap().push(name);
        };
        let chromium = scheduler.admit(Kind::Chromium, BrowserInstance::Shared);
        let firefox = scheduler.admit(Kind::Firefox, BrowserInstance::Shared);
        thread::scope(|scope| {
            let (sender, came) = mpsc::channel();
            let second = move || {
                run("second", Kind::Chromium, BrowserInstance::Own);
                sender.send(()).unwrap();
            };
            scope.spawn(|| run("alone", Kind::Chromium, BrowserInstance::OwnAlone));
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
