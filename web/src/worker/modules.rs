//! From a bot's file to a module that can be instantiated: checked, metered, compiled, and kept for the next match.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use botyard_sandbox::meter;
use botyard_sandbox::wasi::{self, Call};
use botyard_sandbox::{ModuleLimits, instrument};
use js_sys::{Array, Uint8Array, WebAssembly};
use sha2::{Digest, Sha256};
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::bot::said;
use super::room::REFILL;

/// How many modules are kept: about what one person tries in a while.
const KEPT: usize = 24;

/// A module that can be instantiated.
pub(super) struct Module {
    /// The SHA-256 of the file it came from.
    pub(super) digest: String,
    pub(super) compiled: JsValue,
    /// What a room offers it: rows of module, name, number, and whether the bot may have to wait there.
    pub(super) imports: Array,
}

/// Why a file cannot play, as a clause; or the module it is.
pub(super) type Prepared = Result<Rc<Module>, String>;

/// The modules this worker has made, found by their content.
#[derive(Default)]
pub(super) struct Shelf(RefCell<HashMap<[u8; 32], Prepared>>);

impl Shelf {
    /// Makes a module of a file, or finds the one that was made before.
    pub(super) async fn prepare(&self, file: &[u8]) -> Prepared {
        let digest: [u8; 32] = Sha256::digest(file).into();
        let known = self.0.borrow().get(&digest).cloned();
        if let Some(known) = known {
            return known;
        }
        let prepared = make(file, &digest).await.map(Rc::new);
        let mut shelf = self.0.borrow_mut();
        if shelf.len() >= KEPT {
            shelf.clear();
        }
        shelf.insert(digest, prepared.clone());
        prepared
    }
}

async fn make(file: &[u8], digest: &[u8; 32]) -> Result<Module, String> {
    let metered = instrument(file, &ModuleLimits::default()).map_err(|refused| refused.to_string())?;
    let bytes = Uint8Array::from(metered.bytes.as_slice());
    let compiled = JsFuture::from(WebAssembly::compile(&bytes)).await;
    let compiled = compiled.map_err(|error| format!("the browser cannot compile it ({})", said(&error)))?;
    Ok(Module { digest: hexadecimal(digest), compiled, imports: imports(&metered.calls) })
}

fn imports(calls: &[Call]) -> Array {
    let rows = calls.iter().map(|&call| {
        let waits = matches!(call, Call::FdRead | Call::PollOneoff);
        row(wasi::MODULE, call.signature().name, call as u32, waits)
    });
    let (module, name) = meter::REFILL;
    rows.chain([row(module, name, REFILL, true)]).collect()
}

fn row(module: &str, name: &str, number: u32, waits: bool) -> Array {
    Array::of4(&module.into(), &name.into(), &number.into(), &waits.into())
}

fn hexadecimal(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
