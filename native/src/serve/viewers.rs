//! How many watch. Counted on the server's thread, waited for on others.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::host::Interrupt;

/// How often somebody who waits looks at the switch that ends it all.
pub(super) const GLANCE: Duration = Duration::from_millis(50);
/// A page that is loaded again is gone for a moment.
const RELOAD: Duration = Duration::from_secs(3);

/// Those who watch something.
#[derive(Default)]
pub(super) struct Viewers {
    crowd: Mutex<ViewerCount>,
    changed: Condvar,
}

#[derive(Default)]
struct ViewerCount {
    count: usize,
    /// Since when there has been nobody, if there ever was somebody.
    alone: Option<Instant>,
}

/// One who watches, until it is dropped.
pub(super) struct Viewer(Arc<Viewers>);

impl Viewers {
    /// One more.
    pub(super) fn add(self: &Arc<Self>) -> Viewer {
        self.change(|crowd| {
            crowd.count += 1;
            crowd.alone = None;
        });
        Viewer(Arc::clone(self))
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.crowd().count
    }

    /// Whether all who were there have been gone for longer than a page takes to load again.
    pub(super) fn has_left(&self) -> bool {
        self.crowd().alone.is_some_and(|since| since.elapsed() >= RELOAD)
    }

    /// Waits until somebody has come; `false` if it was interrupted.
    pub(super) fn wait(&self, interrupt: &Interrupt) -> bool {
        self.wait_until(interrupt, |crowd| crowd.count > 0 || crowd.alone.is_some())
    }

    /// Waits until nobody is there any more.
    pub(super) fn wait_alone(&self, interrupt: &Interrupt) -> bool {
        self.wait_until(interrupt, |crowd| {
            crowd.count == 0 && crowd.alone.is_none_or(|since| since.elapsed() >= RELOAD)
        })
    }

    /// Waits until nobody is there, but not longer than this.
    pub(super) fn wait_empty(&self, patience: Duration) {
        let crowd = self.crowd();
        drop(self.changed.wait_timeout_while(crowd, patience, |crowd| crowd.count > 0));
    }

    fn wait_until(&self, interrupt: &Interrupt, is_so: impl Fn(&ViewerCount) -> bool) -> bool {
        let mut crowd = self.crowd();
        while !is_so(&crowd) {
            if interrupt.is_raised() {
                return false;
            }
            crowd = self.changed.wait_timeout(crowd, GLANCE).expect("nobody panics while counting").0;
        }
        true
    }

    fn change(&self, change: impl FnOnce(&mut ViewerCount)) {
        change(&mut self.crowd());
        self.changed.notify_all();
    }

    fn crowd(&self) -> MutexGuard<'_, ViewerCount> {
        self.crowd.lock().expect("nobody panics while counting")
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.0.change(|crowd| {
            crowd.count -= 1;
            crowd.alone = (crowd.count == 0).then(Instant::now);
        });
    }
}
