//! Measures how long modules work, for benches: the rest of a match's time is that of the host, the
//! referee and the game.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// How long modules have worked on this thread, and how often; `None` outside measurements.
    static MEASURED: Cell<Option<ModuleTime>> = const { Cell::new(None) };
}

/// How long modules have worked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModuleTime {
    /// The time of all their slices, including suspending and resuming, and the calls that they
    /// made.
    pub worked: Duration,
    /// The number of slices.
    pub slices: u32,
}

/// Runs `work` on this thread, and measures how long modules work meanwhile. The clock is read
/// twice for each slice.
pub fn measure_modules<T>(work: impl FnOnce() -> T) -> (T, ModuleTime) {
    let before = MEASURED.replace(Some(ModuleTime::default()));
    let done = work();
    (done, MEASURED.replace(before).unwrap_or_default())
}

/// Runs a slice of a module, and counts it during a measurement.
pub(super) fn count_slice<T>(slice: impl FnOnce() -> T) -> T {
    let Some(ModuleTime { worked, slices }) = MEASURED.get() else { return slice() };
    let start = Instant::now();
    let done = slice();
    MEASURED.set(Some(ModuleTime { worked: worked + start.elapsed(), slices: slices + 1 }));
    done
}
