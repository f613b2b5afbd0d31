//! Writes the whole addresses of the page and its picture into the page, because previews of links
//! need whole addresses.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

const PAGE: &str = "index.html";
/// The element that names the picture, up to its address, which is relative.
const PICTURE: &str = r#"<meta property="og:image" content=""#;

/// Writes the page's own address into its head, and that of its picture.
///
/// # Errors
/// When `url` is not an address of a folder, or the page cannot be read or written or names no
/// picture.
pub fn write_page_url(folder: &Path, url: &str) -> Result<()> {
    ensure!(
        url.starts_with("http") && url.ends_with('/'),
        "{url:?} is not the page's address: expected one such as https://example.org/botyard/, with a slash at the end"
    );
    let path = folder.join(PAGE);
    let html = fs::read_to_string(&path).with_context(|| format!("cannot read {PAGE}"))?;
    let (before, after) =
        html.split_once(&format!("{PICTURE}./")).with_context(|| format!("{PAGE} names no picture for previews"))?;
    let html = format!("{before}<meta property=\"og:url\" content=\"{url}\">{PICTURE}{url}{after}");
    fs::write(path, html).with_context(|| format!("cannot write {PAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_and_picture_get_whole_addresses() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(PAGE);
        fs::write(&path, include_str!("../../index.html")).unwrap();
        write_page_url(folder.path(), "https://example.org/b/").unwrap();
        let html = fs::read_to_string(&path).unwrap();
        for tag in [
            r#"<meta property="og:url" content="https://example.org/b/">"#,
            r#"<meta property="og:image" content="https://example.org/b/icons/preview.png">"#,
        ] {
            assert!(html.contains(tag), "{tag}");
        }
        let error = write_page_url(folder.path(), "example.org").unwrap_err().to_string();
        assert!(error.starts_with("\"example.org\" is not the page's address"), "{error}");
    }
}
