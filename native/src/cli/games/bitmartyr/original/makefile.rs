//! A folder with a Makefile as a bot, as submitted to the original competition: `make` builds the
//! bot, and its file is `bin/$(make name)`. As in the original's script, a build that fails is no
//! reason not to play if that file is there: where a compiler is missing, prebuilt bots play.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use botyard_engine::fault::printable;

use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::warn;

/// The names under which `make` looks for its file.
const NAMES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];
/// How many lines of a failed build's output are shown.
const LAST_LINES: usize = 20;

/// Builds the bot in a folder and returns the path of its program. If `make` fails and the program
/// exists already, prints why, and returns it.
///
/// # Errors
/// If there is no Makefile, `make` cannot be started, it does not print a name, or the named program
/// does not exist.
pub fn build(folder: &Path) -> Result<PathBuf, CommandError> {
    let shown = printable(&folder.display().to_string());
    if !NAMES.iter().any(|name| folder.join(name).is_file()) {
        return Err(CommandError::NotStarted(format!("{shown} is a folder without a Makefile: name the bot's file")));
    }
    create_bin(folder);
    let failure = make(folder, &[]).err();
    // Without a name there is nothing to play, and the failed build is the reason to mend first.
    let named = make(folder, &["-s", "name"]).map_err(|why| {
        CommandError::NotStarted(match &failure {
            Some(failure) => format!("cannot build {shown}: {failure}"),
            None => format!("{shown}: `make name` failed: {why}"),
        })
    })?;
    // A Makefile may print other lines before the name.
    let name = named.trim_end().lines().last().unwrap_or_default().trim();
    let program = folder.join("bin").join(name);
    let shown_program = printable(&program.display().to_string());
    match (failure, !name.is_empty() && program.is_file()) {
        (None, true) => Ok(program),
        (Some(failure), true) => {
            warn(&format!("cannot build {shown}: {failure}\n{shown_program} is there from an earlier build and plays"));
            Ok(program)
        }
        (Some(failure), false) => Err(CommandError::NotStarted(format!("cannot build {shown}: {failure}"))),
        (None, false) => Err(CommandError::NotStarted(format!(
            "{shown}: `make` did not create {shown_program}, the name that `make name` prints"
        ))),
    }
}

/// Creates the folder of the program, which Makefiles expect: the original's repository had it. If
/// that is not possible and the Makefile needs it, `make` fails with the reason.
fn create_bin(folder: &Path) {
    let _ = fs::create_dir(folder.join("bin"));
}

/// The output of `make`.
fn make(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new("make");
    // If botyard runs under `make`, these variables would make this `make` print more.
    command.args(arguments).current_dir(folder).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let output = command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "`make` is not installed".to_owned(),
        _ => format!("cannot start `make`: {error}"),
    })?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(complaint(&output)),
    }
}

/// The error for a failed build, with the last lines of its output.
fn complaint(output: &Output) -> String {
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    let lines: Vec<_> = said.lines().collect();
    let last = lines[lines.len().saturating_sub(LAST_LINES)..].iter().map(|line| format!("\n  {line}"));
    format!("`make` ended with {}{}", output.status, last.collect::<String>())
}
