//! The pass over a module before it may run: checks it, and adds the budget to it. Knows no engine;
//! its output is an ordinary module for any of them.
//!
//! The output counts virtual time (see [`crate::meter`]) and the depth of its calls, has a bounded
//! memory and bounded tables, no start section, no bits of a not-a-number that depend on the
//! processor, and imports nothing but preview1 functions and `refill`. Every host gets the same
//! module from the same bytes.

mod assemble;
mod body;
mod charge;
mod code;
mod conditions;
mod deterministic_floats;
mod edits;
mod frames;
mod imports;
mod kept_locals;
mod nans;
mod probes;
mod recognise;
mod refused;
mod run_state;
mod searches;
mod segments;
mod small;
mod survey;
mod table_changes;
mod types;

pub use probes::RecordingForm;
pub use refused::{ForeignImport, InstrumentError};

/// The most locals and operands together that a function may have. Compilers allow 50,000 locals;
/// interpreters keep both in registers, of which they have 32,767, and the pass adds up to nine.
const VALUES: u32 = 30_000;
/// The most locals and operands of all functions together: a compiler needs about 0.15 us for each,
/// in 8 kB of a file as much as in megabytes of it. The largest interpreters have a tenth of these.
const ALL_VALUES: u64 = 10_000_000;
/// The most places that a `br_table` may lead to; every compiler allows 65,520 of them.
const TARGETS: u32 = 65_000;
/// The most loops in each other: what a compiler needs for a function grows with their square.
/// People write ten.
const LOOPS: u32 = 1_000;
/// The most blocks, conditions and loops in each other: a `switch` is a block for each of its
/// cases.
const FRAMES: usize = 20_000;

/// How many bytes all functions together may have, with their charges. The native compiler needs
/// about 2 s and 60 MB for each million.
const ALL_FUNCTION_BYTES: usize = 16_000_000;
/// The most steps of a compiler's searches for the values of locals, in all functions together: it
/// needs about 0.7 us and 60 bytes for each.
const SEARCHES: u64 = 10_000_000;

/// The most globals. They are copied for every run; wasmtime would take 65,000 of them, browsers a
/// million.
const GLOBALS: u32 = 50_000;

/// The limits of a module. Matches use the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleLimits {
    /// Bytes of the module before the pass: 32 MiB.
    pub module_bytes: usize,
    /// 64 KiB pages of memory, at the start and after growth: 1,024 (64 MiB).
    pub memory_pages: u32,
    /// Elements of each table, at the start and after growth: 100,000.
    pub table_elements: u32,
    /// Tables: 16.
    pub tables: u32,
}

impl ModuleLimits {
    /// The most bytes of a module in a match: 32 MiB. Hosts read no more of a file.
    pub const MODULE_BYTES: usize = 32 << 20;
}

impl Default for ModuleLimits {
    fn default() -> ModuleLimits {
        ModuleLimits {
            module_bytes: ModuleLimits::MODULE_BYTES,
            memory_pages: 1_024,
            table_elements: 100_000,
            tables: 16,
        }
    }
}

/// A module that may run. It exports `memory`, `_start` and [`crate::meter::COUNTER`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrumented {
    /// The module with the budget in it.
    pub bytes: Vec<u8>,
    /// Pages its memory starts with.
    pub initial_pages: u32,
    /// Pages its memory may grow to.
    pub maximum_pages: u32,
    /// The preview1 functions it imports, beside `refill`.
    pub calls: Vec<crate::wasi::Call>,
    /// The state of a run beside its memory: exported mutable integer globals, by name. An instance
    /// whose memory has not grown, and that gets back the content of both, is as fresh as a new
    /// one. `None` if a run may change other state, such as a table.
    pub run_state: Option<Vec<String>>,
}

/// Checks `module` and adds the budget to it.
///
/// # Errors
/// [`InstrumentError`], with a message for the person who built the module.
pub fn instrument(module: &[u8], limits: &ModuleLimits) -> Result<Instrumented, InstrumentError> {
    survey::survey(module, limits, None).and_then(assemble::assemble)
}

/// Like [`instrument`], with uncharged calls of [`crate::meter::PROBE`] that tell the host where the
/// run is. A run of this form spends what a run of the usual form spends, to the unit.
///
/// # Errors
/// As [`instrument`]; and if the module has no place of this form's calls.
pub fn instrument_recording(
    module: &[u8],
    limits: &ModuleLimits,
    form: RecordingForm,
) -> Result<Instrumented, InstrumentError> {
    survey::survey(module, limits, Some(form)).and_then(assemble::assemble)
}
