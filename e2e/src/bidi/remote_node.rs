//! A node of a page, as commands name it and answers bring it.

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// A node of a page, by the id that the browser gave it.
#[derive(Clone, Debug)]
pub(crate) struct RemoteNode(String);

impl RemoteNode {
    /// How commands name it.
    pub(super) fn reference(&self) -> Value {
        json!({ "sharedId": self.0 })
    }

    /// The node that a command or a function answered with.
    ///
    /// # Errors
    /// When it is something else.
    pub(super) fn read(value: &Value) -> Result<Self> {
        Ok(Self(value["sharedId"].as_str().with_context(|| format!("no node: {value}"))?.to_owned()))
    }
}
