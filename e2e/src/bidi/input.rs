//! Input of a person: keys, the pointer, and the choice of a file.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::{RemoteNode, Tab};

/// A step of the pointer.
pub(crate) enum Pointer<'a> {
    /// Moves to the middle of the visible part of a node, in one step.
    MoveTo(&'a RemoteNode),
    Press,
    Release,
}

impl Pointer<'_> {
    fn action(&self) -> Value {
        match self {
            Self::MoveTo(node) => json!({
                "type": "pointerMove",
                "x": 0,
                "y": 0,
                "duration": 0,
                "origin": { "type": "element", "element": node.reference() },
            }),
            Self::Press => json!({ "type": "pointerDown", "button": 0 }),
            Self::Release => json!({ "type": "pointerUp", "button": 0 }),
        }
    }
}

/// Presses and releases one character after the other; a character of `held` stays down to the end.
pub(crate) fn key_presses(text: &str, held: &[char]) -> Vec<Value> {
    let action = |kind: &str, key: char| json!({ "type": kind, "value": key.to_string() });
    let mut actions = Vec::new();
    let mut down = Vec::new();
    for key in text.chars() {
        actions.push(action("keyDown", key));
        if held.contains(&key) { down.push(key) } else { actions.push(action("keyUp", key)) }
    }
    actions.extend(down.into_iter().rev().map(|key| action("keyUp", key)));
    actions
}

impl Tab {
    /// Presses keys wherever the focus is: the actions of [`key_presses`].
    ///
    /// # Errors
    /// When the tab is closed.
    pub(crate) async fn press_keys(&self, actions: Vec<Value>) -> Result<()> {
        self.perform(json!({ "type": "key", "id": "keyboard", "actions": actions })).await
    }

    /// Moves and presses the mouse.
    ///
    /// # Errors
    /// When a node is no longer in the page or cannot be brought into view.
    pub(crate) async fn use_pointer(&self, steps: &[Pointer<'_>]) -> Result<()> {
        let actions: Vec<_> = steps.iter().map(Pointer::action).collect();
        let mouse = json!({ "pointerType": "mouse" });
        self.perform(json!({ "type": "pointer", "id": "mouse", "parameters": mouse, "actions": actions })).await
    }

    async fn perform(&self, source: Value) -> Result<()> {
        self.command("input.performActions", json!({ "actions": [source] })).await?;
        Ok(())
    }

    /// Chooses a file in an `<input type=file>`.
    ///
    /// # Errors
    /// If there is no such node, or the node does not take files.
    pub(crate) async fn set_file(&self, input: &RemoteNode, file: &Path) -> Result<()> {
        let files = [file.to_string_lossy()];
        self.command("input.setFiles", json!({ "element": input.reference(), "files": files })).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let words = |action: &Value| {
            let sign = if action["type"] == "keyDown" { '+' } else { '-' };
            format!("{sign}{}", action["value"].as_str().unwrap_or_default())
        };
        let actions: Vec<_> = key_presses(text, &['S', 'C']).iter().map(words).collect();
        assert_eq!(actions.join(" "), expected);
    }

    #[test]
    fn keys_are_pressed_one_after_the_other() {
        check("ab", "+a -a +b -b");
    }

    #[test]
    fn held_keys_stay_down_to_the_end() {
        check("SxCy", "+S +x -x +C +y -y -C -S");
    }
}
