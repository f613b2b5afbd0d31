//! How the fresh runs of one question failed, by kind of failure: there can be thousands, and most
//! fail alike.

use std::fmt::Write as _;

/// How a fresh run ends if its time is up.
pub(super) const OUT_OF_TIME: &str = "out of time";

/// Whether a report of failed runs, as a transcript keeps it, begins with runs that were out of
/// time.
pub fn is_out_of_time(report: &str) -> bool {
    report.lines().next().is_some_and(|line| line.ends_with(&format!(" ended {OUT_OF_TIME}")))
}

/// Further kinds of failure are only counted.
const WAYS: usize = 8;

#[derive(Debug, Default)]
pub(super) struct RunFailures {
    ways: Vec<(String, usize)>,
    others: usize,
}

impl RunFailures {
    /// Notes a failed run; `how` continues a sentence that begins with "it ended".
    pub(super) fn note_failure(&mut self, how: &str) {
        if let Some((_, count)) = self.ways.iter_mut().find(|(known, _)| known == how) {
            *count += 1;
        } else if self.ways.len() < WAYS {
            self.ways.push((how.to_owned(), 1));
        } else {
            self.others += 1;
        }
    }

    pub(super) fn clear(&mut self) {
        self.ways.clear();
        self.others = 0;
    }

    /// A line for each kind of failure; empty if no run failed.
    pub(super) fn report(&self, runs: usize) -> String {
        let mut text = String::new();
        for (how, count) in &self.ways {
            let line = match runs {
                1 => writeln!(text, "it ended {how}"),
                _ => writeln!(text, "{count} of {runs} runs ended {how}"),
            };
            line.expect("text can be appended to text");
        }
        if self.others > 0 {
            writeln!(text, "{} of {runs} runs ended in other ways", self.others).expect("text can be appended to text");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_failure_is_reported_once() {
        let mut failures = RunFailures::default();
        assert_eq!(failures.report(5), "");
        failures.note_failure("killed by signal 11");
        assert_eq!(failures.report(1), "it ended killed by signal 11\n");
        failures.note_failure(OUT_OF_TIME);
        failures.note_failure("killed by signal 11");
        assert_eq!(failures.report(5), "2 of 5 runs ended killed by signal 11\n1 of 5 runs ended out of time\n");
    }

    #[test]
    fn runs_out_of_time_are_told_from_others() {
        let report = |how: &str, runs| {
            let mut failures = RunFailures::default();
            failures.note_failure(how);
            failures.report(runs)
        };
        assert!([1, 5].iter().all(|&runs| is_out_of_time(&report(OUT_OF_TIME, runs))));
        assert!([1, 5].iter().all(|&runs| !is_out_of_time(&report("killed by signal 11", runs))));
    }

    #[test]
    fn reported_failures_are_bounded() {
        let mut failures = RunFailures::default();
        (0..100).for_each(|nth| failures.note_failure(&format!("by mishap {nth}")));
        assert_eq!(failures.report(100).lines().count(), WAYS + 1);
        assert!(failures.report(100).ends_with("92 of 100 runs ended in other ways\n"));
    }
}
