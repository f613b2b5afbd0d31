//! What BiDi has no words for: commands of the DevTools protocol, which Chromium's driver hands on. Firefox refuses them.

use anyhow::{Context, Result};
use serde_json::json;

use super::Tab;

impl Tab {
    /// Lets the main thread compute so many times slower.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn slow_processor(&self, factor: u32) -> Result<()> {
        let session =
            self.command("goog:cdp.getSession", json!({})).await.context("only Chromium can be slowed down")?;
        let command = json!({ "method": "Emulation.setCPUThrottlingRate", "params": { "rate": factor }, "session": session["session"] });
        self.command("goog:cdp.sendCommand", command).await?;
        Ok(())
    }
}
