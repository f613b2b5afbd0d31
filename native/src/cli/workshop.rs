//! Where the modules that a command loads are compiled, and where that is kept.

use std::io;

use botyard::host::module::{Loader, Shelf, Workshop};

use super::failure::Failure;

/// Processes of this program, which keep what they make in the user's cache.
///
/// # Errors
/// If this program does not know where it is.
pub fn workshop() -> io::Result<Workshop> {
    Ok(Workshop::new(std::env::current_exe()?).with_shelf(Shelf::of_user()))
}

/// A loader whose modules are made there.
///
/// # Errors
/// If wasmtime does not work on this machine.
pub fn loader() -> Result<Loader, Failure> {
    let loader = Loader::new().map_err(|why| Failure::Internal(why.to_string()))?;
    Ok(loader.with_workshop(workshop()?))
}
