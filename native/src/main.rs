//! The `botyard` program. Everything it does is in [`cli`] and in the library.
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before there is a thread: whatever holds programs begins as this one, and whatever compiles modules.
    botyard::host::run_warden().or_else(botyard::host::module::run_compiler_process).unwrap_or_else(cli::main)
}
