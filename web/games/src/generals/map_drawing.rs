//! A map on a canvas: a turn redraws a few cells, and moving the view redraws all visible ones.

use std::rc::Rc;

use botyard_web_ui::canvas::{CanvasDrawing, DrawFrame};
use web_sys::Element;

use super::map_brush::{MapBrush, MapMarks};
use super::palette::MapPalette;
use super::visible_map::VisibleMap;

/// What is seen, and what lies over it.
#[derive(Clone, PartialEq)]
pub struct GeneralsDrawing {
    /// The cells.
    pub picture: Rc<VisibleMap>,
    /// What lies over them.
    pub marks: MapMarks,
}

impl CanvasDrawing for GeneralsDrawing {
    type Tools = MapPalette;

    fn tools(element: &Element) -> MapPalette {
        MapPalette::of(element)
    }

    fn rows(&self) -> usize {
        self.picture.rows()
    }

    fn columns(&self) -> usize {
        self.picture.columns()
    }

    fn paint(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, palette: &mut MapPalette) {
        let brush = MapBrush::new(frame, palette);
        match painted {
            Some(painted) => brush.some(&self.picture, &self.picture.changed(&painted.picture)),
            None => brush.all(&self.picture),
        }
    }

    fn mark(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, palette: &mut MapPalette) {
        if painted.is_none_or(|painted| painted.marks != self.marks) {
            MapBrush::new(frame, palette).marks(&self.marks, self.picture.columns());
        }
    }
}
