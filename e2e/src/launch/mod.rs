//! How each browser is started: its words, and what is asked of its session, so that nothing but
//! the page under test is going on in it. Does not start it.

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
    /// What the session asks for.
    pub(crate) capabilities: Value,
    /// The words that come before the number of the port.
    pub(crate) announcement: &'static str,
    /// Whether the program ends with its browser. A driver goes on, for another session.
    pub(crate) ends_by_itself: bool,
}

impl Launch {
    /// What starts a browser so. `profile` is an empty folder of its own. Chromium is told of the
    /// colours tab by tab.
    ///
    /// # Errors
    /// When this browser cannot be of this age, or its profile cannot be written.
    pub(crate) fn new(program: &BrowserProgram, options: BrowserOptions, profile: &Path) -> Result<Self> {
        let mut launch = match program {
            BrowserProgram::Chromium { browser, chromedriver } => {
                chromium::launch(browser, chromedriver, options.age, profile)
            }
            BrowserProgram::Firefox { browser } => firefox::launch(browser, options, profile),
        }?;
        // The port is announced on either of the two.
        launch.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        Ok(launch)
    }

    /// The port that a line of the program announces, if it does.
    pub(crate) fn port_in(&self, line: &str) -> Option<u16> {
        let (_, after) = line.split_once(self.announcement)?;
        after.trim_end().trim_end_matches('.').parse().ok()
    }
}
