//! Plays a series of short games in a browser that has one processor, and in one that has two.

use std::time::Duration;

use anyhow::Result;
use botyard_e2e::{Browser, BrowserKind};

use super::{ROUNDS, median, play_series};

/// Natively such a game takes some 50 us.
const GAMES: u32 = 10_000;
const BOT: &str = "random";

/// The time of a game in a series of Connect Four on one processor, and on two; `None` if browsers
/// cannot be given two processors here. The server of the page has all.
///
/// # Errors
/// When the page does not play.
pub(super) async fn measure(kind: BrowserKind) -> Result<Option<[Duration; 2]>> {
    let all = limit::allowed()?;
    if all.len() < 2 {
        return Ok(None);
    }
    let (one, two) = (open(kind, &all[..1], &all).await?, open(kind, &all[..2], &all).await?);
    let (mut alone, mut both) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(play_series(&one, GAMES).await? / GAMES);
        both.push(play_series(&two, GAMES).await? / GAMES);
    }
    one.quit().await?;
    two.quit().await?;
    Ok(Some([median(alone), median(both)]))
}

/// Opens the page in a browser that has these processors, with the bots of the series seated.
/// `all` are those of this program.
async fn open(kind: BrowserKind, processors: &[usize], all: &[usize]) -> Result<Browser> {
    // What this thread starts has its processors.
    limit::allow(processors)?;
    let started = Browser::start(kind).await;
    limit::allow(all)?;
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

/// Elsewhere they cannot be chosen.
#[cfg(not(target_os = "linux"))]
mod limit {
    use anyhow::Result;

    pub(super) fn allowed() -> Result<Vec<usize>> {
        Ok(Vec::new())
    }

    pub(super) fn allow(_: &[usize]) -> Result<()> {
        Ok(())
    }
}
