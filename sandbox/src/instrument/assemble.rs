//! Writes the instrumented module: the old sections, with additions and limits. Knows no
//! instructions except those of its own two functions.

use std::convert::Infallible;

use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    BlockType, ConstExpr, DataCountSection, ElementSection, Encode, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, InstructionSink, MemorySection, MemoryType, Module,
    RawSection, SectionId, TableSection, TableType, ValType,
};
use wasmparser::{ExternalKind, Operator};

use crate::meter::{COUNTER, PROBE, REFILL, STACK};
use crate::wasi::MODULE;

use super::Instrumented;
use super::body::Indexes;
use super::frames;
use super::kept_locals::{self, KeptType};
use super::refused::InstrumentError;
use super::run_state::{exported_name, restored_globals};
use super::survey::Survey;

/// Writes `survey` as a module again.
///
/// # Errors
/// A module that passed the validator gives no error; the encoder's types allow other modules.
pub(super) fn assemble(survey: Survey<'_>) -> Result<Instrumented, InstrumentError> {
    let memory = memory(&survey).ok_or(InstrumentError::NoMemory)?;
    let globals = restored_globals(&survey);
    let bytes = write(&survey, memory, globals.as_deref().unwrap_or_default())
        .map_err(|error| InstrumentError::Invalid { message: error.to_string(), offset: 0 })?;
    Ok(Instrumented {
        bytes,
        initial_pages: memory.minimum as u32,
        maximum_pages: memory.maximum.unwrap_or(memory.minimum) as u32,
        calls: survey.imports.iter().map(|import| import.call).collect(),
        run_state: globals.map(|globals| globals.into_iter().map(exported_name).collect()),
    })
}

fn write(survey: &Survey<'_>, memory: MemoryType, restored: &[u32]) -> Result<Vec<u8>, reencode::Error> {
    let mut module = Module::new();
    module.section(&survey.types.section()).section(&imports(survey)).section(&functions(survey));
    if !survey.tables.is_empty() {
        module.section(&tables(survey)?);
    }
    module.section(MemorySection::new().memory(memory));
    module.section(&globals(survey)?).section(&exports(survey, restored));
    if let Some(elements) = survey.elements.clone() {
        let mut section = ElementSection::new();
        IndexShift::new(survey).parse_element_section(&mut section, elements)?;
        module.section(&section);
    }
    if let Some(count) = survey.data_count {
        module.section(&DataCountSection { count });
    }
    module.section(&survey.hints);
    module.section(&RawSection { id: SectionId::Code.into(), data: &code(survey) });
    if let Some(data) = survey.data.clone() {
        let data = &survey.bytes[data];
        module.section(&RawSection { id: SectionId::Data.into(), data });
    }
    Ok(module.finish())
}

/// Moves function indexes.
struct IndexShift<'a> {
    module: &'a [u8],
    indexes: Indexes,
}

impl<'a> IndexShift<'a> {
    fn new(survey: &Survey<'a>) -> Self {
        Self { module: survey.bytes, indexes: survey.indexes() }
    }
}

impl Reencode for IndexShift<'_> {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, reencode::Error> {
        Ok(self.indexes.function(index))
    }

    // The encoder's own method for expressions includes every instruction there is, which is a
    // tenth of the page's worker. Here only those that name a function are written anew.
    fn const_expr(&mut self, expression: wasmparser::ConstExpr<'_>) -> Result<ConstExpr, reencode::Error> {
        let mut operators = expression.get_operators_reader();
        let mut written = Vec::new();
        while !operators.is_end_then_eof() {
            let from = operators.original_position() as usize;
            match operators.read()? {
                Operator::RefFunc { function_index } => {
                    InstructionSink::new(&mut written).ref_func(self.indexes.function(function_index));
                }
                _ => written.extend_from_slice(&self.module[from..operators.original_position() as usize]),
            }
        }
        Ok(ConstExpr::raw(written))
    }
}

fn imports(survey: &Survey<'_>) -> ImportSection {
    let mut section = ImportSection::new();
    for import in &survey.imports {
        let name = import.call.signature().name;
        section.import(MODULE, name, EntityType::Function(import.ty));
    }
    section.import(REFILL.0, REFILL.1, EntityType::Function(survey.types.unit()));
    if let Some(probe) = survey.types.probe() {
        section.import(PROBE.0, PROBE.1, EntityType::Function(probe));
    }
    section
}

fn functions(survey: &Survey<'_>) -> FunctionSection {
    let mut section = FunctionSection::new();
    for ty in &survey.functions {
        section.function(*ty);
    }
    for _ in 0..added_functions(survey) {
        section.function(survey.types.unit());
    }
    section
}

/// The number of functions that the module gets beside its own: one that asks for a slice, perhaps
/// one to begin, and empty ones.
fn added_functions(survey: &Survey<'_>) -> usize {
    1 + usize::from(survey.start.is_some()) + survey.empty_functions()
}

fn memory(survey: &Survey<'_>) -> Option<MemoryType> {
    let declared = survey.memory?;
    let most = u64::from(survey.limits.memory_pages);
    Some(MemoryType {
        minimum: declared.initial,
        maximum: Some(declared.maximum.unwrap_or(most).min(most)),
        memory64: false,
        shared: false,
        page_size_log2: None,
    })
}

fn tables(survey: &Survey<'_>) -> Result<TableSection, reencode::Error> {
    let most = u64::from(survey.limits.table_elements);
    let mut section = TableSection::new();
    for table in &survey.tables {
        let ty = IndexShift::new(survey).table_type(table.ty)?;
        section.table(TableType { maximum: Some(ty.maximum.unwrap_or(most).min(most)), ..ty });
    }
    Ok(section)
}

fn globals(survey: &Survey<'_>) -> Result<GlobalSection, reencode::Error> {
    let mut section = GlobalSection::new();
    if let Some(globals) = survey.globals.clone() {
        IndexShift::new(survey).parse_global_section(&mut section, globals)?;
    }
    let counter = GlobalType { val_type: ValType::I64, mutable: true, shared: false };
    section.global(counter, &ConstExpr::i64_const(0));
    let stack = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    section.global(stack, &ConstExpr::i32_const(frames::STACK.cast_signed()));
    // For each local that a request keeps: see `ChargeWriter`.
    for ty in [KeptType::ALL; kept_locals::MOST].into_iter().flatten() {
        let (val_type, zero) = match ty {
            KeptType::I32 => (ValType::I32, ConstExpr::i32_const(0)),
            KeptType::I64 => (ValType::I64, ConstExpr::i64_const(0)),
            KeptType::F32 => (ValType::F32, ConstExpr::f32_const(0.0.into())),
            KeptType::F64 => (ValType::F64, ConstExpr::f64_const(0.0.into())),
        };
        section.global(GlobalType { val_type, mutable: true, shared: false }, &zero);
    }
    Ok(section)
}

fn exports(survey: &Survey<'_>, restored: &[u32]) -> ExportSection {
    let indexes = survey.indexes();
    let mut section = ExportSection::new();
    for export in &survey.exports {
        match export.kind {
            ExternalKind::Func | ExternalKind::FuncExact => {
                let is_replaced = export.name == "_start" && survey.start.is_some();
                let own = indexes.function(export.index);
                let index = if is_replaced { indexes.refill_or_trap + 1 } else { own };
                section.export(export.name, ExportKind::Func, index);
            }
            kind => {
                section.export(export.name, kind.into(), export.index);
            }
        }
    }
    section.export(COUNTER, ExportKind::Global, indexes.counter);
    section.export(STACK, ExportKind::Global, indexes.stack);
    for &global in restored {
        section.export(&exported_name(global), ExportKind::Global, global);
    }
    section
}

fn code(survey: &Survey<'_>) -> Vec<u8> {
    let mut code = Vec::with_capacity(survey.code.len() + 64);
    (survey.functions.len() + added_functions(survey)).encode(&mut code);
    code.extend_from_slice(&survey.code);
    refill_or_trap(survey.indexes()).encode(&mut code);
    if let Some(start) = survey.start {
        start_function(survey, start).encode(&mut code);
    }
    for _ in 0..survey.empty_functions() {
        empty_function().encode(&mut code);
    }
    code
}

/// A function that is never called; see [`small`](super::small).
fn empty_function() -> Function {
    let mut function = Function::new([]);
    function.instructions().end();
    function
}

/// Asks for the next slice; traps if the host does not give one. Out of line, since it is rare.
fn refill_or_trap(indexes: Indexes) -> Function {
    let mut function = Function::new([]);
    function
        .instructions()
        .call(indexes.refill)
        .global_get(indexes.counter)
        .i64_const(0)
        .i64_lt_s()
        .if_(BlockType::Empty)
        .unreachable()
        .end()
        .end();
    function
}

/// The new `_start` of a module with a start section: it runs the start function and the old
/// `_start` inside the budget, where both can read stdin, and each with the whole stack.
fn start_function(survey: &Survey<'_>, start: u32) -> Function {
    let indexes = survey.indexes();
    let mut function = Function::new([]);
    let mut sink = function.instructions();
    sink.call(indexes.function(start));
    sink.i32_const(frames::STACK.cast_signed()).global_set(indexes.stack);
    if let Some(main) = survey.export("_start", ExternalKind::Func) {
        sink.call(indexes.function(main.index));
    }
    sink.end();
    function
}
