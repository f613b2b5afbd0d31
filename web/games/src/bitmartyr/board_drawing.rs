//! A board on a canvas. Each cell is one pixel of an image as large as the board, which the browser
//! enlarges: a turn compares all cells and redraws the rows that changed, and moving the view costs
//! almost nothing. Knows no pointers and no time.

use std::ops::Range;
use std::rc::Rc;

use botyard_engine::games::bitmartyr::{BitMartyrBoard, Unit};
use botyard_engine::seat::Seat;
use botyard_web_ui::canvas::{CanvasDrawing, DrawFrame, put_pixels};
use botyard_web_ui::decimal::whole;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d as Context, Element, HtmlCanvasElement as Canvas};

use super::cell_ages::{CellAge, CellAges};
use super::sides::{Palette, colour_by_age, is_bright, letter};
use crate::BoardAnnotations;
use crate::board_annotations::draw_annotations;

/// From this size of a cell on, in CSS pixels, each unit has its team's letter and its health on
/// it.
const LETTERS_FROM: f64 = 18.0;

/// How far a unit sees.
const REACH: isize = 2;

/// The position to draw, and the marks over it.
#[derive(Clone, PartialEq)]
pub struct BitMartyrDrawing {
    /// The board.
    pub board: Rc<BitMartyrBoard>,
    /// How many turns were played before it.
    pub turn: u32,
    /// The colours.
    pub palette: Palette,
    /// The highlighted team.
    pub chosen: Option<Seat>,
    /// The cell that is pointed at.
    pub focus: Option<usize>,
    /// What the bots have drawn.
    pub annotations: Rc<BoardAnnotations>,
}

impl BitMartyrDrawing {
    fn has_same_cells(&self, other: &Self) -> bool {
        (self.chosen, self.palette, self.turn) == (other.chosen, other.palette, other.turn) && self.board == other.board
    }
}

/// An off-screen canvas with one pixel for each cell, and the drawing that is on it.
#[derive(Default)]
pub struct PixelSheet {
    sheet: Option<(Canvas, Context)>,
    pixels: Vec<u8>,
    ages: CellAges,
    printed: Option<BitMartyrDrawing>,
}

impl PixelSheet {
    fn new() -> Option<Self> {
        let canvas = web_sys::window()?.document()?.create_element("canvas").ok()?.dyn_into::<Canvas>().ok()?;
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self { sheet: Some((canvas, context)), ..Self::default() })
    }

    /// The sheet with these cells on it.
    fn print(&mut self, shown: &BitMartyrDrawing) -> Option<&Canvas> {
        let (canvas, context) = self.sheet.as_ref()?;
        if self.printed.as_ref().is_none_or(|printed| !printed.has_same_cells(shown)) {
            let (width, height) = (shown.board.width() as u32, shown.board.height() as u32);
            if (canvas.width(), canvas.height()) != (width, height) {
                canvas.set_width(width);
                canvas.set_height(height);
                // A sheet that was given a size is empty.
                self.pixels.clear();
            }
            // A change of colours leaves all ages as they are.
            if self.printed.as_ref().is_none_or(|printed| printed.turn != shown.turn || printed.board != shown.board) {
                let before = self.printed.as_ref().and_then(|printed| {
                    let turns =
                        shown.turn.checked_sub(printed.turn).filter(|turns| (1..=SHOWN_TOGETHER).contains(turns))?;
                    Some((&*printed.board, turns as u8))
                });
                self.ages.show(&shown.board, before);
            }
            let rows = paint(&shown.board, &self.ages, shown.palette, shown.chosen, &mut self.pixels);
            put_pixels(context, &self.pixels, width, rows)?;
            self.printed = Some(shown.clone());
        }
        Some(canvas)
    }
}

/// How many turns may have been played at once since the last drawing, at the fastest speeds, for it to
/// be known which cells have changed.
const SHOWN_TOGETHER: u32 = 16;

/// A cell on the sheet: red, green, blue, opacity.
type Pixel = [u8; 4];

/// Writes the board's cells as pixels, and returns the rows that have changed.
fn paint(
    board: &BitMartyrBoard,
    ages: &CellAges,
    palette: Palette,
    chosen: Option<Seat>,
    pixels: &mut Vec<u8>,
) -> Range<usize> {
    // One for each code of a cell and each age: a large board has very many cells.
    let inks: Vec<[u32; CODES]> = CellAge::all()
        .map(|age| std::array::from_fn(|code| u32::from_ne_bytes(ink(code as u8, palette, chosen, age))))
        .collect();
    let bytes = board.cells() * size_of::<Pixel>();
    let is_new = pixels.len() != bytes;
    pixels.resize(bytes, 0);
    let (sheet, _) = pixels.as_chunks_mut::<4>();
    let mut changed = board.height()..0;
    let width = board.width();
    let rows = sheet.chunks_exact_mut(width).zip(board.codes().chunks_exact(width)).zip(ages.all().chunks_exact(width));
    for (y, ((row, codes), ages)) in rows.enumerate() {
        let mut is_same = !is_new;
        for ((pixel, code), age) in row.iter_mut().zip(codes).zip(ages) {
            let now = inks[age.index() % CellAge::COUNT][usize::from(*code) % CODES];
            is_same &= u32::from_ne_bytes(*pixel) == now;
            *pixel = now.to_ne_bytes();
        }
        if !is_same {
            changed = changed.start.min(y)..y + 1;
        }
    }
    changed.start.min(changed.end)..changed.end
}

/// More than the highest code of a cell.
const CODES: usize = 64;

/// The pixel of a cell of this code.
fn ink(code: u8, palette: Palette, chosen: Option<Seat>, age: CellAge) -> Pixel {
    let [red, green, blue] = colour_by_age(Unit::of_code(code), palette, chosen, age);
    [red, green, blue, 0xff]
}

impl CanvasDrawing for BitMartyrDrawing {
    type Tools = PixelSheet;

    fn tools(_: &Element) -> PixelSheet {
        PixelSheet::new().unwrap_or_default()
    }

    fn rows(&self) -> usize {
        self.board.height()
    }

    fn columns(&self) -> usize {
        self.board.width()
    }

    fn paint(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, press: &mut PixelSheet) {
        if painted.is_some_and(|painted| painted.has_same_cells(self)) {
            return;
        }
        frame.clear();
        let Some(sheet) = press.print(self) else { return };
        let (rows, columns) = frame.camera.seen();
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        // Cells stay sharp, unless there are more of them than device pixels.
        frame.context.set_image_smoothing_enabled(frame.camera.scale() * frame.ratio < 1.0);
        let (left, top, right, bottom) = area(frame, (rows.start, columns.start), (rows.end, columns.end));
        let (x, y) = (columns.start as f64, rows.start as f64);
        let (width, height) = (columns.len() as f64, rows.len() as f64);
        // It fails only for a sheet without cells.
        let _ = frame.context.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            sheet,
            x,
            y,
            width,
            height,
            left,
            top,
            right - left,
            bottom - top,
        );
        if frame.camera.scale() >= LETTERS_FROM {
            self.write(frame, &press.ages);
        }
    }

    fn mark(&self, painted: Option<&Self>, frame: &DrawFrame<'_>, _: &mut PixelSheet) {
        if painted.is_some_and(|painted| painted.focus == self.focus && painted.annotations == self.annotations) {
            return;
        }
        frame.clear();
        draw_annotations(&self.annotations, frame);
        let Some(focus) = self.focus.filter(|&cell| cell < self.board.cells()) else { return };
        frame.context.set_fill_style_str("#ffffff38");
        for cell in self.sight(focus) {
            let (left, top, right, bottom) = self.square(frame, cell);
            frame.context.fill_rect(left, top, right - left, bottom - top);
        }
        let (left, top, right, bottom) = self.square(frame, focus);
        for (colour, wide) in [("#000000", 2.5), ("#ffffff", 1.0)] {
            frame.context.set_stroke_style_str(colour);
            frame.context.set_line_width(2.0 * frame.ratio);
            let wide = wide * frame.ratio;
            frame.context.stroke_rect(left - wide, top - wide, right - left + 2.0 * wide, bottom - top + 2.0 * wide);
        }
    }
}

impl BitMartyrDrawing {
    /// Writes team and health on each visible unit.
    fn write(&self, frame: &DrawFrame<'_>, ages: &CellAges) {
        let size = frame.camera.scale() * frame.ratio * 0.45;
        frame.context.set_font(&format!("600 {}px system-ui, sans-serif", whole(size)));
        frame.context.set_text_align("center");
        frame.context.set_text_baseline("middle");
        let (rows, columns) = frame.camera.seen();
        for cell in rows.flat_map(|row| columns.clone().map(move |column| row * self.columns() + column)) {
            let Some(unit) = self.board.unit(cell) else { continue };
            let ground = colour_by_age(Some(unit), self.palette, self.chosen, ages.of(cell));
            let ink = if is_bright(ground) { "#000000" } else { "#ffffff" };
            let (left, top, right, bottom) = self.square(frame, cell);
            frame.context.set_fill_style_str(ink);
            let text = format!("{}{}", letter(unit.team), unit.health);
            // It fails in no browser that has canvases.
            let _ = frame.context.fill_text(&text, f64::midpoint(left, right), f64::midpoint(top, bottom));
        }
    }

    fn square(&self, frame: &DrawFrame<'_>, cell: usize) -> (f64, f64, f64, f64) {
        let (row, column) = (cell / self.columns(), cell % self.columns());
        area(frame, (row, column), (row + 1, column + 1))
    }

    /// The cells that a unit sees, each once.
    fn sight(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (width, height) = (self.columns() as isize, self.rows() as isize);
        let (x, y) = (cell as isize % width, cell as isize / width);
        let across = (-REACH..=REACH).take(self.columns());
        let down = (-REACH..=REACH).take(self.rows());
        down.flat_map(move |dy| {
            across.clone().map(move |dx| ((y + dy).rem_euclid(height) * width + (x + dx).rem_euclid(width)) as usize)
        })
    }
}

/// The place of cells on the canvas: left, top, right, bottom, in whole device pixels.
fn area(frame: &DrawFrame<'_>, from: (usize, usize), to: (usize, usize)) -> (f64, f64, f64, f64) {
    let at = |(row, column)| {
        let (x, y) = frame.camera.corner(row, column);
        ((x * frame.ratio).round(), (y * frame.ratio).round())
    };
    let ((left, top), (right, bottom)) = (at(from), at(to));
    (left, top, right, bottom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(board: &str) -> BitMartyrDrawing {
        BitMartyrDrawing {
            board: Rc::new(board.parse().expect("a board")),
            turn: 0,
            palette: Palette::Original,
            chosen: None,
            focus: None,
            annotations: Rc::default(),
        }
    }

    /// The pixels of a board of which nothing is known before.
    fn painted(board: &str, palette: Palette, chosen: Option<Seat>, pixels: &mut Vec<u8>) -> Range<usize> {
        let (board, mut ages) = (shown(board).board, CellAges::default());
        ages.show(&board, None);
        paint(&board, &ages, palette, chosen, pixels)
    }

    #[test]
    fn a_cell_is_a_pixel() {
        let mut pixels = vec![7; 3];
        painted("E1J/3", Palette::Original, None, &mut pixels);
        let opaque = |red, green, blue| [red, green, blue, 0xff];
        let expected = [opaque(0xff, 0, 0), opaque(0, 0, 0), opaque(0, 0xff, 0), opaque(0, 0, 0), opaque(0, 0, 0)];
        assert_eq!(pixels[..20], expected.concat());
        assert_eq!(pixels.len(), 24);
        painted("E1J/3", Palette::Original, Some(Seat::new(1)), &mut pixels);
        assert_eq!(pixels[..12], [opaque(0x3f, 0, 0), opaque(0, 0, 0), opaque(0xff, 0xff, 0xff)].concat());
    }

    #[test]
    fn only_rows_that_differ_are_put_on_the_sheet() {
        let mut pixels = Vec::new();
        let mut rows = |board: &str| painted(board, Palette::Original, None, &mut pixels);
        assert_eq!(rows("3/E2/3/3"), 0..4, "a new sheet");
        assert_eq!(rows("3/E2/3/3"), 0..0);
        assert_eq!(rows("3/E2/1A1/3"), 2..3);
        assert_eq!(rows("3/3/1B1/3"), 1..3);
        assert_eq!(rows("E1/1E"), 0..2, "a board of another size");
    }

    #[test]
    fn what_a_unit_sees_goes_round_the_edges() {
        let mut seen: Vec<_> = shown("7/7/7/7/7/7/7").sight(0).collect();
        seen.sort_unstable();
        assert_eq!(seen.len(), 25);
        assert_eq!(seen[..5], [0, 1, 2, 5, 6]);
        let small = shown("3/3");
        let mut seen: Vec<_> = small.sight(4).collect();
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5], "each once");
    }
}
