//! The translator of TypeScript bots: npm installs its packages beside the other tools, and Node
//! bundles them and `languages/typescript/src/` into one script. Does not know what TypeScript is.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use botyard_languages::ScriptLanguage;

use super::{Recipe, fetch_nothing, no_versions};
use crate::checkout::Checkout;
use crate::licence_list::component::{Component, ComponentPlace};
use crate::licence_list::described::packages;
use crate::node::{LockedPackages, obstacle};
use crate::run::run;

pub(super) const RECIPE: Recipe = Recipe {
    language: ScriptLanguage::TypeScript,
    work: "bundling the translator of TypeScript bots",
    seconds: 15,
    obstacle: || obstacle(ScriptLanguage::TypeScript.name()),
    versions: no_versions,
    fetch: fetch_nothing,
    make,
    components,
};

/// Beside the script, the file with the licences of its packages.
const LICENCES: &str = "licences.txt";

fn make(checkout: &Checkout, home: &Path) -> Result<()> {
    let folder = checkout.root().join("languages/typescript");
    let packages = LockedPackages::new(folder.clone(), "typescript");
    packages.install()?;
    run(Command::new("node").arg(folder.join("build.mjs")).arg(packages.folder()?).arg(home))
}

fn components(_: &Checkout, home: &Path) -> Result<Vec<Component>> {
    let text = fs::read_to_string(home.join(LICENCES)).context("cannot read the licences of the translator")?;
    packages(&text, ComponentPlace::Language(RECIPE.language))
}
