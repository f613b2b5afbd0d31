//! Where things are in this checkout. Builds nothing.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

/// The folder that holds the workspace's `Cargo.toml`.
pub struct Checkout {
    root: PathBuf,
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
    /// The checkout cargo runs this program for. That it was compiled there is no proof: checkouts may share a target folder.
    pub fn here() -> Self {
        let told = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let xtask = told.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = xtask.parent().expect("xtask/ lies in the checkout");
        Self { root: root.to_owned() }
    }

    /// The checkout's own folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The built page.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Our bots as modules; `target/bots` is where cargo keeps the profile `bots`. It does not follow `CARGO_TARGET_DIR`, so that tests find it.
    pub fn bot_modules(&self) -> PathBuf {
        self.root.join("target/bot-modules")
    }

    /// Those of the modules that the page offers; `index.html` names this folder.
    pub fn page_bots(&self) -> PathBuf {
        self.root.join("target/page-bots")
    }

    /// Our bots as executables.
    pub fn bot_executables(&self) -> PathBuf {
        self.root.join("target/bot-executables")
    }

    /// The native program as the tests compile it.
    pub fn program(&self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from);
        target.join("debug/botyard").with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// The version of `package` that `Cargo.lock` holds.
    ///
    /// # Errors
    /// When `Cargo.lock` cannot be read or does not name the package.
    pub fn locked_version(&self, package: &str) -> Result<String> {
        let path = self.root.join("Cargo.lock");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let lock: Lock = basic_toml::from_str(&text).context("Cargo.lock is not as expected")?;
        let found = lock.package.into_iter().find(|locked| locked.name == package);
        Ok(found.with_context(|| format!("Cargo.lock names no {package}"))?.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_names_this_package() {
        let version = Checkout::here().locked_version("xtask").unwrap();
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
}
