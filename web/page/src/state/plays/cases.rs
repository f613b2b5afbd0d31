//! The page's part of cases: which turn is to be kept, which bots can play them, and the panel that
//! their program has drawn.

use std::rc::Rc;

use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::{FieldBot, FromSeries, ToSeries};
use serde_json::Value;

use super::series::{field_bot, field_bots};
use super::{BotFailure, Play, PlayParts, Plays};
use crate::message::{CasesMessage, Effect, Panel, SeriesMessage};
use crate::state::visit::Removal;
use crate::state::{Context, PageState, Shown};

/// The cases.
#[derive(Default)]
pub struct CasesState {
    /// The last panel that the program of cases has drawn.
    pub view: Option<Rc<Value>>,
    /// The game and the bots that were last sent to it.
    told: Option<(&'static str, Vec<FieldBot>)>,
    /// The bots that it waits for.
    wanted: Vec<BotKey>,
}

impl CasesState {
    /// Whether its panel has been shown: until then its program is not fetched.
    pub(crate) fn has_been_shown(&self) -> bool {
        self.told.is_some()
    }

    /// Sends its program the bots that can play cases, once its panel has been shown.
    pub(crate) fn tell_bots(&mut self, panel: Panel, context: &mut Context) {
        if panel == Panel::Cases || self.has_been_shown() {
            self.send_bots(context);
        }
    }

    /// Sends its program the bots that can play cases: the page's bots, and those that the native
    /// program plays.
    pub(crate) fn send_bots(&mut self, context: &mut Context) {
        let library = &context.library;
        let host_bots = library.bots().iter().filter(|bot| bot.is_host_bot()).map(|bot| field_bot(bot, library));
        let bots = field_bots(library).into_iter().chain(host_bots).collect::<Vec<_>>();
        let game = context.game_ui.name();
        let is_known = self.told.as_ref().is_some_and(|told| (told.0, &told.1) == (game, &bots));
        if !is_known {
            self.told = Some((game, bots.clone()));
            context.tell_cases(ToSeries::CaseBots { game: game.to_owned(), bots });
        }
    }
}

impl Play for CasesState {
    /// Gives its program the bots that it waits for and that are loaded now.
    fn ready(&mut self, page: &mut PlayParts<'_>) {
        let Context { library, effects, .. } = &mut *page.context;
        self.wanted.retain(|key| {
            let module = library.ready(key).map(|(module, _)| module.clone());
            let is_sent = module.is_some() || library.bot(key).is_none();
            if is_sent {
                effects.push(Effect::Cases(ToSeries::Module(key.to_string()), module.into_iter().collect()));
            }
            !is_sent
        });
    }

    fn failed(&mut self, failure: &BotFailure<'_>, page: &mut PlayParts<'_>) {
        if let Some(at) = self.wanted.iter().position(|wanted| wanted == failure.key) {
            self.wanted.remove(at);
            page.context.tell_cases(ToSeries::Module(failure.key.to_string()));
        }
    }
}

impl Plays {
    /// The index of the inspected turn; `None` if the inspected bot has had no turn before the
    /// shown position. While a rerun shows what its bot would have done instead, the coming turn is
    /// meant.
    pub(crate) fn inspected_turn(&self, shown: &Shown) -> Option<usize> {
        let lines = shown.shown_match.record.lines();
        let differing = self.differing_turn(shown).filter(|&turn| turn == shown.playback.at && turn < lines.len());
        if differing.is_some() {
            return differing;
        }
        (0..shown.playback.at.min(lines.len())).rev().find(|&turn| lines[turn].seat == shown.inspection.seat)
    }
}

impl PageState {
    pub(crate) fn handle_cases_message(&mut self, message: CasesMessage) {
        match message {
            CasesMessage::Offer => self.offer_case(),
            CasesMessage::Press(press) => {
                // If the error still holds, the program reports it again.
                self.context.notices.dismiss_error();
                self.context.tell_cases(ToSeries::Press(press));
            }
            CasesMessage::Said(FromSeries::Removed(told)) => {
                self.context.show_removal(&told, Removal::Case);
            }
            CasesMessage::Said(FromSeries::Drawn { done, count }) => self.shown.exports.note_drawn(done, count),
            CasesMessage::Said(FromSeries::Written(written)) => {
                self.shown.exports.take_written(written, &mut self.context)
            }
            CasesMessage::Said(FromSeries::View(view)) => self.plays.cases.view = Some(Rc::new(view)),
            CasesMessage::Said(FromSeries::Load(key)) => {
                let key = BotKey::from(&*key);
                self.context.request_bot(&key);
                self.plays.cases.wanted.push(key);
                self.with_plays(|plays, page| plays.cases.ready(page));
            }
            // Beside the editor a new build was run: that does all that is to be done with it.
            CasesMessage::Said(FromSeries::Play | FromSeries::Field { .. }) if self.visit.panel == Panel::Write => {}
            CasesMessage::Said(FromSeries::Play) => self.play(),
            // Messages that both programs send.
            CasesMessage::Said(said) => {
                if matches!(said, FromSeries::Error(_)) {
                    // The pending export will not come.
                    self.shown.exports.pending = None;
                }
                self.handle_series_message(SeriesMessage::Said(said));
            }
        }
    }

    /// Whether the inspector offers to keep a turn as a case.
    pub fn offers_case(&self) -> bool {
        self.visit.panel == Panel::Inspector && !self.is_veiled() && self.plays.inspected_turn(&self.shown).is_some()
    }

    /// Offers to keep the turn that is inspected.
    fn offer_case(&mut self) {
        let Some(index) = self.plays.inspected_turn(&self.shown) else { return };
        let (record, seat) = (&self.shown.shown_match.record, self.shown.inspection.seat);
        let bot = self.context.library.played_by(&record.players()[seat.index()]);
        let offer = ToSeries::Offer {
            replay: record.file(),
            seat: seat.number(),
            turn: record.stops().number(index + 1),
            bot: bot.map(|bot| bot.key.to_string()),
        };
        self.visit.panel = Panel::Cases;
        self.plays.cases.tell_bots(self.visit.panel, &mut self.context);
        self.context.tell_cases(offer);
    }
}
