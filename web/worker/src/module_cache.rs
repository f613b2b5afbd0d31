//! Turns a bot's file into a module that can be instantiated: checked, instrumented, compiled, and cached for the next
//! match.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use botyard_sandbox::{ModuleLimits, instrument};
use sha2::{Digest, Sha256};
use wasm_bindgen::prelude::JsValue;

use super::engine::ModuleEngine;

/// How many modules are kept: about as many as one person tries in a session.
const KEPT: usize = 24;

/// A module that can be instantiated.
pub(super) struct PreparedModule<E: ModuleEngine> {
    /// The SHA-256 of the file it came from.
    pub(super) digest: String,
    pub(super) code: E::Code,
}

/// A file's module, or a clause with the reason why it cannot play.
pub(super) type PrepareResult<E> = Result<Rc<PreparedModule<E>>, String>;

/// The modules that this worker has compiled, by their content.
pub(super) struct ModuleCache<E: ModuleEngine> {
    engine: E,
    modules: RefCell<HashMap<[u8; 32], PrepareResult<E>>>,
}

impl<E: ModuleEngine> ModuleCache<E> {
    /// An empty cache.
    pub(super) fn new(engine: E) -> Self {
        Self { engine, modules: RefCell::default() }
    }

    /// Compiles a file's module, or returns it from the cache.
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

    /// A module that another worker has compiled and posted.
    pub(super) fn take_posted(&self, posted: JsValue) -> PrepareResult<E> {
        let code = E::from_posted(posted).ok_or("it was compiled for another engine")?;
        Ok(Rc::new(PreparedModule { digest: String::new(), code }))
    }

    async fn make(&self, file: &[u8], digest: &[u8; 32]) -> Result<PreparedModule<E>, String> {
        let metered = instrument(file, &ModuleLimits::default()).map_err(|refused| refused.to_string())?;
        Ok(PreparedModule { digest: hexadecimal(digest), code: self.engine.compile(&metered).await? })
    }
}

fn hexadecimal(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
