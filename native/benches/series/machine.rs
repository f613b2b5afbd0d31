//! Queries this program's use of the system, and sets its processors. Knows no games.
//!
//! Other programs use the same processors: real time includes waiting for them; the processor time
//! of this program and its children does not.

use std::time::{Duration, Instant};

/// The time of a measured piece of work.
#[derive(Debug, Clone, Copy)]
pub struct Took {
    /// Real time.
    pub real: Duration,
    /// Of all processors, for this program and the programs that it has started and that have
    /// ended; zero where the system does not tell.
    pub processor: Duration,
}

/// Runs `work` and returns its times.
pub fn measure(work: impl FnOnce()) -> Took {
    let (start, before) = (Instant::now(), processor_time());
    work();
    Took { real: start.elapsed(), processor: processor_time().saturating_sub(before) }
}

#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let of = |who| {
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: the call writes a whole `rusage` there.
        let usage = unsafe {
            assert_eq!(libc::getrusage(who, usage.as_mut_ptr()), 0, "the system tells");
            usage.assume_init()
        };
        [usage.ru_utime, usage.ru_stime]
            .map(|time| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32))
            .into_iter()
            .sum::<Duration>()
    };
    of(libc::RUSAGE_SELF) + of(libc::RUSAGE_CHILDREN)
}

#[cfg(not(target_os = "linux"))]
fn processor_time() -> Duration {
    Duration::ZERO
}

/// Lets this thread, and all that is started by it, run on this many processors only, the first
/// ones. Elsewhere than on Linux it runs where it likes.
#[cfg(target_os = "linux")]
pub fn use_processors(count: usize) {
    // SAFETY: a set of processors is plain bits, and the call gets its size.
    unsafe {
        let mut set = std::mem::zeroed::<libc::cpu_set_t>();
        (0..count).for_each(|processor| libc::CPU_SET(processor, &mut set));
        assert_eq!(libc::sched_setaffinity(0, size_of_val(&set), &raw const set), 0, "there are {count} processors");
    }
}

#[cfg(not(target_os = "linux"))]
pub fn use_processors(_: usize) {}

/// The most memory that this program has held since the last call, in bytes; `None` where the
/// system does not tell.
pub fn take_peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    // Writing 5 resets the peak to the memory in use.
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
