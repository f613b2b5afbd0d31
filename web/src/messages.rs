//! What the page and its match worker say to each other. Knows neither: both sides import it.
//!
//! Messages cross as JSON text; the bytes of modules cross beside them, untouched.

use botyard_engine::anymatch::Opening;
use botyard_engine::game::Outcome;
use botyard_engine::replay::Turn;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the page asks of the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToWorker {
    /// Break off the match that runs, if one does, and play this one. The modules of the bots come beside the
    /// message, one for each seat that is not a person's, in the order of seats.
    Play(Play),
    /// A person's action.
    Act {
        /// Who acts.
        seat: Seat,
        /// The action in the file form of replays.
        action: Value,
    },
    /// A person gives up.
    Resign {
        /// Who.
        seat: Seat,
    },
    /// Break the match off.
    Stop,
    /// Say whether a file (beside the message) can play.
    Check {
        /// Comes back with the answer.
        id: u32,
    },
}

/// A match to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// Comes back with everything about this match.
    pub id: u32,
    /// Game, settings, seed, players.
    pub opening: Opening,
    /// How long a bot has for one answer, in milliseconds of virtual time; the game's own limit if there is none.
    pub turn_ms: Option<u64>,
    /// What people play as soon as they are asked, before they are really asked: a match taken back to an
    /// earlier turn is the same match up to there, because bots repeat themselves.
    pub script: Vec<(Seat, Value)>,
}

/// What the worker tells the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromWorker {
    /// The worker is up.
    Ready {
        /// Whether this browser can suspend a module that waits for input (JSPI).
        suspends: bool,
    },
    /// The match has gone on.
    Progress(Progress),
    /// The match could not be opened: a sentence that says why.
    NotOpened {
        /// Which match.
        id: u32,
        /// Why, and what to do.
        why: String,
    },
    /// A file has been looked at.
    Checked {
        /// Which question this answers.
        id: u32,
        /// The SHA-256 of the file as hexadecimal digits, or a sentence that says why it cannot play.
        verdict: Result<String, String>,
    },
    /// A person's action was refused: a clause that says why.
    Refused {
        /// Who acted.
        seat: Seat,
        /// Why it is not played.
        why: String,
    },
}

/// What has happened in a match since the last message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Which match.
    pub id: u32,
    /// How many turns were known before.
    pub first: usize,
    /// The turns since.
    pub turns: Vec<Turn<Value>>,
    /// What the bots have read and said since.
    pub passages: Vec<Passage>,
    /// Who is being waited for now.
    pub awaited: Vec<Seat>,
    /// How the match ended, once it has.
    pub outcome: Option<Outcome>,
    /// Whether the match is over and every bot has gone: nothing will follow.
    pub done: bool,
}
