//! The project's bots: as WASI modules for every host, and as executables of the same source. Does
//! not know what they play.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use botyard_languages::ScriptLanguage;
use clap::Args;

use crate::checkout::Checkout;
use crate::compiler;
use crate::interpreters;
use crate::metadata::Metadata;
use crate::plan::{self, Item};
use crate::run::run;
use crate::targets;

/// The bots, the variants of some of them, and the strongest ones.
const PACKAGES: [&str; 3] = ["botyard-bots", "botyard-varied-bots", "botyard-champion-bots"];
/// Beginnings of the names of bots that misbehave on purpose or speak a format of their own: tests
/// need them, visitors do not.
const FIXTURES: [&str; 2] = ["hostile-", "dialect-"];

/// Which forms of the bots to build.
#[derive(Args)]
pub struct Bots {
    /// Build them as executables too, into target/bot-executables/
    #[arg(long)]
    native: bool,
}

impl Bots {
    /// Builds the modules and, if wanted, the executables.
    ///
    /// # Errors
    /// When they do not compile or cannot be copied.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let mut items = targets::missing(&[targets::BOT]);
        items.push(item(checkout));
        if self.native {
            items.push(Item::new("building the bots as executables", 60, || executables(checkout)));
        }
        plan::follow(items)
    }
}

/// An item that builds the modules.
pub fn item(checkout: &Checkout) -> Item<'_> {
    Item::new("building the bots as WASI modules", 25, move || modules(checkout))
}

/// Builds the modules into `target/bot-modules/NAME.wasm`, and those for the page into
/// `target/page-bots/` too, with the scripts.
///
/// # Errors
/// When they do not compile or cannot be copied.
pub fn modules(checkout: &Checkout) -> Result<()> {
    let mut cargo = checkout.cargo_alone();
    cargo.args(["build", "--bins", "--profile", "bots", "--target", targets::BOT]).args(packages());
    run(compiler::with_public_paths(&mut cargo)?)?;
    let metadata = metadata(checkout)?;
    let built = metadata.target_directory.join(targets::BOT).join("bots");
    let interpreters = interpreters::built(checkout);
    let files = |names: &mut dyn Iterator<Item = &str>| -> Vec<PathBuf> {
        names.map(|name| built.join(name).with_extension("wasm")).chain(interpreters.clone()).collect()
    };
    deliver(&files(&mut names(&metadata)), &checkout.bot_modules())?;
    let mut offered = names(&metadata).filter(|name| !FIXTURES.iter().any(|fixture| name.starts_with(fixture)));
    let mut page_bots = files(&mut offered);
    page_bots.extend(scripts(checkout)?);
    deliver(&page_bots, &checkout.page_bots())
}

/// The files of the bots that are scripts, which are not compiled.
fn scripts(checkout: &Checkout) -> Result<Vec<PathBuf>> {
    let mut scripts = Vec::new();
    let folder = |language: ScriptLanguage| (language, checkout.root().join("bots-wasm").join(language.id()));
    for (language, folder) in ScriptLanguage::ALL.map(folder).into_iter().filter(|(_, folder)| folder.is_dir()) {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == language.endings()[0]));
        scripts.extend(paths);
    }
    Ok(scripts)
}

/// Builds the executables into `target/bot-executables/NAME`.
///
/// # Errors
/// When they do not compile or cannot be copied.
pub fn executables(checkout: &Checkout) -> Result<()> {
    run(checkout.cargo_alone().args(["build", "--bins", "--profile", "bots"]).args(packages()))?;
    let metadata = metadata(checkout)?;
    let built = metadata.target_directory.join("bots");
    let file = |name: &str| built.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    deliver(&names(&metadata).map(file).collect::<Vec<_>>(), &checkout.bot_executables())
}

fn packages() -> impl Iterator<Item = &'static str> {
    PACKAGES.into_iter().flat_map(|package| ["-p", package])
}

/// Copies built files to where other programs look for them, and removes bots that no longer exist.
fn deliver(files: &[PathBuf], to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    remove_others(to, files)?;
    for file in files {
        replace(file, &to.join(file.file_name().context("a program has a name")?))?;
    }
    eprintln!("    {} programs in {}", files.len(), to.display());
    Ok(())
}

fn remove_others(folder: &Path, kept: &[PathBuf]) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !kept.iter().any(|file| file.file_name() == Some(&entry.file_name())) {
            fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// A bot may be running from `to`, or a page being built from it: the new file replaces the old one
/// in one step. An unchanged file is left alone, so that a program that watches the folder sees no
/// change.
fn replace(from: &Path, to: &Path) -> Result<()> {
    let new = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if fs::read(to).is_ok_and(|old| old == new) {
        return Ok(());
    }
    let staged = to.with_extension(format!("new-{}", std::process::id()));
    fs::copy(from, &staged)
        .and_then(|_| fs::rename(&staged, to))
        .with_context(|| format!("cannot write {}", to.display()))
}

/// The packages of the workspace.
fn metadata(checkout: &Checkout) -> Result<Metadata> {
    Metadata::ask(checkout.cargo_alone(), &["--no-deps"])
}

/// The names of the bots' programs.
fn names(metadata: &Metadata) -> impl Iterator<Item = &str> {
    let ours = metadata.packages.iter().filter(|package| PACKAGES.contains(&&*package.name));
    let programs = ours.flat_map(|package| &package.targets).filter(|target| target.is("bin"));
    programs.map(|target| target.name.as_str())
}
