//! Where things are in this checkout, and how cargo is called for it. Builds nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::build_folder::BuildFolder;
use crate::compiler;
use crate::run;
use crate::targets;

/// The checkout's folder, with the workspace's `Cargo.toml`, and the folder where it is compiled.
pub struct Checkout {
    root: PathBuf,
    build: BuildFolder,
}

/// The part of `Cargo.lock` that is read here.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
}

impl Checkout {
    /// The checkout for which cargo runs this program. The path where the program was compiled is
    /// no proof: checkouts may share a target folder.
    ///
    /// # Errors
    /// When the build folder cannot be made.
    pub fn here() -> Result<Self> {
        let told = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let xtask = told.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = xtask.parent().expect("xtask/ lies in the checkout").to_owned();
        let build = BuildFolder::open(&root)?;
        Ok(Self { root, build })
    }

    /// Cargo in this checkout, compiling in the build folder that checkouts share. Programs that
    /// need the bots find the modules where [`crate::bots`] puts them, and the executables among
    /// the programs of the profile in which tests are compiled, instead of building them again.
    pub fn cargo(&self) -> Command {
        let mut command = self.cargo_alone();
        self.build_here(&mut command);
        command
    }

    /// Like [`Checkout::cargo`], with clippy's warnings as errors, for all that is compiled for
    /// this system: packages compiled without them would have to be compiled again.
    pub fn cargo_with_lints(&self) -> Command {
        let mut command = self.cargo_alone();
        self.build_with_lints(&mut command);
        command
    }

    /// Cargo in this checkout, compiling in its own `target/` as if called by hand, because the
    /// bots' bytes must depend on nothing else.
    pub fn cargo_alone(&self) -> Command {
        let mut command = run::cargo();
        compiler::without_lints(BuildFolder::unset(command.current_dir(&self.root)));
        command
    }

    /// Makes all that `command` compiles be compiled as [`Checkout::cargo_with_lints`] does.
    pub fn build_with_lints<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        compiler::with_lints(self.build_here(command))
    }

    /// Makes all that `command` compiles be compiled as [`Checkout::cargo`] does.
    pub fn build_here<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let bots = [("BOTYARD_BOTS", self.bot_modules()), ("BOTYARD_BOTS_NATIVE", self.output().join("debug"))];
        self.build.apply(command).envs(bots)
    }

    /// The path of the checkout.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The built page.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The bots as modules; `target/bots` is where cargo keeps the profile `bots`. The path does
    /// not follow `CARGO_TARGET_DIR`, so that tests find it.
    pub fn bot_modules(&self) -> PathBuf {
        self.root.join("target/bot-modules")
    }

    /// The modules that the page offers; `index.html` names this folder.
    pub fn page_bots(&self) -> PathBuf {
        self.root.join("target/page-bots")
    }

    /// The page's editor, if it was built; `index.html` names this folder.
    pub fn page_editor(&self) -> PathBuf {
        self.root.join("target/page-editor")
    }

    /// The list of licences; `index.html` and the program's build name this folder.
    pub fn licences(&self) -> PathBuf {
        self.root.join("target/licences")
    }

    /// The page in the form that builds quickly, for tests.
    pub fn quick_dist(&self) -> PathBuf {
        self.root.join("target/quick-dist")
    }

    /// What `cargo xtask serve` makes while it serves the page, and serves beside it.
    pub fn served(&self) -> PathBuf {
        self.root.join("target/served")
    }

    /// The bots as executables.
    pub fn bot_executables(&self) -> PathBuf {
        self.root.join("target/bot-executables")
    }

    /// A program of the workspace, in the profile of the tests.
    pub fn program(&self, name: &str) -> PathBuf {
        self.output().join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// The folder into which cargo delivers what it has built.
    pub fn output(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from)
    }

    /// The folder with the page's programs, in one folder for each profile.
    pub fn page_programs(&self) -> PathBuf {
        self.output().join(targets::PAGE)
    }

    /// The version of `package` in `Cargo.lock`.
    ///
    /// # Errors
    /// When `Cargo.lock` cannot be read or does not name the package.
    pub fn locked_version(&self, package: &str) -> Result<String> {
        let path = self.root.join("Cargo.lock");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        version_in(&text, package)
    }
}

fn version_in(lock: &str, package: &str) -> Result<String> {
    let lock: Lock = basic_toml::from_str(lock).context("Cargo.lock is not as expected")?;
    let found = lock.package.into_iter().find(|locked| locked.name == package);
    Ok(found.with_context(|| format!("Cargo.lock names no {package}"))?.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_names_this_package() {
        let version = version_in(include_str!("../../Cargo.lock"), "xtask").unwrap();
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
}
