//! The result of a step: how many checks passed and failed, what this machine lacks, and what took
//! longest. Reads it from the output of Rust's test runner. Runs nothing.

use std::time::Duration;

/// The beginning of the line by which a test program reports a check that lacked something.
const NOT_RUN: &str = "NOT RUN: ";

/// The result of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepOutcome {
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed.
    pub failed: usize,
    /// Checks that lacked something on this machine, and reported it.
    pub not_run: usize,
    /// Tests that the runner was told to ignore; not one is accepted.
    pub ignored: usize,
    /// What this machine lacks, one line each with how to install it; each is also one of the
    /// failures.
    pub missing: Vec<String>,
    /// The step's parts with their times.
    pub parts: Vec<(String, Duration)>,
}

impl StepOutcome {
    /// The outcome of a step that is one check, which passed.
    pub fn passed() -> Self {
        Self { passed: 1, ..Self::default() }
    }

    /// The outcome of a step that is one check, which failed.
    pub fn failed() -> Self {
        Self { failed: 1, ..Self::default() }
    }

    /// The outcome of checks that could not be made for want of something: one failure. `advice` is
    /// a line on what is missing and how to install it.
    pub fn lacking(advice: String) -> Self {
        Self { missing: vec![advice], ..Self::failed() }
    }

    /// The sum of both outcomes.
    pub fn and(mut self, other: Self) -> Self {
        self.passed += other.passed;
        self.failed += other.failed;
        self.not_run += other.not_run;
        self.ignored += other.ignored;
        self.missing.extend(other.missing);
        self.parts.extend(other.parts);
        self
    }

    /// Whether nothing failed and nothing was missing.
    pub fn is_good(&self) -> bool {
        self.failed == 0 && self.missing.is_empty()
    }

    /// Whether all failures were for want of something, which does not affect the steps to come.
    pub fn is_good_so_far(&self) -> bool {
        self.failed <= self.missing.len()
    }

    /// The counts as text. Checks that were not run are named only if there are any.
    pub fn counts(&self) -> String {
        let not_run = if self.not_run > 0 { format!(", {} skipped", self.not_run) } else { String::new() };
        format!("{} passed, {} failed{not_run}", self.passed, self.failed)
    }

    /// Adds what a line of a test program's output says: `test result: ok. 3 passed; 0 failed; 1
    /// ignored; ...`, or `NOT RUN: a case, which needs a tool`. Any other line adds nothing.
    pub fn read_line(&mut self, line: &str) {
        if line.starts_with(NOT_RUN) {
            self.not_run += 1;
        }
        let Some((_, counts)) = line.split_once("test result: ") else { return };
        let count = |word: &str| -> usize {
            let before = counts.split_once(word).map_or("", |(before, _)| before);
            before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or(0)
        };
        self.passed += count(" passed");
        self.failed += count(" failed");
        self.ignored += count(" ignored");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_lines(lines: &[&str]) -> StepOutcome {
        let mut outcome = StepOutcome::default();
        lines.iter().for_each(|line| outcome.read_line(line));
        outcome
    }

    #[test]
    fn results_of_test_programs_are_added_and_other_lines_are_not() {
        let outcome = of_lines(&[
            "test rules::draw ... ok",
            "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.02s",
            "NOT RUN: accessibility::axe, which needs BOTYARD_AXE",
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
            "test result: whatever",
        ]);
        let expected = StepOutcome { passed: 14, failed: 3, ignored: 1, not_run: 1, ..StepOutcome::default() };
        assert_eq!(outcome, expected);
        assert_eq!(outcome.counts(), "14 passed, 3 failed, 1 skipped");
    }

    #[test]
    fn what_is_missing_is_a_failure_of_its_own_kind() {
        let lacking = StepOutcome::passed().and(StepOutcome::lacking("missing: a-server".into()));
        assert_eq!((lacking.is_good(), lacking.is_good_so_far()), (false, true));
        assert_eq!(lacking.counts(), "1 passed, 1 failed");
        let failed = lacking.and(StepOutcome::failed());
        assert_eq!((failed.is_good(), failed.is_good_so_far()), (false, false));
    }
}
