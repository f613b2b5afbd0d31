//! Compilation targets: which are installed, and how to install others. Compiles nothing.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::plan::Item;
use crate::run::{ask, run};

/// What the page is compiled to.
pub const PAGE: &str = "wasm32-unknown-unknown";
/// What a bot is compiled to.
pub const BOT: &str = "wasm32-wasip1";

/// This system's own target, for which the compiler builds by default.
///
/// # Errors
/// When there is no compiler, or it does not report its target.
pub fn host() -> Result<String> {
    let told = ask("rustc", &["-vV"]).context("rustc cannot be called")?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what it runs on")?.to_owned())
}

/// An item for each of `targets` whose standard library is not installed.
pub fn missing<'a>(targets: &[&'a str]) -> Vec<Item<'a>> {
    let absent = targets.iter().filter(|target| !installed(target));
    absent.map(|target| Item::new(format!("adding the compiler's {target} target"), 10, || add(target))).collect()
}

/// Whether the compiler in use can build for `target`. It queries the compiler, so that one without
/// rustup works as well.
pub fn installed(target: &str) -> bool {
    let libraries = ask("rustc", &["--print", "target-libdir", "--target", target]);
    libraries.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Adds the standard library of `target` to the compiler in use.
///
/// # Errors
/// When there is no rustup, or it cannot install the target.
pub fn add(target: &str) -> Result<()> {
    run(Command::new("rustup").args(["target", "add", target]))
        .with_context(|| format!("the compiler has no {target} target, and rustup (rustup.rs) could not add it"))
}
