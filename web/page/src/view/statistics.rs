//! The statistics: each seat's numbers in the position that is shown, as a table beside the board, and
//! their curves below the timeline. A curve is a slider: a pointer or a key goes to that turn.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use botyard_web_games::{GameUi, PartNames, StatisticsTable, StepPositions, find_game_ui};
use botyard_web_ui::Part;
use botyard_web_ui::decimal::{tenths, whole};
use web_sys::{MouseEvent, PointerEvent};
use yew::{
    AttrValue, Callback, Html, Properties, UseStateHandle, classes, function_component, html, use_memo, use_state_eq,
};

use super::slider::{keys, pointed_share};
use super::statistic_chart::{ChartShape, HEIGHT, StatisticChart, WIDTH, bands, lines};
use super::{Send, Sometimes};
use crate::message::{Message, PlaybackMessage};

/// The numbers of each seat.
#[derive(PartialEq)]
pub struct StatisticTable {
    /// The numbers.
    pub statistics: Rc<StatisticsTable>,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// The game.
    pub game_ui: &'static str,
}

impl Part for StatisticTable {
    /// Nothing if the game has no statistics.
    fn draw(&self) -> Html {
        let (Some(game_ui), false) = (find_game_ui(self.game_ui), self.statistics.is_empty()) else {
            return Html::default();
        };
        html! {
            <section class="statistics" aria-label="Statistics" data-testid="statistics">{ table(self, game_ui) }</section>
        }
    }
}

/// See [`Curves`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The numbers.
    pub statistics: Rc<StatisticsTable>,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// The positions at which stepping stops, whose numbers people call turns.
    pub stops: StepPositions,
    /// The game.
    pub game_ui: &'static str,
    /// Called with the turn that the visitor wants.
    pub send: Send,
}

/// Which chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShownStatistic {
    /// One statistic of all seats.
    AllSeats(usize),
    /// The parts of one seat's first statistic.
    Parts(Seat),
}

/// The curves; nothing if the game has no statistics.
#[function_component]
pub fn Curves(props: &Props) -> Html {
    let shown = use_state_eq(|| ShownStatistic::AllSeats(0));
    let courses = use_memo((props.statistics.clone(), *shown), |(statistics, shown)| courses(statistics, *shown));
    let (Some(game_ui), false) = (find_game_ui(props.game_ui), props.statistics.is_empty()) else {
        return Html::default();
    };
    html! {
        <section class="statistics curves" aria-label="Curves">
            { for props.statistics.parts().map(|parts| choice(props, game_ui, parts, &shown)) }
            { for courses.iter().map(|course| figure(props, game_ui, course)) }
            { for props.statistics.parts().map(|parts| shares(props, game_ui, parts, *shown)) }
        </section>
    }
}

/// The charts to draw: all of them if there are few, otherwise the chosen one.
fn courses(statistics: &StatisticsTable, shown: ShownStatistic) -> Vec<StatisticChart> {
    if statistics.is_empty() {
        return Vec::new();
    }
    match (statistics.parts(), shown) {
        (None, _) => (0..statistics.names().len()).map(|nth| lines(statistics, nth)).collect(),
        (Some(_), ShownStatistic::AllSeats(nth)) => vec![lines(statistics, nth.min(statistics.names().len() - 1))],
        (Some(parts), ShownStatistic::Parts(seat)) => vec![bands(statistics, parts, within(statistics, seat))],
    }
}

/// The seat, or the last one of this match: the match before may have had more.
fn within(statistics: &StatisticsTable, seat: Seat) -> Seat {
    Seat::new(seat.index().min(statistics.seats() - 1))
}

fn table(props: &StatisticTable, game_ui: &dyn GameUi) -> Html {
    let names = props.statistics.names();
    let row = |seat: Seat| {
        let number = |nth: usize| {
            let testid = format!("statistic-{}-{}", seat.index(), names[nth].replace(' ', "-"));
            html! { <td data-testid={testid}>{ props.statistics.at(props.at, seat, nth) }</td> }
        };
        // A seat whose numbers are all 0 is out.
        let is_out = (0..names.len()).all(|nth| props.statistics.at(props.at, seat, nth) == 0);
        html! {
            <tr key={seat.index()} class={classes!(game_ui.seat_style(seat).class, is_out.then_some("out"))}>
                <th scope="row"><svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ game_ui.glyph(seat) }</svg><span>{ game_ui.seat_style(seat).name }</span>if is_out { <small>{ "out" }</small> }</th>
                { for (0..names.len()).map(number) }
            </tr>
        }
    };
    html! {
        <table>
            <thead><tr><td />{ for names.iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
            <tbody>{ for (0..props.statistics.seats()).map(Seat::new).map(row) }</tbody>
        </table>
    }
}

/// Chooses the chart, and its seat if it shows one seat.
fn choice(props: &Props, game_ui: &dyn GameUi, parts: &PartNames, shown: &UseStateHandle<ShownStatistic>) -> Html {
    let choose = |next: ShownStatistic| {
        let shown = shown.setter();
        Callback::from(move |_: MouseEvent| shown.set(next))
    };
    let chip = |name: AttrValue, testid: String, picture: Html, is_shown: bool, next: ShownStatistic| {
        html! { <button type="button" class="chip" aria-pressed={is_shown.to_string()} data-testid={testid} onclick={choose(next)}>{ picture }{ name }</button> }
    };
    let statistic = |(nth, name): (usize, &&'static str)| {
        chip(
            (*name).into(),
            format!("curve-{nth}"),
            Html::default(),
            **shown == ShownStatistic::AllSeats(nth),
            ShownStatistic::AllSeats(nth),
        )
    };
    let of = match **shown {
        ShownStatistic::Parts(seat) => Some(within(&props.statistics, seat)),
        ShownStatistic::AllSeats(_) => None,
    };
    let seat = |seat: Seat| {
        let picture = html! { <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ game_ui.glyph(seat) }</svg> };
        chip(
            game_ui.seat_style(seat).name.into(),
            format!("curve-of-{}", seat.index()),
            picture,
            of == Some(seat),
            ShownStatistic::Parts(seat),
        )
    };
    html! {
        <>
            <div class="chips" role="group" aria-label="Shown curves">
                { for props.statistics.names().iter().enumerate().map(statistic) }
                { chip(parts.name.into(), "curve-parts".to_owned(), Html::default(), of.is_some(), ShownStatistic::Parts(of.unwrap_or(Seat::new(0)))) }
            </div>
            if of.is_some() {
                <div class="chips" role="group" aria-label="Players shown">{ for (0..props.statistics.seats()).map(Seat::new).map(seat) }</div>
            }
        </>
    }
}

fn figure(props: &Props, game_ui: &dyn GameUi, course: &StatisticChart) -> Html {
    let newest = props.statistics.len() - 1;
    let onpointermove = props.send.sometimes(move |event: PointerEvent| {
        Some(Message::Playback(PlaybackMessage::Go((pointed_share(&event)? * newest as f64).round() as usize)))
    });
    let shape = |(index, shape): (usize, &ChartShape)| {
        let side = game_ui.seat_style(shape.seat).class;
        match shape.shade {
            None => html! { <polyline key={index} class={side} points={&shape.points} /> },
            Some(shade) => {
                html! { <polygon key={index} class={side} points={&shape.points} fill-opacity={opacity(shade)} /> }
            }
        }
    };
    let now = WIDTH as f64 * props.at.min(newest) as f64 / newest.max(1) as f64;
    let now = format!("M{} 0V{}", tenths(now), whole(HEIGHT));
    let name_of = |seat: Seat| game_ui.seat_style(seat).name;
    let at = props.at.min(newest);
    // Bands are those of the first statistic.
    let nth = props.statistics.names().iter().position(|name| *name == course.name).unwrap_or(0);
    let (turn, turns) = (props.stops.number(at), props.stops.count());
    let numbers = course.numbers(name_of, |seat| props.statistics.at(at, seat, nth));
    html! {
        <figure>
            <figcaption>{ format!("{} (peak {})", course.name, course.most) }</figcaption>
            <svg viewBox={format!("0 0 {WIDTH} {}", whole(HEIGHT))} preserveAspectRatio="none" role="slider" tabindex="0" aria-label={course.words(name_of)}
                aria-valuemin="0" aria-valuemax={newest.to_string()} aria-valuenow={at.to_string()} aria-valuetext={format!("after {turn} of {turns} turns: {numbers}")}
                data-testid="course" onkeydown={keys(&props.send, at, newest, |turns| turns)} onpointerdown={&onpointermove} {onpointermove}>
                { for course.shapes.iter().enumerate().map(shape) }<path class="now" d={now} />
            </svg>
        </figure>
    }
}

/// The legend of the bands, with their numbers now.
fn shares(props: &Props, game_ui: &dyn GameUi, parts: &PartNames, shown: ShownStatistic) -> Html {
    let ShownStatistic::Parts(seat) = shown else { return Html::default() };
    let seat = within(&props.statistics, seat);
    let numbers = props.statistics.parts_at(props.at, seat);
    let share = |(nth, (name, number)): (usize, (&&'static str, &u32))| {
        html! { <li key={nth}><i ~style={format!("opacity:{}", opacity(nth))} />{ format!("{name}: ") }<b data-testid={format!("part-{nth}")}>{ number }</b></li> }
    };
    let side = game_ui.seat_style(seat);
    html! {
        <ul class={yew::classes!("shares", side.class)} aria-label={format!("{} of {}", parts.name, side.name)}>
            { for parts.names.iter().zip(numbers).enumerate().map(share).rev() }
        </ul>
    }
}

/// The opacity of a shade of a seat's colour.
fn opacity(shade: usize) -> &'static str {
    ["0.2", "0.4", "0.6", "0.8"].get(shade).unwrap_or(&"1")
}
