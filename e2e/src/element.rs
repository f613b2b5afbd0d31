//! One element of the page, as a person sees it and types into it. What it asks of the page is in
//! `element.js`.

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::bidi::{Pointer, RemoteNode, Tab, key_presses};
use crate::key::{Key, Keys};

const FUNCTIONS: &str = include_str!("element.js");

/// An element that was found. It may be gone from the page by now; then every question to it is an
/// error.
#[derive(Clone)]
pub struct Element {
    tab: Tab,
    node: RemoteNode,
}

impl Element {
    /// The first with this test id that is there now.
    pub(crate) async fn find(tab: &Tab, id: &str) -> Result<Self> {
        let node = tab.call_for_node(&format!("id => ({FUNCTIONS}).byTestId(id)"), &[json!(id)]).await?;
        Ok(Self { tab: tab.clone(), node })
    }

    /// All with this test id that are there now.
    pub(crate) async fn find_all(tab: &Tab, id: &str) -> Result<Vec<Self>> {
        let nodes = tab.call_for_nodes(&format!("id => ({FUNCTIONS}).allByTestId(id)"), &[json!(id)]).await?;
        Ok(nodes.into_iter().map(|node| Self { tab: tab.clone(), node }).collect())
    }

    /// The first with this test id that is there now, if a person can see it.
    pub(crate) async fn find_displayed(tab: &Tab, id: &str) -> Result<Self> {
        Self::prepare(tab, id, "displayed").await
    }

    /// The words in the first with this test id that is there now.
    pub(crate) async fn text_of(tab: &Tab, id: &str) -> Result<String> {
        Ok(words(&Self::ask_first(tab, id, "text", &[]).await?))
    }

    /// An attribute of the first with this test id that is there now, `None` if it has none of this
    /// name.
    pub(crate) async fn attribute_of(tab: &Tab, id: &str, name: &str) -> Result<Option<String>> {
        Ok(Self::ask_first(tab, id, "attribute", &[json!(name)]).await?.as_str().map(str::to_owned))
    }

    /// Calls one of the functions of `element.js` on the first with this test id. To find it and to
    /// ask it is one command: what is waited for is asked so again and again, and each command costs
    /// a browser milliseconds.
    async fn ask_first(tab: &Tab, id: &str, function: &str, arguments: &[Value]) -> Result<Value> {
        let function = format!(
            "(id, ...all) => {{ const page = {FUNCTIONS}; return page.{function}(page.byTestId(id), ...all); }}"
        );
        tab.call(&function, &[], &[&[json!(id)], arguments].concat()).await
    }

    /// The first with this test id, once the pointer can meet it.
    pub(crate) async fn find_clickable(tab: &Tab, id: &str) -> Result<Self> {
        Self::prepare(tab, id, "clickable").await
    }

    /// Clicks the first with this test id. A person who sees it move away clicks it where it is
    /// then; so an error means that nothing was clicked.
    pub(crate) async fn click(tab: &Tab, id: &str) -> Result<()> {
        let element = Self::prepare(tab, id, "expectClick").await?;
        tab.use_pointer(&[Pointer::MoveTo(&element.node, Duration::ZERO), Pointer::Press, Pointer::Release]).await?;
        let met = tab.call(&format!("() => ({FUNCTIONS}).wasClicked()"), &[], &[]).await?;
        ensure!(met == true, "it moved away from the pointer");
        Ok(())
    }

    async fn prepare(tab: &Tab, id: &str, function: &str) -> Result<Self> {
        let function = format!("id => {{ const page = {FUNCTIONS}; return page.{function}(page.byTestId(id)); }}");
        let node = tab.call_for_node(&function, &[json!(id)]).await?;
        Ok(Self { tab: tab.clone(), node })
    }

    pub(crate) fn node(&self) -> &RemoteNode {
        &self.node
    }

    /// Calls one of the functions of `element.js` on it.
    pub(crate) async fn ask(&self, function: &str, arguments: &[Value]) -> Result<Value> {
        self.tab.call(&format!("(...all) => ({FUNCTIONS}).{function}(...all)"), &[&self.node], arguments).await
    }

    /// The words a person reads in it; none if it is not drawn.
    ///
    /// # Errors
    /// When it is gone.
    pub async fn text(&self) -> Result<String> {
        Ok(words(&self.ask("text", &[]).await?))
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

/// The text that a function of `element.js` answered with.
fn words(answer: &Value) -> String {
    answer.as_str().unwrap_or_default().to_owned()
}
