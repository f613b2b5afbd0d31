//! A map of cells on a canvas that can be looked at closely: what all games share that draw one. Knows no game: what is
//! drawn is a [`Sketch`].

mod camera;
mod chart;
mod easel;
mod hand;
mod pixels;
mod step;

use web_sys::{CanvasRenderingContext2d, Element};

pub use camera::Camera;
pub use chart::{Chart, tool};
pub use pixels::put_pixels;
pub use step::Step;

/// What is drawn: a map of cells, and what lies over them.
pub trait Sketch: Clone + PartialEq + 'static {
    /// What it is drawn with, kept from one drawing to the next.
    type Tools: Default;

    /// The tools as the stylesheet wants them for an element now.
    fn tools(element: &Element) -> Self::Tools;

    /// How many rows of cells there are.
    fn rows(&self) -> usize;

    /// How many columns of cells there are.
    fn columns(&self) -> usize;

    /// Draws the cells. `painted` is what is there already, in the same view.
    fn paint(&self, painted: Option<&Self>, frame: &Frame<'_>, tools: &mut Self::Tools);

    /// Draws what lies over the cells. `painted` is what is there already, in the same view.
    fn mark(&self, painted: Option<&Self>, frame: &Frame<'_>, tools: &mut Self::Tools);
}

/// Where something is drawn.
pub struct Frame<'a> {
    /// The canvas.
    pub context: &'a CanvasRenderingContext2d,
    /// Which part of the map.
    pub camera: &'a Camera,
    /// Device pixels in a CSS pixel.
    pub ratio: f64,
}

impl Frame<'_> {
    /// Clears all of it.
    pub fn clear(&self) {
        let (width, height) = self.camera.room();
        self.context.clear_rect(0.0, 0.0, width * self.ratio, height * self.ratio);
    }
}
