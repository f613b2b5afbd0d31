//! The checks that cargo does: formatting, lints, documentation, tests, and that things compile where they should.
//!
//! Benchmarks are compiled by clippy's `--all-targets`; linking them with full optimisation would take longer than all
//! else, and shows nothing more.

use std::process::Command;

use anyhow::{Context, Result};

use super::tally::{Tally, count};
use crate::bots;
use crate::checkout::Checkout;
use crate::run::{cargo, run};
use crate::targets;

/// The systems beside this one that the program is made for.
const ELSEWHERE: [&str; 2] = ["x86_64-pc-windows-gnu", "x86_64-apple-darwin"];

/// What runs in the page.
const PAGE_PACKAGES: [&str; 6] = ["-p", "botyard-web", "-p", "botyard-engine", "-p", "botyard-sandbox"];

pub fn formatting(checkout: &Checkout) -> Result<Tally> {
    run(in_checkout(checkout).args(["fmt", "--all", "--check"])).context("`cargo fmt --all` sets it right")?;
    Ok(Tally::passed())
}

/// The first to compile anything: `--locked` makes sure that Cargo.lock was committed as it should be.
pub fn lints(checkout: &Checkout) -> Result<Tally> {
    let what = ["clippy", "--locked", "--workspace", "--exclude", "botyard-web", "--all-targets"];
    run(in_checkout(checkout).args(what).args(["--", "-D", "warnings"]))?;
    Ok(Tally::passed())
}

pub fn lints_for_the_page(checkout: &Checkout) -> Result<Tally> {
    let mut clippy = in_checkout(checkout);
    clippy.args(["clippy", "--target", targets::PAGE]).args(PAGE_PACKAGES);
    run(clippy.args(["--", "-D", "warnings"]))?;
    Ok(Tally::passed())
}

pub fn documentation(checkout: &Checkout) -> Result<Tally> {
    let strict = |what: &[&str]| {
        let mut doc = in_checkout(checkout);
        doc.args(["doc", "--no-deps"]).args(what).env("RUSTDOCFLAGS", "-D warnings");
        run(&mut doc)
    };
    strict(&["--workspace", "--exclude", "botyard-web"])?;
    strict(&["-p", "botyard-web", "--target", targets::PAGE])?;
    Ok(Tally::passed())
}

pub fn bots(checkout: &Checkout) -> Result<Tally> {
    bots::modules(checkout)?;
    bots::executables(checkout)?;
    Ok(Tally::passed())
}

/// What builds and tests is tested in its own profile, in which it is compiled already.
pub fn tests(checkout: &Checkout) -> Result<Tally> {
    let test = |what: &[&str]| count(in_checkout(checkout).args(["test", "--no-fail-fast"]).args(what));
    let product = test(&["--workspace", "--exclude", "botyard-e2e", "--exclude", "xtask"])?;
    let tools = test(&["--profile", "xtask", "-p", "xtask", "-p", "botyard-e2e", "--lib", "--bins"])?;
    let example = test(&["--profile", "xtask", "-p", "botyard-e2e", "--doc"])?;
    Ok(product.and(tools).and(example))
}

/// All of the engine's code is kept, called or not, so that nothing it would import can hide. Not optimised: of what can
/// be inlined the optimiser leaves nothing here, for others to compile.
pub fn engine_alone(checkout: &Checkout) -> Result<Tally> {
    let folder = checkout.root().join("target/engine-alone");
    let mut build = in_checkout(checkout);
    build.args(["rustc", "-p", "botyard-engine", "--lib", "--target", targets::PAGE, "--crate-type", "cdylib"]);
    build.arg("--target-dir").arg(&folder);
    run(build.args(["--", "-C", "opt-level=0", "-C", "link-dead-code", "-C", "link-arg=--no-gc-sections"]))?;
    let module = folder.join(targets::PAGE).join("debug/botyard_engine.wasm");
    run(checker(checkout, "wasm-imports").arg(module))?;
    Ok(Tally::passed())
}

/// Checks the Rust code for other systems. The C sources among the dependencies are left out: they would need a compiler
/// for each system, and no result of theirs is needed until something is linked.
pub fn elsewhere(checkout: &Checkout) -> Result<Tally> {
    for target in ELSEWHERE {
        if !targets::installed(target) {
            targets::add(target)?;
        }
        let mut check = in_checkout(checkout);
        check.args(["check", "-p", "botyard", "--target", target]);
        let tools = ["CC", "CXX", "AR", "RANLIB"].map(|tool| format!("{tool}_{}", target.replace('-', "_")));
        run(check.envs(tools.map(|variable| (variable, "true"))))?;
    }
    Ok(Tally::passed())
}

/// A program of the e2e package, which holds the checks that need more than xtask should make a newcomer wait for.
pub fn checker(checkout: &Checkout, name: &str) -> Command {
    let mut command = in_checkout(checkout);
    command.args(["run", "--quiet", "--profile", "xtask", "-p", "botyard-e2e", "--bin", name, "--"]);
    command
}

/// Cargo, in the checkout's folder.
pub fn in_checkout(checkout: &Checkout) -> Command {
    let mut command = cargo();
    command.current_dir(checkout.root());
    command
}
