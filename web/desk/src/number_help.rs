//! Draws the meanings of the numbers of a series, folded away below them. Knows none of them.

use botyard_engine::tournament::report::meanings;

use super::node::{ViewNode, node};

/// The help.
pub(crate) fn help() -> ViewNode {
    let meanings = meanings().flat_map(|(name, meaning)| [node("dt").text(name), node("dd").text(meaning)]);
    node("details")
        .with("class", "series-help")
        .child(node("summary").testid("series-help").text("What these numbers say"))
        .child(node("dl").children(meanings))
}
