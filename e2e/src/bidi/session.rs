//! The session: what begins it, which events it brings, and what ends it with its browser.

use anyhow::Result;
use serde_json::{Value, json};

use super::BidiConnection;

impl BidiConnection {
    /// Begins the session. A page that asks before it is left is left all the same.
    ///
    /// # Errors
    /// When the browser does not start or refuses what is asked of it.
    pub(crate) async fn new_session(&self, mut capabilities: Value) -> Result<()> {
        capabilities["unhandledPromptBehavior"] = json!({ "default": "dismiss", "beforeUnload": "accept" });
        self.command("session.new", json!({ "capabilities": { "alwaysMatch": capabilities } })).await?;
        Ok(())
    }

    /// Asks for events of all tabs, those of their workers included: Chromium names the user
    /// context of what a worker fetches, and no tab, so that a subscription by tab would not bring
    /// it.
    ///
    /// # Errors
    /// When the browser does not know one of them.
    pub(crate) async fn subscribe(&self, events: &[&str]) -> Result<()> {
        self.command("session.subscribe", json!({ "events": events })).await?;
        Ok(())
    }

    /// Ends the session and the browser, and waits until it has gone.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub(crate) async fn close_browser(&self) -> Result<()> {
        self.command("browser.close", json!({})).await?;
        self.closed().await;
        Ok(())
    }
}
