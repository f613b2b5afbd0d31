//! A map on a canvas: a turn redraws a few cells, and moving the view redraws all visible ones.

use std::rc::Rc;

use botyard_web_ui::canvas::{CanvasDrawing, DrawFrame};
use web_sys::Element;

use super::map_brush::MapBrush;
use super::map_marks::{MapMarks, NUMBERS_ROOM};
use super::palette::MapPalette;
use super::visible_map::VisibleMap;
use crate::BoardAnnotations;
use crate::board_annotations::draw_annotations;

/// The map to draw, and the marks over it.
#[derive(Clone, PartialEq)]
pub struct GeneralsDrawing {
    /// The cells.
    pub picture: Rc<VisibleMap>,
    /// The marks over its cells.
    pub marks: MapMarks,
    /// What the bots have drawn.
    pub annotations: Rc<BoardAnnotations>,
}

impl CanvasDrawing for GeneralsDrawing {
    type Tools = MapPalette;

    const MARGIN: (f64, f64) = NUMBERS_ROOM;

    fn tools(element: &Element) -> MapPalette {
        MapPalette::read_style(element)
    }

    fn rows(&self) -> usize {
        self.picture.rows()
    }

    fn columns(&self) -> usize {
        self.picture.columns()
    }

    fn moves(&self, before: &Self) -> bool {
        self.marks.march.is_some() && !Rc::ptr_eq(&before.picture, &self.picture)
    }

    fn paint(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, palette: &mut MapPalette) {
        let brush = MapBrush::new(frame, palette);
        match painted {
            Some(painted) => {
                let changed = self.picture.changed(&painted.picture);
                frame.within_map(|| brush.some(&self.picture, &changed));
            }
            None => {
                frame.clear();
                frame.within_map(|| brush.all(&self.picture));
            }
        }
    }

    fn mark(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, palette: &mut MapPalette) {
        // Arrows have the armies of their cells over them.
        let is_other = |painted: &Self| {
            let has_other_marks = painted.marks != self.marks || painted.annotations != self.annotations;
            has_other_marks || !Rc::ptr_eq(&painted.picture, &self.picture)
        };
        if painted.is_none_or(is_other) {
            MapBrush::new(frame, palette).marks(&self.marks, &self.picture, frame);
            draw_annotations(&self.annotations, frame);
        }
    }
}
