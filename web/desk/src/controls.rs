//! Buttons and lists to choose from, whose presses and choices reach the program by their names.

use super::node::{ViewNode, node};

/// A button.
pub(crate) fn button(name: &str, text: &str) -> ViewNode {
    node("button").with("type", "button").with("data-do", name).testid(&format!("series-{name}")).text(text)
}

/// A list to choose from.
pub(crate) fn select(name: &str, label: &str, options: impl IntoIterator<Item = ViewNode>) -> ViewNode {
    let testid = format!("series-{name}");
    node("select").with("name", name).with("aria-label", label).testid(&testid).children(options)
}

/// An entry of such a list.
pub(crate) fn option(value: &str, text: &str, is_selected: bool) -> ViewNode {
    let option = node("option").with("value", value);
    let option = if is_selected { option.with("selected", "") } else { option };
    option.text(text)
}
