//! A game as a row of a store's table. Each row has a checksum, so that a damaged file cannot change
//! numbers unseen. Knows no files.

use std::time::Duration;

use botyard_engine::tournament::{GameId, GameResult, Participant};
use rusqlite::{Row, ToSql};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{GameReport, VoidRun};

/// The values of a row, except the number of the attempt and the checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameRow {
    unit: i64,
    rotation: i64,
    /// SQLite's integers are signed: the bits stay the same.
    seed: i64,
    seats: String,
    result: String,
    turns: i64,
    duration_ns: i64,
    replay: Option<String>,
    stderr: Option<String>,
    void_run: Option<String>,
    worker: Option<String>,
}

impl GameRow {
    /// The names of the columns, in the order of [`GameRow::read`] and [`GameRow::values`].
    pub(super) const COLUMNS: &str =
        "unit, rotation, seed, seats, result, turns, duration_ns, replay, stderr, void_run, worker";

    /// The row of a game.
    pub(super) fn of_report(report: &GameReport) -> Self {
        let seats: Vec<_> = report.seats.iter().map(|participant| participant.index()).collect();
        Self {
            unit: report.id.unit as i64,
            rotation: report.id.rotation.into(),
            seed: report.seed.cast_signed(),
            seats: text(&seats),
            result: text(&report.result),
            turns: report.turns as i64,
            // Up to 292 years, as far as SQLite's integers go.
            duration_ns: i64::try_from(report.duration.as_nanos()).unwrap_or(i64::MAX),
            replay: report.replay.clone(),
            stderr: (!report.stderr.is_empty()).then(|| text(&report.stderr)),
            void_run: report.void_run.as_ref().map(text),
            worker: report.worker.clone(),
        }
    }

    /// Reads the columns of [`GameRow::COLUMNS`].
    ///
    /// # Errors
    /// If one has another type, or cannot be read.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            unit: row.get(0)?,
            rotation: row.get(1)?,
            seed: row.get(2)?,
            seats: row.get(3)?,
            result: row.get(4)?,
            turns: row.get(5)?,
            duration_ns: row.get(6)?,
            replay: row.get(7)?,
            stderr: row.get(8)?,
            void_run: row.get(9)?,
            worker: row.get(10)?,
        })
    }

    /// The values of [`GameRow::COLUMNS`].
    pub(super) fn values(&self) -> [&dyn ToSql; 11] {
        [
            &self.unit,
            &self.rotation,
            &self.seed,
            &self.seats,
            &self.result,
            &self.turns,
            &self.duration_ns,
            &self.replay,
            &self.stderr,
            &self.void_run,
            &self.worker,
        ]
    }

    /// The checksum: the first eight bytes of the SHA-256 of all values, each number as eight bytes,
    /// and each text behind its length.
    pub(super) fn sum(&self) -> i64 {
        let mut hash = Sha256::new();
        [self.unit, self.rotation, self.seed, self.turns, self.duration_ns]
            .iter()
            .for_each(|number| hash.update(number.to_le_bytes()));
        let optional = [&self.replay, &self.stderr, &self.void_run, &self.worker];
        for text in [Some(&self.seats), Some(&self.result)].into_iter().chain(optional.map(Option::as_ref)) {
            hash.update(text.map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
            text.into_iter().for_each(|text| hash.update(text));
        }
        let hash = hash.finalize();
        i64::from_le_bytes(*hash.first_chunk().expect("it has 32 bytes"))
    }

    /// The game of the row.
    ///
    /// # Errors
    /// A clause, if the values are not those of a game.
    pub(super) fn into_report(self) -> Result<GameReport, String> {
        let natural = |number: i64| u64::try_from(number).map_err(|_| "a game has a negative number".to_owned());
        let seats: Vec<Participant> = parse(&self.seats)?;
        let void_run = self.void_run.as_deref().map(parse::<VoidRun>).transpose()?;
        if void_run.as_ref().is_some_and(|void_run| !seats.contains(&void_run.participant)) {
            return Err("a bot made a game void that it did not play".to_owned());
        }
        Ok(GameReport {
            id: GameId {
                unit: natural(self.unit)?,
                rotation: self.rotation.try_into().map_err(|_| "a game has an impossible rotation".to_owned())?,
            },
            seed: self.seed.cast_unsigned(),
            seats,
            result: parse::<GameResult>(&self.result)?,
            turns: natural(self.turns)? as usize,
            duration: Duration::from_nanos(natural(self.duration_ns)?),
            replay: self.replay,
            stderr: self.stderr.map_or_else(|| Ok(Vec::new()), |text| parse(&text))?,
            void_run,
            worker: self.worker,
        })
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("results have text keys only")
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|why| why.to_string())
}
