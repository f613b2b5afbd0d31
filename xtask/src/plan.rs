//! A list of things to do: says before each how long to expect and what is left, and after it how long it took.
//! Knows nothing of what the things are.

use std::time::{Duration, Instant};

use anyhow::Result;

/// One thing to do.
pub struct Item<'a> {
    /// What is done, as in "installing trunk 0.21.14".
    pub what: String,
    /// How long it took on a machine with two slow cores.
    pub about: Duration,
    /// Does it.
    pub action: Box<dyn FnOnce() -> Result<()> + 'a>,
}

impl<'a> Item<'a> {
    /// An item that `action` does in `about` so many seconds.
    pub fn new(what: impl Into<String>, about: u64, action: impl FnOnce() -> Result<()> + 'a) -> Self {
        Self { what: what.into(), about: Duration::from_secs(about), action: Box::new(action) }
    }
}

/// Does one item after the other and stops at the first that fails.
///
/// # Errors
/// That of the item that failed.
pub fn follow(items: Vec<Item<'_>>) -> Result<()> {
    let count = items.len();
    let mut left: Duration = items.iter().map(|item| item.about).sum();
    for (index, item) in items.into_iter().enumerate() {
        eprintln!("[{}/{count}] {} ({}; {} left in all)", index + 1, item.what, roughly(item.about), roughly(left));
        left -= item.about;
        let start = Instant::now();
        (item.action)()?;
        eprintln!("[{}/{count}] done in {}", index + 1, exactly(start.elapsed()));
    }
    Ok(())
}

/// A duration as one speaks of it beforehand.
pub fn roughly(time: Duration) -> String {
    match time.as_secs() {
        0..=4 => "a moment".into(),
        seconds @ 5..=90 => format!("about {} s", seconds.next_multiple_of(5)),
        seconds => format!("about {} min", seconds.div_ceil(60)),
    }
}

/// A duration as it was measured.
pub fn exactly(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_like_speech() {
        assert_eq!(roughly(Duration::from_secs(3)), "a moment");
        assert_eq!(roughly(Duration::from_secs(52)), "about 55 s");
        assert_eq!(roughly(Duration::from_secs(135)), "about 3 min");
        assert_eq!(exactly(Duration::from_millis(1_240)), "1.2 s");
        assert_eq!(exactly(Duration::from_secs(125)), "2 min 05 s");
    }

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
