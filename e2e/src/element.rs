//! One element of the page, as a person sees it and types into it. What it asks of the page is in
//! `element.js`.

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::bidi::{Pointer, RemoteNode, Tab, key_presses};
use crate::key::{Key, Keys};

/// What each document is given before anything of its own: the functions of `element.js`.
pub(crate) const PRELUDE: &str =
    concat!("() => Object.defineProperty(globalThis, 'pageElements', { value: ", include_str!("element.js"), "})");

/// An element that was found. It may be gone from the page by now; then every question to it is an
/// error.
#[derive(Clone)]
pub struct Element {
    tab: Tab,
    node: RemoteNode,
}

impl Element {
    /// The first with this test id, there or soon, seen or not.
    pub(crate) async fn find(tab: &Tab, id: &str) -> Result<Self> {
        Self::find_once(tab, id, "present").await
    }

    /// The same once a person can see it.
    pub(crate) async fn find_displayed(tab: &Tab, id: &str) -> Result<Self> {
        Self::find_once(tab, id, "displayed").await
    }

    /// The same once the pointer can meet it.
    pub(crate) async fn find_clickable(tab: &Tab, id: &str) -> Result<Self> {
        Self::find_once(tab, id, "clickable").await
    }

    /// All with this test id that are there now.
    pub(crate) async fn find_all(tab: &Tab, id: &str) -> Result<Vec<Self>> {
        let nodes = tab.call_for_nodes("id => pageElements.allByTestId(id)", &[json!(id)]).await?;
        Ok(nodes.into_iter().map(|node| Self { tab: tab.clone(), node }).collect())
    }

    /// Clicks the first with this test id. A person who sees it move away clicks it where it is
    /// then; so an error means that nothing was clicked.
    pub(crate) async fn click(tab: &Tab, id: &str) -> Result<()> {
        let element = Self::find_once(tab, id, "expectClick").await?;
        tab.use_pointer(&[Pointer::MoveTo(&element.node, Duration::ZERO), Pointer::Press, Pointer::Release]).await?;
        let met = tab.call("() => pageElements.wasClicked()", &[], &[]).await?;
        ensure!(met == true, "it moved away from the pointer");
        Ok(())
    }

    /// The first with this test id, as soon as a function of `element.js` answers with it.
    async fn find_once(tab: &Tab, id: &str, function: &str) -> Result<Self> {
        let wait = "(name, id) => pageElements.waitForAnswer(name, id)";
        let node = tab.call_for_node(wait, &[json!(function), json!(id)]).await?;
        Ok(Self { tab: tab.clone(), node })
    }

    /// What a function of `element.js` answers of the first with this test id, as soon as that is
    /// there.
    pub(crate) async fn ask_first(tab: &Tab, id: &str, function: &str, argument: Option<&str>) -> Result<Value> {
        let wait = "(name, id, argument) => pageElements.waitForAnswer(name, id, argument)";
        tab.call(wait, &[], &[json!(function), json!(id), json!(argument)]).await
    }

    pub(crate) fn node(&self) -> &RemoteNode {
        &self.node
    }

    /// Calls one of the functions of `element.js` on it.
    pub(crate) async fn ask(&self, function: &str, arguments: &[Value]) -> Result<Value> {
        self.tab.call(&format!("(...all) => pageElements.{function}(...all)"), &[&self.node], arguments).await
    }

    /// Whether a person can see it, scrolled into view or not.
    ///
    /// # Errors
    /// When it is gone.
    pub async fn is_displayed(&self) -> Result<bool> {
        Ok(self.ask("isDisplayed", &[]).await? == true)
    }

    /// The words a person reads in it; none if it is not drawn.
    ///
    /// # Errors
    /// When it is gone.
    pub async fn text(&self) -> Result<String> {
        Ok(self.ask("text", &[]).await?.as_str().unwrap_or_default().to_owned())
    }

    /// An attribute, `None` if it has none of this name.
    ///
    /// # Errors
    /// When it is gone.
    pub async fn attribute(&self, name: &str) -> Result<Option<String>> {
        Ok(self.ask("attribute", &[json!(name)]).await?.as_str().map(str::to_owned))
    }

    /// What a field holds, `None` if it is not a field.
    ///
    /// # Errors
    /// When it is gone.
    pub async fn value(&self) -> Result<Option<String>> {
        Ok(self.ask("value", &[]).await?.as_str().map(str::to_owned))
    }

    /// Takes the focus to it and presses keys there.
    ///
    /// # Errors
    /// When it is gone.
    pub async fn send_keys(&self, keys: impl Into<Keys>) -> Result<()> {
        self.ask("focus", &[]).await?;
        self.tab.press_keys(key_presses(keys.into().text(), &Key::HELD)).await
    }
}
