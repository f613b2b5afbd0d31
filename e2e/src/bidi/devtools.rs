//! What BiDi has no words for: commands of the DevTools protocol, which Chromium's driver hands on.
//! Firefox refuses them.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Tab;

impl Tab {
    /// Why the page cannot be installed, as Chromium names it.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn installability_errors(&self) -> Result<Vec<String>> {
        let answer = self.devtools("Page.getInstallabilityErrors", json!({})).await?;
        let errors = answer["result"]["installabilityErrors"].as_array().context("Chromium lists what it finds")?;
        Ok(errors.iter().map(|error| error["errorId"].as_str().unwrap_or_default().to_owned()).collect())
    }

    /// Lets the main thread compute so many times slower.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn slow_processor(&self, factor: u32) -> Result<()> {
        self.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": factor })).await.map(drop)
    }

    async fn devtools(&self, method: &str, params: Value) -> Result<Value> {
        let session = self.command("goog:cdp.getSession", json!({})).await.context("only Chromium can do this")?;
        let command = json!({ "method": method, "params": params, "session": session["session"] });
        self.command("goog:cdp.sendCommand", command).await
    }
}
