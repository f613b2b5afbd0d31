//! The page as screen readers get it: roles, names and the focus. Knows nothing of what is read.

use anyhow::Result;

use crate::browser::Browser;
use crate::kind::BrowserKind;

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
    /// How many nodes with this role and this name screen readers find.
    ///
    /// # Errors
    /// When the browser does not tell.
    pub async fn count_accessible(&self, role: &str, name: &str) -> Result<usize> {
        match self.kind() {
            BrowserKind::Chromium => {
                let nodes = self.accessible_nodes().await?;
                Ok(nodes.iter().filter(|node| node.role == role && node.name == name).count())
            }
            BrowserKind::Firefox => self.tab().count_accessible(role, name).await,
        }
    }

    /// All nodes that screen readers find, in their order.
    ///
    /// # Errors
    /// Firefox does not tell.
    pub async fn accessible_nodes(&self) -> Result<Vec<AccessibleNode>> {
        self.tab().accessible_nodes().await
    }
}
