//! The real-time limit of a run whose virtual time does not account for its work. Knows no clock: a
//! host reports the times.

use std::time::Duration;

use crate::budget::Budget;

/// Holds a run's time on the clock against its work. Prices keep the two within a factor of five
/// for ordinary programs. Loads that miss every cache take 20 times as long as they pay, and a busy
/// machine stretches that; far beyond it, the host cannot be trusted to play this match at all.
///
/// ```
/// use std::time::Duration;
/// use botyard_sandbox::{Backstop, Budget};
///
/// let mut backstop = Backstop::default();
/// let slices = std::iter::repeat_with(|| backstop.is_hit(Duration::from_millis(900), Budget::from_millis(10)));
/// assert_eq!(slices.take_while(|hit| !hit).count(), 33);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backstop {
    factor: u32,
    worked: Duration,
    work: Budget,
}

impl Backstop {
    /// How much longer than its work a run may take on the clock.
    pub const FACTOR: u32 = 60;
    /// The time that a run may take besides, however little work it has done.
    pub const GRACE: Duration = Duration::from_secs(10);
    /// The most that counts of one slice: a computer that was asleep has not worked.
    const SLICE: Duration = Duration::from_secs(2);

    /// A backstop for a host that executes modules this many times more slowly than others do.
    pub fn for_slower(times: u32) -> Backstop {
        Backstop { factor: Self::FACTOR * times, ..Backstop::default() }
    }

    /// Notes a slice: its time on the clock, and its work at published prices. Returns whether all
    /// slices together have taken too long.
    pub fn is_hit(&mut self, took: Duration, work: Budget) -> bool {
        self.worked += took.min(Self::SLICE);
        self.work += work;
        self.worked > Self::GRACE + Duration::from(self.work).saturating_mul(self.factor)
    }

    /// How long the run has worked on the clock, as far as that was noted.
    pub fn worked(&self) -> Duration {
        self.worked
    }
}

impl Default for Backstop {
    fn default() -> Backstop {
        Backstop { factor: Self::FACTOR, worked: Duration::ZERO, work: Budget::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLICE: Budget = Budget::from_millis(10);

    /// After how many slices that took this long it is hit, if it is within a million.
    fn hit_after(mut backstop: Backstop, millis: u64) -> Option<usize> {
        (1..1_000_000).find(|_| backstop.is_hit(Duration::from_millis(millis), SLICE))
    }

    #[test]
    fn a_slow_machine_is_none_that_cannot_be_trusted() {
        assert_eq!(hit_after(Backstop::default(), 600), None, "sixty times as slow as it should be");
        assert_eq!(hit_after(Backstop::default(), 700), Some(101));
        assert_eq!(hit_after(Backstop::for_slower(50), 5_000), None);
    }

    #[test]
    fn a_computer_that_slept_has_not_worked() {
        let mut backstop = Backstop::default();
        assert!(!backstop.is_hit(Duration::from_secs(8 * 3_600), SLICE));
        assert_eq!(backstop.worked(), Duration::from_secs(2));
    }
}
