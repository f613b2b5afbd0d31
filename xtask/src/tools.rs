//! The build tools that cargo does not bring: found on PATH in the pinned version, or built from source once into a
//! folder that outlives checkouts. Never downloads a built program. Does not know what the tools are used for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::caches;
use crate::checkout::Checkout;
use crate::plan::Item;
use crate::run::{ask, cargo, run};

/// A program from the package registry in one version.
pub struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    options: &'static [&'static str],
    seconds: u64,
}

/// The cheapest build that works: these tools move files about, and a page builds as fast with them as with optimised ones.
const QUICK: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_PANIC", "unwind"),
];

impl Tool {
    /// Builds the page out of `index.html`.
    pub fn trunk() -> Self {
        Self {
            package: "trunk",
            program: "trunk",
            version: "0.21.14".into(),
            // Without TLS: it downloads nothing here, and serves on this machine alone.
            options: &["--locked", "--no-default-features"],
            seconds: 130,
        }
    }

    /// Writes the JavaScript beside a module; it must be of the very version of the library.
    ///
    /// # Errors
    /// When `Cargo.lock` names no wasm-bindgen.
    pub fn wasm_bindgen(checkout: &Checkout) -> Result<Self> {
        Ok(Self {
            package: "wasm-bindgen-cli",
            program: "wasm-bindgen",
            version: checkout.locked_version("wasm-bindgen")?,
            // Not --locked: the lock file of some versions names a crate that was withdrawn since.
            options: &[],
            seconds: 60,
        })
    }

    /// An item that installs the tool, unless it is there.
    pub fn missing(self) -> Option<Item<'static>> {
        let what = format!("installing {} {} into {}, once", self.package, self.version, caches::tools().display());
        self.found().is_none().then(|| Item::new(what, self.seconds, move || self.install()))
    }

    fn found(&self) -> Option<PathBuf> {
        let on_path = self.is_this_version(self.program.as_ref()).then(|| PathBuf::from(self.program));
        on_path.or_else(|| Some(self.installed()).filter(|program| self.is_this_version(program)))
    }

    /// The program to call.
    ///
    /// # Errors
    /// When the tool is not installed; see [`Tool::missing`].
    pub fn program(&self) -> Result<PathBuf> {
        self.found().with_context(|| format!("{} {} is not installed", self.package, self.version))
    }

    fn is_this_version(&self, program: &Path) -> bool {
        let answer = ask(program, &["--version"]).unwrap_or_default();
        answer.split_whitespace().nth(1) == Some(&self.version)
    }

    fn home(&self) -> PathBuf {
        caches::tools().join(format!("{}-{}", self.package, self.version))
    }

    fn installed(&self) -> PathBuf {
        self.home().join("bin").join(self.program).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// Compiles in a folder of its own, so that an interrupted installation goes on where it was.
    fn install(&self) -> Result<()> {
        let build = caches::tools().join("build").join(self.package);
        let mut command = cargo();
        command.args(["install", self.package, "--version", &self.version]).args(self.options);
        command.arg("--root").arg(self.home()).envs(QUICK).env("CARGO_TARGET_DIR", &build);
        run(&mut command)?;
        self.program()?;
        std::fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))
    }
}

/// PATH with the folders of the given tools in front: trunk looks there for wasm-bindgen.
///
/// # Errors
/// When a folder's name cannot be part of PATH.
pub fn path_with(tools: &[&Tool]) -> Result<OsString> {
    let ours = tools.iter().map(|tool| tool.home().join("bin"));
    let before = std::env::var_os("PATH").unwrap_or_default();
    let folders = ours.chain(std::env::split_paths(&before));
    std::env::join_paths(folders).context("the tools folder cannot be part of PATH")
}
