//! The data in an instance's store, for the calls of its module. Knows no run.

use wasmtime::{Global, Memory};

/// A store's data.
#[derive(Default)]
pub(super) struct StoreData {
    /// The module's memory and counter.
    pub(super) exports: Option<(Memory, Global)>,
}

impl StoreData {
    /// The module's memory and counter.
    pub(super) fn exports(&self) -> (Memory, Global) {
        self.exports.expect("a module calls nothing before it starts, and they are looked up before that")
    }
}
