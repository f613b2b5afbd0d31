//! The page's part of cases: which turn is to be kept, which bots can play them, and the panel that
//! their program has drawn.

use std::rc::Rc;

use botyard_engine::replay::MatchClock;
use botyard_engine::seat::Seat;
use botyard_sandbox::script::ScriptLanguage;
use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::{FieldBot, ToSeries, TracedTurn};
use serde_json::Value;

use super::series::{field_bot, field_bots};
use super::{BotFailure, Play, PlayParts, Plays};
use crate::message::{Effect, Panel};
use crate::state::{Context, Shown};

/// The cases.
#[derive(Default)]
pub struct CasesState {
    /// The last panel that the program of cases has drawn.
    pub view: Option<Rc<Value>>,
    /// The last panel of a turn's steps that it has drawn; `None` before a turn is stepped through.
    pub steps: Option<Rc<Value>>,
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
    pub(crate) fn tell_bots(&mut self, beside: Panel, context: &mut Context) {
        if beside == Panel::Cases || self.has_been_shown() {
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

    /// Gives its program the bot of this key as soon as it is loaded.
    pub(super) fn load(&mut self, key: BotKey, page: &mut PlayParts<'_>) {
        page.context.request_bot(&key);
        self.wanted.push(key);
        self.ready(page);
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

/// The bot whose turns in the shown match can be stepped through: a script that is here, whose lines
/// can be recorded, in a match that can be played again.
pub(crate) fn can_be_traced(shown: &Shown, seat: Seat, context: &Context) -> Option<BotKey> {
    let record = &shown.shown_match.record;
    let can_be_repeated = shown.shown_match.is_over() && record.terms().clock != MatchClock::Wall;
    let bot = context.library.played_by(record.players().get(seat.index())?).filter(|_| can_be_repeated)?;
    let has_lines = |language: ScriptLanguage| language.played_language() == ScriptLanguage::JavaScript;
    bot.key.language().is_some_and(has_lines).then(|| bot.key.clone())
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

    /// Has the turn recorded that is inspected, and shows its steps.
    pub(super) fn trace_turn(&mut self, page: &mut PlayParts<'_>) {
        let Some((bot, index)) = self.traceable_turn(page.shown, page.context) else { return };
        let record = &page.shown.shown_match.record;
        let turn = TracedTurn {
            replay: record.file(),
            seat: page.shown.inspection.seat.number(),
            turn: record.stops().number(index + 1),
            bot: bot.to_string(),
        };
        self.cases.steps = None;
        page.visit.show(Panel::Steps);
        page.context.push(Effect::ShowPanels);
        page.context.tell_cases(ToSeries::Trace(turn));
    }

    /// The script that has played the inspected turn, if it is here, and the turn's index; `None` if
    /// the turn cannot be stepped through.
    pub(crate) fn traceable_turn(&self, shown: &Shown, context: &Context) -> Option<(BotKey, usize)> {
        let (record, seat) = (&shown.shown_match.record, shown.inspection.seat);
        let bot = can_be_traced(shown, seat, context)?;
        let index = self.inspected_turn(shown).filter(|index| record.lines()[*index].seat == seat)?;
        Some((bot, index))
    }

    /// Offers to keep the turn that is inspected.
    pub(super) fn offer_case(&mut self, page: &mut PlayParts<'_>) {
        let Some(index) = self.inspected_turn(page.shown) else { return };
        let (record, seat) = (&page.shown.shown_match.record, page.shown.inspection.seat);
        let bot = page.context.library.played_by(&record.players()[seat.index()]);
        let offer = ToSeries::Offer {
            replay: record.file(),
            seat: seat.number(),
            turn: record.stops().number(index + 1),
            bot: bot.map(|bot| bot.key.to_string()),
        };
        page.visit.show(Panel::Cases);
        self.cases.tell_bots(page.visit.beside, page.context);
        page.context.tell_cases(offer);
    }
}
