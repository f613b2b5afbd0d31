//! From a bot's file to a module that can be instantiated: checked, metered, compiled, and kept for the next match.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use botyard_sandbox::{ModuleLimits, instrument};
use sha2::{Digest, Sha256};

use super::engine::ModuleEngine;

/// How many modules are kept: about what one person tries in a while.
const KEPT: usize = 24;

/// A module that can be instantiated.
pub(super) struct PreparedModule<E: ModuleEngine> {
    /// The SHA-256 of the file it came from.
    pub(super) digest: String,
    pub(super) code: E::Code,
}

/// Why a file cannot play, as a clause; or the module it is.
pub(super) type PrepareResult<E> = Result<Rc<PreparedModule<E>>, String>;

/// The modules this worker has made, found by their content.
pub(super) struct ModuleCache<E: ModuleEngine> {
    engine: E,
    modules: RefCell<HashMap<[u8; 32], PrepareResult<E>>>,
}

impl<E: ModuleEngine> ModuleCache<E> {
    /// An empty shelf.
    pub(super) fn new(engine: E) -> Self {
        Self { engine, modules: RefCell::default() }
    }

    /// Makes a module of a file, or finds the one that was made before.
    pub(super) async fn prepare(&self, file: &[u8]) -> PrepareResult<E> {
        let digest: [u8; 32] = Sha256::digest(file).into();
        let known = self.modules.borrow().get(&digest).cloned();
        if let Some(known) = known {
            return known;
        }
        let prepared = self.make(file, &digest).await.map(Rc::new);
        let mut modules = self.modules.borrow_mut();
        if modules.len() >= KEPT {
            modules.clear();
        }
        modules.insert(digest, prepared.clone());
        prepared
    }

    async fn make(&self, file: &[u8], digest: &[u8; 32]) -> Result<PreparedModule<E>, String> {
        let metered = instrument(file, &ModuleLimits::default()).map_err(|refused| refused.to_string())?;
        Ok(PreparedModule { digest: hexadecimal(digest), code: self.engine.compile(&metered).await? })
    }
}

fn hexadecimal(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
