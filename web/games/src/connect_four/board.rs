//! The board of Connect Four: a drawing, a table for screen readers, and a button for each column.
//! Of the rules, it knows only where a disc would land.

use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{COLUMNS, Column, ConnectFour, ROWS};
use botyard_engine::seat::Seat;
use botyard_picture::games::connect_four::{CELL, DIAMOND, HOLE, centre, front};
use botyard_web_ui::Part;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::{Callback, Html, KeyboardEvent, Properties, TargetCast, classes, function_component, html, use_state_eq};

use crate::board_annotations::annotation_layer;
use crate::{BoardAnnotations, BoardCell, GamePage};

/// The board.
#[derive(PartialEq)]
pub struct ConnectFourDrawing {
    /// The position.
    pub position: ConnectFour,
    /// The column played last.
    pub last: Option<Column>,
    /// Whether the fall of the last disc is animated.
    pub falls: bool,
    /// What the bots have drawn.
    pub annotations: BoardAnnotations,
    /// The person who may drop a disc now.
    pub actor: Option<Seat>,
    /// Drops it.
    pub act: Callback<Column>,
}

impl Part for ConnectFourDrawing {
    fn draw(&self) -> Html {
        // How many rows the last disc falls; what shows the result waits for as long.
        let height = self.last.map_or(0, |column| self.position.board().height(column));
        let style = format!("--rows:{}", ROWS + 1 - height.max(1));
        html! {
            <div class="four" data-testid="board">
                <svg class={classes!("four-board", self.falls.then_some("falls"))} ~{style} viewBox="0 0 700 648" aria-hidden="true">
                    <rect class="four-back" width="700" height="600" rx="36" />
                    { discs(self) }
                    // The front is as thick as its shadow in the holes is high.
                    <path class="four-shade" fill-rule="evenodd" d={front()} transform="translate(0 7)" />
                    <path class="four-front" fill-rule="evenodd" d={front()} />
                    { marks(self) }
                    { annotation_layer(&self.annotations, CELL as f64, middle) }
                    { for Column::all().map(number) }
                </svg>
                <Columns position={self.position.clone()} actor={self.actor} act={&self.act} />
                { table(&self.position) }
            </div>
        }
    }
}

/// A disc around (0, 0). Red has a ring and yellow a diamond, so that colours are not needed to
/// distinguish them.
pub fn disc(seat: Seat) -> Html {
    let cue = match seat.index() {
        0 => html! { <circle class="cue" r="22" fill="none" stroke-width="9" /> },
        _ => html! { <path class="cue-solid" d={DIAMOND} /> },
    };
    html! { <g class={ConnectFour::seat_style(seat).class}><circle class="disc" r="44" /><circle class="rim" r="37" fill="none" stroke-width="3" />{ cue }</g> }
}

fn discs(props: &ConnectFourDrawing) -> Html {
    let all = Column::all().flat_map(|column| (0..ROWS).map(move |row| (column, row)));
    let owned = all.filter_map(|(column, row)| Some((column, row, props.position.owner(column, row)?)));
    let four = four(&props.position);
    let drawn = owned.map(|(column, row, seat)| {
        let falls = props.falls && is_last(props, column, row);
        let dimmed = !four.is_empty() && !four.contains(&(column, row));
        // The class alone would not start the animation of a disc that is already there.
        let key = format!("{}-{row}-{falls}", column.number());
        let (x, y) = centre(column, row);
        html! {
            <g {key} transform={format!("translate({x} {y})")}>
                <g class={classes!("four-disc", falls.then_some("falls"), dimmed.then_some("dimmed"))}>{ disc(seat) }</g>
            </g>
        }
    });
    html! { <g>{ for drawn }</g> }
}

/// The number of a column, below it.
fn number(column: Column) -> Html {
    let x = column.index() * CELL + CELL / 2;
    html! { <text class="four-number" x={x.to_string()} y="636">{ column.number() }</text> }
}

fn four(position: &ConnectFour) -> Vec<(Column, usize)> {
    if position.board().has_four() { position.board().fours() } else { Vec::new() }
}

fn is_last(props: &ConnectFourDrawing, column: Column, row: usize) -> bool {
    props.last == Some(column) && row + 1 == props.position.board().height(column)
}

/// A circle around the disc that fell last, and stronger ones around four in a row.
fn marks(props: &ConnectFourDrawing) -> Html {
    let mut places = four(&props.position);
    let class = if places.is_empty() { "four-last" } else { "four-won" };
    if places.is_empty() {
        places.extend(props.last.map(|column| (column, props.position.board().height(column).max(1) - 1)));
    }
    places.into_iter().map(|(column, row)| ring(class, column, row)).collect()
}

/// The middle of a cell, whose row counts from the top.
fn middle(BoardCell { column, row }: BoardCell) -> (f64, f64) {
    let half = CELL as f64 / 2.0;
    ((column * CELL) as f64 + half, (row * CELL) as f64 + half)
}

fn ring(class: &'static str, column: Column, row: usize) -> Html {
    let (x, y) = centre(column, row);
    // As for a disc, only a new element starts an animation.
    let key = format!("{}-{row}", column.number());
    html! { <circle {key} {class} cx={x.to_string()} cy={y.to_string()} r={HOLE.to_string()} /> }
}

/// The board as a table for screen readers.
fn table(position: &ConnectFour) -> Html {
    let cell = |column: Column, row: usize| {
        let owner = position.owner(column, row).map_or("empty", |seat| ConnectFour::seat_style(seat).name);
        let label = format!("column {}, row {}: {owner}", column.number(), row + 1);
        let testid = format!("cell-{}-{}", column.number(), row + 1);
        html! { <td aria-label={label} data-testid={testid}>{ owner }</td> }
    };
    let line = |row: usize| html! { <tr>{ for Column::all().map(|column| cell(column, row)) }</tr> };
    html! { <div class="unseen"><table><caption>{ "The board, from the top row down" }</caption><tbody>{ for (0..ROWS).rev().map(line) }</tbody></table></div> }
}

#[derive(Properties, PartialEq)]
struct ColumnsProps {
    position: ConnectFour,
    actor: Option<Seat>,
    act: Callback<Column>,
}

/// One button over each column. Tab reaches one of them, and arrow keys reach the others.
#[function_component]
fn Columns(props: &ColumnsProps) -> Html {
    let reached = use_state_eq(|| COLUMNS / 2);
    let button = |column: Column| {
        let focused = reached.clone();
        let onfocus = Callback::from(move |_| focused.set(column.index()));
        let act = props.act.clone();
        let is_open = props.position.board().is_open(column) && props.position.outcome().is_none();
        let may = props.actor.is_some() && is_open;
        let onclick = Callback::from(move |_| {
            if may {
                act.emit(column)
            }
        });
        // Not `disabled`: that would take the focus away while the other player thinks.
        html! {
            <button type="button" class="four-column" data-testid={format!("col-{}", column.number())}
                tabindex={if props.actor.is_some() && *reached == column.index() { "0" } else { "-1" }}
                aria-disabled={(!may).to_string()} aria-label={label(column, &props.position)} {onfocus} {onclick}>
                if let Some(seat) = props.actor.filter(|_| is_open) { { ghost(column, seat, &props.position) } }
            </button>
        }
    };
    html! {
        <div class="four-columns" role="group" aria-label="Columns" onkeydown={Callback::from(move_focus)}>{ for Column::all().map(button) }</div>
    }
}

fn label(column: Column, position: &ConnectFour) -> String {
    match position.board().height(column) {
        ROWS => format!("column {}, full", column.number()),
        height => format!("column {}, row {} is free", column.number(), height + 1),
    }
}

/// The place where a disc would land, shown while the column is pointed at.
fn ghost(column: Column, seat: Seat, position: &ConnectFour) -> Html {
    let style = format!("--row:{}", ROWS - 1 - position.board().height(column).min(ROWS - 1));
    html! {
        <svg class="four-ghost" ~{style} viewBox="-50 -50 100 100" aria-hidden="true">{ disc(seat) }</svg>
    }
}

/// Goes with the arrows from column to column, also while the other player thinks. A pointer leaves
/// no focus here.
fn move_focus(event: KeyboardEvent) {
    if event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let Some(button) = event.target_dyn_into::<HtmlElement>() else { return };
    let next = match event.key().as_str() {
        "ArrowLeft" => button.previous_element_sibling(),
        "ArrowRight" => button.next_element_sibling(),
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if let Some(next) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
        // Focus is a convenience: if it cannot be moved, it stays.
        let _ = next.focus();
    }
}
