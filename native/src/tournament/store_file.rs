//! A store's file as a database: what reading it and writing it have in common. Knows no locks.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard_engine::tournament::JournalEntry;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row};
use serde_json::Value;

use super::GameReport;
use super::game_row::GameRow;
use super::store_error::StoreError;
use super::store_upgrades::{JOURNAL_VERSION, SCHEMA_VERSION, SUMS_VERSION, columns_of};

/// Distinguishes our files from other databases: "BOTY".
pub(super) const APPLICATION: i32 = 0x424f_5459;

/// An open database that may be a store.
#[derive(Debug)]
pub(super) struct StoreFile {
    /// The connection.
    pub(super) connection: Connection,
    /// The file, as the user named it.
    pub(super) path: PathBuf,
}

/// Refuses what is there and is not a file: opening a named pipe would wait for its other end.
pub(super) fn check_is_file(path: &Path) -> Result<(), StoreError> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => {
            let why = io::Error::new(io::ErrorKind::InvalidInput, "it is not a file");
            Err(StoreError::File { path: path.to_owned(), why })
        }
        _ => Ok(()),
    }
}

impl StoreFile {
    /// Opens the existing file without changing it: it may be a database of another program.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        // For SQLite, names such as `:memory:` are not those of files, so it gets the whole path.
        let file = path.canonicalize().map_err(|why| StoreError::File { path: path.to_owned(), why })?;
        let connection = Connection::open_with_flags(file, flags);
        let connection = connection.map_err(|why| StoreError::Sqlite { path: path.to_owned(), why })?;
        let store = Self { connection, path: path.to_owned() };
        store.connection.busy_timeout(Duration::from_secs(5)).map_err(|why| store.failed(why))?;
        Ok(store)
    }

    /// The version of the tables.
    ///
    /// # Errors
    /// If it is a database of another program, or of a later version of this one.
    pub(super) fn check_version(&self) -> Result<i32, StoreError> {
        self.check_application()?;
        let version = self.number("user_version")?;
        match version > SCHEMA_VERSION {
            true => Err(StoreError::Newer { path: self.path.clone(), version }),
            false => Ok(version),
        }
    }

    /// Refuses a database of another program.
    ///
    /// # Errors
    /// If it is one.
    pub(super) fn check_application(&self) -> Result<(), StoreError> {
        match self.number("application_id")? {
            APPLICATION => Ok(()),
            _ => Err(StoreError::Foreign(self.path.clone())),
        }
    }

    /// Whether the database has no tables. They are created all at once, but after the database
    /// itself.
    ///
    /// # Errors
    /// If it is no database.
    pub(super) fn is_empty(&self) -> Result<bool, StoreError> {
        let count = self.connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0));
        count.map(|count| count == 0).map_err(|why| self.failed(why))
    }

    /// The description of the tournament.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn description(&self) -> Result<Value, StoreError> {
        let select = "SELECT value FROM tournament WHERE key = 'description'";
        let text: Option<String> =
            self.connection.query_row(select, [], |row| row.get(0)).optional().map_err(|why| self.failed(why))?;
        let description = text.and_then(|text| serde_json::from_str(&text).ok());
        description.ok_or_else(|| self.damaged("its description cannot be read"))
    }

    /// The journal in tables of this version, in the order of its entries.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn journal(&self, version: i32) -> Result<Vec<JournalEntry>, StoreError> {
        if version < JOURNAL_VERSION {
            return Ok(Vec::new());
        }
        let failed = |why| self.failed(why);
        let mut select = self.connection.prepare("SELECT entry FROM journal ORDER BY number").map_err(failed)?;
        let mut entries = Vec::new();
        for text in select.query_map([], |row| row.get::<_, String>(0)).map_err(failed)? {
            let entry = serde_json::from_str(&text.map_err(failed)?);
            entries.push(entry.map_err(|why| self.damaged(&format!("its journal cannot be read: {why}")))?);
        }
        Ok(entries)
    }

    /// Calls `take` with every game in tables of this version, in the order of the schedule.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn for_each_game(&self, version: i32, mut take: impl FnMut(GameReport)) -> Result<(), StoreError> {
        let failed = |why| self.failed(why);
        let select = format!("SELECT {} FROM game ORDER BY unit, rotation, attempt", columns_of(version));
        let mut select = self.connection.prepare(&select).map_err(failed)?;
        let mut rows = select.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let game = GameRow::read(row).map_err(|why| match find_unreadable(&why) {
                Some(column) => self.damaged_game(row, &format!("{} cannot be read", name_column(column))),
                None => self.failed(why),
            })?;
            if version >= SUMS_VERSION && game.sum() != row.get::<_, i64>("sum").map_err(failed)? {
                return Err(self.damaged_game(row, "it does not match its checksum"));
            }
            take(game.into_report().map_err(|why| self.damaged_game(row, &why))?);
        }
        Ok(())
    }

    /// The error for this row, with what can be done: a game that is not in a store is played.
    fn damaged_game(&self, row: &Row<'_>, why: &str) -> StoreError {
        let [Ok(unit), Ok(rotation)] = ["unit", "rotation"].map(|column| row.get::<_, i64>(column)) else {
            return self.damaged(&format!("in a game, {why}: use a copy of the file"));
        };
        self.damaged(&format!(
            "in game {rotation} of unit {unit}, {why}: use a copy of the file, or remove the game \
             (`DELETE FROM game WHERE unit = {unit} AND rotation = {rotation}`, with sqlite3), and --resume plays it again"
        ))
    }

    fn number(&self, pragma: &str) -> Result<i32, StoreError> {
        self.connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(|why| self.failed(why))
    }

    fn damaged(&self, why: &str) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), why: why.to_owned() }
    }

    /// SQLite's error as ours.
    pub(super) fn failed(&self, why: rusqlite::Error) -> StoreError {
        match why.sqlite_error_code() {
            None if find_unreadable(&why).is_some() => self.damaged(&format!("{why}: use a copy of the file")),
            Some(ErrorCode::NotADatabase) => StoreError::Foreign(self.path.clone()),
            // What SQLite finds wrong is not one game, and `.recover` saves what can be read.
            Some(ErrorCode::DatabaseCorrupt) => self
                .damaged(&format!("{why}: use a copy of the file, or save what can be read with sqlite3 (`.recover`)")),
            _ => StoreError::Sqlite { path: self.path.clone(), why },
        }
    }
}

/// The column with a value that is not of its type, such as a text that is not UTF-8; `None` if the
/// error is another one.
fn find_unreadable(why: &rusqlite::Error) -> Option<usize> {
    match why {
        rusqlite::Error::Utf8Error(column, _) | rusqlite::Error::InvalidColumnType(column, ..) => Some(*column),
        _ => None,
    }
}

fn name_column(column: usize) -> String {
    GameRow::COLUMNS.split(", ").nth(column).map_or_else(|| "a value".to_owned(), |name| format!("the {name}"))
}
