//! A folder that a bot keeps from game to game. Knows no disk: whoever wants it there brings it and fetches it.

use std::sync::{Arc, Mutex, PoisonError};

use botyard_sandbox::wasi::Folder;

/// What a bot left in its folder when it last played, and finds there when it plays again. Clones are the same folder.
#[derive(Debug, Clone, Default)]
pub struct KeptFolder(Arc<Mutex<Folder>>);

impl KeptFolder {
    /// One that is not empty any more.
    pub fn new(folder: Folder) -> Self {
        Self(Arc::new(Mutex::new(folder)))
    }

    /// What is in it.
    pub fn folder(&self) -> Folder {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(in super::super) fn replace(&self, folder: Folder) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = folder;
    }
}
