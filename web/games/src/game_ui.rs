//! A game's page without the game's type: what all games share is compiled once, and not once for
//! each game.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::catalog::{LackingLine, NextLine};
use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::replay::Replay;
use botyard_engine::replay::link::{self, ExpectedTurns, LinkReadError};
use botyard_engine::seat::Seat;
use serde_json::Value;
use yew::{Callback, Html};

use crate::page_record::PageRecord;
use crate::settings_form::{Adaptation, FormChange, FormDraft, FormEdit, FormParser, FormProps, FormState};
use crate::{AnyRecord, GamePage, PageBot, Rung, SeatStyle, TranscriptStyle};

/// A game's page behind a trait object. See [`GamePage`].
pub trait GameUi {
    /// The name in the catalogue and in addresses.
    fn name(&self) -> &'static str;
    /// The name people read.
    fn title(&self) -> &'static str;
    /// How many can play.
    fn seats(&self) -> RangeInclusive<usize>;
    /// How many play by default.
    fn usual_seats(&self) -> usize;
    /// See [`SettingsForm::seats_of`](crate::SettingsForm::seats_of); of settings in the file form.
    fn seats_of(&self, settings: &Value) -> Option<usize>;
    /// Draws the form for the settings of this match, or for this draft. `edit` takes a person's
    /// changes to settings in the file form, where `null` stands for the usual ones.
    fn form(&self, match_spec: &MatchSpec, draft: Option<FormDraft>, edit: Callback<FormEdit<Value>>) -> Html;
    /// See [`GamePage::BOTS`].
    fn bots(&self) -> &'static [PageBot];
    /// See [`GamePage::LADDER`].
    fn ladder(&self) -> &'static [Rung];
    /// See [`PersonControls::hint`](crate::PersonControls::hint).
    fn hint(&self) -> &'static str;
    /// See [`PersonControls::touch_hint`](crate::PersonControls::touch_hint).
    fn touch_hint(&self) -> &'static str;
    /// See [`GamePage::KEYS`].
    fn keys(&self) -> &'static [(&'static str, &'static str)];
    /// See [`GamePage::TRANSCRIPT`].
    fn transcript_style(&self) -> TranscriptStyle;
    /// See [`Playable::lacking_line`](botyard_engine::catalog::Playable::lacking_line).
    fn lacking_line(&self, seat: Seat, printed: &str) -> Option<LackingLine>;
    /// See [`Playable::next_line`](botyard_engine::catalog::Playable::next_line).
    fn next_line(&self, seat: Seat) -> Option<NextLine>;
    /// Whether seats see different things: see [`GamePage::SEEN_BY`].
    fn hides(&self) -> bool;
    /// Whether a person can play it.
    fn has_persons(&self) -> bool;
    /// Whether it is known of its positions who wins them, or estimated: see
    /// [`Playable::JUDGE`](botyard_engine::catalog::Playable::JUDGE) and
    /// [`Playable::WIN_FEATURES`](botyard_engine::catalog::Playable::WIN_FEATURES).
    fn is_analysed(&self) -> bool;
    /// See [`GamePage::ACTION_ARROW`]; empty if actions have no arrows.
    fn action_arrow(&self, words: &str) -> Vec<Box<str>>;
    /// See [`GamePage::PACE`].
    fn pace(&self) -> f64;
    /// These settings, in the file form, with the parts left to chance drawn from this seed: see
    /// [`Adaptation::Redraw`]. `None` if the game draws nothing from a seed again.
    fn redraw_settings(&self, settings: &Value, seed: u64) -> Option<Value>;
    /// [`FormParser::values`] of settings in the file form. `None` if the game has no such form.
    fn form_values(&self, settings: &Value) -> Option<Value>;
    /// See [`FormParser::parse`]; all settings are in the file form.
    ///
    /// # Errors
    /// Why there are no such settings, in a clause.
    fn parse_form(&self, settings: &Value, values: &Value, seats: usize, seed: u64) -> Result<Value, String>;
    /// See [`FormParser::demo_settings`]; in the file form, `null` for the usual ones.
    fn demo_settings(&self, seats: usize, seed: u64) -> Value;
    /// See [`GamePage::seat_style`].
    fn seat_style(&self, seat: Seat) -> SeatStyle;
    /// See [`GamePage::glyph`].
    fn glyph(&self, seat: Seat) -> Html;
    /// A match of these players before its first turn.
    ///
    /// # Errors
    /// A sentence that says why the match cannot be played.
    fn open(&self, match_spec: &MatchSpec) -> Result<Box<dyn AnyRecord>, String>;
    /// Reads a link's payload.
    ///
    /// # Errors
    /// If the payload cannot be read, or not in a moment.
    fn read_link(&self, payload: &str) -> Result<LinkedRecord, UnreadLink>;
}

/// The most work for a link that the page reads itself: more would stop it for more than half a
/// second on a slow computer.
const WORK_AT_ONCE: usize = 1 << 19;

/// Why a link is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadLink {
    /// It is too much work for the page's own thread.
    Long,
    /// It cannot be read: a clause that says why.
    Invalid(String),
}

impl fmt::Display for UnreadLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Long => "reading it takes long",
            Self::Invalid(why) => why,
        })
    }
}

/// The match of a link.
pub struct LinkedRecord {
    /// The match.
    pub record: Box<dyn AnyRecord>,
    /// See [`LinkContents::lacks_players`](link::LinkContents::lacks_players).
    pub lacks_players: bool,
    /// See [`LinkContents::expected`](link::LinkContents::expected).
    pub expected: Option<ExpectedTurns>,
}

/// The hint of a game without [controls](GamePage::CONTROLS).
const NO_PERSONS: &str = "only bots play this game";

/// All games of the page, in the order of the tabs.
pub fn game_uis() -> &'static [&'static dyn GameUi] {
    &[
        &TypedGameUi::<ConnectFour>(PhantomData),
        &TypedGameUi::<Stratego>(PhantomData),
        &TypedGameUi::<Generals>(PhantomData),
        &TypedGameUi::<BitMartyr>(PhantomData),
    ]
}

/// The game of this name.
pub fn find_game_ui(name: &str) -> Option<&'static dyn GameUi> {
    game_uis().iter().copied().find(|game_ui| game_ui.name() == name)
}

struct TypedGameUi<G>(PhantomData<G>);

impl<G: GamePage> GameUi for TypedGameUi<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn usual_seats(&self) -> usize {
        G::USUAL_SEATS
    }

    fn seats_of(&self, settings: &Value) -> Option<usize> {
        (G::FORM?.seats_of)(&read::<G>(settings)?)
    }

    fn form(&self, match_spec: &MatchSpec, draft: Option<FormDraft>, edit: Callback<FormEdit<Value>>) -> Html {
        let (Some(form), Ok(settings)) = (G::FORM, match_spec.settings_of::<G>()) else { return Html::default() };
        let (seats, seed) = (match_spec.players.len(), match_spec.seed);
        (form.draw)(FormProps {
            settings,
            usual: match_spec.settings.is_null(),
            seats,
            seed,
            draft,
            edit: edit.reform(untyped::<G>),
        })
    }

    fn bots(&self) -> &'static [PageBot] {
        G::BOTS
    }

    fn ladder(&self) -> &'static [Rung] {
        G::LADDER
    }

    fn hint(&self) -> &'static str {
        G::CONTROLS.map_or(NO_PERSONS, |controls| controls.hint)
    }

    fn touch_hint(&self) -> &'static str {
        G::CONTROLS.map_or(NO_PERSONS, |controls| controls.touch_hint)
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        G::KEYS
    }

    fn transcript_style(&self) -> TranscriptStyle {
        G::TRANSCRIPT
    }

    fn lacking_line(&self, seat: Seat, printed: &str) -> Option<LackingLine> {
        G::lacking_line(seat, printed)
    }

    fn next_line(&self, seat: Seat) -> Option<NextLine> {
        G::next_line(seat)
    }

    fn hides(&self) -> bool {
        G::SEEN_BY.is_some()
    }

    fn has_persons(&self) -> bool {
        G::CONTROLS.is_some()
    }

    fn is_analysed(&self) -> bool {
        G::JUDGE.is_some() || G::WIN_FEATURES.is_some()
    }

    fn action_arrow(&self, words: &str) -> Vec<Box<str>> {
        G::ACTION_ARROW.map_or_else(Vec::new, |arrow| arrow(words))
    }

    fn pace(&self) -> f64 {
        G::PACE
    }

    fn redraw_settings(&self, settings: &Value, seed: u64) -> Option<Value> {
        let (Adaptation::Redraw(redraw), settings) = (G::FORM?.adaptation, read::<G>(settings)?) else { return None };
        Some(write::<G>(redraw(&settings, seed)))
    }

    fn form_values(&self, settings: &Value) -> Option<Value> {
        Some((form_parser::<G>()?.values)(&read::<G>(settings)?))
    }

    fn parse_form(&self, settings: &Value, values: &Value, seats: usize, seed: u64) -> Result<Value, String> {
        let settings = read::<G>(settings).unwrap_or_else(|| G::settings(seats, seed));
        let settings = match form_parser::<G>() {
            Some(parser) => (parser.parse)(&settings, values, seats, seed)?,
            None => settings,
        };
        Ok(write::<G>(settings))
    }

    fn demo_settings(&self, seats: usize, seed: u64) -> Value {
        let settings = form_parser::<G>().and_then(|parser| (parser.demo_settings)(seats, seed));
        settings.map_or(Value::Null, write::<G>)
    }

    fn seat_style(&self, seat: Seat) -> SeatStyle {
        G::seat_style(seat)
    }

    fn glyph(&self, seat: Seat) -> Html {
        G::glyph(seat)
    }

    fn open(&self, match_spec: &MatchSpec) -> Result<Box<dyn AnyRecord>, String> {
        let settings = match_spec.settings_of::<G>().map_err(|why| why.to_string())?;
        record(Replay::<G> {
            settings,
            seed: match_spec.seed,
            players: match_spec.players.clone(),
            terms: match_spec.terms.clone(),
            turns: Vec::new(),
        })
    }

    fn read_link(&self, payload: &str) -> Result<LinkedRecord, UnreadLink> {
        let read = link::read_within::<G>(payload, WORK_AT_ONCE).map_err(|why| match why {
            LinkReadError::Long => UnreadLink::Long,
            why => UnreadLink::Invalid(why.to_string()),
        })?;
        let record = record(read.replay).map_err(UnreadLink::Invalid)?;
        Ok(LinkedRecord { record, lacks_players: read.lacks_players, expected: read.expected })
    }
}

fn form_parser<G: GamePage>() -> Option<FormParser<G>> {
    match G::FORM?.adaptation {
        Adaptation::Reparse(parser) => Some(parser),
        Adaptation::Keep | Adaptation::Redraw(_) => None,
    }
}

/// Reads settings in the file form; `None` if they are not settings of this game, or `null`, which
/// means the usual ones.
fn read<G: GamePage>(settings: &Value) -> Option<G::Settings> {
    serde_json::from_value(settings.clone()).ok()
}

fn write<G: GamePage>(settings: G::Settings) -> Value {
    serde_json::to_value(settings).expect("settings have text keys only")
}

/// Converts an edit of typed settings into one of settings in the file form.
fn untyped<G: GamePage>(edit: FormEdit<G::Settings>) -> FormEdit<Value> {
    FormEdit::new(move |FormState { settings, draft, seats, seed }| {
        let settings = read::<G>(&settings).unwrap_or_else(|| G::settings(seats, seed));
        match edit.apply(FormState { settings, draft, seats, seed }) {
            FormChange::Unchanged => FormChange::Unchanged,
            FormChange::Usual => FormChange::Usual,
            FormChange::Settings(settings) => FormChange::Settings(write::<G>(settings)),
            FormChange::Values(settings, values) => FormChange::Values(write::<G>(settings), values),
        }
    })
}

fn record<G: GamePage>(replay: Replay<G>) -> Result<Box<dyn AnyRecord>, String> {
    Ok(Box::new(PageRecord::new(replay)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use botyard_engine::catalog;

    #[test]
    fn every_game_of_the_catalogue_has_a_page() {
        let names: Vec<_> = game_uis().iter().map(|game_ui| game_ui.name()).collect();
        assert_eq!(names, catalog::NAMES);
    }

    #[test]
    fn games_that_persons_can_play_have_controls() {
        fn check<G: GamePage>() {
            assert_eq!(G::CONTROLS.is_some(), G::PERSONS, "{}", G::NAME);
        }
        check::<ConnectFour>();
        check::<Stratego>();
        check::<Generals>();
        check::<BitMartyr>();
    }
}
