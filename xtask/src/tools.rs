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

/// A program from the package registry in a pinned version.
pub struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    options: &'static [&'static str],
    seconds: u64,
}

/// The fastest build that works: these tools move files, and a page is built as fast with them as
/// with optimised ones.
const QUICK: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_PANIC", "unwind"),
];

impl Tool {
    /// trunk, which builds the page from `index.html`.
    pub fn trunk() -> Self {
        Self {
            package: "trunk",
            program: "trunk",
            version: "0.21.14".into(),
            // Without TLS: it downloads nothing here, and serves on this machine only.
            options: &["--locked", "--no-default-features"],
            seconds: 185,
        }
    }

    /// wasm-bindgen, which writes the JavaScript of a module; its version must be exactly the
    /// library's.
    ///
    /// # Errors
    /// When `Cargo.lock` names no wasm-bindgen.
    pub fn wasm_bindgen(checkout: &Checkout) -> Result<Self> {
        Ok(Self {
            package: "wasm-bindgen-cli",
            program: "wasm-bindgen",
            version: checkout.locked_version("wasm-bindgen")?,
            // Not --locked: the lock file of some versions names a crate that was withdrawn since.
            // Only one of the three programs is needed, and TLS by none of them.
            options: &["--no-default-features", "--bin", "wasm-bindgen"],
            seconds: 85,
        })
    }

    fn found(&self) -> Option<PathBuf> {
        let on_path = self.is_this_version(self.program.as_ref()).then(|| PathBuf::from(self.program));
        on_path.or_else(|| Some(self.installed()).filter(|program| self.is_this_version(program)))
    }

    /// The program to call.
    ///
    /// # Errors
    /// When the tool is not installed; see [`MissingTools`].
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

    /// Compiles in a folder of its own, so that an interrupted installation continues where it was.
    fn installation(&self) -> Command {
        let mut command = cargo();
        command.args(["install", self.package, "--version", &self.version]).args(self.options);
        command.arg("--root").arg(self.home()).envs(QUICK).env("CARGO_TARGET_DIR", self.build());
        command
    }

    fn build(&self) -> PathBuf {
        caches::tools().join("build").join(self.package)
    }

    /// Checks that the tool is found, and removes its build folder.
    fn confirm(&self) -> Result<()> {
        self.program()?;
        let build = self.build();
        std::fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))
    }
}

/// The work of another process during the installation of tools: it needs no tool, and leaves a
/// core idle.
pub struct SideJob {
    /// The name of the work, as in "compiling the interpreter".
    pub what: &'static str,
    /// How long it takes alone, in seconds on two slow cores.
    pub seconds: u64,
    /// The command that does the work.
    pub command: Command,
}

/// The tools of a list that are not installed.
pub struct MissingTools(Vec<Tool>);

impl MissingTools {
    /// The tools in `tools` that are not installed.
    pub fn among(tools: impl IntoIterator<Item = Tool>) -> Self {
        Self(tools.into_iter().filter(|tool| tool.found().is_none()).collect())
    }

    /// Whether all tools are installed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An item that installs the missing tools, if there are any, with the job beside it: alone,
    /// each of the two leaves a core idle for half of its time.
    pub fn installation(self, beside: Option<SideJob>) -> Option<Item<'static>> {
        if self.is_empty() {
            return None;
        }
        let (what, seconds) = self.forecast(beside.as_ref());
        Some(Item::new(what, seconds, move || self.install(beside)))
    }

    /// The item's name, and about how many seconds it takes. With a job beside it, the item has
    /// another name, so that the time of both together is learnt separately. A quarter of the job
    /// is done while the installation alone would leave a core idle.
    fn forecast(&self, beside: Option<&SideJob>) -> (String, u64) {
        let names = self.0.iter().map(|tool| format!("{} {}", tool.package, tool.version)).collect::<Vec<_>>();
        let installing = format!("installing {} into {}", names.join(" and "), caches::tools().display());
        let seconds: u64 = self.0.iter().map(|tool| tool.seconds).sum();
        match beside {
            None => (format!("{installing}, once"), seconds),
            Some(job) => (format!("{installing}, and {} beside that, once", job.what), seconds + job.seconds * 3 / 4),
        }
    }

    fn install(&self, beside: Option<SideJob>) -> Result<()> {
        let installations = self.0.iter().map(Tool::installation);
        let mut commands: Vec<_> = installations.chain(beside.map(|job| job.command)).collect();
        let done = run_together(&mut commands);
        // If one installation failed, the build folders of the installed tools are removed all the
        // same.
        let confirmed = self.0.iter().filter(|tool| tool.found().is_some()).try_for_each(Tool::confirm);
        done.and(confirmed)?;
        self.0.iter().try_for_each(|tool| tool.program().map(drop))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn missing() -> MissingTools {
        let tool = |package, version: &str, seconds| Tool {
            package,
            program: package,
            version: version.into(),
            options: &[],
            seconds,
        };
        MissingTools(vec![tool("weld", "0.21", 130), tool("mend-cli", "1.2.3", 60)])
    }

    fn job() -> SideJob {
        SideJob { what: "compiling a language", seconds: 100, command: Command::new("language") }
    }

    #[test]
    fn an_installation_with_a_job_beside_it_is_learnt_as_another() {
        let (alone, alone_seconds) = missing().forecast(None);
        let (both, both_seconds) = missing().forecast(Some(&job()));
        assert!(alone.starts_with("installing weld 0.21 and mend-cli 1.2.3 into "), "{alone}");
        assert!(alone.ends_with(", once"), "{alone}");
        assert_eq!(both, alone.replace(", once", ", and compiling a language beside that, once"));
        // Less than the sum of both.
        assert_eq!((alone_seconds, both_seconds), (190, 265));
    }

    #[test]
    fn nothing_is_installed_where_nothing_is_missing() {
        assert!(MissingTools(Vec::new()).installation(Some(job())).is_none());
    }
}
