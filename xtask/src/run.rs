//! Runs other programs where their words can be seen, and says which one failed. Does not decide which to run.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The cargo that runs us, so that every step uses the same compiler.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Prints the command as one would type it, runs it, and waits for it to end well.
///
/// # Errors
/// When the program cannot be started or reports a failure.
pub fn run(command: &mut Command) -> Result<()> {
    announce(command);
    let status = command.status().with_context(|| format!("cannot start {}", typed(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", typed(command));
    }
    Ok(())
}

/// What a program printed on its standard output.
///
/// # Errors
/// When the program cannot be started or reports a failure.
pub fn read(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {}", typed(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", typed(command), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a program printed, or nothing where it is not there or fails: for asking which version is installed.
pub fn ask(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Prints the command as one would type it.
pub fn announce(command: &Command) {
    eprintln!("    $ {}", typed(command));
}

/// The command as one would type it; the program without its folder.
pub fn typed(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
