//! Drags pieces from one place to another, with a mouse, a pen or a finger. Knows no rules: it
//! reports both places, by the `data-spot` of the elements.

use std::fmt;
use std::str::FromStr;

use botyard_engine::games::stratego::{Rank, Square};
use gloo_timers::callback::Timeout;
use web_sys::Element;
use yew::{
    AttrValue, Callback, Component, Context, Html, MouseEvent, NodeRef, PointerEvent, Properties, TargetCast, html,
};

/// The distance after which a pointer drags, in CSS pixels: a shorter one is an unsteady click.
const SLACK: i32 = 6;

/// A place that a piece can be taken from or put on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DragSpot {
    /// A square.
    Square(Square),
    /// The pieces of a rank that are left beside the board.
    Heap(Rank),
    /// Beside the board.
    Tray,
}

impl fmt::Display for DragSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "{}-{}", square.x(), square.y()),
            Self::Heap(rank) => write!(f, "{}", rank.letter()),
            Self::Tray => f.write_str("tray"),
        }
    }
}

/// A text that names no spot.
#[derive(Debug, PartialEq, Eq)]
pub struct ParseSpotError;

impl FromStr for DragSpot {
    type Err = ParseSpotError;

    fn from_str(text: &str) -> Result<Self, ParseSpotError> {
        if text == "tray" {
            return Ok(Self::Tray);
        }
        if let Some((x, y)) = text.split_once('-') {
            let number = |text: &str| text.parse().map_err(|_| ParseSpotError);
            return Square::new(number(x)?, number(y)?).map(Self::Square).ok_or(ParseSpotError);
        }
        let mut letters = text.chars();
        letters
            .next()
            .and_then(Rank::from_letter)
            .filter(|_| letters.next().is_none())
            .map(Self::Heap)
            .ok_or(ParseSpotError)
    }
}

/// The spot that an element belongs to.
pub fn spot_of(element: &Element) -> Option<DragSpot> {
    element.closest("[data-spot]").ok().flatten()?.get_attribute("data-spot")?.parse().ok()
}

/// See [`DragArea`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Its class.
    pub class: AttrValue,
    /// Its content. Elements with `data-grab` can be dragged.
    pub children: Html,
    /// The picture under the pointer while this spot's piece is dragged.
    pub picture: Callback<DragSpot, Html>,
    /// Called with the spot from which a piece is dragged, and with `None` when the drag ends.
    pub onlift: Callback<Option<DragSpot>>,
    /// Called with the places from which and to which something was dragged.
    pub ondrop: Callback<(DragSpot, DragSpot)>,
    /// Called with the place that was clicked.
    pub onchoose: Callback<DragSpot>,
}

/// An area in which pieces can be dragged and spots clicked.
pub struct DragArea {
    node: NodeRef,
    held: Option<DraggedPiece>,
    /// While this timer runs, a click belongs to the drag that has just ended. Not every drag is
    /// followed by one.
    swallows: Option<Timeout>,
}

/// A pointer that is down on something that can be dragged.
#[derive(Clone, Copy, PartialEq)]
struct DraggedPiece {
    pointer: i32,
    from: DragSpot,
    start: (i32, i32),
    now: (i32, i32),
    drags: bool,
}

/// A pointer's event.
pub enum PointerStep {
    /// It goes down.
    Down(PointerEvent),
    /// It moves.
    Move(PointerEvent),
    /// It goes up.
    Up(PointerEvent),
    /// All events that follow its going up have been handled.
    Rest,
    /// The browser needs it for something else.
    Cancel,
    /// It, or a key, clicks.
    Click(MouseEvent),
}

impl Component for DragArea {
    type Message = PointerStep;
    type Properties = Props;

    fn create(_: &Context<Self>) -> Self {
        Self { node: NodeRef::default(), held: None, swallows: None }
    }

    fn update(&mut self, context: &Context<Self>, pointing: PointerStep) -> bool {
        let (before, props) = (self.held, context.props());
        match pointing {
            PointerStep::Down(event) => self.down(&event),
            PointerStep::Move(event) => self.move_on(&event, props),
            PointerStep::Up(event) => self.up(&event, context),
            PointerStep::Rest => self.swallows = None,
            PointerStep::Cancel => self.let_go(props),
            PointerStep::Click(event) => self.click(&event, props),
        }
        // A pointer that only passes over the board changes nothing.
        self.held != before
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (link, props) = (context.link(), context.props());
        html! {
            <div ref={&self.node} class={&props.class} onpointerdown={link.callback(PointerStep::Down)} onpointermove={link.callback(PointerStep::Move)}
                onpointerup={link.callback(PointerStep::Up)} onpointercancel={link.callback(|_| PointerStep::Cancel)} onclick={link.callback(PointerStep::Click)}>
                { props.children.clone() }
                { for self.held.filter(|held| held.drags).map(|held| under_pointer(held, &props.picture)) }
            </div>
        }
    }
}

impl DragArea {
    fn down(&mut self, event: &PointerEvent) {
        self.swallows = None;
        self.held = grabbed(event);
    }

    fn move_on(&mut self, event: &PointerEvent, props: &Props) {
        let Some(held) = self.held.as_mut().filter(|held| held.pointer == event.pointer_id()) else { return };
        held.now = (event.client_x(), event.client_y());
        if held.drags || !far(held.start, held.now) {
            return;
        }
        held.drags = true;
        if let Some(area) = self.node.cast::<Element>() {
            // Without it, a drag ends at the edge of the area, which is no problem.
            let _ = area.set_pointer_capture(event.pointer_id());
        }
        props.onlift.emit(Some(held.from));
    }

    fn up(&mut self, event: &PointerEvent, context: &Context<Self>) {
        let props = context.props();
        let Some(held) = self.held.filter(|held| held.pointer == event.pointer_id()) else { return };
        self.let_go(props);
        // A browser dispatches the click before it runs any timer.
        let link = context.link().clone();
        self.swallows = held.drags.then(|| Timeout::new(0, move || link.send_message(PointerStep::Rest)));
        let to = spot_at(event.client_x(), event.client_y()).filter(|&to| held.drags && to != held.from);
        if let Some(to) = to {
            props.ondrop.emit((held.from, to));
        }
    }

    fn let_go(&mut self, props: &Props) {
        if self.held.take().is_some_and(|held| held.drags) {
            props.onlift.emit(None);
        }
    }

    fn click(&mut self, event: &MouseEvent, props: &Props) {
        let is_keyboards = event.detail() == 0;
        if self.swallows.take().is_some() && !is_keyboards {
            return;
        }
        let target: Option<Element> = event.target_dyn_into();
        if let Some(spot) = target.as_ref().and_then(spot_of) {
            props.onchoose.emit(spot);
        }
    }
}

fn grabbed(event: &PointerEvent) -> Option<DraggedPiece> {
    let target: Element = event.target_dyn_into().filter(|_| event.button() == 0)?;
    let from = target.closest("[data-grab]").ok().flatten().as_ref().and_then(spot_of)?;
    let start = (event.client_x(), event.client_y());
    Some(DraggedPiece { pointer: event.pointer_id(), from, start, now: start, drags: false })
}

fn far(start: (i32, i32), now: (i32, i32)) -> bool {
    (now.0 - start.0).abs() > SLACK || (now.1 - start.1).abs() > SLACK
}

fn spot_at(x: i32, y: i32) -> Option<DragSpot> {
    let page = web_sys::window()?.document()?;
    spot_of(&page.element_from_point(x as f32, y as f32)?)
}

fn under_pointer(held: DraggedPiece, picture: &Callback<DragSpot, Html>) -> Html {
    let style = format!("left:{}px;top:{}px", held.now.0, held.now.1);
    html! { <div class="stratego-held" ~{style} aria-hidden="true">{ picture.emit(held.from) }</div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_are_read_as_they_are_written() {
        let square = Square::new(4, 7).expect("on the board");
        for spot in [DragSpot::Square(square), DragSpot::Heap(Rank::Spy), DragSpot::Heap(Rank::Marshal), DragSpot::Tray]
        {
            assert_eq!(spot.to_string().parse(), Ok(spot));
        }
        for text in ["", "4-10", "x", "99", "-1-3"] {
            assert_eq!(text.parse::<DragSpot>(), Err(ParseSpotError), "{text}");
        }
    }
}
