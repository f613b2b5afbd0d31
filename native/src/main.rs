//! The `botyard` program. All of its code is in [`cli`] and in the library.
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    // The warden of an executable's sandbox and the compiler of a module are this program, started
    // again. They must begin before there is a second thread.
    let helper = botyard_host::run_warden().or_else(botyard_host::module::run_compiler_process);
    helper.unwrap_or_else(|| {
        botyard_host::survive_file_size_limit();
        cli::main()
    })
}
