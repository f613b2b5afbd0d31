//! Plays a series of short games in a browser that has one processor, and in one that has two.

use std::time::Duration;

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, BrowserKind};

use super::{ROUNDS, median, play_series};

/// Natively such a game takes some 50 us.
const GAMES: u32 = 10_000;
const BOT: &str = "random";

/// The time of a game in a series of Connect Four on one processor, and on two. The server of the
/// page has all.
///
/// # Errors
/// When there are no two processors that can be chosen, or the page does not play.
pub(super) async fn measure(kind: BrowserKind) -> Result<[Duration; 2]> {
    ensure!(std::thread::available_parallelism()?.get() >= 2, "this machine has one processor: a series needs two");
    let (one, two) = (open(kind, 1).await?, open(kind, 2).await?);
    let (mut alone, mut both) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(play_series(&one, GAMES).await? / GAMES);
        both.push(play_series(&two, GAMES).await? / GAMES);
    }
    one.quit().await?;
    two.quit().await?;
    Ok([median(alone), median(both)])
}

/// Opens the page in a browser that has this many processors, with the bots of the series seated.
async fn open(kind: BrowserKind, processors: usize) -> Result<Browser> {
    // What this thread starts has its processors.
    let all = limit::allowed()?;
    limit::allow(&all[..processors])?;
    let started = Browser::start(kind).await;
    limit::allow(&all)?;
    let browser = started?;
    browser.open("#/connect-four").await?;
    for seat in ["seat-0-choice", "seat-1-choice"] {
        browser.choose(seat, BOT).await?;
    }
    Ok(browser)
}

/// The processors of this thread.
#[cfg(target_os = "linux")]
mod limit {
    use anyhow::Result;
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    /// Their numbers.
    pub(super) fn allowed() -> Result<Vec<usize>> {
        let set = sched_getaffinity(Pid::from_raw(0))?;
        Ok((0..CpuSet::count()).filter(|&number| set.is_set(number).unwrap_or_default()).collect())
    }

    /// Lets it run on these alone.
    pub(super) fn allow(numbers: &[usize]) -> Result<()> {
        let mut set = CpuSet::new();
        numbers.iter().try_for_each(|&number| set.set(number))?;
        Ok(sched_setaffinity(Pid::from_raw(0), &set)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod limit {
    use anyhow::{Result, bail};

    pub(super) fn allowed() -> Result<Vec<usize>> {
        bail!("browsers are limited to some processors on Linux alone")
    }

    pub(super) fn allow(_: &[usize]) -> Result<()> {
        Ok(())
    }
}
