//! A map of cells on a canvas, with a movable view: the common part of all games that draw one.
//! Knows no game: a [`CanvasDrawing`] draws.

mod camera;
mod cell_step;
mod context;
mod map_view;
mod nearby;
mod pixels;
mod pointer_input;

use web_sys::{CanvasRenderingContext2d, Element};

pub use camera::Camera;
pub use cell_step::CellStep;
pub use map_view::{CanvasMap, tool};
pub use nearby::nearby_cells;
pub use pixels::put_pixels;

/// A drawing: a map of cells, and the marks over them.
pub trait CanvasDrawing: Clone + PartialEq + 'static {
    /// Tools kept from one drawing to the next.
    type Tools: Default;

    /// The margin left of the map and above it, in CSS pixels, for labels beside its cells.
    const MARGIN: (f64, f64) = (0.0, 0.0);

    /// The tools as the stylesheet wants them for an element now.
    fn tools(element: &Element) -> Self::Tools;

    /// How many rows of cells there are.
    fn rows(&self) -> usize;

    /// How many columns of cells there are.
    fn columns(&self) -> usize;

    /// Whether the marks move for a moment when this takes the place of another drawing.
    fn moves(&self, _before: &Self) -> bool {
        false
    }

    /// Draws the cells. `painted` is the drawing that is there already, in the same view.
    fn paint(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, tools: &mut Self::Tools);

    /// Draws the marks over the cells. `painted` is the drawing that is there already, in the same
    /// view.
    fn mark(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, tools: &mut Self::Tools);
}

/// Where something is drawn.
pub struct DrawFrame<'a> {
    /// The canvas.
    pub context: &'a CanvasRenderingContext2d,
    /// Which part of the map.
    pub camera: &'a Camera,
    /// Device pixels in a CSS pixel.
    pub ratio: f64,
    /// How far the motion is that explains the last change, from 0 to 1; 1 at rest.
    pub progress: f64,
}

impl DrawFrame<'_> {
    /// Clears the whole canvas.
    pub fn clear(&self) {
        let (width, height) = self.camera.room();
        self.context.clear_rect(0.0, 0.0, width * self.ratio, height * self.ratio);
    }

    /// Draws within the map, and never in the margin beside it: in an enlarged map, cells at the
    /// edge of the view are visible in part.
    pub fn within_map(&self, draw: impl FnOnce()) {
        let ((left, top), (width, height)) = (self.camera.margin(), self.camera.room());
        // The line around the whole map is in the margin.
        let line = self.ratio.round().max(1.0);
        let corner = |margin: f64| (margin * self.ratio).floor() - line;
        self.context.save();
        self.context.begin_path();
        let (width, height) = (width * self.ratio + line, height * self.ratio + line);
        self.context.rect(corner(left), corner(top), width, height);
        self.context.clip();
        draw();
        self.context.restore();
    }
}
