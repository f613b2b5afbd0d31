//! A bot that computes before each of its moves for so many microseconds, and then plays always the same column: its role is both
//! numbers, as in `4000 4`. It measures them by the clock that a host charges it by, so that it needs what its role says on every
//! computer: what it waits for a processor is not among them.

use std::hint::black_box;
use std::io;
use std::time::Duration;

use botyard_bots::connect_four::Moderator;
use botyard_bots::hostile::role;

fn main() -> io::Result<()> {
    let role = role();
    let mut numbers = role.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
    let (time, column) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(4));
    let mut moderator = Moderator::meet_and_be_asked()?;
    loop {
        compute_for(Duration::from_micros(time));
        moderator.say(column)?;
        moderator.hear()?;
    }
}

fn compute_for(time: Duration) {
    let mut stopwatch = Stopwatch::start();
    while stopwatch.read() < time {
        // Some microseconds. The hint keeps the compiler from removing a loop without an effect.
        (0..5000_u32).for_each(|number| {
            black_box(number);
        });
    }
}

#[cfg(target_os = "linux")]
use processor_time::Stopwatch;

/// On Linux a program of one thread is charged its processor time.
#[cfg(target_os = "linux")]
mod processor_time {
    use std::ffi::{c_int, c_long};
    use std::time::Duration;

    /// The clock of this thread, the program's only one. That of the process is not always exact: it may
    /// advance by milliseconds at a time.
    const THREAD_CLOCK: c_int = 3;

    #[repr(C)]
    struct TimeSpec {
        seconds: c_long,
        nanoseconds: c_long,
    }

    unsafe extern "C" {
        /// Of the C library, which the standard library is linked with.
        fn clock_gettime(clock: c_int, time: *mut TimeSpec) -> c_int;
    }

    pub struct Stopwatch(Duration);

    impl Stopwatch {
        pub fn start() -> Self {
            Self(processor_time())
        }

        pub fn read(&mut self) -> Duration {
            processor_time().saturating_sub(self.0)
        }
    }

    fn processor_time() -> Duration {
        let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
        // SAFETY: the call only fills in the time.
        unsafe { clock_gettime(THREAD_CLOCK, &raw mut time) };
        let (seconds, nanoseconds) = (u64::try_from(time.seconds), u32::try_from(time.nanoseconds));
        Duration::new(seconds.unwrap_or_default(), nanoseconds.unwrap_or_default())
    }
}

#[cfg(not(target_os = "linux"))]
use clock::Stopwatch;

/// A module's clock shows what it is charged. Elsewhere a program has the clock on the wall alone.
#[cfg(not(target_os = "linux"))]
mod clock {
    use std::time::{Duration, Instant};

    /// A program looks at the clock every few microseconds; if more than this has passed, others had the processor.
    const LONGEST: Duration = if cfg!(target_family = "wasm") { Duration::MAX } else { Duration::from_micros(200) };

    pub struct Stopwatch {
        counted: Duration,
        last: Instant,
    }

    impl Stopwatch {
        pub fn start() -> Self {
            Self { counted: Duration::ZERO, last: Instant::now() }
        }

        pub fn read(&mut self) -> Duration {
            let now = Instant::now();
            self.counted += Some(now - self.last).filter(|&passed| passed < LONGEST).unwrap_or_default();
            self.last = now;
            self.counted
        }
    }
}
