//! A page as it is served: with a script by which it notices that it is an old one.

use std::collections::BTreeMap;
use std::time::SystemTime;

use axum::body::Bytes;
use botyard_page_assembly::PageFiles;

/// The page itself.
const PAGE: &str = "index.html";
/// The address at which a page learns which version is served. A server that is started again has
/// another version.
pub const VERSIONS: &str = "/.well-known/page-versions";
const SCRIPT: &str = include_str!("reload.html");

/// The files of a page, and their version.
pub struct ServedPage {
    files: BTreeMap<String, Bytes>,
    version: String,
}

impl ServedPage {
    /// A page of these files.
    pub fn new(mut files: PageFiles) -> Self {
        if let Some(page) = files.get_mut(PAGE) {
            page.extend(SCRIPT.replace("VERSIONS", VERSIONS).bytes());
        }
        let version = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let files = files.into_iter().map(|(name, bytes)| (name, bytes.into())).collect();
        Self { files, version: version.as_nanos().to_string() }
    }

    /// The file at a path, which begins with a slash.
    pub fn file(&self, path: &str) -> Option<Bytes> {
        let name = path.trim_start_matches('/');
        self.files.get(if name.is_empty() { PAGE } else { name }).cloned()
    }

    /// What no other page has.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether the files are the same.
    pub fn has_files_of(&self, other: &Self) -> bool {
        self.files == other.files
    }
}
