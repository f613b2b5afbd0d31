//! WASI modules as bots, run by wasmtime. Knows what a bot may see only through `botyard-sandbox`, and no match.

mod calls;
mod code_cache;
mod compiler_process;
mod kept_folder;
mod run;
mod standalone;

use std::fmt::Write as _;

use botyard_sandbox::meter::{COUNTER, STACK};
use botyard_sandbox::{ModuleLimits, instrument};
use sha2::{Digest, Sha256};
use wasmtime::{
    Config, Enabled, Engine, InstanceAllocationStrategy, InstancePre, Linker, Module, ModuleExport, OptLevel,
};
use wasmtime::{PoolingAllocationConfig, WasmBacktraceDetails};

pub use code_cache::CodeCache;
pub use compiler_process::{CompilerProcess, run_compiler_process};
pub use kept_folder::KeptFolder;
pub(super) use run::ModuleRun;
use run::StoreData;
pub use standalone::{StandaloneError, StandaloneResult, StandaloneRun};

/// The host's stack for a module's calls, in bytes: many times what the sandbox lets their frames take.
const HOST_STACK: usize = 8 << 20;
/// What our own functions need above it.
const HEADROOM: usize = 1 << 20;
/// How many runs may be alive at once in one loader's engine.
const RUNS: u32 = 512;
/// How much of a run's memory is cleared by hand rather than given back to the system: most bots never touch more.
const KEPT: usize = 512 << 10;

/// Makes modules ready to run. One is enough for a program: it holds the compiler and the pool of memories.
pub struct ModuleLoader {
    engine: Engine,
    linker: Linker<StoreData>,
    limits: ModuleLimits,
    workshop: Option<CompilerProcess>,
}

/// A module that is ready to run: checked, given its budget, compiled and linked. Clones share all of it.
#[derive(Clone)]
pub struct LoadedModule {
    instance: InstancePre<StoreData>,
    exports: ModuleExports,
    sha256: String,
    kept: Option<KeptFolder>,
}

/// What a run needs of its module, looked up once: there can be a hundred thousand runs a second.
#[derive(Clone, Copy)]
struct ModuleExports {
    memory: ModuleExport,
    counter: ModuleExport,
    stack: ModuleExport,
    start: ModuleExport,
}

impl ModuleExports {
    fn of(module: &Module) -> Option<Self> {
        let index = |name| module.get_export_index(name);
        let (counter, stack) = (index(COUNTER)?, index(STACK)?);
        Some(Self { memory: index("memory")?, counter, stack, start: index("_start")? })
    }
}

impl ModuleLoader {
    /// An engine with the limits that matches use.
    ///
    /// # Errors
    /// If wasmtime does not work on this machine.
    pub fn new() -> Result<Self, ModuleError> {
        let limits = ModuleLimits::default();
        // A system that allows little address space refuses the pool; then runs start more slowly.
        let engine = Engine::new(config().allocation_strategy(pool(&limits)))
            .or_else(|_| Engine::new(config().allocation_strategy(InstanceAllocationStrategy::OnDemand)))
            .map_err(|error| ModuleError::Engine(first_line(&error)))?;
        let linker = calls::linker(&engine).map_err(|error| ModuleError::Engine(first_line(&error)))?;
        Ok(Self { engine, linker, limits, workshop: None })
    }

    /// The same, which has its modules made in a workshop: whoever loads what strangers have built does that.
    #[must_use]
    pub fn with_compiler(self, workshop: CompilerProcess) -> Self {
        Self { workshop: Some(workshop), ..self }
    }

    /// Makes a module ready to run.
    ///
    /// # Errors
    /// If it may not run here, in words for the person who built it.
    pub fn load(&self, bytes: &[u8]) -> Result<LoadedModule, ModuleError> {
        let sha256: [u8; 32] = Sha256::digest(bytes).into();
        let module = match &self.workshop {
            None => self.build(bytes)?,
            Some(workshop) => {
                self.install(&workshop.compile_module(bytes, &sha256, code_cache::engine_fingerprint(&self.engine))?)?
            }
        };
        let instance = self.linker.instantiate_pre(&module).map_err(not_compiled)?;
        let exports =
            ModuleExports::of(&module).ok_or_else(|| ModuleError::Compile("memory or _start is missing".to_owned()))?;
        Ok(LoadedModule { instance, exports, sha256: hexadecimal(&sha256), kept: None })
    }

    fn build(&self, bytes: &[u8]) -> Result<Module, ModuleError> {
        let instrumented = instrument(bytes, &self.limits).map_err(|why| ModuleError::Refused(why.to_string()))?;
        Module::new(&self.engine, &instrumented.bytes).map_err(not_compiled)
    }

    /// The machine code of a module.
    fn compile(&self, bytes: &[u8]) -> Result<Vec<u8>, ModuleError> {
        self.build(bytes)?.serialize().map_err(not_compiled)
    }

    fn install(&self, code: &[u8]) -> Result<Module, ModuleError> {
        // SAFETY: it comes from this very program, or from a file of its own that nobody else can write and that is whole.
        unsafe { Module::deserialize(&self.engine, code) }.map_err(not_compiled)
    }
}

impl LoadedModule {
    /// The SHA-256 of the file as it was before it got its budget, as hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The same module with a folder that it keeps from game to game. Without one, every run finds an empty folder.
    #[must_use]
    pub fn with_kept_folder(self, kept: KeptFolder) -> Self {
        Self { kept: Some(kept), ..self }
    }

    pub(super) fn kept_folder(&self) -> Option<&KeptFolder> {
        self.kept.as_ref()
    }
}

/// Why a module cannot be made ready.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// The sandbox refuses it ([`botyard_sandbox::InstrumentError`]).
    #[error("{0}")]
    Refused(String),
    /// wasmtime refuses what the sandbox let through.
    #[error("cannot compile the module: {0}")]
    Compile(String),
    /// To check and compile it takes longer than this.
    #[error("the module takes longer than {0:?} to compile")]
    TooSlow(std::time::Duration),
    /// wasmtime does not work on this machine.
    #[error("wasmtime does not work here: {0}")]
    Engine(String),
}

fn config() -> Config {
    let mut config = Config::new();
    config
        .cranelift_opt_level(OptLevel::Speed)
        .max_wasm_stack(HOST_STACK)
        .async_stack_size(HOST_STACK + HEADROOM)
        // The budget is in the module; wasmtime's own ways to stop it cost time and would not be the same elsewhere.
        .consume_fuel(false)
        .epoch_interruption(false)
        // The pass says which of its branches are hardly ever taken.
        .wasm_branch_hinting(true)
        .memory_init_cow(true)
        // A trap's name is all that is told of it.
        .wasm_backtrace_max_frames(None)
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .generate_address_map(false);
    config
}

fn pool(limits: &ModuleLimits) -> InstanceAllocationStrategy {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(RUNS)
        .total_memories(RUNS)
        .total_stacks(RUNS)
        .total_tables(RUNS * 2)
        .max_tables_per_module(limits.tables)
        .table_elements(limits.table_elements as usize)
        .max_memory_size(limits.memory_pages as usize * (64 << 10))
        .linear_memory_keep_resident(KEPT)
        // Where the system can tell which pages a run has written, only those are cleared.
        .pagemap_scan(Enabled::Auto)
        .table_keep_resident(16 << 10)
        .async_stack_keep_resident(64 << 10);
    InstanceAllocationStrategy::Pooling(pool)
}

fn not_compiled(error: wasmtime::Error) -> ModuleError {
    ModuleError::Compile(first_line(&error))
}

fn first_line(error: &wasmtime::Error) -> String {
    let text = format!("{error:#}");
    text.lines().next().unwrap_or_default().to_owned()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("text can be appended to text");
        text
    })
}
