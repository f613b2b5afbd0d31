//! A folder that a bot keeps from match to match. Knows no disk: the command line loads and saves it.

use std::sync::{Arc, Mutex, PoisonError};

use botyard_sandbox::wasi::Folder;

/// The files that a bot left when it last played, and finds when it plays again. Clones are the same folder.
#[derive(Debug, Clone, Default)]
pub struct KeptFolder(Arc<Mutex<Folder>>);

impl KeptFolder {
    /// A folder with this content.
    pub fn new(folder: Folder) -> Self {
        Self(Arc::new(Mutex::new(folder)))
    }

    /// What is in it.
    pub fn folder(&self) -> Folder {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn replace(&self, folder: Folder) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = folder;
    }
}
