//! Test executables: compiled by one call of cargo, then run several at the same time, the longest
//! first. Does not know what they test.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::outcome::StepOutcome;
use crate::checkout::Checkout;
use crate::durations::exactly;
use crate::run::{announce, read, run_with_lines, typed};

/// The executables that take longest, in this order: they are started first, so that none of them
/// runs alone at the end.
const LONGEST: [&str; 6] = ["fleet", "cli", "hostile", "hosts", "connect_four", "bitmartyr"];

/// A test executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestExecutable {
    /// The name of the crate, or of the file in `tests/`.
    pub name: String,
    path: PathBuf,
    /// The folder of its package, in which it is run.
    folder: PathBuf,
}

/// The part of cargo's messages that is read here.
#[derive(Deserialize)]
struct Artifact {
    manifest_path: PathBuf,
    target: ArtifactTarget,
    profile: ArtifactProfile,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct ArtifactTarget {
    name: String,
}

#[derive(Deserialize)]
struct ArtifactProfile {
    test: bool,
}

impl TestExecutable {
    /// The test executable that one of cargo's messages is about; `None` for other messages.
    fn of_message(line: &str) -> Option<Self> {
        let artifact: Artifact = serde_json::from_str(line).ok()?;
        let path = artifact.executable.filter(|_| artifact.profile.test)?;
        let folder = artifact.manifest_path.parent()?.to_owned();
        Some(Self { name: artifact.target.name, path, folder })
    }

    /// The command that runs it in its package's folder, as cargo would.
    pub fn command(&self, checkout: &Checkout) -> Command {
        let mut command = Command::new(&self.path);
        checkout.build_with_lints(&mut command);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }

    /// Where it is in the order of starts.
    fn rank(&self) -> usize {
        LONGEST.iter().position(|name| *name == self.name).unwrap_or(LONGEST.len())
    }
}

/// Compiles what `cargo test` with these arguments would run. Clippy compiles it, and its warnings
/// are errors, so that the sources are not compiled a second time for lints.
///
/// # Errors
/// When something does not compile, has a warning, or `Cargo.lock` is not as it should be.
pub fn build(checkout: &Checkout, arguments: &[&str]) -> Result<Vec<TestExecutable>> {
    let mut cargo = checkout.cargo_with_lints();
    cargo.args(["test", "--locked", "--no-run", "--message-format", "json-render-diagnostics"]).args(arguments);
    announce(&cargo);
    Ok(read(&mut cargo)?.lines().filter_map(TestExecutable::of_message).collect())
}

/// Runs the executables, as many at the same time as there are processors, and prints a line on each
/// when it has ended, with its output if something failed. `prepare` adds arguments and variables.
pub fn run_all(
    checkout: &Checkout,
    mut executables: Vec<TestExecutable>,
    prepare: impl Fn(&mut Command) + Sync,
) -> StepOutcome {
    executables.sort_by_key(TestExecutable::rank);
    let queue = Mutex::new(VecDeque::from(executables));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        let mut sum = StepOutcome::default();
        while let Some(executable) = next() {
            let mut command = executable.command(checkout);
            prepare(&mut command);
            sum = sum.and(run_one(&executable.name, &mut command));
        }
        sum
    };
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..at_once).map(|_| scope.spawn(work)).collect();
        let outcomes = workers.into_iter().map(|worker| worker.join().expect("a worker returns its failures"));
        outcomes.fold(StepOutcome::default(), StepOutcome::and)
    })
}

/// Runs one executable and prints what came of it.
fn run_one(name: &str, command: &mut Command) -> StepOutcome {
    let start = Instant::now();
    let (mut outcome, output) = match run_captured(command) {
        Ok(done) => done,
        Err(error) => (StepOutcome::failed(), format!("{error:#}\n")),
    };
    outcome.parts = vec![(name.to_owned(), start.elapsed())];
    println!("{}{}", if outcome.is_good() { "" } else { &output }, line(name, &outcome, start.elapsed()));
    outcome
}

fn line(name: &str, outcome: &StepOutcome, time: Duration) -> String {
    let verdict = if outcome.is_good() { "ok" } else { "FAILED" };
    format!("{verdict:6} {:>14}  {name}: {}", exactly(time), outcome.counts())
}

/// Runs a test program to its end, and prints its output as it comes.
///
/// # Errors
/// When it cannot be started.
pub fn run_shown(command: &mut Command) -> Result<StepOutcome> {
    announce(command);
    let (outcome, complaint) = read_results(command, |line| println!("{line}"))?;
    print!("{complaint}");
    Ok(outcome)
}

/// Runs a test program to its end; returns what it reports, and its output.
fn run_captured(command: &mut Command) -> Result<(StepOutcome, String)> {
    let mut text = String::new();
    let (outcome, complaint) = read_results(command, |line| text.extend([line, "\n"]))?;
    Ok((outcome, text + &complaint))
}

/// Runs a test program and passes on each line of its output. Returns what it reports, and a line if
/// it died or ignored tests: every test is run or removed.
fn read_results(command: &mut Command, mut show: impl FnMut(&str)) -> Result<(StepOutcome, String)> {
    let mut outcome = StepOutcome::default();
    let status = run_with_lines(command, |line| {
        outcome.read_line(line);
        show(line);
    })?;
    let mut complaint = String::new();
    if outcome.ignored > 0 {
        complaint = "tests are ignored: every test is run or removed\n".to_owned();
        outcome.failed += outcome.ignored;
    }
    if !status.success() && outcome.failed == 0 {
        complaint = format!("`{}` failed ({status})\n", typed(command));
        outcome.failed = 1;
    }
    Ok((outcome, complaint))
}

/// The one executable that `arguments` choose.
///
/// # Errors
/// As [`build`], or when cargo made none.
pub fn build_one(checkout: &Checkout, arguments: &[&str]) -> Result<TestExecutable> {
    build(checkout, arguments)?.pop().with_context(|| format!("`cargo test {}` makes no program", arguments.join(" ")))
}

/// Whether a file or folder of a package's tests has this name, as [`LONGEST`] and areas use them.
#[cfg(test)]
pub fn is_test_name(root: &std::path::Path, name: &str) -> bool {
    let folders =
        ["engine", "sandbox", "driver", "fleet", "native", "native/host", "bots-wasm", "hostile", "fuzz", "xtask"];
    folders.iter().any(|folder| {
        let tests = root.join(folder).join("tests");
        tests.join(name).join("main.rs").is_file() || tests.join(name).with_extension("rs").is_file()
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn test_executables_are_found_among_cargos_messages() {
        let message = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/w/native/Cargo.toml","target":{{"name":"cli"}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let found = TestExecutable::of_message(&message(true, r#""/b/cli-01""#)).unwrap();
        assert_eq!((&*found.name, &*found.path, &*found.folder), ("cli", "/b/cli-01".as_ref(), "/w/native".as_ref()));
        for other in [message(false, r#""/b/cli-01""#), message(true, "null"), r#"{"reason":"build-finished"}"#.into()]
        {
            assert_eq!(TestExecutable::of_message(&other), None, "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_dies_or_ignores_tests_has_failed() {
        let run = |script: &str| run_captured(Command::new("sh").args(["-c", script])).unwrap().0;
        let result = |ignored| format!("echo 'test result: ok. 2 passed; 0 failed; {ignored} ignored;'");
        assert_eq!(run(&result(0)), StepOutcome { passed: 2, ..StepOutcome::default() });
        assert_eq!(run(&result(3)).failed, 3);
        assert_eq!(run("kill -9 $$").failed, 1);
    }

    #[test]
    fn the_longest_executables_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for name in LONGEST {
            assert!(is_test_name(root, name), "{name}");
        }
    }
}
