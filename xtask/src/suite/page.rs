//! The checks on the built page: its weight, and its conduct in real browsers.

use anyhow::{Result, ensure};

use super::rust::{checker, in_checkout};
use super::tally::{Tally, count};
use crate::browsers::Browsers;
use crate::checkout::Checkout;
use crate::plan;
use crate::run::run;
use crate::tools::Tool;
use crate::{browsers, page};

/// Installs what is missing.
pub fn tools(checkout: &Checkout) -> Result<Tally> {
    let mut items = page::prerequisites(checkout)?;
    items.extend(Tool::geckodriver().missing());
    items.extend(browsers::missing());
    plan::follow(items)?;
    Browsers::find()?;
    Ok(Tally::passed())
}

/// The page is built as visitors get it; its weight is printed and kept in `target/page-size.txt`.
pub fn build_and_weigh(checkout: &Checkout) -> Result<Tally> {
    page::bundle(checkout)?;
    run(checker(checkout, "page-size").arg(checkout.dist()).arg(checkout.root().join("target/page-size.txt")))?;
    Ok(Tally::passed())
}

/// Each case runs in both browsers.
pub fn browsers(checkout: &Checkout) -> Result<Tally> {
    ensure!(checkout.dist().join("index.html").is_file(), "there is no dist/: the step `page` builds it");
    // A case holds the page to what the program plays. Asked for in the very words of the tests' step, it is the one that
    // is compiled already: other words would choose other features for its dependencies, and compile them again.
    let program = ["test", "--no-run", "--workspace", "--exclude", "botyard-e2e", "--exclude", "xtask"];
    run(in_checkout(checkout).args(program))?;
    let mut cases = in_checkout(checkout);
    cases.args(["test", "--no-fail-fast", "--profile", "xtask", "-p", "botyard-e2e", "--test", "*"]);
    count(Browsers::find()?.tell(&mut cases, checkout))
}
