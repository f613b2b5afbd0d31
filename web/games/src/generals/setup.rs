//! How a person sets up the next match: its rounds and growth, and its map. Does not know the match
//! that is being played.

use std::time::Duration;

use botyard_engine::catalog::Playable;
use botyard_engine::game::Game;
use botyard_engine::games::generals::{ARMY_MAX, Generals, GeneralsMap, GeneralsSettings, ROUNDS_MAX};
use botyard_engine::referee::host::TimeBank;
use botyard_web_ui::number;
use yew::{Callback, Html, Properties, function_component, html, use_context, use_state_eq};

use super::map_editor::MapEditor;
use crate::{FormChange, FormEdit, FormProps, HiddenReason};

/// The longest time a bank may hold, in seconds.
const BANK_MAX: f64 = 3600.0;

/// Draws the form.
pub fn form(form: FormProps<Generals>) -> Html {
    html! { <Setup settings={form.settings} usual={form.usual} seed={form.seed} edit={form.edit} /> }
}

/// See [`Setup`].
#[derive(Properties, PartialEq)]
struct Props {
    /// The settings of the next match.
    settings: GeneralsSettings,
    /// Whether the seed draws them.
    usual: bool,
    /// The seed.
    seed: u64,
    /// Called with a person's changes.
    edit: Callback<FormEdit<GeneralsSettings>>,
}

/// The form.
#[function_component]
fn Setup(props: &Props) -> Html {
    let is_open = use_state_eq(|| false);
    // The next match may have the map of the match that is being played.
    let hidden_reason = use_context::<HiddenReason>().and_then(|HiddenReason(why)| why);
    let open = {
        let is_open = is_open.clone();
        Callback::from(move |_: yew::MouseEvent| is_open.set(hidden_reason.is_none()))
    };
    let close = {
        let is_open = is_open.clone();
        Callback::from(move |()| is_open.set(false))
    };
    // Players' numbers follow the capitals, of which another map may have another number.
    let take = props.edit.reform(|map: GeneralsMap| {
        FormEdit::new(move |now| {
            FormChange::Settings(GeneralsSettings { map: map.clone(), order: Vec::new(), ..now.settings })
        })
    });
    let usual = props.edit.reform(|_: yew::MouseEvent| FormEdit::new(|_| FormChange::Usual));
    let map = &props.settings.map;
    let drawn = if props.usual { ", generated from the seed" } else { "" };
    html! {
        <div class="generals-setup">
            <div class="setting">
                <span>{ "Map" }<small class="hint" data-testid="map-size">{ format!(" {} × {}{drawn}", map.rows(), map.columns()) }</small></span>
                <span class="with-unit">
                    if !props.usual { <button type="button" onclick={usual} data-testid="map-usual">{ "Default" }</button> }
                    <button type="button" onclick={open} aria-disabled={hidden_reason.is_some().to_string()} data-testid="map-edit">{ "Generate or edit" }</button>
                </span>
            </div>
            if let Some(why) = hidden_reason { <p class="hint" data-testid="map-veiled">{ why }</p> }
            { rules(props) }
            if *is_open && hidden_reason.is_none() { <MapEditor map={map.clone()} players={Generals::SEATS} seed={props.seed} {take} {close} /> }
        </div>
    }
}

fn rules(props: &Props) -> Html {
    let GeneralsSettings { rounds, towns_grow, land_grows, garrison, bank, .. } = props.settings;
    let (initial, increment) =
        bank.map_or((0.0, 0.0), |bank| (bank.initial.as_secs_f64(), bank.increment.as_secs_f64()));
    let set = |with: fn(&mut GeneralsSettings, f64)| {
        props.edit.reform(move |value: f64| {
            FormEdit::new(move |now| {
                let mut settings: GeneralsSettings = now.settings;
                with(&mut settings, value);
                // The field shows the old number again.
                let is_playable = Generals::start(&settings, settings.map.capitals().count()).is_ok();
                if is_playable { FormChange::Settings(settings) } else { FormChange::Unchanged }
            })
        })
    };
    html! {
        <>
            { number("Rounds", "", "rounds", rounds.into(), (1.0, ROUNDS_MAX.into()), set(|settings, value| settings.rounds = value as u32)) }
            { number("Cities grow every", "rounds", "towns-grow", towns_grow.into(), (1.0, 1000.0), set(|settings, value| settings.towns_grow = value as u32)) }
            { number("Open ground grows every", "rounds", "land-grows", land_grows.into(), (1.0, 1000.0), set(|settings, value| settings.land_grows = value as u32)) }
            { number("Units in a capital at the start", "units", "garrison", garrison.into(), (0.0, ARMY_MAX.into()), set(|settings, value| settings.garrison = value as u32)) }
            { number("Time for the whole match", "seconds", "bank", initial, (0.0, BANK_MAX), set(|settings, value| bank_of(settings).initial = seconds(value))) }
            { number("Added for each move", "seconds", "increment", increment, (0.0, BANK_MAX), set(|settings, value| bank_of(settings).increment = seconds(value))) }
        </>
    }
}

fn bank_of(settings: &mut GeneralsSettings) -> &mut TimeBank {
    settings.bank.get_or_insert(TimeBank { initial: Duration::ZERO, increment: Duration::ZERO })
}

fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value.clamp(0.0, BANK_MAX)).unwrap_or_default()
}
