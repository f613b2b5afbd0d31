//! The interpreter of JavaScript bots: npm installs clang beside the other tools, Node compiles the
//! sources with it, and a program of this project takes a snapshot of the module after its start.
//! Built once and kept beside the other tools; where npm is missing, everything else is built
//! without it. Does not know what JavaScript is.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::caches;
use crate::checkout::Checkout;
use crate::interpreter_files;
use crate::metadata::Metadata;
use crate::node::{self, LockedPackages, create, hash_of, obstacle};
use crate::plan::{self, Item};
use crate::run::{announce, run, run_together};
use crate::running::RunningProgram;

/// The interpreter's name in messages that it is missing.
const WHAT: &str = "JavaScript";
/// The description of the work, before it is done.
const MAKING: &str = "compiling the interpreter of JavaScript bots";
/// How long the work takes, in seconds on two slow cores.
const SECONDS: u64 = 230;
/// The name of the module among the bots'.
pub const NAME: &str = "javascript.wasm";
/// The crate whose C sources are compiled.
pub const SOURCES: &str = "rquickjs-sys";
/// The crate that writes the snapshot.
const WIZER: &str = "wasmtime-wizer";

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

    /// An item that builds the interpreter, unless it was built. Where npm is missing, prints that
    /// there will be no interpreter.
    pub fn missing(self) -> Option<Item<'a>> {
        self.can_be_made().then(|| Item::new(format!("{MAKING}, once"), SECONDS, move || self.make()))
    }

    /// Builds the interpreter in another process while the page is already served, and puts it
    /// there.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn make_beside(&self) -> Result<Option<RunningProgram>> {
        if !self.can_be_made() {
            return Ok(None);
        }
        let mut command = this_task()?;
        announce(&command);
        RunningProgram::start(&mut command).map(Some).context("cannot start this program again")
    }

    /// Whether the interpreter is missing and can be built; prints the obstacle if there is one.
    fn can_be_made(&self) -> bool {
        node::can_be_made(WHAT, self.module().is_some())
    }

    fn make(&self) -> Result<()> {
        let (home, packages) = (self.home()?, self.packages());
        packages.install()?;
        create(&home)?;
        let (compiled, started) = (home.join("compiled.wasm"), home.join("started.wasm"));
        let folder = self.0.root().join("languages/javascript");
        let mut node = Command::new("node");
        node.arg(folder.join("build.mjs"))
            .args([packages.folder()?, self.sources()?, folder.join("runtime")])
            .arg(&compiled);
        let mut build = self.0.cargo_with_lints();
        build.args(["build", "--workspace", "--bin", "snapshot"]);
        // Node uses one processor for minutes.
        run_together(&mut [build, node])?;
        run(Command::new(self.0.program("snapshot")).args([&compiled, &started]))?;
        fs::rename(&started, home.join(NAME)).context("cannot name the interpreter")
    }

    /// The folder of the C sources in cargo's registry.
    ///
    /// # Errors
    /// When cargo does not know them.
    pub fn sources(&self) -> Result<PathBuf> {
        let metadata = Metadata::ask(self.0.cargo_alone(), &["--locked"])?;
        let package = metadata.packages.into_iter().find(|package| package.name == SOURCES);
        let manifest = package.with_context(|| format!("cargo knows no {SOURCES}"))?.manifest_path;
        Ok(manifest.with_file_name("quickjs"))
    }

    fn packages(&self) -> LockedPackages {
        LockedPackages::new(self.0.root().join("languages/javascript"), "javascript")
    }

    /// The folder where the interpreter is kept; it depends on the sources' hash and on versions.
    fn home(&self) -> Result<PathBuf> {
        let key = hash_of([&*self.0.root().join("languages/javascript")])?;
        let versions = [self.0.locked_version(SOURCES)?, self.0.locked_version(WIZER)?].join("-");
        Ok(caches::tools().join(format!("javascript-{key:016x}-{versions}")))
    }
}

/// This program, with the command for [`run_task`].
fn this_task() -> Result<Command> {
    let mut command = Command::new(std::env::current_exe().context("this program has a path")?);
    command.arg("javascript");
    Ok(command)
}

/// Builds the interpreter, unless it was built, and puts it beside the bots and beside the page
/// that is being served.
///
/// # Errors
/// When it cannot be built, or npm is missing.
pub fn run_task(checkout: &Checkout) -> Result<()> {
    if let Some(why) = obstacle(WHAT) {
        anyhow::bail!(why);
    }
    plan::follow(Interpreter::new(checkout).missing().into_iter().collect())?;
    let module = Interpreter::new(checkout).module().context("it was just made")?;
    interpreter_files::place(checkout, &module)?;
    println!("Bots in JavaScript can play.");
    Ok(())
}

/// Fails if there is no interpreter although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set and there is no interpreter.
pub fn demand_in_ci(checkout: &Checkout) -> Result<()> {
    node::demand_in_ci(WHAT, Interpreter::new(checkout).module().is_some())
}
