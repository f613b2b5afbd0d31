//! The table at the end of a run: each step with its checks and its time, and what took longest.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::outcome::StepOutcome;
use crate::durations::exactly;

/// How many of the slowest test programs and cases are named.
const NAMED: usize = 5;

/// One step's line; without an outcome the step was not run.
pub struct StepEntry {
    /// The step's name.
    pub step: &'static str,
    /// The step's result.
    pub outcome: Option<StepOutcome>,
    /// How long it took.
    pub time: Duration,
}

/// All lines so far.
pub struct Report {
    start: Instant,
    entries: Vec<StepEntry>,
}

impl StepEntry {
    /// The outcome in one or two words.
    pub fn verdict(&self) -> &'static str {
        match &self.outcome {
            None => "NOT RUN",
            Some(outcome) if outcome.is_good() => "passed",
            Some(_) => "FAILED",
        }
    }
}

impl Report {
    /// A report on steps that begin now.
    pub fn new() -> Self {
        Self { start: Instant::now(), entries: Vec::new() }
    }

    /// Adds a line.
    pub fn add(&mut self, entry: StepEntry) {
        self.entries.push(entry);
    }

    /// Whether everything so far was run and passed.
    pub fn is_good(&self) -> bool {
        self.outcomes().count() == self.entries.len() && self.outcomes().all(StepOutcome::is_good)
    }

    /// Like [`Report::is_good`], except that something may be missing on this machine.
    pub fn is_good_so_far(&self) -> bool {
        self.outcomes().count() == self.entries.len() && self.outcomes().all(StepOutcome::is_good_so_far)
    }

    /// The outcomes of the steps that were run.
    fn outcomes(&self) -> impl Iterator<Item = &StepOutcome> {
        self.entries.iter().filter_map(|entry| entry.outcome.as_ref())
    }

    /// Prints the table, what took longest, and the sum as the last line.
    pub fn print(&self) {
        println!("\n{:14} {:8} {:>28} {:>14}", "step", "", "checks", "time");
        for entry in &self.entries {
            let counts = entry.outcome.as_ref().map(StepOutcome::counts).unwrap_or_default();
            println!("{:14} {:8} {counts:>28} {:>14}", entry.step, entry.verdict(), exactly(entry.time));
        }
        let left_out = self.entries.iter().filter(|entry| entry.outcome.is_none()).count();
        if left_out > 0 {
            let steps = if left_out == 1 { "1 step was" } else { &format!("{left_out} steps were") };
            println!("{steps} not run, because one before failed; `--keep-going` runs all");
        }
        for line in self.missing() {
            println!("{line}");
        }
        let parts = self.outcomes().flat_map(|outcome| &outcome.parts);
        let slowest = slowest(parts.map(|(name, time)| (name.as_str(), *time)));
        if !slowest.is_empty() {
            println!("slowest: {slowest}");
        }
        println!("in {}", exactly(self.start.elapsed()));
        println!("{}", self.outcomes().cloned().fold(StepOutcome::default(), StepOutcome::and).counts());
    }

    /// What this machine lacks, each once.
    fn missing(&self) -> BTreeSet<&str> {
        self.outcomes().flat_map(|outcome| &outcome.missing).map(String::as_str).collect()
    }
}

/// The slowest first, at most five.
fn slowest<'a>(times: impl Iterator<Item = (&'a str, Duration)>) -> String {
    let mut times: Vec<_> = times.collect();
    times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let named = times.iter().take(NAMED).map(|(name, time)| format!("{name} {}", exactly(*time)));
    named.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_stops_no_step_and_is_told_once() {
        let entry = |outcome| StepEntry { step: "tests", outcome, time: Duration::ZERO };
        let mut report = Report::new();
        for _ in 0..2 {
            report.add(entry(Some(StepOutcome::lacking("missing: a-server".into()))));
        }
        assert_eq!((report.is_good(), report.is_good_so_far()), (false, true));
        assert_eq!(report.missing(), BTreeSet::from(["missing: a-server"]));
        report.add(entry(Some(StepOutcome::failed())));
        assert!(!report.is_good_so_far());
        let mut report = Report::new();
        report.add(entry(None));
        assert!(!report.is_good_so_far() && !report.is_good(), "it was not run");
    }

    #[test]
    fn the_five_slowest_are_named_in_order() {
        let times = [("a", 1), ("b", 5), ("c", 3), ("d", 4), ("e", 2), ("f", 6)];
        let named = slowest(times.into_iter().map(|(name, seconds)| (name, Duration::from_secs(seconds))));
        assert_eq!(named, "f 6.0 s; b 5.0 s; d 4.0 s; c 3.0 s; e 2.0 s");
    }
}
