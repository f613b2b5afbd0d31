//! A match on its map, and a person who plays on it: clicks and keys become orders, of which one is
//! sent each turn. Knows no drawing, and of the rules only what the position says.

use std::rc::Rc;

use botyard_engine::game::Game;
use botyard_engine::games::generals::{CellPosition, Generals, GeneralsAction};
use botyard_engine::seat::Seat;
use botyard_web_ui::browser;
use botyard_web_ui::canvas::{CanvasMap, CellStep, nearby_cells, tool};
use web_sys::HtmlElement;
use yew::{AttrValue, Callback, Component, Context, Html, KeyboardEvent, NodeRef, Properties, html};

use super::map_drawing::GeneralsDrawing;
use super::map_marks::{MapMarks, MarchMotion};
use super::planned_moves::PlannedMoves;
use super::visible_map::VisibleMap;
use crate::BoardAnnotations;

/// See [`GeneralsMatch`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The position.
    pub position: Generals,
    /// The last action.
    pub last: Option<GeneralsAction>,
    /// Who has played it, if it is shown as a motion.
    pub march: Option<MarchMotion>,
    /// What the bots have drawn.
    pub annotations: Rc<BoardAnnotations>,
    /// The seat whose view is shown.
    pub eyes: Option<Seat>,
    /// The person who may act now.
    pub actor: Option<Seat>,
    /// Plays an action.
    pub act: Callback<GeneralsAction>,
}

/// An action of a person.
pub enum GeneralsBoardMessage {
    /// Taps a cell.
    Tap(usize),
    /// Moves the mouse over a cell, or off all cells.
    Hover(Option<usize>),
    /// Presses a key on the map that means something there.
    Key(String),
    /// Sends half with the next order, or all again.
    Half,
    /// Undoes the last order.
    Undo,
    /// Clears all orders.
    Clear,
    /// Lets the turn pass.
    Pass,
}

/// The board.
pub struct GeneralsMatch {
    picture: Rc<VisibleMap>,
    orders: PlannedMoves,
    /// The person who plays here, also during others' turns.
    person: Option<Seat>,
    /// The round in which the person's order was sent: the next one is sent in the next round.
    sent: Option<u32>,
    /// Whether a person has had to act here.
    is_begun: bool,
    /// The text that screen readers announce.
    spoken: AttrValue,
    /// The cell that the mouse is over.
    hovered: Option<usize>,
    /// The cell that a key has moved to.
    reveal: Option<usize>,
    chart: NodeRef,
}

impl Component for GeneralsMatch {
    type Message = GeneralsBoardMessage;
    type Properties = Props;

    fn create(context: &Context<Self>) -> Self {
        let props = context.props();
        let mut board = Self {
            picture: Rc::new(VisibleMap::from_position(&props.position, props.eyes)),
            orders: PlannedMoves::default(),
            person: None,
            sent: None,
            is_begun: false,
            spoken: AttrValue::default(),
            hovered: None,
            reveal: None,
            chart: NodeRef::default(),
        };
        board.take_part(props, None);
        board
    }

    fn changed(&mut self, context: &Context<Self>, old: &Props) -> bool {
        let props = context.props();
        let picture = VisibleMap::from_position(&props.position, props.eyes);
        if picture != *self.picture {
            self.picture = Rc::new(picture);
        }
        self.take_part(props, Some(old));
        self.send(props);
        true
    }

    fn update(&mut self, context: &Context<Self>, message: GeneralsBoardMessage) -> bool {
        let props = context.props();
        self.reveal = None;
        match message {
            GeneralsBoardMessage::Tap(cell) => {
                match self.person {
                    Some(person) => self.orders.click(cell, &self.picture, person),
                    None => self.orders.toggle_cursor(cell),
                }
                self.speak();
            }
            GeneralsBoardMessage::Hover(cell) => {
                self.hovered = cell;
                return true;
            }
            GeneralsBoardMessage::Key(key) => self.key(props, &key),
            GeneralsBoardMessage::Half => self.orders.toggle_half(),
            GeneralsBoardMessage::Undo => self.undo(),
            GeneralsBoardMessage::Clear => self.clear(),
            GeneralsBoardMessage::Pass => self.pass(props),
        }
        self.send(props);
        true
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let board = props.position.board();
        let cursor = self.orders.cursor().filter(|&cell| cell < self.picture.len());
        let caption = cursor.map_or_else(String::new, |cell| self.picture.words(cell));
        let label = format!(
            "Map, {} rows and {} columns. Arrow keys move from cell to cell, Enter selects one.",
            board.rows(),
            board.columns()
        );
        html! {
            <>
                <CanvasMap<GeneralsDrawing> sketch={GeneralsDrawing { picture: Rc::clone(&self.picture), marks: self.marks(props), annotations: props.annotations.clone() }} {label} {caption} testid="board" reveal={self.reveal} takes_focus={self.person.is_some()}
                    node={&self.chart} tap={link.callback(GeneralsBoardMessage::Tap)} hover={link.callback(GeneralsBoardMessage::Hover)} press={self.press(context)}>
                    <span class="generals-round" data-testid="round">
                        { format!("Round {}", props.position.rounds() + u32::from(props.position.outcome().is_none())) }
                        <span class="of">{ format!(" / {}", props.position.rounds_max()) }</span>
                    </span>
                    <span class="generals-place" aria-hidden="true" data-testid="place">{ self.place() }</span>
                    if self.person.is_some() { { self.commands(context) } }
                </CanvasMap<GeneralsDrawing>>
                <p class="unseen" aria-live="polite" data-testid="spoken">{ &self.spoken }</p>
                { nearby_cells([board.rows(), board.columns()], cursor, false, |cell| self.picture.words(cell)) }
            </>
        }
    }

    fn rendered(&mut self, context: &Context<Self>, _: bool) {
        // If no other element has the focus, the map takes it when a person is to move. The first
        // time also from the button that the match was begun with.
        if context.props().actor.is_some() {
            let is_first = !std::mem::replace(&mut self.is_begun, true);
            if !browser::has_focus() || is_first && browser::yields_focus() {
                self.focus();
            }
        }
    }
}

impl GeneralsMatch {
    /// Notes which person plays here. A match that starts again, or goes back, has no orders.
    fn take_part(&mut self, props: &Props, old: Option<&Props>) {
        let is_earlier = old.is_some_and(|old| old.position.rounds() > props.position.rounds());
        let is_over = props.position.outcome().is_some();
        let plays_on = self.person.filter(|_| !is_over && !is_earlier && props.eyes == self.person);
        let person = props.actor.or(plays_on);
        if person != self.person || is_earlier {
            self.orders = PlannedMoves::default();
            self.sent = None;
        }
        self.person = person;
    }

    /// The cell under the mouse, or else the cursor, in the protocol's coordinates.
    fn place(&self) -> String {
        let cell = self.hovered.or(self.orders.cursor()).filter(|&cell| cell < self.picture.len());
        let columns = self.picture.columns();
        cell.map_or_else(String::new, |cell| format!("row {}, column {}", cell / columns + 1, cell % columns + 1))
    }

    /// Sends the next order if it is the person's turn and nothing was sent in it.
    fn send(&mut self, props: &Props) {
        let round = props.position.rounds();
        let Some(seat) = props.actor.filter(|_| self.sent != Some(round)) else { return };
        if let Some(action) = self.orders.next(&props.position, seat) {
            self.sent = Some(round);
            props.act.emit(action);
        }
    }

    fn pass(&mut self, props: &Props) {
        if props.actor.is_some() {
            self.sent = Some(props.position.rounds());
            props.act.emit(GeneralsAction::Pass);
        }
    }

    fn undo(&mut self) {
        self.orders.undo();
        self.speak();
    }

    fn clear(&mut self) {
        self.orders.clear();
        self.speak();
    }

    /// Handles a key if it means something here, before the page or the browser does.
    fn press(&self, context: &Context<Self>) -> Callback<KeyboardEvent> {
        let (plays, armed, link) = (self.person.is_some(), self.orders.is_armed(), context.link().clone());
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let is_step = CellStep::of_key(&key).is_some() && !event.shift_key();
            let is_meant = match key.as_str() {
                // If no cell is selected, the key plays and pauses, as everywhere on the page.
                " " | "Escape" => armed,
                "Enter" | "z" | "q" | "e" | "p" => plays,
                // If no person is to move, letters belong to the page.
                key => is_step && (plays || key.starts_with("Arrow")),
            };
            if is_meant {
                event.prevent_default();
                event.stop_propagation();
                link.send_message(GeneralsBoardMessage::Key(key));
            }
        })
    }

    fn key(&mut self, props: &Props, key: &str) {
        match (key, self.person) {
            ("Enter", Some(person)) => {
                self.orders.toggle(&self.picture, person);
                self.speak();
            }
            ("z", _) => self.orders.toggle_half(),
            ("q", _) => self.clear(),
            ("e", _) => self.undo(),
            ("p", _) => self.pass(props),
            (" " | "Escape", _) => self.orders.disarm(),
            (key, _) => CellStep::of_key(key).into_iter().for_each(|step| self.step(props, step)),
        }
    }

    fn step(&mut self, props: &Props, step: CellStep) {
        match self.orders.cursor() {
            Some(_) => self.orders.step(step, &self.picture),
            None => {
                let home = self.person.or(props.eyes).and_then(|seat| self.picture.home(seat));
                self.orders.point(home.unwrap_or(self.picture.len() / 2));
            }
        }
        self.reveal = self.orders.cursor();
        self.speak();
    }

    fn speak(&mut self) {
        let Some(cursor) = self.orders.cursor() else {
            self.spoken = AttrValue::default();
            return;
        };
        let selected = if self.orders.is_armed() { ", selected" } else { "" };
        let orders = match self.orders.queue().count() {
            0 => String::new(),
            1 => "; 1 order".to_owned(),
            count => format!("; {count} orders"),
        };
        self.spoken = format!("{}{selected}{orders}", self.picture.words(cursor)).into();
    }

    fn focus(&self) {
        if let Some(chart) = self.chart.cast::<HtmlElement>() {
            // Focus is a convenience: if it cannot be moved, it stays.
            let _ = chart.focus();
        }
    }

    fn marks(&self, props: &Props) -> MapMarks {
        // For a spectator no cell is selected, so that a hovered cell cannot be taken for the
        // selection.
        let hovered = self.hovered.filter(|_| self.person.is_none());
        MapMarks {
            last: props.last.and_then(|action| self.seen(action)),
            march: props.march,
            orders: self.orders.queue().copied().collect(),
            cursor: hovered.or(self.orders.cursor()).filter(|&cell| cell < self.picture.len()),
            armed: self.orders.is_armed(),
            half: self.orders.is_half(),
        }
    }

    /// The cells of a march, if at least one of them is visible.
    fn seen(&self, action: GeneralsAction) -> Option<(usize, usize)> {
        let GeneralsAction::March { from, to, .. } = action else { return None };
        let columns = self.picture.columns();
        let cell = |place: CellPosition| {
            let (row, column) = (usize::try_from(place.row - 1).ok()?, usize::try_from(place.column - 1).ok()?);
            (row < self.picture.rows() && column < columns).then_some(row * columns + column)
        };
        let (from, to) = (cell(from)?, cell(to)?);
        let is_seen = |cell: usize| !self.picture.cell(cell).is_fog();
        (is_seen(from) && is_seen(to)).then_some((from, to))
    }

    fn commands(&self, context: &Context<Self>) -> Html {
        let link = context.link();
        let (orders, armed) = (!self.orders.is_empty(), self.orders.is_armed());
        let waiting = match self.orders.queue().count() {
            0 => String::new(),
            count => count.to_string(),
        };
        html! {
            <div class="generals-orders" role="group" aria-label="Orders">
                { tool(html! { "½" }, "Send half (z)", "half", armed, link.callback(|_| GeneralsBoardMessage::Half)) }
                { tool(html! { "↶" }, "Undo last order (e)", "undo-order", orders, link.callback(|_| GeneralsBoardMessage::Undo)) }
                { tool(html! { "✕" }, "Clear all orders (q)", "clear-orders", orders, link.callback(|_| GeneralsBoardMessage::Clear)) }
                { tool(html! { "Pass" }, "Pass (p)", "pass", context.props().actor.is_some(), link.callback(|_| GeneralsBoardMessage::Pass)) }
                <output class="generals-waiting" aria-label="Pending orders" data-testid="orders">{ waiting }</output>
            </div>
        }
    }
}
