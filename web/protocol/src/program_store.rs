//! The messages between the programs of series and of cases, which are workers, and the script of
//! the page's document that keeps their data (`web/desk/js/series_store.js`). Knows no games.

use serde::{Deserialize, Serialize};

use super::bot_store::BuildId;

/// A message of a program to the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ToDocument {
    /// A request. The document answers with a [`StoreAnswer`].
    Ask {
        /// Comes back with the answer.
        number: u32,
        /// What is asked for.
        request: StoreRequest,
    },
    /// A report for the editor, on a run of a draft.
    Report {
        /// What the report is on.
        about: ReportSubject,
        /// The report as JSON text.
        report: String,
    },
    /// Start a worker, or connect to the native program. The port that relays its messages comes
    /// beside the message. It is sent by `relayed_worker.js`.
    Relay {
        /// Where the worker's program is; or the socket's address and the first message, with a
        /// blank between them.
        address: String,
    },
}

/// What a report on a run of a draft is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ReportSubject {
    /// Its series.
    Series,
    /// Its cases.
    Cases,
}

/// A request to the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StoreRequest {
    /// The descriptions of all series, the oldest first.
    List,
    /// Keep a new series, in place of the oldest where there are many. The files of its bots come
    /// beside the message. The answer is its number.
    Add {
        /// Its description as JSON text.
        description: String,
        /// Whether the editor has run it: such series replace only each other.
        is_run: bool,
    },
    /// Keep the description of a series. The files of its bots come beside the message.
    Describe {
        /// The number of the series.
        id: u32,
        /// Its description as JSON text.
        description: String,
        /// Whether the editor has run it.
        is_run: bool,
    },
    /// Keep the lines of games: all of them, or none.
    AddLines {
        /// The number of the series.
        id: u32,
        /// The lines.
        lines: Vec<KeptLine>,
    },
    /// Forget a series.
    Remove {
        /// The number of the series.
        id: u32,
    },
    /// A series with its games. The files of its bots come beside the answer.
    Load {
        /// The number of the series.
        id: u32,
    },
    /// All cases, the oldest first.
    ListCases,
    /// Keep a new case. The answer is its number.
    AddCase {
        /// The text of the case.
        text: String,
    },
    /// Forget a case.
    RemoveCase {
        /// The number of the case.
        id: u32,
    },
    /// All verdicts.
    ListVerdicts,
    /// Keep a verdict in place of the one before.
    KeepVerdict(KeptVerdictText),
    /// Forget the verdicts on a case, and those on a bot.
    RemoveVerdicts {
        /// The number of the case.
        case: Option<u32>,
        /// The bot.
        bot: Option<String>,
    },
    /// Identify one of the page's interpreters of scripts.
    Interpreter {
        /// The name of its file, without its ending.
        name: String,
    },
    /// Have the script that keeps the visitor's bots do something.
    Bots {
        /// What it is to do.
        request: ToBotLibrary,
    },
    /// Draw a picture as a PNG. The answer is its address within the browser.
    DrawPng {
        /// The picture.
        svg: String,
    },
    /// Draw a picture as pixels. Red, green, blue and opacity of each come beside the answer, which
    /// is how many a row has.
    DrawPixels {
        /// The picture.
        svg: String,
    },
    /// Give a GIF, which comes beside the message, an address within the browser: the answer.
    KeepGif,
}

/// The line of a game, under the key of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptLine {
    /// The unit of the game in the schedule.
    #[cfg_attr(test, ts(type = "number"))]
    pub unit: u64,
    /// Which game of the unit it is.
    pub rotation: u16,
    /// How often it was void before.
    pub voids: u8,
    /// The line.
    pub line: String,
}

/// The answer to a [`StoreRequest`], as the value of the key `answer` of a message to the program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoreAnswer {
    /// The number of the request.
    pub number: u32,
    /// The result, or the browser's name for the error.
    #[cfg_attr(test, ts(type = "{ Ok: unknown } | { Err: string }"))]
    pub result: Result<serde_json::Value, String>,
}

/// A series that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedSeries {
    /// Its number.
    pub id: u32,
    /// Its description as JSON text.
    pub description: String,
}

/// A series with its games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoadedSeries {
    /// Its description as JSON text.
    pub description: String,
    /// The lines of its games.
    pub lines: Vec<String>,
}

/// A case that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedCase {
    /// Its number.
    pub id: u32,
    /// Its text.
    pub text: String,
}

/// A verdict that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptVerdictText {
    /// The number of the case.
    pub case: u32,
    /// The key of the bot.
    pub bot: String,
    /// The verdict as text.
    pub text: String,
}

/// A request to the script that keeps the visitor's bots, of a program or of the editor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToBotLibrary {
    /// The builds of a game.
    List {
        /// The game.
        game: String,
    },
    /// The action for new builds.
    AfterBuild {
        /// Replaces it first, if there is one.
        choice: Option<String>,
    },
    /// Keep a note on a build.
    Note {
        /// The build.
        build: BuildId,
        /// The note.
        note: String,
    },
    /// Keep the results of running a draft.
    KeepResults {
        /// The game that it plays.
        game: String,
        /// The name of its file.
        name: String,
        /// The SHA-256 of its file.
        sha256: String,
        /// The results, as text.
        results: String,
    },
    /// The text of a build that is a script.
    Text {
        /// The build.
        build: BuildId,
    },
    /// Remove all but the newest builds of a name. Those with a note stay.
    Trim {
        /// The game.
        game: String,
        /// The name of their files.
        name: String,
        /// How many stay.
        most: u32,
    },
    /// Let the visitor pick a file or a folder to be watched. The answer is its name.
    Watch {
        /// The game that is shown.
        game: String,
        /// Whether it is a folder.
        is_folder: bool,
    },
    /// Watch the file of an earlier visit again. The browser may ask the visitor for permission.
    WatchAgain {
        /// The game that is shown.
        game: String,
    },
    /// Watch nothing any more.
    Unwatch {
        /// The game that is shown.
        game: String,
    },
    /// Let the visitor choose a folder, which becomes a bot.
    AddFolder,
    /// Save all builds of all games as a file.
    Export,
}

/// The builds of a game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BuildList {
    /// Whether the browser lets a page watch files and folders.
    pub can_watch: bool,
    /// The name of the file that is or was watched.
    pub watched: Option<String>,
    /// The builds.
    pub builds: Vec<ListedBuild>,
}

/// A build in a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedBuild {
    /// The name of its file.
    pub name: String,
    /// Which file of that name it is, from 1.
    pub number: u32,
    /// The SHA-256 of its file.
    pub sha256: String,
    /// When it was first kept, as text.
    pub since: String,
    /// The visitor's note on it.
    pub note: String,
    /// The results of running it, as text, if it is a draft that was run.
    pub results: Option<String>,
    /// How many files came with it.
    pub files: u32,
    /// Why its results mean little for other builds, as text; empty if they mean something.
    pub failure: String,
}
