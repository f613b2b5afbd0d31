//! The page's files: those embedded in the program, or those of a folder. All are read before the
//! server starts, so requests are looked up in a list, and their paths never reach the file system.
//! Knows no network.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use botyard_page_policy::{ContentSecurityPolicy, without_offline_script};
use botyard_sandbox::script::ScriptLanguage;
use sha2::{Digest, Sha256};

use botyard_host::module::hexadecimal;

use crate::bots;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page's main file.
const INDEX: &str = "index.html";
/// The script that makes browsers keep the page. It is not served, so that browsers delete their
/// copy.
const SERVICE_WORKER: &str = "service-worker.js";
/// The size limit of the folder: a larger one is not the page's.
const FOLDER_MAX: u64 = 256 << 20;

/// The page's files, ready to be served.
#[derive(Debug, Clone)]
pub struct PageFiles {
    files: BTreeMap<String, PageFile>,
    policy: ContentSecurityPolicy,
}

/// One of its files.
#[derive(Debug, Clone)]
pub struct PageFile {
    /// Its bytes, which all answers share.
    pub bytes: Bytes,
    /// Its content type.
    pub kind: &'static str,
    /// Its `ETag`, which changes with its bytes.
    pub tag: String,
}

impl PageFiles {
    /// The embedded page, if the program was built after the page.
    pub fn embedded() -> Option<Self> {
        let shared = EMBEDDED_INTERPRETERS.iter();
        let shared = shared.filter_map(|&(path, language)| Some((path, bots::interpreter(language)?)));
        let files = EMBEDDED.iter().copied().chain(shared);
        Self::from_files(files.map(|(path, bytes)| (path.to_owned(), Bytes::from_static(bytes))))
    }

    /// The page that `cargo xtask build` left in this folder.
    ///
    /// # Errors
    /// If the folder cannot be read or does not contain a page.
    pub fn folder(folder: &Path) -> Result<Self, PageError> {
        let unreadable = |why| PageError::Unreadable { folder: folder.to_owned(), why };
        let mut files = Vec::new();
        gather(folder, "", &mut files).map_err(unreadable)?;
        Self::from_files(files.into_iter()).ok_or_else(|| PageError::Empty { folder: folder.to_owned() })
    }

    fn from_files(files: impl Iterator<Item = (String, Bytes)>) -> Option<Self> {
        let mut files: BTreeMap<_, _> =
            files.map(|(path, bytes)| (path.clone(), PageFile::new(&path, bytes))).collect();
        files.remove(SERVICE_WORKER);
        let index = without_offline_script(&String::from_utf8_lossy(&files.get(INDEX)?.bytes));
        files.insert(INDEX.to_owned(), PageFile::new(INDEX, index.into_bytes().into()));
        let pages = files.iter().filter(|(path, _)| path.ends_with(".html"));
        let texts: Vec<_> = pages.map(|(_, file)| String::from_utf8_lossy(&file.bytes)).collect();
        let policy = ContentSecurityPolicy::of_pages(texts.iter().map(|text| &**text));
        Some(Self { files, policy })
    }

    /// The page with a further script, a module of this name.
    #[must_use]
    pub fn with_script(mut self, name: &str, script: &'static str) -> Self {
        let index = self.files.get(INDEX).map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
        let element = format!("<script type=\"module\" src=\"./{name}\"></script>");
        if let Some(index) = index {
            // Browsers treat elements behind the end of the body as parts of it.
            self.files.insert(INDEX.to_owned(), PageFile::new(INDEX, (index + &element).into_bytes().into()));
        }
        self.files.insert(name.to_owned(), PageFile::new(name, script.as_bytes().into()));
        self
    }

    /// The file for a request's path, which begins with a slash.
    pub fn file(&self, path: &str) -> Option<&PageFile> {
        let path = path.strip_prefix('/')?;
        self.files.get(if path.is_empty() { INDEX } else { path })
    }

    /// The policy: what its documents may load and do.
    pub fn policy(&self) -> &ContentSecurityPolicy {
        &self.policy
    }
}

impl PageFile {
    fn new(path: &str, bytes: Bytes) -> Self {
        let tag = format!("\"{}\"", &hexadecimal(&Sha256::digest(&bytes))[..32]);
        Self { bytes, kind: kind(path), tag }
    }
}

/// Why the page cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The folder cannot be read.
    #[error("cannot read the page in {}: {why}", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// The folder does not contain a page.
    #[error("no page (index.html) in {}: `cargo xtask build` writes one into dist/", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
}

/// Reads a folder and its subfolders; `below` is the path so far, with a slash at the end.
fn gather(folder: &Path, below: &str, files: &mut Vec<(String, Bytes)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Hidden files are not the page's.
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

/// The content type by the file's extension. Browsers run scripts and modules only with the right
/// type.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn page(files: &[(&str, &'static str)]) -> Option<PageFiles> {
        PageFiles::from_files(files.iter().map(|&(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()))))
    }

    #[test]
    fn browsers_are_not_asked_to_keep_it() {
        let index = r#"<head><script type="module" data-offline src="./offline.js"></script></head>"#;
        let page = page(&[(INDEX, index), (SERVICE_WORKER, "")]).expect("a page");
        assert_eq!(page.file("/").map(|file| &*file.bytes), Some(&b"<head></head>"[..]));
        assert!(page.file("/service-worker.js").is_none());
    }

    #[test]
    fn a_script_is_added_without_another_policy() {
        let page = page(&[(INDEX, "<script>go()</script>")]).expect("a page");
        let policy = page.policy().clone();
        let page = page.with_script("more.js", "more()");
        let index = page.file("/").map(|file| String::from_utf8_lossy(&file.bytes));
        let expected = r#"<script>go()</script><script type="module" src="./more.js"></script>"#;
        assert_eq!(index.as_deref(), Some(expected));
        assert_eq!(page.file("/more.js").map(|file| file.kind), Some("text/javascript; charset=utf-8"));
        assert_eq!(page.policy(), &policy);
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
    fn unlisted_paths_are_not_found() {
        let page = page(&[("index.html", "")]).expect("a page");
        for path in ["", "index.html", "/..", "/../Cargo.toml", "/%2e%2e/x", "//", "/bots"] {
            assert!(page.file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_folder_without_a_page_is_refused() {
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

    #[test]
    fn the_policy_covers_every_page() {
        let files =
            [("index.html", "<script>go()</script>"), ("other.html", "<style>a{}</style>"), ("a.js", "<script>")];
        let both = ContentSecurityPolicy::of_pages([files[0].1, files[1].1]);
        assert_eq!(page(&files).expect("a page").policy(), &both);
    }
}
