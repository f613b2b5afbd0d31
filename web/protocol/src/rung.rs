//! The results of attempts at the rungs of a ladder: those that the page keeps with a build, and what
//! the program of series reports. Knows no ladders.

use botyard_engine::live::read::{FromMessage, read_field};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A rung that a build has beaten. Kept with the build and exported with it: names must not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BeatenRung {
    /// The rung, by the name of its bot.
    pub rung: String,
    /// How many different games were played.
    pub games: u32,
    /// Two for each game won, one for each draw.
    pub half_points: u32,
}

impl FromMessage for BeatenRung {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        let (games, half_points) = (read_field(of, "games")?, read_field(of, "halfPoints")?);
        Some(Self { rung: read_field(of, "rung")?, games, half_points })
    }
}

/// How far the attempt of a build at a rung is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RungReport {
    /// The game.
    pub game: String,
    /// The rung, by the name of its bot.
    pub rung: String,
    /// The SHA-256 of the build.
    pub sha256: String,
    /// How many different games count so far.
    pub games: u32,
    /// Two for each of them that the build has won, one for each draw.
    pub half_points: u32,
    /// Whether it goes on, or how it has ended.
    pub state: AttemptState,
}

/// Whether an attempt goes on, or how it has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttemptState {
    /// Games are played.
    Playing,
    /// Games are left, and none is played.
    Stopped,
    /// The build has beaten the rung.
    Beaten,
    /// It has not.
    NotBeaten,
}
