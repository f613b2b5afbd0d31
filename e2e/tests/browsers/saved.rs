//! Texts that the page saves as files.

use anyhow::{Context, Result};
use botyard_e2e::Browser;

/// Records the texts that are saved from now on.
const CATCH_SAVED: &str = "
    window.saved = [];
    const create = window.createObjectURL ??= URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return create.call(URL, blob); };
";

/// The first text that the page saves when these buttons are pressed, one after the other.
pub async fn saved_text(browser: &Browser, buttons: &[&str]) -> Result<String> {
    browser.script(CATCH_SAVED, vec![]).await?;
    for button in buttons {
        browser.click(button).await?;
    }
    let saved = async || browser.script("return window.saved[0] ?? null", vec![]).await;
    browser.wait_for("a text is saved", async || Ok(!saved().await?.is_null())).await?;
    saved().await?.as_str().map(str::to_owned).context("what is saved is a text")
}
