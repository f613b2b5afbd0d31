//! Turns a bot's file into a module that can be instantiated: checked, instrumented, compiled, and
//! cached for the next match.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use botyard_sandbox::{Attachment, InstrumentError, Instrumented, ModuleLimits};
use js_sys::{Array, Uint8Array};
use sha2::{Digest, Sha256};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;

use super::engine::ModuleEngine;

/// How many modules are kept: about as many as one person tries in a session.
const KEPT: usize = 24;

/// A module that can be instantiated.
pub(super) struct PreparedModule<E: ModuleEngine> {
    /// The SHA-256 of the file it came from.
    pub(super) digest: String,
    pub(super) code: Rc<E::Code>,
    /// The files or the script that come with it.
    pub(super) attachment: Option<Attachment>,
    /// The SHA-256 of the module, if it is the interpreter of a script.
    pub(super) interpreter: Option<String>,
}

/// A file's module, or a clause with the reason why it cannot play.
pub(super) type PrepareResult<E> = Result<Rc<PreparedModule<E>>, String>;

/// A pass over a module.
type Instrument = fn(&[u8], &ModuleLimits) -> Result<Instrumented, InstrumentError>;

/// The modules that this worker has compiled, by their content.
pub(super) struct ModuleCache<E: ModuleEngine> {
    engine: E,
    /// The pass that every module goes through.
    instrument: Instrument,
    modules: RefCell<HashMap<[u8; 32], PrepareResult<E>>>,
}

impl<E: ModuleEngine> ModuleCache<E> {
    /// An empty cache.
    pub(super) fn new(engine: E, instrument: Instrument) -> Self {
        Self { engine, instrument, modules: RefCell::default() }
    }

    /// Compiles a file's module, or returns it from the cache. Scripts of one interpreter share its
    /// code.
    pub(super) async fn prepare(&self, file: &[u8]) -> PrepareResult<E> {
        let (module, attachment) = Attachment::split(file).map_err(|why| why.to_string())?;
        let module = self.prepare_module(module).await?;
        let Some(attachment) = attachment else { return Ok(module) };
        Ok(Rc::new(PreparedModule {
            digest: hexadecimal(&Sha256::digest(attachment.identity(file)).into()),
            code: Rc::clone(&module.code),
            interpreter: attachment.script().map(|_| module.digest.clone()),
            attachment: Some(attachment),
        }))
    }

    async fn prepare_module(&self, file: &[u8]) -> PrepareResult<E> {
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
        let metered = (self.instrument)(file, &ModuleLimits::default()).map_err(|refused| refused.to_string())?;
        Ok(PreparedModule::new(hexadecimal(digest), self.engine.compile(&metered).await?))
    }
}

impl<E: ModuleEngine> PreparedModule<E> {
    /// A module that is a bot without an attachment.
    pub(super) fn new(digest: String, code: E::Code) -> Self {
        Self { digest, code: Rc::new(code), attachment: None, interpreter: None }
    }

    /// A form that can be posted to other workers: the code, and the attachment. `None` if only
    /// this worker can use it.
    pub(super) fn to_posted(&self) -> Option<JsValue> {
        let code = E::to_posted(&self.code)?;
        let section = |attachment: &Attachment| Uint8Array::from(&*attachment.to_section()).into();
        Some(Array::of2(&code, &self.attachment.as_ref().map_or(JsValue::UNDEFINED, section)).into())
    }

    /// Reads a module that another worker has prepared and posted.
    ///
    /// # Errors
    /// A clause with the reason if it cannot be used here.
    pub(super) fn from_posted(posted: JsValue) -> PrepareResult<E> {
        // An engine may post a list, too, but the list here always has two entries.
        let both: Array = posted.unchecked_into();
        let attachment = match both.get(1).dyn_into::<Uint8Array>() {
            Ok(section) => Attachment::split(&section.to_vec()).map_err(|why| why.to_string())?.1,
            Err(_) => None,
        };
        let code = E::from_posted(both.get(0)).ok_or("it was compiled for another engine")?;
        Ok(Rc::new(Self { attachment, ..Self::new(String::new(), code) }))
    }
}

fn hexadecimal(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
