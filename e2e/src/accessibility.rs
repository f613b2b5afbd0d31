//! The page as screen readers get it: roles, names and the focus. Knows nothing of what is read.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::Browser;
use crate::kind::BrowserKind;

/// Finds elements by a CSS selector, also within those that have an inside of their own.
const FIND_ALL: &str = "
    selector => {
        const find = root => [...root.querySelectorAll(selector), ...[...root.querySelectorAll('*')].flatMap(one => one.shadowRoot ? find(one.shadowRoot) : [])];
        return find(document);
    }
";

/// A node of the tree that a browser gives to screen readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessibleNode {
    /// What it is, as `button` or `gridcell`.
    pub role: String,
    /// What it is called; empty if it has no name.
    pub name: String,
    /// Whether it has the focus.
    pub is_focused: bool,
}

impl Browser {
    /// How many nodes with this role and this name screen readers find in what a CSS selector
    /// finds. Chromium looks in the whole page, which must not have another one either.
    ///
    /// # Errors
    /// When the browser does not tell.
    pub async fn count_accessible(&self, within: &str, role: &str, name: &str) -> Result<usize> {
        match self.kind() {
            BrowserKind::Chromium => {
                let nodes = self.accessible_nodes().await?;
                Ok(count(&nodes, role, name))
            }
            BrowserKind::Firefox => {
                let roots = self.tab().call_for_nodes(FIND_ALL, &[json!(within)]).await?;
                self.tab().count_accessible(&roots, role, name).await
            }
        }
    }

    /// How many nodes with this role screen readers find by each of these names, which the elements
    /// have that a CSS selector finds, in their order. Firefox is asked element by element: it
    /// gives no list of nodes, and takes seconds to search a page for one.
    ///
    /// # Errors
    /// When the browser does not tell, or there are fewer elements than names.
    pub async fn count_accessible_each(&self, selector: &str, role: &str, names: &[String]) -> Result<Vec<usize>> {
        if self.kind() == BrowserKind::Chromium {
            let nodes = self.accessible_nodes().await?;
            return Ok(names.iter().map(|name| count(&nodes, role, name)).collect());
        }
        let elements = self.tab().call_for_nodes(FIND_ALL, &[json!(selector)]).await?;
        ensure!(elements.len() == names.len(), "{} elements, {} names", elements.len(), names.len());
        let mut counts = Vec::with_capacity(names.len());
        for (element, name) in elements.iter().zip(names) {
            counts.push(self.tab().count_accessible(std::slice::from_ref(element), role, name).await?);
        }
        Ok(counts)
    }

    /// All nodes that screen readers find, in their order.
    ///
    /// # Errors
    /// Firefox does not tell.
    pub async fn accessible_nodes(&self) -> Result<Vec<AccessibleNode>> {
        self.tab().accessible_nodes().await
    }
}

fn count(nodes: &[AccessibleNode], role: &str, name: &str) -> usize {
    nodes.iter().filter(|node| node.role == role && node.name == name).count()
}
