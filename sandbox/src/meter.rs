//! The budget arithmetic that all hosts share. Knows no module: a host moves the counter between
//! the module's global and the meter.
//!
//! An instrumented module exports a mutable `i64` global named [`COUNTER`], zero at first, and
//! imports `refill: () -> ()` ([`REFILL`]). Its code charges ahead of its work: it subtracts the
//! price, and when the counter is below zero it calls `refill`; when the counter is still below
//! zero afterwards, it traps. So the host is asked about every [`SLICE`] of work, and a run whose
//! limit is reached can be held inside `refill` until the limit is raised.
//!
//! The verdict does not depend on slices: a run is exhausted at the first check where it has
//! spent **more than** its limit, wherever the slices fell.

use std::num::NonZeroU32;

use crate::budget::Budget;

/// The name of the exported counter, a mutable `i64` global.
pub const COUNTER: &str = "botyard:budget";
/// The name of the exported global with the bytes that are left of the stack, a mutable `i32`:
/// below zero when a run has trapped because its calls went too deep.
pub const STACK: &str = "botyard:stack";
/// The prefix of the names of globals that are exported so that a host can restore them after a run
/// ([`crate::Instrumented::run_state`]).
pub const STATE: &str = "botyard:global-";
/// The name of a function `() -> i32` that a module may export to read how much of that stack is
/// left; the pass replaces its body. An interpreter needs it to end deep recursion with an error of
/// its language.
pub const STACK_LEFT: &str = "botyard:stack-left";
/// The module and name of the imported function that asks for the next slice: `() -> ()`.
pub const REFILL: (&str, &str) = ("botyard", "refill");
/// The module and name of the function that a recording form imports, `(i32, i64) -> ()`: a place in
/// the module ([`crate::instrument::RecordingForm`]), and the counter there.
pub const PROBE: (&str, &str) = ("botyard", "probe");
/// The most a single refill grants: 10 ms, so that stop buttons answer at once.
pub const SLICE: Budget = Budget::from_millis(10);

/// The speed of the virtual processor, against the published prices. Prices are in units of work;
/// the processor does 1,000,000,000 units in a second of virtual time unless another speed is set.
///
/// ```
/// use botyard_sandbox::{Budget, Speed};
///
/// let twice = Speed::percent(200).expect("it is possible");
/// assert_eq!(twice.work(Budget(500)), 1_000);
/// assert_eq!(twice.time(1_000), Budget(500));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Speed(NonZeroU32);

impl Speed {
    /// A speed in percent of the published one; `None` below 1.
    pub const fn percent(percent: u32) -> Option<Speed> {
        match NonZeroU32::new(percent) {
            Some(percent) => Some(Speed(percent)),
            None => None,
        }
    }

    /// How many units of work are done in this time.
    pub fn work(self, time: Budget) -> u64 {
        scale(time.0, self.0.get(), PUBLISHED)
    }

    /// How long this many units of work take, rounded down.
    pub fn time(self, work: u64) -> Budget {
        Budget(scale(work, PUBLISHED, self.0.get()))
    }
}

/// The published speed in percent.
const PUBLISHED: u32 = 100;

/// Rounds down, and saturates.
fn scale(amount: u64, by: u32, of: u32) -> u64 {
    if by == of {
        // Nearly every match, many times a turn.
        return amount;
    }
    let scaled = u128::from(amount) * u128::from(by) / u128::from(of);
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

impl Default for Speed {
    fn default() -> Speed {
        Speed::percent(PUBLISHED).expect("it is not zero")
    }
}

/// Counts one run's virtual time. The same module and the same limits give the same refills on
/// each host.
///
/// ```
/// use botyard_sandbox::{Budget, Meter, Refill};
///
/// let mut meter = Meter::new();
/// meter.limit(Budget(300));
/// // The module charged 7 to its zero counter and calls `refill`.
/// assert_eq!(meter.refill(-7), Refill::Granted(293));
/// // It works until it is past its limit.
/// assert_eq!(meter.refill(-1), Refill::Exhausted);
/// assert_eq!(meter.spent(-1), Budget(301));
/// // Raising the limit lets the same run go on.
/// meter.limit(Budget(400));
/// assert_eq!(meter.refill(-1), Refill::Granted(99));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    /// Everything handed out so far, as work: what is done, plus what the counter still holds.
    granted: u64,
    limit: u64,
    speed: Speed,
}

/// What the host does with a module that asks for its next slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// Set the counter to this value (never below zero) and return into the module.
    Granted(i64),
    /// The run is past its limit. Hold it inside `refill` and ask again after raising the limit,
    /// or return with the counter as it is: the module then traps.
    Exhausted,
}

impl Meter {
    /// A meter for a fresh run, whose counter is zero. Its limit is zero too: set one first.
    pub fn new() -> Meter {
        Meter::default()
    }

    /// Like [`Meter::new`], for a processor of this speed.
    pub fn at(speed: Speed) -> Meter {
        Meter { speed, ..Meter::default() }
    }

    /// Sets how much virtual time the run may have spent **in all**, since its start. It may be
    /// raised and lowered at any time; a lower limit holds from the next refill or system call.
    pub fn limit(&mut self, until: Budget) {
        self.limit = self.speed.work(until).min(i64::MAX as u64);
    }

    /// The limit in force.
    pub fn until(&self) -> Budget {
        self.speed.time(self.limit)
    }

    /// Answers a call of `refill` that found `counter` in the module's global.
    pub fn refill(&mut self, counter: i64) -> Refill {
        let spent = self.work(counter);
        let Some(left) = self.limit.checked_sub(spent) else {
            return Refill::Exhausted;
        };
        let slice = left.min(SLICE.0);
        self.granted = spent + slice;
        Refill::Granted(slice as i64)
    }

    /// The virtual time that the run has spent, given the module's counter.
    pub fn spent(&self, counter: i64) -> Budget {
        self.speed.time(self.work(counter))
    }

    /// The work that the run has done, in units, given the module's counter.
    pub fn work(&self, counter: i64) -> u64 {
        match u64::try_from(counter) {
            Ok(unspent) => self.granted.saturating_sub(unspent),
            Err(_) => self.granted.saturating_add(counter.unsigned_abs()),
        }
    }

    /// Charges the work of a system call, and returns the counter's new value, which the
    /// host puts into the module's global. It may be below zero: the module's next check will ask
    /// for more.
    pub fn charge(&mut self, counter: i64, cost: u64) -> i64 {
        let counter = self.trim(counter);
        let cost = i64::try_from(cost).unwrap_or(i64::MAX);
        // A sleep of centuries is over any limit, and stays within the range of `spent`.
        counter.saturating_sub(cost).max(i64::MIN / 2)
    }

    /// Takes back what an earlier, higher limit had granted.
    fn trim(&mut self, counter: i64) -> i64 {
        let excess = self.granted.saturating_sub(self.limit.max(self.work(counter)));
        self.granted -= excess;
        counter.saturating_sub_unsigned(excess)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(until: u64) -> Meter {
        let mut meter = Meter::new();
        meter.limit(Budget(until));
        meter
    }

    /// Runs charges as instrumented code would; answers the refill points and the final state.
    fn run(meter: &mut Meter, counter: &mut i64, charges: &[i64]) -> (Vec<usize>, bool) {
        let mut refills = Vec::new();
        for (at, charge) in charges.iter().enumerate() {
            *counter -= charge;
            if *counter < 0 {
                refills.push(at);
                match meter.refill(*counter) {
                    Refill::Granted(next) => *counter = next,
                    Refill::Exhausted => return (refills, false),
                }
            }
        }
        (refills, true)
    }

    #[test]
    fn without_a_limit_the_first_charge_is_too_much() {
        assert_eq!(Meter::new().refill(-1), Refill::Exhausted);
    }

    #[test]
    fn grants_slices_until_the_limit() {
        let mut meter = limited(25_000_000);
        assert_eq!(meter.refill(0), Refill::Granted(10_000_000));
        assert_eq!(meter.refill(0), Refill::Granted(10_000_000));
        assert_eq!(meter.refill(0), Refill::Granted(5_000_000));
        assert_eq!(meter.spent(0), Budget(25_000_000));
    }

    #[test]
    fn exactly_the_limit_may_be_spent() {
        let mut meter = limited(100);
        assert_eq!(meter.refill(-100), Refill::Granted(0));
        assert_eq!(meter.refill(-1), Refill::Exhausted);
    }

    #[test]
    fn debt_is_carried() {
        let mut meter = limited(100_000_000);
        assert_eq!(meter.refill(-30_000_000), Refill::Granted(10_000_000));
        assert_eq!(meter.spent(10_000_000), Budget(30_000_000));
        assert_eq!(meter.refill(-60_000_000), Refill::Granted(0));
        assert_eq!(meter.spent(0), Budget(100_000_000));
    }

    #[test]
    fn debt_past_the_limit_exhausts_and_is_still_owed_when_the_limit_is_raised() {
        let mut meter = limited(100);
        assert_eq!(meter.refill(-150), Refill::Exhausted);
        meter.limit(Budget(149));
        assert_eq!(meter.refill(-150), Refill::Exhausted);
        meter.limit(Budget(160));
        assert_eq!(meter.refill(-150), Refill::Granted(10));
    }

    #[test]
    fn spent_is_monotonic_and_exact_over_many_charges() {
        let charges: Vec<i64> = (0..50_000).map(|i| 1 + (i * 7919) % 5_003).collect();
        let (mut meter, mut counter) = (limited(u64::MAX), 0);
        let (refills, finished) = run(&mut meter, &mut counter, &charges);
        assert!(finished && refills.len() > 10);
        assert_eq!(meter.spent(counter), Budget(charges.iter().sum::<i64>() as u64));
    }

    #[test]
    fn the_same_run_refills_at_the_same_points() {
        let charges: Vec<i64> = (0..30_000).map(|i| 1 + (i * 104_729) % 9_001).collect();
        let once = || run(&mut limited(70_000_000), &mut 0, &charges);
        assert_eq!(once(), once());
        assert!(!once().1);
    }

    #[test]
    fn the_verdict_does_not_depend_on_where_the_slices_fell() {
        let charges: Vec<i64> = (0..30_000).map(|i| 1 + (i * 104_729) % 9_001).collect();
        let mut total = 0;
        let too_much = charges.iter().position(|charge| {
            total += charge;
            total > 70_000_000
        });
        let (refills, _) = run(&mut limited(70_000_000), &mut 0, &charges);
        assert_eq!(refills.last().copied(), too_much);
    }

    #[test]
    fn a_system_call_charges_and_can_bring_the_counter_below_zero() {
        let mut meter = limited(1_000);
        let Refill::Granted(counter) = meter.refill(0) else { panic!() };
        let counter = meter.charge(counter, 400);
        assert_eq!((counter, meter.spent(counter)), (600, Budget(400)));
        let counter = meter.charge(counter, 601);
        assert_eq!((counter, meter.spent(counter)), (-1, Budget(1_001)));
        assert_eq!(meter.refill(counter), Refill::Exhausted);
    }

    #[test]
    fn a_lowered_limit_takes_back_the_slice_at_the_next_system_call() {
        let mut meter = limited(1_000_000_000);
        let Refill::Granted(counter) = meter.refill(-500) else { panic!() };
        meter.limit(Budget(2_000));
        let counter = meter.charge(counter, 100);
        assert_eq!((counter, meter.spent(counter)), (1_400, Budget(600)));
        meter.limit(Budget(300));
        let counter = meter.charge(counter, 0);
        assert_eq!((counter, meter.spent(counter)), (0, Budget(600)));
        assert_eq!(meter.refill(-1), Refill::Exhausted);
    }

    #[test]
    fn a_faster_processor_does_more_in_the_same_time() {
        let mut meter = Meter::at(Speed::percent(250).expect("it is possible"));
        meter.limit(Budget(1_000));
        assert_eq!(meter.refill(0), Refill::Granted(2_500));
        assert_eq!(meter.spent(0), Budget(1_000));
        assert_eq!((meter.spent(2_497), meter.until()), (Budget(1), Budget(1_000)));
        assert_eq!(meter.refill(-1), Refill::Exhausted);
    }

    #[test]
    fn a_sleep_of_centuries_saturates() {
        let mut meter = limited(u64::MAX);
        let counter = meter.charge(0, u64::MAX);
        assert!(counter < 0);
        let counter = meter.charge(counter, u64::MAX);
        assert!(meter.spent(counter) > Budget(i64::MAX as u64 / 4));
        assert_eq!(meter.charge(i64::MIN, u64::MAX), i64::MIN / 2);
        let _ = meter.spent(i64::MIN);
    }
}
