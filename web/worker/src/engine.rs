//! The interface to a module engine: the browser itself, or an interpreter. Knows no match.

use std::cell::RefCell;
use std::rc::Rc;

use botyard_driver::StartError;
use botyard_sandbox::Instrumented;
use wasm_bindgen::prelude::JsValue;

use super::run_cell::RunCell;

/// Executes modules.
pub(super) trait ModuleEngine: Default + 'static {
    /// A module that can be instantiated.
    type Code;
    /// An instance of one.
    type Instance: ModuleInstance;
    /// How many times slower than natively a module may run, including its calls.
    const SLOWER: u32;
    /// Whether a bot runs to its next pause before a function of its instance returns. Otherwise it
    /// runs later, and its pause schedules the match loop.
    const RUNS_AT_ONCE: bool;

    /// How many runs a worker may have at the same time, so that there is room for those of the
    /// other workers.
    fn room() -> usize;

    /// Compiles an instrumented module.
    ///
    /// # Errors
    /// A clause with the reason if it cannot be executed here.
    async fn compile(&self, metered: &Instrumented) -> Result<Self::Code, String>;

    /// A compiled module in a form that can be posted to other workers; `None` if only this worker
    /// can use it.
    fn to_posted(code: &Self::Code) -> Option<JsValue>;

    /// A module that another worker has compiled and posted; `None` if this engine has no such
    /// form.
    fn from_posted(posted: JsValue) -> Option<Self::Code>;

    /// A fresh instance, before its first instruction. The cell answers its calls, and is notified
    /// of its end.
    ///
    /// # Errors
    /// If it cannot be instantiated.
    fn instantiate(code: &Self::Code, cell: &Rc<RefCell<RunCell>>) -> Result<Self::Instance, StartError>;
}

/// An instance of a module: a bot's run. Dropping it ends the run, even while it waits.
///
/// It may run before a function of this trait returns, or soon afterwards, and it calls its cell,
/// so the cell must not be borrowed then.
pub(super) trait ModuleInstance {
    /// Starts it.
    fn begin(&self);

    /// Queries the cell again for the answer that the instance waits for, and lets it continue if
    /// there is one.
    fn retry(&self);
}
