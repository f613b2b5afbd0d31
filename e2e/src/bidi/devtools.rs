//! Commands of the DevTools protocol for what BiDi has no commands for; Chromium's driver forwards
//! them. Firefox refuses them.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Tab;
use crate::accessibility::AccessibleNode;

impl Tab {
    /// The nodes of the accessibility tree, in their order.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn accessible_nodes(&self) -> Result<Vec<AccessibleNode>> {
        let answer = self.devtools("Accessibility.getFullAXTree", json!({})).await?;
        let nodes = answer["result"]["nodes"].as_array().context("Chromium lists the nodes")?;
        Ok(nodes.iter().filter(|node| node["ignored"] != true).map(accessible_node).collect())
    }

    /// The reasons why the page cannot be installed, by Chromium's names.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn installability_errors(&self) -> Result<Vec<String>> {
        let answer = self.devtools("Page.getInstallabilityErrors", json!({})).await?;
        let errors = answer["result"]["installabilityErrors"].as_array().context("Chromium lists what it finds")?;
        Ok(errors.iter().map(|error| error["errorId"].as_str().unwrap_or_default().to_owned()).collect())
    }

    /// Slows the main thread down by this factor.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn slow_processor(&self, factor: u32) -> Result<()> {
        self.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": factor })).await.map(drop)
    }

    /// Makes the page see a visitor who prefers dark colours.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn prefer_dark(&self) -> Result<()> {
        let dark = json!({ "name": "prefers-color-scheme", "value": "dark" });
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [dark] })).await.map(drop)
    }

    /// Starts a profile of the page's main thread.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn start_profile(&self) -> Result<()> {
        self.devtools("Profiler.enable", json!({})).await?;
        self.devtools("Profiler.setSamplingInterval", json!({ "interval": 200 })).await?;
        self.devtools("Profiler.start", json!({})).await.map(drop)
    }

    /// Ends the profile. Returns the functions with the milliseconds spent in each of them without
    /// its callees, the longest first.
    ///
    /// # Errors
    /// When no profile was started.
    pub(crate) async fn end_profile(&self) -> Result<Vec<(String, f64)>> {
        let answer = self.devtools("Profiler.stop", json!({})).await?;
        own_times(&answer["result"]["profile"]).context("Chromium returns a profile")
    }

    /// Drags a file or a folder of this computer to a point of the page and drops it there, as the
    /// system's file manager does.
    ///
    /// # Errors
    /// When this is not Chromium.
    pub(crate) async fn drop_path(&self, path: &Path, [x, y]: [f64; 2]) -> Result<()> {
        let data = json!({ "items": [], "files": [path], "dragOperationsMask": 1 });
        for step in ["dragEnter", "dragOver", "drop"] {
            let event = json!({ "type": step, "x": x, "y": y, "data": data });
            self.devtools("Input.dispatchDragEvent", event).await?;
        }
        Ok(())
    }

    async fn devtools(&self, method: &str, params: Value) -> Result<Value> {
        let session = self.command("goog:cdp.getSession", json!({})).await.context("only Chromium can do this")?;
        let command = json!({ "method": method, "params": params, "session": session["session"] });
        self.command("goog:cdp.sendCommand", command).await
    }
}

/// The time spent in each function, from a profile.
fn own_times(profile: &Value) -> Option<Vec<(String, f64)>> {
    let name = |node: &Value| {
        let frame = &node["callFrame"];
        let name = frame["functionName"].as_str().filter(|name| !name.is_empty()).unwrap_or("(anonymous)");
        Some((node["id"].as_u64()?, name.to_owned()))
    };
    let names: HashMap<u64, String> = profile["nodes"].as_array()?.iter().filter_map(name).collect();
    let mut times: HashMap<&str, f64> = HashMap::new();
    for (sample, passed) in profile["samples"].as_array()?.iter().zip(profile["timeDeltas"].as_array()?) {
        let name = names.get(&sample.as_u64()?)?;
        *times.entry(name).or_default() += passed.as_f64()? / 1_000.0;
    }
    let mut times: Vec<_> = times.into_iter().map(|(name, time)| (name.to_owned(), time)).collect();
    times.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    Some(times)
}

fn accessible_node(node: &Value) -> AccessibleNode {
    let text = |key: &str| node[key]["value"].as_str().unwrap_or_default().to_owned();
    let is_focus = |property: &Value| property["name"] == "focused" && property["value"]["value"] == true;
    let is_focused = node["properties"].as_array().is_some_and(|properties| properties.iter().any(is_focus));
    AccessibleNode { role: text("role"), name: text("name"), is_focused }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_functions_themselves() {
        let node = |id: u64, name: &str| json!({ "id": id, "callFrame": { "functionName": name } });
        let profile = json!({
            "nodes": [node(1, "(root)"), node(2, "draw"), node(3, ""), node(4, "draw")],
            "samples": [2, 4, 3, 1],
            "timeDeltas": [1_000, 2_000, 500, 250],
        });
        let expected = [("draw".to_owned(), 3.0), ("(anonymous)".to_owned(), 0.5), ("(root)".to_owned(), 0.25)];
        assert_eq!(own_times(&profile), Some(expected.to_vec()));
    }
}
