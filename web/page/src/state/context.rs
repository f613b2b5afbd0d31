//! What all parts of the page's state use: the game that is shown and its bots, the visitor's
//! browser, the time, the sentence for the visitor, and the effects that have been requested. Knows
//! no match and decides nothing.

use botyard_web_games::GameUi;
use botyard_web_protocol::series::ToSeries;
use botyard_web_protocol::{BotKey, PlayRequest, ToWorker};

use super::BrowserInfo;
use super::visit::{Notices, Removal};
use crate::bot_library::{BotLibrary, LibraryRequest, ModuleBytes};
use crate::lineup::{Lineup, SeatChoice};
use crate::message::Effect;

/// What all parts of the page's state use.
pub struct Context {
    /// The game that is shown.
    pub game_ui: &'static dyn GameUi,
    /// The bots that can be chosen in that game.
    pub library: BotLibrary,
    /// The notices to the visitor.
    pub notices: Notices,
    /// The browser's data when the page was opened.
    pub(super) browser: BrowserInfo,
    /// The time of the message that is being handled, in milliseconds.
    pub(super) now: f64,
    /// What has been requested since the message came.
    pub(super) effects: Vec<Effect>,
    /// The match that the worker was given last: another one ends it.
    pub(super) played: u32,
    ids: u32,
}

impl Context {
    /// The first game of a page that has shown nothing yet.
    pub(super) fn new(game_ui: &'static dyn GameUi, browser: BrowserInfo) -> Self {
        let (library, notices) = (BotLibrary::new(game_ui.bots()), Notices::default());
        Self { game_ui, library, notices, browser, now: 0.0, effects: Vec::new(), played: 0, ids: 0 }
    }

    /// Requests an effect.
    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// A number for a match or a run of the worker's that no earlier one has.
    pub(super) fn next_id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    /// Shows a notice, which fades.
    pub(super) fn show_notice(&mut self, text: impl Into<String>) {
        let fade = self.notices.show(text.into());
        self.effects.push(fade);
    }

    /// Shows a notice about a removal, and offers to undo it.
    pub(super) fn show_removal(&mut self, text: &str, removal: Removal) {
        let fade = self.notices.show_removal(text, removal);
        self.push(fade);
    }

    /// Shows why nothing can be played in a past position.
    pub(super) fn show_past(&mut self, text: &str) {
        let fade = self.notices.show_past(text);
        self.push(fade);
    }

    /// Says whether something was copied.
    pub(super) fn report_copy(&mut self, what: &str, took: bool) {
        match took {
            true => self.show_notice(format!("{what} was copied.")),
            false => self.show_error(format!("{what} was not copied. Select it and copy it yourself.")),
        }
    }

    /// Shows an error, which stays until it is closed.
    pub(super) fn show_error(&mut self, text: impl Into<String>) {
        self.notices.show_error(text.into());
    }

    /// Requests the next step that makes a bot ready, unless it is under way.
    pub(super) fn request_bot(&mut self, key: &BotKey) {
        if let Some(request) = self.library.request(key) {
            self.push_request(request);
        }
    }

    /// Requests the next steps that make a line-up's bots ready.
    pub(super) fn request_bots(&mut self, lineup: &Lineup) {
        for choice in &lineup.seats {
            if let SeatChoice::Bot(key) = choice {
                self.request_bot(key);
            }
        }
    }

    /// Requests a step that makes a bot ready.
    pub(super) fn push_request(&mut self, request: LibraryRequest) {
        self.push(Effect::Prepare(self.game_ui.name(), request));
    }

    /// Has the worker play a match.
    pub(super) fn play(&mut self, request: PlayRequest, modules: Vec<ModuleBytes>) {
        self.played = request.id;
        self.push(Effect::AskHost(ToWorker::Play(request), modules));
    }

    /// Sends the program of series a message.
    pub(super) fn tell_series(&mut self, message: ToSeries) {
        self.push(Effect::Series(message, Vec::new()));
    }

    /// Sends the program of cases a message.
    pub(super) fn tell_cases(&mut self, message: ToSeries) {
        self.push(Effect::Cases(message, Vec::new()));
    }
}
