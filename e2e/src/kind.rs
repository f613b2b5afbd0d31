//! The two browsers, and how each is started so that nothing but the page under test is going on in it.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Result, bail};
use thirtyfour::common::capabilities::firefox::FirefoxPreferences;
use thirtyfour::{Capabilities, CapabilitiesHelper, ChromiumLikeCapabilities, DesiredCapabilities};

/// A browser that cases run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Chromium, driven through chromedriver.
    Chromium,
    /// Firefox, driven through geckodriver.
    Firefox,
}

/// How much a browser can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// As much as it can.
    Current,
    /// It cannot suspend a module: it lacks JSPI, as every browser did. Only Firefox can be asked for this.
    WithoutJspi,
}

/// What Chromium does by itself would be seen as the page's doing: it looks for updates, and offers things on a first run.
const CHROMIUM_FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

impl Kind {
    /// What a new session of a browser of this age asks of the driver. `profile` is an empty folder; Firefox gets one from
    /// its driver.
    ///
    /// # Errors
    /// When a path is not text, or this browser cannot be of this age.
    pub(crate) fn session(self, age: Age, program: &Path, profile: &Path) -> Result<Capabilities> {
        match (self, age) {
            (Self::Chromium, Age::Current) => chromium(&program.to_string_lossy(), &profile.to_string_lossy()),
            (Self::Chromium, Age::WithoutJspi) => bail!("Chromium has no switch that takes JSPI away"),
            (Self::Firefox, age) => firefox(age, &program.to_string_lossy()),
        }
    }

    /// The arguments that make the driver choose free ports by itself.
    pub(crate) fn driver_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["--port=0"],
            Self::Firefox => &["--port", "0", "--websocket-port", "0"],
        }
    }
}

fn chromium(program: &str, profile: &str) -> Result<Capabilities> {
    let mut wanted = DesiredCapabilities::chrome();
    wanted.set_binary(program)?;
    for flag in CHROMIUM_FLAGS {
        wanted.add_arg(flag)?;
    }
    wanted.add_arg(&format!("--user-data-dir={profile}"))?;
    wanted.enable_bidi()?;
    Ok(wanted.into())
}

fn firefox(age: Age, program: &str) -> Result<Capabilities> {
    let mut quiet = FirefoxPreferences::new();
    quiet.set("app.update.enabled", false)?;
    quiet.set("network.captive-portal-service.enabled", false)?;
    quiet.set("network.connectivity-service.enabled", false)?;
    quiet.set("datareporting.policy.dataSubmissionEnabled", false)?;
    quiet.set("javascript.options.wasm_js_promise_integration", age == Age::Current)?;
    let mut wanted = DesiredCapabilities::firefox();
    wanted.set_firefox_binary(program)?;
    wanted.set_headless()?;
    wanted.set_preferences(quiet)?;
    wanted.enable_bidi()?;
    Ok(wanted.into())
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        })
    }
}

impl FromStr for Kind {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "chromium" => Ok(Self::Chromium),
            "firefox" => Ok(Self::Firefox),
            other => bail!("no browser is called {other}: chromium or firefox"),
        }
    }
}
