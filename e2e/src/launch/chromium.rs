//! Chromium, through chromedriver: it translates BiDi into what Chromium listens to.

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::json;
use tokio::process::Command;

use super::Launch;
use crate::kind::Age;

/// Disables Chromium's own activity, which would look like the page's: it checks for updates, and
/// makes offers on a first run.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Chromium's own page below the address line, which no case looks at: it loads 400 scripts in a
    // process of its own for each window, and took a fifth of all processor time.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    // The driver controls Chromium through a pipe, which closes when the driver ends; so Chromium
    // ends with it.
    "--remote-debugging-pipe",
];

pub(super) fn launch(browser: &Path, chromedriver: &Path, age: Age, profile: &Path) -> Result<Launch> {
    if age == Age::WithoutJspi {
        bail!("Chromium has no switch that takes JSPI away");
    }
    let profile = format!("--user-data-dir={}", profile.display());
    let arguments: Vec<_> = FLAGS.into_iter().chain([profile.as_str()]).collect();
    let options = json!({ "binary": browser, "args": arguments });
    let mut command = Command::new(chromedriver);
    command.arg("--port=0");
    Ok(Launch {
        command,
        capabilities: json!({ "browserName": "chrome", "goog:chromeOptions": options }),
        announcement: "successfully on port ",
        ends_by_itself: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_understood() {
        let path = Path::new("somewhere");
        let launch = launch(path, path, Age::Current, path).unwrap();
        assert_eq!(launch.port_in("ChromeDriver was started successfully on port 41235."), Some(41235));
        assert_eq!(launch.port_in("Starting ChromeDriver 156.0.8078.79 on port 0"), None);
        assert_eq!(launch.port_in("Please see https://chromedriver.chromium.org/ for suggestions"), None);
    }
}
