//! The log: a file named after the current time. It is written after every turn, so that others can
//! read it meanwhile.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use botyard_engine::games::bitmartyr::BitMartyrBoard;
use botyard_engine::games::bitmartyr::log::{BEGINNING, write_turn};

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, StreamedFile};

/// How the original names a log.
const NAME: &str = "%Y_%m_%d_%H_%M_%S";

/// The log of one match.
pub struct BitMartyrLogFile {
    file: StreamedFile,
    path: PathBuf,
    /// The AIs as named on the command line.
    teams: Vec<String>,
    /// The text of a turn; kept to reuse its memory.
    text: String,
}

impl BitMartyrLogFile {
    /// Opens the file that was named, or one that is named after the current time.
    ///
    /// # Errors
    /// If it cannot be written, or the file exists and is not a log.
    pub fn open(named: Option<&Path>, teams: Vec<String>) -> Result<Self, CommandError> {
        let (file, path) = match named {
            Some(path) => (replace(path)?, path.to_owned()),
            None => create(&chrono::Local::now().format(NAME).to_string())?,
        };
        Ok(Self { file, path, teams, text: String::new() })
    }

    /// Ends the log, and returns the file's path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<PathBuf, CommandError> {
        let path = self.path;
        self.file.finish().map_err(|error| CommandError::file("write", &path, &error)).map(|()| path)
    }

    /// Writes a turn, counted from 0, and the board after it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn turn(&mut self, turn: u32, board: &BitMartyrBoard) -> Result<(), CommandError> {
        self.text.clear();
        write_turn(turn, &self.teams, board, &mut self.text);
        // Without a buffer, so that a program that follows the file sees complete turns.
        self.file.write_all(self.text.as_bytes()).map_err(|error| CommandError::file("write", &self.path, &error))
    }
}

fn replace(path: &Path) -> Result<StreamedFile, CommandError> {
    output_file::guard(path, "log", |start| start.starts_with(BEGINNING.as_bytes()))?;
    StreamedFile::create(path).map_err(|error| CommandError::file("write", path, &error))
}

/// Creates a new file. If the name is taken, a number is added: two matches can start in the same
/// second.
fn create(name: &str) -> Result<(StreamedFile, PathBuf), CommandError> {
    let names = (1..).map(|nth| if nth == 1 { format!("{name}.log") } else { format!("{name}_{nth}.log") });
    for path in names.map(PathBuf::from) {
        match StreamedFile::create_new(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(CommandError::file("write", &path, &error)),
        }
    }
    unreachable!("names do not end")
}
