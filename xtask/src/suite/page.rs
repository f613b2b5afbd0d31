//! The checks on the built page: its size, and its behaviour in real browsers.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::rust::checker;
use super::tally::{StepOutcome, count};
use crate::browsers::Browsers;
use crate::checkout::Checkout;
use crate::editor::{self, EditorScript};
use crate::javascript;
use crate::plan;
use crate::run::run;
use crate::{axe, browsers, optimizer, page, system_packages};

/// Installs what is missing. Browsers and a NATS server that cannot be installed are reported by
/// the steps that use them.
pub fn tools(checkout: &Checkout) -> Result<StepOutcome> {
    let mut items = page::prerequisites_and_interpreter(checkout);
    items.extend(optimizer::missing());
    items.extend(axe::missing());
    items.extend(EditorScript::new(checkout).missing());
    plan::follow(items)?;
    editor::demand_in_ci(checkout)?;
    javascript::demand_in_ci(checkout)?;
    for item in [browsers::missing(), system_packages::missing_nats_server()].into_iter().flatten() {
        if let Err(error) = plan::follow(vec![item]) {
            eprintln!("{error:#}");
        }
    }
    Ok(StepOutcome::passed())
}

/// Builds the page as for visitors, prints its size and stores that in `target/page-size.txt`.
pub fn build_and_weigh(checkout: &Checkout) -> Result<StepOutcome> {
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
pub fn build_quickly(checkout: &Checkout) -> Result<StepOutcome> {
    page::bundle_quickly(checkout)?;
    Ok(StepOutcome::passed())
}

/// Runs each case in one of the installed browsers, or in all of them if browsers are known to differ
/// in what it tests or it has a browser of its own; a missing browser is a failure.
pub fn browsers(checkout: &Checkout) -> Result<StepOutcome> {
    all_cases(checkout, &[ALTERNATE])
}

/// Like [`browsers()`], but each case in every installed browser.
pub fn each_browser(checkout: &Checkout) -> Result<StepOutcome> {
    all_cases(checkout, &[])
}

/// Runs all cases with these arguments of the test program.
fn all_cases(checkout: &Checkout, arguments: &[&str]) -> Result<StepOutcome> {
    let browsers = Browsers::find();
    let lacking = browsers.advice().map(StepOutcome::lacking);
    if let (true, Some(lacking)) = (browsers.names().is_empty(), &lacking) {
        return Ok(lacking.clone());
    }
    let outcome = count(&mut cases(checkout, &browsers, &checkout.dist(), arguments)?)?;
    Ok(lacking.into_iter().fold(outcome, StepOutcome::and))
}

/// The argument by which the test program alternates browsers.
const ALTERNATE: &str = "--alternate";
/// The argument by which the test program runs only its smoke cases; they are listed in `e2e`.
const SMOKE: &str = "--smoke";

/// The cases of the quick run, in the first installed browser; `None` if no browser is installed.
///
/// # Errors
/// When there is no page, or the cases do not compile.
pub fn quick_cases(checkout: &Checkout, browsers: &Browsers) -> Result<Option<Command>> {
    let Some(&name) = browsers.names().first() else { return Ok(None) };
    let here = format!("::{name}");
    cases(checkout, browsers, &checkout.quick_dist(), &[&here, SMOKE]).map(Some)
}

/// The command that runs cases with these arguments, after building the programs that they start.
fn cases(checkout: &Checkout, browsers: &Browsers, page: &Path, arguments: &[&str]) -> Result<Command> {
    let builder = if page == checkout.dist() { "page" } else { "page-quick" };
    ensure!(
        page.join("index.html").is_file(),
        "there is no page in {}; `cargo xtask test --only {builder}` builds it",
        page.display()
    );
    // Cases compare the page's matches with the native program's.
    run(checkout.cargo_with_lints().args(["build", "--workspace", "--bin", "botyard", "--example", "series"]))?;
    let mut cases = checkout.cargo_with_lints();
    cases.args(["test", "--workspace", "--test", "browsers", "--"]).args(arguments);
    browsers.set_environment(&mut cases, checkout, page);
    Ok(cases)
}
