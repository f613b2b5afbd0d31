//! The nodes of the series' panel: a text, or `[tag, {attribute: value}, node, ...]`. The page
//! makes elements of them, so that it does not grow by content that most visits never show.

use serde_json::{Map, Value};

/// An element while it is written down.
#[derive(Debug, Clone)]
pub(crate) struct ViewNode {
    tag: &'static str,
    attributes: Map<String, Value>,
    children: Vec<Value>,
}

/// An element without attributes.
pub(crate) fn node(tag: &'static str) -> ViewNode {
    ViewNode { tag, attributes: Map::new(), children: Vec::new() }
}

impl ViewNode {
    /// With an attribute.
    pub(crate) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.insert(name.to_owned(), value.to_string().into());
        self
    }

    /// With the name by which tests find it.
    pub(crate) fn testid(self, name: &str) -> Self {
        self.with("data-testid", name)
    }

    /// With a text in it.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.children.push(Value::String(text.into()));
        self
    }

    /// Adds a sentence, with the text between backticks as code.
    pub(crate) fn sentence(self, sentence: &str) -> Self {
        sentence.split('`').enumerate().fold(self, |node, (place, part)| match (place % 2, part) {
            (_, "") => node,
            (0, words) => node.text(words),
            (_, code) => node.child(self::node("code").text(code)),
        })
    }

    /// With an element in it.
    pub(crate) fn child(mut self, child: Self) -> Self {
        self.children.push(child.into_value());
        self
    }

    /// With elements in it.
    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children.into_iter().map(Self::into_value));
        self
    }

    /// The node in the form that the page reads.
    pub(crate) fn into_value(self) -> Value {
        let mut parts = vec![Value::String(self.tag.to_owned()), Value::Object(self.attributes)];
        parts.extend(self.children);
        Value::Array(parts)
    }
}
