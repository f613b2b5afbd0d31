//! Virtual time as a type. Knows nothing of real time: one unit is one nanosecond by decree.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// An amount of virtual time in nanoseconds. Arithmetic saturates: a budget never wraps.
///
/// ```
/// use botyard_sandbox::Budget;
/// use std::time::Duration;
///
/// let limit = Budget::from(Duration::from_secs(2));
/// assert_eq!(limit, Budget(2_000_000_000));
/// assert_eq!(Budget(5) - Budget(7), Budget::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Budget(pub u64);

impl Budget {
    /// No time at all.
    pub const ZERO: Budget = Budget(0);
    /// More time than any run can use (about 584 years).
    pub const MAX: Budget = Budget(u64::MAX);

    /// `millis` milliseconds of virtual time.
    pub const fn from_millis(millis: u64) -> Budget {
        Budget(millis.saturating_mul(1_000_000))
    }

    /// `self + other`, at most [`Budget::MAX`].
    #[must_use]
    pub const fn saturating_add(self, other: Budget) -> Budget {
        Budget(self.0.saturating_add(other.0))
    }

    /// `self - other`, at least [`Budget::ZERO`].
    #[must_use]
    pub const fn saturating_sub(self, other: Budget) -> Budget {
        Budget(self.0.saturating_sub(other.0))
    }
}

impl From<Duration> for Budget {
    fn from(time: Duration) -> Budget {
        Budget(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }
}

impl From<Budget> for Duration {
    fn from(budget: Budget) -> Duration {
        Duration::from_nanos(budget.0)
    }
}

impl Add for Budget {
    type Output = Budget;
    fn add(self, other: Budget) -> Budget {
        self.saturating_add(other)
    }
}

impl AddAssign for Budget {
    fn add_assign(&mut self, other: Budget) {
        *self = *self + other;
    }
}

impl Sub for Budget {
    type Output = Budget;
    fn sub(self, other: Budget) -> Budget {
        self.saturating_sub(other)
    }
}

impl Sum for Budget {
    fn sum<I: Iterator<Item = Budget>>(budgets: I) -> Budget {
        budgets.fold(Budget::ZERO, Budget::saturating_add)
    }
}

impl fmt::Display for Budget {
    /// As a duration: `1.5s`, `20ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Duration::from(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_comes_back_whole() {
        let time = Duration::from_micros(1_234_567);
        assert_eq!(Duration::from(Budget::from(time)), time);
    }

    #[test]
    fn nothing_wraps() {
        assert_eq!(Budget::from(Duration::MAX), Budget::MAX);
        assert_eq!(Budget::MAX + Budget(1), Budget::MAX);
        assert_eq!(Budget::ZERO - Budget(1), Budget::ZERO);
        assert_eq!([Budget::MAX, Budget(2)].into_iter().sum::<Budget>(), Budget::MAX);
        assert_eq!(Budget::from_millis(u64::MAX), Budget::MAX);
    }

    #[test]
    fn reads_as_time() {
        assert_eq!(Budget(1_500_000_000).to_string(), "1.5s");
        assert_eq!(Budget::from_millis(20).to_string(), "20ms");
    }
}
