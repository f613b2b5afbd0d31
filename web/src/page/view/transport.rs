//! The player's controls: the timeline with its marks, steps, speed.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::{Html, Properties, TargetCast, classes, function_component, html};

use super::icon::{Icon, icon};
use super::select::Select;
use super::{Send, Sometimes};
use crate::decimal::shortest;
use crate::games::{Line, Stops};
use crate::page::message::{Direction, Message};
use crate::page::player::SPEEDS;

/// See [`Transport`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The turns.
    pub lines: Rc<Vec<Line>>,
    /// Where one can stop in them.
    pub stops: Stops,
    /// How many of them have been played in the position that is shown.
    pub at: usize,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Whether the match is being played now.
    pub live: bool,
    /// The speed, by its place among all.
    pub speed: usize,
    /// Hears what is wanted.
    pub send: Send,
}

/// The player's controls.
#[function_component]
pub fn Transport(props: &Props) -> Html {
    let (number, newest) = (props.stops.number(props.at), props.stops.count());
    let is_marked = props.lines.iter().skip(props.at).any(|line| line.mark.is_some());
    let (picture, name) = if props.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play back") };
    html! {
        <div class="transport" role="group" aria-label="Player">
            { timeline(props) }
            <div class="transport-row">
                <div class="steps">
                    { button(props, Icon::First, "Start", "first", Message::Go(0), props.at > 0) }
                    { button(props, Icon::Back, "One turn back", "back", Message::Step(-1), props.at > 0) }
                    { button(props, picture, name, "toggle", Message::Toggle, true) }
                    { button(props, Icon::Forward, "One turn forward", "forward", Message::Step(1), number < newest) }
                    { button(props, Icon::Last, "Newest turn", "last", Message::GoLast, number < newest) }
                    { button(props, Icon::Mark, "Next mark (shift + →)", "mark", Message::ToMark(Direction::Forward), is_marked) }
                </div>
                <output class="turn" data-testid="turn">
                    <span class="unseen">{ "Step " }</span>{ number }<span class="of">{ format!(" / {newest}") }</span>
                    if props.live { <span class="live">{ "live" }</span> }
                </output>
                { speed(props) }
            </div>
        </div>
    }
}

fn button(props: &Props, picture: Icon, name: &'static str, testid: &'static str, message: Message, can: bool) -> Html {
    let onclick = props.send.reform(move |_| message.clone());
    html! {
        <button type="button" class={classes!("step", format!("step-{testid}"))} aria-label={name} title={name} data-testid={testid}
            aria-disabled={(!can).to_string()} {onclick}>{ icon(picture) }</button>
    }
}

fn timeline(props: &Props) -> Html {
    let (number, newest) = (props.stops.number(props.at), props.stops.count());
    let stops = props.stops.clone();
    let oninput = props.send.sometimes(move |event: yew::InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value().parse().ok().map(|number| Message::Go(stops.turn(number)))
    });
    let words = match props.at.checked_sub(1) {
        Some(at) => format!("turn {}: {}", props.lines[at].round, props.lines[at].words),
        None => "the start".to_owned(),
    };
    let share = |number: usize| if newest == 0 { 0.0 } else { 100.0 * number as f64 / newest as f64 };
    html! {
        <div class="timeline" style={format!("--share:{}%", shortest(share(number)))}>
            <input type="range" min="0" max={newest.to_string()} value={number.to_string()} {oninput}
                aria-label="Turn" aria-valuetext={words} data-testid="timeline" />
            <div class="marks">{ for marks(props, share) }</div>
        </div>
    }
}

/// How many places for marks a timeline has: marks nearer to each other than that would only cover each other.
const PLACES: usize = 240;

/// The first mark of each place; a fault before any other.
fn marks(props: &Props, share: impl Fn(usize) -> f64) -> impl Iterator<Item = Html> {
    let newest = props.lines.len().max(1);
    let marked = props.lines.iter().enumerate().filter(|(_, line)| line.mark.is_some());
    let mut places = [None; PLACES + 1];
    for (at, line) in marked {
        let kept = places[(at + 1) * PLACES / newest].get_or_insert(at);
        if line.fault {
            *kept = at;
        }
    }
    let (lines, stops) = (props.lines.clone(), props.stops.clone());
    places.into_iter().flatten().map(move |at| {
        let line = &lines[at];
        let number = stops.number(at + 1);
        let style = format!("left:{}%", shortest(share(number)));
        let class = classes!("mark", line.fault.then_some("fault"));
        let why = line.mark.clone().unwrap_or_default();
        html! { <i key={at} {class} {style} title={format!("Turn {}: {why}", line.round)} /> }
    })
}

fn speed(props: &Props) -> Html {
    let choose = props.send.sometimes(|index: String| index.parse().ok().map(Message::Speed));
    let option = |(index, &speed): (usize, &f64)| (index.to_string().into(), format!("{}×", shortest(speed)).into());
    let options: Vec<_> = SPEEDS.iter().enumerate().map(option).collect();
    html! {
        <Select class="speed" label="Speed" testid="speed" {options} value={props.speed.to_string()} {choose} />
    }
}
