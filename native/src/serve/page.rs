//! The page's files: those inside the program, or those of a folder. All are read before anything is served, so what can
//! be asked for is a list, and no path from outside ever reaches the system. Knows no network.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::hexadecimal;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file that is the page.
const INDEX: &str = "index.html";
/// The most that a folder may hold: one that holds more is not the page's.
const FOLDER_MAX: u64 = 256 << 20;

/// The page, ready to be served.
#[derive(Debug, Clone)]
pub struct PageFiles {
    files: BTreeMap<String, PageFile>,
    /// The hashes of the scripts that stand in the page itself.
    scripts: Vec<String>,
}

/// One of its files.
#[derive(Debug, Clone)]
pub struct PageFile {
    /// Its bytes.
    pub bytes: Bytes,
    /// What it is, as browsers want it said.
    pub kind: &'static str,
    /// Changes with its bytes.
    pub tag: String,
}

/// A file's bytes; those inside the program are not copied.
type Bytes = std::borrow::Cow<'static, [u8]>;

impl PageFiles {
    /// The page inside the program, if the program was built after the page.
    pub fn embedded() -> Option<Self> {
        Self::of(EMBEDDED.iter().map(|&(path, bytes)| (path.to_owned(), Bytes::Borrowed(bytes))))
    }

    /// The page that `cargo xtask build` left in this folder.
    ///
    /// # Errors
    /// If the folder cannot be read or holds no page.
    pub fn folder(folder: &Path) -> Result<Self, PageError> {
        let unreadable = |why| PageError::Unreadable { folder: folder.to_owned(), why };
        let mut files = Vec::new();
        gather(folder, "", &mut files).map_err(unreadable)?;
        Self::of(files.into_iter()).ok_or_else(|| PageError::Empty { folder: folder.to_owned() })
    }

    fn of(files: impl Iterator<Item = (String, Bytes)>) -> Option<Self> {
        let files: BTreeMap<_, _> = files.map(|(path, bytes)| (path.clone(), PageFile::new(&path, bytes))).collect();
        let index = files.get(INDEX)?;
        let scripts = inline_scripts(&String::from_utf8_lossy(&index.bytes)).map(hash).collect();
        Some(Self { files, scripts })
    }

    /// The file that a request's path (from its slash on) names.
    pub fn file(&self, path: &str) -> Option<&PageFile> {
        let path = path.strip_prefix('/')?;
        self.files.get(if path.is_empty() { INDEX } else { path })
    }

    /// The scripts that stand in the page itself, as a policy for its contents names them.
    pub fn scripts(&self) -> &[String] {
        &self.scripts
    }
}

impl PageFile {
    fn new(path: &str, bytes: Bytes) -> Self {
        let tag = format!("\"{}\"", &hexadecimal(&Sha256::digest(&bytes))[..32]);
        Self { bytes, kind: kind(path), tag }
    }
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The folder cannot be read.
    #[error("cannot read the page in {}: {why}", folder.display())]
    Unreadable {
        /// Which.
        folder: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// There is no page in the folder.
    #[error("no page (index.html) in {}: `cargo xtask build` writes one into dist/", folder.display())]
    Empty {
        /// Which.
        folder: PathBuf,
    },
}

/// Reads a folder and those in it; `below` is the path so far, with its slash.
fn gather(folder: &Path, below: &str, files: &mut Vec<(String, Bytes)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // What is hidden is not the page's: its builder keeps things so while it works.
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{below}{name}");
        let metadata = fs::metadata(entry.path())?;
        if metadata.is_dir() {
            gather(&entry.path(), &format!("{path}/"), files)?;
            continue;
        }
        let before: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        if before + metadata.len() > FOLDER_MAX {
            return Err(io::Error::other("the folder is too large to be a page"));
        }
        files.push((path, fs::read(entry.path())?.into()));
    }
    Ok(())
}

/// Browsers run scripts and modules only under their right names.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// What stands between the tags of the scripts that have no file of their own.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    let scripts = html.split("<script").skip(1).filter_map(|rest| {
        let (tag, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script>")?;
        Some((tag, script))
    });
    scripts.filter(|(tag, _)| !tag.contains("src=")).map(|(_, script)| script)
}

fn hash(script: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(files: &[(&str, &'static str)]) -> Option<PageFiles> {
        PageFiles::of(files.iter().map(|&(path, text)| (path.to_owned(), Bytes::Borrowed(text.as_bytes()))))
    }

    #[test]
    fn a_file_is_served_as_what_it_is() {
        let page = page(&[("index.html", ""), ("worker-1.js", ""), ("bots/one.wasm", "")]).expect("a page");
        let kind = |path| page.file(path).map(|file| file.kind);
        assert_eq!(kind("/"), Some("text/html; charset=utf-8"));
        assert_eq!(kind("/worker-1.js"), Some("text/javascript; charset=utf-8"));
        assert_eq!(kind("/bots/one.wasm"), Some("application/wasm"));
    }

    #[test]
    fn what_is_not_listed_is_not_there() {
        let page = page(&[("index.html", "")]).expect("a page");
        for path in ["", "index.html", "/..", "/../Cargo.toml", "/%2e%2e/x", "//", "/bots"] {
            assert!(page.file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_folder_without_a_page_is_none() {
        assert!(page(&[("page.html", "")]).is_none());
        let empty = tempfile::tempdir().expect("a temporary folder");
        assert!(matches!(PageFiles::folder(empty.path()), Err(PageError::Empty { .. })));
        assert!(matches!(PageFiles::folder(&empty.path().join("x")), Err(PageError::Unreadable { .. })));
    }

    #[test]
    fn a_tag_changes_with_the_bytes() {
        let tag = |text| page(&[("index.html", text)]).and_then(|page| Some(page.file("/")?.tag.clone()));
        assert_eq!(tag("a"), tag("a"));
        assert_ne!(tag("a"), tag("b"));
    }

    /// The hash is what `printf 'go()' | openssl dgst -sha256 -binary | base64` prints.
    #[test]
    fn only_scripts_without_a_file_are_hashed() {
        let html = r#"<script src="a.js"></script><script type="module">go()</script>"#;
        let page = page(&[("index.html", html)]).expect("a page");
        assert_eq!(page.scripts(), ["'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"]);
    }
}
