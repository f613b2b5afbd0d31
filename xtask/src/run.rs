//! Runs other programs where their words can be seen, and says which one failed. Does not decide
//! which to run.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::thread;

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

/// Runs programs side by side. The first one's words are seen as it says them; those of the others
/// only if they fail.
///
/// # Errors
/// When one of them cannot be started or reports a failure.
pub fn run_together(commands: &mut [Command]) -> Result<()> {
    let Some((first, others)) = commands.split_first_mut() else { return Ok(()) };
    thread::scope(|scope| {
        let others: Vec<_> = others.iter_mut().map(|command| scope.spawn(|| run_silently(command))).collect();
        let first = run(first);
        let others = others.into_iter().map(|other| other.join().expect("it returns its errors"));
        std::iter::once(first).chain(others).collect()
    })
}

fn run_silently(command: &mut Command) -> Result<()> {
    announce(command);
    let output = command.output().with_context(|| format!("cannot start {}", typed(command)))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        bail!("`{}` failed ({})", typed(command), output.status);
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

/// What a program printed, or nothing where it is not there or fails: for asking which version is
/// installed.
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
