//! A map as a canvas shows it: a turn costs a few cells, a motion of the view all that are seen.

use std::rc::Rc;

use web_sys::Element;

use super::brush::{Brush, Marks};
use super::palette::Palette;
use super::picture::Picture;
use crate::games::canvas::{Frame, Sketch};

/// What is seen, and what lies over it.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The cells.
    pub picture: Rc<Picture>,
    /// What lies over them.
    pub marks: Marks,
}

impl Sketch for Shown {
    type Tools = Palette;

    fn tools(element: &Element) -> Palette {
        Palette::of(element)
    }

    fn rows(&self) -> usize {
        self.picture.rows()
    }

    fn columns(&self) -> usize {
        self.picture.columns()
    }

    fn paint(&self, painted: Option<&Self>, frame: &Frame<'_>, palette: &mut Palette) {
        let brush = Brush::new(frame, palette);
        match painted {
            Some(painted) => brush.some(&self.picture, &self.picture.changed(&painted.picture)),
            None => brush.all(&self.picture),
        }
    }

    fn mark(&self, painted: Option<&Self>, frame: &Frame<'_>, palette: &mut Palette) {
        if painted.is_none_or(|painted| painted.marks != self.marks) {
            Brush::new(frame, palette).marks(&self.marks, self.picture.columns());
        }
    }
}
