//! Notices that the processors had little to do while games were played, as where bots sleep: then
//! more games at once take less time. Knows no games.

use std::time::{Duration, Instant};

use botyard_host::used_processor_time;

/// Nobody waits for a shorter tournament, and its bots have hardly begun.
const WALL_MIN: Duration = Duration::from_secs(10);
/// The share of their time that processors are idle at least.
const IDLE_MIN: f64 = 0.5;
/// At most this many times as many games at once are suggested: how the bots behave then is not
/// known.
const STEP_MAX: usize = 4;

/// Measures how much processor time is used from its start on.
#[derive(Debug)]
pub struct IdleProcessors {
    began: Instant,
    used: Option<Duration>,
}

impl IdleProcessors {
    /// Begins to measure.
    pub fn start() -> Self {
        Self { began: Instant::now(), used: used_processor_time() }
    }

    /// A tip to play more games at once, if this many kept less than half of the processors busy;
    /// there can be `most` at once.
    pub fn tip(&self, games_at_once: usize, most: usize) -> Option<String> {
        let used = used_processor_time()?.saturating_sub(self.used?);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        tip(self.began.elapsed(), used, processors, games_at_once, most)
    }
}

fn tip(wall: Duration, used: Duration, processors: usize, games_at_once: usize, most: usize) -> Option<String> {
    let busy = used.as_secs_f64() / wall.as_secs_f64() / processors as f64;
    if wall < WALL_MIN || busy > 1.0 - IDLE_MIN {
        return None;
    }
    let enough = (games_at_once as f64 / busy.max(f64::EPSILON)) as usize;
    let suggested = enough.min(STEP_MAX * games_at_once).min(most);
    let idle = (100.0 * (1.0 - busy)).round();
    (suggested > games_at_once).then(|| {
        format!(
            "the processors were idle for {idle} % of the time: with `--concurrency {suggested}` more games are played at \
             once, in place of {games_at_once}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wall: u64, used: u64, processors: usize, games_at_once: usize, most: usize, expected: Option<&str>) {
        let [wall, used] = [wall, used].map(Duration::from_secs);
        let told = tip(wall, used, processors, games_at_once, most);
        assert_eq!(told.is_some(), expected.is_some(), "{told:?}");
        assert!(told.unwrap_or_default().contains(expected.unwrap_or_default()));
    }

    #[test]
    fn sleeping_bots_leave_room_for_more_games() {
        check(100, 5, 2, 2, 96, Some("idle for 98 % of the time: with `--concurrency 8` more games"));
        check(100, 80, 2, 2, 96, Some("idle for 60 % of the time: with `--concurrency 5` "));
        check(100, 0, 2, 2, 96, Some("idle for 100 % of the time: with `--concurrency 8` "));
        check(100, 5, 2, 2, 3, Some("`--concurrency 3` "));
    }

    #[test]
    fn busy_processors_and_short_tournaments_get_no_tip() {
        check(100, 120, 2, 2, 96, None);
        check(100, 199, 2, 2, 96, None);
        check(9, 0, 2, 2, 96, None);
        // All games were played at once.
        check(100, 5, 2, 2, 2, None);
    }
}
