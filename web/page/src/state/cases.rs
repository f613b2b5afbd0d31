//! The page's part of cases: which turn is to be kept, which bots can play them, and the panel that
//! their program has drawn.

use std::rc::Rc;

use botyard_web_messages::BotKey;
use botyard_web_messages::series::{FieldBot, FromSeries, ToSeries};
use serde_json::Value;

use super::PageState;
use super::notices::Removal;
use crate::message::{CasesMessage, Effect, Panel, SeriesMessage};

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
    pub(super) fn has_been_shown(&self) -> bool {
        self.told.is_some()
    }
}

impl PageState {
    pub(super) fn handle_cases_message(&mut self, message: CasesMessage, now: f64, effects: &mut Vec<Effect>) {
        match message {
            CasesMessage::Offer => self.offer_case(effects),
            CasesMessage::Do(name, value) => {
                // If the error still holds, the program reports it again.
                self.notices.dismiss_error();
                effects.push(Effect::Cases(ToSeries::Do(name, value), Vec::new()));
            }
            CasesMessage::Said(FromSeries::Removed(told)) => {
                effects.push(self.notices.show_removal(&told, Removal::Case));
            }
            CasesMessage::Said(FromSeries::Drawn(done, of)) => self.note_drawn(done, of),
            CasesMessage::Said(FromSeries::Written(written)) => self.take_exported(written, effects),
            CasesMessage::Said(FromSeries::View(view)) => self.cases.view = Some(Rc::new(view)),
            CasesMessage::Said(FromSeries::Load(key)) => {
                let key = BotKey::from(&*key);
                self.request_bot(&key, effects);
                self.cases.wanted.push(key);
                self.send_case_bots(effects);
            }
            // Beside the editor a new build was run: that does all that is to be done with it.
            CasesMessage::Said(FromSeries::Play | FromSeries::Field(..)) if self.panel == Panel::Write => {}
            CasesMessage::Said(FromSeries::Play) => self.play(now, effects),
            // Messages that both programs send.
            CasesMessage::Said(said) => {
                if matches!(said, FromSeries::Error(_)) {
                    // The pending export will not come.
                    self.exporting = None;
                }
                self.handle_series_message(SeriesMessage::Said(said), now, effects);
            }
        }
    }

    /// The index of the inspected turn; `None` if the inspected bot has had no turn before the
    /// shown position. While a rerun shows what its bot would have done instead, the coming turn is
    /// meant.
    pub fn inspected_turn(&self) -> Option<usize> {
        let lines = self.shown_match.record.lines();
        let differing = self.differing_turn().filter(|&turn| turn == self.playback.at && turn < lines.len());
        if differing.is_some() {
            return differing;
        }
        (0..self.playback.at.min(lines.len())).rev().find(|&turn| lines[turn].seat == self.inspection.seat)
    }

    /// Whether the inspector offers to keep a turn as a case.
    pub fn offers_case(&self) -> bool {
        self.panel == Panel::Inspector && !self.is_veiled() && self.inspected_turn().is_some()
    }

    /// Offers to keep the turn that is inspected.
    fn offer_case(&mut self, effects: &mut Vec<Effect>) {
        let Some(index) = self.inspected_turn() else { return };
        let (record, seat) = (&self.shown_match.record, self.inspection.seat);
        let bot = self.library.played_by(&record.players()[seat.index()]);
        let offer = ToSeries::Offer {
            replay: record.file(),
            seat: seat.number(),
            turn: record.stops().number(index + 1),
            bot: bot.map(|bot| bot.key.to_string()),
        };
        self.panel = Panel::Cases;
        self.tell_case_bots(effects);
        effects.push(Effect::Cases(offer, Vec::new()));
    }

    /// Sends the program of cases the bots that can play cases, once its panel has been shown.
    pub(super) fn tell_case_bots(&mut self, effects: &mut Vec<Effect>) {
        if self.panel == Panel::Cases || self.cases.told.is_some() {
            self.send_bots_to_cases(effects);
        }
    }

    /// Sends the program of cases the bots that can play cases: the page's bots, and those that the
    /// native program plays.
    pub(super) fn send_bots_to_cases(&mut self, effects: &mut Vec<Effect>) {
        let host_bots = self.library.bots().iter().filter(|bot| bot.is_host_bot());
        let bots = self.field_bots().into_iter().chain(host_bots.map(|bot| self.field_bot(bot))).collect::<Vec<_>>();
        let game = self.game_ui.name();
        let is_known = self.cases.told.as_ref().is_some_and(|told| (told.0, &told.1) == (game, &bots));
        if !is_known {
            self.cases.told = Some((game, bots.clone()));
            effects.push(Effect::Cases(ToSeries::CaseBots { game: game.to_owned(), bots }, Vec::new()));
        }
    }

    /// Gives the program of cases the bots that it waits for and that are loaded now.
    pub(super) fn send_case_bots(&mut self, effects: &mut Vec<Effect>) {
        let library = &self.library;
        self.cases.wanted.retain(|key| {
            let module = library.ready(key).map(|(module, _)| module.clone());
            let is_sent = module.is_some() || library.bot(key).is_none();
            if is_sent {
                effects.push(Effect::Cases(ToSeries::Module(key.to_string()), module.into_iter().collect()));
            }
            !is_sent
        });
    }

    /// A bot could not be loaded.
    pub(super) fn fail_case_bot(&mut self, key: &BotKey, effects: &mut Vec<Effect>) {
        if let Some(at) = self.cases.wanted.iter().position(|wanted| wanted == key) {
            self.cases.wanted.remove(at);
            effects.push(Effect::Cases(ToSeries::Module(key.to_string()), Vec::new()));
        }
    }
}
