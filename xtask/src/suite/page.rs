//! The checks on the built page: its size, and its behaviour in real browsers.

use std::process::Command;

use anyhow::{Result, ensure};

use super::executables::{self, build_one};
use super::outcome::StepOutcome;
use super::rust::{BROWSER_CASES, STARTED_BY_CASES, checker};
use super::{SuiteRun, Tier};
use crate::browsers::Browsers;
use crate::editor::{self, EditorScript};
use crate::interpreters;
use crate::plan;
use crate::run::{read, run};
use crate::{axe, browsers, optimizer, page, system_packages};

/// The argument by which the test program runs only the cases of the default run.
const CORE: &str = "--core";
/// The argument by which the test program runs a case in one browser, unless browsers differ in it.
const ALTERNATE: &str = "--alternate";
/// The beginning of the argument by which the test program runs only the cases of some modules.
const MODULES: &str = "--modules=";

/// Installs what is missing. Browsers and a NATS server that cannot be installed are reported by
/// the steps that use them.
pub fn tools(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let checkout = suite.checkout;
    let mut items = page::prerequisites_and_interpreters(checkout);
    if suite.tier == Tier::Complete {
        items.extend(optimizer::missing());
        items.extend(axe::missing());
    }
    items.extend(EditorScript::new(checkout).missing());
    plan::follow(items)?;
    editor::demand_in_ci(checkout)?;
    interpreters::demand_in_ci(checkout)?;
    for item in [browsers::missing(), system_packages::missing_nats_server()].into_iter().flatten() {
        if let Err(error) = plan::follow(vec![item]) {
            eprintln!("{error:#}");
        }
    }
    Ok(StepOutcome::passed())
}

/// Builds the page as for visitors, prints its size and stores that in `target/page-size.txt`.
pub fn build_and_weigh(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let checkout = suite.checkout;
    page::bundle(checkout)?;
    let mut weigh = checker(checkout, "page-size")?;
    weigh.arg(checkout.dist()).arg(checkout.root().join("target/page-size.txt"));
    if optimizer::program().is_none() {
        weigh.arg("--without-wasm-opt");
    }
    run(&mut weigh)?;
    Ok(StepOutcome::passed())
}

/// Builds the page in the form that builds quickly, beside the one for visitors.
pub fn build_quickly(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    page::bundle_quickly(suite.checkout)?;
    Ok(StepOutcome::passed())
}

/// Runs the cases in the installed browsers; a missing browser is a failure. The default run has the
/// core cases, on the page that was built quickly, each in one browser unless browsers differ in it.
/// The complete run has all cases in every browser, on the page for visitors.
pub fn browsers(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let browsers = Browsers::find();
    let lacking = browsers.advice().map(StepOutcome::lacking);
    if let (true, Some(lacking)) = (browsers.names().is_empty(), &lacking) {
        return Ok(lacking.clone());
    }
    let mut command = cases(suite, &browsers)?;
    match (suite.area, suite.tier) {
        (Some(area), _) => command.arg(format!("{MODULES}{}", area.cases.join(","))),
        (None, Tier::Default) => command.args([CORE, ALTERNATE]),
        (None, Tier::Complete) => &mut command,
    };
    let outcome = executables::run_shown(&mut command)?;
    ensure!(outcome.passed + outcome.failed > 0, "no case was run");
    Ok(lacking.into_iter().fold(outcome, StepOutcome::and))
}

/// The command that runs all cases, after building the programs that they start.
///
/// # Errors
/// When there is no page, or the cases do not compile.
pub fn cases(suite: &SuiteRun<'_>, browsers: &Browsers) -> Result<Command> {
    let checkout = suite.checkout;
    let (page, builder) = match suite.has_shipped_page {
        true => (checkout.dist(), "page"),
        false => (checkout.quick_dist(), "page-quick"),
    };
    ensure!(
        page.join("index.html").is_file(),
        "there is no page in {}; `cargo xtask test --only {builder}` builds it",
        page.display()
    );
    run(checkout.cargo_with_lints().args(STARTED_BY_CASES))?;
    let mut command = build_one(checkout, &BROWSER_CASES)?.command(checkout);
    browsers.set_environment(&mut command, checkout, &page);
    Ok(command)
}

/// Runs the cases with this in their names in every browser, on the page that was built quickly.
///
/// # Errors
/// When a browser is missing, or no case has such a name.
pub fn case(suite: &SuiteRun<'_>, name: &str, times: usize) -> Result<StepOutcome> {
    let all = cases(suite, &Browsers::find())?;
    run_named(&all, name, times)
}

/// Runs cases of the default run on one processor, beside programs that are always busy: a case that
/// passes only on a fast machine fails. With `case`, runs the cases with this in their names, `times`
/// times.
///
/// # Errors
/// When this system cannot limit programs to a processor, a browser is missing, or no case was run.
pub fn stress(suite: &SuiteRun<'_>, case: Option<&str>, times: usize) -> Result<StepOutcome> {
    let all = on_one_processor(&cases(suite, &Browsers::find())?);
    let _busy = BusyProcessor::start()?;
    match case {
        Some(name) => run_named(&all, name, times),
        None => {
            let outcome = executables::run_shown(copy(&all).args([CORE, ALTERNATE]))?;
            ensure!(outcome.passed + outcome.failed > 0, "no case was run");
            Ok(outcome)
        }
    }
}

/// Runs the cases with this in their names, `times` times.
fn run_named(all: &Command, name: &str, times: usize) -> Result<StepOutcome> {
    let listed = read(copy(all).args(["--list", name]))?;
    ensure!(
        listed.contains(": test"),
        "no browser case has `{name}` in its name; the cases are in e2e/tests/browsers/"
    );
    let mut sum = StepOutcome::default();
    for _ in 0..times {
        sum = sum.and(executables::run_shown(copy(all).arg(name))?);
    }
    Ok(sum)
}

/// How many programs share the processor with the cases.
const BUSY: usize = 5;

/// The same command, limited to the first processor by util-linux's taskset.
fn on_one_processor(command: &Command) -> Command {
    let mut limited = Command::new("taskset");
    limited.args(["--cpu-list", "0"]).arg(command.get_program()).args(command.get_args());
    with_setting_of(command, limited)
}

/// The same command once more.
fn copy(command: &Command) -> Command {
    let mut copy = Command::new(command.get_program());
    copy.args(command.get_args());
    with_setting_of(command, copy)
}

/// `other` in the folder of `command`, and with its environment.
fn with_setting_of(command: &Command, mut other: Command) -> Command {
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => other.env(name, value),
            None => other.env_remove(name),
        };
    }
    other.current_dir(command.get_current_dir().expect("a test program runs in its package's folder"));
    other
}

/// Programs that keep the first processor busy until this is dropped.
struct BusyProcessor(Vec<std::process::Child>);

impl BusyProcessor {
    fn start() -> Result<Self> {
        let mut loops = Self(Vec::new());
        for _ in 0..BUSY {
            let mut command = Command::new("sh");
            // They end with this program too, however it ends.
            command.args(["-c", "while kill -0 $PPID 2>/dev/null; do :; done"]).current_dir(".");
            loops.0.push(on_one_processor(&command).spawn()?);
        }
        Ok(loops)
    }
}

impl Drop for BusyProcessor {
    fn drop(&mut self) {
        for program in &mut self.0 {
            // One that has ended by itself needs no end.
            let _ = program.kill().and_then(|()| program.wait());
        }
    }
}
