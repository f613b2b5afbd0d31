//! A list of work items: prints before each how long to expect and what is left, and after it how
//! long it took. Knows nothing of what the items do.

use std::time::Instant;

use anyhow::Result;

use crate::times::{About, Forecast, Learnt, Start, exactly, roughly};

/// One item of work.
pub struct Item<'a> {
    /// The work, as in "installing wasm-opt 132.0.0 with npm, once". Its time is learnt under this name.
    what: String,
    about: About,
    start: Start,
    action: Box<dyn FnOnce() -> Result<()> + 'a>,
}

impl<'a> Item<'a> {
    /// An item that `action` does in about `about` seconds on two slow cores.
    pub fn new(what: impl Into<String>, about: u64, action: impl FnOnce() -> Result<()> + 'a) -> Self {
        Self { what: what.into(), about: About::always(about), start: Start::Cold, action: Box::new(action) }
    }

    /// Sets how long the item takes from this start, for work that depends on earlier work.
    pub fn starting(self, start: Start, about: About) -> Self {
        Self { start, about, ..self }
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
    let mut learnt = Learnt::load();
    let expected = items.iter().map(|item| learnt.expect(&item.what, item.start, item.about)).collect();
    let mut forecast = Forecast::new(expected);
    for (index, item) in items.into_iter().enumerate() {
        let (next, left) = (roughly(forecast.next()), roughly(forecast.left()));
        eprintln!("[{}/{count}] {} ({next}; {left} left in all)", index + 1, item.what);
        let start = Instant::now();
        (item.action)()?;
        let time = start.elapsed();
        forecast.advance(time);
        learnt.learn(&item.what, item.start, time);
        eprintln!("[{}/{count}] done in {}", index + 1, exactly(time));
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
