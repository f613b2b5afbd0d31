//! A node of a page, as commands and answers refer to it.

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// A node of a page, by the id that the browser gave it.
#[derive(Clone, Debug)]
pub(crate) struct RemoteNode(String);

impl RemoteNode {
    /// The node as a parameter of a command.
    pub(super) fn reference(&self) -> Value {
        json!({ "sharedId": self.0 })
    }

    /// Reads the node from the result of a command or of a function.
    ///
    /// # Errors
    /// When the result is not a node.
    pub(super) fn read(value: &Value) -> Result<Self> {
        Ok(Self(value["sharedId"].as_str().with_context(|| format!("no node: {value}"))?.to_owned()))
    }
}
