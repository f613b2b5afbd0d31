//! How a command's modules are compiled, and where compiled code is cached.

use std::io;

use botyard_host::module::{CodeCache, CompilerProcess, ModuleLoader};

use crate::cli::command_error::CommandError;

/// Compiles in processes of this program, with the user's cache.
///
/// # Errors
/// If the path of this program is unknown.
pub fn start_compiler() -> io::Result<CompilerProcess> {
    Ok(CompilerProcess::new(std::env::current_exe()?).with_cache(CodeCache::of_user()))
}

/// A loader that compiles modules in such processes.
///
/// # Errors
/// If wasmtime does not work on this machine.
pub fn loader() -> Result<ModuleLoader, CommandError> {
    let loader = ModuleLoader::new().map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok(loader.with_compiler(start_compiler()?))
}
