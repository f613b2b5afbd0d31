//! Reads a store without playing into it: another program may be doing so meanwhile. A store of an
//! earlier version stays as it is.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use botyard_engine::tournament::JournalEntry;
use rusqlite::OpenFlags;
use serde_json::Value;

use super::GameReport;
use super::store_error::StoreError;
use super::store_file::{StoreFile, check_is_file};
use super::store_upgrades::{DIGESTS_VERSION, SCHEMA_VERSION};

/// The first bytes of every SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A store that is only read.
#[derive(Debug)]
pub struct StoreReader {
    file: StoreFile,
    version: i32,
}

impl StoreReader {
    /// Whether a file is a database, of whichever program.
    pub fn is_database(path: &Path) -> bool {
        let mut start = [0; MAGIC.len()];
        path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == MAGIC
    }

    /// Opens a store, with its description.
    ///
    /// # Errors
    /// If it cannot be read, or is not a tournament's.
    pub fn open(path: &Path) -> Result<(Self, Value), StoreError> {
        check_is_file(path)?;
        // The last connection of a store removes the files beside it, and so must be able to write.
        // SQLite opens a file that cannot be written for reading.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let file = StoreFile::open(path, flags)?;
        file.connection.pragma_update(None, "query_only", true).map_err(|why| file.failed(why))?;
        if file.is_empty()? {
            return Err(StoreError::Empty(path.to_owned()));
        }
        let version = file.check_version()?;
        let description = file.description()?;
        Ok((Self { file, version }, description))
    }

    /// Whether the games' digests are made as they are today.
    pub fn has_current_digests(&self) -> bool {
        self.version >= DIGESTS_VERSION
    }

    /// The journal, in the order of its entries.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn journal(&self) -> Result<Vec<JournalEntry>, StoreError> {
        self.file.journal(self.version)
    }

    /// Calls `take` with every game that was kept, in the order of the schedule.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn for_each_game(&self, take: impl FnMut(GameReport)) -> Result<(), StoreError> {
        // The first version did not number itself.
        self.file.for_each_game(self.version.clamp(1, SCHEMA_VERSION), take)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use botyard_engine::tournament::{GameId, GameResult, Participant};
    use rusqlite::Connection;
    use serde_json::json;

    use super::super::store::Store;
    use super::*;

    fn report(unit: u64) -> GameReport {
        GameReport {
            id: GameId { unit, rotation: 0 },
            seed: 1,
            seats: [0, 1].map(Participant::new).into(),
            result: GameResult::Void,
            turns: 0,
            duration: Duration::ZERO,
            replay: None,
            stderr: Vec::new(),
            void_run: None,
            worker: None,
        }
    }

    fn games(path: &Path) -> Vec<GameReport> {
        let (reader, description) = StoreReader::open(path).expect("a store");
        assert_eq!(description, json!({ "game": "connect-four" }));
        let mut games = Vec::new();
        reader.for_each_game(|game| games.push(game)).expect("they can be read");
        games
    }

    #[test]
    fn a_store_is_read_while_it_grows() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let mut store = Store::create(&path, &json!({ "game": "connect-four" })).expect("a new file");
        store.commit(&[report(0)]).expect("it can be written");
        assert!(StoreReader::is_database(&path));
        assert_eq!(games(&path), [report(0)]);
        store.commit(&[report(1)]).expect("it can still be written");
        assert_eq!(games(&path), [report(0), report(1)]);
        drop(store);
        assert_eq!(games(&path).len(), 2);
        assert_eq!(folder.path().read_dir().expect("the folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_store_of_the_first_version_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let mut store = Store::create(&path, &json!({ "game": "connect-four" })).expect("a new file");
        store.commit(&[report(0)]).expect("it can be written");
        drop(store);
        let first_version = "ALTER TABLE game DROP COLUMN void_run; ALTER TABLE game DROP COLUMN worker;
            ALTER TABLE game DROP COLUMN sum; PRAGMA user_version = 1";
        Connection::open(&path).and_then(|old| old.execute_batch(first_version)).expect("it can be written");
        let before = std::fs::read(&path).expect("our own file");
        assert_eq!(games(&path), [report(0)]);
        assert!(!StoreReader::open(&path).expect("a store").0.has_current_digests());
        assert_eq!(std::fs::read(&path).expect("our own file"), before);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        assert!(!StoreReader::is_database(&path));
        std::fs::write(&path, "a diary").expect("our own folder");
        assert!(!StoreReader::is_database(&path));
        std::fs::remove_file(&path).expect("our own folder");
        let create = Connection::open(&path).and_then(|other| other.execute_batch("CREATE TABLE diary (day TEXT)"));
        create.expect("it can be written");
        assert!(StoreReader::is_database(&path));
        assert!(matches!(StoreReader::open(&path), Err(StoreError::Foreign(_))));
    }
}
