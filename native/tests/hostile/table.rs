//! Cases with their expected results: runs a few at a time, and prints the results. Knows no bot.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

/// The note if programs cannot be sandboxed here.
const NOBODY_HELD: &str =
    "no program was tried that needs holding: not every wall stands here (see `botyard doctor`)\n";

/// One bot in one form.
pub struct HostileCase {
    pub name: String,
    pub form: &'static str,
    pub expected: String,
    /// The names of the restrictions that hold it.
    pub held_by: String,
    /// Plays it and returns the result.
    pub run: Box<dyn Fn() -> String + Send>,
}

/// The first case of each kind: of each form, result whatever its numbers, and set of restrictions.
pub fn one_of_each_kind(mut cases: Vec<HostileCase>) -> Vec<HostileCase> {
    let mut kinds = BTreeSet::new();
    cases.retain(|case| {
        let result: String = case.expected.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        kinds.insert((case.form, result, case.held_by.clone()))
    });
    cases
}

/// The result of a case.
pub struct CaseOutcome {
    name: String,
    form: &'static str,
    expected: String,
    verdict: String,
    took: Duration,
}

impl CaseOutcome {
    pub fn is_as_expected(&self) -> bool {
        botyard_hostile::is_as_expected(&self.verdict, &self.expected)
    }
}

/// Runs all cases, two more at a time than there are processors, because many of them only wait.
/// Every thread that runs them calls `enter` first.
pub fn run_all(cases: Vec<HostileCase>, enter: fn()) -> Vec<CaseOutcome> {
    let workers = available_parallelism().map_or(1, NonZero::get) + 2;
    let (waiting, done) = (Mutex::new(cases.into_iter().enumerate()), Mutex::new(Vec::new()));
    scope(|scope| {
        let work = || {
            enter();
            loop {
                let Some((number, case)) = waiting.lock().unwrap().next() else { break };
                let outcome = run(case);
                done.lock().unwrap().push((number, outcome));
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        // Until they have ended, with their wardens.
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn run(HostileCase { name, form, expected, run, .. }: HostileCase) -> CaseOutcome {
    let start = Instant::now();
    let verdict = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| "the host panicked".to_owned());
    CaseOutcome { name, form, expected, verdict, took: start.elapsed() }
}

/// Prints the results to the terminal, although the test runner captures stdout.
pub fn print(outcomes: &[CaseOutcome]) {
    let text = lines(&outcomes.iter().collect::<Vec<_>>());
    let note = if outcomes.iter().any(|outcome| outcome.form == "held") { "" } else { NOBODY_HELD };
    std::io::stdout().lock().write_all(format!("\n{text}{note}").as_bytes()).unwrap();
}

/// A line for each case: name, form, time and result. If the result is wrong, the next line has the
/// expected one.
pub fn lines(outcomes: &[&CaseOutcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let CaseOutcome { name, form, expected, verdict, took } = outcome;
        text += &format!("{name:22} {form:11} {:>6} ms  {verdict}\n", took.as_millis());
        if !outcome.is_as_expected() {
            text += &format!("{:45}  NOT {expected}\n", "");
        }
    }
    text
}
