//! A folder that a bot keeps from match to match. Knows no disk: the command line loads and saves
//! it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botyard_sandbox::wasi::Folder;

/// The files that a bot left when it last played, and finds when it plays again. Clones share the
/// folder.
#[derive(Debug, Clone, Default)]
pub struct KeptFolder(Arc<Mutex<KeptContent>>);

#[derive(Debug, Default)]
struct KeptContent {
    folder: Folder,
    is_too_large: bool,
}

impl PartialEq for KeptFolder {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for KeptFolder {}

impl KeptFolder {
    /// A folder with this content.
    pub fn new(folder: Folder) -> Self {
        Self(Arc::new(Mutex::new(KeptContent { folder, is_too_large: false })))
    }

    /// Its content.
    pub fn folder(&self) -> Folder {
        self.content().folder.clone()
    }

    /// Whether the bot last left more than can be kept, so that this is what it had left before.
    pub fn is_too_large(&self) -> bool {
        self.content().is_too_large
    }

    pub(crate) fn replace(&self, folder: Folder) {
        *self.content() = KeptContent { folder, is_too_large: false };
    }

    pub(crate) fn note_too_large(&self) {
        self.content().is_too_large = true;
    }

    fn content(&self) -> MutexGuard<'_, KeptContent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
