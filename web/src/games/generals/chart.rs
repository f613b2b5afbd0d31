//! A map that can be looked at closely: wheel, pinch, drag, keys and buttons move the view, whoever shows it hears of
//! the cells that are tapped, painted over, and of all other keys. Knows no match and no editor.

use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlCanvasElement, ResizeObserver, WheelEvent};
use yew::{
    AttrValue, Callback, Component, Context, Html, KeyboardEvent, NodeRef, PointerEvent, Properties, classes, html,
};

use super::brush::Marks;
use super::camera::Camera;
use super::easel::Easel;
use super::hand::{Gesture, Hand};
use super::picture::{Picture, Step};

/// How much a press of a button or key zooms.
const ZOOM: f64 = 1.4;
/// How far a key moves the view, in cells.
const PAN: f64 = 3.0;

/// See [`Chart`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is seen.
    pub picture: Rc<Picture>,
    /// What lies over it.
    pub marks: Marks,
    /// What it is called.
    pub label: AttrValue,
    /// What is said below it to the eyes.
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
    /// Hears of a cell that was tapped.
    pub tap: Callback<usize>,
    /// Hears of a cell that was painted over, and whether a stroke begins there.
    #[prop_or_default]
    pub paint: Callback<(usize, bool)>,
    /// Hears of keys that do not move the view.
    pub press: Callback<KeyboardEvent>,
    /// What else stands in the row of buttons.
    pub children: Html,
}

/// Something has happened to the chart.
pub enum Message {
    /// A finger or the mouse.
    Pointer(Touch, PointerEvent),
    /// The wheel.
    Wheel(WheelEvent),
    /// A key.
    Key(KeyboardEvent),
    /// A button: closer or farther.
    Zoom(f64),
    /// A button: everything.
    Whole,
    /// The room for it has changed.
    Resized,
    /// It has become dark or light.
    Recoloured,
}

/// What a finger or the mouse has done.
pub enum Touch {
    /// It went down.
    Down,
    /// It moved.
    Move,
    /// It went up.
    Up,
    /// The browser took it for something else.
    Lost,
}

/// The chart.
pub struct Chart {
    easel: Easel,
    hand: Hand,
    ground: NodeRef,
    listeners: Vec<EventListener>,
    room: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
}

impl Component for Chart {
    type Message = Message;
    type Properties = Props;

    fn create(context: &Context<Self>) -> Self {
        let props = context.props();
        Self {
            easel: Easel::new(Rc::clone(&props.picture), props.marks.clone()),
            hand: Hand::default(),
            ground: NodeRef::default(),
            listeners: Vec::new(),
            room: None,
        }
    }

    fn changed(&mut self, context: &Context<Self>, old: &Props) -> bool {
        let props = context.props();
        self.easel.show(Rc::clone(&props.picture), props.marks.clone());
        if let Some(cell) = props.reveal.filter(|_| props.reveal != old.reveal) {
            self.easel.look(|camera| camera.reveal(cell));
        }
        true
    }

    fn update(&mut self, context: &Context<Self>, message: Message) -> bool {
        match message {
            Message::Pointer(touch, event) => self.pointer(context.props(), &touch, &event),
            Message::Wheel(event) => self.wheel(&event),
            Message::Key(event) => self.key(context.props(), event),
            Message::Zoom(factor) => self.zoom(factor),
            Message::Whole => self.easel.look(Camera::fit),
            Message::Resized => self.easel.measure(),
            Message::Recoloured => {
                self.easel.renew_palette();
                false
            }
        }
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let camera = self.easel.camera();
        // As long as all is seen, a finger that moves up or down scrolls the page.
        let scrolls = camera.is_whole() && !props.paints;
        let touch = |touch: fn() -> Touch| link.callback(move |event| Message::Pointer(touch(), event));
        html! {
            <div class="generals" data-testid={props.testid}>
                <div class="generals-map">
                    <canvas class="generals-canvas" ref={&self.ground} aria-hidden="true" />
                    <canvas class={classes!("generals-canvas", scrolls.then_some("scrolls"), props.paints.then_some("paints"))}
                        ref={&props.node} tabindex="0" role="application" aria-label={&props.label} data-testid={format!("{}-chart", props.testid)}
                        onpointerdown={touch(|| Touch::Down)} onpointermove={touch(|| Touch::Move)}
                        onpointerup={touch(|| Touch::Up)} onpointercancel={touch(|| Touch::Lost)}
                        onkeydown={link.callback(Message::Key)} />
                    <p class="generals-caption" aria-hidden="true" data-testid="caption">{ &props.caption }</p>
                </div>
                <div class="generals-tools">
                    { props.children.clone() }
                    <div class="generals-zoom" role="group" aria-label="View">
                        { tool(sign("M5 12h14"), "Farther (o)", "zoom-out", !camera.is_whole(), link.callback(|_| Message::Zoom(1.0 / ZOOM))) }
                        { tool(sign("M5 12h14M12 5v14"), "Closer (i)", "zoom-in", !camera.is_closest(), link.callback(|_| Message::Zoom(ZOOM))) }
                        { tool(sign("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"), "Whole map (c)", "zoom-whole", !camera.is_whole(), link.callback(|_| Message::Whole)) }
                    </div>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, context: &Context<Self>, first: bool) {
        let canvases = (self.ground.cast::<HtmlCanvasElement>(), context.props().node.cast::<HtmlCanvasElement>());
        let (Some(ground), Some(over)) = canvases else { return };
        if first {
            self.easel.put_on([ground, over.clone()]);
            self.listen(context, &over);
        }
    }
}

impl Chart {
    fn listen(&mut self, context: &Context<Self>, canvas: &Element) {
        let link = context.link().clone();
        // Not yew's: those cannot keep the page from scrolling.
        let options = EventListenerOptions::enable_prevent_default();
        let turned = link.clone();
        self.listeners.push(EventListener::new_with_options(canvas, "wheel", options, move |event| {
            if let Some(event) = event.dyn_ref::<WheelEvent>() {
                turned.send_message(Message::Wheel(event.clone()));
            }
        }));
        let scheme =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        if let Some(scheme) = scheme {
            let link = link.clone();
            let recoloured = move |_: &web_sys::Event| link.send_message(Message::Recoloured);
            self.listeners.push(EventListener::new(&scheme, "change", recoloured));
        }
        let resized: Closure<dyn FnMut()> = Closure::new(move || link.send_message(Message::Resized));
        if let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) {
            observer.observe(canvas);
            self.room = Some((observer, resized));
        }
    }

    fn pointer(&mut self, props: &Props, touch: &Touch, event: &PointerEvent) -> bool {
        let (finger, x, y) = (event.pointer_id(), f64::from(event.offset_x()), f64::from(event.offset_y()));
        let gesture = match touch {
            Touch::Down => {
                if !props.takes_focus {
                    event.prevent_default();
                }
                if let Some(canvas) = props.node.cast::<Element>() {
                    // It fails only for a finger that is gone already.
                    let _ = canvas.set_pointer_capture(finger);
                }
                // The middle and the right button move the map where the left one paints.
                self.hand.down(finger, x, y, props.paints && event.button() == 0);
                Gesture::None
            }
            Touch::Move => self.hand.move_to(finger, x, y),
            Touch::Up => self.hand.up(finger),
            Touch::Lost => self.hand.lose(finger),
        };
        let camera = self.easel.camera();
        match gesture {
            Gesture::None => false,
            Gesture::Tap(x, y) => {
                camera.cell(x, y).into_iter().for_each(|cell| props.tap.emit(cell));
                false
            }
            Gesture::Stroke { places, begins } => {
                let cells = places.into_iter().enumerate().filter_map(|(at, (x, y))| Some((at, camera.cell(x, y)?)));
                cells.for_each(|(at, cell)| props.paint.emit((cell, begins && at == 0)));
                false
            }
            Gesture::Push(right, down) => self.easel.look(|camera| camera.pan(right, down)),
            Gesture::Pinch { factor, x, y, right, down } => self.easel.look(|camera| {
                camera.pan(right, down);
                camera.zoom(factor, x, y);
            }),
        }
    }

    fn wheel(&mut self, event: &WheelEvent) -> bool {
        let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
        let turned = event.delta_y() * lines;
        // Beyond the whole map the wheel is the page's again.
        if turned > 0.0 && self.easel.camera().is_whole() {
            return false;
        }
        event.prevent_default();
        // A pinch on a touchpad comes as a wheel with control held, in small steps.
        let speed = if event.ctrl_key() { 0.01 } else { 0.0018 };
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        self.easel.look(|camera| camera.zoom((-turned * speed).exp(), x, y))
    }

    fn zoom(&mut self, factor: f64) -> bool {
        self.easel.look(|camera| {
            let (width, height) = camera.room();
            camera.zoom(factor, width / 2.0, height / 2.0);
        })
    }

    fn key(&mut self, props: &Props, event: KeyboardEvent) -> bool {
        let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key());
        let key = event.key();
        let step = Step::of_key(&key).filter(|_| event.shift_key() && !key.starts_with("Arrow"));
        let moved = match (key.as_str(), step) {
            _ if !is_plain => None,
            (_, Some(step)) => {
                let (down, right) = step.offset();
                let far = PAN * self.easel.camera().scale();
                Some(self.easel.look(|camera| camera.pan(-far * right as f64, -far * down as f64)))
            }
            ("i", _) => Some(self.zoom(ZOOM)),
            ("o", _) => Some(self.zoom(1.0 / ZOOM)),
            ("c", _) => Some(self.easel.look(Camera::fit)),
            _ => None,
        };
        match moved {
            Some(at_its_end) => {
                event.prevent_default();
                event.stop_propagation();
                at_its_end
            }
            None => {
                if is_plain {
                    props.press.emit(event);
                }
                false
            }
        }
    }
}

impl Drop for Chart {
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
        <button type="button" class="generals-tool" aria-label={name} title={name} data-testid={testid}
            aria-disabled={(!can).to_string()} {onclick}>{ sign }</button>
    }
}
