//! The session: its start, the events it subscribes to, and its end, which is also the browser's.

use anyhow::Result;
use serde_json::{Value, json};

use super::BidiConnection;

impl BidiConnection {
    /// Begins the session. If a page asks whether to leave it, it is left all the same.
    ///
    /// # Errors
    /// When the browser does not start or refuses the capabilities.
    pub(crate) async fn new_session(&self, mut capabilities: Value) -> Result<()> {
        capabilities["unhandledPromptBehavior"] = json!({ "default": "dismiss", "beforeUnload": "accept" });
        self.command("session.new", json!({ "capabilities": { "alwaysMatch": capabilities } })).await?;
        Ok(())
    }

    /// Subscribes to events of all tabs and of their workers. A subscription by tab would miss what
    /// a worker fetches, because Chromium reports that with the user context and without a tab.
    ///
    /// # Errors
    /// When the browser does not support one of the events.
    pub(crate) async fn subscribe(&self, events: &[&str]) -> Result<()> {
        self.command("session.subscribe", json!({ "events": events })).await?;
        Ok(())
    }

    /// Ends the session and the browser, and waits until the connection is closed.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub(crate) async fn close_browser(&self) -> Result<()> {
        self.command("browser.close", json!({})).await?;
        self.closed().await;
        Ok(())
    }
}
