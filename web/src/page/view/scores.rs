//! The scoreboard: what the game counts for each seat now, and how it went. A click on a curve goes to that turn.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};
use yew::{AttrValue, Html, Properties, function_component, html, use_memo};

use super::{Send, Sometimes};
use crate::games::{Counts, Room, room};
use crate::page::message::Message;

/// The drawing's size in its own units; a curve has no more points than it is wide.
const WIDTH: usize = 320;
const HEIGHT: f64 = 64.0;

/// See [`Scores`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The numbers.
    pub counts: Rc<Counts>,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// The game.
    pub room: &'static str,
    /// Hears which turn is wanted.
    pub send: Send,
}

/// The scoreboard; nothing where nothing is counted.
#[function_component]
pub fn Scores(props: &Props) -> Html {
    let curves = use_memo(props.counts.clone(), |counts| curves(counts));
    let (Some(room), false) = (room(props.room), props.counts.is_empty()) else { return Html::default() };
    html! {
        <section class="scores" aria-label="Scores" data-testid="scores">
            { board(props, room) }
            { for props.counts.names().iter().zip(curves.iter()).map(|(name, lines)| figure(props, room, name, lines)) }
        </section>
    }
}

fn board(props: &Props, room: &dyn Room) -> Html {
    let names = props.counts.names();
    let row = |seat: Seat| {
        let number = |nth: usize| {
            let testid = format!("score-{}-{}", seat.index(), names[nth].replace(' ', "-"));
            html! { <td data-testid={testid}>{ props.counts.at(props.at, seat, nth) }</td> }
        };
        html! {
            <tr key={seat.index()} class={room.side(seat).class}>
                <th scope="row"><svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ room.glyph(seat) }</svg>{ room.side(seat).name }</th>
                { for (0..names.len()).map(number) }
            </tr>
        }
    };
    html! {
        <table>
            <thead><tr><td />{ for names.iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
            <tbody>{ for (0..props.counts.seats()).map(Seat::new).map(row) }</tbody>
        </table>
    }
}

fn figure(props: &Props, room: &dyn Room, name: &'static str, lines: &[AttrValue]) -> Html {
    let newest = props.counts.len() - 1;
    let onclick = props.send.sometimes(move |event: MouseEvent| {
        let drawing: Element = event.current_target()?.dyn_into().ok()?;
        let frame = drawing.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        Some(Message::Go((share.clamp(0.0, 1.0) * newest as f64).round() as usize))
    });
    let line = |(index, points): (usize, &AttrValue)| {
        html! { <polyline key={index} class={room.side(Seat::new(index)).class} points={points.clone()} /> }
    };
    let now = WIDTH as f64 * props.at.min(newest) as f64 / newest.max(1) as f64;
    let now = format!("M{now:.1} 0V{HEIGHT}");
    html! {
        <figure>
            <figcaption>{ name }</figcaption>
            <svg viewBox={format!("0 0 {WIDTH} {HEIGHT}")} preserveAspectRatio="none" aria-hidden="true" {onclick}>
                { for lines.iter().enumerate().map(line) }<path class="now" d={now} />
            </svg>
        </figure>
    }
}

/// For each thing that is counted the points of each seat's line.
fn curves(counts: &Counts) -> Vec<Vec<AttrValue>> {
    let newest = counts.len().saturating_sub(1);
    let turns: Vec<usize> = match newest {
        0..=WIDTH => (0..=newest).collect(),
        _ => (0..=WIDTH).map(|x| x * newest / WIDTH).collect(),
    };
    let seats = || (0..counts.seats()).map(Seat::new);
    let curve = |nth: usize| {
        let most = seats().flat_map(|seat| turns.iter().map(move |&turn| (turn, seat)));
        let most = most.map(|(turn, seat)| counts.at(turn, seat, nth)).max().unwrap_or(0).max(1);
        let point = |turn: usize, seat: Seat| {
            let x = WIDTH as f64 * turn as f64 / newest.max(1) as f64;
            let y = 1.0 + (HEIGHT - 2.0) * (1.0 - f64::from(counts.at(turn, seat, nth)) / f64::from(most));
            format!("{x:.1},{y:.1}")
        };
        seats().map(|seat| turns.iter().map(|&turn| point(turn, seat)).collect::<Vec<_>>().join(" ").into()).collect()
    };
    if counts.is_empty() { Vec::new() } else { (0..counts.names().len()).map(curve).collect() }
}
