//! The two browsers, and how much they can do. Does not know how they are started.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};

/// A browser that cases run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserKind {
    /// Chromium, driven through chromedriver.
    Chromium,
    /// Firefox, driven directly.
    Firefox,
}

impl BrowserKind {
    /// Every case is run in each of them.
    pub const ALL: [Self; 2] = [Self::Chromium, Self::Firefox];
}

/// How much a browser can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// As much as it can.
    Current,
    /// It cannot suspend a module: it lacks JSPI, as every browser did. Only Firefox can be asked
    /// for this.
    WithoutJspi,
}

/// Which colours a visitor prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorScheme {
    /// Those that browsers prefer unless told otherwise.
    Light,
    /// Dark ones.
    Dark,
}

impl fmt::Display for BrowserKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        })
    }
}

impl FromStr for BrowserKind {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "chromium" => Ok(Self::Chromium),
            "firefox" => Ok(Self::Firefox),
            other => bail!("no browser is called {other}: chromium or firefox"),
        }
    }
}
