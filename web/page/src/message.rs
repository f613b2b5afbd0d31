//! The messages that the page handles, and the effects that it requests. This file has no logic.

use botyard_engine::replay::{MatchClock, Waiting};
use botyard_engine::seat::Seat;
use botyard_web_games::FormEdit;
use botyard_web_protocol::editor::FromEditor;
use botyard_web_protocol::series::{FromSeries, PanelPress, ToSeries};
use botyard_web_protocol::transcript::TranscriptUpdate;
use botyard_web_protocol::{BeatenRung, BotKey, BuildGames, FromWorker, HostBotFile, ToWorker};
use serde_json::Value;

use super::address::Address;
use super::bot_library::{LibraryRequest, ModuleBytes, StoredBuild};
use super::lineup::SeatChoice;
pub use super::panel::Panel;
use super::state::Splitter;
use super::task::Task;

/// Something that has happened.
#[derive(Debug, Clone)]
pub enum Message {
    /// The address has changed, or the page was opened with it: the part after `#`.
    Arrived(String),
    /// The page was opened in a tab that has kept this record, with this part of the address after
    /// `#`.
    Returned {
        /// The result of `PageState::keep`.
        kept: String,
        /// The part of the address.
        hash: String,
        /// Whether the browser has loaded the page again, or come back to it.
        is_loaded_again: bool,
    },
    /// The manual could not be fetched.
    NoManual,
    /// A first-time visitor has begun something, or has closed the introduction.
    Welcome,
    /// A message of the host that plays.
    Host(FromWorker),
    /// The time of [`Effect::Wake`] has come.
    Wake,
    /// A key was pressed outside of fields.
    Key {
        /// The key's name in the browser.
        key: String,
        /// Whether shift was held.
        shift: bool,
    },

    /// The next match is set up.
    Setup(SetupMessage),
    /// Play the line-up.
    Play,
    /// Play the line-up; from this seed if the current one would reveal hidden information to a
    /// person.
    PlayFrom(u64),
    /// Play the line-up from a new seed.
    Rematch(u64),
    /// Everybody moves one seat on and plays.
    Swap,
    /// Stop the match.
    Stop,
    /// The person resigns.
    Resign,
    /// The person's last action is taken back.
    TakeBack,
    /// A person acts.
    Act(Seat, Value),
    /// A person acts in a past position, where nothing can be played.
    ActInPast,

    /// The position that is shown changes.
    Playback(PlaybackMessage),
    /// To the next mark, or back to the one before.
    ToMark(MarkDirection),
    /// Show the next seat's view.
    Eyes,
    /// Show this seat's view; everything if it is `None`.
    Look(Option<Seat>),
    /// The person for whom the board is covered is at the screen.
    Uncover,

    /// Offer to run this seat's bot with an input.
    Try(Seat, String),
    /// Run it with this input.
    RunTrial(String),

    /// About a rerun.
    Rerun(RerunMessage),

    /// Show another panel.
    Panel(Panel),
    /// Lay the page out for another task.
    Task(Task),
    /// Let the game of this tile of the start view move, and no other.
    Tile(usize),
    /// Give the first of the two parts beside a line this share, in percent.
    Split(Splitter, u8),
    /// Show the game with this address as long as the visitor points at it; `None` ends that.
    Point(Option<String>),
    /// Show a dialog; `None` closes it.
    Dialog(Option<Dialog>),
    /// Inspect another seat.
    Inspect(Seat),
    /// Inspect the turn that is shown, or the whole match.
    InspectScope(InspectionScope),
    /// Draw what the inspected bot draws on the board, or no longer.
    ToggleDrawing,
    /// Which turn lost the match.
    LossReport(LossReportMessage),
    /// Take a seat in the match that is shown, whose turn comes next, and play on from there.
    PlayOn,
    /// Inspect the fault of this bot.
    InspectFault(Seat),

    /// A file was dropped or picked, for a seat if it was dropped there.
    File {
        /// Its name.
        name: String,
        /// Its content.
        bytes: ModuleBytes,
        /// The seat that it is for.
        seat: Option<Seat>,
    },
    /// The file of this host bot becomes a build, which gets the seat; and so does each change of
    /// the file.
    KeepBuilds(u32, Seat),
    /// The file of this name could not be fetched, with the reason.
    NoFile(String, String),
    /// A file that was dropped on this game in an earlier visit.
    Kept {
        /// The game's name.
        game: String,
        /// The kept build.
        build: StoredBuild,
    },
    /// A file that was dropped on this game was removed, but not by the visitor in this tab.
    RemovedElsewhere {
        /// The game's name.
        game: String,
        /// The file's name.
        name: String,
        /// The SHA-256 of its content.
        sha256: String,
        /// Why it was.
        reason: RemovalReason,
    },
    /// Remove the dropped bot of this key.
    Forget(BotKey),
    /// Put back the last removed item, as long as the notice about it is shown.
    Undo,
    /// Do not wait any longer for the match of a long link.
    StopReading,
    /// A bot of the page has been fetched, or could not be, with the reason.
    Fetched(BotKey, Result<ModuleBytes, String>),
    /// A link, a replay or a log was pasted.
    Pasted(String),
    /// Copy the link.
    Share,
    /// Show all of the sentence above the board, or one line of it again.
    UnfoldStatus,
    /// Copy the seed.
    CopySeed,
    /// Something was copied, or could not be.
    Copied(&'static str, bool),
    /// Save the match as a file.
    Download,
    /// Save the match in another form.
    Export(ExportedFile),
    /// Do not go on with the animation that is being drawn.
    StopExport,
    /// A series is to be played, or is.
    Series(SeriesMessage),
    /// A bot climbs the game's ladder.
    Ladder(LadderMessage),
    /// A turn is to be kept as a case, or bots are to play cases.
    Cases(CasesMessage),
    /// A bot is written in the page.
    Write(WriteMessage),
    /// A notice is shown or closed.
    Notice(NoticeMessage),
}

impl Message {
    /// Whether it changes the next match, other than its terms, or begins it.
    pub fn sets_up(&self) -> bool {
        match self {
            Self::Setup(message) => {
                !matches!(message, SetupMessage::Clock(_) | SetupMessage::Limit(_) | SetupMessage::Waiting(_))
            }
            Self::Play | Self::PlayFrom(_) | Self::PlayOn | Self::Rematch(_) | Self::Swap | Self::TakeBack => true,
            _ => false,
        }
    }

    /// Whether the visitor has done something that asks for an answer, rather than the browser, a
    /// host or a script. A key counts only as the message that it means.
    pub fn is_from_visitor(&self) -> bool {
        match self {
            Self::Arrived(_)
            | Self::Returned { .. }
            | Self::NoManual
            | Self::Host(_)
            | Self::Wake
            | Self::Key { .. }
            | Self::Point(_)
            | Self::Kept { .. }
            | Self::RemovedElsewhere { .. }
            | Self::NoFile(..)
            | Self::Fetched(..)
            | Self::Copied(..)
            | Self::Series(SeriesMessage::Games(_) | SeriesMessage::GoOn | SeriesMessage::Said(_))
            | Self::Cases(CasesMessage::Said(_))
            | Self::Notice(_) => false,
            Self::Write(message) => {
                matches!(
                    message,
                    WriteMessage::Read(_)
                        | WriteMessage::Editor(FromEditor::Run { .. } | FromEditor::OpenLoss { .. }, _)
                )
            }
            _ => true,
        }
    }
}

/// Why a build is not kept any more that the visitor has not removed in this tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovalReason {
    /// The visitor has removed it in another tab.
    OtherTab,
    /// It has no note, and there are many newer builds of its name without notes.
    NewerBuilds,
}

/// The next match is set up.
#[derive(Debug, Clone)]
pub enum SetupMessage {
    /// A player takes a seat in the next match.
    Choose(Seat, SeatChoice),
    /// The next match starts from this seed.
    Seed(u64),
    /// The next match starts from the typed seed, if it is valid.
    SeedTyped(String),
    /// How bots' time is counted.
    Clock(MatchClock),
    /// Let executables do this while they are not asked; `None` for the game's rule.
    Waiting(Option<Waiting>),
    /// Bots have this many seconds for an answer; `None` for the game's own limit.
    Limit(Option<f64>),
    /// The visitor changes the settings in the game's form.
    Edit(FormEdit<Value>),
    /// The next match has this many seats.
    Seats(usize),
}

/// A series is to be played, or is.
#[derive(Debug, Clone)]
pub enum SeriesMessage {
    /// A series is to have this many games.
    Games(u64),
    /// Play a series of the line-up.
    Play,
    /// Go on with the series that was being played when the page was left.
    GoOn,
    /// Something that the program of series has drawn was pressed or changed.
    Press(PanelPress),
    /// A message of the program of series.
    Said(FromSeries),
}

/// A bot climbs the game's ladder.
#[derive(Debug, Clone)]
pub enum LadderMessage {
    /// The bot of this file climbs.
    Choose(String),
    /// It tries to beat the rung at this place.
    Play(usize),
    /// It does not go on with that.
    Stop,
}

/// A turn is to be kept as a case, or bots are to play cases.
#[derive(Debug, Clone)]
pub enum CasesMessage {
    /// Offer to keep the turn that is inspected.
    Offer,
    /// Step through the turn that is inspected.
    Trace,
    /// Something that the program of cases has drawn was pressed or changed.
    Press(PanelPress),
    /// A message of the program of cases.
    Said(FromSeries),
}

/// A bot is written in the page.
#[derive(Debug, Clone)]
pub enum WriteMessage {
    /// Fetch the editor, perhaps again.
    Load,
    /// The editor was fetched, or cannot be.
    Loaded(FetchedEditor),
    /// Open the source of this bot, a script, in the editor.
    Read(BotKey),
    /// A message of the editor's, with the bytes beside it.
    Editor(FromEditor, ModuleBytes),
}

/// The result of fetching the editor's script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchedEditor {
    /// It is here.
    Here,
    /// The page has no editor, or it could not be fetched.
    Missing,
    /// It is being built while the page is served already.
    BeingBuilt,
}

/// A rerun: a bot gets the input of a recorded player, in the match that is shown.
#[derive(Debug, Clone)]
pub enum RerunMessage {
    /// Run this bot in the place of the inspected one.
    Start(BotKey),
    /// Play the match to its end with all bots.
    PlayOn,
    /// Forget the answers.
    Close,
}

/// The report on the turn that lost the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossReportMessage {
    /// Find the turn.
    Start,
    /// Do not look for it any longer.
    Stop,
    /// Look at the turns that are not analysed.
    GoOn,
    /// Show the position before it.
    ShowTurn,
    /// Offer to keep it as a case.
    Keep,
    /// Inspect it, where another bot can be asked the same.
    AskAnother,
    /// Step through it.
    Trace,
}

/// The position that is shown changes.
#[derive(Debug, Clone)]
pub enum PlaybackMessage {
    /// Play or pause.
    Toggle,
    /// This many turns forward or back.
    Step(isize),
    /// To a turn.
    Go(usize),
    /// To the newest turn.
    GoLast,
    /// At this speed, by its index.
    Speed(usize),
}

/// A notice is shown or closed.
#[derive(Debug, Clone)]
pub enum NoticeMessage {
    /// A script of the page shows a sentence.
    Show(String),
    /// The visitor closes the notice.
    Dismiss,
    /// The notice of this number has been there long enough.
    Fade(u32),
}

/// How much of a match is inspected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InspectionScope {
    /// The last turn of the bot in the position that is shown.
    Turn,
    /// All of its turns.
    Match,
}

/// Forward or back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkDirection {
    /// Towards the newest turn.
    Forward,
    /// Towards the start.
    Back,
}

/// A form of a match for people without Botyard: files, and texts or images to be copied or
/// scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportedFile {
    /// The log of the game's original program.
    Log,
    /// The shown board, as shapes.
    Svg,
    /// The shown board, as pixels.
    Png,
    /// The whole match as a page of its own.
    Html,
    /// The whole match as an animation.
    Gif,
    /// The board that is shown as lines of text, which are copied.
    Text,
    /// The link as a QR code, which is shown.
    QrCode,
}

/// A dialog above the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    /// The keys.
    Help,
    /// The link.
    Share,
    /// A link or file to be opened.
    Open,
    /// A bot to be run on an input.
    Trial,
}

/// Something to do outside the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Do the next step that makes a bot of this game ready. Of a fetched or attached file, send
    /// [`Message::Fetched`].
    Prepare(&'static str, LibraryRequest),
    /// Fetch the file of a host bot, and send [`Message::File`] as if it had been dropped.
    FetchFile(HostBotFile, Option<Seat>),
    /// Keep a build for later visits: its game, its key, its hash and its module.
    Keep(&'static str, BotKey, String, ModuleBytes),
    /// Keep of a build how its games have ended: its game, its key and its hash.
    KeepGames(&'static str, BotKey, String, BuildGames),
    /// Keep of a build that it has beaten a rung: its game, its key and its hash.
    KeepBeaten(&'static str, BotKey, String, BeatenRung),
    /// Delete a kept build: its game, its key and its hash.
    Forget(&'static str, BotKey, String),
    /// Keep a build again that was just deleted: its game, its key and its hash.
    Restore(&'static str, BotKey, String),
    /// Send a message to the host that plays, with the files beside it.
    AskHost(ToWorker, Vec<ModuleBytes>),
    /// Send a message to the program of series, with files beside it.
    Series(ToSeries, Vec<ModuleBytes>),
    /// Fetch the editor's script (the number counts attempts) and send [`WriteMessage::Loaded`].
    LoadEditor(u32),
    /// Fetch the manual's script; if that fails, send [`Message::NoManual`].
    LoadManual,
    /// Remember that the visitor has been here.
    KeepVisit,
    /// Keep the share of the first of the two parts beside a line for later visits.
    KeepShare(Splitter, u8),
    /// Send a message to the program of cases, with files beside it.
    Cases(ToSeries, Vec<ModuleBytes>),
    /// Keep how many games a series has for later visits.
    KeepSeriesGames(u64),
    /// Remember whether a series is being played: a page that is loaded again goes on with it.
    RememberSeries(bool),
    /// Send the script of transcripts the inspected bot's new passages and turns.
    Transcript(TranscriptUpdate),
    /// Change the address, as a new entry of the history.
    Push(Address),
    /// Change the address in place.
    Replace(Address),
    /// Send [`Message::Wake`] after this many milliseconds; this replaces an earlier request.
    Wake(f64),
    /// Send [`NoticeMessage::Fade`] after this many milliseconds.
    Fade(u32, f64),
    /// Scroll the board into view.
    ShowBoard,
    /// Scroll the panels beside the board, or below it, into view.
    ShowPanels,
    /// Scroll the advice about a bot's fault into view, once it is drawn.
    ShowAdvice,
    /// Copy a text and send [`Message::Copied`] with its description.
    Copy(String, &'static str),
    /// Offer a file of this name and text.
    Save(String, String),
    /// Offer a file of this name that is at an address within the browser.
    SaveFrom(String, String),
}
