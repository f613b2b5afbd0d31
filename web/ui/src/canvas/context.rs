//! The two canvases of a map, one for the cells and one for the marks over them. Draws when
//! something has changed, once a frame at most, and then only the changes: a turn costs a few
//! cells, a motion of the view all visible ones. Knows no pointers and no game.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CanvasRenderingContext2d as Context, HtmlCanvasElement as Canvas};

use super::{Camera, CanvasDrawing, DrawFrame};

/// A map that is being shown.
pub struct CanvasContext<S: CanvasDrawing>(Rc<RefCell<CanvasState<S>>>);

impl<S: CanvasDrawing> Clone for CanvasContext<S> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct CanvasState<S: CanvasDrawing> {
    sketch: S,
    camera: Camera,
    tools: S::Tools,
    ratio: f64,
    canvases: Option<[(Canvas, Context); 2]>,
    painted: Option<PaintedState<S>>,
    is_due: bool,
    motion: Motion,
}

/// How long marks move, in milliseconds.
const MOTION: f64 = 220.0;

/// Where the motion of the marks is.
#[derive(Clone, Copy, PartialEq)]
enum Motion {
    /// Nothing moves.
    Rest,
    /// It begins with the next frame.
    Due,
    /// It began at this time, in the browser's milliseconds.
    Since(f64),
}

impl Motion {
    /// How far it is in a frame at this time, from 0 to 1; the first one begins it.
    fn advance(&mut self, now: f64) -> f64 {
        let begun = match *self {
            Self::Rest => return 1.0,
            Self::Due => now,
            Self::Since(begun) => begun,
        };
        let progress = ((now - begun) / MOTION).min(1.0);
        *self = if progress < 1.0 { Self::Since(begun) } else { Self::Rest };
        progress
    }
}

/// The drawing on the canvases.
struct PaintedState<S> {
    sketch: S,
    camera: Camera,
}

impl<S: CanvasDrawing> CanvasContext<S> {
    /// A map without a canvas yet.
    pub fn new(sketch: S) -> Self {
        let camera = Camera::whole(sketch.rows(), sketch.columns(), 1.0, 1.0).with_margin(S::MARGIN);
        Self(Rc::new(RefCell::new(CanvasState {
            sketch,
            camera,
            tools: S::Tools::default(),
            ratio: 1.0,
            canvases: None,
            painted: None,
            is_due: false,
            motion: Motion::Rest,
        })))
    }

    /// Shows it on these canvases from now on.
    pub fn put_on(&self, canvases: [Canvas; 2]) {
        let contexts = canvases.map(|canvas| {
            let context = canvas.get_context("2d").ok().flatten()?.dyn_into().ok()?;
            Some((canvas, context))
        });
        if let [Some(ground), Some(over)] = contexts {
            self.0.borrow_mut().canvases = Some([ground, over]);
            self.renew_tools();
            self.measure();
        }
    }

    /// Shows another picture; one of another size is shown as a whole.
    pub fn show(&self, sketch: S) {
        let mut state = self.0.borrow_mut();
        if (sketch.rows(), sketch.columns()) != (state.sketch.rows(), state.sketch.columns()) {
            let (width, height) = state.camera.room();
            state.camera = Camera::whole(sketch.rows(), sketch.columns(), width, height).with_margin(S::MARGIN);
        }
        if sketch.moves(&state.sketch) {
            state.motion = Motion::Due;
        }
        state.sketch = sketch;
        drop(state);
        self.paint_soon();
    }

    /// Moves the view; returns whether a button that moves it may have reached its limit.
    pub fn change_view(&self, change: impl FnOnce(&mut Camera)) -> bool {
        let ends = |camera: &Camera| (camera.is_whole(), camera.is_closest());
        let mut state = self.0.borrow_mut();
        let before = state.camera;
        change(&mut state.camera);
        let after = state.camera;
        drop(state);
        if before != after {
            self.paint_soon();
        }
        ends(&before) != ends(&after)
    }

    /// The view.
    pub fn camera(&self) -> Camera {
        self.0.borrow().camera
    }

    /// Takes the colours anew: it has become dark or light.
    pub fn renew_tools(&self) {
        let mut state = self.0.borrow_mut();
        if let Some([(canvas, _), _]) = &state.canvases {
            state.tools = S::tools(canvas);
            state.painted = None;
        }
        drop(state);
        self.paint_soon();
    }

    /// Fills the room there is; returns whether a button may have reached its limit.
    pub fn measure(&self) -> bool {
        let state = self.0.borrow();
        let Some([(canvas, _), _]) = &state.canvases else { return false };
        let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
        if width < 1.0 || height < 1.0 || ((width, height), ratio) == (state.camera.room(), state.ratio) {
            return false;
        }
        drop(state);
        let mut state = self.0.borrow_mut();
        state.ratio = ratio;
        for (canvas, _) in state.canvases.iter().flatten() {
            canvas.set_width((width * ratio).round() as u32);
            canvas.set_height((height * ratio).round() as u32);
        }
        state.painted = None;
        drop(state);
        // In this very frame: a canvas that was given a size is empty.
        let at_its_end = self.change_view(|camera| camera.resize(width, height));
        let mut state = self.0.borrow_mut();
        state.motion = Motion::Rest;
        state.paint(1.0, true);
        drop(state);
        at_its_end
    }

    fn paint_soon(&self) {
        if std::mem::replace(&mut self.0.borrow_mut().is_due, true) {
            return;
        }
        let map = self.clone();
        let paint = Closure::once_into_js(move |now: f64| {
            let mut state = map.0.borrow_mut();
            state.is_due = false;
            let moves = state.motion != Motion::Rest;
            let progress = state.motion.advance(now);
            state.paint(progress, moves);
            let goes_on = state.motion != Motion::Rest;
            drop(state);
            if goes_on {
                map.paint_soon();
            }
        });
        let Some(window) = web_sys::window() else { return };
        // It fails only if the page draws no frames, and then the canvas is invisible.
        let _ = window.request_animation_frame(paint.unchecked_ref());
    }
}

impl<S: CanvasDrawing> CanvasState<S> {
    /// Draws what has changed; the marks anyway if they move.
    fn paint(&mut self, progress: f64, moves: bool) {
        let Some([(_, ground), (_, over)]) = &self.canvases else { return };
        let (camera, ratio) = (&self.camera, self.ratio);
        let painted = self.painted.as_ref().filter(|painted| painted.camera == self.camera);
        let painted = painted.map(|painted| &painted.sketch);
        self.sketch.paint(painted, &DrawFrame { context: ground, camera, ratio, progress }, &mut self.tools);
        let marked = painted.filter(|_| !moves);
        self.sketch.mark(marked, &DrawFrame { context: over, camera, ratio, progress }, &mut self.tools);
        self.painted = Some(PaintedState { sketch: self.sketch.clone(), camera: self.camera });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_begins_with_a_frame_and_comes_to_rest() {
        let mut motion = Motion::Due;
        assert_eq!([50.0, 50.0 + MOTION / 2.0].map(|now| motion.advance(now)), [0.0, 0.5]);
        assert!(motion != Motion::Rest);
        assert_eq!(motion.advance(50.0 + 2.0 * MOTION), 1.0);
        assert!(motion == Motion::Rest);
        assert_eq!(motion.advance(9_000.0), 1.0);
    }
}
