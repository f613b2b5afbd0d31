//! User contexts: each has cookies, storage and caches of its own, as a fresh profile has.

use anyhow::{Context, Result};
use serde_json::json;

use super::BidiConnection;

impl BidiConnection {
    /// Creates a user context and returns its id.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub(crate) async fn create_user_context(&self) -> Result<String> {
        let made = self.command("browser.createUserContext", json!({})).await?;
        Ok(made["userContext"].as_str().context("a user context has an id")?.to_owned())
    }

    /// Closes the tabs of the user context, without asking their pages, and deletes all that it has
    /// stored.
    ///
    /// # Errors
    /// When the user context does not exist or the browser does not answer.
    pub(crate) async fn remove_user_context(&self, user_context: &str) -> Result<()> {
        self.command("browser.removeUserContext", json!({ "userContext": user_context })).await?;
        Ok(())
    }
}
