//! The `botyard` program. Everything it does is in [`cli`] and in the library.
mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
