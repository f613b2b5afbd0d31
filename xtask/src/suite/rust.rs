//! The checks that cargo makes: formatting, lints, documentation, tests, and that packages compile
//! for their targets.
//!
//! All that runs on this system is compiled in one profile and always for the whole workspace:
//! another choice of packages would choose other features for shared dependencies, and compile them
//! again.
//!
//! Benchmarks are only checked: linking them with full optimisation would take longer than all
//! else, and show nothing more.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::executables::{self, TestExecutable};
use super::outcome::StepOutcome;
use super::{SuiteRun, Tier};
use crate::bots;
use crate::checkout::Checkout;
use crate::licence_list::LicenceList;
use crate::run::run;
use crate::system_packages;
use crate::targets;

/// The other systems that the program is made for.
const ELSEWHERE: [&str; 2] = ["x86_64-pc-windows-gnu", "x86_64-apple-darwin"];

/// All packages whose tests are run, except the bots.
const REST: [&str; 3] = ["--workspace", "--exclude", "botyard-bots"];
/// The bots' library and the tests that play them. The bots have no unit tests of their own, so
/// there is less to link without them. Leaving them out of [`REST`] does not change the features of
/// dependencies: bots have none.
const BOTS: [&str; 5] = ["-p", "botyard-bots", "--lib", "--test", "*"];
/// The program that runs the browser cases.
pub const BROWSER_CASES: [&str; 3] = ["--workspace", "--test", "browsers"];
/// Builds the programs that the browser cases start: they compare the page's matches with the native
/// program's.
pub const STARTED_BY_CASES: [&str; 6] = ["build", "--workspace", "--bin", "botyard", "--example", "series"];

/// The packages that are made for the page alone.
const WEB: &str = "botyard-web*";
/// The packages that run in the page.
const PAGE_PACKAGES: [&str; 6] = ["-p", WEB, "-p", "botyard-engine", "-p", "botyard-sandbox"];

/// The variable by which tests know that they are a part of the complete run.
const EFFORT: &str = "BOTYARD_TESTS";
/// What the names of tests contain that only the complete run has: they are in modules of this name.
const COMPLETE_ONLY: &str = "complete::";

pub fn formatting(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    run(suite.checkout.cargo().args(["fmt", "--all", "--check"])).context("`cargo fmt --all` sets it right")?;
    Ok(StepOutcome::passed())
}

pub fn bots(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    bots::modules(suite.checkout)?;
    // Packages that are compiled from here on contain the list.
    LicenceList::new(suite.checkout).refresh()?;
    Ok(StepOutcome::passed())
}

/// Compiles all tests, the cases of the browsers and what these start, with clippy. Nothing is compiled
/// for this system once tests run: they start the same programs, which cargo would replace.
pub fn lints(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    test_executables(suite)?;
    executables::build(suite.checkout, &BROWSER_CASES)?;
    run(suite.checkout.cargo_with_lints().args(STARTED_BY_CASES))?;
    Ok(StepOutcome::passed())
}

/// The executables of all tests but the browsers' cases; builds them unless an earlier step has.
fn test_executables<'a>(suite: &'a SuiteRun<'_>) -> Result<&'a [TestExecutable]> {
    if let Some(built) = suite.tests.get() {
        return Ok(built);
    }
    let mut all = executables::build(suite.checkout, &BOTS)?;
    all.extend(executables::build(suite.checkout, &REST)?);
    Ok(suite.tests.get_or_init(|| all))
}

/// Lints what the tests do not contain: benches, and what the page's packages compile for browsers
/// alone.
pub fn remaining_lints(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    // Not `--benches`, which would check unit tests too, although they were compiled before.
    let mut check = suite.checkout.cargo_with_lints();
    run(check.args(["check", "--workspace", "--exclude", WEB, "--bench", "*"]))?;
    run(suite.checkout.cargo_with_lints().args(["check", "--target", targets::PAGE]).args(PAGE_PACKAGES))?;
    Ok(StepOutcome::passed())
}

/// Builds the documentation, and runs its examples.
pub fn documentation(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let strict = |what: &[&str]| {
        let mut doc = suite.checkout.cargo_with_lints();
        doc.args(["doc", "--no-deps"]).args(what).env("RUSTDOCFLAGS", "-D warnings");
        run(&mut doc)
    };
    strict(&["--workspace", "--exclude", WEB])?;
    strict(&["-p", WEB, "--target", targets::PAGE])?;
    let mut examples = suite.checkout.cargo_with_lints();
    // The varied bots and the champions share the bots' sources, whose examples name the bots. `--doc` overrides `doctest = false`.
    let same_sources = ["--exclude", "botyard-varied-bots", "--exclude", "botyard-champion-bots"];
    run(examples.args(["test", "--workspace", "--doc"]).args(same_sources))?;
    Ok(StepOutcome::passed())
}

/// Runs the tests: of an area, only its executables. The default run leaves out the tests that only
/// the complete run has, and has the others count less far.
pub fn tests(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let mut chosen = test_executables(suite)?.to_vec();
    if let Some(area) = suite.area {
        chosen.retain(|executable| area.tests.contains(&&*executable.name));
    }
    let mut outcome = run_tests(suite, chosen);
    ensure!(outcome.passed + outcome.failed > 0, "no test was run");
    // If the server is missing, the test program that needs it has counted one failure for all of
    // its tests.
    outcome.missing.extend(system_packages::nats_server_advice());
    Ok(outcome)
}

fn run_tests(suite: &SuiteRun<'_>, chosen: Vec<TestExecutable>) -> StepOutcome {
    executables::run_all(suite.checkout, chosen, |command| {
        match suite.tier {
            Tier::Default => command.args(["--skip", COMPLETE_ONLY]).env_remove(EFFORT),
            Tier::Complete => command.env(EFFORT, "complete"),
        };
    })
}

/// Checks that the engine imports nothing. All of its code is kept, called or not, so that no
/// import can hide. It is not optimised: the optimiser would leave functions that can be inlined
/// for other crates to compile.
pub fn engine_alone(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let checkout = suite.checkout;
    let mut build = checkout.cargo_with_lints();
    build.args(["rustc", "-p", "botyard-engine", "--lib", "--target", targets::PAGE, "--crate-type", "cdylib"]);
    run(build.args(["--", "-C", "opt-level=0", "-C", "link-dead-code", "-C", "link-arg=--no-gc-sections"]))?;
    let module = checkout.output().join(targets::PAGE).join("debug/botyard_engine.wasm");
    run(checker(checkout, "wasm-imports")?.arg(module))?;
    Ok(StepOutcome::passed())
}

/// Checks the Rust code for other systems. The C sources among the dependencies are left out: they
/// would need a compiler for each system, and their results are needed only for linking.
pub fn elsewhere(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    for target in ELSEWHERE {
        if !targets::installed(target) {
            targets::add(target)?;
        }
        let mut check = suite.checkout.cargo_with_lints();
        check.args(["check", "-p", "botyard", "--target", target]);
        let tools = ["CC", "CXX", "AR", "RANLIB"].map(|tool| format!("{tool}_{}", target.replace('-', "_")));
        run(check.envs(tools.map(|variable| (variable, "true"))))?;
    }
    Ok(StepOutcome::passed())
}

/// A program of this project that checks something; its dependencies are too large for a newcomer's
/// first `cargo xtask`.
///
/// # Errors
/// When it does not compile.
pub fn checker(checkout: &Checkout, name: &str) -> Result<Command> {
    run(checkout.cargo_with_lints().args(["build", "--workspace", "--bin", name]))?;
    let mut command = Command::new(checkout.program(name));
    command.current_dir(checkout.root());
    Ok(command)
}
