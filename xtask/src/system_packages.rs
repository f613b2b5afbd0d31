//! Programs that the system's package manager brings: where they are, and how they are installed.
//! Does not start them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::plan::Item;
use crate::run::{ask, run};

/// A program the system's package manager brings.
pub struct Wanted {
    /// An environment variable that says where it is; the tests read the same.
    pub variable: &'static str,
    /// What it may be called.
    pub names: &'static [&'static str],
    /// Its package in Debian.
    pub debian: &'static str,
}

/// The server between the computers of a fleet, for its tests.
const NATS_SERVER: Wanted = Wanted { variable: "BOTYARD_NATS_SERVER", names: &["nats-server"], debian: "nats-server" };

impl Wanted {
    /// Where it is, if it is here.
    pub fn found(&self) -> Option<PathBuf> {
        let told = std::env::var_os(self.variable).map(PathBuf::from);
        told.or_else(|| self.names.iter().find_map(|name| on_path(name)))
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let file = Path::new(name).with_extension(std::env::consts::EXE_EXTENSION);
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// An item that installs the NATS server if it is missing.
pub fn missing_nats_server() -> Option<Item<'static>> {
    let advice = || {
        let Wanted { variable, debian, .. } = NATS_SERVER;
        format!(
            "missing: {debian}, without which the tests of fleets fail. On Debian, `sudo apt-get install {debian}` installs it; \
             elsewhere, say where it is in {variable}"
        )
    };
    let is_missing = NATS_SERVER.found().is_none();
    is_missing.then(|| installation(vec![NATS_SERVER.debian], advice))
}

/// An item that installs these packages, or says how to.
pub fn installation<'a>(packages: Vec<&'static str>, advice: impl Fn() -> String + 'a) -> Item<'a> {
    let what = format!("installing {} with the system's package manager", packages.join(", "));
    Item::new(what, 30, move || install(&packages, &advice))
}

fn install(packages: &[&str], advice: &dyn Fn() -> String) -> Result<()> {
    let Some(apt) = apt() else { bail!(advice()) };
    let apt = |arguments: &[&str]| {
        let (program, before) = apt.split_first().expect("apt's words begin with a program");
        run(Command::new(program).args(before).args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat()).with_context(advice)
}

/// The words that call apt-get with the right to install, where this system has both.
fn apt() -> Option<&'static [&'static str]> {
    ask("apt-get", &["--version"])?;
    if ask("id", &["-u"])?.trim() == "0" {
        return Some(&["apt-get"]);
    }
    ask("sudo", &["-n", "true"]).map(|_| &["sudo", "-n", "apt-get"][..])
}
