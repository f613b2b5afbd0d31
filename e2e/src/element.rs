//! One element of the page, as a person sees it and types into it. The functions that it calls in
//! the page are in `element.js`.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::bidi::{Pointer, RemoteNode, Tab, key_presses};
use crate::key::{Key, Keys};

/// A function that each document calls before its own scripts: it defines those of `element.js`.
pub(crate) const PRELUDE: &str =
    concat!("() => Object.defineProperty(globalThis, 'pageElements', { value: ", include_str!("element.js"), "})");

/// An element that was found. If it is no longer in the page, its methods return errors.
#[derive(Clone)]
pub struct Element {
    tab: Tab,
    node: RemoteNode,
}

impl Element {
    /// The first element with this test id, once it exists, visible or not.
    pub(crate) async fn find(tab: &Tab, id: &str) -> Result<Self> {
        Self::wait_for_element(tab, id, "present").await
    }

    /// The first element with this test id, once the pointer can hit it.
    pub(crate) async fn find_clickable(tab: &Tab, id: &str) -> Result<Self> {
        Self::wait_for_element(tab, id, "clickable").await
    }

    /// All elements with this test id that are in the page now.
    pub(crate) async fn find_all(tab: &Tab, id: &str) -> Result<Vec<Self>> {
        let nodes = tab
            .call_for_nodes("async id => (await pageElements.settled(), pageElements.allByTestId(id))", &[json!(id)])
            .await?;
        Ok(nodes.into_iter().map(|node| Self { tab: tab.clone(), node }).collect())
    }

    /// Clicks the first element with this test id. If it moves away meanwhile, clicks it where it
    /// is then, as a person does; so an error means that nothing was clicked.
    pub(crate) async fn click(tab: &Tab, id: &str) -> Result<()> {
        let element = Self::wait_for_element(tab, id, "expectClick").await?;
        tab.use_pointer(&[Pointer::MoveTo(&element.node), Pointer::Press, Pointer::Release]).await?;
        let met = tab.call("() => pageElements.wasClicked()", &[], &[]).await?;
        ensure!(met == true, "it moved away from the pointer");
        Ok(())
    }

    /// The first element with this test id, once a function of `element.js` returns it.
    async fn wait_for_element(tab: &Tab, id: &str, function: &str) -> Result<Self> {
        let wait = "(name, id) => pageElements.waitForAnswer(name, id)";
        let node = tab.call_for_node(wait, &[json!(function), json!(id)]).await?;
        Ok(Self { tab: tab.clone(), node })
    }

    /// Calls a function of `element.js` on the first element with this test id, once that exists.
    pub(crate) async fn ask_first(tab: &Tab, id: &str, function: &str, argument: Option<&str>) -> Result<Value> {
        let wait = "(name, id, argument) => pageElements.waitForAnswer(name, id, argument)";
        tab.call(wait, &[], &[json!(function), json!(id), json!(argument)]).await
    }

    pub(crate) fn node(&self) -> &RemoteNode {
        &self.node
    }

    /// Calls one of the functions of `element.js` on this element.
    pub(crate) async fn ask(&self, function: &str, arguments: &[Value]) -> Result<Value> {
        let ask = format!("async (...all) => (await pageElements.settled(), pageElements.{function}(...all))");
        self.tab.call(&ask, &[&self.node], arguments).await
    }

    /// Whether a person can see the element, scrolled into view or not.
    ///
    /// # Errors
    /// When the element is no longer in the page.
    pub async fn is_displayed(&self) -> Result<bool> {
        Ok(self.ask("isDisplayed", &[]).await? == true)
    }

    /// The text a person reads in the element; empty if the element is not drawn.
    ///
    /// # Errors
    /// When the element is no longer in the page.
    pub async fn text(&self) -> Result<String> {
        Ok(self.ask("text", &[]).await?.as_str().unwrap_or_default().to_owned())
    }

    /// An attribute; `None` if the element has no attribute of this name.
    ///
    /// # Errors
    /// When the element is no longer in the page.
    pub async fn attribute(&self, name: &str) -> Result<Option<String>> {
        Ok(self.ask("attribute", &[json!(name)]).await?.as_str().map(str::to_owned))
    }

    /// The content of a field; `None` if the element is not a field.
    ///
    /// # Errors
    /// When the element is no longer in the page.
    pub async fn value(&self) -> Result<Option<String>> {
        Ok(self.ask("value", &[]).await?.as_str().map(str::to_owned))
    }

    /// Focuses the element and presses keys there.
    ///
    /// # Errors
    /// When the element is no longer in the page.
    pub async fn send_keys(&self, keys: impl Into<Keys>) -> Result<()> {
        self.ask("focus", &[]).await?;
        self.tab.press_keys(key_presses(keys.into().text(), &Key::HELD)).await
    }
}
