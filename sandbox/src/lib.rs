//! The environment of a WASI bot: its budget, its system calls, its memory.
//!
//! The hosts (a native one and a browser's worker) run modules; this crate decides everything
//! about a run that could differ between them. It deliberately knows no host: no I/O, no clock,
//! no threads, no engine that executes WebAssembly.
//!
//! - [`budget`] and [`meter`]: virtual time, and the arithmetic that spends it.
//! - [`attachment`] and [`bot_files`]: the data that comes with a module, and travels behind it.
//! - [`bot_folder`]: which bot a folder is.
//! - [`backstop`]: when virtual and real time are too far apart for a match to count.
//! - [`prices`]: the prices of instructions and system calls, as a versioned table.
//! - [`instrument`](mod@instrument): checks a module and writes the budget into it.
//! - [`recording`]: what a run did in a turn, line by line or function by function.
//! - [`script`]: scripts, which an interpreter plays.
//! - [`wasi`]: the preview1 system calls over a [`wasi::Memory`].

pub mod attachment;
pub mod backstop;
pub mod bot_files;
pub mod bot_folder;
pub mod budget;
pub mod instrument;
mod last_section;
pub mod meter;
pub mod prices;
pub mod recording;
pub mod script;
pub mod trap;
pub mod wasi;

pub use attachment::Attachment;
pub use backstop::Backstop;
pub use budget::Budget;
pub use instrument::{InstrumentError, Instrumented, ModuleLimits, RecordingForm, instrument, instrument_recording};
pub use meter::{Meter, Refill, Speed};
pub use wasi::{Call, Flow, Memory, Origin, Process};
