//! How a person sets up the next match: the board, how long it lasts, the format of each bot. Does
//! not know the match that is being played.

use std::rc::Rc;

use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrSettings, DURATION_MAX, MissingOrder, SIDE_MAX, WireFormat,
};
use botyard_engine::seat::Seat;
use botyard_web_ui::{Part, Select, number_field, part};
use serde_json::Value;
use yew::{AttrValue, Callback, Html, html};

use super::placement_form::PlacementForm;
use super::sides::side;
use crate::{FormChange, FormDraft, FormEdit, FormProps, FormState};

/// A board that no parameters lead to.
const OWN: &str = "own";

/// Draws the form.
pub fn form(form: FormProps<BitMartyr>) -> Html {
    let FormProps { settings, seats, draft, edit, .. } = form;
    part(BitMartyrSetupForm { settings, seats, draft, edit })
}

/// The form. Typed values stay, whether they can be played or not.
#[derive(PartialEq)]
struct BitMartyrSetupForm {
    /// The settings of the next match; if there is a draft, all but the board.
    settings: BitMartyrSettings,
    /// How many teams it has.
    seats: usize,
    /// The values that cannot be played.
    draft: Option<FormDraft>,
    /// Called with a person's changes.
    edit: Callback<FormEdit<BitMartyrSettings>>,
}

impl BitMartyrSetupForm {
    /// The form's values for the board.
    fn written(&self) -> PlacementForm {
        written(&self.settings, self.draft.as_ref().map(|draft| &draft.values))
    }

    /// A callback that changes the settings or the form's values.
    fn set<T: Clone + 'static>(
        &self,
        with: impl Fn(&mut BitMartyrSettings, &mut PlacementForm, T) + 'static,
    ) -> Callback<T> {
        let with = Rc::new(with);
        self.edit.reform(move |value: T| {
            let with = Rc::clone(&with);
            FormEdit::new(move |FormState { mut settings, draft, .. }| {
                let mut written = written(&settings, draft);
                with(&mut settings, &mut written, value.clone());
                FormChange::Values(settings, serde_json::to_value(written).expect("it has text keys only"))
            })
        })
    }

    /// A callback that changes the values for the board, which is then one that parameters lead to.
    fn update_field(&self, with: fn(&mut PlacementForm, f64)) -> Callback<f64> {
        self.set(move |_, written, value| {
            written.placement.get_or_insert_default();
            with(written, value);
        })
    }
}

fn written(settings: &BitMartyrSettings, draft: Option<&Value>) -> PlacementForm {
    let draft = draft.and_then(|values| serde_json::from_value(values.clone()).ok());
    draft.unwrap_or_else(|| PlacementForm::from_settings(settings))
}

/// Which fields of the form cannot be played.
struct FormProblem {
    width: bool,
    height: bool,
    population: bool,
    duration: bool,
}

impl FormProblem {
    fn find(props: &BitMartyrSetupForm, written: &PlacementForm) -> Self {
        let is_no_side = |side: usize| !(1..=SIDE_MAX).contains(&side);
        let (width, height) = (is_no_side(written.width), is_no_side(written.height));
        let duration = !(1..=DURATION_MAX).contains(&props.settings.duration);
        // Each number is possible, but not all of them together.
        let is_full = props.draft.is_some() && written.placement.is_some() && !(width || height || duration);
        Self { width: width || is_full, height: height || is_full, population: is_full, duration }
    }
}

impl Part for BitMartyrSetupForm {
    fn draw(&self) -> Html {
        let written = self.written();
        let wrong = FormProblem::find(self, &written);
        let (wide, high) = (written.width as f64, written.height as f64);
        html! {
            <div class="bitmartyr-setup">
                { number_field("Width", "cells", "width", wide, wrong.width, self.update_field(|written, value| written.width = value as usize)) }
                { number_field("Height", "cells", "height", high, wrong.height, self.update_field(|written, value| written.height = value as usize)) }
                { number_field("Units per team", "units", "population", written.population as f64, wrong.population, self.update_field(|written, value| written.population = value as usize)) }
                { placement(self, &written) }
                { number_field("Turns", "", "duration", self.settings.duration.into(), wrong.duration, self.set(|settings, _, value: f64| settings.duration = value as u32)) }
                if let Some(draft) = &self.draft { <p class="hint" role="alert" data-testid="setup-trouble">{ format!("Cannot play: {}.", draft.problem) }</p> }
                { missing(self) }
                // In an element of their own, so that the field that is being typed into stays when
                // their number changes.
                <div>{ for (0..self.seats).map(|index| wire(self, Seat::new(index))) }</div>
            </div>
        }
    }
}

fn placement(props: &BitMartyrSetupForm, written: &PlacementForm) -> Html {
    let names = ["equally spaced", "at random"];
    let own = written.placement.is_none().then(|| (AttrValue::from(OWN), AttrValue::from("as in this match")));
    let named = names.into_iter().enumerate().map(|(index, name)| (index.to_string().into(), name.into()));
    let options: Vec<_> = own.into_iter().chain(named).collect();
    let value = written.placement.map_or_else(|| OWN.to_owned(), |index| index.to_string());
    let choose = props.set(|_, written, value: String| written.placement = value.parse().ok());
    html! {
        <label class="setting"><span>{ "Units start" }</span><Select label="How units are placed" testid="placement" {options} {value} {choose} /></label>
    }
}

fn missing(props: &BitMartyrSetupForm) -> Html {
    let options = [("die", "dies"), ("stay", "stays")].map(|(value, name)| (value.into(), name.into())).to_vec();
    let value = if props.settings.missing == MissingOrder::Die { "die" } else { "stay" };
    let choose = props.set(|settings, _, value: String| {
        settings.missing = if value == "stay" { MissingOrder::Stay } else { MissingOrder::Die };
    });
    html! {
        <label class="setting"><span>{ "A unit without an order" }</span><Select label="What a unit without an order does" testid="missing" {options} {value} {choose} /></label>
    }
}

/// The wire format of a seat's bot.
fn wire(props: &BitMartyrSetupForm, seat: Seat) -> Html {
    let options = WireFormat::ALL.map(|(_, name)| (name.into(), name.into())).to_vec();
    let name_of =
        |wire: WireFormat| WireFormat::ALL.iter().find(|(other, _)| *other == wire).map_or("", |(_, name)| name);
    let value = name_of(props.settings.wire(seat));
    let seats = props.seats;
    let choose = props.set(move |settings, _, value: String| {
        let wire =
            WireFormat::ALL.iter().find(|(_, name)| *name == value).map_or(WireFormat::default(), |(wire, _)| *wire);
        settings.wires.resize(seats, WireFormat::default());
        settings.wires[seat.index()] = wire;
    });
    let side = side(seat).name;
    html! {
        <label class="setting">
            <span>{ format!("Format of {side}'s bot") }</span>
            <Select label={format!("Format of {side}'s bot")} testid={format!("wire-{}", seat.index())} {options} {value} {choose} />
        </label>
    }
}
