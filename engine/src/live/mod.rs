//! The messages between a page and the host that plays its matches: a worker in the same browser,
//! or the native program on the same computer. Knows neither, and not how messages are sent.
//!
//! Live play is a growing replay: [`MatchProgress`] brings the turns and words since the last one.
//! Messages are JSON; files of bots cross beside them, untouched, in the order in which a message
//! needs them.

pub mod read;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::anymatch::{MatchSpec, RecordedSeats};
use crate::game::Outcome;
use crate::replay::{PlayerKind, Turn};
use crate::seat::Seat;
use crate::transcript::Passage;

/// The version of these messages. Page and program are not always built together.
pub const VERSION: u32 = 2;

/// The number of the match that a host plays of its own accord: no page asks for one under it.
pub const HOST_MATCH_ID: u32 = u32::MAX;

/// The first thing a page says where anybody could be at the other end of the line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// What the host gave to those who may speak to it.
    pub token: String,
    /// The page's [`VERSION`].
    pub version: u32,
}

/// What the page asks of its host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToHost {
    /// Break off the match that runs, if one does, and play this one. The modules of the bots come
    /// beside the message, one for each seat that is neither a person's, nor a host bot's, nor
    /// recorded, in the order of seats.
    Play(PlayRequest),
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
    /// Run a module (beside the message) once and say what it does.
    Try(TrialRequest),
}

/// One run of a module by itself, outside of any match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialRequest {
    /// Comes back with the answer.
    pub id: u32,
    /// What it draws its randomness from.
    pub seed: u64,
    /// The seat it has in a match, which is part of that.
    pub seat: Seat,
    /// All that it can read.
    pub stdin: String,
    /// Its arguments after the program's name, if it is not to have those of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// How long it has, in milliseconds of virtual time.
    pub limit_ms: u64,
    /// How many bytes it may print.
    #[serde(rename = "unread")]
    pub unread_output_max: usize,
}

/// What a module did in a [`TrialRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialResult {
    /// What it printed.
    pub stdout: String,
    /// What it said on stderr.
    pub stderr: String,
    /// How it ended.
    pub ending: TrialEnding,
    /// The virtual time it took.
    pub spent: Duration,
}

/// How a run that is not part of a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialEnding {
    /// By itself, with this exit status.
    Exited(i32),
    /// It failed: why, as a clause.
    Failed(String),
    /// It spent all its time.
    OutOfTime,
    /// It waits for something that will never happen.
    Waiting,
}

/// A match to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayRequest {
    /// Comes back with everything about this match.
    pub id: u32,
    /// Game, settings, seed, players, and what their bots are allowed.
    #[serde(rename = "opening")]
    pub match_spec: MatchSpec,
    /// What people play as soon as they are asked, before they are really asked: a match taken back
    /// to an earlier turn is the same match up to there, because bots repeat themselves.
    pub script: Vec<(Seat, Value)>,
    /// The seats that the host's own bots take, by the numbers they are listed under.
    #[serde(default, rename = "residents")]
    pub host_bots: Vec<(Seat, u32)>,
    /// The match that is repeated, and by whom: these seats need no file. A host that does not know
    /// of it says that files are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordedSeats>,
}

/// What the host tells the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromHost {
    /// The host is up.
    Ready {
        /// Whether it can suspend a module that waits for input (a browser needs JSPI for that).
        /// One that cannot interprets modules, which takes longer.
        suspends: bool,
    },
    /// The bots that the host brings along, in place of those it named before.
    #[serde(rename = "residents")]
    HostBots(Vec<HostBot>),
    /// A match has been opened: what the page does not know of it yet, or all of it where the page
    /// has not asked.
    Opened {
        /// Which match.
        id: u32,
        /// Game, settings, seed and players as they are played.
        #[serde(rename = "opening")]
        match_spec: MatchSpec,
    },
    /// The match has gone on.
    Progress(MatchProgress),
    /// What the bots of a match that is over have left in their folders.
    Left {
        /// Which match.
        id: u32,
        /// Their files, seat by seat.
        files: Vec<BotFile>,
    },
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
        /// The SHA-256 of the file as hexadecimal digits, or a sentence that says why it cannot
        /// play.
        verdict: Result<String, String>,
        /// The same hash of the module that interprets the file, if that is a script.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interpreter: Option<String>,
    },
    /// A module has been run.
    Tried {
        /// Which trial this answers.
        id: u32,
        /// What it did, or a sentence that says why it could not be run.
        tried: Result<TrialResult, String>,
    },
    /// A person's action was refused: a clause that says why.
    Refused {
        /// Who acted.
        seat: Seat,
        /// Why it is not played.
        why: String,
    },
    /// The host has ended, and nothing more comes from it: a sentence that says so.
    Ended {
        /// What happened, and what to do.
        why: String,
    },
}

/// A bot that the host brings along. Where it lies and how it is started is the host's alone to
/// know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostBot {
    /// What the page calls it by.
    pub id: u32,
    /// The name it plays under.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
    /// The only game it is meant for, if that is known.
    pub game: Option<String>,
    /// Why it cannot play, if it cannot: a clause.
    pub trouble: Option<String>,
    /// How often its file has changed since the host has listed it first. A host that watches files
    /// sends its list again with every change; pages that do not know of this take it as the same
    /// list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<u32>,
    /// What the page needs to play it by itself; `None` if only the host can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<HostBotFile>,
}

/// The file of a host bot that a page can play by itself: a module or a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostBotFile {
    /// The name under which the page keeps it.
    pub name: String,
    /// Where the page can fetch it as it is now.
    pub address: String,
}

/// A file that a bot has left in its folder when its last run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotFile {
    /// Whose it is.
    pub seat: Seat,
    /// Its path in the bot's folder, as the bot has named it.
    pub path: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// Where the page can fetch it from, as long as no other match is played.
    pub address: String,
}

/// What has happened in a match since the last message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchProgress {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{MatchTerms, PlayerInfo};

    #[test]
    fn what_is_said_is_understood() {
        let players = vec![PlayerInfo::default(), PlayerInfo::default()];
        let terms = MatchTerms { turn: Some(Duration::from_millis(9)), ..MatchTerms::default() };
        let match_spec = MatchSpec { game: "connect-four".to_owned(), settings: Value::Null, seed: 1, players, terms };
        let said = ToHost::Play(PlayRequest {
            id: 1,
            match_spec,
            script: Vec::new(),
            host_bots: vec![(Seat::new(1), 3)],
            record: None,
        });
        let text = serde_json::to_string(&said).expect("text keys only");
        assert_eq!(serde_json::from_str::<ToHost>(&text).expect("the same words"), said);
    }
}
