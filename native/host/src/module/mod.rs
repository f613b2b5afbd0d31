//! WASI modules as bots, run by wasmtime. `botyard-sandbox` decides what a bot may see. Knows no
//! match.

mod calls;
mod code_cache;
mod compiler_process;
mod fiber_cell;
mod instance_pool;
mod kept_folder;
mod run;
mod standalone;
mod store_data;
mod written_pages;

use std::fmt::Write as _;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use botyard_driver::TurnRecorder;
use botyard_sandbox::meter::{COUNTER, STACK, STATE};
use botyard_sandbox::{Attachment, ModuleLimits, RecordingForm, instrument, instrument_recording};
use sha2::{Digest, Sha256};
use wasmtime::{
    Config, Enabled, Engine, InstanceAllocationStrategy, Linker, Module, ModuleExport, OptLevel,
    PoolingAllocationConfig, WasmBacktraceDetails,
};

pub use code_cache::CodeCache;
pub use compiler_process::{CompilerProcess, WatchCompilation, run_compiler_process};
use instance_pool::{IdleInstances, InstancePool};
pub use kept_folder::KeptFolder;
pub(super) use run::ModuleRun;
pub use standalone::{StandaloneError, StandaloneResult, StandaloneRun};
use store_data::StoreData;

/// The host's stack for a module's calls, in bytes: many times the size that the sandbox allows for
/// their frames.
const HOST_STACK: usize = 8 << 20;
/// Additional stack for our own functions.
const HEADROOM: usize = 1 << 20;
/// How many runs may exist at once in one loader's engine.
const RUNS: u32 = 512;
/// The memory that a run may take besides its memory and tables, in bytes: 16 for each global and
/// 32 for each function in a table, for as many as the sandbox accepts.
const INSTANCE: usize = 64 << 20;
/// How many bytes of a run's memory are cleared rather than returned to the system: most bots never
/// touch more.
const KEPT: usize = 512 << 10;

/// Checks, compiles and links modules. A program needs only one: it has the compiler and the pool
/// of memories.
pub struct ModuleLoader {
    engine: Engine,
    linker: Linker<StoreData>,
    limits: ModuleLimits,
    compiler: Option<CompilerProcess>,
    idle: IdleInstances,
}

/// A module that is ready to run: checked, instrumented, compiled and linked. Clones share all of
/// it.
#[derive(Clone)]
pub struct LoadedModule {
    instances: Arc<InstancePool>,
    sha256: String,
    attached: Option<LoadedAttachment>,
    kept: Option<KeptFolder>,
    /// Records its runs, if it is in a recording form.
    recorder: Option<TurnRecorder>,
}

/// The script or the files that come with a module.
#[derive(Clone)]
struct LoadedAttachment {
    attachment: Arc<Attachment>,
    module_sha256: String,
}

/// The exports that a run needs, looked up once: there can be a hundred thousand runs per second.
#[derive(Clone, Copy)]
struct ModuleExports {
    memory: ModuleExport,
    counter: ModuleExport,
    stack: ModuleExport,
    start: ModuleExport,
}

/// A module's machine code.
struct CompiledModule {
    module: Module,
    /// Whether a run changes nothing but its memory and globals that the module exports for the
    /// host.
    is_restorable: bool,
}

/// The globals that a module exports so that the host can put them back.
fn run_state(module: &Module) -> Vec<ModuleExport> {
    let names = module.exports().map(|export| export.name()).filter(|name| name.starts_with(STATE));
    names.filter_map(|name| module.get_export_index(name)).collect()
}

/// Polls a future that never waits.
fn poll_once<T>(future: impl Future<Output = wasmtime::Result<T>>) -> wasmtime::Result<T> {
    let context = &mut Context::from_waker(Waker::noop());
    match pin!(future).poll(context) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(wasmtime::Error::msg("the module waits before its start")),
    }
}

impl ModuleExports {
    fn find(module: &Module) -> Option<Self> {
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
        // Systems that allow little address space refuse the pool. Without it, runs start more
        // slowly.
        let engine = Engine::new(config().allocation_strategy(pool(&limits, RUNS)))
            .or_else(|_| Engine::new(config().allocation_strategy(InstanceAllocationStrategy::OnDemand)));
        Self::with_engine(engine, limits)
    }

    /// An engine in which this many runs may exist at once.
    #[cfg(test)]
    fn with_runs(runs: u32) -> Result<Self, ModuleError> {
        let limits = ModuleLimits::default();
        Self::with_engine(Engine::new(config().allocation_strategy(pool(&limits, runs))), limits)
    }

    fn with_engine(engine: wasmtime::Result<Engine>, limits: ModuleLimits) -> Result<Self, ModuleError> {
        let engine = engine.map_err(|error| ModuleError::Engine(first_line(&error)))?;
        let linker = calls::linker(&engine).map_err(|error| ModuleError::Engine(first_line(&error)))?;
        Ok(Self { engine, linker, limits, compiler: None, idle: IdleInstances::default() })
    }

    /// Compiles modules in separate processes. Use this for modules from untrusted sources.
    #[must_use]
    pub fn with_compiler(self, compiler: CompilerProcess) -> Self {
        Self { compiler: Some(compiler), ..self }
    }

    /// Makes a module ready to run, with what is attached to it: a script that it interprets, or
    /// files.
    ///
    /// # Errors
    /// If it cannot run here, with a message for its author.
    pub fn load(&self, bytes: &[u8]) -> Result<LoadedModule, ModuleError> {
        self.load_form(bytes, None)
    }

    /// Like [`ModuleLoader::load`], in the form that `recorder` reads: its runs are recorded.
    ///
    /// # Errors
    /// As [`ModuleLoader::load`]; and if the module cannot be recorded in this form.
    pub fn load_recorded(&self, bytes: &[u8], recorder: &TurnRecorder) -> Result<LoadedModule, ModuleError> {
        let loaded = self.load_form(bytes, Some(recorder.form()))?;
        Ok(LoadedModule { recorder: Some(recorder.clone()), ..loaded })
    }

    fn load_form(&self, bytes: &[u8], form: Option<RecordingForm>) -> Result<LoadedModule, ModuleError> {
        let (module, attachment) = Attachment::split(bytes).map_err(|why| ModuleError::Refused(why.to_string()))?;
        let loaded = self.load_module(module, form)?;
        let Some(attachment) = attachment else { return Ok(loaded) };
        let sha256 = hexadecimal(&Sha256::digest(attachment.identity(bytes)));
        let attached = LoadedAttachment { attachment: Arc::new(attachment), module_sha256: loaded.sha256 };
        Ok(LoadedModule { sha256, attached: Some(attached), ..loaded })
    }

    fn load_module(&self, bytes: &[u8], form: Option<RecordingForm>) -> Result<LoadedModule, ModuleError> {
        let sha256: [u8; 32] = Sha256::digest(bytes).into();
        let CompiledModule { module, is_restorable } = match &self.compiler {
            None => self.build(bytes, form)?,
            Some(compiler) => {
                let fingerprint = code_cache::engine_fingerprint(&self.engine, form);
                self.install(&compiler.compile_module(bytes, form, &sha256, fingerprint)?)?
            }
        };
        let instance = self.linker.instantiate_pre(&module).map_err(not_compiled)?;
        let exports = ModuleExports::find(&module)
            .ok_or_else(|| ModuleError::Compile("memory or _start is missing".to_owned()))?;
        let state = is_restorable.then(|| run_state(&module));
        let instances = Arc::new(InstancePool::new(instance, exports, state, self.idle.clone()));
        Ok(LoadedModule { instances, sha256: hexadecimal(&sha256), attached: None, kept: None, recorder: None })
    }

    fn build(&self, bytes: &[u8], form: Option<RecordingForm>) -> Result<CompiledModule, ModuleError> {
        let instrumented = match form {
            None => instrument(bytes, &self.limits),
            Some(form) => instrument_recording(bytes, &self.limits, form),
        };
        let instrumented = instrumented.map_err(|why| ModuleError::Refused(why.to_string()))?;
        let module = Module::new(&self.engine, &instrumented.bytes).map_err(not_compiled)?;
        Ok(CompiledModule { module, is_restorable: instrumented.run_state.is_some() })
    }

    /// The machine code of a module, for [`ModuleLoader::install`].
    fn compile(&self, bytes: &[u8], form: Option<RecordingForm>) -> Result<Vec<u8>, ModuleError> {
        let CompiledModule { module, is_restorable } = self.build(bytes, form)?;
        let mut code = module.serialize().map_err(not_compiled)?;
        code.push(is_restorable.into());
        Ok(code)
    }

    fn install(&self, code: &[u8]) -> Result<CompiledModule, ModuleError> {
        let (&is_restorable, code) =
            code.split_last().ok_or_else(|| ModuleError::Compile("its code is missing".to_owned()))?;
        // SAFETY: the code comes from this program, or from an intact file of its own that no other
        // user can write.
        let module = unsafe { Module::deserialize(&self.engine, code) }.map_err(not_compiled)?;
        Ok(CompiledModule { module, is_restorable: is_restorable != 0 })
    }
}

impl LoadedModule {
    /// The SHA-256 of the bot before instrumentation, in hexadecimal: of the module, of the script,
    /// or of the module with its files behind it.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The SHA-256 of the interpreter, if the bot is a script.
    pub fn interpreter_sha256(&self) -> Option<&str> {
        let attached = self.attached.as_ref().filter(|attached| attached.attachment.script().is_some());
        attached.map(|attached| &*attached.module_sha256)
    }

    /// Both hashes: if one of them differs, kept files and records are those of another bot.
    pub fn hashes(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.sha256()).chain(self.interpreter_sha256())
    }

    /// The script or the files that come with the module.
    pub(super) fn attachment(&self) -> Option<&Attachment> {
        self.attached.as_ref().map(|attached| &*attached.attachment)
    }

    /// This module with a folder that it keeps from match to match. Without one, every run finds an
    /// empty folder.
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
    /// wasmtime refuses a module that the sandbox accepts.
    #[error("cannot compile the module: {0}")]
    Compile(String),
    /// Checking and compiling it takes longer than this.
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
        // The module contains its own budget. Wasmtime's own ways to stop a module cost time, and
        // other engines do not have them.
        .consume_fuel(false)
        .epoch_interruption(false)
        // The instrumentation marks the branches that are rarely taken.
        .wasm_branch_hinting(true)
        .memory_init_cow(true)
        // Only a trap's name is reported.
        .wasm_backtrace_max_frames(None)
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .generate_address_map(false);
    config
}

fn pool(limits: &ModuleLimits, runs: u32) -> InstanceAllocationStrategy {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(runs)
        .total_memories(runs)
        .total_stacks(runs)
        .total_tables(runs * 2)
        .max_tables_per_module(limits.tables)
        .table_elements(limits.table_elements as usize)
        .max_core_instance_size(INSTANCE)
        .max_memory_size(limits.memory_pages as usize * (64 << 10))
        .linear_memory_keep_resident(KEPT)
        // If the system can tell which pages a run has written, only those are cleared.
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

/// Bytes as hexadecimal digits, in the form of our hashes.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("text can be appended to text");
        text
    })
}
