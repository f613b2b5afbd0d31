//! Counts passed and failed tests from the output of Rust's test runner, and measures how long each
//! test program took. Does not run the tests.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::run::{announce, typed};
use crate::running::RunningProgram;

/// The beginning of the line by which a test program reports a check that lacked something.
const NOT_RUN: &str = "NOT RUN: ";

/// The result of a step.
#[derive(Clone, Debug, Default)]
pub struct StepOutcome {
    /// How many checks passed, failed or were not run.
    pub tally: CheckTally,
    /// The test programs that were run.
    pub programs: Vec<TestProgram>,
    /// What this machine lacks, one line each with how to install it; each is also one of the
    /// failures.
    pub missing: Vec<String>,
}

/// A test program that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestProgram {
    /// The program's source, or the package whose documentation has the tests.
    pub name: String,
    /// How long its tests took.
    pub time: Duration,
}

/// How many checks passed and how many failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckTally {
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed.
    pub failed: usize,
    /// Tests that the runner was told to ignore; not one is accepted.
    pub(super) ignored: usize,
    /// Checks that lacked something on this machine, and reported it.
    pub not_run: usize,
}

impl StepOutcome {
    /// The outcome of a step that is one check, which passed.
    pub fn passed() -> Self {
        Self { tally: CheckTally { passed: 1, ..CheckTally::default() }, ..Self::default() }
    }

    /// The outcome of a step that is one check, which failed.
    pub fn failed() -> Self {
        Self { tally: CheckTally::failed(), ..Self::default() }
    }

    /// The outcome of checks that could not be made for want of something: one failure. `advice` is
    /// a line on what is missing and how to install it.
    pub fn lacking(advice: String) -> Self {
        Self { missing: vec![advice], ..Self::failed() }
    }

    /// The sum of both outcomes.
    pub fn and(mut self, other: Self) -> Self {
        self.tally = self.tally.and(other.tally);
        self.programs.extend(other.programs);
        self.missing.extend(other.missing);
        self
    }

    /// Whether all was checked, and nothing failed.
    pub fn is_good(&self) -> bool {
        self.tally.failed == 0 && self.missing.is_empty()
    }

    /// Whether all failures were for want of something.
    pub fn is_good_so_far(&self) -> bool {
        self.tally.failed <= self.missing.len()
    }
}

impl CheckTally {
    /// One check that failed.
    pub fn failed() -> Self {
        Self { failed: 1, ..Self::default() }
    }

    /// The sum of both tallies.
    pub fn and(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            ignored: self.ignored + other.ignored,
            not_run: self.not_run + other.not_run,
        }
    }

    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; ...`, and `NOT RUN: a case, which
    /// needs a tool`; any other line counts nothing.
    fn of_line(line: &str) -> Self {
        if line.starts_with(NOT_RUN) {
            return Self { not_run: 1, ..Self::default() };
        }
        let Some((_, counts)) = line.split_once("test result: ") else { return Self::default() };
        let count = |word: &str| {
            let (before, _) = counts.split_once(word)?;
            before.split_whitespace().next_back()?.parse().ok()
        };
        let number = |word| count(word).unwrap_or(0);
        Self { passed: number(" passed"), failed: number(" failed"), ignored: number(" ignored"), not_run: 0 }
    }
}

/// The output of cargo and the runner so far, as it was understood.
#[derive(Default)]
struct Reader {
    running: String,
    outcome: StepOutcome,
}

impl Reader {
    fn read(&mut self, line: &str) {
        if let Some(name) = program_in(line) {
            self.running = name;
        }
        self.outcome.tally = self.outcome.tally.and(CheckTally::of_line(line));
        if let Some(time) = time_in(line) {
            self.outcome.programs.push(TestProgram { name: self.running.clone(), time });
        }
    }
}

/// The program that cargo is about to run: `Running tests/hosts.rs (target/debug/deps/hosts-0123)`,
/// `Running unittests src/lib.rs (target/debug/deps/botyard-0123)`, `Doc-tests botyard`. The name
/// of the executable distinguishes packages whose sources have the same name.
fn program_in(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(package) = line.strip_prefix("Doc-tests ") {
        return Some(format!("documentation of {package}"));
    }
    let (source, file) = line.strip_prefix("Running ")?.split_once(" (")?;
    let file = file.trim_end_matches(')').rsplit(['/', '\\']).next()?;
    let (name, _) = file.rsplit_once('-')?;
    Some(format!("{name}, {source}"))
}

/// The time at the end of `test result: ok. ...; finished in 1.25s`.
fn time_in(line: &str) -> Option<Duration> {
    let (_, time) = line.split_once("test result: ")?.1.rsplit_once("finished in ")?;
    Duration::try_from_secs_f64(time.trim().strip_suffix('s')?.parse().ok()?).ok()
}

/// Runs tests, prints their output as it comes, and counts them.
///
/// # Errors
/// When the tests do not compile, none ran, or one was ignored: a test that is not run proves
/// nothing.
pub fn count(command: &mut Command) -> Result<StepOutcome> {
    announce(command);
    count_lines(command, |line| println!("{line}"))
}

/// Like [`count`], for tests that run beside others: their output is printed when they have ended.
///
/// # Errors
/// As [`count`].
pub fn count_beside_others(command: &mut Command) -> Result<StepOutcome> {
    let mut lines = Vec::new();
    let outcome = count_lines(command, |line| lines.push(line.to_owned()));
    announce(command);
    for line in lines {
        println!("{line}");
    }
    outcome
}

fn count_lines(command: &mut Command, mut show: impl FnMut(&str)) -> Result<StepOutcome> {
    // Cargo names programs on one stream and the runner counts on the other: in one pipe they keep
    // their order.
    let (output, both) = std::io::pipe().context("cannot make a pipe")?;
    command.stdout(both.try_clone().context("cannot share a pipe")?).stderr(both);
    let process = RunningProgram::start(command).with_context(|| format!("cannot start {}", typed(command)))?;
    // The command holds the pipe's other end too, and would keep it open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut reader = Reader::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        show(&line);
        reader.read(&line);
    }
    let status = process.wait()?;
    let outcome = reader.outcome;
    let tally = outcome.tally;
    ensure!(status.success() || tally.failed > 0, "`{}` failed ({status})", typed(command));
    ensure!(tally.passed + tally.failed > 0, "`{}` ran no test", typed(command));
    ensure!(tally.ignored == 0, "{} tests are ignored: every test is run or removed", tally.ignored);
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runners_last_line_is_understood() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.02s";
        assert_eq!(CheckTally::of_line(line), CheckTally { passed: 12, failed: 3, ignored: 1, not_run: 0 });
        let left_out = CheckTally::of_line("NOT RUN: accessibility::axe, which needs BOTYARD_AXE");
        assert_eq!(left_out, CheckTally { not_run: 1, ..CheckTally::default() });
        assert_eq!(time_in(line), Some(Duration::from_millis(20)));
    }

    #[test]
    fn what_is_missing_is_a_failure_of_its_own_kind() {
        let lacking = StepOutcome::passed().and(StepOutcome::lacking("missing: a-server".into()));
        assert_eq!((lacking.is_good(), lacking.is_good_so_far()), (false, true));
        assert_eq!(lacking.tally, CheckTally { passed: 1, failed: 1, ..CheckTally::default() });
        let failed = lacking.and(StepOutcome::failed());
        assert_eq!((failed.is_good(), failed.is_good_so_far()), (false, false));
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(CheckTally::of_line("test rules::draw ... ok"), CheckTally::default());
        assert_eq!(CheckTally::of_line("test result: whatever"), CheckTally::default());
        assert_eq!(time_in("finished in 3s"), None);
        assert_eq!(program_in("Running late"), None);
    }

    #[test]
    fn a_program_has_the_time_of_the_result_behind_its_name() {
        let mut reader = Reader::default();
        for line in [
            "     Running unittests src/lib.rs (target/debug/deps/botyard_engine-0fe1)",
            "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.50s",
            "     Running tests/hosts.rs (/caches/debug/deps/hosts-77aa)",
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.00s",
            "   Doc-tests botyard",
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
        ] {
            reader.read(line);
        }
        let programs = reader.outcome.programs.iter().map(|program| (program.name.as_str(), program.time.as_millis()));
        let expected = [
            ("botyard_engine, unittests src/lib.rs", 500),
            ("hosts, tests/hosts.rs", 2000),
            ("documentation of botyard", 1000),
        ];
        assert_eq!(programs.collect::<Vec<_>>(), expected);
        assert_eq!(reader.outcome.tally, CheckTally { passed: 6, ..CheckTally::default() });
    }
}
