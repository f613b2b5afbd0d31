//! How each browser is started: its arguments and its session's capabilities, chosen so that only
//! the page under test is active in it. Does not start it.

mod chromium;
mod firefox;

use std::path::Path;
use std::process::Stdio;

use anyhow::Result;
use serde_json::Value;
use tokio::process::Command;

use crate::kind::BrowserOptions;
use crate::setting::BrowserProgram;

/// A program that will listen for a BiDi session.
pub(crate) struct Launch {
    pub(crate) command: Command,
    /// The capabilities that the session requests.
    pub(crate) capabilities: Value,
    /// The text before the port's number in the line that announces it.
    pub(crate) announcement: &'static str,
    /// Whether the program ends with its browser. A driver keeps running, for another session.
    pub(crate) ends_by_itself: bool,
}

impl Launch {
    /// The launch of a browser with these options. `profile` is an empty folder of its own.
    /// Chromium gets its colours tab by tab.
    ///
    /// # Errors
    /// When this browser does not support the options, or its profile cannot be written.
    pub(crate) fn new(program: &BrowserProgram, options: BrowserOptions, profile: &Path) -> Result<Self> {
        let mut launch = match program {
            BrowserProgram::Chromium { browser, chromedriver } => {
                chromium::launch(browser, chromedriver, options.age, profile)
            }
            BrowserProgram::Firefox { browser } => firefox::launch(browser, options, profile),
        }?;
        // The port may be announced on stdout or on stderr.
        launch.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        Ok(launch)
    }

    /// The port that a line of the program announces, or `None`.
    pub(crate) fn port_in(&self, line: &str) -> Option<u16> {
        let (_, after) = line.split_once(self.announcement)?;
        after.trim_end().trim_end_matches('.').parse().ok()
    }
}
