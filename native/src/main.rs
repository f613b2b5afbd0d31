//! The `botyard` program. Everything it does is in [`cli`] and in the library.
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before there is a thread: whatever holds programs begins as this one.
    botyard::host::warden().unwrap_or_else(cli::main)
}
