//! Commands that pass their arguments on: to cargo, or to programs of other packages, whose
//! dependencies a newcomer's first `cargo xtask` should not compile.

use std::env::consts::EXE_EXTENSION;
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::browsers::Browsers;
use crate::checkout::Checkout;
use crate::run::{run, run_in_terminal};

/// Arguments that another program reads.
#[derive(Args)]
pub struct Passed {
    /// Handed on as they are; `--help` among them says what there is
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Calls cargo as the steps do.
///
/// # Errors
/// When cargo reports a failure.
pub fn cargo(checkout: &Checkout, passed: &Passed) -> Result<()> {
    run_in_terminal(checkout.cargo_with_lints().args(&passed.arguments))
}

/// Takes pictures of the built page.
///
/// # Errors
/// When a browser is missing or the picture cannot be taken.
pub fn shot(checkout: &Checkout, passed: &Passed) -> Result<()> {
    let mut command = browser_program(checkout, "shot")?;
    run(command.args(&passed.arguments))
}

/// Measures what the sandbox's pass costs in the browsers.
///
/// # Errors
/// When a browser is missing or a measurement fails.
pub fn browser_budget(checkout: &Checkout) -> Result<()> {
    run(&mut browser_program(checkout, "budget")?)
}

/// Measures turns, runs and series in the browsers.
///
/// # Errors
/// When a browser is missing, the page was not built or a measurement fails.
pub fn browser_turns(checkout: &Checkout, passed: &Passed) -> Result<()> {
    let mut command = browser_program(checkout, "turns")?;
    run(command.args(&passed.arguments))
}

/// Measures what the page costs its visitors, beside the native program.
///
/// # Errors
/// When a browser is missing, the page was not built or a measurement fails.
pub fn page_figures(checkout: &Checkout, passed: &Passed) -> Result<()> {
    run(checkout.cargo().args(["build", "--quiet", "--release", "-p", "botyard"]))?;
    let program = checkout.output().join("release/botyard").with_extension(EXE_EXTENSION);
    let mut command = browser_program(checkout, "page-figures")?;
    run(command.arg("--program").arg(program).args(&passed.arguments))
}

/// Checks the engine against recorded games.
///
/// # Errors
/// When a game differs from its record.
pub fn conformance(checkout: &Checkout, passed: &Passed) -> Result<()> {
    let mut command = checkout.cargo();
    command.args(["build", "--quiet", "--release", "-p", "botyard-conformance"]);
    run(&mut command)?;
    let program = checkout.output().join("release/botyard-conformance").with_extension(EXE_EXTENSION);
    run(Command::new(program).args(&passed.arguments))
}

/// A program that drives the browsers. It runs in the caller's folder, not in the checkout's,
/// because paths among the arguments are relative to the former.
fn browser_program(checkout: &Checkout, name: &str) -> Result<Command> {
    let browsers = Browsers::find();
    if let Some(advice) = browsers.advice() {
        eprintln!("{advice}");
    }
    run(checkout.cargo_with_lints().args(["build", "--quiet", "--workspace", "--bin", name]))?;
    let mut command = Command::new(checkout.program(name));
    browsers.set_environment(&mut command, checkout, &checkout.dist());
    Ok(command)
}
