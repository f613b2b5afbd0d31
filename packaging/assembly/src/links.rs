//! Reads the links of `index.html` to the parts of the page: `<link data-trunk rel="KIND" ...>`.
//! Knows no kind.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context, Result, ensure};

/// The beginning of such a link.
const START: &str = "<link data-trunk";

/// A link to a part of the page.
#[derive(Debug, PartialEq, Eq)]
pub struct PartLink<'a> {
    /// Where it stands in the page's text.
    pub place: Range<usize>,
    /// What the part is, as `rel` says.
    pub kind: &'a str,
    /// The values of the attributes by their names.
    attributes: BTreeMap<&'a str, &'a str>,
}

impl<'a> PartLink<'a> {
    /// The value of an attribute.
    ///
    /// # Errors
    /// When the link does not have it.
    pub fn attribute(&self, name: &str) -> Result<&'a str> {
        let value = self.attributes.get(name).copied();
        value.with_context(|| format!("a link with rel=\"{}\" has no attribute {name}", self.kind))
    }
}

/// The links of a page, in their order.
///
/// # Errors
/// When a link does not end, has no `rel`, or has an attribute that is not `name` or
/// `name="value"`.
pub fn read(html: &str) -> Result<Vec<PartLink<'_>>> {
    html.match_indices(START).map(|(start, _)| link(html, start)).collect()
}

fn link(html: &str, start: usize) -> Result<PartLink<'_>> {
    let text = &html[start + START.len()..];
    let length = text.find('>').context("a link does not end")?;
    let (mut rest, mut attributes) = (text[..length].trim(), BTreeMap::new());
    while !rest.is_empty() {
        let end = rest.find(|next: char| next == '=' || next.is_whitespace()).unwrap_or(rest.len());
        let name = &rest[..end];
        ensure!(!name.is_empty(), "an attribute has no name: {rest}");
        let (value, after) = match rest[end..].strip_prefix("=\"") {
            Some(quoted) => quoted.split_once('"').with_context(|| format!("the value of {name} does not end"))?,
            None => ("", &rest[end..]),
        };
        ensure!(!after.starts_with('='), "the value of {name} stands in no double quotes");
        attributes.insert(name, value);
        rest = after.trim_start();
    }
    let kind = attributes.get("rel").context("a link has no rel")?;
    Ok(PartLink { place: start..start + START.len() + length + 1, kind, attributes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_with_their_places() {
        let html = "<link rel=\"icon\" href=\"a\">\n<link data-trunk rel=\"css\" href=\"b/c.css\">\n\
                    <link data-trunk rel=\"rust\"\n   data-bin=\"worker\" data-loader-shim>.";
        let links = read(html).unwrap();
        let texts: Vec<_> = links.iter().map(|link| &html[link.place.clone()]).collect();
        assert_eq!(texts[0], "<link data-trunk rel=\"css\" href=\"b/c.css\">");
        assert!(texts[1].starts_with("<link data-trunk rel=\"rust\"") && texts[1].ends_with("data-loader-shim>"));
        assert_eq!((links[0].kind, links[0].attribute("href").unwrap()), ("css", "b/c.css"));
        assert_eq!(
            (links[1].attribute("data-bin").unwrap(), links[1].attribute("data-loader-shim").unwrap()),
            ("worker", "")
        );
        let error = links[1].attribute("href").unwrap_err().to_string();
        assert_eq!(error, "a link with rel=\"rust\" has no attribute href");
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for (link, expected) in [
            ("<link data-trunk rel=\"css\"", "a link does not end"),
            ("<link data-trunk href=\"a\">", "a link has no rel"),
            ("<link data-trunk rel=css>", "the value of rel stands in no double quotes"),
            ("<link data-trunk rel=\"css>", "the value of rel does not end"),
        ] {
            assert_eq!(read(link).unwrap_err().to_string(), expected);
        }
    }
}
