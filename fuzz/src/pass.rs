//! The pass over a module: its output is a valid module that imports nothing new, or an error
//! message; two passes give the same. Knows the pass by its interface only: the features are listed
//! here once more, so that a change there shows.

use arbitrary::Unstructured;
use botyard_sandbox::meter::{COUNTER, REFILL};
use botyard_sandbox::wasi::{CALLS, Call, MODULE, Param, Signature};
use botyard_sandbox::{InstrumentError, Instrumented, ModuleLimits, instrument};
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection, Instruction,
    MemorySection, MemoryType, Module, TypeSection, ValType,
};
use wasm_smith::Config;
use wasmparser::{ExternalKind, Parser, Payload, TypeRef, Validator, WasmFeatures};

use crate::byte_source::ByteSource;

/// The features that every host accepts.
const FEATURES: WasmFeatures = WasmFeatures::WASM2
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::TAIL_CALL)
    .difference(WasmFeatures::GC_TYPES);

/// Bytes that are a module or not.
pub fn any_bytes(bytes: &[u8]) {
    let _ = passed(bytes);
}

/// Bytes that choose a valid module. The first byte chooses its proposals and the size of its
/// memory: the pass must accept a module with no other proposals than those that bots may use.
pub fn valid_module(bytes: &[u8]) {
    let Some(module) = generate_module(bytes) else { return };
    match passed(&module) {
        Ok(_) => {}
        Err(InstrumentError::Feature(_)) if uses_references(bytes) => {}
        Err(refused) => panic!("a module that may run is refused: {refused}"),
    }
}

/// The valid module that these bytes choose; `None` if they are too few. Hosts' tests start those
/// modules that the pass accepts.
pub fn generate_module(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut source = ByteSource::new(bytes);
    let choices = source.byte();
    let pages = u64::from(source.byte());
    let config = Config {
        available_imports: (choices & 2 == 2).then(preview1),
        exports: Some(shape(pages)),
        reference_types_enabled: uses_references(bytes),
        ..ours()
    };
    let module = wasm_smith::Module::new(config, &mut Unstructured::new(source.rest())).ok()?;
    Some(module.to_bytes())
}

/// Whether the module may use references to functions and to values of the host.
fn uses_references(bytes: &[u8]) -> bool {
    ByteSource::new(bytes).byte() & 1 == 1
}

/// The generator's features: those that bots may use.
fn ours() -> Config {
    Config {
        allow_start_export: true,
        compact_imports_enabled: false,
        exceptions_enabled: false,
        gc_enabled: false,
        generate_custom_sections: true,
        max_imports: 0,
        // The memory that must be exported is added to these.
        max_memories: 0,
        max_table_elements: 100_000,
        max_tables: 4,
        memory64_enabled: false,
        relaxed_simd_enabled: false,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        ..Config::default()
    }
}

/// Sends bytes through the pass and checks the output.
fn passed(bytes: &[u8]) -> Result<Instrumented, InstrumentError> {
    let limits = ModuleLimits::default();
    let answer = instrument(bytes, &limits);
    assert_eq!(answer, instrument(bytes, &limits), "the same module is the same again");
    match &answer {
        Ok(module) => look_over(module, &limits),
        Err(refused) => assert!(!refused.to_string().is_empty(), "a refusal has words"),
    }
    answer
}

fn look_over(module: &Instrumented, limits: &ModuleLimits) {
    Validator::new_with_features(FEATURES).validate_all(&module.bytes).expect("what comes out is valid");
    let mut calls = Vec::new();
    let mut exported = Vec::new();
    for payload in Parser::new(0).parse_all(&module.bytes) {
        match payload.expect("it is valid") {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.expect("it is valid");
                    assert!(matches!(import.ty, TypeRef::Func(_)), "only functions are imported");
                    if (import.module, import.name) != REFILL {
                        assert_eq!(import.module, MODULE);
                        calls.push(Call::named(import.name).expect("what is imported is one of preview1"));
                    }
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    let memory = memory.expect("it is valid");
                    assert_eq!(memory.initial, u64::from(module.initial_pages));
                    assert_eq!(memory.maximum, Some(u64::from(module.maximum_pages)));
                    assert!(module.maximum_pages <= limits.memory_pages, "memory is bounded");
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    let most = table.expect("it is valid").ty.maximum;
                    assert!(most.is_some_and(|most| most <= u64::from(limits.table_elements)), "tables are bounded");
                }
            }
            Payload::StartSection { .. } => panic!("nothing runs before `_start`"),
            Payload::ExportSection(section) => {
                exported.extend(section.into_iter().map(|export| export.expect("it is valid")));
            }
            _ => {}
        }
    }
    assert_eq!(calls, module.calls, "the calls that are imported are those it says");
    for (name, kind) in
        [("memory", ExternalKind::Memory), ("_start", ExternalKind::Func), (COUNTER, ExternalKind::Global)]
    {
        assert!(exported.iter().any(|export| (export.name, export.kind) == (name, kind)), "`{name}` is exported");
    }
}

/// A module that imports every system call: the source of the generator's imports.
fn preview1() -> Vec<u8> {
    let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
    for (index, Signature { name, params, returns_errno, .. }) in CALLS.iter().enumerate() {
        let params = params.iter().map(|param| match param {
            Param::I32 => ValType::I32,
            Param::I64 => ValType::I64,
        });
        types.ty().function(params.collect::<Vec<_>>(), returns_errno.then_some(ValType::I32));
        imports.import(MODULE, name, EntityType::Function(index as u32));
    }
    let mut module = Module::new();
    module.section(&types).section(&imports);
    module.finish()
}

/// A module with a bot's required exports: the source of the generator's exports.
fn shape(pages: u64) -> Vec<u8> {
    let (mut types, mut functions, mut memories) = (TypeSection::new(), FunctionSection::new(), MemorySection::new());
    let (mut exports, mut code, mut nothing) = (ExportSection::new(), CodeSection::new(), Function::new([]));
    types.ty().function([], []);
    functions.function(0);
    memories.memory(MemoryType { minimum: pages, maximum: None, memory64: false, shared: false, page_size_log2: None });
    exports.export("_start", ExportKind::Func, 0).export("memory", ExportKind::Memory, 0);
    nothing.instruction(&Instruction::End);
    code.function(&nothing);
    let mut module = Module::new();
    module.section(&types).section(&functions).section(&memories).section(&exports).section(&code);
    module.finish()
}
