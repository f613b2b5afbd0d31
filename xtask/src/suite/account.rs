//! The results of the steps: the table at the end, and what took longest.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::times::{exactly, roughly};

use super::tally::{CheckTally, StepOutcome};

/// How many of the slowest steps and test programs are named.
const NAMED: usize = 5;

/// A note below the table: what the column of processor time contains, and what it leaves out.
const PROCESSOR_NOTE: &str = "processor: a step that waits for much of its time has that of the steps beside it, too. \
    Programs for which nobody has waited are left out";

/// One step's line; without an outcome the step was not run.
pub struct StepEntry {
    /// The step's name.
    pub step: &'static str,
    /// The step's result.
    pub outcome: Option<StepOutcome>,
    /// How long it took.
    pub time: Duration,
    /// How much processor time its programs took, including the steps that ran beside it; zero
    /// where the system does not report it, and `None` for a step that ran beside another.
    pub processor: Option<Duration>,
}

/// All lines so far.
pub struct Account {
    start: Instant,
    forecast: Duration,
    entries: Vec<StepEntry>,
}

impl StepEntry {
    /// A step that was left out because one before it failed.
    pub fn not_run(step: &'static str) -> Self {
        Self { step, outcome: None, time: Duration::ZERO, processor: None }
    }

    /// The outcome in one or two words.
    pub fn verdict(&self) -> &'static str {
        match &self.outcome {
            None => "NOT RUN",
            Some(outcome) if outcome.is_good() => "passed",
            Some(_) => "FAILED",
        }
    }

    /// Whether it was run and passed.
    pub fn is_good(&self) -> bool {
        self.outcome.as_ref().is_some_and(StepOutcome::is_good)
    }
}

impl Account {
    /// An account of steps that begin now and are expected to take `forecast` together.
    pub fn new(forecast: Duration) -> Self {
        Self { start: Instant::now(), forecast, entries: Vec::new() }
    }

    /// Adds a line.
    pub fn add(&mut self, entry: StepEntry) {
        self.entries.push(entry);
    }

    /// Whether everything so far was run and passed.
    pub fn is_good(&self) -> bool {
        self.entries.iter().all(StepEntry::is_good)
    }

    /// Whether everything so far was run, with no failures but those for want of something on this
    /// machine, which do not affect the steps to come.
    pub fn is_good_so_far(&self) -> bool {
        self.outcomes().count() == self.entries.len() && self.outcomes().all(StepOutcome::is_good_so_far)
    }

    /// The outcomes of the steps that were run.
    fn outcomes(&self) -> impl Iterator<Item = &StepOutcome> {
        self.entries.iter().filter_map(|entry| entry.outcome.as_ref())
    }

    /// The table, what took longest, and the sum as the last line.
    pub fn print(&self) {
        println!("\n{:14} {:8} {:>28} {:>14} {:>14}", "step", "", "checks", "time", "processor");
        for entry in &self.entries {
            let counts = describe(entry.outcome.as_ref().map(|outcome| outcome.tally).unwrap_or_default());
            let (time, processor) = (exactly(entry.time), entry.processor.map(exactly).unwrap_or_default());
            println!("{:14} {:8} {counts:>28} {time:>14} {processor:>14}", entry.step, entry.verdict());
        }
        let left_out = self.entries.iter().filter(|entry| entry.outcome.is_none()).count();
        if left_out > 0 {
            let steps = if left_out == 1 { "1 step was" } else { &format!("{left_out} steps were") };
            println!("{steps} not run, because one before failed; `--keep-going` runs all");
        }
        println!("{PROCESSOR_NOTE}");
        for line in self.missing() {
            println!("{line}");
        }
        self.print_slowest();
        let processor = self.entries.iter().filter_map(|entry| entry.processor).sum();
        println!(
            "in {}; the forecast was {}; processor time {}",
            exactly(self.start.elapsed()),
            roughly(self.forecast),
            exactly(processor)
        );
        let sum = self.outcomes().map(|outcome| outcome.tally).fold(CheckTally::default(), CheckTally::and);
        println!("{}", describe(sum));
    }

    /// What this machine lacks, each once.
    fn missing(&self) -> BTreeSet<&str> {
        self.outcomes().flat_map(|outcome| &outcome.missing).map(String::as_str).collect()
    }

    fn print_slowest(&self) {
        let run = self.entries.iter().filter(|entry| entry.outcome.is_some());
        println!("slowest steps: {}", slowest(run.map(|entry| (entry.step, entry.time))));
        let programs = self.outcomes().flat_map(|outcome| &outcome.programs);
        let programs = slowest(programs.map(|program| (program.name.as_str(), program.time)));
        if !programs.is_empty() {
            println!("slowest test programs: {programs}");
        }
    }
}

/// The counts as text. Checks that were not run are named only if there are any.
fn describe(CheckTally { passed, failed, not_run, .. }: CheckTally) -> String {
    let not_run = if not_run > 0 { format!(", {not_run} NOT RUN") } else { String::new() };
    format!("{passed} passed, {failed} failed{not_run}")
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
    fn what_was_not_run_does_not_look_as_if_it_had_passed() {
        assert_eq!(describe(CheckTally { passed: 3, ..CheckTally::default() }), "3 passed, 0 failed");
        assert_eq!(
            describe(CheckTally { passed: 3, not_run: 1, ..CheckTally::default() }),
            "3 passed, 0 failed, 1 NOT RUN"
        );
    }

    #[test]
    fn what_is_missing_stops_no_step_and_is_told_once() {
        let entry = |outcome| StepEntry { step: "tests", outcome, time: Duration::ZERO, processor: None };
        let mut account = Account::new(Duration::ZERO);
        for _ in 0..2 {
            account.add(entry(Some(StepOutcome::lacking("missing: a-server".into()))));
        }
        assert_eq!((account.is_good(), account.is_good_so_far()), (false, true));
        assert_eq!(account.missing(), BTreeSet::from(["missing: a-server"]));
        account.add(entry(Some(StepOutcome::failed())));
        assert!(!account.is_good_so_far());
        let mut account = Account::new(Duration::ZERO);
        account.add(entry(None));
        assert!(!account.is_good_so_far(), "it was not run");
    }

    #[test]
    fn the_five_slowest_are_named_in_order() {
        let times = [("a", 1), ("b", 5), ("c", 3), ("d", 4), ("e", 2), ("f", 6)];
        let named = slowest(times.into_iter().map(|(name, seconds)| (name, Duration::from_secs(seconds))));
        assert_eq!(named, "f 6.0 s; b 5.0 s; d 4.0 s; c 3.0 s; e 2.0 s");
    }
}
