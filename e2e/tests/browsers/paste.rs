//! Pastes a text into the dialog that opens matches.

use anyhow::Result;
use botyard_e2e::Browser;
use serde_json::json;

/// Puts a text into the field at once, as a paste does.
const PUT: &str = "document.querySelector(`[data-testid='paste']`).value = arguments[0]";

/// Opens the match of a text: a link, a replay or a log.
pub async fn paste(browser: &Browser, text: &str) -> Result<()> {
    browser.click("open").await?;
    browser.find("paste").await?;
    browser.script(PUT, vec![json!(text)]).await?;
    browser.click("open-pasted").await
}
