//! Waits for a condition. The limit is far above what a slow machine needs: it ends a case that
//! fails, and no case that passes depends on it.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::time::{Instant, sleep};

const LIMIT: Duration = Duration::from_secs(180);
/// The first pauses are short, for conditions that are nearly met; each look takes a browser some
/// work, so longer waits look less often.
const PAUSES: [u64; 4] = [15, 30, 60, 120];

/// Calls `look` again and again until it returns a value.
///
/// # Errors
/// When it has returned no value at the end of the limit: `what`, and the last error if there was
/// one.
pub(crate) async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Result<Option<T>>) -> Result<T> {
    let end = Instant::now() + LIMIT;
    let mut pauses = PAUSES.into_iter().map(Duration::from_millis);
    let mut pause = Duration::ZERO;
    loop {
        let seen = look().await;
        if let Ok(Some(answer)) = seen {
            return Ok(answer);
        }
        if Instant::now() > end {
            seen.with_context(|| waited_for(what))?;
            bail!(waited_for(what));
        }
        pause = pauses.next().unwrap_or(pause);
        sleep(pause).await;
    }
}

fn waited_for(what: &str) -> String {
    format!("waited {} s in vain: {what}", LIMIT.as_secs())
}
