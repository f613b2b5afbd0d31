//! All of the page's state. `update` takes a message and returns effects. Nothing here uses the
//! browser, so every decision of the page can be tested on any host.

mod bots;
mod context;
mod keys;
mod ladder;
mod match_spec;
mod plays;
mod position;
mod setup;
mod shown;
#[cfg(test)]
mod tests;
mod visit;
mod write;

pub use bots::Bots;
pub use context::Context;
pub use keys::common_keys;
pub use ladder::{AttemptView, Climber, LadderState, LadderView, RungView};
pub use plays::{AnswerView, Plays, RerunView, SERIES_GAMES, TrialPhase, TrialState};
pub use setup::Setup;
pub use shown::{
    BotReport, LossReportView, MatchCourse, SeatStanding, Shown, ShownExport, TurnEvaluation, TurnTime, TurnTotals,
};
pub use visit::{Layout, Notice, NoticeOffer, Shares, Splitter, Visit, has_other_bots};
pub use write::{EditorStatus, WriteState};

use self::bots::{drop_removed_build, note_match};
use self::plays::PlayParts;
use super::excerpt::quoted;
use super::lineup::{Lineup, SeatChoice};
use super::message::{Dialog, Effect, Message, Panel, SetupMessage};
use super::shown_match::ShownPhase;
use crate::client::EngineKind;
use crate::task::Task;
use botyard_web_games::game_uis;
use botyard_web_protocol::FromWorker;
use botyard_web_protocol::series::ToSeries;

/// Shown to people who would see hidden information in a link, a file or the bots' passages.
pub const HIDDEN_UNTIL_END: &str = "That can be seen when the match is over: now it would give away what is hidden.";

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
    /// The values that [`Effect::KeepShare`] has kept in earlier visits.
    pub shares: Shares,
    /// Whether this is the first visit, as far as the browser knows.
    pub is_first_visit: bool,
}

/// All of the page's state, in parts that own their data. A feature belongs to one of them.
pub struct PageState {
    /// What all parts use.
    pub context: Context,
    /// The next match.
    pub setup: Setup,
    /// What is shown of a match.
    pub shown: Shown,
    /// Where bots come from.
    pub bots: Bots,
    /// What is played as soon as its bots are loaded.
    pub plays: Plays,
    /// The ladder.
    pub ladder: LadderState,
    /// Bots that are written in the page.
    pub write: WriteState,
    /// The visitor's way through the page.
    pub visit: Visit,
}

/// The position that is shown, with what decides what the visitor sees of it and may do in it.
/// Changes nothing.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    pub(crate) context: &'a Context,
    pub(crate) setup: &'a Setup,
    pub(crate) shown: &'a Shown,
    pub(crate) plays: &'a Plays,
}

/// The parts of the state for rules that change several of them.
struct Parts<'a> {
    bots: &'a mut Bots,
    write: &'a mut WriteState,
    plays: &'a mut Plays,
    page: PlayParts<'a>,
}

impl PageState {
    /// The page before it has read its address.
    pub fn new(browser: BrowserInfo) -> Self {
        let game_ui = game_uis()[0];
        let lineup = Lineup::of_bots(game_ui, browser.chance);
        let (bots, visit) = (Bots::new(browser.is_hosted), Visit::new(&browser));
        let context = Context::new(game_ui, browser);
        Self {
            shown: Shown::new(match_spec::empty(game_ui, &lineup, &context.library)),
            setup: Setup::new(lineup),
            bots,
            plays: Plays::default(),
            ladder: LadderState::default(),
            write: WriteState::default(),
            visit,
            context,
        }
    }

    /// Handles a message and returns the effects. `now` is in milliseconds.
    pub fn update(&mut self, message: Message, now: f64) -> Vec<Effect> {
        self.context.now = now;
        self.handle_message(message);
        let Parts { write, plays, mut page, .. } = self.parts();
        plays.drop_stale_rerun(page.shown.shows);
        plays.series.resume_run(write, &mut page);
        plays.series.tell_bots(page.visit.task, page.context);
        plays.cases.tell_bots(page.visit.beside, page.context);
        plays.play_for_words(&mut page);
        if page.visit.beside == Panel::Inspector && !page.shown.is_veiled(page.context) {
            page.shown.tell_transcript(page.context);
        }
        if page.shown.shown_match.phase == ShownPhase::Opened || page.shown.has_loss_report() {
            page.shown.request_loss_report(page.context);
        }
        self.ladder.drop_left(&self.context);
        self.schedule_next();
        std::mem::take(&mut self.context.effects)
    }

    fn handle_message(&mut self, message: Message) {
        let stops = self.position().timeline().record.stops();
        match message {
            // What the page shows next has not been asked for.
            Message::Arrived(_) => self.visit.has_acted = false,
            _ => self.visit.has_acted |= message.is_from_visitor(),
        }
        if message.sets_up() {
            // An error about the next match does not apply to the changed one.
            self.context.notices.dismiss_error();
        }
        match message {
            Message::Arrived(hash) => {
                // The error was about the match shown before.
                self.context.notices.dismiss_error();
                self.shown.pointed.leave();
                self.open_address(&hash);
            }
            Message::Returned { kept, hash, is_loaded_again } => {
                self.return_to(&kept, &hash, is_loaded_again);
            }
            Message::Host(words) => self.handle_host_message(words),
            Message::Wake => {}
            Message::Key { key, shift } => {
                let no_dialog = self.visit.dialog.is_none();
                let meaning = no_dialog.then(|| self.position().key_message(&key, shift, self.visit.beside)).flatten();
                if let Some(meaning) = meaning {
                    self.handle_message(meaning);
                }
            }
            // Another game was shown when it was chosen.
            Message::Setup(SetupMessage::Choose(_, SeatChoice::Bot(key)))
                if self.context.library.bot(&key).is_none() => {}
            Message::Setup(message) => {
                // An error about a number does not apply to the one that replaces it.
                self.context.notices.dismiss_error();
                if let Err(why) = self.setup.update(message, self.context.game_ui) {
                    self.context.show_error(why);
                }
            }
            Message::Play => self.with_plays(Plays::play),
            Message::PlayFrom(seed) => {
                if self.position().reveals_hidden_start() {
                    self.setup.lineup.reseed(self.context.game_ui, seed);
                }
                self.with_plays(Plays::play);
            }
            Message::Rematch(seed) => {
                self.setup.is_seed_chosen = false;
                self.setup.lineup.reseed(self.context.game_ui, seed);
                self.with_plays(Plays::play);
            }
            Message::Swap => {
                self.setup.lineup.swap();
                self.with_plays(Plays::play);
            }
            Message::Stop => self.with_plays(Plays::stop),
            Message::Resign => self.shown.resign(&mut self.context),
            Message::TakeBack => self.with_plays(Plays::take_back),
            Message::Act(seat, action) => self.with_plays(|plays, page| plays.act(seat, action, page)),
            Message::ActInPast => {
                if self.position().actor_later().is_some() {
                    let why = self.position().past_words();
                    self.context.show_past(&why);
                }
            }
            Message::Playback(message) => {
                self.context.notices.end_past();
                self.shown.playback.update(message, &stops, self.shown.shown_match.is_over(), self.context.now)
            }
            Message::ToMark(direction) => {
                self.context.notices.end_past();
                let turn = self.position().find_mark(direction);
                self.shown.playback.go(turn, &stops, self.context.now);
            }
            Message::Eyes => self.shown.choose_next_eyes(&self.context),
            Message::Look(eyes) => self.shown.viewpoint.eyes = eyes,
            Message::Uncover => self.shown.uncover(),
            Message::Try(seat, input) => self.with_plays(|plays, page| plays.offer_trial(seat, input, page)),
            Message::RunTrial(input) => self.with_plays(|plays, page| plays.run_trial(input, page)),
            Message::Rerun(message) => self.with_plays(|plays, page| plays.update_rerun(message, page)),
            Message::Panel(panel) => self.show_panel(panel),
            Message::Task(Task::Watch) => {
                self.leave_start();
                self.visit.watch();
            }
            Message::Tile(tile) if self.visit.tile.is_some() => self.show_tile(tile),
            Message::Tile(_) => {}
            Message::Task(Task::Write) => self.show_panel(Panel::Write),
            Message::Task(Task::Measure) => self.show_panel(Panel::Series),
            Message::Point(address) => self.shown.pointed.point(address),
            Message::Split(of, share) => self.visit.choose_share(of, share, &mut self.context),
            Message::Dialog(dialog) => {
                if [self.visit.dialog, dialog].iter().any(|dialog| matches!(dialog, Some(Dialog::Open | Dialog::Share)))
                {
                    // The error was about the last text to be opened, or about the link.
                    self.context.notices.dismiss_error();
                }
                (self.visit.dialog, self.shown.exports.shown) = (dialog, None);
            }
            Message::UnfoldStatus => {
                let position = self.position();
                self.shown.whole_status = (!position.is_status_whole()).then(|| position.status());
            }
            Message::Inspect(seat) => self.shown.inspection.seat = seat,
            Message::InspectScope(scope) => self.shown.inspection.scope = scope,
            Message::ToggleDrawing => self.shown.inspection.toggle_drawing(),
            Message::LossReport(message) => self.handle_loss_report_message(message),
            Message::PlayOn => self.with_plays(Plays::play_on),
            Message::InspectFault(seat) => {
                self.shown.inspection.inspect_turn_of(seat);
                self.visit.show(Panel::Inspector);
                self.context.push(Effect::ShowPanels);
                self.context.push(Effect::ShowAdvice);
            }
            Message::File { name, bytes, seat } => {
                self.take_file(&name, bytes, seat);
            }
            Message::Kept { game, build } => {
                self.visit.add_stored_bot(&game, build, &mut self.setup, &mut self.context)
            }
            Message::RemovedElsewhere { game, name, sha256, reason } => {
                self.with_plays(|plays, page| drop_removed_build(&game, &name, &sha256, reason, plays, page));
            }
            Message::Forget(key) => {
                let Parts { bots, plays, mut page, .. } = self.parts();
                bots.remove_build(&key, plays, &mut page);
            }
            Message::StopReading => self.stop_reading(),
            Message::Undo => {
                let Parts { bots, mut page, .. } = self.parts();
                bots.undo_removal(&mut page);
            }
            Message::KeepBuilds(id, seat) => self.context.effects.extend(self.bots.host.fetch_bot(id, Some(seat))),
            Message::NoFile(name, why) => self.context.show_error(format!("Cannot fetch {}: {why}.", quoted(&name))),
            Message::Fetched(key, result) => self.take_fetched(&key, result),
            Message::Pasted(text) => self.open_pasted(&text),
            Message::Share | Message::Download | Message::Export(_) if self.shown.is_veiled(&self.context) => {
                self.context.show_error(HIDDEN_UNTIL_END)
            }
            Message::Share => {
                self.visit.dialog = Some(Dialog::Share);
                self.shown.share(&mut self.context);
            }
            Message::CopySeed => {
                self.context.push(Effect::Copy(self.shown.shown_match.record.seed().to_string(), "The seed"))
            }
            Message::Copied(what, took) => self.context.report_copy(what, took),
            Message::Download => self.shown.save(&mut self.context),
            Message::Export(file) => self.shown.export(file, &mut self.context),
            Message::StopExport => self.shown.exports.stop(&mut self.context),
            Message::Series(message) => self.handle_series_message(message),
            Message::Ladder(message) => self.handle_ladder_message(message),
            Message::Cases(message) => self.handle_cases_message(message),
            Message::Write(message) => self.handle_write_message(message),
            Message::NoManual => self.visit.report_missing_manual(&mut self.context),
            Message::Welcome => self.visit.welcome(&mut self.context),
            Message::Notice(message) => self.context.effects.extend(self.context.notices.update(message)),
        }
    }

    fn parts(&mut self) -> Parts<'_> {
        let Self { context, setup, shown, bots, plays, write, visit, .. } = self;
        Parts { bots, write, plays, page: PlayParts { context, setup, shown, visit } }
    }

    /// Does something with what is played and the other parts.
    fn with_plays<T>(&mut self, act: impl FnOnce(&mut Plays, &mut PlayParts<'_>) -> T) -> T {
        let Parts { plays, mut page, .. } = self.parts();
        act(plays, &mut page)
    }

    /// The position that is shown.
    pub fn position(&self) -> Position<'_> {
        let Self { context, setup, shown, plays, .. } = self;
        Position { context, setup, shown, plays }
    }

    /// Whether closing the page would lose a person's match.
    pub fn has_unfinished(&self) -> bool {
        self.position().could_go_on() || !self.visit.aside.matches().is_empty()
    }

    /// Whether screen readers are told what happens on the board: nobody asked for a match that plays
    /// by itself when the page opens, and its moves would cover what the visitor reads.
    pub fn is_spoken(&self) -> bool {
        self.visit.has_acted || self.shown.is_live()
    }

    /// Shows a panel, and fetches what it has to have.
    fn show_panel(&mut self, panel: Panel) {
        if panel == Panel::Learn {
            return self.visit.open_last_manual(&mut self.context);
        }
        self.leave_start();
        self.visit.show(panel);
        match panel {
            Panel::Series if self.plays.series.view.is_none() => self.context.tell_series(ToSeries::Show),
            Panel::Write => {
                if self.visit.is_first {
                    self.visit.welcome(&mut self.context);
                }
                if self.write.script == EditorStatus::Unasked {
                    self.write.load(&mut self.context);
                }
            }
            _ => {}
        }
    }

    /// The effects that follow from any state: the timer for the next turn, and the address.
    fn schedule_next(&mut self) {
        let (stops, is_over) = (self.position().timeline().record.stops(), self.shown.shown_match.is_over());
        let newest = stops.newest();
        if let Some(wait) = self.shown.playback.advance(&stops, is_over, self.shown.is_live(), self.context.now) {
            self.context.push(Effect::Wake(wait));
        }
        if let Some(tile) = self.visit.tile {
            return self.repeat_tile(tile);
        }
        // While the visitor reads the manual, its address stays.
        if self.visit.panel == Panel::Learn {
            return;
        }
        let mut address = self.shown_address();
        if address.payload.is_some() {
            address.turn = (!self.shown.playback.is_playing() && self.shown.playback.at < newest)
                .then_some(self.shown.playback.at);
            self.shown.add_view(&mut address, &self.context);
        }
        // A match without a link of its own yet leaves the address of the game as it is.
        let is_elsewhere = self.visit.address.page.is_some() || self.visit.address.task != Task::Watch;
        let is_of_task = address.task != Task::Watch;
        if address != self.visit.address && (address.payload.is_some() || is_of_task || is_elsewhere) {
            self.visit.replace_address(address, &mut self.context);
        }
    }

    fn handle_host_message(&mut self, message: FromWorker) {
        match message {
            FromWorker::Ready { suspends } => self.handle_ready(suspends),
            FromWorker::HostBots(host_bots) => self.take_host_bots(host_bots),
            FromWorker::Opened { id, match_spec } => self.take_opened(id, &match_spec),
            FromWorker::Ended { why } => self.host_has_ended(why),
            FromWorker::Progress(progress) if progress.id == self.shown.shown_match.id => {
                let was_over = self.shown.shown_match.phase == ShownPhase::Over;
                if let Err(why) = self.shown.shown_match.add_progress(progress) {
                    self.context.show_error(format!("The match cannot be shown: {why}."));
                }
                if !was_over {
                    note_match(&self.shown.shown_match, &mut self.context);
                }
                self.bots.host.catch_up(&mut self.shown, self.context.now);
                if !self.shown.shown_match.recorded.is_empty() {
                    self.with_plays(Plays::follow_difference);
                }
            }
            FromWorker::Progress(progress) if self.plays.is_played_again(progress.id) => {
                self.with_plays(|plays, page| plays.take_words(progress, page));
            }
            FromWorker::Progress(progress) => self.with_plays(|plays, page| plays.take_rerun_progress(progress, page)),
            FromWorker::Left { id, files } if id == self.shown.shown_match.id => {
                self.shown.shown_match.left = files.into()
            }
            FromWorker::Left { .. } => {}
            FromWorker::NotOpened { id, why } if id == self.shown.shown_match.id => {
                self.shown.shown_match.phase = ShownPhase::Waiting;
                self.context.show_error(why);
            }
            FromWorker::NotOpened { id, why } => {
                self.plays.fail_rerun(id, &why);
                self.plays.fail_words(id, &why);
            }
            FromWorker::Checked { id, verdict, interpreter } => {
                self.take_verdict(id, verdict, interpreter);
            }
            FromWorker::Tried { id, tried } => {
                if let Some(tried) = self.plays.take_trial_result(id, tried) {
                    self.write.take_trial_result(id, tried);
                }
            }
            FromWorker::Refused { why, .. } => self.context.show_error(format!("That is not played: {why}.")),
        }
    }
}
