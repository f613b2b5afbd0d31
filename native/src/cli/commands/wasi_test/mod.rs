//! `botyard wasi-test DIR`: runs the tests of a folder in the form of the public wasi-testsuite,
//! each in the sandbox that bots have, and reports which of them pass.

mod disk;
mod expectation;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::live::TrialEnding;
use botyard_host::module::{ModuleLoader, StandaloneResult, StandaloneRun};

use crate::cli::command_error::CommandError;
use crate::cli::output::column_width::{at_start, column_width};
use crate::cli::output::report::counted;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::compiler;
use expectation::WasiTestSpec;

const EXAMPLES: &str = "\
Examples:
  botyard wasi-test tests/rust/testsuite              every module in this folder
  botyard wasi-test tests/rust/testsuite --time 2s    none of them may take longer";

const AFTER_HELP: &str = "\
A test is NAME.wasm with an optional NAME.json beside it (args, env, dirs, root, exit_code, stdout, stderr). The \
folders that it names must be inside DIR; they are read into memory, and nothing is written to disk.

Exit status: 0 all tests passed, 2 usage error, 4 a test failed, 5 file error.";

/// Run WASI tests, in the format of the public wasi-testsuite, in the modules' sandbox
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// Folder with the tests
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Limit of virtual time for each test, such as 10, 2s or 500ms
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::time_text::parse_time, default_value = "60")]
    time: Duration,
}

/// Runs all of them, and prints a line for each.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let tests = tests(&args.folder)?;
    if tests.is_empty() {
        let shown = printable(&args.folder.display().to_string());
        return Err(CommandError::File(format!("no tests (*.wasm) in {shown}")));
    }
    for missing in documents(&args.folder)?.iter().filter(|path| !path.with_extension("wasm").is_file()) {
        note(&format!("{}.json belongs to no test: there is no module of that name", name(missing)));
    }
    let loader = compiler::loader()?;
    let mut out = anstream::stdout().lock();
    let width = column_width(tests.iter().map(|path| name(path)));
    let mut failed = 0;
    for path in &tests {
        let verdict = test(&loader, path, args.time);
        failed += usize::from(verdict.is_err());
        match verdict {
            Ok(()) => writeln!(out, "{}  passed", at_start(&name(path), width))?,
            Err(why) => writeln!(out, "{}  FAILED  {}", at_start(&name(path), width), printable(&why))?,
        }
    }
    writeln!(out, "\n{} of {} passed", tests.len() - failed, counted(tests.len(), "test"))?;
    match failed {
        0 => Ok(()),
        failed => Err(CommandError::Check(format!("{} failed", counted(failed, "test")))),
    }
}

/// The modules of a folder in the order of their names.
fn tests(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    files(folder, "wasm")
}

/// The JSON files of a folder.
fn documents(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    files(folder, "json")
}

fn files(folder: &Path, kind: &str) -> Result<Vec<PathBuf>, CommandError> {
    let entries = fs::read_dir(folder).map_err(|error| CommandError::file("read", folder, &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|ending| ending == kind)).collect();
    files.sort();
    Ok(files)
}

fn name(path: &Path) -> String {
    printable(&path.file_stem().unwrap_or_default().to_string_lossy())
}

/// Why a test fails, as a clause.
fn test(loader: &ModuleLoader, path: &Path, limit: Duration) -> Result<(), String> {
    let expectation = WasiTestSpec::load(path)?;
    let bytes = fs::read(path).map_err(|error| format!("cannot read it: {error}"))?;
    let loaded = loader.load(&bytes).map_err(|why| why.to_string())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut folders = Vec::new();
    for (host, guest) in &expectation.folders {
        let read = disk::below(folder, host).and_then(|path| disk::read(&path));
        let read = read.map_err(|why| format!("cannot read its folder {host}: {why}"))?;
        folders.push((guest.clone(), read));
    }
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let args = [file].into_iter().chain(expectation.args.clone()).collect();
    let alone = StandaloneRun { args, env: expectation.env.clone(), folders, input: Vec::new(), limit };
    let left = alone.run(&loaded).map_err(|why| why.to_string())?;
    judge(&expectation, &left)
}

fn judge(expectation: &WasiTestSpec, left: &StandaloneResult) -> Result<(), String> {
    match &left.ending {
        TrialEnding::Exited(code) if *code == expectation.exit_code => {}
        TrialEnding::Exited(code) => {
            let said = String::from_utf8_lossy(&left.stderr);
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            return Err(format!("exit status {code}, expected {}: {last}", expectation.exit_code));
        }
        TrialEnding::Failed(why) => return Err(why.clone()),
        TrialEnding::OutOfTime => return Err("out of time".to_owned()),
        TrialEnding::Waiting => return Err("it waits for something that never happens".to_owned()),
    }
    compare("stdout", expectation.stdout.as_deref(), &left.stdout)?;
    compare("stderr", expectation.stderr.as_deref(), &left.stderr)
}

fn compare(stream: &str, expected: Option<&str>, got: &[u8]) -> Result<(), String> {
    match expected {
        Some(expected) if expected.as_bytes() != got => {
            Err(format!("{stream} is {:?}, expected {expected:?}", String::from_utf8_lossy(got)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_does_not_exit_fails() {
        for (ending, expected) in [
            (TrialEnding::Exited(0), Ok(())),
            (TrialEnding::Failed("it aborted".to_owned()), Err("it aborted".to_owned())),
            (TrialEnding::OutOfTime, Err("out of time".to_owned())),
            (TrialEnding::Waiting, Err("it waits for something that never happens".to_owned())),
        ] {
            let left = StandaloneResult { ending, stdout: Vec::new(), stderr: Vec::new(), spent: Duration::ZERO };
            assert_eq!(judge(&WasiTestSpec::default(), &left), expected);
        }
    }
}
