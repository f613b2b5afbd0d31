//! Writes the primary module: the program with stubs in place of its deferred functions. A stub
//! loads the deferred module, unless it is loaded, and calls the function through the table. All
//! functions keep their numbers.

use anyhow::{Result, anyhow};
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType,
    Module, RawSection, SectionId, TableSection, TableType, ValType,
};

use super::plan::SplitPlan;
use super::program::SplitProgram;
use super::shared_names::SharedNames;

/// Writes the primary module. `loader` is the imported function that loads the deferred module.
///
/// # Errors
/// When the program has a construct that cannot be written again.
pub fn write(program: &SplitProgram<'_>, plan: &SplitPlan, names: &SharedNames, loader: u32) -> Result<Vec<u8>> {
    let mut module = Module::new();
    for part in &program.sections {
        let is = |id: SectionId| part.id == id as u8;
        if is(SectionId::Function) {
            module.section(&functions(program, plan));
        } else if is(SectionId::Table) {
            module.section(&tables(program, plan)?);
        } else if is(SectionId::Global) {
            module.section(&globals(part.data)?);
        } else if is(SectionId::Export) {
            module.section(&exports(program, plan, names)?);
        } else if is(SectionId::Code) {
            module.section(&code(program, plan, loader));
        } else {
            module.section(&RawSection { id: part.id, data: part.data });
        }
    }
    Ok(module.finish())
}

/// Functions without callers here get the first type, which they do not use.
fn functions(program: &SplitProgram<'_>, plan: &SplitPlan) -> FunctionSection {
    let mut section = FunctionSection::new();
    for function in program.defined() {
        let is_gone = plan.deferred.contains(&function) && !plan.called.contains_key(&function);
        section.function(if is_gone { 0 } else { program.function_types[function as usize] });
    }
    section
}

fn tables(program: &SplitProgram<'_>, plan: &SplitPlan) -> Result<TableSection> {
    let mut section = TableSection::new();
    for (number, table) in (0..).zip(&program.tables) {
        let table = RoundtripReencoder.table_type(*table).map_err(|why| anyhow!("{why}"))?;
        section.table(match number == program.function_table {
            true => TableType {
                minimum: plan.slots_end.into(),
                maximum: table.maximum.map(|maximum| maximum.max(plan.slots_end.into())),
                ..table
            },
            false => table,
        });
    }
    Ok(section)
}

/// The program's globals and one more: whether the deferred module is loaded.
fn globals(data: &[u8]) -> Result<GlobalSection> {
    let mut section = GlobalSection::new();
    let reader = wasmparser::GlobalSectionReader::new(wasmparser::BinaryReader::new(data, 0))?;
    RoundtripReencoder.parse_global_section(&mut section, reader).map_err(|why| anyhow!("{why}"))?;
    section.global(is_here(), &ConstExpr::i32_const(0));
    Ok(section)
}

/// The type of the global that records whether the deferred module is loaded.
pub fn is_here() -> GlobalType {
    GlobalType { val_type: ValType::I32, mutable: true, shared: false }
}

fn exports(program: &SplitProgram<'_>, plan: &SplitPlan, names: &SharedNames) -> Result<ExportSection> {
    let mut section = ExportSection::new();
    for export in &program.exports {
        let kind = RoundtripReencoder.export_kind(export.kind).map_err(|why| anyhow!("{why}"))?;
        section.export(export.name, kind, export.index);
    }
    for (number, _) in (0..).zip(&program.tables) {
        section.export(names.table(number), ExportKind::Table, number);
    }
    for (number, _) in (0..).zip(&program.memories) {
        section.export(names.memory(number), ExportKind::Memory, number);
    }
    for number in 0..=u32::try_from(program.globals.len())? {
        section.export(names.global(number), ExportKind::Global, number);
    }
    for &function in &plan.lent {
        section.export(names.function(function), ExportKind::Func, function);
    }
    Ok(section)
}

fn code(program: &SplitProgram<'_>, plan: &SplitPlan, loader: u32) -> CodeSection {
    let mut section = CodeSection::new();
    for function in program.defined() {
        match plan.called.get(&function) {
            Some(&slot) => section.function(&stub(program, function, slot, loader)),
            None if plan.deferred.contains(&function) => section.function(&gone()),
            None => section.raw(program.body(function).as_bytes()),
        };
    }
    section
}

fn stub(program: &SplitProgram<'_>, function: u32, slot: u32, loader: u32) -> Function {
    let is_here = u32::try_from(program.globals.len()).expect("a module has fewer globals");
    let mut stub = Function::new([]);
    let mut code = stub.instructions();
    code.global_get(is_here).i32_eqz().if_(BlockType::Empty).call(loader).end();
    for (parameter, _) in (0..).zip(program.type_of(function).params()) {
        code.local_get(parameter);
    }
    code.i32_const(slot.cast_signed());
    code.call_indirect(program.function_table, program.function_types[function as usize]).end();
    stub
}

fn gone() -> Function {
    let mut function = Function::new([]);
    function.instructions().unreachable().end();
    function
}
