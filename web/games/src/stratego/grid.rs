//! The squares for keys, pointers and screen readers: a grid of named cells over the drawing. Tab
//! reaches one of them, and arrow keys reach the others. Knows no rules.

use std::cell::RefCell;
use std::rc::Rc;

use botyard_engine::games::stratego::{HEIGHT, Square, WIDTH};
use botyard_web_ui::browser;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::{
    AttrValue, Callback, FocusEvent, Html, KeyboardEvent, NodeRef, PointerEvent, Properties, TargetCast, classes,
    function_component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq,
};

use super::drag::{DragSpot, spot_of};
use super::seen_board::{SeenBoard, label};

/// See [`Grid`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The label of the board.
    pub name: AttrValue,
    /// The visible board.
    pub seeing: SeenBoard,
    /// The squares whose pieces can be dragged.
    pub grab: Vec<Square>,
    /// The square of the selected piece.
    pub hand: Option<Square>,
    /// The squares to which that piece can move.
    pub targets: Vec<Square>,
    /// Whether a person may do something here now.
    pub is_yours: bool,
    /// Whether it takes the focus when it appears, if no other element has it.
    pub takes_focus: bool,
    /// Called with the square that was chosen by key.
    pub onchoose: Callback<Square>,
    /// Called with another key on a square; returns whether it meant something.
    pub onkey: Callback<(Square, String), bool>,
}

/// The cells.
#[function_component]
pub fn Grid(props: &Props) -> Html {
    let node = use_node_ref();
    // A square of the row before one's own army.
    let reached = use_state_eq(|| None::<Square>);
    let tabbed = reached.unwrap_or_else(|| props.seeing.drawn_at(WIDTH / 2 - 1, HEIGHT - 4));
    let onfocusin = {
        let reached = reached.clone();
        Callback::from(move |event: FocusEvent| {
            let target: Option<Element> = event.target_dyn_into();
            if let Some(DragSpot::Square(square)) = target.as_ref().and_then(spot_of) {
                reached.set(Some(square));
            }
        })
    };
    // Whether the focus came to the cells by a pointer. Then the arrow keys belong to the page
    // unless the person is to move, so that a person who plays by mouse can go through the turns.
    let is_pointed = use_mut_ref(|| false);
    let onpointerdown = {
        let is_pointed = is_pointed.clone();
        Callback::from(move |_: PointerEvent| *is_pointed.borrow_mut() = true)
    };
    let onfocusout = {
        let is_pointed = is_pointed.clone();
        Callback::from(move |event: FocusEvent| {
            let next = event.related_target().and_then(|next| next.dyn_into::<Element>().ok());
            if next.as_ref().and_then(spot_of).is_none() {
                *is_pointed.borrow_mut() = false;
            }
        })
    };
    {
        // Setting up ends with a button that disappears: without this, a person who pressed it by
        // key would have to search for the board.
        let (node, takes_focus, is_yours) = (node.clone(), props.takes_focus, props.is_yours);
        use_effect_with((), move |()| {
            if takes_focus && (!browser::has_focus() || is_yours && browser::yields_focus()) {
                focus(&node, tabbed);
            }
        });
    }
    let onkeydown = keys(props, node.clone(), is_pointed);
    let row = |row: usize| html! { <div role="row" class="stratego-row">{ for (0..WIDTH).map(|column| cell(props, props.seeing.drawn_at(column, row), tabbed)) }</div> };
    html! {
        <div ref={node} role="grid" class="stratego-grid" aria-label={&props.name} {onfocusin} {onfocusout} {onpointerdown} {onkeydown}>{ for (0..HEIGHT).map(row) }</div>
    }
}

fn cell(props: &Props, square: Square, tabbed: Square) -> Html {
    let is_target = props.targets.contains(&square);
    let mut name = label(square, props.seeing.at(square));
    if is_target {
        name.push_str(", can be reached");
    }
    let can_grab = props.grab.contains(&square);
    html! {
        <div role="gridcell" class={classes!("stratego-cell", (can_grab || is_target).then_some("can"))}
            data-spot={DragSpot::Square(square).to_string()} data-grab={can_grab.then_some("")} data-testid={format!("cell-{}-{}", square.x(), square.y())}
            tabindex={if square == tabbed { "0" } else { "-1" }} aria-label={name} aria-selected={(props.hand == Some(square)).then_some("true")} />
    }
}

/// Handles keys on a cell. Arrow keys also go from cell to cell while the other player thinks.
fn keys(props: &Props, node: NodeRef, is_pointed: Rc<RefCell<bool>>) -> Callback<KeyboardEvent> {
    let is_yours = props.is_yours;
    let (seeing, onchoose, onkey) = (props.seeing.clone(), props.onchoose.clone(), props.onkey.clone());
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let target: Option<Element> = event.target_dyn_into();
        let Some(DragSpot::Square(square)) = target.as_ref().and_then(spot_of) else { return };
        let key = event.key();
        if is_yours {
            *is_pointed.borrow_mut() = false;
        }
        let goes = !event.shift_key() && !*is_pointed.borrow();
        let is_ours = match (key.as_str(), beside(&seeing, square, &key).filter(|_| goes)) {
            (_, Some(next)) => {
                focus(&node, next);
                true
            }
            _ if !is_yours => false,
            ("Enter" | " ", _) => {
                onchoose.emit(square);
                true
            }
            _ => onkey.emit((square, key)),
        };
        if is_ours {
            // Otherwise the page would handle the key too.
            event.prevent_default();
        }
    })
}

/// The neighbouring square in the drawing, for an arrow key; at the edge, the square itself.
fn beside(seeing: &SeenBoard, square: Square, key: &str) -> Option<Square> {
    let (column, row) = seeing.place(square);
    let (column, row) = match key {
        "ArrowLeft" => (column.saturating_sub(1), row),
        "ArrowRight" => ((column + 1).min(WIDTH - 1), row),
        "ArrowUp" => (column, row.saturating_sub(1)),
        "ArrowDown" => (column, (row + 1).min(HEIGHT - 1)),
        _ => return None,
    };
    Some(seeing.drawn_at(column, row))
}

fn focus(node: &NodeRef, square: Square) {
    let selector = format!("[data-spot='{}']", DragSpot::Square(square));
    let cell = node.cast::<Element>().and_then(|grid| grid.query_selector(&selector).ok().flatten());
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // Focus is a convenience: if it cannot be moved, it stays.
        let _ = cell.focus();
    }
}
