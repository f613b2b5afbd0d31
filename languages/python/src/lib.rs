//! Makes the interpreter of Python bots: CPython as it is published for WASI, after its start and
//! after the imports that bots use. Knows no bot and no host.
//!
//! The published module has no export by which it could be resumed: its start and its run are one
//! function. So it is stopped inside `os._exit`, that is, inside the call of a built-in function,
//! which may call Python again and never has to return. Memory and the built-in `exec` are kept; the
//! stack of the machine is not. The module that is made calls `exec` with a function of
//! `runtime/boot.py`.

mod reencoded;
mod started;

use anyhow::{Context, Result};

use reencoded::{add_handles, write_resumed};
use started::Started;

/// The stack of a resumed run, in pages of 64 KiB behind the memory of the snapshot: 4 MiB. The
/// module's own has 512 KiB, which calls through C exceed before CPython's limit on them.
const STACK_PAGES: u32 = 64;
/// The offset of a tuple's first item, in bytes.
const TUPLE_ITEMS: u32 = 12;

/// Starts CPython and returns the module that goes on from there: its `_start` runs the file
/// `/bot.py`. The result depends on the module alone.
///
/// # Errors
/// If the module is not CPython 3.12 for WASI.
pub fn take_snapshot(module: &[u8]) -> Result<Vec<u8>> {
    let started = Started::run(&add_handles(module)?)?;
    let entry = started.entry().context("the built-in `exec` is not where CPython 3.12 has it")?;
    let resumed = write_resumed(module, &started.memory, &entry)?;
    wasmparser::validate(&resumed).context("the snapshot is not a module")?;
    Ok(resumed)
}

/// How a run is resumed: a call through the function table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// The place in the table of the function of the built-in `exec`.
    function: u32,
    /// Its first argument: the module that the built-in belongs to.
    receiver: u32,
    /// The address of its arguments, of which there are two.
    arguments: u32,
}
