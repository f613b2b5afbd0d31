//! Which imports a module may have. Knows the call table, and no section's bytes.

use wasmparser::{ImportSectionReader, TypeRef, ValType};

use crate::wasi::{Call, MODULE, Param, Signature};

use super::refused::{ForeignImport, InstrumentError};
use super::types::Types;

/// A system call that a module imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Imported {
    pub call: Call,
    /// The index of its type.
    pub ty: u32,
}

/// The calls a module imports, in its order.
///
/// # Errors
/// [`InstrumentError::Imports`] with **all** that do not exist here.
pub(super) fn imports(section: ImportSectionReader<'_>, types: &Types) -> Result<Vec<Imported>, InstrumentError> {
    let mut calls = Vec::new();
    let mut foreign = Vec::new();
    for import in section.into_imports().flatten() {
        let known = (import.module == MODULE).then(|| Call::named(import.name)).flatten();
        let ty = known.and_then(|call| fitting(call.signature(), import.ty, types));
        match (known, ty) {
            (Some(call), Some(ty)) => calls.push(Imported { call, ty }),
            (known, _) => foreign.push(ForeignImport {
                module: import.module.to_owned(),
                name: import.name.to_owned(),
                wrong_type: known.is_some(),
            }),
        }
    }
    if foreign.is_empty() { Ok(calls) } else { Err(InstrumentError::Imports(foreign)) }
}

/// The index of the import's type, if it is the one offered.
fn fitting(signature: &Signature, import: TypeRef, types: &Types) -> Option<u32> {
    let TypeRef::Func(index) = import else { return None };
    let ty = types.find(index)?;
    let results: &[ValType] = if signature.returns_errno { &[ValType::I32] } else { &[] };
    let params = signature.params.iter().map(val_type);
    (ty.results() == results && ty.params().iter().copied().eq(params)).then_some(index)
}

fn val_type(param: &Param) -> ValType {
    match param {
        Param::I32 => ValType::I32,
        Param::I64 => ValType::I64,
    }
}
