//! The files of a built page. Does not change them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistFile {
    /// Its path below the page's folder, with `/` between the parts.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

impl DistFile {
    /// Whether the file is a bot. Bots stay unchanged: records name bots by their bytes, and people
    /// read scripts.
    pub fn is_bot(&self) -> bool {
        self.name.starts_with("bots/")
    }
}

/// All files below `folder`, in the order of their names, without the compressed copies.
///
/// # Errors
/// When a folder cannot be read.
pub fn list(folder: &Path) -> Result<Vec<DistFile>> {
    let mut files = Vec::new();
    gather(folder, folder, &mut files)?;
    files.retain(|file| ![".br", ".gz"].iter().any(|ending| file.name.ends_with(ending)));
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

fn gather(folder: &Path, page: &Path, files: &mut Vec<DistFile>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, page, files)?;
            continue;
        }
        let name = path.strip_prefix(page)?.to_string_lossy().replace('\\', "/");
        files.push(DistFile { name, path });
    }
    Ok(())
}

/// A folder with these files, for tests.
#[cfg(test)]
pub fn page(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a file of a page");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file of a page")).expect("a file of a page");
        fs::write(path, text).expect("a file of a page");
    }
    folder
}
