//! Counts viewers. They are counted on the server's thread, and other threads wait for changes.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use botyard_host::Interrupt;

/// How often waiting threads check the interrupt.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// A page that is being reloaded is disconnected for up to this long.
const RELOAD: Duration = Duration::from_secs(3);

/// The viewers of a match, or the pages of a server.
#[derive(Default)]
pub(super) struct Viewers {
    viewers: Mutex<ViewerCount>,
    changed: Condvar,
}

#[derive(Default)]
struct ViewerCount {
    count: usize,
    /// Since when there have been no viewers, if there ever was one.
    alone: Option<Instant>,
}

/// One viewer, until it is dropped.
pub(super) struct Viewer(Arc<Viewers>);

impl Viewers {
    /// Adds a viewer.
    pub(super) fn add(self: &Arc<Self>) -> Viewer {
        self.change(|viewers| {
            viewers.count += 1;
            viewers.alone = None;
        });
        Viewer(Arc::clone(self))
    }

    /// The number of viewers.
    pub(super) fn count(&self) -> usize {
        self.viewers().count
    }

    /// Whether all viewers have been gone for longer than a reload takes.
    pub(super) fn has_left(&self) -> bool {
        self.viewers().alone.is_some_and(|since| since.elapsed() >= RELOAD)
    }

    /// Waits for the first viewer; `false` if it was interrupted.
    pub(super) fn wait(&self, interrupt: &Interrupt) -> bool {
        self.wait_until(interrupt, |viewers| viewers.count > 0 || viewers.alone.is_some())
    }

    /// Waits until all viewers have left; `false` if it was interrupted.
    pub(super) fn wait_alone(&self, interrupt: &Interrupt) -> bool {
        self.wait_until(interrupt, |viewers| {
            viewers.count == 0 && viewers.alone.is_none_or(|since| since.elapsed() >= RELOAD)
        })
    }

    /// Waits until there are no viewers, but not longer than this.
    pub(super) fn wait_empty(&self, patience: Duration) {
        let viewers = self.viewers();
        drop(self.changed.wait_timeout_while(viewers, patience, |viewers| viewers.count > 0));
    }

    fn wait_until(&self, interrupt: &Interrupt, is_so: impl Fn(&ViewerCount) -> bool) -> bool {
        let mut viewers = self.viewers();
        while !is_so(&viewers) {
            if interrupt.is_raised() {
                return false;
            }
            viewers = self.changed.wait_timeout(viewers, CHECK_INTERVAL).expect("nobody panics while counting").0;
        }
        true
    }

    fn change(&self, change: impl FnOnce(&mut ViewerCount)) {
        change(&mut self.viewers());
        self.changed.notify_all();
    }

    fn viewers(&self) -> MutexGuard<'_, ViewerCount> {
        self.viewers.lock().expect("nobody panics while counting")
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.0.change(|viewers| {
            viewers.count -= 1;
            viewers.alone = (viewers.count == 0).then(Instant::now);
        });
    }
}
