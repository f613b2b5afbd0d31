//! The interpreter of JavaScript bots: npm installs clang beside the other tools, Node compiles the
//! sources with it, and a program of this project takes a snapshot of the module after its start. Does
//! not know what JavaScript is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use botyard_languages::ScriptLanguage;

use super::{Recipe, fetch_nothing};
use crate::checkout::Checkout;
use crate::licence_list::component::{Component, ComponentPlace};
use crate::licence_list::described::{component, wasi_libc};
use crate::licence_list::texts::tidy;
use crate::metadata::Metadata;
use crate::node::{LockedPackages, obstacle};
use crate::run::{run, run_together};

pub(super) const RECIPE: Recipe = Recipe {
    language: ScriptLanguage::JavaScript,
    work: "compiling the interpreter of JavaScript bots",
    seconds: 230,
    obstacle: || obstacle(ScriptLanguage::JavaScript.name()),
    versions: |checkout| Ok(vec![checkout.locked_version(SOURCES)?, checkout.locked_version(WIZER)?]),
    fetch: fetch_nothing,
    make,
    components,
};

/// The crate whose C sources are compiled.
const SOURCES: &str = "rquickjs-sys";
/// The crate that writes the snapshot.
const WIZER: &str = "wasmtime-wizer";

fn make(checkout: &Checkout, home: &Path) -> Result<()> {
    let folder = checkout.root().join("languages/javascript");
    let packages = LockedPackages::new(folder.clone(), "javascript");
    packages.install()?;
    let (compiled, started) = (home.join("compiled.wasm"), home.join("started.wasm"));
    let mut node = Command::new("node");
    node.arg(folder.join("build.mjs"))
        .args([packages.folder()?, sources(checkout)?, folder.join("runtime")])
        .arg(&compiled);
    let mut build = checkout.cargo_with_lints();
    build.args(["build", "--workspace", "--bin", "snapshot"]);
    // Node uses one processor for minutes.
    run_together(&mut [build, node])?;
    run(Command::new(checkout.program("snapshot")).args([&compiled, &started]))?;
    fs::rename(&started, home.join(RECIPE.file())).context("cannot name the interpreter")
}

/// The folder of the C sources in cargo's registry.
fn sources(checkout: &Checkout) -> Result<PathBuf> {
    let metadata = Metadata::ask(checkout.cargo_alone(), &["--locked"])?;
    let package = metadata.packages.into_iter().find(|package| package.name == SOURCES);
    let manifest = package.with_context(|| format!("cargo knows no {SOURCES}"))?.manifest_path;
    Ok(manifest.with_file_name("quickjs"))
}

fn components(checkout: &Checkout, _: &Path) -> Result<Vec<Component>> {
    let places = [ComponentPlace::Language(RECIPE.language)];
    let text =
        fs::read_to_string(sources(checkout)?.join("LICENSE")).context("cannot read the licence of QuickJS-ng")?;
    let name = format!("QuickJS-ng (of {SOURCES} {})", checkout.locked_version(SOURCES)?);
    Ok(vec![
        wasi_libc(&places)?,
        component(&name, "MIT", &tidy(&text), &places)?,
        // Its text is that of wasmtime.
        component("LLVM's compiler-rt", "Apache-2.0 WITH LLVM-exception", "", &places)?,
    ])
}
