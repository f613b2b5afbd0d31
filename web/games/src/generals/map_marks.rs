//! Draws what lies over the cells: the numbers of rows and columns beside the map, marches and the
//! cursor. It costs as much as there are marches and numbers, however many cells there are. Knows
//! no pointers and no time.

use std::f64::consts::TAU;

use botyard_web_ui::canvas::DrawFrame;

use super::map_brush::{MapBrush, PixelSquare};
use super::planned_moves::PlannedMove;
use super::visible_map::VisibleMap;

/// The room for the numbers of rows left of the map, and of columns above it, in CSS pixels.
pub const NUMBERS_ROOM: (f64, f64) = (20.0, 16.0);
/// How far apart the numbers of rows or columns are at least, in CSS pixels; that of the first may
/// be nearer to the second.
const NUMBERS_APART: f64 = 24.0;
/// Their size, and how far they are from the map.
const NUMBERS_SIZE: f64 = 11.0;
const NUMBERS_GAP: f64 = 4.0;

/// What lies over the cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MapMarks {
    /// The last march: from where, to where.
    pub last: Option<(usize, usize)>,
    /// The planned marches, the next one first.
    pub orders: Vec<PlannedMove>,
    /// The cell that is pointed at.
    pub cursor: Option<usize>,
    /// Whether it is selected.
    pub armed: bool,
    /// Whether half of its army marches.
    pub half: bool,
}

impl MapMarks {
    /// The ends of all marches.
    fn ends(&self) -> impl Iterator<Item = usize> {
        let last = self.last.into_iter();
        last.chain(self.orders.iter().map(|order| (order.from, order.to))).flat_map(|(from, to)| [from, to])
    }
}

impl MapBrush<'_> {
    /// Draws what lies over the cells of this map.
    pub fn marks(&self, marks: &MapMarks, picture: &VisibleMap, frame: &DrawFrame<'_>) {
        frame.clear();
        self.context.set_line_cap("round");
        self.context.set_line_join("round");
        self.numbers();
        frame.within_map(|| self.marks_on_cells(marks, picture));
    }

    fn marks_on_cells(&self, marks: &MapMarks, picture: &VisibleMap) {
        let columns = picture.columns();
        if let Some((from, to)) = marks.last {
            self.arrow(from, to, columns);
        }
        for order in &marks.orders {
            self.arrow(order.from, order.to, columns);
        }
        self.armies_over(picture, marks.ends().filter(|&cell| cell < picture.len()));
        for order in marks.orders.iter().filter(|order| order.half) {
            self.half(self.square(order.from, columns, 0.0));
        }
        if let Some(cursor) = marks.cursor {
            self.cursor(self.square(cursor, columns, self.gap()), marks.armed);
            if marks.half {
                self.half(self.square(cursor, columns, 0.0));
            }
        }
    }

    /// The numbers of rows and columns, as the protocol counts them, beside the map: over its cells
    /// they would cover armies.
    fn numbers(&self) {
        let scale = self.camera.scale();
        let (rows, columns) = self.camera.seen();
        let (left, top) = self.camera.corner(rows.start, columns.start);
        let (left, top) = (left.max(NUMBERS_ROOM.0), top.max(NUMBERS_ROOM.1));
        self.set_font((NUMBERS_SIZE * self.ratio) as u32);
        self.context.set_fill_style_str(&self.palette.number);
        self.context.set_text_align("right");
        for row in rows.filter(|&row| is_numbered(row, scale)) {
            let middle = self.camera.corner(row, 0).1 + scale / 2.0;
            if middle >= top {
                self.number(row, left - NUMBERS_GAP, middle);
            }
        }
        self.context.set_text_align("center");
        self.context.set_text_baseline("bottom");
        for column in columns.filter(|&column| is_numbered(column, scale)) {
            let middle = self.camera.corner(0, column).0 + scale / 2.0;
            if middle >= left {
                self.number(column, middle, top - NUMBERS_GAP / 2.0);
            }
        }
    }

    /// The number of the row or column of this index, at a place in the view.
    fn number(&self, index: usize, x: f64, y: f64) {
        self.text(&(index + 1).to_string(), x * self.ratio, y * self.ratio);
    }

    /// From the middle of one cell to just inside the next.
    fn arrow(&self, from: usize, to: usize, columns: usize) {
        let (from, to) = (self.square(from, columns, 0.0), self.square(to, columns, 0.0));
        let ((x, y), (end_x, end_y)) = (from.at(0.5, 0.5), to.at(0.5, 0.5));
        let (right, down) = (end_x - x, end_y - y);
        let place = |along: f64, aside: f64| (x + along * right - aside * down, y + along * down + aside * right);
        let shaft = [place(0.26, 0.0), place(0.74, 0.0)];
        let head = [place(0.56, 0.15), place(0.76, 0.0), place(0.56, -0.15)];
        self.outlined(from.side() * 0.09, || {
            self.line(&shaft);
            self.line(&head);
        });
    }

    /// Writes the armies of these cells again, over the arrows, with a rim in their cell's colour.
    fn armies_over(&self, picture: &VisibleMap, cells: impl Iterator<Item = usize>) {
        let placed: Vec<_> =
            cells.map(|cell| (picture.cell(cell), self.square(cell, picture.columns(), self.gap()))).collect();
        let groups = self.writings(&placed);
        self.context.set_line_width(3.0 * self.ratio);
        for group in &groups {
            self.set_font(group[0].size);
            self.context.set_stroke_style_str(self.fill(group[0].ink));
            for label in group {
                // It fails only for coordinates that are not numbers.
                let _ = self.context.stroke_text(&label.text, label.x, label.y);
            }
        }
        self.write(&groups);
    }

    fn cursor(&self, square: PixelSquare, armed: bool) {
        let inset = 1.5 * self.ratio;
        let (right, down) = (square.width - 2.0 * inset, square.height - 2.0 * inset);
        let width = if armed { 3.0 } else { 2.0 } * self.ratio;
        self.outlined(width, || self.context.rect(square.x + inset, square.y + inset, right, down));
        if armed {
            self.context.begin_path();
            // It fails only for a negative radius.
            let _ = self.context.arc(square.at(0.88, 0.5).0, square.at(0.5, 0.12).1, 0.1 * square.side(), 0.0, TAU);
            self.context.set_fill_style_str(&self.palette.mark);
            self.context.fill();
        }
    }

    fn half(&self, square: PixelSquare) {
        let (x, y) = square.at(0.2, 0.22);
        self.set_font((0.36 * square.side()) as u32);
        self.context.set_line_width(3.0 * self.ratio);
        self.context.set_stroke_style_str(&self.palette.edge);
        // It fails only for coordinates that are not numbers.
        let _ = self.context.stroke_text("½", x, y);
        self.context.set_fill_style_str(&self.palette.mark);
        self.text("½", x, y);
    }

    /// Strokes a path twice, so that it is seen on every colour.
    fn outlined(&self, width: f64, path: impl FnOnce()) {
        let width = width.max(self.ratio);
        self.context.begin_path();
        path();
        self.context.set_stroke_style_str(&self.palette.edge);
        self.context.set_line_width(width + 2.5 * self.ratio);
        self.context.stroke();
        self.context.set_stroke_style_str(&self.palette.mark);
        self.context.set_line_width(width);
        self.context.stroke();
    }
}

/// Whether the row or column of this index has its number beside it: where cells are small, every
/// second, fifth or tenth one has, and so on.
fn is_numbered(index: usize, scale: f64) -> bool {
    let steps = [1_u32, 2, 5, 10, 20, 50, 100, 200];
    let step = steps.into_iter().find(|&step| f64::from(step) * scale >= NUMBERS_APART).unwrap_or(500);
    index == 0 || (index + 1).is_multiple_of(step as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rows_stay_apart() {
        let numbered = |scale| (0..60).filter(|&row| is_numbered(row, scale)).map(|row| row + 1).collect::<Vec<_>>();
        assert_eq!(numbered(24.0), (1..=60).collect::<Vec<_>>());
        assert_eq!(numbered(12.0)[..4], [1, 2, 4, 6]);
        assert_eq!(numbered(2.4), [1, 10, 20, 30, 40, 50, 60]);
        assert_eq!(numbered(0.1), [1]);
    }

    #[test]
    fn both_ends_of_every_march_are_told() {
        let order = PlannedMove { from: 3, to: 4, half: false };
        let marks = MapMarks { last: Some((1, 2)), orders: vec![order], ..MapMarks::default() };
        assert_eq!(marks.ends().collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
