//! Firefox, which speaks BiDi without a driver.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::process::Command;

use super::Launch;
use crate::kind::{Age, BrowserOptions, ColorScheme, FrameRate};

/// Disables Firefox's own activity, which would look like the page's and takes time: it looks for
/// updates, checks for a network and for the default browser, sends reports, and fills its first
/// tab with news.
fn preferences(options: BrowserOptions) -> Vec<(&'static str, Value)> {
    vec![
        ("app.normandy.enabled", json!(false)),
        ("app.update.enabled", json!(false)),
        ("browser.chrome.site_icons", json!(false)),
        ("browser.newtabpage.enabled", json!(false)),
        ("browser.safebrowsing.malware.enabled", json!(false)),
        ("browser.safebrowsing.phishing.enabled", json!(false)),
        // Milliseconds: it saves its tabs for a next start, which never follows.
        ("browser.sessionstore.interval", json!(3_600_000)),
        ("browser.shell.checkDefaultBrowser", json!(false)),
        ("browser.startup.homepage_override.mstone", json!("ignore")),
        // A blank page.
        ("browser.startup.page", json!(0)),
        ("browser.topsites.contile.enabled", json!(false)),
        ("datareporting.policy.dataSubmissionEnabled", json!(false)),
        // Frames per second; -1 means the screen's rate.
        ("layout.frame_rate", json!(if options.frame_rate == FrameRate::Full { -1 } else { 10 })),
        // 0 is dark, 1 is light.
        ("layout.css.prefers-color-scheme.content-override", json!(i32::from(options.colors == ColorScheme::Light))),
        ("javascript.options.wasm_js_promise_integration", json!(options.age == Age::Current)),
        ("network.captive-portal-service.enabled", json!(false)),
        ("network.connectivity-service.enabled", json!(false)),
        ("places.history.enabled", json!(false)),
        // A dummy server, which Firefox recognises as such.
        ("services.settings.server", json!("data:,#remote-settings-dummy/v1")),
        ("toolkit.cosmeticAnimations.enabled", json!(false)),
        ("toolkit.telemetry.server", json!("")),
        ("toolkit.telemetry.unified", json!(false)),
    ]
}

pub(super) fn launch(browser: &Path, options: BrowserOptions, profile: &Path) -> Result<Launch> {
    let lines: String =
        preferences(options).iter().map(|(name, value)| format!("user_pref({name:?}, {value});\n")).collect();
    let file = profile.join("user.js");
    std::fs::write(&file, lines).with_context(|| format!("cannot write {}", file.display()))?;
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]).arg(profile);
    Ok(Launch {
        command,
        capabilities: json!({}),
        announcement: "WebDriver BiDi listening on ws://127.0.0.1:",
        ends_by_itself: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_written_and_the_port_is_understood() {
        let profile = tempfile::tempdir().unwrap();
        let options =
            BrowserOptions { age: Age::WithoutJspi, colors: ColorScheme::Dark, frame_rate: FrameRate::Reduced };
        let launch = launch(Path::new("firefox"), options, profile.path()).unwrap();
        let written = std::fs::read_to_string(profile.path().join("user.js")).unwrap();
        assert!(
            written.contains("user_pref(\"javascript.options.wasm_js_promise_integration\", false);\n"),
            "{written}"
        );
        assert!(written.contains("user_pref(\"layout.css.prefers-color-scheme.content-override\", 0);\n"), "{written}");
        assert_eq!(launch.port_in("WebDriver BiDi listening on ws://127.0.0.1:35791\n"), Some(35791));
        assert_eq!(launch.port_in("*** You are running in headless mode."), None);
    }
}
