//! The messages between a page and the host that plays its matches: a worker in the same browser,
//! or the native program on the same computer. Knows neither, and not how messages are sent.
//!
//! Live play is a growing replay: [`MatchProgress`] brings the turns and words since the last one.
//! Messages are JSON; files of bots travel beside them, untouched, in the order in which a message
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
pub const VERSION: u32 = 3;

/// The number of a match that the host starts without a page's request. No page uses this number
/// for a request.
pub const HOST_MATCH_ID: u32 = u32::MAX;

/// The first message of a page on a connection that anybody could have opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The token that the host gave to authorized pages.
    pub token: String,
    /// The page's [`VERSION`].
    pub version: u32,
}

/// Messages from the page to its host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToHost {
    /// Break off the match that runs, if one does, and play this one. The modules of the bots come
    /// beside the message, one for each seat that is neither a person's, nor a host bot's, nor
    /// recorded, in the order of seats.
    Play(PlayRequest),
    /// A person's action.
    Act {
        /// The seat that acts.
        seat: Seat,
        /// The action in the file form of replays.
        action: Value,
    },
    /// A person gives up.
    Resign {
        /// The seat.
        seat: Seat,
    },
    /// Break the match off.
    Stop,
    /// Check whether a file (beside the message) can play.
    Check {
        /// Comes back with the answer.
        id: u32,
    },
    /// Run a module (beside the message) once and report the result.
    Try(TrialRequest),
}

/// One run of a module, outside any match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialRequest {
    /// Comes back with the answer.
    pub id: u32,
    /// The source of its randomness.
    pub seed: u64,
    /// The seat that it would have in a match; its randomness depends on it.
    pub seat: Seat,
    /// All that it can read.
    pub stdin: String,
    /// Its arguments after the program's name; `None` for those of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// How long it has, in milliseconds of virtual time.
    pub limit_ms: u64,
    /// How many bytes it may print.
    #[serde(rename = "unread")]
    pub unread_output_max: usize,
}

/// The result of a [`TrialRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialResult {
    /// Its output.
    pub stdout: String,
    /// Its text on stderr.
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
    /// It ended on its own, with this exit status.
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
    /// Actions that people play as soon as they are asked: a match taken back to an earlier turn is
    /// the same match up to that turn, because bots repeat themselves.
    pub script: Vec<(Seat, Value)>,
    /// The seats that the host's own bots take, by the numbers they are listed under.
    #[serde(default, rename = "residents")]
    pub host_bots: Vec<(Seat, u32)>,
    /// The match to repeat, and the recorded seats: these need no file. A host that does not know
    /// this field reports that files are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordedSeats>,
}

/// Messages from the host to the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromHost {
    /// The host is up.
    Ready {
        /// Whether it can suspend a module that waits for input (a browser needs JSPI for that). A
        /// host that cannot suspend interprets modules, which takes longer.
        suspends: bool,
    },
    /// The bots that the host brings along, in place of those it named before.
    #[serde(rename = "residents")]
    HostBots(Vec<HostBot>),
    /// A match has been opened: the data that the page does not have yet, or all of it if the page
    /// did not ask for the match.
    Opened {
        /// The number of the match.
        id: u32,
        /// Game, settings, seed and players as they are played.
        #[serde(rename = "opening")]
        match_spec: MatchSpec,
    },
    /// The match has gone on.
    Progress(MatchProgress),
    /// The files that the bots of a finished match have left in their folders.
    Left {
        /// The number of the match.
        id: u32,
        /// Their files, seat by seat.
        files: Vec<BotFile>,
    },
    /// The match could not be opened: a sentence with the reason.
    NotOpened {
        /// The number of the match.
        id: u32,
        /// The reason, and what to do.
        why: String,
    },
    /// A file has been looked at.
    Checked {
        /// The number of the question that this answers.
        id: u32,
        /// The SHA-256 of the file as hexadecimal digits, or a sentence with the reason why it
        /// cannot play.
        verdict: Result<String, String>,
        /// The SHA-256 of the module that interprets the file, if the file is a script.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interpreter: Option<String>,
    },
    /// A module has been run.
    Tried {
        /// The number of the trial that this answers.
        id: u32,
        /// The result of the trial, or a sentence with the reason why it could not run.
        tried: Result<TrialResult, String>,
    },
    /// A person's action was refused: a clause with the reason.
    Refused {
        /// The seat that acted.
        seat: Seat,
        /// Why it is not played.
        why: String,
    },
    /// The host has ended and sends nothing more: a sentence for people.
    Ended {
        /// What happened, and what to do.
        why: String,
    },
}

/// A bot that the host offers. Only the host knows where it is stored and how it is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostBot {
    /// The number by which the page refers to it.
    pub id: u32,
    /// The name it plays under.
    pub name: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// The only game it is meant for, if that is known.
    pub game: Option<String>,
    /// Why it cannot play, if it cannot: a clause.
    pub trouble: Option<String>,
    /// How often its file has changed since the host first listed it. A host that watches files
    /// sends its list again after every change; pages that do not know this field see an unchanged
    /// list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<u32>,
    /// The file with which the page can play the bot itself; `None` if only the host can play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<HostBotFile>,
}

/// The file of a host bot that a page can play itself: a module or a script.
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
    /// The seat of the bot.
    pub seat: Seat,
    /// Its path in the bot's folder, as the bot has named it.
    pub path: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// Where the page can fetch it from, as long as no other match is played.
    pub address: String,
}

/// The progress of a match since the last message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchProgress {
    /// The number of the match.
    pub id: u32,
    /// How many turns were known before.
    pub first: usize,
    /// The turns since.
    pub turns: Vec<Turn<Value>>,
    /// What the bots have read and printed since then.
    pub passages: Vec<Passage>,
    /// The seats that owe an action now.
    pub awaited: Vec<Seat>,
    /// How the match ended, once it has.
    pub outcome: Option<Outcome>,
    /// Whether the match is over and every run has ended: no message will follow.
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
