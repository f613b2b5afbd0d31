//! The playback controls: the timeline with its marks, steps, speed.

use std::rc::Rc;

use botyard_web_games::{MoveLine, StepPositions};
use botyard_web_ui::Select;
use botyard_web_ui::decimal::shortest;
use botyard_web_ui::{Part, part};
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
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// Whether the position advances automatically.
    pub playing: bool,
    /// Whether the match is being played now.
    pub live: bool,
    /// The index of the speed.
    pub speed: usize,
    /// Called with the visitor's actions.
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
                    // The sentence above the board announces each move: this would announce its
                    // number too.
                    <output class="turn" aria-live="off" data-testid="turn">
                        <span class="unseen">{ "Turn " }</span>{ number }<span class="of">{ format!(" / {newest}") }</span>
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
        Some(at) => format!("turn {number}: {}", props.lines[at].words),
        None => "the start".to_owned(),
    };
    html! {
        <div class="timeline" ~style={format!("--share:{}%", shortest(share(number, newest)))}>
            <input type="range" min="0" max={newest.to_string()} value={number.to_string()} {oninput}
                aria-label="Turn" aria-valuetext={words} data-testid="timeline" />
            { part(TimelineMarks { lines: props.lines.clone(), stops: props.stops.clone() }) }
        </div>
    }
}

/// The number of places for marks on the timeline: marks that are closer together would overlap.
const PLACES: usize = 240;

/// The marks on the timeline, which stay while the position changes.
#[derive(PartialEq)]
struct TimelineMarks {
    lines: Rc<Vec<MoveLine>>,
    stops: StepPositions,
}

impl Part for TimelineMarks {
    /// The first mark of each place; a fault takes precedence.
    fn draw(&self) -> Html {
        let (lines, stops, newest) = (&self.lines, &self.stops, self.stops.count());
        let mut places = [None; PLACES + 1];
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.mark.is_some()) {
            let kept = places[(at + 1) * PLACES / lines.len()].get_or_insert(at);
            if line.fault {
                *kept = at;
            }
        }
        let mark = |at: usize| {
            let line = &lines[at];
            let number = stops.number(at + 1);
            let style = format!("left:{}%", shortest(share(number, newest)));
            let class = classes!("mark", line.fault.then_some("fault"));
            let why = line.mark.clone().unwrap_or_default();
            html! { <i key={at} {class} ~{style} title={format!("Turn {number}: {why}")} /> }
        };
        html! { <div class="marks">{ for places.into_iter().flatten().map(mark) }</div> }
    }
}

/// Where a stop is on the timeline, in percent.
fn share(number: usize, newest: usize) -> f64 {
    if newest == 0 { 0.0 } else { 100.0 * number as f64 / newest as f64 }
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
