//! Functions that are called in the page. Arguments and results are JSON, so that no value is lost
//! in, or wrapped by, BiDi's own types; nodes are referred to by their ids.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::{RemoteNode, Tab};

impl Tab {
    /// Runs a function in each document that the tab is going to show, before the document's own
    /// scripts.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub(crate) async fn prelude(&self, function: &str) -> Result<()> {
        self.command_to_contexts("script.addPreloadScript", json!({ "functionDeclaration": function })).await?;
        Ok(())
    }

    /// Calls a function with these nodes and then these values. Returns its result or, if that is a
    /// promise, what the promise resolves to. `undefined` becomes `null`.
    ///
    /// # Errors
    /// When the function throws.
    pub(crate) async fn call(&self, function: &str, nodes: &[&RemoteNode], arguments: &[Value]) -> Result<Value> {
        let result = self.evaluate(function, "JSON.stringify(result ?? null)", nodes, arguments).await?;
        let text =
            result["value"].as_str().with_context(|| format!("a function returned what is no JSON: {result}"))?;
        serde_json::from_str(text).context("a function returned what is no JSON")
    }

    /// Calls a function that returns a node.
    ///
    /// # Errors
    /// When the function throws or returns something else.
    pub(crate) async fn call_for_node(&self, function: &str, arguments: &[Value]) -> Result<RemoteNode> {
        let result = self.evaluate(function, "result", &[], arguments).await?;
        RemoteNode::read(&result)
    }

    /// Calls a function that returns a list of nodes.
    ///
    /// # Errors
    /// When the function throws or returns something else.
    pub(crate) async fn call_for_nodes(&self, function: &str, arguments: &[Value]) -> Result<Vec<RemoteNode>> {
        let result = self.evaluate(function, "result", &[], arguments).await?;
        result["value"].as_array().context("no list of nodes")?.iter().map(RemoteNode::read).collect()
    }

    async fn evaluate(
        &self,
        function: &str,
        returned: &str,
        nodes: &[&RemoteNode],
        arguments: &[Value],
    ) -> Result<Value> {
        let declaration = format!(
            "async (values, ...nodes) => {{
                const result = await ({function}\n)(...nodes, ...JSON.parse(values));
                return {returned};
            }}"
        );
        let values = json!({ "type": "string", "value": Value::from(arguments).to_string() });
        let arguments: Vec<_> = [values].into_iter().chain(nodes.iter().map(|node| node.reference())).collect();
        let called = json!({
            "functionDeclaration": declaration,
            "arguments": arguments,
            "awaitPromise": true,
            // A node is identified by its id alone.
            "serializationOptions": { "maxDomDepth": 0 },
        });
        let mut answer = self.command_to_target("script.callFunction", called).await?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            bail!("a script threw: {}", thrown["text"].as_str().unwrap_or("something without words"));
        }
        Ok(answer["result"].take())
    }
}
