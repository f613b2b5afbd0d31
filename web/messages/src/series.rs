//! The messages about a series that this browser plays: between the page and the program of series,
//! and between that program and the match workers that play its games. The program of cases takes
//! and sends the same messages. Knows no game.
//!
//! All messages are JSON text, in a parcel with the data that cannot be text: modules as files, and
//! as the browser has compiled them.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::tournament::ScheduledGame;
use botyard_web_export::Export;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The format in which all bots play every game together.
pub const SERIES: &str = "series";
/// The format in which the first bot meets each of the others.
pub const GAUNTLET: &str = "gauntlet";
/// In place of a number: as many games as are chosen on the page.
pub const CHOSEN_GAMES: u64 = 0;

/// A message from the page to the program of series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToSeries {
    /// First of all: where things are.
    Start {
        /// The addresses of the match worker's program and of the one with the interpreter.
        programs: [String; 2],
        /// The connection to the native program that the page came from, if this program may use
        /// it: the socket's address and the first message, with a blank between them.
        server: Option<String>,
    },
    /// Play a new series. The modules of the bots come beside the message, in the order of seats.
    Play {
        /// The first game: its seed is that of the series, its players are the participants.
        match_spec: MatchSpec,
        /// The format of the pairings: [`SERIES`], or the one that [`FromSeries::Field`] sent.
        format: String,
        /// How many games to play; of a tournament, for each pairing.
        games: u64,
        /// Set if the first bot is a draft that the editor has run: the editor gets reports on its
        /// results.
        run: Option<DraftRun>,
    },
    /// These bots can take part in a tournament.
    Bots(Vec<FieldBot>),
    /// Of cases: this game is shown, and these bots can be asked.
    CaseBots {
        /// The game that is shown.
        game: String,
        /// Its bots.
        bots: Vec<FieldBot>,
    },
    /// Of cases: offer to keep a turn of a match.
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
    Write(Export),
    /// Of cases: the bot of this key, whose module comes beside the message if it can be had.
    Module(String),
    /// The visitor has pressed or changed an element of the series' panel: its name, and the value
    /// of a field.
    Do(String, String),
    /// Show the games of a file, whose bytes come beside the message.
    Import {
        /// The game that is shown: the lines of the file do not name their game.
        game: String,
    },
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
    /// loaded. Holds the format of the pairings, the keys of the bots in the order of participants,
    /// and how many games each pairing has: a number or [`CHOSEN_GAMES`].
    Field(String, Vec<String>, u64),
    /// The editor has run the bot of this key, and there are cases: have the bot play them.
    AskCases(String),
    /// Of cases: load the bot of this key, and answer with a [`ToSeries::Module`].
    Load(String),
    /// Of cases: play the match of the line-up.
    Play,
    /// Open the replay of a game.
    Open(String),
    /// Offer a file of this name and text.
    Save(String, String),
    /// Something was removed; the sentence names it. [`ToSeries::Do`] with `undo-remove` puts it
    /// back.
    Removed(String),
    /// How the games of the series that is shown have ended so far for its participants.
    Games(Vec<ParticipantGames>),
    /// How many pictures of an animation are drawn, and of how many.
    Drawn(usize, usize),
    /// The answer to a [`ToSeries::Write`]: the text of the file, or for a file of pixels its
    /// address within the browser; or a clause that says why the match cannot be written.
    Written(Result<String, String>),
    /// An error that the visitor must know: a sentence.
    Error(String),
}

/// A request of the program of series to a match worker, for games of one series at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToGameWorker {
    /// Compile the modules, whose files come beside the message in the order of participants.
    PrepareBots,
    /// Take the modules as another worker has compiled them: they come beside the message.
    TakeBots,
    /// Play these games one after the other.
    PlayGames {
        /// The match, with the participants in the place of players; each game has its own seed and
        /// seats.
        match_spec: MatchSpec,
        /// Which games.
        games: Vec<ScheduledGame>,
    },
    /// Bring lines of games up to date that an earlier version of the page or the program wrote:
    /// that takes the games' rules.
    RenewLines(Vec<String>),
}

/// A match worker's answer to the program of series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromGameWorker {
    /// The bots can play. They come beside the message as the browser has compiled them, if other
    /// workers can take them in that form.
    BotsReady,
    /// A bot cannot play: a sentence that says why.
    BotRefused(String),
    /// The games were played: the lines of their results.
    Played(Vec<String>),
    /// The lines of [`ToGameWorker::RenewLines`], brought up to date, in the same order.
    Renewed(Vec<String>),
    /// A game could not be played, and it is not a bot's fault: a sentence that says why.
    Failed(String),
}
