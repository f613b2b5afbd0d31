//! How a person sets the next match up: the board, how long it lasts, how bots are spoken to. Knows no match that is being
//! played.

use botyard_engine::games::bitmartyr::{DURATION_MAX, Missing, Placement, SIDE_MAX, Settings, Wire, Wishes, place};
use botyard_engine::seat::Seat;
use yew::{AttrValue, Callback, Html, Properties, function_component, html, use_state_eq};

use super::sides::side;
use super::wishes::wishes;
use crate::games::number::number;
use crate::page::view::Select;

/// A board that no wishes lead to.
const OWN: &str = "own";

/// See [`Setup`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The settings of the next match.
    pub settings: Settings,
    /// How many teams it has.
    pub seats: usize,
    /// The seed.
    pub seed: u64,
    /// Takes others.
    pub change: Callback<Option<Settings>>,
}

impl Props {
    /// What the board is wished to be like; what can be told of it where it is none that wishes lead to.
    fn wishes(&self) -> (Wishes, bool) {
        let (board, seed) = (&self.settings.board, self.seed);
        let (width, height, teams) = (board.width(), board.height(), self.seats);
        let seen = wishes(&self.settings);
        let is_own = seen.is_none();
        let alike = Wishes { width, height, population: board.count(Seat::new(0)).max(1), ..Wishes::new(teams) };
        (Wishes { teams, seed, ..seen.unwrap_or(alike) }, is_own)
    }

    /// A callback that changes the settings.
    fn set<T: 'static>(&self, with: impl Fn(&mut Settings, T) + 'static) -> Callback<T> {
        let (settings, change) = (Settings { seed: self.seed, ..self.settings.clone() }, self.change.clone());
        Callback::from(move |value| {
            let mut settings = settings.clone();
            with(&mut settings, value);
            change.emit(Some(settings));
        })
    }
}

/// The form.
#[function_component]
pub fn Setup(props: &Props) -> Html {
    let trouble = use_state_eq(String::new);
    let (wishes, is_own) = props.wishes();
    // Where there is no such board the old one stays, and it is said why.
    let wish = |with: fn(&mut Wishes, f64)| {
        let (wishes, trouble, set) =
            (wishes.clone(), trouble.clone(), props.set(|settings, board| settings.board = board));
        Callback::from(move |value: f64| {
            let mut wishes = wishes.clone();
            with(&mut wishes, value);
            match place(&wishes) {
                Ok(board) => {
                    trouble.set(String::new());
                    set.emit(board);
                }
                Err(why) => trouble.set(format!("That cannot be: {why}.")),
            }
        })
    };
    let side = (1.0, SIDE_MAX as f64);
    html! {
        <div class="bitmartyr-setup">
            { number("Width", "cells", "width", wishes.width as f64, side, wish(|wishes, value| wishes.width = value as usize)) }
            { number("Height", "cells", "height", wishes.height as f64, side, wish(|wishes, value| wishes.height = value as usize)) }
            { number("Each team starts with", "units", "population", wishes.population as f64, (1.0, 1e6), wish(|wishes, value| wishes.population = value as usize)) }
            { placement(&wishes, is_own, wish(|wishes, value| wishes.placement = Placement::ALL[value as usize].0)) }
            if !trouble.is_empty() { <p class="hint" role="alert" data-testid="setup-trouble">{ &*trouble }</p> }
            { number("Turns", "", "duration", props.settings.duration.into(), (1.0, DURATION_MAX.into()), props.set(|settings, value: f64| settings.duration = value as u32)) }
            { missing(props) }
            // Apart from the rest: where their number changes, a field that is being typed into stays the same field.
            <div>{ for (0..props.seats).map(|index| wire(props, Seat::new(index))) }</div>
        </div>
    }
}

fn placement(wishes: &Wishes, is_own: bool, take: Callback<f64>) -> Html {
    let names = ["in even distances", "at random"];
    let own = is_own.then(|| (AttrValue::from(OWN), AttrValue::from("as it is")));
    let named = names.into_iter().enumerate().map(|(index, name)| (index.to_string().into(), name.into()));
    let options: Vec<_> = own.into_iter().chain(named).collect();
    let chosen = Placement::ALL.iter().position(|(placement, _)| *placement == wishes.placement).unwrap_or(0);
    let value = if is_own { OWN.to_owned() } else { chosen.to_string() };
    let choose =
        Callback::from(move |value: String| value.parse::<u8>().into_iter().for_each(|index| take.emit(index.into())));
    html! {
        <label class="setting"><span>{ "Units start" }</span><Select label="How units are placed" testid="placement" {options} {value} {choose} /></label>
    }
}

fn missing(props: &Props) -> Html {
    let options = [("die", "dies"), ("stay", "stays")].map(|(value, name)| (value.into(), name.into())).to_vec();
    let value = if props.settings.missing == Missing::Die { "die" } else { "stay" };
    let choose = props.set(|settings, value: String| {
        settings.missing = if value == "stay" { Missing::Stay } else { Missing::Die };
    });
    html! {
        <label class="setting"><span>{ "A unit without an order" }</span><Select label="What a unit without an order does" testid="missing" {options} {value} {choose} /></label>
    }
}

/// How the bot of a seat is spoken to.
fn wire(props: &Props, seat: Seat) -> Html {
    let options = Wire::ALL.map(|(_, name)| (name.into(), name.into())).to_vec();
    let name_of = |wire: Wire| Wire::ALL.iter().find(|(other, _)| *other == wire).map_or("", |(_, name)| name);
    let value = name_of(props.settings.wire(seat));
    let seats = props.seats;
    let choose = props.set(move |settings, value: String| {
        let wire = Wire::ALL.iter().find(|(_, name)| *name == value).map_or(Wire::default(), |(wire, _)| *wire);
        settings.wires.resize(seats, Wire::default());
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
