//! The playback controls: the timeline with its marks, steps, speed.

use std::rc::Rc;

use botyard_web_games::{MoveLine, StepPositions};
use botyard_web_ui::Part;
use botyard_web_ui::Select;
use botyard_web_ui::decimal::shortest;
use web_sys::HtmlInputElement;
use yew::{Html, TargetCast, classes, html};

use super::icon::{Icon, icon};
use super::{Send, Sometimes};
use crate::message::{MarkDirection, Message, PlaybackMessage};
use crate::speeds::SPEEDS;

/// The playback controls.
#[derive(PartialEq)]
pub struct Transport {
    /// The turns.
    pub lines: Rc<Vec<MoveLine>>,
    /// The positions at which stepping stops.
    pub stops: StepPositions,
    /// How many of them have been played in the position that is shown.
    pub at: usize,
    /// Whether the position changes by itself.
    pub playing: bool,
    /// Whether the match is being played now.
    pub live: bool,
    /// The index of the speed.
    pub speed: usize,
    /// Called with what the visitor wants.
    pub send: Send,
}

impl Part for Transport {
    fn draw(&self) -> Html {
        let (number, newest) = (self.stops.number(self.at), self.stops.count());
        let is_marked = self.lines.iter().skip(self.at).any(|line| line.mark.is_some());
        let (picture, name) = if self.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play back") };
        html! {
            <div class="transport" role="group" aria-label="Playback">
                { timeline(self) }
                <div class="transport-row">
                    <div class="steps">
                        { button(self, Icon::First, "Start", "first", Message::Playback(PlaybackMessage::Go(0)), self.at > 0) }
                        { button(self, Icon::Back, "One turn back", "back", Message::Playback(PlaybackMessage::Step(-1)), self.at > 0) }
                        { button(self, picture, name, "toggle", Message::Playback(PlaybackMessage::Toggle), true) }
                        { button(self, Icon::Forward, "One turn forward", "forward", Message::Playback(PlaybackMessage::Step(1)), number < newest) }
                        { button(self, Icon::Last, "Latest turn", "last", Message::Playback(PlaybackMessage::GoLast), number < newest) }
                        { button(self, Icon::Mark, "Next key moment (Shift + →)", "mark", Message::ToMark(MarkDirection::Forward), is_marked) }
                    </div>
                    <output class="turn" data-testid="turn">
                        <span class="unseen">{ "Step " }</span>{ number }<span class="of">{ format!(" / {newest}") }</span>
                        if self.live { <span class="live">{ "live" }</span> }
                    </output>
                    { speed(self) }
                </div>
            </div>
        }
    }
}

fn button(
    props: &Transport,
    picture: Icon,
    name: &'static str,
    testid: &'static str,
    message: Message,
    can: bool,
) -> Html {
    let onclick = props.send.reform(move |_| message.clone());
    html! {
        <button type="button" class={classes!("step", format!("step-{testid}"))} aria-label={name} title={name} data-testid={testid}
            aria-disabled={(!can).to_string()} {onclick}>{ icon(picture) }</button>
    }
}

fn timeline(props: &Transport) -> Html {
    let (number, newest) = (props.stops.number(props.at), props.stops.count());
    let stops = props.stops.clone();
    let oninput = props.send.sometimes(move |event: yew::InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value().parse().ok().map(|number| Message::Playback(PlaybackMessage::Go(stops.turn(number))))
    });
    let words = match props.at.checked_sub(1) {
        Some(at) => format!("turn {}: {}", props.lines[at].round, props.lines[at].words),
        None => "the start".to_owned(),
    };
    let share = |number: usize| if newest == 0 { 0.0 } else { 100.0 * number as f64 / newest as f64 };
    html! {
        <div class="timeline" ~style={format!("--share:{}%", shortest(share(number)))}>
            <input type="range" min="0" max={newest.to_string()} value={number.to_string()} {oninput}
                aria-label="Turn" aria-valuetext={words} data-testid="timeline" />
            <div class="marks">{ for marks(props, share) }</div>
        </div>
    }
}

/// The number of places for marks on the timeline: marks that are closer together would overlap.
const PLACES: usize = 240;

/// The first mark of each place; a fault takes precedence.
fn marks(props: &Transport, share: impl Fn(usize) -> f64) -> impl Iterator<Item = Html> {
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
        html! { <i key={at} {class} ~{style} title={format!("Turn {}: {why}", line.round)} /> }
    })
}

fn speed(props: &Transport) -> Html {
    let choose = props
        .send
        .sometimes(|index: String| index.parse().ok().map(|index| Message::Playback(PlaybackMessage::Speed(index))));
    let option = |(index, &speed): (usize, &f64)| (index.to_string().into(), format!("{}×", shortest(speed)).into());
    let options: Vec<_> = SPEEDS.iter().enumerate().map(option).collect();
    html! {
        <Select class="speed" label="Speed" testid="speed" {options} value={props.speed.to_string()} {choose} />
    }
}
