//! A game of the page known by its name only, so that everything that is shared is compiled once and not once a game.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::replay::{Replay, link};
use botyard_engine::seat::Seat;
use serde_json::Value;
use yew::{Callback, Html};

use super::page_record::PageRecord;
use super::{AnyRecord, GamePage, PageBot, SeatStyle, SettingsForm};
use crate::FormDraft;

/// What the page asks of a game without knowing which it is. See [`GamePage`].
pub trait GameUi {
    /// The name in the catalogue and in addresses.
    fn name(&self) -> &'static str;
    /// The name people read.
    fn title(&self) -> &'static str;
    /// How many can play.
    fn seats(&self) -> RangeInclusive<usize>;
    /// How many play where nothing is said.
    fn usual_seats(&self) -> usize;
    /// For how many seats these settings, in the file form, are; `None` if they do not say.
    fn seats_of(&self, settings: &Value) -> Option<usize>;
    /// The form for the settings of this opening, or for this draft; `change` takes others in the file form, `write` those and
    /// what is written.
    fn form(
        &self,
        match_spec: &MatchSpec,
        draft: Option<FormDraft>,
        change: Callback<Value>,
        write: Callback<(Value, Value)>,
    ) -> Html;
    /// See [`GamePage::BOTS`].
    fn bots(&self) -> &'static [PageBot];
    /// See [`GamePage::HINT`].
    fn hint(&self) -> &'static str;
    /// See [`GamePage::TOUCH_HINT`].
    fn touch_hint(&self) -> &'static str;
    /// See [`GamePage::KEYS`].
    fn keys(&self) -> &'static [(&'static str, &'static str)];
    /// See [`GamePage::HIDES`].
    fn hides(&self) -> bool;
    /// Whether a person can play it.
    fn has_persons(&self) -> bool;
    /// See [`GamePage::PACE`].
    fn pace(&self) -> f64;
    /// These settings, in the file form, for another number of seats or from another seed; `None` if they cannot be told
    /// from others.
    fn renewed(&self, settings: &Value, seats: usize, seed: u64) -> Option<Value>;
    /// See [`GamePage::form_values`]; of settings in the file form.
    fn written(&self, settings: &Value) -> Option<Value>;
    /// See [`GamePage::parse_form`]; all settings are in the file form.
    ///
    /// # Errors
    /// Why there are no such settings, in a clause.
    fn settled(&self, settings: &Value, written: &Value, seats: usize, seed: u64) -> Result<Value, String>;
    /// See [`GamePage::demo_settings`]; in the file form, `null` for the usual ones.
    fn demo(&self, seats: usize, seed: u64) -> Value;
    /// See [`GamePage::seat_style`].
    fn side(&self, seat: Seat) -> SeatStyle;
    /// See [`GamePage::glyph`].
    fn glyph(&self, seat: Seat) -> Html;
    /// A match of these players before its first turn.
    ///
    /// # Errors
    /// A sentence that says why it cannot be played.
    fn open(&self, match_spec: &MatchSpec) -> Result<Box<dyn AnyRecord>, String>;
    /// Reads a link's payload.
    ///
    /// # Errors
    /// A clause that says what is wrong with it.
    fn read_link(&self, payload: &str) -> Result<LinkedRecord, String>;
}

/// The match of a link.
pub struct LinkedRecord {
    /// The match.
    pub record: Box<dyn AnyRecord>,
    /// See [`LinkContents::lacks_players`](link::LinkContents::lacks_players).
    pub lacks_players: bool,
}

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
        G::seats_of(&read::<G>(settings)?)
    }

    fn form(
        &self,
        match_spec: &MatchSpec,
        draft: Option<FormDraft>,
        change: Callback<Value>,
        write: Callback<(Value, Value)>,
    ) -> Html {
        let Ok(settings) = match_spec.settings_of::<G>() else { return Html::default() };
        let change = change.reform(|settings: Option<G::Settings>| settings.map_or(Value::Null, self::write::<G>));
        let write = write.reform(|(settings, written)| (self::write::<G>(settings), written));
        let (seats, seed) = (match_spec.players.len(), match_spec.seed);
        G::form(SettingsForm { settings, usual: match_spec.settings.is_null(), seats, seed, change, draft, write })
    }

    fn bots(&self) -> &'static [PageBot] {
        G::BOTS
    }

    fn hint(&self) -> &'static str {
        G::HINT
    }

    fn touch_hint(&self) -> &'static str {
        G::TOUCH_HINT
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        G::KEYS
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn has_persons(&self) -> bool {
        G::PERSONS
    }

    fn pace(&self) -> f64 {
        G::PACE
    }

    fn renewed(&self, settings: &Value, seats: usize, seed: u64) -> Option<Value> {
        G::adapted_settings(&read::<G>(settings)?, seats, seed).map(write::<G>)
    }

    fn written(&self, settings: &Value) -> Option<Value> {
        G::form_values(&read::<G>(settings)?)
    }

    fn settled(&self, settings: &Value, written: &Value, seats: usize, seed: u64) -> Result<Value, String> {
        let settings = read::<G>(settings).unwrap_or_else(|| G::settings(seats, seed));
        G::parse_form(&settings, written, seats, seed).map(write::<G>)
    }

    fn demo(&self, seats: usize, seed: u64) -> Value {
        serde_json::to_value(G::demo_settings(seats, seed)).expect("settings have text keys only")
    }

    fn side(&self, seat: Seat) -> SeatStyle {
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
            terms: match_spec.terms,
            turns: Vec::new(),
        })
    }

    fn read_link(&self, payload: &str) -> Result<LinkedRecord, String> {
        let read = link::read::<G>(payload).map_err(|why| why.to_string())?;
        Ok(LinkedRecord { record: record(read.replay)?, lacks_players: read.lacks_players })
    }
}

/// Settings in the file form; `None` if they are none of this game, `null` for the usual ones included.
fn read<G: GamePage>(settings: &Value) -> Option<G::Settings> {
    serde_json::from_value(settings.clone()).ok()
}

fn write<G: GamePage>(settings: G::Settings) -> Value {
    serde_json::to_value(settings).expect("settings have text keys only")
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
}
