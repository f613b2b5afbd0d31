//! The page as screen readers get it: roles, names and the focus. Knows nothing of what is read.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::Browser;
use crate::kind::BrowserKind;

/// Finds elements by a CSS selector, also those within shadow roots.
const FIND_ALL: &str = "
    async selector => {
        await pageElements.settled();
        const find = root => [...root.querySelectorAll(selector), ...[...root.querySelectorAll('*')].flatMap(one => one.shadowRoot ? find(one.shadowRoot) : [])];
        return find(document);
    }
";

/// A node of the accessibility tree, which a browser gives to screen readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessibleNode {
    /// The role, such as `button` or `gridcell`.
    pub role: String,
    /// The accessible name; empty if the node has no name.
    pub name: String,
    /// Whether the node has the focus.
    pub is_focused: bool,
}

impl Browser {
    /// Counts the nodes with this role and this name in the elements that a CSS selector finds. In
    /// Chromium it counts those of the whole page, so no other node of the page may match.
    ///
    /// # Errors
    /// When the browser does not report its nodes.
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

    /// Counts, for each of these names, the nodes with this role: the elements that a CSS selector
    /// finds have these names, in their order. Firefox is queried element by element, because it
    /// gives no list of nodes and takes seconds to search a page for one.
    ///
    /// # Errors
    /// When the browser does not report its nodes, or, in Firefox, the numbers of elements and
    /// names differ.
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

    /// All nodes of the accessibility tree, in their order.
    ///
    /// # Errors
    /// Firefox does not report its nodes.
    pub async fn accessible_nodes(&self) -> Result<Vec<AccessibleNode>> {
        self.tab().accessible_nodes().await
    }
}

fn count(nodes: &[AccessibleNode], role: &str, name: &str) -> usize {
    nodes.iter().filter(|node| node.role == role && node.name == name).count()
}
