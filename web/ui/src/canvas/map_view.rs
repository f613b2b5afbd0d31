//! A map with a movable view: wheel, pinch, drag, keys and buttons move it; the component that
//! shows the map is called with the cells that are tapped or painted over, and with all other keys.
//! Knows no match and no editor.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlCanvasElement, ResizeObserver, WheelEvent};
use yew::{
    AttrValue, Callback, Component, Context, Html, KeyboardEvent, NodeRef, PointerEvent, Properties, TargetCast,
    classes, html,
};

use super::context::CanvasContext;
use super::pointer_input::{Gesture, PointerInput};
use super::{CanvasDrawing, CellStep};

/// How much a press of a button or key zooms.
const ZOOM: f64 = 1.4;
/// How far a key moves the view, in cells.
const PAN: f64 = 3.0;

/// The attribute into which a script of the page writes a cell, before it sends an event of this
/// name.
const NAMED_CELL: [&str; 2] = ["data-cell", "cell"];
/// The cell under the mouse, for such a script.
const POINTED_CELL: &str = "data-pointed";

/// See [`CanvasMap`].
#[derive(Properties, PartialEq)]
pub struct Props<S: CanvasDrawing> {
    /// The drawing.
    pub sketch: S,
    /// The map's name.
    pub label: AttrValue,
    /// The text below it.
    #[prop_or_default]
    pub caption: AttrValue,
    /// A cell that is to be in sight.
    #[prop_or_default]
    pub reveal: Option<usize>,
    /// Whether dragging paints cells rather than moves the map.
    #[prop_or_default]
    pub paints: bool,
    /// How tests find it; its canvas is `TESTID-chart`.
    pub testid: &'static str,
    /// Whether a tap gives it the focus.
    pub takes_focus: bool,
    /// The canvas that has the focus.
    pub node: NodeRef,
    /// Called with a cell that was tapped.
    pub tap: Callback<usize>,
    /// Called with the cell under the mouse, if there is one.
    #[prop_or_default]
    pub hover: Callback<Option<usize>>,
    /// Called with a cell that was painted over, and whether a stroke begins there.
    #[prop_or_default]
    pub paint: Callback<(usize, bool)>,
    /// Called with keys that do not move the view, before the browser handles them.
    pub press: Callback<KeyboardEvent>,
    /// Other elements in the row of buttons.
    pub children: Html,
}

/// Something has happened to the chart.
pub enum MapViewMessage {
    /// A finger or the mouse did something, at a place in the view.
    Pointer(PointerAction, i32, f64, f64),
    /// The mouse is at a place in the view, or has left it.
    Hover(Option<(f64, f64)>),
    /// The view is to be moved.
    View(ViewMove),
    /// The view was moved, and a button may have reached its limit.
    Looked,
    /// The room for it has changed.
    Resized,
    /// It has become dark or light.
    Recoloured,
}

/// How the view is moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ViewMove {
    /// Closer this many times.
    Zoom(f64),
    /// By a step.
    Pan(CellStep),
    /// To the whole map.
    Whole,
}

impl ViewMove {
    /// The action of a key.
    fn of_key(event: &KeyboardEvent) -> Option<Self> {
        let key = event.key();
        match key.as_str() {
            "i" => Some(Self::Zoom(ZOOM)),
            "o" => Some(Self::Zoom(1.0 / ZOOM)),
            "c" => Some(Self::Whole),
            key if event.shift_key() && !key.starts_with("Arrow") => CellStep::of_key(key).map(Self::Pan),
            _ => None,
        }
    }
}

/// An action of a pointer.
pub enum PointerAction {
    /// It went down; whether it may paint.
    Down(bool),
    /// It moved.
    Move,
    /// It went up.
    Up,
    /// The browser took it for something else.
    Lost,
}

/// The chart.
pub struct CanvasMap<S: CanvasDrawing> {
    context: CanvasContext<S>,
    hand: PointerInput,
    /// Over which cell the mouse is.
    hovered: Option<usize>,
    /// Whether the stroke that is being painted has reached the map.
    begun: bool,
    ground: NodeRef,
    listeners: Vec<EventListener>,
    room: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
}

impl<S: CanvasDrawing> Component for CanvasMap<S> {
    type Message = MapViewMessage;
    type Properties = Props<S>;

    fn create(context: &Context<Self>) -> Self {
        let props = context.props();
        Self {
            context: CanvasContext::new(props.sketch.clone()),
            hand: PointerInput::default(),
            hovered: None,
            begun: false,
            ground: NodeRef::default(),
            listeners: Vec::new(),
            room: None,
        }
    }

    fn changed(&mut self, context: &Context<Self>, old: &Props<S>) -> bool {
        let props = context.props();
        self.context.show(props.sketch.clone());
        if let Some(cell) = props.reveal.filter(|_| props.reveal != old.reveal) {
            self.context.change_view(|camera| camera.reveal(cell));
        }
        true
    }

    fn update(&mut self, context: &Context<Self>, message: MapViewMessage) -> bool {
        match message {
            MapViewMessage::Pointer(touch, finger, x, y) => self.pointer(context.props(), &touch, finger, x, y),
            MapViewMessage::Hover(place) => {
                self.hover(context.props(), place);
                false
            }
            MapViewMessage::View(view) => self.move_view(view),
            MapViewMessage::Looked => true,
            MapViewMessage::Resized => self.context.measure(),
            MapViewMessage::Recoloured => {
                self.context.renew_tools();
                false
            }
        }
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let camera = self.context.camera();
        // While the whole map is visible, a finger that moves up or down scrolls the page.
        let scrolls = camera.is_whole() && !props.paints;
        let touch = |touch: fn(bool) -> PointerAction, takes_focus: bool| {
            let paints = props.paints;
            link.callback(move |event: PointerEvent| {
                // The middle and the right button move the map where the left one paints.
                let touch = touch(paints && event.button() == 0);
                if matches!(touch, PointerAction::Down(_)) {
                    grasp(&event, takes_focus);
                }
                MapViewMessage::Pointer(touch, event.pointer_id(), event.offset_x().into(), event.offset_y().into())
            })
        };
        let at = |event: &PointerEvent| (event.offset_x().into(), event.offset_y().into());
        let hover = link.batch_callback(move |event: PointerEvent| {
            // A finger has no place before it taps, and then the tapped cell is reported.
            (event.pointer_type() == "mouse").then(|| MapViewMessage::Hover(Some(at(&event))))
        });
        let moved = {
            let touch = touch(|_| PointerAction::Move, true);
            Callback::from(move |event: PointerEvent| {
                hover.emit(event.clone());
                touch.emit(event);
            })
        };
        html! {
            <div class="chart" data-testid={props.testid}>
                <div class="chart-map">
                    <canvas class="chart-canvas" ref={&self.ground} aria-hidden="true" />
                    <canvas class={classes!("chart-canvas", scrolls.then_some("scrolls"), props.paints.then_some("paints"))}
                        ref={&props.node} tabindex="0" role="application" aria-label={&props.label} data-testid={format!("{}-chart", props.testid)}
                        onpointerdown={touch(PointerAction::Down, props.takes_focus)} onpointermove={moved} onpointerleave={link.callback(|_| MapViewMessage::Hover(None))}
                        onpointerup={touch(|_| PointerAction::Up, true)} onpointercancel={touch(|_| PointerAction::Lost, true)}
                        onkeydown={pressed(context)} />
                </div>
                <p class="chart-caption" aria-hidden="true" data-testid="caption">{ &props.caption }</p>
                <div class="chart-tools">
                    { props.children.clone() }
                    <div class="chart-zoom" role="group" aria-label="View">
                        { tool(sign("M5 12h14"), "Zoom out (o)", "zoom-out", !camera.is_whole(), link.callback(|_| MapViewMessage::View(ViewMove::Zoom(1.0 / ZOOM)))) }
                        { tool(sign("M5 12h14M12 5v14"), "Zoom in (i)", "zoom-in", !camera.is_closest(), link.callback(|_| MapViewMessage::View(ViewMove::Zoom(ZOOM)))) }
                        { tool(sign("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"), "Whole map (c)", "zoom-whole", !camera.is_whole(), link.callback(|_| MapViewMessage::View(ViewMove::Whole))) }
                    </div>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, context: &Context<Self>, first: bool) {
        let canvases = (self.ground.cast::<HtmlCanvasElement>(), context.props().node.cast::<HtmlCanvasElement>());
        let (Some(ground), Some(over)) = canvases else { return };
        if first {
            self.context.put_on([ground, over.clone()]);
            self.listen(context, &over);
        }
    }
}

impl<S: CanvasDrawing> CanvasMap<S> {
    fn listen(&mut self, context: &Context<Self>, canvas: &Element) {
        let link = context.link().clone();
        // Not yew's listeners: those cannot keep the page from scrolling.
        let options = EventListenerOptions::enable_prevent_default();
        self.listeners.push(listen_for_cell(canvas, context.props().hover.clone()));
        let (context, turned) = (self.context.clone(), link.clone());
        self.listeners.push(EventListener::new_with_options(canvas, "wheel", options, move |event| {
            if event.dyn_ref::<WheelEvent>().is_some_and(|event| turn(&context, event)) {
                turned.send_message(MapViewMessage::Looked);
            }
        }));
        let scheme =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        if let Some(scheme) = scheme {
            let link = link.clone();
            let recoloured = move |_: &web_sys::Event| link.send_message(MapViewMessage::Recoloured);
            self.listeners.push(EventListener::new(&scheme, "change", recoloured));
        }
        let resized: Closure<dyn FnMut()> = Closure::new(move || link.send_message(MapViewMessage::Resized));
        if let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) {
            observer.observe(canvas);
            self.room = Some((observer, resized));
        }
    }

    fn pointer(&mut self, props: &Props<S>, touch: &PointerAction, finger: i32, x: f64, y: f64) -> bool {
        let gesture = match *touch {
            PointerAction::Down(paints) => {
                self.begun = false;
                self.hand.down(finger, x, y, paints);
                Gesture::None
            }
            PointerAction::Move => self.hand.move_to(finger, x, y),
            PointerAction::Up => self.hand.up(finger),
            PointerAction::Lost => self.hand.lose(finger),
        };
        let camera = self.context.camera();
        match gesture {
            Gesture::None => false,
            Gesture::Tap(x, y) => {
                camera.cell(x, y).into_iter().for_each(|cell| props.tap.emit(cell));
                false
            }
            Gesture::Stroke(places) => {
                for cell in places.into_iter().filter_map(|(x, y)| camera.cell(x, y)) {
                    let begins = !std::mem::replace(&mut self.begun, true);
                    props.paint.emit((cell, begins));
                }
                false
            }
            Gesture::Push(right, down) => self.context.change_view(|camera| camera.pan(right, down)),
            Gesture::Pinch { factor, x, y, right, down } => self.context.change_view(|camera| {
                camera.pan(right, down);
                camera.zoom(factor, x, y);
            }),
        }
    }

    fn hover(&mut self, props: &Props<S>, place: Option<(f64, f64)>) {
        let cell = place.and_then(|(x, y)| self.context.camera().cell(x, y));
        if cell != self.hovered {
            self.hovered = cell;
            name_cell(&props.node, cell);
            props.hover.emit(cell);
        }
    }

    fn move_view(&mut self, view: ViewMove) -> bool {
        self.context.change_view(|camera| match view {
            ViewMove::Zoom(factor) => {
                let (width, height) = camera.room();
                camera.zoom(factor, width / 2.0, height / 2.0);
            }
            ViewMove::Pan(step) => {
                let ((down, right), far) = (step.offset(), PAN * camera.scale());
                camera.pan(-far * right as f64, -far * down as f64);
            }
            ViewMove::Whole => camera.fit(),
        })
    }
}

/// Writes the cell under the mouse into an attribute, for a script of the page.
fn name_cell(canvas: &NodeRef, cell: Option<usize>) {
    if let Some(canvas) = canvas.cast::<Element>() {
        let name = cell.map_or_else(String::new, |cell| cell.to_string());
        // Browsers take any value of such a name.
        let _ = canvas.set_attribute(POINTED_CELL, &name);
    }
}

/// Calls `point` with the cell that a script of the page points at, or with `None`.
fn listen_for_cell(canvas: &Element, point: Callback<Option<usize>>) -> EventListener {
    let named = canvas.clone();
    EventListener::new(canvas, NAMED_CELL[1], move |_| {
        point.emit(named.get_attribute(NAMED_CELL[0]).and_then(|cell| cell.parse().ok()));
    })
}

/// Follows a finger wherever it goes from here.
fn grasp(event: &PointerEvent, takes_focus: bool) {
    if !takes_focus {
        event.prevent_default();
    }
    if let Some(canvas) = event.target_dyn_into::<Element>() {
        // It fails only for a finger that has already been lifted.
        let _ = canvas.set_pointer_capture(event.pointer_id());
    }
}

/// Zooms by the wheel; returns whether a button may have reached its limit.
fn turn<S: CanvasDrawing>(context: &CanvasContext<S>, event: &WheelEvent) -> bool {
    let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
    let turned = event.delta_y() * lines;
    // Beyond the whole map the wheel is the page's again.
    if turned > 0.0 && context.camera().is_whole() {
        return false;
    }
    event.prevent_default();
    // A pinch on a touchpad comes as a wheel with control held, in small steps.
    let speed = if event.ctrl_key() { 0.01 } else { 0.0018 };
    context.change_view(|camera| camera.zoom((-turned * speed).exp(), event.offset_x().into(), event.offset_y().into()))
}

/// Handles a key at once: a message would be handled after the browser's own action.
fn pressed<S: CanvasDrawing>(context: &Context<CanvasMap<S>>) -> Callback<KeyboardEvent> {
    let (link, press) = (context.link().clone(), context.props().press.clone());
    Callback::from(move |event: KeyboardEvent| {
        let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key());
        match ViewMove::of_key(&event).filter(|_| is_plain) {
            Some(view) => {
                event.prevent_default();
                event.stop_propagation();
                link.send_message(MapViewMessage::View(view));
            }
            None if is_plain => press.emit(event),
            None => {}
        }
    })
}

impl<S: CanvasDrawing> Drop for CanvasMap<S> {
    fn drop(&mut self) {
        if let Some((observer, _)) = &self.room {
            observer.disconnect();
        }
    }
}

fn sign(path: &'static str) -> Html {
    html! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={path} /></svg> }
}

/// A button of the row below a map.
pub fn tool(
    sign: Html,
    name: &'static str,
    testid: &'static str,
    can: bool,
    onclick: Callback<yew::MouseEvent>,
) -> Html {
    html! {
        <button type="button" class="chart-tool" aria-label={name} title={name} data-testid={testid}
            aria-disabled={(!can).to_string()} {onclick}>{ sign }</button>
    }
}
