//! What the steps came to: the table at the end, and how long each took, for the next run's forecast.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::checkout::Checkout;
use crate::plan::exactly;

use super::tally::Tally;

/// Seconds by step.
pub type Times = BTreeMap<String, f64>;

/// One step's line; without a tally it was not run.
pub struct Entry {
    /// The step's name.
    pub step: &'static str,
    /// What it came to.
    pub tally: Option<Tally>,
    /// How long it took.
    pub time: Duration,
}

/// All lines so far.
#[derive(Default)]
pub struct Account {
    entries: Vec<Entry>,
}

impl Entry {
    /// A step that was left out because one before it failed.
    pub fn not_run(step: &'static str) -> Self {
        Self { step, tally: None, time: Duration::ZERO }
    }

    /// In one or two words.
    pub fn verdict(&self) -> &'static str {
        match self.tally {
            None => "NOT RUN",
            Some(tally) if tally.failed > 0 => "FAILED",
            Some(_) => "passed",
        }
    }
}

impl Account {
    /// Adds a line.
    pub fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Whether everything that was run passed.
    pub fn is_good(&self) -> bool {
        self.entries.iter().all(|entry| entry.verdict() == "passed")
    }

    /// The table, and below it the sum as the last line.
    pub fn print(&self) {
        println!();
        for entry in &self.entries {
            let Tally { passed, failed, .. } = entry.tally.unwrap_or_default();
            println!(
                "{:14} {:8} {passed:6} passed {failed:4} failed {:>14}",
                entry.step,
                entry.verdict(),
                exactly(entry.time)
            );
        }
        let left_out = self.entries.iter().filter(|entry| entry.tally.is_none()).count();
        if left_out > 0 {
            println!("{left_out} steps were not run, because one before them failed; `--keep-going` runs them");
        }
        println!("in {}", exactly(self.entries.iter().map(|entry| entry.time).sum()));
        let sum = self.entries.iter().filter_map(|entry| entry.tally).fold(Tally::default(), Tally::and);
        println!("{} passed, {} failed", sum.passed, sum.failed);
    }

    /// Remembers how long the steps took that passed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_times(&self, checkout: &Checkout, mut times: Times) -> Result<()> {
        let passed = self.entries.iter().filter(|entry| entry.verdict() == "passed");
        times.extend(passed.map(|entry| (entry.step.to_owned(), entry.time.as_secs_f64())));
        let path = file(checkout);
        fs::create_dir_all(checkout.root().join("target"))?;
        fs::write(&path, serde_json::to_vec(&times)?).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// How long the steps took when they last passed in this checkout; empty when that is not known.
pub fn times_of_last_run(checkout: &Checkout) -> Times {
    let text = fs::read(file(checkout)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn file(checkout: &Checkout) -> PathBuf {
    checkout.root().join("target/xtask-times.json")
}
