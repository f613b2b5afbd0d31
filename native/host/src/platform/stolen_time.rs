//! For how long a hypervisor has taken processors away from this machine, as far as the system
//! tells. Knows no match and no program.

use std::fs::File;
use std::io::Read;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The system counts in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// How far apart the looks are that are kept.
const SPACING: Duration = Duration::from_millis(500);

/// A look that is older than this says nothing about today.
const OUTDATED: Duration = Duration::from_secs(2);

/// What was counted, and when somebody looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Look {
    at: Instant,
    counted: Duration,
}

/// The last two looks, at least [`SPACING`] apart if there were two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Looks {
    older: Look,
    newer: Look,
}

/// What was counted when something begins: some time before, because what is taken away is counted
/// later, and in whole ticks. `None` if the system does not tell.
pub(crate) fn read_stolen_before(now: Instant) -> Option<Duration> {
    static LOOKS: Mutex<Option<Looks>> = Mutex::new(None);
    if !cfg!(target_os = "linux") {
        return None;
    }
    let mut looks = LOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = look_again(*looks, now, read_stolen)?;
    *looks = Some(known);
    Some(known.older.counted)
}

/// How much may have been taken away since then: what was counted, and a tick that may be counted
/// later. Nothing, if nothing was counted.
pub(crate) fn stolen_since(before: Duration) -> Duration {
    read_stolen().map_or(Duration::ZERO, |now| most_stolen(before, now))
}

fn most_stolen(before: Duration, now: Duration) -> Duration {
    let counted = now.saturating_sub(before);
    if counted.is_zero() { Duration::ZERO } else { counted + TICK }
}

/// The last two looks at this time.
fn look_again(known: Option<Looks>, now: Instant, read: impl FnOnce() -> Option<Duration>) -> Option<Looks> {
    let age = known.map(|looks| now.saturating_duration_since(looks.newer.at));
    match known.zip(age) {
        Some((looks, age)) if age < SPACING => Some(looks),
        Some((looks, age)) if age < OUTDATED => {
            Some(Looks { older: looks.newer, newer: Look { at: now, counted: read()? } })
        }
        _ => {
            let first = Look { at: now, counted: read()? };
            Some(Looks { older: first, newer: first })
        }
    }
}

fn read_stolen() -> Option<Duration> {
    // The first line is enough.
    let mut bytes = [0; 256];
    let length = File::open("/proc/stat").ok()?.read(&mut bytes).ok()?;
    parse_stolen(&String::from_utf8_lossy(&bytes[..length]))
}

/// Reads the eighth number of `cpu USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...`, of all
/// processors together.
fn parse_stolen(text: &str) -> Option<Duration> {
    let mut words = text.lines().next()?.split_ascii_whitespace();
    if words.next()? != "cpu" {
        return None;
    }
    let ticks: u32 = words.nth(7)?.parse().ok()?;
    Some(TICK * ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn stolen_time_is_the_eighth_number() {
        let text = "cpu  1846609 44000 274538 469104 4906 0 3120 1086 0 0\ncpu0 9 9 9 9 9 9 9 9 0 0\n";
        assert_eq!(parse_stolen(text), Some(1086 * TICK));
        for other in ["", "cpu  1 2 3", "cpu0 1 2 3 4 5 6 7 8", "cpu 1 2 3 4 5 6 7 x"] {
            assert_eq!(parse_stolen(other), None, "{other}");
        }
    }

    #[test]
    fn a_tick_may_be_counted_later_if_any_was() {
        assert_eq!(most_stolen(70 * MS, 70 * MS), Duration::ZERO);
        assert_eq!(most_stolen(70 * MS, 80 * MS), 20 * MS);
        assert_eq!(most_stolen(70 * MS, 60 * MS), Duration::ZERO);
    }

    #[test]
    fn a_look_is_kept_until_it_is_old() {
        let start = Instant::now();
        let look = |after: u32, counted: u32| Look { at: start + after * MS, counted: counted * MS };
        let again = |known: Option<Looks>, after: u32, counted: u32| {
            look_again(known, start + after * MS, || Some(counted * MS)).expect("the system tells")
        };
        let first = again(None, 0, 10);
        assert_eq!(first, Looks { older: look(0, 10), newer: look(0, 10) });
        assert_eq!(again(Some(first), 499, 20), first);
        let second = again(Some(first), 500, 20);
        assert_eq!(second, Looks { older: look(0, 10), newer: look(500, 20) });
        assert_eq!(again(Some(second), 1100, 30), Looks { older: look(500, 20), newer: look(1100, 30) });
        assert_eq!(again(Some(second), 2500, 40), Looks { older: look(2500, 40), newer: look(2500, 40) });
        assert_eq!(look_again(None, start, || None), None);
    }
}
