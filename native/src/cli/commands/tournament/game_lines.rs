//! The file of `--jsonl`: a line for each game that is kept. Knows no tournament.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard::tournament::store::Store;
use botyard::tournament::{GameReport, LineContext};
use botyard_engine::fault::printable;
use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::{Format, GameId, GameLine};

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, CreatedFile};

/// The beginning of a [`GameLine`]; older lines lack the name of the game.
const BEGINNINGS: [&str; 2] = ["{\"game\":\"", "{\"unit\":"];

/// Whether these are the first bytes of a file of lines. A program that was killed may have left
/// less than one line.
fn begins_with_game(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).trim_start();
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning) || beginning.starts_with(text))
}

/// A file of lines that is being added to.
#[derive(Debug)]
pub struct GameLines {
    path: PathBuf,
    file: File,
    game: String,
    format: Format,
    names: Vec<String>,
    limit: Duration,
    terms: MatchTerms,
    _created: Option<CreatedFile>,
}

impl GameLines {
    /// Opens a file to add lines of a tournament of this game, format and bots, which have these
    /// terms, and this time for an answer where they have no other. A new file is removed again if no
    /// line is added.
    ///
    /// # Errors
    /// If the file has other content, or cannot be written.
    pub fn open(
        path: &Path,
        game: &str,
        format: Format,
        names: &[String],
        limit: Duration,
        terms: MatchTerms,
    ) -> Result<Self, CommandError> {
        output_file::guard(path, "file of games (JSON lines)", begins_with_game)?;
        let opened = output_file::open_at_end(path).map_err(|error| CommandError::file("write", path, &error));
        let (file, created) = opened?;
        let _created = created.map(CreatedFile::new);
        let (path, game, names) = (path.to_owned(), game.to_owned(), names.to_vec());
        Ok(Self { path, file, game, format, names, limit, terms, _created })
    }

    /// Adds the stored games that the file lacks: a program that is killed has kept games whose
    /// lines it has not written, and may have left a part of one.
    ///
    /// # Errors
    /// If the file or the store cannot be read, or the file cannot be written.
    pub fn catch_up(&mut self, store: &Store) -> Result<(), CommandError> {
        let mut present = self.read_present().map_err(|error| CommandError::file("read", &self.path, &error))?;
        let mut missing = Vec::new();
        let read = store.for_each_game(|report| match present.get_mut(&(report.id, report.seed)) {
            // A game that was void has a line for each attempt.
            Some(lines @ 1..) => *lines -= 1,
            _ => missing.push(report),
        });
        read.map_err(|why| CommandError::File(printable(&why.to_string())))?;
        self.write(&missing)
    }

    /// Takes out the lines of games that are no longer kept: `before` and `after` count the
    /// attempts that were kept of each game, by its seed.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn strike_games(
        &mut self,
        before: &HashMap<(GameId, u64), usize>,
        after: &HashMap<(GameId, u64), usize>,
    ) -> Result<(), CommandError> {
        let count = |games: &HashMap<(GameId, u64), usize>, key| games.get(key).copied().unwrap_or(0);
        let mut struck: HashMap<_, _> =
            before.keys().map(|key| (*key, count(before, key).saturating_sub(count(after, key)))).collect();
        let mut rewrite = || {
            let text = std::fs::read(&self.path)?;
            let is_kept = |line: &&[u8]| match serde_json::from_slice::<GameLine>(line) {
                Ok(game) => match struck.get_mut(&(game.id(), game.seed)) {
                    Some(left @ 1..) => {
                        *left -= 1;
                        false
                    }
                    _ => true,
                },
                Err(_) => true,
            };
            let kept: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').filter(is_kept).collect();
            self.file.set_len(0)?;
            self.file.write_all(&kept.concat())
        };
        rewrite().map_err(|error: io::Error| CommandError::file("write", &self.path, &error))
    }

    /// How many lines each game has. Cuts off what follows the last newline.
    fn read_present(&self) -> io::Result<HashMap<(GameId, u64), usize>> {
        let mut present = HashMap::new();
        let mut reader = BufReader::new(File::open(&self.path)?);
        let (mut line, mut whole) = (Vec::new(), 0);
        while reader.read_until(b'\n', &mut line)? > 0 {
            if line.last() != Some(&b'\n') {
                self.file.set_len(whole)?;
                break;
            }
            whole += line.len() as u64;
            // A line that is not a game is left alone: the command that reads the file reports it.
            if let Ok(game) = serde_json::from_slice::<GameLine>(&line) {
                *present.entry((game.id(), game.seed)).or_default() += 1;
            }
            line.clear();
        }
        Ok(present)
    }

    /// Adds a line for each of these games, and hands them to the system: all of them or, if there
    /// is no room, no line.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, reports: &[GameReport]) -> Result<(), CommandError> {
        let (format, limit) = (self.format, Some(self.limit));
        let context = LineContext { game: &self.game, format, names: &self.names, limit, terms: &self.terms };
        let lines: String = reports.iter().map(|report| report.to_line(&context).to_json() + "\n").collect();
        let mut write = || {
            let whole = self.file.metadata()?.len();
            self.file.write_all(lines.as_bytes()).inspect_err(|_| {
                // Half a line would make the file unreadable. If that fails too, the command that
                // reads the file reports the line.
                let _ = self.file.set_len(whole);
            })
        };
        write().map_err(|error: io::Error| CommandError::file("write", &self.path, &error))
    }
}
