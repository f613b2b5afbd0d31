//! A program as the splitter reads it. Changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};
use wasmparser::{
    CompositeInnerType, ConstExpr, ElementItems, ElementKind, Export, ExternalKind, FuncType, FunctionBody, GlobalType,
    KnownCustom, MemoryType, Name, NameSectionReader, Operator, Parser, Payload, RefType, TableType, TypeRef,
};

/// A section as it is in the file.
#[derive(Clone, Copy)]
pub struct ProgramSection<'a> {
    pub id: u8,
    pub data: &'a [u8],
}

/// A program, section by section. Functions are counted as in the file: imported ones first.
#[derive(Default)]
pub struct SplitProgram<'a> {
    pub sections: Vec<ProgramSection<'a>>,
    pub types: Vec<FuncType>,
    /// The names of the imported functions.
    pub imports: Vec<&'a str>,
    /// The types of all functions.
    pub function_types: Vec<u32>,
    pub tables: Vec<TableType>,
    pub memories: Vec<MemoryType>,
    pub globals: Vec<GlobalType>,
    pub exports: Vec<Export<'a>>,
    pub start: Option<u32>,
    /// The table of functions that are called indirectly.
    pub function_table: u32,
    /// Its functions by their slots.
    pub slots: BTreeMap<u32, u32>,
    /// The bodies of the functions that are not imported.
    pub bodies: Vec<FunctionBody<'a>>,
    /// The names of functions.
    pub names: BTreeMap<u32, &'a str>,
}

impl<'a> SplitProgram<'a> {
    /// Reads a program.
    ///
    /// # Errors
    /// If it is not a module, or has a construct that the compiler does not write.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut program = Self::default();
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload?;
            if let Some((id, range)) = payload.as_section() {
                let data = &bytes[usize::try_from(range.start)?..usize::try_from(range.end)?];
                program.sections.push(ProgramSection { id, data });
            }
            program.add_payload(payload)?;
        }
        ensure!(
            program
                .tables
                .get(program.function_table as usize)
                .is_some_and(|table| table.element_type == RefType::FUNCREF),
            "it has no table of functions"
        );
        Ok(program)
    }

    fn add_payload(&mut self, payload: Payload<'a>) -> Result<()> {
        match payload {
            Payload::TypeSection(section) => {
                for group in section {
                    for sub_type in group?.into_types() {
                        let CompositeInnerType::Func(ty) = sub_type.composite_type.inner else {
                            bail!("it has a type that is not a function's")
                        };
                        self.types.push(ty);
                    }
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    let TypeRef::Func(ty) = import.ty else {
                        bail!("it imports {}, which is not a function", import.name)
                    };
                    self.imports.push(import.name);
                    self.function_types.push(ty);
                }
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.function_types.push(ty?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    self.tables.push(table?.ty);
                }
                let is_functions = |table: &TableType| table.element_type == RefType::FUNCREF;
                let place = self.tables.iter().position(is_functions).context("it has no table of functions")?;
                self.function_table = u32::try_from(place)?;
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.memories.push(memory?);
                }
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    self.globals.push(global?.ty);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    self.exports.push(export?);
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(section) => {
                for element in section {
                    let element = element?;
                    self.take_element(element.kind, element.items)?;
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    self.take_names(names)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn take_element(&mut self, kind: ElementKind<'a>, items: ElementItems<'a>) -> Result<()> {
        let ElementKind::Active { table_index, offset_expr } = kind else { return Ok(()) };
        ensure!(table_index.unwrap_or_default() == self.function_table, "it fills another table");
        let Operator::I32Const { value } = constant(&offset_expr)? else {
            bail!("it fills its table at an unknown place")
        };
        let mut slot = value.cast_unsigned();
        let mut put = |function| {
            self.slots.insert(slot, function);
            slot += 1;
        };
        match items {
            ElementItems::Functions(functions) => {
                for function in functions {
                    put(function?);
                }
            }
            ElementItems::Expressions(_, expressions) => {
                for expression in expressions {
                    let Operator::RefFunc { function_index } = constant(&expression?)? else {
                        bail!("it fills its table with something that is not a function")
                    };
                    put(function_index);
                }
            }
        }
        Ok(())
    }

    fn take_names(&mut self, names: NameSectionReader<'a>) -> Result<()> {
        for name in names {
            if let Name::Function(functions) = name? {
                for naming in functions {
                    let naming = naming?;
                    self.names.insert(naming.index, naming.name);
                }
            }
        }
        Ok(())
    }

    /// How many of the functions are imported.
    pub fn imported(&self) -> u32 {
        u32::try_from(self.imports.len()).expect("a module has fewer functions")
    }

    /// The functions that are not imported.
    pub fn defined(&self) -> std::ops::Range<u32> {
        self.imported()..u32::try_from(self.function_types.len()).expect("a module has fewer functions")
    }

    /// The body of a function that is not imported.
    pub fn body(&self, function: u32) -> &FunctionBody<'a> {
        &self.bodies[(function - self.imported()) as usize]
    }

    /// The type of a function.
    pub fn type_of(&self, function: u32) -> &FuncType {
        &self.types[self.function_types[function as usize] as usize]
    }

    /// The functions that a function calls directly.
    ///
    /// # Errors
    /// When its body is malformed.
    pub fn callees(&self, function: u32) -> Result<BTreeSet<u32>> {
        let mut callees = BTreeSet::new();
        for operator in self.body(function).get_operators_reader()? {
            if let Operator::Call { function_index } | Operator::RefFunc { function_index } = operator? {
                callees.insert(function_index);
            }
        }
        Ok(callees)
    }

    /// The functions that can be called from outside or indirectly.
    pub fn entries(&self) -> BTreeSet<u32> {
        self.exported().into_iter().chain(self.slots.values().copied()).chain(self.start).collect()
    }

    /// The functions that can be called from outside by their names.
    pub fn exported(&self) -> BTreeSet<u32> {
        let functions = self.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        functions.map(|export| export.index).collect()
    }
}

fn constant<'a>(expression: &ConstExpr<'a>) -> Result<Operator<'a>> {
    expression.get_operators_reader().read().context("a constant without a value")
}
