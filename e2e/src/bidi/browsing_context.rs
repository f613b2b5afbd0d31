//! A tab: navigation, size, and pictures of its page.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::{BidiConnection, RemoteNode};

/// A tab of a browser. A copy refers to the same tab.
#[derive(Clone)]
pub(crate) struct Tab {
    connection: Arc<BidiConnection>,
    context: String,
}

impl Tab {
    /// Opens a tab in a user context and brings it to the front: a browser draws only the page in
    /// front and gives only that page the focus.
    ///
    /// # Errors
    /// When the user context does not exist or the browser does not answer.
    pub(crate) async fn open(connection: Arc<BidiConnection>, user_context: &str) -> Result<Self> {
        let wanted = json!({ "type": "tab", "userContext": user_context });
        let made = connection.command("browsingContext.create", wanted).await?;
        let context = made["context"].as_str().context("a tab has an id")?.to_owned();
        Ok(Self { connection, context })
    }

    /// The tab's id in events.
    pub(crate) fn id(&self) -> &str {
        &self.context
    }

    /// Sends a command whose parameters have this tab as their `context`.
    ///
    /// # Errors
    /// When the browser rejects the command.
    pub(super) async fn command(&self, method: &str, mut params: Value) -> Result<Value> {
        params["context"] = json!(self.context);
        self.connection.command(method, params).await
    }

    /// Sends a command whose parameters have this tab as their `target`.
    ///
    /// # Errors
    /// When the browser rejects the command.
    pub(super) async fn command_to_target(&self, method: &str, mut params: Value) -> Result<Value> {
        params["target"] = json!({ "context": self.context });
        self.connection.command(method, params).await
    }

    /// Sends a command whose parameters have this tab as the only one of their `contexts`.
    ///
    /// # Errors
    /// When the browser rejects the command.
    pub(super) async fn command_to_contexts(&self, method: &str, mut params: Value) -> Result<Value> {
        params["contexts"] = json!([self.context]);
        self.connection.command(method, params).await
    }

    /// Opens an address and waits until its page is loaded.
    ///
    /// # Errors
    /// When the page cannot be loaded.
    pub(crate) async fn navigate(&self, address: &str) -> Result<()> {
        self.command("browsingContext.navigate", json!({ "url": address, "wait": "complete" })).await?;
        Ok(())
    }

    /// Loads the page anew and waits until it is loaded.
    ///
    /// # Errors
    /// When the page cannot be loaded.
    pub(crate) async fn reload(&self) -> Result<()> {
        self.command("browsingContext.reload", json!({ "wait": "complete" })).await?;
        Ok(())
    }

    /// Moves this many entries forward in the history, or back if `delta` is negative.
    ///
    /// # Errors
    /// When there is no such entry.
    pub(crate) async fn traverse_history(&self, delta: i32) -> Result<()> {
        self.command("browsingContext.traverseHistory", json!({ "delta": delta })).await?;
        Ok(())
    }

    /// Sets the size of the page's viewport, in CSS pixels.
    ///
    /// # Errors
    /// When the tab is closed.
    pub(crate) async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        self.command("browsingContext.setViewport", json!({ "viewport": { "width": width, "height": height } }))
            .await?;
        Ok(())
    }

    /// Sets the size of the page's viewport, and how many pixels of the screen each CSS pixel has
    /// in either direction.
    ///
    /// # Errors
    /// When the tab is closed.
    pub(crate) async fn set_dense_viewport(&self, width: u32, height: u32, ratio: u32) -> Result<()> {
        let viewport = json!({ "viewport": { "width": width, "height": height }, "devicePixelRatio": ratio });
        self.command("browsingContext.setViewport", viewport).await?;
        Ok(())
    }

    /// Counts the nodes with this role and this name among these nodes and the elements in them, as
    /// screen readers find them.
    ///
    /// # Errors
    /// When the browser does not support this search.
    pub(crate) async fn count_accessible(&self, roots: &[RemoteNode], role: &str, name: &str) -> Result<usize> {
        let locator = json!({ "type": "accessibility", "value": { "role": role, "name": name } });
        let roots: Vec<_> = roots.iter().map(RemoteNode::reference).collect();
        let wanted = json!({ "locator": locator, "startNodes": roots, "serializationOptions": { "maxDomDepth": 0 } });
        let found = self.command("browsingContext.locateNodes", wanted).await?;
        Ok(found["nodes"].as_array().context("a list of nodes")?.len())
    }

    /// A picture of the visible part of the page, as PNG.
    ///
    /// # Errors
    /// When the tab is closed.
    pub(crate) async fn capture_screenshot(&self) -> Result<Vec<u8>> {
        let captured = self.command("browsingContext.captureScreenshot", json!({})).await?;
        let picture = captured["data"].as_str().context("a picture has data")?;
        BASE64_STANDARD.decode(picture).map_err(|error| anyhow!("the picture is not base64: {error}"))
    }
}
