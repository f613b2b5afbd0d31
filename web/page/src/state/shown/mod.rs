//! What is shown of a match: the match, the turn of it, whose view, what is inspected, and the
//! files made of it. Plays nothing.

mod annotations;
mod export;
mod inspection;
mod loss_report;
mod pointed_game;
mod share;
mod substitutes;
mod transcript;
mod viewpoint;
mod words;

pub use annotations::{BotReport, TurnEvaluation};
pub use export::{ExportState, ShownExport};
pub use inspection::{Inspection, TurnTime, TurnTotals};
pub use loss_report::{LossReportState, LossReportView, MatchCourse};
pub use pointed_game::PointedGame;
pub(crate) use viewpoint::Viewpoint;
pub use words::SeatStanding;

use botyard_engine::live::HOST_MATCH_ID;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::{Seat, Seats};

use self::transcript::ToldTranscript;
use super::context::Context;
use crate::address::Address;
use crate::playback::Playback;
use crate::shown_match::{ShownMatch, ShownPhase};

/// What is shown of a match.
pub struct Shown {
    /// The match.
    pub shown_match: ShownMatch,
    /// The turn that is shown, and playback.
    pub playback: Playback,
    /// The settings of the inspector.
    pub inspection: Inspection,
    /// How many matches have been shown.
    pub(crate) shows: u32,
    pub(crate) viewpoint: Viewpoint,
    pub(crate) told_transcript: ToldTranscript,
    /// The files that are made of the match.
    pub exports: ExportState,
    /// Which turn lost the match.
    pub loss_report: LossReportState,
    /// The game of a list of results that is shown in its place, as long as the visitor points at it.
    pub pointed: PointedGame,
    /// The sentence above the board that is shown whole: another one is folded again.
    pub(crate) whole_status: Option<String>,
}

impl Shown {
    /// A match that has just been opened.
    pub(crate) fn new(shown_match: ShownMatch) -> Self {
        Self {
            shown_match,
            playback: Playback::default(),
            inspection: Inspection::default(),
            shows: 0,
            viewpoint: Viewpoint::default(),
            told_transcript: ToldTranscript::default(),
            exports: ExportState::default(),
            loss_report: LossReportState::default(),
            pointed: PointedGame::default(),
            whole_status: None,
        }
    }

    /// Shows a match, at its latest turn if it has turns.
    pub(crate) fn show(&mut self, shown_match: ShownMatch, context: &Context) {
        self.playback.rewind(context.now);
        self.playback.at = shown_match.record.len();
        self.playback.pace = context.game_ui.pace();
        self.viewpoint.turn_to(&shown_match, &self.shown_match);
        (self.shown_match, self.shows) = (shown_match, self.shows + 1);
        // Persons' seats can be inspected once the match is over.
        let bots = self.bot_seats();
        let all = Seats::first(self.shown_match.record.players().len());
        self.inspection.choose_among(if bots.is_empty() { all } else { bots });
    }

    /// Shows an opened match at this turn, or from its beginning.
    pub(crate) fn show_from(&mut self, turn: Option<usize>, context: &Context) {
        let stops = self.shown_match.record.stops();
        match turn {
            Some(turn) => self.playback.go(turn, &stops, context.now),
            None if context.browser.is_still => self.playback.go(stops.newest(), &stops, context.now),
            None => self.playback.rewind(context.now),
        }
    }

    /// Sets the view of the match from its address.
    pub(crate) fn take_view(&mut self, address: &Address) {
        self.viewpoint.eyes = address.eyes.or(self.viewpoint.eyes);
        address.speed.into_iter().for_each(|speed| self.playback.choose_speed(speed));
    }

    /// Adds the view of the match to an address.
    pub(crate) fn add_view(&self, address: &mut Address, context: &Context) {
        address.eyes = self.eyes(context);
        address.speed = self.playback.unusual_speed();
    }

    /// The bots' seats in the match.
    pub fn bot_seats(&self) -> Seats {
        let players = self.shown_match.record.players().iter().enumerate();
        players.filter(|(_, player)| player.kind != PlayerKind::Person).map(|(seat, _)| Seat::new(seat)).collect()
    }

    /// Whether the end of the match is shown.
    pub fn shows_end(&self) -> bool {
        self.shown_match.is_over() && self.playback.at == self.shown_match.record.len()
    }

    /// Whether a person is playing now.
    pub fn is_live(&self) -> bool {
        self.shown_match.phase == ShownPhase::Playing && !self.shown_match.persons().is_empty()
    }

    /// Whether the visitor can ask why the match was lost, and has not asked yet.
    pub fn offers_loss_report(&self, context: &Context) -> bool {
        !self.has_loss_report() && self.shows_end() && self.has_judged_loser(context)
    }

    /// Whether a report was asked for.
    pub fn has_loss_report(&self) -> bool {
        self.loss_report.asked.is_some()
    }

    /// Whether the match was lost, in a game whose positions are known or estimated.
    pub(crate) fn has_judged_loser(&self, context: &Context) -> bool {
        context.game_ui.is_analysed() && self.shown_match.is_over() && self.loser().is_some()
    }

    /// The seat that lost, of two.
    pub(crate) fn loser(&self) -> Option<Seat> {
        let winner = self.shown_match.record.outcome()?.winner()?;
        (self.shown_match.record.players().len() == 2).then(|| Seat::new(1 - winner.index()))
    }

    /// The limits of the bot in this seat of the match that is shown.
    pub fn limits(&self, seat: Seat) -> Limits {
        self.shown_match.record.limits(seat)
    }

    /// The tab's title: the players of the match and its game.
    pub fn title(&self, context: &Context) -> String {
        let names = self.shown_match.names(context.game_ui).join(" \u{2013} ");
        [&names, context.game_ui.title(), "Botyard"].join(" \u{b7} ")
    }

    /// Whether the match has a person and can be played again up to any turn.
    pub fn offers_take_back(&self) -> bool {
        // An executable may play another move the second time, and the page cannot repeat the
        // server's own match.
        let record = &self.shown_match.record;
        let repeats = record.players().iter().all(|player| player.kind != PlayerKind::Executable);
        self.shown_match.id != HOST_MATCH_ID && repeats && !self.shown_match.persons().is_empty()
    }
}
