//! Generates a map at random. The search runs in slices, so that the page stays responsive and a
//! person can stop it. Knows no map but the one that is found.

use std::ops::RangeInclusive;

use botyard_engine::games::generals::{GeneralsMap, MapParams, MapSearch, SIDE_MAX};
use botyard_web_ui::Field;
use botyard_web_ui::browser;
use botyard_web_ui::number;
use gloo_timers::callback::Interval;
use yew::{AttrValue, Callback, Component, Context, Html, Properties, html};

/// How long a slice may take, in milliseconds: half of a frame.
const SLICE: f64 = 8.0;

/// See [`MapGenerator`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The first parameters.
    pub params: MapParams,
    /// How many can play.
    pub players: RangeInclusive<usize>,
    /// Called with a seed and the map generated from it, or the reason why there is none.
    pub drawn: Callback<(u64, Result<GeneralsMap, String>)>,
}

/// An event.
pub enum MapGeneratorMessage {
    /// A person has changed a parameter.
    Edit(fn(&mut MapParams, f64), f64),
    /// A person has changed an optional parameter.
    EditOptional(fn(&mut MapParams, Option<u32>), Option<f64>),
    /// Starts the search for a map.
    Draw,
    /// Starts a search from a random seed.
    Dice,
    /// Continues the search.
    Slice,
    /// Stops the search.
    Stop,
}

/// The parameters, and the search for a map like that.
pub struct MapGenerator {
    params: MapParams,
    search: Option<MapSearch>,
    /// Has the search go on while there is one: an interval, because it goes on by itself.
    slices: Option<Interval>,
}

impl Component for MapGenerator {
    type Message = MapGeneratorMessage;
    type Properties = Props;

    fn create(context: &Context<Self>) -> Self {
        Self { params: context.props().params.clone(), search: None, slices: None }
    }

    fn update(&mut self, context: &Context<Self>, message: MapGeneratorMessage) -> bool {
        match message {
            MapGeneratorMessage::Edit(edit, value) => edit(&mut self.params, value),
            MapGeneratorMessage::EditOptional(edit_optional, value) => {
                edit_optional(&mut self.params, value.map(|value| value as u32))
            }
            MapGeneratorMessage::Draw => self.begin(context),
            MapGeneratorMessage::Dice => {
                self.params.seed = browser::chance();
                self.begin(context);
            }
            MapGeneratorMessage::Slice => self.go_on(context),
            MapGeneratorMessage::Stop => (self.search, self.slices) = (None, None),
        }
        true
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let link = context.link();
        html! {
            <details class="more">
                <summary data-testid="map-chance">{ "Generate a map" }</summary>
                { self.form(context) }
                if let Some(search) = &self.search {
                    <div class="row">
                        <button type="button" onclick={link.callback(|_| MapGeneratorMessage::Stop)} data-testid="map-stop">{ "Stop" }</button>
                        <progress max={MapSearch::ATTEMPTS.to_string()} value={search.tried().to_string()} aria-label="Attempts" data-testid="map-progress" />
                        <span class="hint">{ format!("attempt {} of {}", search.tried() + 1, MapSearch::ATTEMPTS) }</span>
                    </div>
                } else {
                    <div class="row">
                        <button type="button" class="primary" onclick={link.callback(|_| MapGeneratorMessage::Draw)} data-testid="map-draw">{ "Generate" }</button>
                        <button type="button" onclick={link.callback(|_| MapGeneratorMessage::Dice)} data-testid="map-dice">{ "Generate with a new seed" }</button>
                    </div>
                }
            </details>
        }
    }
}

impl MapGenerator {
    fn begin(&mut self, context: &Context<Self>) {
        match MapSearch::new(self.params.clone()) {
            Ok(search) => {
                self.search = Some(search);
                let link = context.link().clone();
                self.slices = Some(Interval::new(0, move || link.send_message(MapGeneratorMessage::Slice)));
            }
            Err(why) => context.props().drawn.emit((self.params.seed, Err(why.to_string()))),
        }
    }

    fn go_on(&mut self, context: &Context<Self>) {
        let Some(search) = &mut self.search else { return };
        let begun = browser::now();
        while browser::now() < begun + SLICE {
            if let Some(found) = search.step() {
                context.props().drawn.emit((search.params().seed, found.map_err(|why| why.to_string())));
                (self.search, self.slices) = (None, None);
                return;
            }
        }
    }

    fn form(&self, context: &Context<Self>) -> Html {
        let link = context.link();
        let edit = |edit: fn(&mut MapParams, f64)| link.callback(move |value| MapGeneratorMessage::Edit(edit, value));
        let edit_optional =
            |edit_optional| link.callback(move |value| MapGeneratorMessage::EditOptional(edit_optional, value));
        let MapParams { seed, rows, columns, players, mountains, cities, distance, difference, .. } = self.params;
        let (least, most) = (*context.props().players.start() as f64, *context.props().players.end() as f64);
        let side = (1.0, SIDE_MAX as f64);
        html! {
            <>
                { number("Rows", "", "wish-rows", rows as f64, side, edit(|params, value| params.rows = value as usize)) }
                { number("Columns", "", "wish-columns", columns as f64, side, edit(|params, value| params.columns = value as usize)) }
                { number("Players", "", "wish-players", players as f64, (least, most), edit(|params, value| params.players = value as usize)) }
                { number("Mountains", "%", "wish-mountains", mountains.into(), (0.0, 100.0), edit(|params, value| params.mountains = value as u32)) }
                { number("Cities", "%", "wish-cities", cities.into(), (0.0, 100.0), edit(|params, value| params.cities = value as u32)) }
                { optional("Distance between capitals, at least", "steps", "wish-distance", distance, 2500.0, edit_optional(|params, steps| params.distance = steps)) }
                { optional("Unfairness at most", "%", "wish-unfairness", difference, 100.0, edit_optional(|params, percent| params.difference = percent)) }
                { number("Seed", "", "wish-seed", seed as f64, (0.0, 9e15), edit(|params, value| params.seed = value as u64)) }
            </>
        }
    }
}

/// A field for a number that may be left empty, which means the best that is possible.
fn optional(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: Option<u32>,
    most: f64,
    take: Callback<Option<f64>>,
) -> Html {
    let value = value.map(|value| value.to_string()).unwrap_or_default();
    let take = take.reform(move |typed: Option<f64>| typed.filter(|value| (0.0..=most).contains(value)));
    html! {
        <label class="setting">
            <span>{ name }</span>
            <span class="with-unit"><Field {value} placeholder={Some(AttrValue::Static("best"))} range={(0.0, most)} {take} {testid} />{ unit }</span>
        </label>
    }
}
