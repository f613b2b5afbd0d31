//! Where the modules that a command loads are compiled, and where that is kept.

use std::io;

use botyard::host::module::{CodeCache, CompilerProcess, ModuleLoader};

use super::command_error::CommandError;

/// Processes of this program, which keep what they make in the user's cache.
///
/// # Errors
/// If this program does not know where it is.
pub fn workshop() -> io::Result<CompilerProcess> {
    Ok(CompilerProcess::new(std::env::current_exe()?).with_cache(CodeCache::of_user()))
}

/// A loader whose modules are made there.
///
/// # Errors
/// If wasmtime does not work on this machine.
pub fn loader() -> Result<ModuleLoader, CommandError> {
    let loader = ModuleLoader::new().map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok(loader.with_compiler(workshop()?))
}
