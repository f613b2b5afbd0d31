//! Runs other programs with their output visible, and reports which one failed. Does not decide
//! which to run.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::durations::exactly;
use crate::running::RunningProgram;

/// The cargo that runs this program, so that every step uses the same compiler.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Prints the command as one would type it, runs it, and waits until it succeeds.
///
/// # Errors
/// When the program cannot be started or reports a failure.
pub fn run(command: &mut Command) -> Result<()> {
    announce(command);
    wait(command, RunningProgram::start)
}

/// Like [`run`], for programs that people may talk to.
///
/// # Errors
/// Like [`run`].
pub fn run_in_terminal(command: &mut Command) -> Result<()> {
    announce(command);
    wait(command, RunningProgram::start_in_terminal)
}

fn wait(command: &mut Command, start: fn(&mut Command) -> io::Result<RunningProgram>) -> Result<()> {
    let running = start(command).with_context(|| format!("cannot start {}", typed(command)))?;
    let status = running.wait()?;
    if !status.success() {
        bail!("`{}` failed ({status})", typed(command));
    }
    Ok(())
}

/// Starts a program and waits for its output, as far as it goes into pipes.
fn output(command: &mut Command) -> Result<Output> {
    let running = RunningProgram::start(command).with_context(|| format!("cannot start {}", typed(command)))?;
    Ok(running.wait_with_output()?)
}

/// Runs programs side by side and waits for all of them. The first one's output is shown at once;
/// for the others, the end is reported, and their output only if they fail.
///
/// # Errors
/// When one of them cannot be started or reports a failure; if several do, the error is that of the
/// first in the list.
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
    let start = Instant::now();
    let output = output(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    if !output.status.success() {
        eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        bail!("`{}` failed ({})", typed(command), output.status);
    }
    eprintln!("    `{}` is done after {}", typed(command), exactly(start.elapsed()));
    Ok(())
}

/// The standard output of a program.
///
/// # Errors
/// When the program cannot be started or reports a failure.
pub fn read(command: &mut Command) -> Result<String> {
    let output = output(command.stdout(Stdio::piped()))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", typed(command), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program and passes on each line of its output, of both streams in their order.
///
/// # Errors
/// When the program cannot be started.
pub fn run_with_lines(command: &mut Command, mut take: impl FnMut(&str)) -> Result<ExitStatus> {
    let (output, both) = io::pipe().context("cannot make a pipe")?;
    command.stdout(both.try_clone().context("cannot share a pipe")?).stderr(both);
    let process = RunningProgram::start(command).with_context(|| format!("cannot start {}", typed(command)))?;
    // The command holds the pipe's other end too, and would keep it open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    for line in BufReader::new(output).split(b'\n') {
        take(&String::from_utf8_lossy(&line?));
    }
    Ok(process.wait()?)
}

/// The output of a program; `None` if it is missing or fails: for finding out which version is
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn programs_run_side_by_side() {
        let folder = tempfile::tempdir().unwrap();
        // Each succeeds only if the other begins before it gives up.
        let meet = |own: &str, other: &str| {
            let wait = format!("for look in $(seq 600); do [ -e {other} ] && exit 0; sleep 0.1; done; exit 1");
            let mut program = shell(&format!("touch {own}; {wait}"));
            program.current_dir(folder.path());
            program
        };
        run_together(&mut [meet("one", "two"), meet("two", "one")]).unwrap();
    }

    #[test]
    fn the_failure_of_any_is_told_when_all_have_ended() {
        let folder = tempfile::tempdir().unwrap();
        let mut late = shell("sleep 0.05; touch ended");
        late.current_dir(folder.path());
        let error = run_together(&mut [shell("true"), shell("exit 3"), late]).unwrap_err();
        assert!(error.to_string().starts_with("`sh -c exit 3` failed"), "{error}");
        assert!(folder.path().join("ended").exists());
    }
}
