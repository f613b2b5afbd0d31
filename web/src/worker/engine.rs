//! What a run asks of whatever executes its module: the browser itself, or an interpreter of ours. Knows no match.

use std::cell::RefCell;
use std::rc::Rc;

use botyard_sandbox::Instrumented;

use super::run_cell::RunCell;

/// Executes modules.
pub(super) trait ModuleEngine: Default + 'static {
    /// A module that can be instantiated.
    type Code;
    /// An instance of one.
    type Instance: ModuleInstance;
    /// How many times more slowly than natively a module may come along, with all its calls.
    const SLOWER: u32;

    /// Makes a metered module ready.
    ///
    /// # Errors
    /// If it cannot be executed here: why, as a clause.
    async fn compile(&self, metered: &Instrumented) -> Result<Self::Code, String>;

    /// A fresh instance, before its first instruction. Its calls are answered by the cell, which is told of its end too.
    ///
    /// # Errors
    /// If there is no room for it: why, as a clause.
    fn instantiate(code: &Self::Code, cell: &Rc<RefCell<RunCell>>) -> Result<Self::Instance, String>;
}

/// An instance of a module, which is a bot's run. Dropping it ends the run, whatever it waits for.
///
/// It may run before a function of this trait returns, or soon after it has, and calls into its cell: the cell must not
/// be borrowed then.
pub(super) trait ModuleInstance {
    /// Lets it run from its start.
    fn begin(&self);

    /// Asks the cell anew what the instance waits for, and lets it go on if there is an answer.
    fn retry(&self);
}
