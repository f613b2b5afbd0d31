//! Upgrades the tables of an earlier version to those of today. Knows no schedule and no bots.

use botyard_engine::tournament::{GameResult, game_identity};
use rusqlite::{Connection, Transaction, params};

use super::game_row::GameRow;
use super::hash_identity;

/// The version of the tables.
pub const SCHEMA_VERSION: i32 = 6;
/// The first version whose games have a run that made them void.
const VOID_RUNS_VERSION: i32 = 2;
/// The first version whose games have a worker.
const WORKERS_VERSION: i32 = 3;
/// The first version whose digests are made as they are today.
pub(super) const DIGESTS_VERSION: i32 = 4;
/// The first version whose games have checksums.
pub(super) const SUMS_VERSION: i32 = 5;

/// The first version that has a journal.
pub(super) const JOURNAL_VERSION: i32 = 6;

/// The table of a journal.
pub(super) const JOURNAL_TABLE: &str =
    "CREATE TABLE IF NOT EXISTS journal (number INTEGER PRIMARY KEY, entry TEXT NOT NULL);";

/// The columns of a game in tables of this version: those of [`GameRow::COLUMNS`], and the checksum.
pub(super) fn columns_of(version: i32) -> String {
    let since = |column: &str| match column {
        "void_run" => VOID_RUNS_VERSION,
        "worker" => WORKERS_VERSION,
        "sum" => SUMS_VERSION,
        _ => 1,
    };
    let columns = GameRow::COLUMNS.split(", ").chain(["sum"]);
    let read = columns.map(|column| match version >= since(column) {
        true => column.to_owned(),
        false => format!("NULL AS {column}"),
    });
    read.collect::<Vec<_>>().join(", ")
}

/// Upgrades a file of this version, which keeps a tournament of this game. Each step is done whole
/// or not at all.
///
/// # Errors
/// If the file cannot be read or written.
pub(super) fn upgrade(connection: &mut Connection, version: i32, game: &str) -> rusqlite::Result<()> {
    for step in version.max(1)..SCHEMA_VERSION {
        let transaction = connection.transaction()?;
        match step {
            1 => transaction.execute_batch("ALTER TABLE game ADD COLUMN void_run TEXT")?,
            2 => transaction.execute_batch("ALTER TABLE game ADD COLUMN worker TEXT")?,
            3 => renew_digests(&transaction, game)?,
            4 => add_sums(&transaction)?,
            _ => transaction.execute_batch(JOURNAL_TABLE)?,
        }
        transaction.execute_batch(&format!("PRAGMA user_version = {}", step + 1))?;
        transaction.commit()?;
    }
    Ok(())
}

/// Old and new games are counted together, so their digests must be made in the same way.
fn renew_digests(transaction: &Transaction<'_>, game: &str) -> rusqlite::Result<()> {
    let mut renewed = Vec::new();
    let mut select =
        transaction.prepare("SELECT unit, rotation, attempt, result, replay FROM game WHERE replay IS NOT NULL")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (result, replay): (String, String) = (row.get(3)?, row.get(4)?);
        if let Some(result) = renew_result(game, &result, &replay) {
            let key: [i64; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
            renewed.push((key, result));
        }
    }
    let mut update =
        transaction.prepare("UPDATE game SET result = ?4 WHERE unit = ?1 AND rotation = ?2 AND attempt = ?3")?;
    for ([unit, rotation, attempt], result) in renewed {
        update.execute(params![unit, rotation, attempt, result])?;
    }
    Ok(())
}

/// Files have been damaged unseen before there were checksums; from now on they are not.
fn add_sums(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("ALTER TABLE game ADD COLUMN sum INTEGER NOT NULL DEFAULT 0")?;
    let mut select = transaction.prepare(&format!("SELECT {}, attempt FROM game", GameRow::COLUMNS))?;
    let sums = select.query_map([], |row| {
        let key: [i64; 3] = [row.get("unit")?, row.get("rotation")?, row.get("attempt")?];
        Ok((key, GameRow::read(row)?.sum()))
    })?;
    let sums: Vec<_> = sums.collect::<rusqlite::Result<_>>()?;
    let mut update =
        transaction.prepare("UPDATE game SET sum = ?4 WHERE unit = ?1 AND rotation = ?2 AND attempt = ?3")?;
    for ([unit, rotation, attempt], sum) in sums {
        update.execute(params![unit, rotation, attempt, sum])?;
    }
    Ok(())
}

/// A result with a digest of today's form; `None` if it has this digest already. Unreadable results
/// are left to the code that reads them.
fn renew_result(game: &str, result: &str, replay: &str) -> Option<String> {
    let identity = game_identity::of_replay(game, replay)?;
    let mut result: GameResult = serde_json::from_str(result).ok()?;
    let GameResult::Played(played) = &mut result else { return None };
    played.digest = hash_identity(&identity);
    serde_json::to_string(&result).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which the first player is out of time at once, as a replay file.
    fn replay(seed: u64) -> String {
        let fault = r#"{"kind":"timeout"}"#;
        format!(
            r#"{{"format":1,"game":"connect-four","settings":{{}},"seed":{seed},"players":[],"turns":[{{"seat":0,"fault":{fault}}}]}}"#
        )
    }

    #[test]
    fn digests_of_an_earlier_version_are_made_again() {
        let mut connection = Connection::open_in_memory().expect("a database");
        let tables = "CREATE TABLE game (unit INTEGER, rotation INTEGER, attempt INTEGER, result TEXT, replay TEXT,
            seed INTEGER DEFAULT 0, seats TEXT DEFAULT '[]', turns INTEGER DEFAULT 0, duration_ns INTEGER DEFAULT 0,
            stderr TEXT, void_run TEXT, worker TEXT, PRIMARY KEY (unit, rotation, attempt)) WITHOUT ROWID";
        connection.execute_batch(tables).expect("it can be written");
        let played = |digest: u8| {
            format!(r#"{{"played":{{"places":[2,1],"digest":"{}"}}}}"#, format!("{digest:02x}").repeat(16))
        };
        for (unit, result, replay) in [
            (0, played(1), Some(replay(1))),
            (1, played(2), Some(replay(2))),
            (2, played(3), Some("abc.def".to_owned())),
            (3, r#""void""#.to_owned(), None),
        ] {
            let insert = "INSERT INTO game (unit, rotation, attempt, result, replay) VALUES (?1, 0, 0, ?2, ?3)";
            connection.execute(insert, params![unit, result, replay]).expect("it can be written");
        }
        upgrade(&mut connection, 3, "connect-four").expect("it can be upgraded");
        let results: Vec<String> = (0..4)
            .map(|unit| connection.query_row("SELECT result FROM game WHERE unit = ?1", [unit], |row| row.get(0)))
            .collect::<rusqlite::Result<_>>()
            .expect("they can be read");
        assert_eq!(results[0], results[1], "the same game");
        assert_ne!(results[0], played(1));
        assert_eq!(results[2..], [played(3), r#""void""#.to_owned()]);
        let version: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a number");
        assert_eq!(version, SCHEMA_VERSION);
    }
}
