//! The `botyard` program. All of its code is in [`cli`] and in the library.
mod cli;

use std::process::ExitCode;

/// The system calls it before Rust's runtime.
#[cfg(target_os = "linux")]
#[used]
// SAFETY: functions in this section have this signature.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = botyard_host::break_closed_stdout;

fn main() -> ExitCode {
    // The warden of an executable's sandbox and the compiler of a module are this program, started
    // again. They must begin before there is a second thread.
    let helper = botyard_host::run_warden().or_else(botyard_host::module::run_compiler_process);
    helper.unwrap_or_else(|| {
        botyard_host::survive_file_size_limit();
        cli::main()
    })
}
