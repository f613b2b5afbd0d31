//! Where the page and the programs are. `cargo xtask` finds or installs them and sets environment
//! variables; this reads the variables and knows nothing of installing.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::kind::BrowserKind;

/// A browser, and its driver if it needs one.
pub enum BrowserProgram {
    /// Chromium and its driver.
    Chromium {
        /// The browser.
        browser: PathBuf,
        /// The driver, which starts the browser.
        chromedriver: PathBuf,
    },
    /// Firefox.
    Firefox {
        /// The browser.
        browser: PathBuf,
    },
}

/// The paths that a run of the cases needs.
pub struct Setting {
    /// The built page.
    pub dist: PathBuf,
    /// The folder for the pictures of failed cases.
    pub pictures: PathBuf,
    /// The folder of the bundled bots as modules, for dropping them on the page.
    pub bots: PathBuf,
    /// The native program: the page must play the matches that it plays.
    pub program: PathBuf,
}

impl Setting {
    /// Reads `BOTYARD_DIST`, `BOTYARD_PICTURES`, `BOTYARD_BOTS` and `BOTYARD_PROGRAM`.
    ///
    /// # Errors
    /// When one of them is not set.
    pub fn from_environment() -> Result<Self> {
        Ok(Self {
            dist: path("BOTYARD_DIST")?,
            pictures: path("BOTYARD_PICTURES")?,
            bots: path("BOTYARD_BOTS")?,
            program: path("BOTYARD_PROGRAM")?,
        })
    }
}

impl BrowserProgram {
    /// Reads `BOTYARD_CHROMIUM` and `BOTYARD_CHROMEDRIVER`, or `BOTYARD_FIREFOX`.
    ///
    /// # Errors
    /// When one of them is not set.
    pub fn from_environment(kind: BrowserKind) -> Result<Self> {
        Ok(match kind {
            BrowserKind::Chromium => {
                Self::Chromium { browser: path("BOTYARD_CHROMIUM")?, chromedriver: path("BOTYARD_CHROMEDRIVER")? }
            }
            BrowserKind::Firefox => Self::Firefox { browser: path("BOTYARD_FIREFOX")? },
        })
    }
}

fn path(variable: &str) -> Result<PathBuf> {
    let value = env::var_os(variable).with_context(|| {
        format!("{variable} is not set: run the browser tests with `cargo xtask test`, which builds the page and finds the browsers")
    })?;
    Ok(value.into())
}
