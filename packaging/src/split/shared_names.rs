//! The names under which the primary module exports what the deferred module imports. They are
//! short, because there are many.

use std::collections::BTreeMap;

use super::plan::SplitPlan;
use super::program::SplitProgram;
use crate::imports::short_name;

/// The names of what the two modules share.
pub struct SharedNames(BTreeMap<(SharedKind, u32), String>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SharedKind {
    Table,
    Memory,
    Global,
    Function,
}

impl SharedNames {
    /// Chooses names that the program's exports do not have.
    pub fn new(program: &SplitProgram<'_>, plan: &SplitPlan) -> Self {
        let numbered = |kind: SharedKind, count: usize| (0..).take(count).map(move |number: u32| (kind, number));
        let things = numbered(SharedKind::Table, program.tables.len())
            .chain(numbered(SharedKind::Memory, program.memories.len()))
            .chain(numbered(SharedKind::Global, program.globals.len() + 1))
            .chain(plan.lent.iter().map(|&function| (SharedKind::Function, function)));
        let is_free = |name: &String| program.exports.iter().all(|export| export.name != name);
        Self(things.zip((0..).map(short_name).filter(is_free)).collect())
    }

    /// The name of a table.
    pub fn table(&self, number: u32) -> &str {
        &self.0[&(SharedKind::Table, number)]
    }

    /// The name of a memory.
    pub fn memory(&self, number: u32) -> &str {
        &self.0[&(SharedKind::Memory, number)]
    }

    /// The name of a global; the last says whether the deferred module is here.
    pub fn global(&self, number: u32) -> &str {
        &self.0[&(SharedKind::Global, number)]
    }

    /// The name of a function that the deferred module calls.
    pub fn function(&self, number: u32) -> &str {
        &self.0[&(SharedKind::Function, number)]
    }
}
