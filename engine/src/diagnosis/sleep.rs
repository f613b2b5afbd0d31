//! Modules that slept until their time was over. Records only say that such a bot was still computing: a
//! match of an earlier version has to be the same when it is played again.

use std::time::Duration;

use crate::fault::{Fault, FaultKind, FaultReason};

/// A module that computes is stopped within this much of its limit. A sleep is charged all at once.
const OVERRUN_MAX: Duration = Duration::from_millis(100);

/// The fault of a module that was late because it slept, with that as the reason. `used` is the time of
/// the turn, `limit` how long it could take.
///
/// ```
/// use std::time::Duration;
///
/// use botyard_engine::diagnosis::explain_sleep;
/// use botyard_engine::fault::{Fault, FaultKind, FaultReason};
///
/// let late = Fault::new(FaultKind::Timeout, b"", FaultReason::Computing);
/// let explained = explain_sleep(&late, Duration::from_secs(20), Duration::from_secs(10)).expect("it slept");
/// assert_eq!(explained.why, FaultReason::Sleeping);
/// ```
pub fn explain_sleep(fault: &Fault, used: Duration, limit: Duration) -> Option<Fault> {
    // What it has printed before may have given it the limit again.
    let is_late = fault.kind == FaultKind::Timeout && fault.why == FaultReason::Computing && fault.received.is_empty();
    (is_late && used > limit + OVERRUN_MAX).then(|| Fault { why: FaultReason::Sleeping, ..fault.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_turn_far_over_its_limit_was_slept_through() {
        let explained = |why, received: &[u8], used| {
            let fault = Fault::new(FaultKind::Timeout, received, why);
            explain_sleep(&fault, Duration::from_millis(used), Duration::from_secs(10)).is_some()
        };
        assert!(explained(FaultReason::Computing, b"", 10_101));
        assert!(!explained(FaultReason::Computing, b"", 10_009));
        assert!(!explained(FaultReason::Computing, b"4", 20_000));
        assert!(!explained(FaultReason::WaitingForInput, b"", 20_000));
    }
}
