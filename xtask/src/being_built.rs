//! Marks beside a page that is served, for parts that are still being built. If the page misses
//! such a part, it looks for the mark, shows that the part is being built, and requests it again
//! later (`web/page/src/app.rs`). Builds nothing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The content of a mark, by which the page recognises it.
const TEXT: &str = "being built\n";

/// A part being built, marked beside the page until this is dropped.
pub struct BeingBuilt(PathBuf);

impl BeingBuilt {
    /// Marks the editor as being built, in the folder that is served beside the page.
    ///
    /// # Errors
    /// When the mark cannot be written.
    pub fn editor(served: &Path) -> Result<Self> {
        Self::mark(served, "editor")
    }

    /// Like [`BeingBuilt::editor`], for the interpreters of scripts.
    ///
    /// # Errors
    /// When the mark cannot be written.
    pub fn interpreters(served: &Path) -> Result<Self> {
        Self::mark(served, "interpreter")
    }

    fn mark(served: &Path, name: &str) -> Result<Self> {
        let folder = served.join("editor");
        let path = folder.join(format!("{name}.being-built"));
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, TEXT))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for BeingBuilt {
    fn drop(&mut self) {
        // The page looks for what was built before it looks for the mark.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_there_until_what_it_is_about_is_made() {
        let served = tempfile::tempdir().expect("a folder");
        let text = || fs::read_to_string(served.path().join("editor/interpreter.being-built")).ok();
        let mark = BeingBuilt::interpreters(served.path()).expect("a folder of ours");
        assert_eq!(text().as_deref(), Some(TEXT));
        drop(mark);
        assert_eq!(text(), None);
    }
}
