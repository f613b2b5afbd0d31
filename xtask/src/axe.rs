//! axe-core, with which the browser cases check accessibility: installed with npm beside the other
//! tools, in one version. The case knows its hash. No part of it is put into the page.

use std::path::PathBuf;

use crate::caches;
use crate::npm::{self, npm};
use crate::plan::Item;
use crate::run::run;

/// The version that npm installs.
const VERSION: &str = "4.14.1";

/// The environment variable with the path of the script; the case reads it.
pub const VARIABLE: &str = "BOTYARD_AXE";

/// The script; `None` if it is not installed.
pub fn script() -> Option<PathBuf> {
    Some(home().join("node_modules/axe-core/axe.min.js")).filter(|script| script.is_file())
}

/// An item that installs axe-core, unless it is installed or npm is missing.
pub fn missing() -> Option<Item<'static>> {
    if script().is_some() {
        return None;
    }
    if !npm::is_here() {
        eprintln!("No npm: the case with axe-core is not run.");
        return None;
    }
    Some(Item::new(format!("installing axe-core {VERSION} with npm, once"), 5, || {
        run(npm().arg("--ignore-scripts").arg("--prefix").arg(home()).arg(format!("axe-core@{VERSION}")))
    }))
}

fn home() -> PathBuf {
    caches::tools().join(format!("axe-core-{VERSION}"))
}
