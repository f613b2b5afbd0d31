//! Where series are kept from one visit to the next: IndexedDB. Knows lines of games as text and bots as files.

use idb::{Database, KeyRange, ObjectStore, Query, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;

use super::series::{KeyedLine, SeriesDescription};

/// The name of the database.
const DATABASE: &str = "botyard-series";
/// For each series, by its number: its description as JSON, then the files of its bots.
const SERIES: &str = "series";
/// For each game its line, by the number of its series, its unit, its rotation, and how often it was void before. So two tabs that
/// play the same series keep the same, and nothing twice.
const GAMES: &str = "games";
/// How many series are kept: the newest.
const KEPT: usize = 12;

/// The database.
pub(crate) struct SeriesStore(Database);

/// A series as it was kept.
pub(crate) struct StoredSeries {
    pub(crate) id: u32,
    pub(crate) description: SeriesDescription,
    pub(crate) bots: Vec<Uint8Array>,
    pub(crate) lines: Vec<String>,
}

impl SeriesStore {
    /// Opens the database, or makes it.
    ///
    /// # Errors
    /// What the browser says.
    pub(crate) async fn open() -> Result<Self, String> {
        let tables = [SERIES, GAMES].map(ObjectStore::builder);
        let builder =
            tables.into_iter().fold(Database::builder(DATABASE).version(1), |all, one| all.add_object_store(one));
        builder.build().await.map(Self).map_err(words)
    }

    /// The numbers of all series, the oldest first.
    async fn ids(&self) -> Result<Vec<u32>, idb::Error> {
        let transaction = self.0.transaction(&[SERIES], TransactionMode::ReadOnly)?;
        let keys = transaction.object_store(SERIES)?.get_all_keys(None, None)?.await?;
        Ok(keys.iter().filter_map(JsValue::as_f64).map(|id| id as u32).collect())
    }

    /// Keeps a new series; returns its number. The oldest go where there are many.
    ///
    /// # Errors
    /// What the browser says.
    pub(crate) async fn add(&self, description: &SeriesDescription, bots: &[Uint8Array]) -> Result<u32, String> {
        let ids = self.ids().await.map_err(words)?;
        for &old in &ids[..ids.len().saturating_sub(KEPT - 1)] {
            self.remove(old).await?;
        }
        // Later than any before, also than one that was removed: another tab may still have kept games of that.
        let id = ids.last().map_or(0, |last| last + 1).max((js_sys::Date::now() / 1000.0) as u32);
        self.describe(id, description, bots).await?;
        Ok(id)
    }

    /// Keeps the description of a series.
    ///
    /// # Errors
    /// What the browser says.
    pub(crate) async fn describe(
        &self,
        id: u32,
        description: &SeriesDescription,
        bots: &[Uint8Array],
    ) -> Result<(), String> {
        let text = serde_json::to_string(description).expect("a description has text keys only");
        let row: Array = std::iter::once(text.into()).chain(bots.iter().map(JsValue::from)).collect();
        let put = async || {
            let transaction = self.0.transaction(&[SERIES], TransactionMode::ReadWrite)?;
            transaction.object_store(SERIES)?.put(&row, Some(&id.into()))?.await?;
            transaction.commit()?.await.map(drop)
        };
        put().await.map_err(words)
    }

    /// Keeps the lines of games: all of them, or none.
    ///
    /// # Errors
    /// What the browser says.
    pub(crate) async fn add_lines(&self, id: u32, lines: &[KeyedLine]) -> Result<(), String> {
        let put = async || {
            let transaction = self.0.transaction(&[GAMES], TransactionMode::ReadWrite)?;
            let games = transaction.object_store(GAMES)?;
            for ((unit, rotation, voids), line) in lines {
                let key = Array::of4(&id.into(), &(*unit as f64).into(), &(*rotation).into(), &(*voids).into());
                games.put(&line.into(), Some(&key))?;
            }
            transaction.commit()?.await.map(drop)
        };
        put().await.map_err(words)
    }

    /// Forgets a series.
    ///
    /// # Errors
    /// What the browser says.
    pub(crate) async fn remove(&self, id: u32) -> Result<(), String> {
        let remove = async || {
            let transaction = self.0.transaction(&[SERIES, GAMES], TransactionMode::ReadWrite)?;
            transaction.object_store(SERIES)?.delete(Query::Key(id.into()))?;
            transaction.object_store(GAMES)?.delete(games_of(id)?)?;
            transaction.commit()?.await.map(drop)
        };
        remove().await.map_err(words)
    }

    /// The names of all series by their numbers, the newest first.
    pub(crate) async fn list(&self) -> Result<Vec<(u32, SeriesDescription)>, String> {
        let mut all = Vec::new();
        for id in self.ids().await.map_err(words)? {
            let row = self.row(id).await.map_err(words)?;
            all.extend(row.and_then(|row| read_description(&row)).map(|description| (id, description)));
        }
        all.reverse();
        Ok(all)
    }

    /// A series with its games; `None` if it is not there, or cannot be read.
    ///
    /// # Errors
    /// What the browser says.
    pub(crate) async fn load(&self, id: u32) -> Result<Option<StoredSeries>, String> {
        let load = async || {
            let Some(row) = self.row(id).await? else { return Ok(None) };
            let transaction = self.0.transaction(&[GAMES], TransactionMode::ReadOnly)?;
            let lines = transaction.object_store(GAMES)?.get_all(Some(games_of(id)?), None)?.await?;
            Ok(Some((row, lines)))
        };
        let Some((row, lines)) = load().await.map_err(words)? else { return Ok(None) };
        let Some(description) = read_description(&row) else { return Ok(None) };
        let bots = row.iter().skip(1).filter_map(|bot| bot.dyn_into().ok()).collect();
        let lines = lines.iter().filter_map(JsValue::as_string).collect();
        Ok(Some(StoredSeries { id, description, bots, lines }))
    }

    async fn row(&self, id: u32) -> Result<Option<Array>, idb::Error> {
        let transaction = self.0.transaction(&[SERIES], TransactionMode::ReadOnly)?;
        let row = transaction.object_store(SERIES)?.get(Query::Key(id.into()))?.await?;
        Ok(row.and_then(|row| row.dyn_into().ok()))
    }
}

fn read_description(row: &Array) -> Option<SeriesDescription> {
    serde_json::from_str(&row.get(0).as_string()?).ok()
}

fn games_of(id: u32) -> Result<Query, idb::Error> {
    let [first, next] = [id, id + 1].map(|id| Array::of1(&id.into()));
    KeyRange::bound(&first, &next, None, Some(true)).map(Query::KeyRange)
}

/// What the browser says, in words.
fn words(error: idb::Error) -> String {
    error.to_string()
}
