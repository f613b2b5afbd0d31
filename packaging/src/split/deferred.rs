//! Writes the deferred module: the functions that can wait. It uses the memory, the tables and the
//! globals of the primary module, and puts its functions into the table in which the primary module
//! looks for them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, Function, FunctionSection, ImportSection, Module,
    NameMap, NameSection, RawSection, SectionId, StartSection,
};

use super::plan::SplitPlan;
use super::primary::is_here;
use super::program::SplitProgram;
use super::shared_names::SharedNames;

/// The name of the module that it imports everything from.
const PRIMARY: &str = "p";

/// Writes the deferred module.
///
/// # Errors
/// When the program has a construct that cannot be written again.
pub fn write(program: &SplitProgram<'_>, plan: &SplitPlan, names: &SharedNames) -> Result<Vec<u8>> {
    let mut numbers = FunctionNumbers(plan.lent.iter().chain(&plan.deferred).copied().zip(0..).collect());
    let mut module = Module::new();
    let types = program.sections.iter().find(|part| part.id == SectionId::Type as u8).context("it has no types")?;
    module.section(&RawSection { id: types.id, data: types.data });
    module.section(&imports(program, plan, names)?);
    let mut functions = FunctionSection::new();
    for &function in &plan.deferred {
        functions.function(program.function_types[function as usize]);
    }
    let is_plain = |ty: &wasmparser::FuncType| ty.params().is_empty() && ty.results().is_empty();
    let plain = program.types.iter().position(is_plain).context("it has no type for a function without values")?;
    functions.function(u32::try_from(plain)?);
    module.section(&functions);
    let start = u32::try_from(numbers.0.len())?;
    module.section(&StartSection { function_index: start });
    module.section(&elements(program, plan, &numbers));
    let mut code = CodeSection::new();
    for function in &plan.deferred {
        numbers.parse_function_body(&mut code, program.body(*function).clone()).map_err(|why| anyhow!("{why}"))?;
    }
    code.function(&arrive(program));
    module.section(&code);
    module.section(&function_names(program, &numbers).as_custom());
    Ok(module.finish())
}

/// The new numbers of functions by the old ones.
struct FunctionNumbers(BTreeMap<u32, u32>);

impl Reencode for FunctionNumbers {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Self::Error>> {
        Ok(self.0[&function])
    }
}

/// Tables, memories and globals keep their numbers.
fn imports(program: &SplitProgram<'_>, plan: &SplitPlan, names: &SharedNames) -> Result<ImportSection> {
    let mut section = ImportSection::new();
    for &function in &plan.lent {
        section.import(
            PRIMARY,
            names.function(function),
            EntityType::Function(program.function_types[function as usize]),
        );
    }
    for (number, table) in (0..).zip(&program.tables) {
        // The primary module has given the table its size.
        let table = RoundtripReencoder.table_type(*table).map_err(|why| anyhow!("{why}"))?;
        section.import(PRIMARY, names.table(number), wasm_encoder::TableType { maximum: None, ..table });
    }
    for (number, memory) in (0..).zip(&program.memories) {
        let memory = RoundtripReencoder.memory_type(*memory).map_err(|why| anyhow!("{why}"))?;
        section.import(PRIMARY, names.memory(number), memory);
    }
    for (number, global) in (0..).zip(&program.globals) {
        let global = RoundtripReencoder.global_type(*global).map_err(|why| anyhow!("{why}"))?;
        section.import(PRIMARY, names.global(number), global);
    }
    section.import(PRIMARY, names.global(u32::try_from(program.globals.len())?), is_here());
    Ok(section)
}

/// The table's slots, in runs of consecutive ones.
fn elements(program: &SplitProgram<'_>, plan: &SplitPlan, numbers: &FunctionNumbers) -> ElementSection {
    let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
    for (slot, function) in plan.fillings(program) {
        let function = numbers.0[&function];
        match runs.last_mut() {
            Some((start, run)) if *start as usize + run.len() == slot as usize => run.push(function),
            _ => runs.push((slot, vec![function])),
        }
    }
    let mut section = ElementSection::new();
    for (start, run) in runs {
        let offset = ConstExpr::i32_const(start.cast_signed());
        let table = Some(program.function_table).filter(|&table| table != 0);
        section.active(table, &offset, Elements::Functions(run.into()));
    }
    section
}

/// The start function, which runs when the functions are in the table: marks the module as loaded.
fn arrive(program: &SplitProgram<'_>) -> Function {
    let is_here = u32::try_from(program.globals.len()).expect("a module has fewer globals");
    let mut function = Function::new([]);
    function.instructions().i32_const(1).global_set(is_here).end();
    function
}

fn function_names(program: &SplitProgram<'_>, numbers: &FunctionNumbers) -> NameSection {
    let named = numbers.0.iter().filter_map(|(old, &new)| Some((new, *program.names.get(old)?)));
    let mut functions = NameMap::new();
    named.collect::<BTreeMap<u32, &str>>().iter().for_each(|(&number, name)| functions.append(number, name));
    let mut section = NameSection::new();
    section.functions(&functions);
    section
}
