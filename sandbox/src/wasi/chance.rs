//! Inputs that an ordinary system takes from outside, derived from a run's origin: random bytes and
//! the clocks' starts. Knows no host's entropy and no host's clock.

use std::cell::OnceCell;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::budget::Budget;
use crate::meter::Speed;

use super::abi::Errno;
use super::memory::{Memory, check};

/// Where a run's randomness and its clocks' starts come from. Two runs with the same origin and
/// the same input are the same run; a fresh run in each turn has its own number, so that it does
/// not play the same chances for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The match's seed.
    pub seed: u64,
    /// The seat the bot plays.
    pub seat: u32,
    /// The number of the run within the match.
    pub run: u32,
    /// How fast its processor is.
    pub speed: Speed,
}

impl Origin {
    /// Each `purpose` has its own generator, so that no generator reveals another's numbers.
    fn generator(self, purpose: &[u8; 16]) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..12].copy_from_slice(&self.seat.to_le_bytes());
        key[12..16].copy_from_slice(&self.run.to_le_bytes());
        key[16..].copy_from_slice(purpose);
        ChaCha8Rng::from_seed(key)
    }
}

/// `random_get`'s bytes.
#[derive(Debug)]
pub(super) struct Random {
    origin: Origin,
    /// Created at its first use: most runs need no randomness, and all are started.
    generator: Option<Box<ChaCha8Rng>>,
}

impl Random {
    pub fn new(origin: Origin) -> Random {
        Random { origin, generator: None }
    }

    /// Fills `len` bytes at `at`; a part at a time, since a module may ask for all its memory.
    pub fn fill(&mut self, memory: &mut impl Memory, at: u32, len: u32) -> Result<u64, Errno> {
        check(memory, at, u64::from(len))?;
        let origin = self.origin;
        let generator = self.generator.get_or_insert_with(|| Box::new(origin.generator(b"botyard-random-1")));
        let mut part = [0; 256];
        let mut done = 0;
        while done < len {
            let now = (len - done).min(part.len() as u32);
            let part = &mut part[..now as usize];
            generator.fill_bytes(part);
            memory.write(at + done, part)?;
            done += now;
        }
        Ok(u64::from(len))
    }
}

/// The clocks a module can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// The time of day.
    Realtime,
    /// Time since some moment.
    Monotonic,
    /// The time that the run has spent.
    CpuTime,
}

impl Clock {
    /// The clock that preview1 numbers `id`.
    pub fn numbered(id: u32) -> Result<Clock, Errno> {
        match id {
            0 => Ok(Clock::Realtime),
            1 => Ok(Clock::Monotonic),
            2 | 3 => Ok(Clock::CpuTime),
            _ => Err(Errno::Inval),
        }
    }
}

/// The clocks of a run.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    origin: Origin,
    /// Drawn when a clock is read: most runs read none, and all are started.
    starts: OnceCell<ClockStarts>,
}

/// Where a run's clocks stood at its start.
#[derive(Clone, Copy, Debug)]
struct ClockStarts {
    realtime: u64,
    monotonic: u64,
}

impl ClockStarts {
    fn draw(origin: Origin) -> ClockStarts {
        let mut chance = origin.generator(b"botyard-clock-v1");
        let (realtime, monotonic) = (Y2025 + chance.next_u64() % YEAR, HOUR + chance.next_u64() % HOUR);
        ClockStarts { realtime, monotonic }
    }
}

impl Clocks {
    pub fn new(origin: Origin) -> Clocks {
        Clocks { origin, starts: OnceCell::new() }
    }

    /// How fast the processor is that they go by.
    pub fn speed(&self) -> Speed {
        self.origin.speed
    }

    /// The time of `clock` in nanoseconds when the run has spent `spent`.
    pub fn read(&self, clock: Clock, spent: Budget) -> u64 {
        let starts = || self.starts.get_or_init(|| ClockStarts::draw(self.origin));
        let start = match clock {
            Clock::Realtime => starts().realtime,
            Clock::Monotonic => starts().monotonic,
            Clock::CpuTime => 0,
        };
        start.saturating_add(spent.0)
    }
}

const SECOND: u64 = 1_000_000_000;
const HOUR: u64 = 3_600 * SECOND;
const YEAR: u64 = 365 * 24 * HOUR;
/// 2025-01-01T00:00:00Z: a plausible date, so that programs that check theirs are content.
const Y2025: u64 = 1_735_689_600 * SECOND;
