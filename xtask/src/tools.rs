//! The build tools that cargo does not bring: found on PATH in the pinned version, or built from
//! source once into a folder that outlives checkouts. Never downloads a built program. Does not
//! know what the tools are used for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::caches;
use crate::checkout::Checkout;
use crate::plan::Item;
use crate::run::{ask, cargo, run_together};

/// A program from the package registry in one version.
pub struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    options: &'static [&'static str],
    seconds: u64,
}

/// The cheapest build that works: these tools move files about, and a page builds as fast with them
/// as with optimised ones.
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

    fn found(&self) -> Option<PathBuf> {
        let on_path = self.is_this_version(self.program.as_ref()).then(|| PathBuf::from(self.program));
        on_path.or_else(|| Some(self.installed()).filter(|program| self.is_this_version(program)))
    }

    /// The program to call.
    ///
    /// # Errors
    /// When the tool is not installed; see [`missing`].
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
    fn installation(&self) -> Command {
        let mut command = cargo();
        command.args(["install", self.package, "--version", &self.version]).args(self.options);
        command.arg("--root").arg(self.home()).envs(QUICK).env("CARGO_TARGET_DIR", self.build());
        command
    }

    fn build(&self) -> PathBuf {
        caches::tools().join("build").join(self.package)
    }

    /// What is left to do after the installation.
    fn confirm(&self) -> Result<()> {
        self.program()?;
        let build = self.build();
        std::fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))
    }
}

/// An item that installs those of `tools` that are not there. Side by side: alone, each leaves a
/// core idle for half of its time.
pub fn missing(tools: impl IntoIterator<Item = Tool>) -> Option<Item<'static>> {
    let missing: Vec<_> = tools.into_iter().filter(|tool| tool.found().is_none()).collect();
    let names =
        missing.iter().map(|tool| format!("{} {}", tool.package, tool.version)).collect::<Vec<_>>().join(" and ");
    let what = format!("installing {names} into {}, once", caches::tools().display());
    let seconds = missing.iter().map(|tool| tool.seconds).sum();
    (!missing.is_empty()).then(|| Item::new(what, seconds, move || install(&missing)))
}

fn install(tools: &[Tool]) -> Result<()> {
    run_together(&mut tools.iter().map(Tool::installation).collect::<Vec<_>>())?;
    tools.iter().try_for_each(Tool::confirm)
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
