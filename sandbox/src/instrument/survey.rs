//! Reads a module section by section, checks it, and keeps the data that are needed to write it
//! again. Rewrites functions on the way. Knows no output but theirs.

use std::ops::Range;

use wasm_encoder::BranchHints;
use wasmparser::{
    ElementSectionReader, Export, ExternalKind, FuncToValidate, FuncType, FuncValidatorAllocations, FunctionBody,
    GlobalSectionReader, MemoryType, Parser, Payload, SectionLimited, Table, TypeSectionReader, ValType, ValidPayload,
    Validator, ValidatorResources,
};

use crate::meter::{COUNTER, STACK, STACK_LEFT};

use super::body::{Indexes, Rewriter};
use super::frames;
use super::imports::{Imported, imports};
use super::probes::{Probe, RecordingForm};
use super::recognise::{FEATURES, invalid, recognise};
use super::refused::InstrumentError;
use super::small::SmallFunctions;
use super::types::Types;
use super::{GLOBALS, ModuleLimits};

/// A module that may run, taken apart.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    pub bytes: &'a [u8],
    pub limits: ModuleLimits,
    /// The form of recording, if it is one.
    pub form: Option<RecordingForm>,
    pub types: Types,
    pub imports: Vec<Imported>,
    /// The types of the module's own functions.
    pub functions: Vec<u32>,
    pub tables: Vec<Table<'a>>,
    pub memory: Option<MemoryType>,
    pub globals: Option<GlobalSectionReader<'a>>,
    pub exports: Vec<Export<'a>>,
    pub start: Option<u32>,
    pub elements: Option<ElementSectionReader<'a>>,
    pub data_count: Option<u32>,
    /// The contents of the data section.
    pub data: Option<Range<usize>>,
    /// The rewritten functions, each with its size first.
    pub code: Vec<u8>,
    /// Whether one of them changes a table or drops a segment.
    pub changes_tables: bool,
    /// Which of their branches are hardly ever taken.
    pub hints: BranchHints,
    /// How many of them are small.
    pub small: SmallFunctions,
}

/// The largest function, after the pass. Browsers take 7.6 MB, but for 7 MB of common code the
/// native compiler needs 20 s and 1.6 GB.
const FUNCTION_BYTES: usize = 2_000_000;
/// The most functions, and the most types. Browsers take a million of each, with ours; the native
/// compiler needs seconds for these.
const COUNT: usize = 50_000;

/// Reads, checks and rewrites.
///
/// # Errors
/// The module's error.
pub(super) fn survey<'a>(
    bytes: &'a [u8],
    limits: &ModuleLimits,
    form: Option<RecordingForm>,
) -> Result<Survey<'a>, InstrumentError> {
    recognise(bytes)?;
    if bytes.len() > limits.module_bytes {
        return Err(InstrumentError::TooLarge { bytes: bytes.len(), most: limits.module_bytes });
    }
    let mut survey = Survey::new(bytes, *limits, form);
    let mut functions = Functions::default();
    let mut validator = Validator::new_with_features(FEATURES);
    let mut parser = Parser::new(0);
    parser.set_features(FEATURES);
    for payload in parser.parse_all(bytes) {
        let payload = payload.map_err(|error| invalid(error, bytes.len()))?;
        let valid = validator.payload(&payload).map_err(|error| invalid(error, bytes.len()))?;
        match valid {
            ValidPayload::Func(check, body) => functions.rewrite(&mut survey, check, &body)?,
            _ => survey.section(payload)?,
        }
    }
    survey.check()?;
    if form == Some(RecordingForm::Dispatch) && functions.rewriter.dispatch_count() != 1 {
        return Err(InstrumentError::NoDispatch);
    }
    Ok(survey)
}

impl<'a> Survey<'a> {
    fn new(bytes: &'a [u8], limits: ModuleLimits, form: Option<RecordingForm>) -> Survey<'a> {
        Survey {
            bytes,
            limits,
            form,
            types: Types::default(),
            imports: Vec::new(),
            functions: Vec::new(),
            tables: Vec::new(),
            memory: None,
            globals: None,
            exports: Vec::new(),
            start: None,
            elements: None,
            data_count: None,
            data: None,
            code: Vec::with_capacity(bytes.len() * 5 / 4),
            changes_tables: false,
            hints: BranchHints::new(),
            small: SmallFunctions::default(),
        }
    }

    /// Where things are in the module that comes out: imported functions, `refill`, in a recording
    /// form `probe`, the module's own functions, ours; the module's globals, the counter, the stack.
    pub fn indexes(&self) -> Indexes {
        let refill = self.imports.len() as u32;
        let globals = self.globals.as_ref().map_or(0, |globals| globals.count());
        let added_imports = 1 + u32::from(self.form.is_some());
        Indexes {
            refill,
            added_imports,
            refill_or_trap: refill + added_imports + self.functions.len() as u32,
            counter: globals,
            stack: globals + 1,
            kept_locals: globals + 2,
        }
    }

    /// The number of empty functions to add.
    pub fn empty_functions(&self) -> usize {
        self.small.missing().min(COUNT - self.functions.len())
    }

    /// Whether this function of the module's own is the one that returns what is left of the stack.
    fn asks_for_stack(&self, function: usize) -> bool {
        let is_it = |export: &Export<'_>| export.index as usize == self.imports.len() + function;
        let ty = || self.types.find(*self.functions.get(function)?);
        self.export(STACK_LEFT, ExternalKind::Func).is_some_and(is_it)
            && ty().is_some_and(|ty| ty.params().is_empty() && ty.results() == [ValType::I32])
    }

    /// The export `name`, of this kind.
    pub fn export(&self, name: &str, kind: ExternalKind) -> Option<&Export<'a>> {
        self.exports.iter().find(|export| export.name == name && export.kind == kind)
    }

    fn section(&mut self, payload: Payload<'a>) -> Result<(), InstrumentError> {
        match payload {
            Payload::TypeSection(section) => self.types = self.types(section)?,
            Payload::ImportSection(section) => self.imports = imports(section, &self.types)?,
            Payload::FunctionSection(section) => {
                self.functions = section.into_iter().flatten().collect();
            }
            Payload::TableSection(section) => self.tables = section.into_iter().flatten().collect(),
            Payload::MemorySection(section) => self.memory = section.into_iter().flatten().next(),
            Payload::GlobalSection(section) => self.globals = Some(section),
            Payload::ExportSection(section) => {
                self.exports = section.into_iter().flatten().collect();
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(section) => self.elements = Some(section),
            Payload::DataCountSection { count, .. } => self.data_count = Some(count),
            Payload::DataSection(section) => {
                let Range { start, end } = section.range();
                self.data = Some(start as usize..end as usize);
            }
            _ => {}
        }
        Ok(())
    }

    fn types(&self, section: TypeSectionReader<'a>) -> Result<Types, InstrumentError> {
        let types = section.into_iter_err_on_gc_types().collect::<Result<Vec<FuncType>, _>>();
        let types = types.map(Types::new).map(|types| if self.form.is_some() { types.with_probes() } else { types });
        types.map_err(|error| invalid(error, self.bytes.len()))
    }

    /// The checks that need the whole module.
    fn check(&self) -> Result<(), InstrumentError> {
        self.check_start()?;
        self.check_memory()?;
        self.check_tables()?;
        if self.exports.iter().any(|export| [COUNTER, STACK].contains(&export.name)) {
            return Err(InstrumentError::ReservedExport);
        }
        if self.functions.len().max(self.types.len()) > COUNT {
            return Err(InstrumentError::TooManyFunctions);
        }
        let count = self.globals.as_ref().map_or(0, SectionLimited::count);
        if count > GLOBALS {
            return Err(InstrumentError::TooManyGlobals { count, most: GLOBALS });
        }
        Ok(())
    }

    fn check_start(&self) -> Result<(), InstrumentError> {
        if !self.exports.iter().any(|export| export.name == "_start") {
            return Err(InstrumentError::NoStart);
        }
        let start = self.export("_start", ExternalKind::Func).ok_or(InstrumentError::StartType)?;
        let own = (start.index as usize).checked_sub(self.imports.len());
        let ty = own.and_then(|index| self.functions.get(index)).ok_or(InstrumentError::StartType)?;
        if self.types.is_unit(*ty) { Ok(()) } else { Err(InstrumentError::StartType) }
    }

    fn check_memory(&self) -> Result<(), InstrumentError> {
        let memory = self.memory.ok_or(InstrumentError::NoMemory)?;
        if self.export("memory", ExternalKind::Memory).is_none() {
            return Err(InstrumentError::NoMemoryExport);
        }
        let most = self.limits.memory_pages;
        if memory.initial > u64::from(most) {
            return Err(InstrumentError::MemoryTooLarge { pages: memory.initial, most });
        }
        Ok(())
    }

    fn check_tables(&self) -> Result<(), InstrumentError> {
        let most = u64::from(self.limits.table_elements);
        let large = self.tables.iter().any(|table| table.ty.initial > most);
        if large || self.tables.len() > self.limits.tables as usize {
            return Err(InstrumentError::TablesTooLarge);
        }
        Ok(())
    }
}

/// The buffers that are reused from function to function.
#[derive(Default)]
struct Functions {
    rewriter: Rewriter,
    allocations: FuncValidatorAllocations,
    done: usize,
    /// How many locals and operands they have.
    values: u64,
    /// How many bytes they have with their charges.
    bytes: usize,
    /// How many steps a compiler's searches for their locals take.
    searches: u64,
}

impl Functions {
    fn rewrite(
        &mut self,
        survey: &mut Survey<'_>,
        check: FuncToValidate<ValidatorResources>,
        body: &FunctionBody<'_>,
    ) -> Result<(), InstrumentError> {
        let mut validator = check.into_validator(std::mem::take(&mut self.allocations));
        let ty = survey.functions.get(self.done).copied().unwrap_or_default();
        let indexes = survey.indexes();
        let start = survey.code.len();
        let probe = survey.form.map(|form| Probe { form, import: indexes.refill + 1, function: self.done as u32 });
        let Survey { bytes, types, code, .. } = survey;
        let mut size = self
            .rewriter
            .rewrite(bytes, body, &mut validator, (&indexes, probe), (types.passed(ty), || types.wrapper(ty)), code)
            .map_err(|error| invalid(error, bytes.len()))?;
        let is_too_wide = self.rewriter.value_count() > super::VALUES || self.rewriter.widest_jump() > super::TARGETS;
        if size > FUNCTION_BYTES || is_too_wide {
            return Err(InstrumentError::FunctionTooLarge { index: self.done });
        }
        self.values += u64::from(self.rewriter.value_count());
        if self.values > super::ALL_VALUES {
            return Err(InstrumentError::TooManyValues);
        }
        self.bytes += size;
        if self.bytes > super::ALL_FUNCTION_BYTES {
            return Err(InstrumentError::CodeTooLarge { most: super::ALL_FUNCTION_BYTES });
        }
        self.searches += self.rewriter.search_steps();
        if self.searches > super::SEARCHES {
            return Err(InstrumentError::TooEntangled { index: self.done });
        }
        if survey.asks_for_stack(self.done) {
            survey.code.truncate(start);
            size = frames::write_stack_left(indexes.stack, &mut survey.code);
        }
        let before = body.range();
        survey.small.note((before.end - before.start) as usize, size);
        let nesting = self.rewriter.nesting();
        // The function itself is a frame.
        if nesting.loops > super::LOOPS || nesting.frames > super::FRAMES + 1 {
            return Err(InstrumentError::TooNested { index: self.done });
        }
        survey.changes_tables = self.rewriter.changes_tables();
        survey.hints.function_hints(indexes.function(indexes.refill + self.done as u32), self.rewriter.hints());
        self.allocations = validator.into_allocations();
        self.done += 1;
        Ok(())
    }
}
