//! Waits until something is so. The limit is far above what a slow machine needs: it ends a case
//! that fails, and no case that passes depends on it.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::time::{Instant, sleep};

const LIMIT: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(30);

/// Asks `look` again and again until it answers.
///
/// # Errors
/// When it has not answered at the end of the limit: `what`, and the last error if there was one.
pub(crate) async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Result<Option<T>>) -> Result<T> {
    let end = Instant::now() + LIMIT;
    loop {
        let seen = look().await;
        if let Ok(Some(answer)) = seen {
            return Ok(answer);
        }
        if Instant::now() > end {
            seen.with_context(|| waited_for(what))?;
            bail!(waited_for(what));
        }
        sleep(PAUSE).await;
    }
}

fn waited_for(what: &str) -> String {
    format!("waited {} s in vain: {what}", LIMIT.as_secs())
}
