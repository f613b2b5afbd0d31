//! The messages between the page and the program of series. The program of cases takes and sends
//! the same messages. Knows no game.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::judge::Judgement;
use botyard_engine::match_report::MatchReport;
use botyard_engine::tournament::Format;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::match_files::{Export, FromReader, ReadRequest};
use super::program_store::StoreAnswer;
use super::rung::RungReport;

/// A message from the page to the program of series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ToSeries {
    /// First of all: where things are.
    #[cfg_attr(test, ts(skip))]
    Start {
        /// The addresses of the match worker's program and of the one with the interpreter.
        programs: [String; 2],
        /// The address of the match worker's program that records turns.
        recorder: String,
        /// The connection to the native program that the page came from, if this program may use
        /// it: the socket's address and the first message, with a blank between them.
        server: Option<String>,
    },
    /// Play a new series. The modules of the bots come beside the message, in the order of seats.
    #[cfg_attr(test, ts(skip))]
    Play {
        /// The first game: its seed is that of the series, its players are the participants.
        match_spec: MatchSpec,
        /// The format of the pairings.
        format: Format,
        /// How many games to play; of a tournament, for each pairing.
        games: u64,
        /// Set if the first bot is a draft that the editor has run: the editor gets reports on its
        /// results.
        run: Option<DraftRun>,
    },
    /// Have the first of two bots try to beat a rung of the game's ladder, whose bot is the second.
    /// The modules come beside the message. The answers are [`FromSeries::Rung`].
    #[cfg_attr(test, ts(skip))]
    TryRung {
        /// The first game, as in [`ToSeries::Play`].
        match_spec: MatchSpec,
        /// The name of the rung.
        rung: String,
    },
    /// These bots can take part in a tournament.
    #[cfg_attr(test, ts(skip))]
    Bots(Vec<FieldBot>),
    /// Of cases: this game is shown, and these bots can be asked.
    #[cfg_attr(test, ts(skip))]
    CaseBots {
        /// The game that is shown.
        game: String,
        /// Its bots.
        bots: Vec<FieldBot>,
    },
    /// Of cases: offer to keep a turn of a match.
    #[cfg_attr(test, ts(skip))]
    Offer {
        /// The match in the file form.
        replay: Value,
        /// The player, counted from 1.
        seat: usize,
        /// The number of the turn, as people count.
        turn: usize,
        /// The key of the bot that played, if it is here.
        bot: Option<String>,
    },
    /// Of cases, whose program knows all rules: write a match in another form. The match's file
    /// comes beside the message.
    #[cfg_attr(test, ts(skip))]
    Write(Export),
    /// Of cases: read a replay or a log, whose text comes beside the message.
    #[cfg_attr(test, ts(skip))]
    Read(ReadRequest),
    /// Of cases: find the turn that lost a match, in the place of an earlier one that is still
    /// analysed. The answers are [`FromSeries::Analysed`].
    #[cfg_attr(test, ts(skip))]
    Analyse {
        /// Comes back with the answers.
        id: u32,
        /// The match in the file form.
        replay: Value,
    },
    /// Of cases: record a turn, to be stepped through. The answers are [`FromSeries::Steps`].
    #[cfg_attr(test, ts(skip))]
    Trace(TracedTurn),
    /// Of cases: do not go on with that for now.
    #[cfg_attr(test, ts(skip))]
    StopAnalysis,
    /// Of cases: go on with the analysis of this number, and search longer if it has given a turn up.
    #[cfg_attr(test, ts(skip))]
    AnalyseFurther {
        /// See [`ToSeries::Analyse`].
        id: u32,
    },
    /// Of cases: find the turns that lost these games of a series, in the place of those that are
    /// still sought; none to end that. The answers are [`FromSeries::LostTurn`].
    #[cfg_attr(test, ts(skip))]
    FindLostTurns(Vec<LostGame>),
    /// Of series: an answer of the program of cases.
    #[cfg_attr(test, ts(skip))]
    LostTurn(LostTurn),
    /// Of cases: the bot of this key, whose module comes beside the message if it can be had.
    #[cfg_attr(test, ts(skip))]
    Module(String),
    /// The visitor has pressed or changed an element that the program has drawn.
    #[cfg_attr(test, ts(skip))]
    Press(PanelPress),
    /// Draw the panel, which is shown.
    #[cfg_attr(test, ts(skip))]
    Show,
    /// Go on with the series that was being played when the page was left.
    #[cfg_attr(test, ts(skip))]
    GoOn,
    /// Put back what was removed last.
    #[cfg_attr(test, ts(skip))]
    UndoRemove,
    /// Of series: the editor requests something of a run.
    Run {
        /// The game of the run.
        game: String,
        /// The key of the draft's build.
        key: String,
        /// What is requested.
        request: RunRequest,
    },
    /// Of cases: the editor has run the bot of this key, which is to play all cases.
    #[cfg_attr(test, ts(skip))]
    AskRun {
        /// The key of the bot.
        key: String,
    },
    /// Of cases: end the drawing of an animation.
    #[cfg_attr(test, ts(skip))]
    StopWriting,
    /// Of cases: another tab has changed a note on a build.
    BotsNoted,
    /// Of cases: the file of a bot of the native program has changed.
    #[cfg_attr(test, ts(skip))]
    BotChanged {
        /// The key of the bot.
        key: String,
    },
    /// Of cases: one of these bots has a seat in the next match.
    #[cfg_attr(test, ts(skip))]
    LineupChanged,
    /// The answer to a [`StoreRequest`](crate::program_store::StoreRequest), from the page's document.
    #[serde(skip_serializing)]
    Answer(StoreAnswer),
    /// Show the games of a file, whose bytes come beside the message.
    #[cfg_attr(test, ts(skip))]
    Import {
        /// The game that is shown: the lines of the file do not name their game.
        game: String,
    },
}

/// A press or a change of an element that a program has drawn. Only that program knows the names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelPress {
    /// The name of the element.
    pub name: String,
    /// Its value, if it is a field or a button with a value.
    pub value: String,
}

/// A turn of a script that is to be stepped through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TracedTurn {
    /// The match in the file form.
    pub replay: Value,
    /// The player, counted from 1.
    pub seat: usize,
    /// The number of the turn, as people count.
    pub turn: usize,
    /// The key of the bot that is run.
    pub bot: String,
}

/// A game of a series that somebody has lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostGame {
    /// Tells the series from others that were shown.
    pub series: u32,
    /// Its number in the series, from 1.
    pub number: u64,
    /// Its match: the end of an address behind `#/`, or a replay in the file form.
    pub replay: String,
}

/// The turn that lost a game of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostTurn {
    /// See [`LostGame::series`].
    pub series: u32,
    /// See [`LostGame::number`].
    pub number: u64,
    /// How many turns were played before it; `None` if no analysed turn lost the game.
    pub before: Option<usize>,
    /// The result of perfect play before it, for the loser.
    pub from: Option<Judgement>,
    /// The sentence of the report.
    pub sentence: String,
}

/// A request of the editor on a run. Another series may be shown by now: the run is then shown
/// again, unless only a report is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum RunRequest {
    /// Play no more games.
    Stop,
    /// Play all games that are left.
    GoOn,
    /// Open a game.
    Open {
        /// Its number, from 1.
        #[cfg_attr(test, ts(type = "number"))]
        number: u64,
    },
    /// Report on the run, if it is kept.
    Report,
}

/// A draft of the editor's that was run. Kept in the browser: names must not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftRun {
    /// The key of its build.
    pub key: String,
    /// For each participant, which build of the draft's file it is; `None` if it is another bot.
    /// Empty in records of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<Option<u32>>,
}

/// A bot that can take part in a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldBot {
    /// The page's key for it.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Whether the visitor has dropped or written it.
    pub is_own: bool,
    /// Whether it is a script, which takes longer than a compiled bot.
    pub is_script: bool,
    /// Whether it fails in nearly all of its games, or has never started.
    pub has_failed: bool,
}

/// How a participant's games have ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParticipantGames {
    /// The SHA-256 of its module or script.
    pub sha256: String,
    /// How many it has played.
    pub games: u32,
    /// How many of them it has lost with a fault of its own.
    pub failed: u32,
}

/// A message from the program of series to the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromSeries {
    /// The program is up: earlier messages to it are lost.
    Ready,
    /// The panel's content as nodes: a text, or `[tag, {attribute: value}, node, ...]`.
    View(Value),
    /// Whether games are being played: a page that is loaded again goes on with them.
    Playing(bool),
    /// The visitor wants a tournament: answer with [`ToSeries::Play`] as soon as the bots are
    /// loaded.
    Field {
        /// The format of the pairings.
        format: Format,
        /// The keys of the bots, in the order of participants.
        bots: Vec<String>,
        /// How many games each pairing has; `None` for as many as are chosen on the page.
        games: Option<u64>,
    },
    /// The editor has run the bot of this key, and there are cases: have the bot play them.
    AskCases(String),
    /// Of cases: load the bot of this key, and answer with a [`ToSeries::Module`].
    Load(String),
    /// Of cases: play the match of the line-up.
    Play,
    /// Open the replay of a game.
    Open(String),
    /// Offer a file.
    Save {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
    /// Something was removed; the sentence names it. [`ToSeries::UndoRemove`] puts it back.
    Removed(String),
    /// How the games of the series that is shown have ended so far for its participants.
    Games(Vec<ParticipantGames>),
    /// How far the attempt at a rung is that is shown, whenever that has changed.
    Rung(RungReport),
    /// An animation is being drawn.
    Drawn {
        /// How many of its pictures are drawn.
        done: usize,
        /// How many it has.
        count: usize,
    },
    /// The answer to a [`ToSeries::Write`]: the text of the file, or for a file of pixels its
    /// address within the browser; or a clause that says why the match cannot be written.
    Written(Result<String, String>),
    /// How much of a text that takes long has been read.
    Reading {
        /// The number of its [`ToSeries::Read`].
        id: u32,
        /// In percent.
        percent: u8,
    },
    /// The answer to a [`ToSeries::Read`].
    Read(FromReader),
    /// An answer to a [`ToSeries::Analyse`]: one whenever more turns are known, from the last to the
    /// first, and one at the end. Of a match that is estimated, there is one answer.
    Analysed {
        /// The number of the question.
        id: u32,
        /// What is known now, or a clause that says why the match cannot be analysed.
        report: Result<MatchReport, String>,
        /// Whether this is the last answer.
        is_done: bool,
    },
    /// Of cases: the content of the panel in which a turn is stepped through, as nodes.
    Steps(Value),
    /// Of series: have the program of cases find the turns that lost these games: see
    /// [`ToSeries::FindLostTurns`].
    FindLostTurns(Vec<LostGame>),
    /// Of cases: an answer for the program of series.
    LostTurn(LostTurn),
    /// An error that the visitor must know: a sentence.
    Error(String),
}
