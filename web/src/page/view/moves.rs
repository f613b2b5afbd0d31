//! The list of moves: a row for each round, a button for each turn.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use web_sys::Element;
use yew::{Html, Properties, classes, function_component, html, use_effect_with, use_node_ref};

use super::Send;
use crate::games::{Line, Room, room};
use crate::page::message::Message;

/// See [`MoveList`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The turns.
    pub lines: Rc<Vec<Line>>,
    /// How many of them have been played in the position that is shown.
    pub at: usize,
    /// How many play.
    pub seats: usize,
    /// The game.
    pub room: &'static str,
    /// Hears which turn is wanted.
    pub send: Send,
}

/// The list.
#[function_component]
pub fn MoveList(props: &Props) -> Html {
    let list = use_node_ref();
    use_effect_with((props.at, list.clone()), |(_, list)| {
        if let Some(list) = list.cast::<Element>() {
            keep_in_sight(&list);
        }
    });
    let Some(room) = room(props.room) else { return Html::default() };
    let rows = rounds(&props.lines, props.seats);
    html! {
        <div class="scroll" ref={list} data-testid="move-list">
            if rows.is_empty() { <p class="hint">{ "No move yet." }</p> }
            <ol class="rounds" style={format!("--seats:{}", props.seats)}>
                { for rows.iter().enumerate().map(|(number, row)| round(props, room, number + 1, row)) }
            </ol>
        </div>
    }
}

/// Which turn of each seat goes into which row. A row is full as soon as a seat that comes again, or comes before the
/// last one, has a turn.
fn rounds(lines: &[Line], seats: usize) -> Vec<Vec<Option<usize>>> {
    let mut rows: Vec<Vec<Option<usize>>> = Vec::new();
    let mut last: Option<Seat> = None;
    for (at, line) in lines.iter().enumerate() {
        if last.is_none_or(|last| line.seat <= last) {
            rows.push(vec![None; seats]);
        }
        if let Some(cell) = rows.last_mut().and_then(|row| row.get_mut(line.seat.index())) {
            *cell = Some(at);
        }
        last = Some(line.seat);
    }
    rows
}

fn round(props: &Props, room: &dyn Room, number: usize, row: &[Option<usize>]) -> Html {
    let cell = |at: &Option<usize>| at.map_or_else(|| html! { <span /> }, |at| turn(props, room, at));
    html! { <li key={number}><span class="number" aria-hidden="true">{ number }</span>{ for row.iter().map(cell) }</li> }
}

fn turn(props: &Props, room: &dyn Room, at: usize) -> Html {
    let line = &props.lines[at];
    let onclick = props.send.reform(move |_| Message::Go(at + 1));
    let current = (props.at == at + 1).then_some("true");
    let class = classes!("move", line.fault.then_some("fault"), (props.at <= at).then_some("ahead"));
    let time = (!line.used.is_zero()).then(|| html! { <small>{ super::curve::words(line.used) }</small> });
    html! {
        <button type="button" {class} {onclick} aria-current={current} aria-label={format!("turn {}: {}", at + 1, line.words)}
            title={line.mark.clone()} data-testid={format!("move-{}", at + 1)}>
            <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ room.glyph(line.seat) }</svg>
            <b>{ &line.short }</b>
            if line.mark.is_some() && !line.fault { <i class="dot" /> }
            { for time }
        </button>
    }
}

/// Scrolls the list itself and nothing around it.
fn keep_in_sight(list: &Element) {
    let Ok(Some(current)) = list.query_selector("[aria-current]") else { return };
    let (frame, line) = (list.get_bounding_client_rect(), current.get_bounding_client_rect());
    let over = (line.bottom() - frame.bottom()).max(0.0) + (line.top() - frame.top()).min(0.0);
    list.set_scroll_top(list.scroll_top() + over as i32);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(seats: &[usize]) -> Vec<Line> {
        let line = |&seat: &usize| Line {
            seat: Seat::new(seat),
            words: "".into(),
            short: "".into(),
            mark: None,
            fault: false,
            used: std::time::Duration::ZERO,
        };
        seats.iter().map(line).collect()
    }

    #[test]
    fn a_row_holds_one_turn_of_each_seat() {
        assert_eq!(rounds(&lines(&[0, 1, 0]), 2), [vec![Some(0), Some(1)], vec![Some(2), None]]);
        assert_eq!(rounds(&lines(&[0, 2, 1, 2]), 3), [vec![Some(0), None, Some(1)], vec![None, Some(2), Some(3)]]);
        assert!(rounds(&[], 2).is_empty());
    }
}
