//! Decides which functions of a program are deferred, and what its two modules share.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::program::SplitProgram;
use super::rules::{DeferralRule, DeferralRules};

/// The size of a body, in bytes, below which no rule applies. A stub takes nearly as much, and the
/// compiler merges equal small functions: the result may have the name of any of them.
const SMALL: usize = 100;

/// The division of a program's functions between its two modules.
pub struct SplitPlan {
    /// The functions that are deferred.
    pub deferred: BTreeSet<u32>,
    /// The deferred functions that the primary module calls, with their slots in the table of
    /// functions.
    pub called: BTreeMap<u32, u32>,
    /// The functions of the primary module, and its imports, that the deferred ones call.
    pub lent: BTreeSet<u32>,
    /// The first slot after the table of functions.
    pub slots_end: u32,
}

impl SplitPlan {
    /// A function is deferred if the rules defer it, or if only deferred functions call it. Shared
    /// code is compiled anew for each type that it works with, and its name does not have the type:
    /// a function that is referred to by the table of functions alone, and that calls a function
    /// that spreads, is deferred and spreads too, unless the rules keep it.
    ///
    /// # Errors
    /// When a function's body is malformed.
    pub fn make(program: &SplitProgram<'_>, rules: &DeferralRules) -> Result<Self> {
        let callees = program.defined().map(|function| Ok((function, program.callees(function)?)));
        let callees = callees.collect::<Result<BTreeMap<u32, BTreeSet<u32>>>>()?;
        let entries = program.entries();
        let rule = |function: u32| {
            let is_large = function >= program.imported() && program.body(function).as_bytes().len() >= SMALL;
            program.names.get(&function).filter(|_| is_large).and_then(|name| rules.rule_of(name))
        };
        let mut chosen: BTreeSet<u32> =
            program.defined().filter(|&function| rule(function).is_some_and(DeferralRule::defers)).collect();
        let mut spreading: BTreeSet<u32> =
            program.defined().filter(|&function| rule(function) == Some(DeferralRule::Spread)).collect();
        let called: BTreeSet<u32> = callees.values().flatten().copied().collect();
        let in_table: BTreeSet<u32> = program.slots.values().copied().collect();
        let exported = program.exported();
        let is_free =
            |function: &u32| rule(*function).is_none() && !called.contains(function) && !exported.contains(function);
        let mut free: Vec<u32> = in_table.into_iter().filter(is_free).collect();
        loop {
            let calls_deferred = |function: &u32| callees.get(function).is_some_and(|to| !to.is_disjoint(&spreading));
            let (more, rest): (Vec<u32>, Vec<u32>) = free.into_iter().partition(calls_deferred);
            free = rest;
            if more.is_empty() {
                break;
            }
            chosen.extend(&more);
            spreading.extend(more);
        }

        let mut primary = BTreeSet::new();
        let mut waiting: Vec<u32> = entries.iter().copied().collect();
        while let Some(function) = waiting.pop() {
            if !chosen.contains(&function) && primary.insert(function) {
                waiting.extend(callees.get(&function).into_iter().flatten());
            }
        }
        let deferred: BTreeSet<u32> = program.defined().filter(|function| !primary.contains(function)).collect();

        let calls = |caller: &u32| callees.get(caller).into_iter().flatten().copied();
        let from_primary = entries.iter().copied().chain(primary.iter().flat_map(calls));
        let called: BTreeSet<u32> = from_primary.filter(|function| deferred.contains(function)).collect();
        let lent = deferred.iter().flat_map(calls).filter(|function| !deferred.contains(function)).collect();

        let known: BTreeMap<u32, u32> = program.slots.iter().map(|(&slot, &function)| (function, slot)).collect();
        let mut slots_end = u32::try_from(program.tables[program.function_table as usize].initial)?;
        let mut slot_of = |function: u32| {
            known.get(&function).copied().unwrap_or_else(|| {
                slots_end += 1;
                slots_end - 1
            })
        };
        let called = called.into_iter().map(|function| (function, slot_of(function))).collect();
        Ok(Self { deferred, called, lent, slots_end })
    }

    /// The deferred functions by their slots in the table of functions, including slots that are
    /// filled already, so that calls no longer go through the primary module.
    pub fn fillings(&self, program: &SplitProgram<'_>) -> BTreeMap<u32, u32> {
        let own = program.slots.iter().map(|(&slot, &function)| (slot, function));
        let called = self.called.iter().map(|(&function, &slot)| (slot, function));
        own.chain(called).filter(|(_, function)| self.deferred.contains(function)).collect()
    }
}
