//! Elements of HTML and SVG, in which every text and every attribute is escaped. Knows no page.

use std::fmt::{self, Display, Write as _};

/// An element that is being made.
#[derive(Debug, Clone)]
pub struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

/// Elements without content, which have no end tag.
const VOID: [&str; 1] = ["meta"];

/// An element of this name.
pub fn element(name: &'static str) -> Element {
    Element { name, attributes: String::new(), content: String::new() }
}

impl Element {
    /// The element with this attribute.
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        write!(self.attributes, " {name}=\"{}\"", Escaped(&value.to_string())).expect("a string takes all");
        self
    }

    /// The element with this text behind its content.
    pub fn text(mut self, text: impl Display) -> Self {
        write!(self.content, "{}", Escaped(&text.to_string())).expect("a string takes all");
        self
    }

    /// The element with another one behind its content.
    pub fn child(mut self, child: Self) -> Self {
        write!(self.content, "{child}").expect("a string takes all");
        self
    }

    /// The element with others behind its content.
    pub fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// The element with a style sheet of our own as its content, which is not escaped.
    pub fn style_sheet(mut self, sheet: &str) -> Self {
        self.content.push_str(sheet);
        self
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, content } = self;
        match VOID.contains(name) {
            true => write!(f, "<{name}{attributes}>"),
            false => write!(f, "<{name}{attributes}>{content}</{name}>"),
        }
    }
}

/// A text in markup.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            letter => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_attributes_are_escaped() {
        let link = element("a").with("href", "x\" onclick='y'").text("<b>&").child(element("meta").with("name", 1));
        let expected = "<a href=\"x&quot; onclick=&#39;y&#39;\">&lt;b&gt;&amp;<meta name=\"1\"></a>";
        assert_eq!(link.to_string(), expected);
        assert_eq!(
            element("ul").children([1, 2].map(|number| element("li").text(number))).to_string(),
            "<ul><li>1</li><li>2</li></ul>"
        );
    }
}
