//! User contexts: each has cookies, storage and caches of its own, as a fresh profile has.

use anyhow::{Context, Result};
use serde_json::json;

use super::BidiConnection;

impl BidiConnection {
    /// Makes a user context and says its id.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub(crate) async fn create_user_context(&self) -> Result<String> {
        let made = self.command("browser.createUserContext", json!({})).await?;
        Ok(made["userContext"].as_str().context("a user context has an id")?.to_owned())
    }

    /// Closes its tabs, without asking their pages, and forgets all that it has stored.
    ///
    /// # Errors
    /// When it is not there or the browser does not answer.
    pub(crate) async fn remove_user_context(&self, user_context: &str) -> Result<()> {
        self.command("browser.removeUserContext", json!({ "userContext": user_context })).await?;
        Ok(())
    }
}
