//! Programs from the system's package manager: where they are, and how they are installed. Does not
//! start them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::plan::Item;
use crate::run::{ask, run};

/// A program from the system's package manager.
pub struct Wanted {
    /// The environment variable with its path; the tests read the same.
    pub variable: &'static str,
    /// The names that it may have.
    pub names: &'static [&'static str],
    /// Its package in Debian.
    pub debian: &'static str,
}

/// The server between the computers of a fleet, for its tests, which only Unix runs.
pub const NATS_SERVER: Wanted =
    Wanted { variable: "BOTYARD_NATS_SERVER", names: &["nats-server"], debian: "nats-server" };

impl Wanted {
    /// The program's path, if it is installed.
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
    let advice = nats_server_advice()?;
    Some(installation(vec![NATS_SERVER.debian], move || advice.clone()))
}

/// One line on how to install the NATS server; `None` if it is installed.
pub fn nats_server_advice() -> Option<String> {
    let Wanted { variable, debian, .. } = NATS_SERVER;
    (cfg!(unix) && NATS_SERVER.found().is_none()).then(|| {
        format!(
            "missing: {debian}, without which the tests of fleets are not run. On Debian, `sudo apt-get install {debian}` \
             installs it; elsewhere, say where it is in {variable}"
        )
    })
}

/// An item that installs these packages, or fails with this advice.
pub fn installation<'a>(packages: Vec<&'static str>, advice: impl Fn() -> String + 'a) -> Item<'a> {
    let what = format!("installing {} with the system's package manager", packages.join(", "));
    Item::new(what, 30, move || install(&packages, &advice))
}

fn install(packages: &[&str], advice: &dyn Fn() -> String) -> Result<()> {
    let words = match AptAccess::find() {
        AptAccess::Granted(words) => words,
        access => bail!(access.explain(advice())),
    };
    let apt = |arguments: &[&str]| {
        let (program, before) = words.split_first().expect("apt's words begin with a program");
        run(Command::new(program).args(before).args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update"]).with_context(advice)?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat()).with_context(advice)
}

/// Whether this user may install packages with apt-get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AptAccess {
    /// These arguments run it with the right to install.
    Granted(&'static [&'static str]),
    /// It is here, but this user is not root, and sudo would ask for a password.
    Denied,
    /// It is not here.
    Absent,
}

impl AptAccess {
    fn find() -> Self {
        let has_apt = ask("apt-get", &["--version"]).is_some();
        let user = ask("id", &["-u"]);
        Self::grant(has_apt, user.as_deref(), || ask("sudo", &["-n", "true"]).is_some())
    }

    /// Decides this for a user of this number, as `id` prints it.
    fn grant(has_apt: bool, user: Option<&str>, may_use_sudo: impl FnOnce() -> bool) -> Self {
        if !has_apt {
            Self::Absent
        } else if user.map(str::trim) == Some("0") {
            Self::Granted(&["apt-get"])
        } else if may_use_sudo() {
            Self::Granted(&["sudo", "-n", "apt-get"])
        } else {
            Self::Denied
        }
    }

    /// The advice, with the reason why the packages are not installed here.
    fn explain(self, advice: String) -> String {
        match self {
            Self::Denied => format!("{advice} (apt-get is not called here: only root may install with it)"),
            Self::Granted(_) | Self::Absent => advice,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_installs_by_itself_and_others_with_sudo_where_it_asks_nothing() {
        let never = || -> bool { panic!("sudo is not asked") };
        assert_eq!(AptAccess::grant(true, Some("0\n"), never), AptAccess::Granted(&["apt-get"]));
        assert_eq!(AptAccess::grant(false, Some("0\n"), never), AptAccess::Absent);
        let with_sudo = AptAccess::Granted(&["sudo", "-n", "apt-get"]);
        assert_eq!(AptAccess::grant(true, Some("1000\n"), || true), with_sudo);
        for user in [Some("1000\n"), None] {
            assert_eq!(AptAccess::grant(true, user, || false), AptAccess::Denied);
        }
    }

    #[test]
    fn without_root_the_missing_packages_are_listed() {
        let advice = "missing: a-server. On Debian, `sudo apt-get install a-server` installs it";
        let told = AptAccess::Denied.explain(advice.to_owned());
        assert!(told.starts_with(advice) && told.ends_with("only root may install with it)"), "{told}");
        assert_eq!(told.lines().count(), 1);
        assert_eq!(AptAccess::Absent.explain(advice.to_owned()), advice);
    }
}
