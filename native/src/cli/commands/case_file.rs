//! The file of a bot's cases on disk; [`botyard_engine::case_file`] reads and writes its text.
//! Knows no game.

use std::io::Write as _;
use std::path::Path;

use botyard::input;
use botyard_engine::case_file::{self, CaseFileError, HEADING};
use botyard_engine::cases::{Case, OpenCase};
use botyard_engine::fault::printable;

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::OutputFile;

/// The cases of a file, each of them checked.
///
/// # Errors
/// If the file cannot be read, or a case cannot be used.
pub fn read(path: &Path) -> Result<Vec<(Case, OpenCase)>, CommandError> {
    let text = input::read_text(path, input::RECORD).map_err(|error| CommandError::file("read", path, &error))?;
    let invalid = |why| {
        let why = match why {
            CaseFileError::Syntax(why) => format!("not the TOML of cases: {why}"),
            CaseFileError::Case { .. } => why.to_string(),
        };
        CommandError::File(format!("{}: {why}", printable(&path.display().to_string())))
    };
    case_file::read(&text).map_err(invalid)
}

/// This name, with a number behind it if a case of the file already has it.
///
/// # Errors
/// As those of [`read`].
pub fn distinct_name(path: &Path, name: String) -> Result<String, CommandError> {
    let known = if is_new(path) { Vec::new() } else { read(path)? };
    Ok(case_file::distinct_name(name, |name| known.iter().any(|(case, _)| case.name == name)))
}

fn is_new(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |metadata| metadata.len() == 0)
}

/// Adds a case at the end of a file, whose other lines stay as they are.
///
/// # Errors
/// If the file has other content, or cannot be written.
pub fn append(path: &Path, case: &Case) -> Result<(), CommandError> {
    let is_new = is_new(path);
    if !is_new {
        // A file that could not be read afterwards is not extended.
        read(path)?;
    }
    let mut text = Vec::new();
    if is_new {
        text.extend_from_slice(HEADING.as_bytes());
    }
    write!(text, "\n{}", case_file::write(case))?;
    OutputFile::open(path)?.append(&text)
}
