//! The translator of TypeScript bots: npm installs its packages beside the other tools, and Node
//! bundles them and `languages/typescript/src/` into one script. Built once and kept beside the other
//! tools; where npm is missing, everything else is built without it. Does not know what TypeScript is.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::caches;
use crate::checkout::Checkout;
use crate::interpreter_files;
use crate::node::{self, LockedPackages, create, hash_of};
use crate::plan::{self, Item};
use crate::run::{announce, run};
use crate::running::RunningProgram;

/// The translator's name in messages that it is missing.
const WHAT: &str = "TypeScript";
/// The description of the work, before it is done.
const MAKING: &str = "bundling the translator of TypeScript bots";
/// How long the work takes, in seconds.
const SECONDS: u64 = 15;
/// The name of the script among the bots.
const NAME: &str = "typescript.js";
/// The file with the licences of its packages.
const LICENCES: &str = "licences.txt";

/// The translator of a checkout.
pub struct Translator<'a>(&'a Checkout);

impl<'a> Translator<'a> {
    /// The translator of this checkout.
    pub fn new(checkout: &'a Checkout) -> Self {
        Self(checkout)
    }

    /// The script, if it was built.
    pub fn script(&self) -> Option<PathBuf> {
        Some(self.home().ok()?.join(NAME)).filter(|script| script.is_file())
    }

    /// The file with the licences of its packages, if it was built.
    pub fn licences(&self) -> Option<PathBuf> {
        Some(self.script()?.with_file_name(LICENCES))
    }

    /// An item that builds the script, unless it was built. Where npm is missing, prints that there
    /// will be no translator.
    pub fn missing(self) -> Option<Item<'a>> {
        let can_be_made = node::can_be_made(WHAT, self.script().is_some());
        can_be_made.then(|| Item::new(format!("{MAKING}, once"), SECONDS, move || self.make()))
    }

    /// Builds the script in another process while the page is already served, and puts it there.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn make_beside(&self) -> Result<Option<RunningProgram>> {
        if !node::can_be_made(WHAT, self.script().is_some()) {
            return Ok(None);
        }
        let mut command = Command::new(std::env::current_exe().context("this program has a path")?);
        command.arg("typescript");
        announce(&command);
        RunningProgram::start(&mut command).map(Some).context("cannot start this program again")
    }

    fn make(&self) -> Result<()> {
        let (home, packages) = (self.home()?, self.packages());
        packages.install()?;
        create(&home)?;
        let build = self.0.root().join("languages/typescript/build.mjs");
        run(Command::new("node").arg(build).args([packages.folder()?, home]))
    }

    fn packages(&self) -> LockedPackages {
        LockedPackages::new(self.0.root().join("languages/typescript"), "typescript")
    }

    /// The folder where the script is kept; its name depends on the sources.
    fn home(&self) -> Result<PathBuf> {
        let key = hash_of([&*self.0.root().join("languages/typescript")])?;
        Ok(caches::tools().join(format!("typescript-{key:016x}")))
    }
}

/// Builds the translator, unless it was built, and puts it beside the bots and beside the page that is
/// being served.
///
/// # Errors
/// When it cannot be built, or npm is missing.
pub fn run_task(checkout: &Checkout) -> Result<()> {
    if let Some(why) = node::obstacle(WHAT) {
        bail!(why);
    }
    plan::follow(Translator::new(checkout).missing().into_iter().collect())?;
    let script = Translator::new(checkout).script().context("it was just made")?;
    interpreter_files::place(checkout, &script)?;
    println!("Bots in TypeScript can play.");
    Ok(())
}

/// Fails if there is no translator although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set and there is no translator.
pub fn demand_in_ci(checkout: &Checkout) -> Result<()> {
    node::demand_in_ci(WHAT, Translator::new(checkout).script().is_some())
}
