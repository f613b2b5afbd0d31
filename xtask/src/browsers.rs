//! The browsers under test and their drivers: where they are, and how to install them. Does not
//! start them.

use std::path::Path;
use std::process::Command;

use crate::axe;
use crate::checkout::Checkout;
use crate::plan::Item;
use crate::system_packages::{NATS_SERVER, Wanted, installation};

const CHROMIUM: Wanted = Wanted {
    variable: "BOTYARD_CHROMIUM",
    names: &["chromium", "chromium-browser", "google-chrome"],
    debian: "chromium",
};
const CHROMEDRIVER: Wanted =
    Wanted { variable: "BOTYARD_CHROMEDRIVER", names: &["chromedriver"], debian: "chromium-driver" };
const FIREFOX: Wanted =
    Wanted { variable: "BOTYARD_FIREFOX", names: &["firefox-esr", "firefox"], debian: "firefox-esr" };

/// A browser that the cases run in.
struct BrowserPrograms {
    /// The browser's name in the cases.
    name: &'static str,
    programs: &'static [Wanted],
}

const ALL: [BrowserPrograms; 2] = [
    BrowserPrograms { name: "chromium", programs: &[CHROMIUM, CHROMEDRIVER] },
    BrowserPrograms { name: "firefox", programs: &[FIREFOX] },
];

/// The browsers and drivers that are installed.
pub struct Browsers {
    here: Vec<&'static BrowserPrograms>,
    absent: Vec<&'static str>,
}

impl Browsers {
    /// Looks for both browsers.
    pub fn find() -> Self {
        let here = ALL.iter().filter(|browser| browser.absent().is_empty()).collect();
        Self { here, absent: absent() }
    }

    /// The names of the installed browsers in the cases.
    pub fn names(&self) -> Vec<&'static str> {
        self.here.iter().map(|browser| browser.name).collect()
    }

    /// One line on what is missing and how to install it; `None` if nothing is.
    pub fn advice(&self) -> Option<String> {
        (!self.absent.is_empty()).then(|| advice(&self.absent))
    }

    /// Sets the environment variables that a program of the e2e package reads; it opens the page in
    /// `page`.
    pub fn set_environment<'a>(&self, command: &'a mut Command, checkout: &Checkout, page: &Path) -> &'a mut Command {
        for wanted in ALL.iter().flat_map(|browser| browser.programs) {
            command.env_remove(wanted.variable);
        }
        for wanted in self.here.iter().flat_map(|browser| browser.programs) {
            command.envs(wanted.found().map(|path| (wanted.variable, path)));
        }
        command.envs(axe::script().map(|script| (axe::VARIABLE, script)));
        command.envs(NATS_SERVER.found().map(|path| (NATS_SERVER.variable, path)));
        command.env("BOTYARD_DIST", page);
        command.env("BOTYARD_BOTS", checkout.bot_modules());
        command.env("BOTYARD_PROGRAM", checkout.program("botyard"));
        command.env("BOTYARD_PICTURES", checkout.root().join("target/e2e"))
    }
}

impl BrowserPrograms {
    /// The packages of the missing programs.
    fn absent(&self) -> Vec<&'static str> {
        self.programs.iter().filter(|wanted| wanted.found().is_none()).map(|wanted| wanted.debian).collect()
    }
}

/// An item that installs the packages of the missing programs, if any are missing.
pub fn missing() -> Option<Item<'static>> {
    let packages = absent();
    (!packages.is_empty()).then(|| installation(packages.clone(), move || advice(&packages)))
}

fn absent() -> Vec<&'static str> {
    ALL.iter().flat_map(BrowserPrograms::absent).collect()
}

fn advice(packages: &[&str]) -> String {
    format!(
        "missing: {}. On Debian, `sudo apt-get install {}` installs that; elsewhere, install Chromium with chromedriver and \
         Firefox, and say where they are in {}",
        packages.join(", "),
        packages.join(" "),
        ALL.iter().flat_map(|browser| browser.programs).map(|wanted| wanted.variable).collect::<Vec<_>>().join(", "),
    )
}
