//! All of the page's state. `update` takes a message and returns effects. Nothing here uses the
//! browser, so every decision of the page can be tested on any host.

mod aside;
mod builds;
mod cases;
mod export;
mod files;
mod host_bots;
mod hosted;
mod inspect;
mod keys;
mod learn;
mod library;
mod matches;
mod notices;
mod played_again;
mod rerun;
mod return_visit;
mod screen;
mod series;
mod session;
mod setup;
mod source;
mod steps;
mod substitutes;
#[cfg(test)]
mod tests;
mod transcript;
mod trial;
mod words;
mod write;

pub use cases::CasesState;
pub use export::{PendingExport, ShownExport};
pub use inspect::{Inspection, TurnTime, TurnTotals};
pub use keys::common_keys;
pub use learn::LearnState;
pub use notices::{Notice, Notices};
pub use rerun::{AnswerView, RerunView};
pub use return_visit::has_other_bots;
pub use series::{SERIES_GAMES, SeriesState};
pub use session::HostSession;
pub use setup::Setup;
pub use trial::{TrialPhase, TrialState};
pub use words::SeatStanding;
pub use write::{EditorStatus, WriteState};

use std::ops::RangeInclusive;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::{Seat, Seats};

use self::aside::PausedMatches;
use self::played_again::PlayedAgain;
use self::rerun::RerunState;
use self::screen::Viewpoint;
use self::transcript::ToldTranscript;
use super::address::Address;
use super::bot_library::{BotLibrary, LibraryMessage};
use super::excerpt::quoted;
use super::lineup::{Lineup, SeatChoice};
use super::message::{Dialog, Effect, MarkDirection, Message, Panel, SetupMessage};
use super::playback::Playback;
use super::shown_match::{ResumePoint, ShownMatch, ShownPhase};
use crate::client::EngineKind;
use botyard_web_games::{GameUi, game_uis};
use botyard_web_messages::series::ToSeries;
use botyard_web_messages::{BotKey, FromWorker};

/// Shown to people who would see hidden information in a link, a file or the bots' passages.
pub const HIDDEN_UNTIL_END: &str = "That can be seen when the match is over: now it would give away what is hidden.";

/// The upper panel's share of the panels' height unless the visitor has chosen another, in percent.
const SPLIT: u8 = 46;
/// The share with more than two players: four fit into it, and the buttons that start a match.
const SPLIT_OF_MANY: u8 = 60;
/// The share beside the moves on a first visit, with a welcome above the players.
const SPLIT_AT_FIRST: u8 = 75;
/// This share in a game without statistics, which would be below the players: the moves get more
/// room.
const SPLIT_AT_FIRST_BARE: u8 = 66;

/// Keeps both panels visible.
fn limit_split(share: u8) -> u8 {
    share.clamp(*SPLITS.start(), *SPLITS.end())
}

/// The shares that can be chosen.
pub const SPLITS: RangeInclusive<u8> = 15..=80;

/// The browser's data when the page opens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BrowserInfo {
    /// The page's URL without the part after `#`.
    pub base: String,
    /// Which engine executes modules.
    pub engine: EngineKind,
    /// A random number below a million.
    pub chance: u64,
    /// Whether the visitor prefers reduced motion.
    pub is_still: bool,
    /// Whether the visitor prefers dark pages.
    pub is_dark: bool,
    /// Whether the visitor probably has a keyboard.
    pub has_keys: bool,
    /// Whether a local server has opened the page and plays for it.
    pub is_hosted: bool,
    /// The value that [`Effect::KeepSplit`] has kept in an earlier visit.
    pub split: Option<u8>,
    /// Whether this is the first visit, as far as the browser knows.
    pub is_first_visit: bool,
}

/// All of the page's state.
pub struct PageState {
    /// The game.
    pub game_ui: &'static dyn GameUi,
    /// The next match.
    pub setup: Setup,
    /// The available bots.
    pub library: BotLibrary,
    /// The match that is shown.
    pub shown_match: ShownMatch,
    /// The turn that is shown, and playback.
    pub playback: Playback,
    /// The panel beside the board.
    pub panel: Panel,
    /// The upper panel's share of the panels' height, in percent, if the visitor has set it.
    split: Option<u8>,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The notices to the visitor.
    pub notices: Notices,
    /// The settings of the inspector.
    pub inspection: Inspection,
    /// The bot that is run separately with an input.
    pub trial: Option<TrialState>,
    /// The rerun of the match that is shown.
    rerun: Option<RerunState>,
    /// The shown match, played again for its bots' words.
    played_again: Option<PlayedAgain>,
    /// The host that plays the matches.
    pub host: HostSession,
    /// The series.
    pub series: SeriesState,
    /// The cases.
    pub cases: CasesState,
    /// Bots that are written in the page.
    pub write: WriteState,
    /// The manual.
    pub learn: LearnState,
    /// Whether this is a first visit, and the visitor has not begun anything.
    pub is_first_visit: bool,
    eyes: Option<Seat>,
    address: Address,
    pending: Option<PendingMatch>,
    /// The dropped files that are being checked, in the order in which they were dropped.
    files_in_check: Vec<files::FileInCheck>,
    /// The sentence above the board that is shown whole: another one is folded again.
    whole_status: Option<String>,
    /// The build that was removed last.
    removed_build: Option<builds::RemovedBuild>,
    /// The texts that are being read.
    reading: Vec<files::PendingRead>,
    /// The file that is being made of a match, until it is saved.
    exporting: Option<PendingExport>,
    /// The form of the match in the open dialog.
    shown_export: Option<ShownExport>,
    aside: PausedMatches,
    told_transcript: ToldTranscript,
    screen: Viewpoint,
    around: BrowserInfo,
    ids: u32,
    reads: u32,
}

/// A match that starts as soon as its bots are loaded.
struct PendingMatch {
    lineup: Lineup,
    /// The actions that it continues from, unless it is a new match.
    earlier: Option<ResumePoint>,
}

impl PendingMatch {
    /// Whether the bot of this key plays in it.
    fn waits_for(&self, key: &BotKey) -> bool {
        self.lineup.has_bot(key)
    }
}

impl PageState {
    /// The page before it has read its address.
    pub fn new(around: BrowserInfo) -> Self {
        let game_ui = game_uis()[0];
        let lineup = Lineup::of_bots(game_ui, around.chance);
        let library = BotLibrary::new(game_ui.bots());
        Self {
            shown_match: matches::empty(game_ui, &lineup, &library),
            setup: Setup::new(lineup),
            library,
            game_ui,
            playback: Playback::default(),
            panel: Panel::Players,
            split: around.split.map(limit_split),
            dialog: None,
            notices: Notices::default(),
            inspection: Inspection::default(),
            trial: None,
            rerun: None,
            played_again: None,
            host: HostSession::new(around.is_hosted),
            series: SeriesState::default(),
            cases: CasesState::default(),
            write: WriteState::default(),
            learn: LearnState::default(),
            is_first_visit: around.is_first_visit,
            eyes: None,
            // Not a valid address, so that the first one differs from it.
            address: Address::of_game(""),
            pending: None,
            files_in_check: Vec::new(),
            whole_status: None,
            removed_build: None,
            reading: Vec::new(),
            exporting: None,
            shown_export: None,
            aside: PausedMatches::default(),
            told_transcript: ToldTranscript::default(),
            screen: Viewpoint::default(),
            around,
            ids: 0,
            reads: 0,
        }
    }

    /// Handles a message and returns the effects. `now` is in milliseconds.
    pub fn update(&mut self, message: Message, now: f64) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.handle_message(message, now, &mut effects);
        self.resume_run(&mut effects);
        self.tell_field_bots(&mut effects);
        self.tell_case_bots(&mut effects);
        self.play_for_words(&mut effects);
        self.tell_transcript(&mut effects);
        self.schedule_next(now, &mut effects);
        effects
    }

    fn handle_message(&mut self, message: Message, now: f64, effects: &mut Vec<Effect>) {
        let stops = self.timeline().record.stops();
        if message.sets_up() {
            // An error about the next match does not apply to the changed one.
            self.notices.dismiss_error();
        }
        match message {
            Message::Arrived(hash) => {
                // The error was about the match shown before.
                self.notices.dismiss_error();
                self.open_address(&hash, now, effects);
            }
            Message::Returned { kept, hash, is_loaded_again } => {
                self.return_to(&kept, &hash, is_loaded_again, now, effects);
            }
            Message::Worker(words) => self.handle_host_message(words, now, effects),
            Message::Read(read) => self.take_read(read, now, effects),
            Message::Wake => {}
            Message::Key { key, shift } => {
                if let Some(meaning) = self.key_message(&key, shift) {
                    self.handle_message(meaning, now, effects);
                }
            }
            // Another game was shown when it was chosen.
            Message::Setup(SetupMessage::Choose(_, SeatChoice::Bot(key))) if self.library.bot(&key).is_none() => {}
            Message::Setup(message) => {
                // An error about a number does not apply to the one that replaces it.
                self.notices.dismiss_error();
                if let Err(why) = self.setup.update(message, self.game_ui) {
                    self.show_error(why);
                }
            }
            Message::Play => self.play(now, effects),
            Message::PlayFrom(seed) => {
                if self.reveals_hidden_start() {
                    self.setup.lineup.reseed(self.game_ui, seed);
                }
                self.play(now, effects);
            }
            Message::Rematch(seed) => {
                self.setup.is_seed_chosen = false;
                self.setup.lineup.reseed(self.game_ui, seed);
                self.play(now, effects);
            }
            Message::Swap => {
                self.setup.lineup.swap();
                self.play(now, effects);
            }
            Message::Stop => self.stop(effects),
            Message::Resign => self.resign(effects),
            Message::TakeBack => self.take_back(now, effects),
            Message::Act(seat, action) => self.act(seat, action, effects),
            Message::Playback(message) => self.playback.update(message, &stops, self.shown_match.is_over(), now),
            Message::ToMark(direction) => self.playback.go(self.find_mark(direction), &stops, now),
            Message::Eyes => self.eyes = self.next_eyes(),
            Message::Look(eyes) => self.eyes = eyes,
            Message::Uncover => self.uncover(),
            Message::Try(seat, input) => self.offer_trial(seat, input),
            Message::RunTrial(input) => self.run_trial(input, effects),
            Message::Rerun(message) => self.handle_rerun_message(message, now, effects),
            Message::Panel(panel) => self.show_panel(panel, effects),
            Message::Split(share) => {
                let share = limit_split(share);
                self.split = Some(share);
                effects.push(Effect::KeepSplit(share));
            }
            Message::Dialog(dialog) => {
                if [self.dialog, dialog].iter().any(|dialog| matches!(dialog, Some(Dialog::Open | Dialog::Share))) {
                    // The error was about the last text to be opened, or about the link.
                    self.notices.dismiss_error();
                }
                (self.dialog, self.shown_export) = (dialog, None);
            }
            Message::UnfoldStatus => self.whole_status = (!self.is_status_whole()).then(|| self.status()),
            Message::Inspect(seat) => self.inspection.seat = seat,
            Message::InspectScope(scope) => self.inspection.scope = scope,
            Message::InspectFault(seat) => self.inspect_fault(seat, effects),
            Message::File { name, bytes, seat } => self.take_file(&name, bytes, seat, now, effects),
            Message::Kept { game, build } => self.add_stored_bot(&game, build),
            Message::RemovedElsewhere { game, name, sha256, reason } => {
                self.drop_removed_build(&game, &name, &sha256, reason, effects);
            }
            Message::Forget(key) => self.remove_build(&key, effects),
            Message::Undo => self.undo_removal(effects),
            Message::KeepBuilds(id, seat) => effects.extend(self.fetch_host_bot(id, Some(seat))),
            Message::NoFile(name, why) => self.show_error(format!("Cannot fetch {}: {why}.", quoted(&name))),
            Message::Fetched(key, result) => self.take_fetched(&key, result, now, effects),
            Message::Pasted(text) => self.open_pasted(&text, now, effects),
            Message::Share | Message::Download | Message::Export(_) if self.is_veiled() => {
                self.show_error(HIDDEN_UNTIL_END)
            }
            Message::Share => self.share(effects),
            Message::CopySeed => effects.push(Effect::Copy(self.shown_match.record.seed().to_string(), "The seed")),
            Message::Copied(what, took) => self.copied(what, took, effects),
            Message::Download => effects.push(self.save()),
            Message::Export(file) => self.export(file, effects),
            Message::StopExport => self.stop_export(effects),
            Message::Series(message) => self.handle_series_message(message, now, effects),
            Message::Cases(message) => self.handle_cases_message(message, now, effects),
            Message::Write(message) => self.handle_write_message(message, now, effects),
            Message::NoManual => self.report_missing_manual(),
            Message::Welcome => self.welcome(effects),
            Message::Notice(message) => effects.extend(self.notices.update(message)),
        }
    }

    /// The upper panel's share of the panels' height, in percent.
    pub fn shown_split(&self) -> u8 {
        let is_for_players = self.is_first_visit && matches!(self.panel, Panel::Players | Panel::Moves);
        self.split.unwrap_or(match self.setup.lineup.seats.len() {
            _ if is_for_players && self.timeline().record.statistics().names().is_empty() => SPLIT_AT_FIRST_BARE,
            _ if is_for_players => SPLIT_AT_FIRST,
            ..=2 => SPLIT,
            _ => SPLIT_OF_MANY,
        })
    }

    fn show_panel(&mut self, panel: Panel, effects: &mut Vec<Effect>) {
        if panel == Panel::Learn {
            return self.open_last_manual(effects);
        }
        self.panel = panel;
        if panel == Panel::Write && self.is_first_visit {
            self.welcome(effects);
        }
        if panel == Panel::Series && self.series.view.is_none() {
            // Any message makes the program show the kept series.
            effects.push(Effect::Series(ToSeries::Do("show".to_owned(), String::new()), Vec::new()));
        }
        if panel == Panel::Write && self.write.script == EditorStatus::Unasked {
            self.load_editor(effects);
        }
    }

    /// The effects that follow from any state: the timer for the next turn, and the address.
    fn schedule_next(&mut self, now: f64, effects: &mut Vec<Effect>) {
        let (stops, is_over) = (self.timeline().record.stops(), self.shown_match.is_over());
        let newest = stops.newest();
        if let Some(wait) = self.playback.advance(&stops, is_over, self.is_live(), now) {
            effects.push(Effect::Wake(wait));
        }
        // While the visitor reads the manual, its address stays.
        if self.panel == Panel::Learn {
            return;
        }
        let mut address = self.shown_address();
        if address.payload.is_some() {
            address.turn = (!self.playback.is_playing() && self.playback.at < newest).then_some(self.playback.at);
            self.add_view(&mut address);
        }
        // A match without a link of its own yet leaves the address of the game as it is.
        let is_elsewhere = self.address.page.is_some() || self.address.is_editor;
        if address != self.address && (address.payload.is_some() || address.is_editor || is_elsewhere) {
            self.address = address.clone();
            effects.push(Effect::Replace(address));
        }
    }

    fn handle_host_message(&mut self, message: FromWorker, now: f64, effects: &mut Vec<Effect>) {
        match message {
            FromWorker::Ready { suspends } => self.handle_ready(suspends, now, effects),
            FromWorker::HostBots(host_bots) => self.handle_host_bots(host_bots, effects),
            FromWorker::Opened { id, match_spec } => self.take_opened(id, &match_spec, now, effects),
            FromWorker::Ended { why } => self.host_has_ended(why, effects),
            FromWorker::Progress(progress) if progress.id == self.shown_match.id => {
                let was_over = self.shown_match.phase == ShownPhase::Over;
                if let Err(why) = self.shown_match.add_progress(progress) {
                    self.show_error(format!("The match cannot be shown: {why}."));
                }
                if !was_over {
                    self.note_shown_match(effects);
                }
                self.catch_up(now);
            }
            FromWorker::Progress(progress) if self.is_played_again(progress.id) => {
                self.take_words(progress, now, effects);
            }
            FromWorker::Progress(progress) => self.take_rerun_progress(progress, now),
            FromWorker::Left { id, files } if id == self.shown_match.id => self.shown_match.left = files.into(),
            FromWorker::Left { .. } => {}
            FromWorker::NotOpened { id, why } if id == self.shown_match.id => {
                self.shown_match.phase = ShownPhase::Waiting;
                self.show_error(why);
            }
            FromWorker::NotOpened { id, why } => {
                self.fail_rerun(id, &why);
                self.fail_words(id, &why);
            }
            FromWorker::Checked { id, verdict, interpreter } => {
                let message = LibraryMessage::Checked { id, verdict, interpreter };
                self.handle_library_message(message, now, effects);
            }
            FromWorker::Tried { id, tried } => self.take_trial_result(id, tried),
            FromWorker::Refused { why, .. } => self.show_error(format!("That is not played: {why}.")),
        }
    }

    fn next_eyes(&self) -> Option<Seat> {
        let next = self.chosen_eyes().map_or(0, |seat| seat.index() + 1);
        (self.game_ui.hides() && next < self.shown_match.record.players().len()).then(|| Seat::new(next))
    }

    /// The next match before its first turn.
    pub fn next_match_spec(&self) -> MatchSpec {
        matches::match_spec(self.game_ui, &self.setup.lineup, &self.library)
    }

    /// The limits of the match that is shown.
    pub fn limits(&self) -> Limits {
        self.shown_match.record.limits()
    }

    /// The tab's title: the players of the match and its game.
    pub fn title(&self) -> String {
        let names = self.shown_match.names(self.game_ui).join(" \u{2013} ");
        [&names, self.game_ui.title(), "Botyard"].join(" \u{b7} ")
    }

    /// Whether a match is waiting for its bots.
    pub fn is_loading(&self) -> bool {
        self.pending.is_some()
    }

    /// The bots' seats in the match that is shown.
    pub fn bots(&self) -> Seats {
        let players = self.shown_match.record.players().iter().enumerate();
        players.filter(|(_, player)| player.kind != PlayerKind::Person).map(|(seat, _)| Seat::new(seat)).collect()
    }

    fn find_mark(&self, direction: MarkDirection) -> usize {
        let lines = self.lines();
        let marked = |turn: &usize| lines[turn - 1].mark.is_some();
        match direction {
            MarkDirection::Forward => (self.playback.at + 1..=lines.len()).find(marked).unwrap_or(lines.len()),
            MarkDirection::Back => {
                (1..=self.shown_match.record.stops().before(self.playback.at)).rev().find(marked).unwrap_or(0)
            }
        }
    }

    fn show_notice(&mut self, text: impl Into<String>, effects: &mut Vec<Effect>) {
        effects.push(self.notices.show(text.into()));
    }

    fn show_error(&mut self, text: impl Into<String>) {
        self.notices.show_error(text.into());
    }
}
