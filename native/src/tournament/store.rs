//! The store of a tournament's results: an SQLite database, so that other programs can read it
//! while it grows. `store_reader.rs` only reads one.
//!
//! One file is one tournament. Its schema is documented in `docs/tournaments.md`; a change of it
//! has a new [`SCHEMA_VERSION`].

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use botyard_engine::tournament::{GameId, JournalChange, JournalEntry};
use rusqlite::{Connection, OpenFlags, ToSql, params, params_from_iter};
use serde_json::Value;

use super::GameReport;
use super::game_row::GameRow;
pub use super::store_error::StoreError;
use super::store_file::{APPLICATION, StoreFile, check_is_file};
pub use super::store_upgrades::SCHEMA_VERSION;
use super::store_upgrades::{JOURNAL_TABLE, upgrade};

const TABLES: &str = "
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    unit INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    seats TEXT NOT NULL,
    result TEXT NOT NULL,
    turns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    replay TEXT,
    stderr TEXT,
    void_run TEXT,
    worker TEXT,
    sum INTEGER NOT NULL,
    PRIMARY KEY (unit, rotation, attempt)
) WITHOUT ROWID;
";

/// A tournament's file.
#[derive(Debug)]
pub struct Store {
    file: StoreFile,
    _lock: StoreLock,
}

/// Keeps other programs from playing into the same file; they may read it. SQLite's own locks last
/// for a moment only.
#[derive(Debug)]
struct StoreLock {
    path: PathBuf,
    /// Locked until it is closed.
    _file: File,
}

impl StoreLock {
    /// Locks the existing store at `store` by a file beside it. Whatever links lead to a store, it
    /// has one lock.
    fn acquire(store: &Path) -> Result<Self, StoreError> {
        let file = store.canonicalize().map_err(|why| StoreError::File { path: store.to_owned(), why })?;
        let mut path = file.into_os_string();
        path.push("-lock");
        let path = PathBuf::from(path);
        let failed = |why| StoreError::File { path: path.clone(), why };
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
            match file.try_lock() {
                // The program that held the lock may have removed the file meanwhile.
                Ok(()) if path.exists() => return Ok(Self { path, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(store.to_owned())),
                Err(TryLockError::Error(why)) => return Err(failed(why)),
            }
        }
    }
}

impl Drop for StoreLock {
    fn drop(&mut self) {
        // If the file remains, the next program locks it again.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Store {
    /// A new file for a tournament that is described by `description`.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    pub fn create(path: &Path, description: &Value) -> Result<Self, StoreError> {
        check_is_file(path)?;
        // An empty file is an empty database. It has to exist before its real path can be found.
        let file = File::options().create(true).append(true).open(path);
        file.map_err(|why| StoreError::File { path: path.to_owned(), why })?;
        let store = Self::open_file(path)?;
        if !store.file.is_empty()? {
            store.file.check_application()?;
            return Err(StoreError::Exists(path.to_owned()));
        }
        store.prepare_writing()?;
        let create = |connection: &Connection| {
            connection.execute_batch(&format!(
                "BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA_VERSION}; {TABLES} {JOURNAL_TABLE}"
            ))?;
            let insert = "INSERT INTO tournament VALUES ('description', ?1)";
            connection.execute(insert, [description.to_string()])?;
            connection.execute_batch("COMMIT")
        };
        create(&store.file.connection).map_err(|why| store.file.failed(why))?;
        Ok(store)
    }

    /// An earlier file, with its description.
    ///
    /// # Errors
    /// If there is no such file, or it is not a tournament's; [`StoreError::Empty`] if the program
    /// was ended while it created it.
    pub fn resume(path: &Path) -> Result<(Self, Value), StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        check_is_file(path)?;
        let mut store = Self::open_file(path)?;
        if store.file.is_empty()? {
            return Err(StoreError::Empty(path.to_owned()));
        }
        let version = store.file.check_version()?;
        store.prepare_writing()?;
        let description = store.file.description()?;
        let game = description["game"].as_str().unwrap_or_default();
        upgrade(&mut store.file.connection, version, game).map_err(|why| store.file.failed(why))?;
        Ok((store, description))
    }

    /// Replaces the description.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn set_description(&mut self, description: &Value) -> Result<(), StoreError> {
        let update = "UPDATE tournament SET value = ?1 WHERE key = 'description'";
        self.file.connection.execute(update, [description.to_string()]).map(drop).map_err(|why| self.file.failed(why))
    }

    /// The journal, in the order of its entries.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn journal(&self) -> Result<Vec<JournalEntry>, StoreError> {
        self.file.journal(SCHEMA_VERSION)
    }

    /// Adds entries to the journal, with the time and a reason, and replaces the description: all of
    /// it, or, after an error, nothing. Returns the journal.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_entries(
        &mut self,
        changes: &[JournalChange],
        reason: Option<&str>,
        description: &Value,
    ) -> Result<Vec<JournalEntry>, StoreError> {
        let add = |transaction: &rusqlite::Transaction<'_>| {
            let time: String =
                transaction.query_row("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')", [], |row| row.get(0))?;
            for change in changes {
                let reason = reason.map(str::to_owned);
                let entry = JournalEntry { time: time.clone(), reason, change: change.clone() };
                let entry = serde_json::to_string(&entry).expect("an entry has text keys only");
                transaction.execute("INSERT INTO journal (entry) VALUES (?1)", [entry])?;
            }
            let update = "UPDATE tournament SET value = ?1 WHERE key = 'description'";
            transaction.execute(update, [description.to_string()]).map(drop)
        };
        let added = self.file.connection.transaction().and_then(|transaction| {
            add(&transaction)?;
            transaction.commit()
        });
        added.map_err(|why| self.file.failed(why))?;
        self.journal()
    }

    /// Opens the existing file without changing it: it may be a database of another program.
    fn open_file(path: &Path) -> Result<Self, StoreError> {
        let lock = StoreLock::acquire(path)?;
        let file = StoreFile::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        Ok(Self { file, _lock: lock })
    }

    /// A commit survives the end of this program at any moment. A power failure may undo the last
    /// commits: their games are played again.
    fn prepare_writing(&self) -> Result<(), StoreError> {
        let pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
        self.file.connection.execute_batch(pragmas).map_err(|why| self.file.failed(why))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Stores all of these games, or, after an error, no game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn commit(&mut self, reports: &[GameReport]) -> Result<(), StoreError> {
        self.insert(reports).map_err(|why| self.file.failed(why))
    }

    fn insert(&mut self, reports: &[GameReport]) -> rusqlite::Result<()> {
        let transaction = self.file.connection.transaction()?;
        {
            let columns = GameRow::COLUMNS;
            let insert = |attempt: &str, otherwise: &str| {
                format!(
                    "INSERT INTO game ({columns}, sum, attempt) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, {attempt}) {otherwise}"
                )
            };
            // Nearly all games are played once, so earlier attempts are not looked up first.
            let first = insert("0", "ON CONFLICT DO NOTHING");
            let further = insert("(SELECT count(*) FROM game WHERE unit = ?1 AND rotation = ?2)", "");
            let (mut first, mut further) = (transaction.prepare_cached(&first)?, transaction.prepare_cached(&further)?);
            for row in reports.iter().map(GameRow::of_report) {
                let sum = row.sum();
                let values = || row.values().into_iter().chain([&sum as &dyn ToSql]);
                if first.execute(params_from_iter(values()))? == 0 {
                    further.execute(params_from_iter(values()))?;
                }
            }
        }
        transaction.commit()
    }

    /// Removes all games that a worker has played; returns how many.
    ///
    /// # Errors
    /// If they cannot be removed.
    pub fn strike_worker(&mut self, worker: &str) -> Result<usize, StoreError> {
        self.file
            .connection
            .execute("DELETE FROM game WHERE worker = ?1", [worker])
            .map_err(|why| self.file.failed(why))
    }

    /// Removes all attempts at these games.
    ///
    /// # Errors
    /// If they cannot be removed.
    pub fn strike_games(&mut self, games: &[GameId]) -> Result<(), StoreError> {
        let strike = |transaction: &rusqlite::Transaction<'_>| {
            let mut delete = transaction.prepare_cached("DELETE FROM game WHERE unit = ?1 AND rotation = ?2")?;
            games.iter().try_for_each(|game| delete.execute(params![game.unit as i64, game.rotation]).map(drop))
        };
        let struck = self.file.connection.transaction().and_then(|transaction| {
            strike(&transaction)?;
            transaction.commit()
        });
        struck.map_err(|why| self.file.failed(why))
    }

    /// Calls `take` with every game that was kept, in the order of the schedule.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn for_each_game(&self, take: impl FnMut(GameReport)) -> Result<(), StoreError> {
        self.file.for_each_game(SCHEMA_VERSION, take)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::VoidRun;
    use super::*;
    use botyard_engine::fault::FaultKind;
    use botyard_engine::tournament::{GameDigest, GameResult, Participant, PlayedGame, SeatTime};
    use serde_json::json;

    fn report(unit: u64) -> GameReport {
        let time = SeatTime { total: Duration::from_micros(30), longest: Duration::from_nanos(5), of_bank: None };
        let played = PlayedGame {
            places: vec![2, 1],
            digest: GameDigest([9; 16]),
            faults: vec![(0, FaultKind::Timeout)],
            times: vec![time; 2],
            competition_points: None,
        };
        GameReport {
            id: GameId { unit, rotation: 1 },
            seed: u64::MAX - unit,
            seats: vec![Participant::new(1), Participant::new(0)],
            result: GameResult::Played(played),
            turns: 7,
            duration: Duration::from_millis(2),
            replay: Some("abc.def".to_owned()),
            stderr: vec![(0, "too slow\n".to_owned())],
            void_run: None,
            worker: (unit == 0).then(|| "node-3".to_owned()),
        }
    }

    fn games(store: &Store) -> Vec<GameReport> {
        let mut games = Vec::new();
        store.for_each_game(|game| games.push(game)).expect("they can be read");
        games
    }

    #[test]
    fn what_was_committed_is_there_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let description = json!({ "game": "connect-four" });
        let mut store = Store::create(&path, &description).expect("a new file");
        let void_run = VoidRun { participant: Participant::new(1), run: 2, worked: Duration::from_millis(1_234) };
        let result = GameResult::Void;
        let void = GameReport { result, stderr: Vec::new(), replay: None, void_run: Some(void_run), ..report(3) };
        let reports = [report(3), void, report(0)];
        store.commit(&reports).expect("it can be written");
        drop(store);
        let (store, found) = Store::resume(&path).expect("the file is there");
        assert_eq!(found, description);
        let [first, void, second] = reports;
        assert_eq!(games(&store), [second, first, void]);
    }

    #[test]
    fn a_file_of_the_first_version_is_read_and_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let mut store = Store::create(&path, &json!(1)).expect("a new file");
        store.commit(&[report(0)]).expect("it can be written");
        let first_version = "ALTER TABLE game DROP COLUMN void_run; ALTER TABLE game DROP COLUMN worker; ALTER TABLE game DROP COLUMN sum; PRAGMA user_version = 1";
        store.file.connection.execute_batch(first_version).expect("it can be written");
        drop(store);
        let (mut store, _) = Store::resume(&path).expect("the file is there");
        let void_run = |bot| VoidRun { participant: Participant::new(bot), run: 1, worked: Duration::ZERO };
        let void = GameReport { void_run: Some(void_run(0)), ..report(1) };
        store.commit(std::slice::from_ref(&void)).expect("it can be written");
        let before = GameReport { worker: None, ..report(0) };
        assert_eq!(games(&store), [before, void]);
        store.commit(&[GameReport { void_run: Some(void_run(7)), ..report(2) }]).expect("it can be written");
        assert!(matches!(store.for_each_game(drop), Err(StoreError::Damaged { .. })), "it did not play");
    }

    #[test]
    fn a_game_that_was_changed_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        for change in
            ["turns = 8", "seed = seed + 1", "seats = '[0,1]'", "replay = NULL", "stderr = ''", "worker = 'x'"]
        {
            let path = folder.path().join(change);
            let mut store = Store::create(&path, &json!(1)).expect("a new file");
            store.commit(&[report(0), report(1)]).expect("they can be written");
            store
                .file
                .connection
                .execute_batch(&format!("UPDATE game SET {change} WHERE unit = 1"))
                .expect("it can be written");
            let read = store.for_each_game(drop);
            assert!(
                matches!(&read, Err(StoreError::Damaged { why, .. }) if why.contains("checksum")),
                "{change}: {read:?}"
            );
        }
    }

    /// Regression: the error was that of the database, and said neither what is damaged nor what
    /// helps.
    #[test]
    fn bytes_that_are_not_text_are_found_with_their_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let mut store = Store::create(&path, &json!(1)).expect("a new file");
        store.commit(&[report(0), report(7)]).expect("they can be written");
        let damage = "UPDATE game SET replay = CAST(x'61ff62' AS TEXT) WHERE unit = 7";
        store.file.connection.execute_batch(damage).expect("it can be written");
        let why = store.for_each_game(drop).expect_err("it is damaged").to_string();
        assert!(
            why.contains("a.sqlite is damaged: in game 1 of unit 7, the replay cannot be read: use a copy"),
            "{why}"
        );
        // What it names as a remedy is one.
        let remedy = why.split('`').nth(1).expect("a command");
        store.file.connection.execute_batch(remedy).expect("it is one");
        assert_eq!(games(&store), [report(0)]);
    }

    #[test]
    fn a_journal_is_kept_with_its_times() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let mut store = Store::create(&path, &json!(1)).expect("a new file");
        assert_eq!(store.journal().expect("it can be read"), []);
        let withdraw = JournalChange::Withdraw { bot: Participant::new(1), unit: 4 };
        let annul = JournalChange::Annul { game: GameId { unit: 3, rotation: 0 } };
        store.add_entries(std::slice::from_ref(&withdraw), Some("it is late"), &json!(2)).expect("it is written");
        store.add_entries(std::slice::from_ref(&annul), None, &json!(3)).expect("it is written");
        drop(store);
        let (store, description) = Store::resume(&path).expect("the file is there");
        let entries = store.journal().expect("it can be read");
        assert_eq!(description, json!(3));
        assert_eq!(entries.iter().map(|entry| entry.change.clone()).collect::<Vec<_>>(), [withdraw, annul]);
        assert_eq!((entries[0].reason.as_deref(), entries[1].reason.as_deref()), (Some("it is late"), None));
        let time = &entries[0].time;
        assert!(time.len() == 20 && time.starts_with("20") && time.ends_with('Z'), "{time}");
    }

    #[test]
    fn the_games_of_a_worker_can_be_struck() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::create(&folder.path().join("a.sqlite"), &json!(1)).expect("a new file");
        store.commit(&[report(0), report(1), report(2)]).expect("they can be written");
        assert_eq!(store.strike_worker("another").ok(), Some(0));
        assert_eq!(store.strike_worker("node-3").ok(), Some(1));
        assert_eq!(games(&store), [report(1), report(2)]);
        store.strike_games(&[report(2).id, report(7).id]).expect("they can be removed");
        assert_eq!(games(&store), [report(1)]);
        store.commit(&[report(0)]).expect("it is played again");
        assert_eq!(games(&store), [report(0), report(1)]);
    }

    #[test]
    fn a_file_that_was_left_before_its_tables_is_like_a_new_one() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, is_database) in [("nothing.sqlite", false), ("header.sqlite", true)] {
            let path = folder.path().join(name);
            match is_database {
                // As after the first step of `create`.
                true => {
                    std::fs::write(&path, "").expect("it can be written");
                    let store = Store::open_file(&path).expect("a new database");
                    store.prepare_writing().expect("its header is written");
                }
                false => std::fs::write(&path, "").expect("it can be written"),
            }
            assert!(matches!(Store::resume(&path), Err(StoreError::Empty(_))), "{name}");
            Store::create(&path, &json!(1)).expect("it is as good as new");
            assert!(Store::resume(&path).is_ok(), "{name}");
        }
    }

    /// Regression: two programs played into one store by two names, and ended with an error.
    #[test]
    #[cfg(unix)]
    fn a_store_has_one_lock_whatever_links_lead_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link] = ["a.sqlite", "link.sqlite"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("a.sqlite", &link).expect("a link");
        // The link leads to a file that does not exist yet.
        let store = Store::create(&link, &json!(1)).expect("a new file");
        for name in [&path, &link] {
            assert!(matches!(Store::resume(name), Err(StoreError::InUse(_))), "{name:?}");
            assert!(matches!(Store::create(name, &json!(1)), Err(StoreError::InUse(_))), "{name:?}");
        }
        drop(store);
        assert!(Store::resume(&link).is_ok());
    }

    /// Regression: its journal's mode was changed before it was refused.
    #[test]
    fn a_database_of_another_program_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        let other = Connection::open(&path).expect("a new database");
        other.execute_batch("CREATE TABLE diary (day TEXT)").expect("it can be written");
        drop(other);
        let bytes = || std::fs::read(&path).expect("it is there");
        let before = bytes();
        assert!(matches!(Store::resume(&path), Err(StoreError::Foreign(_))));
        assert!(matches!(Store::create(&path, &json!(1)), Err(StoreError::Foreign(_))));
        assert_eq!(bytes(), before);
    }

    #[test]
    fn files_that_are_no_new_or_old_store_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.sqlite");
        assert!(matches!(Store::resume(&path), Err(StoreError::Missing(_))));
        let store = Store::create(&path, &json!(1)).expect("a new file");
        assert!(matches!(Store::create(&path, &json!(1)), Err(StoreError::InUse(_))));
        assert!(matches!(Store::resume(&path), Err(StoreError::InUse(_))));
        store.file.connection.execute_batch("PRAGMA user_version = 99").expect("it can be written");
        drop(store);
        assert_eq!(folder.path().read_dir().expect("the folder").count(), 1, "what locked it is gone");
        assert!(matches!(Store::create(&path, &json!(1)), Err(StoreError::Exists(_))));
        assert!(matches!(Store::resume(&path), Err(StoreError::Newer { version: 99, .. })));
        std::fs::write(&path, "a diary of mine, and not a database at all").expect("it can be written");
        assert!(matches!(Store::resume(&path), Err(StoreError::Foreign(_))));
        assert_eq!(std::fs::read(&path).expect("it is there"), b"a diary of mine, and not a database at all");
    }
}
