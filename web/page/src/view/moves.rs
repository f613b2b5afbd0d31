//! The list of moves: a row for each round, with the number of its first turn, and a button for each
//! turn.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use botyard_web_games::{GameUi, MoveLine, StepPositions, find_game_ui};
use botyard_web_ui::{Part, browser, keyed_part};
use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};
use yew::{
    Callback, Html, KeyboardEvent, Properties, TargetCast, classes, function_component, html, use_effect_with,
    use_memo, use_mut_ref, use_node_ref, use_state_eq,
};

use super::{Send, Sometimes};
use crate::message::{Message, Panel, PlaybackMessage};

/// See [`MoveList`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The turns.
    pub lines: Rc<Vec<MoveLine>>,
    /// The positions at which stepping stops.
    pub stops: StepPositions,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// Which panel is shown: the list has no place to scroll to while it is not.
    pub panel: Panel,
    /// How many play.
    pub seats: usize,
    /// The game.
    pub game_ui: &'static str,
    /// Called with the turn that the visitor wants.
    pub send: Send,
}

/// The height of a row in pixels, as in the style sheet.
const ROW: i32 = 32;
/// How much room is above the headings, in pixels.
const MARGIN: i32 = 8;
/// How high the headings are, in pixels: they cover as much of the rows that scroll below them.
const HEADINGS: i32 = 24;
/// The number of rows drawn above and below the visible ones; the list is redrawn once it has
/// scrolled by as many.
const SPARE: usize = 4;
/// The least number of rows drawn: the list may have become higher since it was measured.
const FEWEST: usize = 12;
/// More rows than any match has: paper does not scroll.
const ALL: usize = 1 << 24;

/// The list. Of a long match, the page contains only the rows around the visible ones.
#[function_component]
pub fn MoveList(props: &Props) -> Html {
    let list = use_node_ref();
    // The first visible row, and the number of visible rows.
    let window = use_state_eq(|| (0, FEWEST));
    // The row that the list was last scrolled to.
    let scrolled_to = use_mut_ref(|| None);
    // While the page is printed, the whole list is drawn, wherever it has been scrolled to
    // meanwhile.
    let is_printed = use_mut_ref(|| false);
    let rows = use_memo((props.lines.clone(), props.seats), |(lines, seats)| rounds(lines, *seats));
    let row_of = |turns: usize| {
        let last = turns.checked_sub(1);
        last.and_then(|last| rows.iter().position(|row| row.turns.contains(&Some(last)))).unwrap_or(0)
    };
    // After a step to rows that are not drawn, the list follows when the board has been drawn: many
    // turns take longer than a board.
    let (caught_up, drawn_at) = (use_state_eq(|| props.at), use_mut_ref(|| props.at));
    let is_far = window_with(*window, row_of(props.at)) != *window && !*is_printed.borrow();
    let is_behind = is_far && *caught_up != props.at;
    let at = if is_behind { *drawn_at.borrow() } else { props.at }.min(props.lines.len());
    drawn_at.replace(at);
    let current = row_of(at);
    use_effect_with((props.at, is_behind), move |&(wanted, is_behind)| {
        if is_behind {
            browser::after_frame(move || caught_up.set(wanted));
        }
    });
    // The list scrolls once its rows are there: those that will be seen then are drawn at once, and
    // not first those that will not.
    let is_to_scroll = *scrolled_to.borrow() != Some(current) && !*is_printed.borrow();
    let (first, count) = if is_to_scroll { window_with(*window, current) } else { *window };
    {
        let (list, window, is_printed) = (list.clone(), window.clone(), is_printed.clone());
        use_effect_with((at, current, props.panel), move |&(_, current, _)| {
            scrolled_to.replace(Some(current));
            if let Some(list) = list.cast::<Element>() {
                keep_in_sight(&list, current as i32);
                if !*is_printed.borrow() {
                    window.set(seen(&list));
                }
                take_focus_along(&list);
            }
        });
    }
    {
        let (list, window, is_printed) = (list.clone(), window.clone(), is_printed.clone());
        use_effect_with((), move |()| {
            let (to_paper, to_be_printed) = (window.clone(), is_printed.clone());
            let listen = |name, handle: Box<dyn FnMut(&Event)>| EventListener::new(&browser::window(), name, handle);
            let listeners = [
                listen(
                    "beforeprint",
                    Box::new(move |_| {
                        to_be_printed.replace(true);
                        to_paper.set((0, ALL));
                    }),
                ),
                listen(
                    "afterprint",
                    Box::new(move |_| {
                        is_printed.replace(false);
                        if let Some(list) = list.cast::<Element>() {
                            window.set(seen(&list));
                        }
                    }),
                ),
            ];
            move || drop(listeners)
        });
    }
    let onscroll = {
        let (window, is_printed) = (window.clone(), is_printed.clone());
        Callback::from(move |event: Event| {
            if !*is_printed.borrow() {
                window.set(seen(&event.target_unchecked_into()));
            }
        })
    };
    let first = first.saturating_sub(SPARE).min(rows.len());
    let drawn_max = count + 2 * SPARE;
    let last = (first + drawn_max).min(rows.len());
    let seats = format!("--seats:{}", props.seats);
    let style =
        format!("{seats};padding-top:{}px;padding-bottom:{}px", first as i32 * ROW, (rows.len() - last) as i32 * ROW);
    let drawn = rows[first..last].iter().enumerate();
    // Up and down go through the turns; the focus follows.
    let onkeydown = props.send.sometimes(|event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowUp" => -1,
            "ArrowDown" => 1,
            _ => return None,
        };
        event.prevent_default();
        Some(Message::Playback(PlaybackMessage::Step(by)))
    });
    html! {
        <div class="scroll" ref={list} {onscroll} {onkeydown} data-testid="move-list">
            if rows.is_empty() { <p class="hint">{ "No moves yet." }</p> } else { { headings(props, seats) } }
            <ol class={classes!("rounds", density(props))} ~{style}>
                // Elements of rows that go are those of rows that come: new ones would take several
                // times the time of a change.
                { for drawn.map(|(offset, row)| keyed_part((first + offset) % drawn_max, Round::from_row(props, at, row))) }
            </ol>
        </div>
    }
}

/// The players of the columns. For screen readers, each turn names its player.
fn headings(props: &Props, style: String) -> Html {
    let Some(game_ui) = find_game_ui(props.game_ui) else { return Html::default() };
    let name = |seat: usize| html! { <span>{ game_ui.seat_style(Seat::new(seat)).name }</span> };
    html! {
        <div class={classes!("headings", density(props))} aria-hidden="true" ~{style}>
            <span />{ for (0..props.seats).map(name) }
        </div>
    }
}

/// The class of a list that has many columns.
fn density(props: &Props) -> Option<&'static str> {
    (props.seats > 2).then_some("many")
}

/// The first visible row, or one a little above it, and the number of visible rows.
fn seen(list: &Element) -> (usize, usize) {
    window(list.scroll_top(), list.client_height())
}

/// Playback scrolls row by row; the drawn rows stay the same for [`SPARE`] of them.
fn window(top: i32, height: i32) -> (usize, usize) {
    let first = (top / ROW).max(0) as usize;
    (first - first % SPARE, (height / ROW + 2).max(FEWEST as i32) as usize)
}

/// The rows that will be visible once the list has scrolled as far as it must to show a row. This
/// is computed without reading the list, which would force a layout: a drawn row may be visible
/// already, and the list may come to rest a row further on.
fn window_with((first, count): (usize, usize), row: usize) -> (usize, usize) {
    let drawn = first.saturating_sub(SPARE)..first.saturating_sub(SPARE) + count + 2 * SPARE;
    // Of the visible rows, the last are partly visible at best, or others are below the headings.
    let top = if row < first { row } else { (row + 4).saturating_sub(count) };
    if drawn.contains(&row) { (first, count) } else { (top - top % SPARE, count) }
}

/// A round: its number as the game counts, and the turn of each seat in it.
#[derive(Debug, PartialEq)]
struct MoveRow {
    round: usize,
    turns: Vec<Option<usize>>,
}

/// The turns by their rounds. A seat with two turns in a round gets a second row for it.
fn rounds(lines: &[MoveLine], seats: usize) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let seat = line.seat.index();
        let has_room = |row: &MoveRow| row.round == line.round && row.turns.get(seat).is_some_and(Option::is_none);
        if !rows.last().is_some_and(has_room) {
            rows.push(MoveRow { round: line.round, turns: vec![None; seats] });
        }
        if let Some(cell) = rows.last_mut().and_then(|row| row.turns.get_mut(seat)) {
            *cell = Some(at);
        }
    }
    rows
}

/// A row of the list, which is drawn again only when something in it has changed: in each position
/// that is one row or two, of many turns each.
#[derive(PartialEq)]
struct Round {
    /// As the game counts.
    round: usize,
    /// The turn of each seat.
    turns: Vec<Option<ListedTurn>>,
    game_ui: &'static str,
    send: Send,
}

/// A turn in the list.
#[derive(PartialEq)]
struct ListedTurn {
    /// How many turns come before it.
    at: usize,
    line: MoveLine,
    /// The number of the turn, as everywhere else on the page.
    number: usize,
    /// Whether it belongs to the position that is shown.
    is_current: bool,
    /// Whether it comes after that.
    is_ahead: bool,
    /// Whether Tab reaches it: one of all turns, the one that is shown, or the first.
    is_tabbed: bool,
}

impl Round {
    /// `shown` is how many turns have been played in the position for which the list is drawn.
    fn from_row(props: &Props, shown: usize, row: &MoveRow) -> Self {
        let turn = |at: usize| ListedTurn {
            at,
            line: props.lines[at].clone(),
            number: props.stops.number(at + 1),
            is_current: shown > 0 && props.stops.number(shown) == props.stops.number(at + 1),
            is_ahead: shown <= at,
            is_tabbed: at == shown.saturating_sub(1),
        };
        let turns = row.turns.iter().map(|at| at.map(turn)).collect();
        Self { round: row.round, turns, game_ui: props.game_ui, send: props.send.clone() }
    }
}

impl Part for Round {
    fn draw(&self) -> Html {
        let Some(game_ui) = find_game_ui(self.game_ui) else { return Html::default() };
        let cell = |listed: &Option<ListedTurn>| match listed {
            Some(listed) => turn(listed, game_ui, &self.send),
            None => html! { <span /> },
        };
        let numbers = self.turns.iter().flatten().map(|turn| turn.number);
        let (first, last) = (numbers.clone().min().unwrap_or_default(), numbers.max().unwrap_or_default());
        let title = row_title(self.round, first, last);
        html! { <li><span class="number" aria-hidden="true" {title}>{ first }</span>{ for self.turns.iter().map(cell) }</li> }
    }
}

/// What a row is: the numbers of its first and last turn, and its round if its turns have several
/// numbers. Where all act at once, people call a round a turn.
fn row_title(round: usize, first: usize, last: usize) -> String {
    if first == last { format!("Turn {first}") } else { format!("Turns {first} to {last}: round {round}") }
}

fn turn(listed: &ListedTurn, game_ui: &dyn GameUi, send: &Send) -> Html {
    let ListedTurn { at, ref line, number, is_current, is_ahead, is_tabbed } = *listed;
    let onclick = send.reform(move |_| Message::Playback(PlaybackMessage::Go(at + 1)));
    let current = is_current.then_some("true");
    let class = classes!("move", line.fault.then_some("fault"), is_ahead.then_some("ahead"));
    let time = (!line.used.is_zero()).then(|| html! { <small>{ super::curve::words(line.used) }</small> });
    let tabindex = if is_tabbed { "0" } else { "-1" };
    html! {
        <button type="button" {class} {onclick} {tabindex} aria-current={current}
            title={line.mark.as_ref().unwrap_or(&line.words).clone()} data-testid={format!("move-{}", at + 1)}>
            <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ game_ui.glyph(line.seat) }</svg>
            <span class="unseen">{ format!("turn {number}: {}", line.words) }</span>
            <b aria-hidden="true">{ &line.short }</b>
            if line.mark.is_some() && !line.fault { <i class="dot" /> }
            { for time }
        </button>
    }
}

/// Takes the focus to the turn that is shown, if another turn has it.
fn take_focus_along(list: &Element) {
    let focused = list.owner_document().and_then(|page| page.active_element());
    let shown = list.query_selector("button[tabindex='0']").ok().flatten();
    if focused.is_some_and(|focused| list.contains(Some(&focused)))
        && let Some(shown) = shown.and_then(|shown| shown.dyn_into::<HtmlElement>().ok())
    {
        // Where it cannot be moved, it stays.
        let _ = shown.focus();
    }
}

/// Scrolls the list, without anything around it, until a row is visible.
fn keep_in_sight(list: &Element, row: i32) {
    // The list has a margin and the headings above its first row. The headings stay in sight, so
    // the room between them and the lower edge is lower than the list.
    let (top, bottom) = (row * ROW, (row + 1) * ROW + 2 * MARGIN + HEADINGS);
    let (from, height) = (list.scroll_top(), list.client_height());
    if top < from {
        list.set_scroll_top(top);
    } else if bottom > from + height {
        list.set_scroll_top(bottom - height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use botyard_engine::seat::Seats;

    fn lines(turns: &[(usize, usize)]) -> Vec<MoveLine> {
        let line = |&(round, seat): &(usize, usize)| MoveLine {
            seat: Seat::new(seat),
            round,
            words: "".into(),
            short: "".into(),
            mark: None,
            fault: false,
            seen_by: Seats::first(Seats::MAX),
            used: std::time::Duration::ZERO,
        };
        turns.iter().map(line).collect()
    }

    /// Regression: rows were divided by the order of seats, which differs from round to round in
    /// some games.
    #[test]
    fn a_row_is_a_round_in_whatever_order_its_turns_are() {
        let rows = |turns: &[(usize, usize)], seats| {
            let rows = rounds(&lines(turns), seats);
            rows.into_iter().map(|row| (row.round, row.turns)).collect::<Vec<_>>()
        };
        assert_eq!(rows(&[(0, 0), (0, 1), (1, 0)], 2), [(0, vec![Some(0), Some(1)]), (1, vec![Some(2), None])]);
        assert_eq!(
            rows(&[(1, 2), (1, 0), (1, 1), (2, 1), (2, 2)], 3),
            [(1, vec![Some(1), Some(2), Some(0)]), (2, vec![None, Some(3), Some(4)])]
        );
        assert_eq!(rows(&[(4, 0), (4, 0)], 1), [(4, vec![Some(0)]), (4, vec![Some(1)])]);
        assert!(rounds(&[], 2).is_empty());
    }

    /// Regression: rows had the numbers of rounds, beside turns that had those of the timeline.
    #[test]
    fn a_row_is_called_by_the_numbers_of_its_turns() {
        assert_eq!([row_title(2, 3, 4), row_title(7, 7, 7)], ["Turns 3 to 4: round 2", "Turn 7"]);
    }

    #[test]
    fn all_rows_that_are_seen_are_drawn() {
        for top in 0..2000 {
            let (first, count) = window(top, 400);
            let drawn = first.saturating_sub(SPARE) as i32..(first - first.min(SPARE) + count + 2 * SPARE) as i32;
            let (upmost, lowest) = (top / ROW, (top + 400) / ROW);
            assert!(drawn.contains(&upmost) && drawn.contains(&lowest), "{drawn:?} at {top}");
        }
        assert_eq!(window(3 * ROW, 400), window(0, 400));
    }

    /// The rows that are drawn before the list has scrolled are those that are seen then.
    #[test]
    fn the_row_that_is_scrolled_to_is_drawn_before() {
        let is_drawn = |(first, count): (usize, usize), row: usize| {
            let first = first.saturating_sub(SPARE);
            (first..first + count + 2 * SPARE).contains(&row)
        };
        let seen = window(100 * ROW, 400);
        for row in 0..300 {
            let told = window_with(seen, row);
            assert!(is_drawn(told, row), "row {row}");
            // Scrolls as `keep_in_sight` does.
            let (above, below) = (row as i32 * ROW, (row as i32 + 1) * ROW + 2 * MARGIN + HEADINGS - 400);
            let top = (100 * ROW).clamp(below.max(0), above.max(below).max(0));
            let visible = (top / ROW) as usize..((top + 400) / ROW) as usize;
            assert!(told == seen || visible.clone().all(|row| is_drawn(told, row)), "row {row}: {visible:?}");
        }
        assert_eq!(window_with(seen, 102), seen, "it is seen already");
    }
}
