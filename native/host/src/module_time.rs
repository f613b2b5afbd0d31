//! How long modules work, for benches: the rest of a match's time is the host's, the referee's and
//! the game's.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// How long modules have worked on this thread, and how often; `None` while nobody measures.
    static MEASURED: Cell<Option<ModuleTime>> = const { Cell::new(None) };
}

/// How long modules have worked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModuleTime {
    /// All their slices, with what suspending and resuming them takes and with the calls that they
    /// made.
    pub worked: Duration,
    /// How many slices that were.
    pub slices: u32,
}

/// Does something on this thread, and measures how long modules work meanwhile. The clock is read
/// twice for each slice.
pub fn measure_modules<T>(work: impl FnOnce() -> T) -> (T, ModuleTime) {
    let before = MEASURED.replace(Some(ModuleTime::default()));
    let done = work();
    (done, MEASURED.replace(before).unwrap_or_default())
}

/// Lets a module work for a slice, and counts that if somebody measures.
pub(super) fn count_slice<T>(slice: impl FnOnce() -> T) -> T {
    let Some(ModuleTime { worked, slices }) = MEASURED.get() else { return slice() };
    let start = Instant::now();
    let done = slice();
    MEASURED.set(Some(ModuleTime { worked: worked + start.elapsed(), slices: slices + 1 }));
    done
}
