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
    /// All browsers: every case can run in each of them unless its attributes limit it to one.
    pub const ALL: [Self; 2] = [Self::Chromium, Self::Firefox];
}

/// How much a browser can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// All that the installed version can do.
    Current,
    /// No JSPI, so it cannot suspend a module; every browser was once like this. Only Firefox can
    /// be started so.
    WithoutJspi,
}

/// The colours that a visitor prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorScheme {
    /// Light colours, the browsers' default.
    Light,
    /// Dark ones.
    Dark,
}

/// How many frames a browser draws per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameRate {
    /// The same rate as for a visitor.
    Full,
    /// At most 10, for cases that do not look at single frames: each frame takes processor time.
    /// Only Firefox can be started so.
    Reduced,
}

/// How a browser is started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserOptions {
    pub(crate) age: Age,
    pub(crate) colors: ColorScheme,
    pub(crate) frame_rate: FrameRate,
}

impl Default for BrowserOptions {
    /// The options of a visitor's browser.
    fn default() -> Self {
        Self { age: Age::Current, colors: ColorScheme::Light, frame_rate: FrameRate::Full }
    }
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
