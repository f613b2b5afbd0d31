//! axe-core, by which the browser cases judge whether the page can be used by everybody: installed
//! with npm beside the other tools, in one version. The case knows its hash. Nothing of it becomes
//! part of the page.

use std::path::PathBuf;

use crate::caches;
use crate::npm::{self, npm};
use crate::plan::Item;
use crate::run::run;

/// What npm installs.
const VERSION: &str = "4.14.1";

/// An environment variable that says where the script is; the case reads the same.
pub const VARIABLE: &str = "BOTYARD_AXE";

/// The script, `None` where it is not.
pub fn script() -> Option<PathBuf> {
    Some(home().join("node_modules/axe-core/axe.min.js")).filter(|script| script.is_file())
}

/// An item that installs it, unless it is there or npm is not.
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
