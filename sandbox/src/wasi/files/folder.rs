//! A folder with its content as a plain value: the input of a run from the host, and its result for
//! the host. Knows no limits and no run.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Files, directories and symbolic links by their paths.
///
/// ```
/// use botyard_sandbox::wasi::{Entry, Folder};
///
/// let mut folder = Folder::default();
/// folder.insert("openings/book.txt", Entry::file(b"4 4 3"))?;
/// assert!(folder.insert("../escape", Entry::Directory).is_err());
/// assert_eq!(folder.iter().count(), 1);
/// # Ok::<(), botyard_sandbox::wasi::PathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folder(BTreeMap<String, Entry>);

/// The entry at a path. Copies share their bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A directory. Directories above other entries need not be listed.
    Directory,
    /// A file with its bytes.
    File(Arc<[u8]>),
    /// A symbolic link with its target.
    Symlink(Arc<str>),
}

impl Entry {
    /// A file that holds these bytes.
    pub fn file(bytes: &[u8]) -> Entry {
        Entry::File(bytes.into())
    }
}

/// A path that a folder cannot have: it is empty, absolute, or has empty names, `.` or `..` in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path leads nowhere in a folder")]
pub struct PathError;

impl Folder {
    /// Puts an entry at `path`, in place of an earlier one.
    ///
    /// # Errors
    /// [`PathError`] unless the path is names with slashes between them.
    pub fn insert(&mut self, path: &str, entry: Entry) -> Result<(), PathError> {
        if path.contains('\0') || path.split('/').any(|name| matches!(name, "" | "." | "..")) {
            return Err(PathError);
        }
        self.0.insert(path.to_owned(), entry);
        Ok(())
    }

    /// All entries in the order of their paths, in which a directory comes before its content.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.0.iter().map(|(path, entry)| (path.as_str(), entry))
    }

    /// The entry at this path.
    pub fn find(&self, path: &str) -> Option<&Entry> {
        self.0.get(path)
    }

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
