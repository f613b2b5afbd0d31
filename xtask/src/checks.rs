//! Commands that are programs of other packages: those packages need what xtask should not make a newcomer wait for.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::browsers::Browsers;
use crate::checkout::Checkout;
use crate::run::{cargo, run};

/// Arguments that another program reads.
#[derive(Args)]
pub struct Passed {
    /// Handed on as they are; `--help` among them says what there is
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Takes a picture of the built page.
///
/// # Errors
/// When a browser is missing or the picture cannot be taken.
pub fn shot(checkout: &Checkout, passed: &Passed) -> Result<()> {
    let mut command = program(checkout, &["--quiet", "--profile", "xtask", "-p", "botyard-e2e", "--bin", "shot"]);
    command.args(&passed.arguments);
    run(Browsers::find()?.tell(&mut command, checkout))
}

/// Measures what the sandbox's pass costs in the browsers.
///
/// # Errors
/// When a browser is missing or something cannot be measured there.
pub fn browser_budget(checkout: &Checkout) -> Result<()> {
    let mut command = program(checkout, &["--quiet", "--profile", "xtask", "-p", "botyard-e2e", "--bin", "budget"]);
    run(Browsers::find()?.tell(&mut command, checkout))
}

/// Checks the engine against recorded games.
///
/// # Errors
/// When a game does not go as recorded.
pub fn conformance(checkout: &Checkout, passed: &Passed) -> Result<()> {
    run(program(checkout, &["--quiet", "--release", "-p", "botyard-conformance"]).args(&passed.arguments))
}

/// Runs where the caller is and not in the checkout's folder, since paths among the arguments are the caller's.
fn program(checkout: &Checkout, which: &[&str]) -> Command {
    let mut command = cargo();
    command.arg("run").args(which).arg("--manifest-path").arg(checkout.root().join("Cargo.toml")).arg("--");
    command
}
