//! The state that a run of a module changes beside its memory: a host can restore it and use the
//! instance for another run. Knows no host.

use wasmparser::ValType;

use super::survey::Survey;
use crate::meter::STATE;

/// The most globals that are put back: more would take longer than a new instance.
const GLOBALS: usize = 64;

/// The module's own mutable globals, if a run changes only these and the memory; only integers,
/// because a float's bits may change on their way through a host.
pub(super) fn restored_globals(survey: &Survey<'_>) -> Option<Vec<u32>> {
    if survey.changes_tables || survey.exports.iter().any(|export| export.name.starts_with(STATE)) {
        return None;
    }
    let mut found = Vec::new();
    for (index, global) in (0..).zip(survey.globals.clone().into_iter().flatten()) {
        let ty = global.ok()?.ty;
        if ty.mutable {
            found.push(index);
            if !matches!(ty.content_type, ValType::I32 | ValType::I64) || found.len() > GLOBALS {
                return None;
            }
        }
    }
    Some(found)
}

/// The name under which a global is exported.
pub(super) fn exported_name(global: u32) -> String {
    format!("{STATE}{global}")
}
