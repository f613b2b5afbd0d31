//! A list of work items: prints before each about how long it takes, and after it how long it took.
//! Knows nothing of what the items do.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::durations::{exactly, roughly};

/// One item of work.
pub struct Item<'a> {
    /// The work, as in "installing wasm-opt 132".
    what: String,
    /// About how long it takes where nothing of it was done before.
    about: Duration,
    action: Box<dyn FnOnce() -> Result<()> + 'a>,
}

impl<'a> Item<'a> {
    /// An item that `action` does in about `about` seconds on two slow cores, or in less if an
    /// earlier run has done a part of it.
    pub fn new(what: impl Into<String>, about: u64, action: impl FnOnce() -> Result<()> + 'a) -> Self {
        Self { what: what.into(), about: Duration::from_secs(about), action: Box::new(action) }
    }
}

/// Prints the items, one per line.
pub fn list(items: &[Item<'_>]) {
    items.iter().for_each(|item| println!("{}", item.what));
}

/// Runs the items in order and stops at the first that fails.
///
/// # Errors
/// The error of the item that failed.
pub fn follow(items: Vec<Item<'_>>) -> Result<()> {
    let count = items.len();
    for (index, item) in items.into_iter().enumerate() {
        eprintln!("[{}/{count}] {} (at first {})", index + 1, item.what, roughly(item.about));
        let start = Instant::now();
        (item.action)()?;
        eprintln!("[{}/{count}] done in {}", index + 1, exactly(start.elapsed()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_ends_the_plan() {
        let mut reached = false;
        let items = vec![
            Item::new("failing", 1, || anyhow::bail!("on purpose")),
            Item::new("never reached", 1, || {
                reached = true;
                Ok(())
            }),
        ];
        assert_eq!(follow(items).unwrap_err().to_string(), "on purpose");
        assert!(!reached);
    }
}
