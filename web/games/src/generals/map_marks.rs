//! Draws what lies over the cells: the numbers of rows and columns beside the map, marches and the
//! cursor. It costs as much as there are marches and numbers, however many cells there are. Knows
//! no pointers and no time.

use std::f64::consts::TAU;

use botyard_engine::seat::Seat;
use botyard_web_ui::canvas::DrawFrame;

use super::map_brush::{MapBrush, NUMBERS_FROM, PixelSquare};
use super::planned_moves::PlannedMove;
use super::sides::colour;
use super::visible_map::VisibleMap;

/// The room for the numbers of rows left of the map, and of columns above it, in CSS pixels.
pub const NUMBERS_ROOM: (f64, f64) = (20.0, 16.0);
/// How far apart the numbers of rows or columns are at least, in CSS pixels: those of three digits
/// are wider. Where they are far from each other, that of the first may be nearer to the second.
const NUMBERS_APART: f64 = 20.0;
const LONG_NUMBERS_APART: f64 = 28.0;
/// Their size, and how far they are from the map.
const NUMBERS_SIZE: f64 = 11.0;
const NUMBERS_GAP: f64 = 4.0;
/// How much wider the dark rim of a mark is than the mark, in CSS pixels.
const RIM: f64 = 2.5;

/// The marks over the cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MapMarks {
    /// The last march: from where, to where.
    pub last: Option<(usize, usize)>,
    /// Who has made it, if it is shown as a motion.
    pub march: Option<MarchMotion>,
    /// The planned marches, the next one first.
    pub orders: Vec<PlannedMove>,
    /// The cell that is pointed at.
    pub cursor: Option<usize>,
    /// Whether it is selected.
    pub armed: bool,
    /// Whether half of its army marches.
    pub half: bool,
}

/// The motion of an army.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarchMotion {
    /// Whose army it is.
    pub seat: Seat,
    /// Whether it takes a city, a capital or another player's cell.
    pub captures: bool,
}

impl MapMarks {
    /// The ends of all marches.
    fn ends(&self) -> impl Iterator<Item = usize> {
        let last = self.last.into_iter();
        last.chain(self.orders.iter().map(|order| (order.from, order.to))).flat_map(|(from, to)| [from, to])
    }
}

impl MapBrush<'_> {
    /// Draws the marks over the cells of this map.
    pub fn marks(&self, marks: &MapMarks, picture: &VisibleMap, frame: &DrawFrame<'_>) {
        frame.clear();
        self.context.set_line_cap("round");
        self.context.set_line_join("round");
        self.numbers(picture);
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
        if let (Some((from, to)), Some(march)) = (marks.last, marks.march.filter(|_| self.progress < 1.0)) {
            self.march(march, self.square(from, columns, 0.0), self.square(to, columns, 0.0));
        }
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

    /// Draws the numbers of rows and columns, as the protocol counts them, beside the map: over its
    /// cells they would cover armies.
    fn numbers(&self, picture: &VisibleMap) {
        let scale = self.camera.scale();
        let [row_step, column_step] = [picture.rows(), picture.columns()].map(|count| numbers_step(count, scale));
        let (rows, columns) = self.camera.seen();
        let (left, top) = self.camera.corner(rows.start, columns.start);
        let (left, top) = (left.max(NUMBERS_ROOM.0), top.max(NUMBERS_ROOM.1));
        self.set_font((NUMBERS_SIZE * self.ratio) as u32);
        self.context.set_fill_style_str(&self.palette.number);
        self.context.set_text_align("right");
        for row in rows.filter(|&row| is_numbered(row, row_step)) {
            let middle = self.camera.corner(row, 0).1 + scale / 2.0;
            if middle >= top {
                self.number(row, left - NUMBERS_GAP, middle);
            }
        }
        self.context.set_text_align("center");
        self.context.set_text_baseline("bottom");
        for column in columns.filter(|&column| is_numbered(column, column_step)) {
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

    /// From one cell over the line to the next. Where armies are written, it ends before them, and in
    /// small cells its rim is thinner; where they are not, it is as long as there is room.
    fn arrow(&self, from: usize, to: usize, columns: usize) {
        let (from, to) = (self.square(from, columns, 0.0), self.square(to, columns, 0.0));
        let ((x, y), (end_x, end_y)) = (from.at(0.5, 0.5), to.at(0.5, 0.5));
        let (right, down) = (end_x - x, end_y - y);
        let place = |along: f64, aside: f64| (x + along * right - aside * down, y + along * down + aside * right);
        let is_among_armies = self.camera.scale() >= NUMBERS_FROM;
        let [start, barbs, end] = if is_among_armies { [0.32, 0.48, 0.63] } else { [0.26, 0.56, 0.76] };
        let shaft = [place(start, 0.0), place(end - 0.02, 0.0)];
        let head = [place(barbs, 0.14), place(end, 0.0), place(barbs, -0.14)];
        let width = 0.08 * from.side();
        // Not `clamp`, which brings the formatting of floats into the page's main module.
        self.outlined(width, width.max(self.ratio).min(RIM * self.ratio), || {
            self.line(&shaft);
            self.line(&head);
        });
    }

    /// An army on its way from one cell to the next, and a frame that grows around a cell that it
    /// takes.
    fn march(&self, march: MarchMotion, from: PixelSquare, to: PixelSquare) {
        let colour = self.fill(colour(march.seat));
        let ((x, y), (end_x, end_y), side) = (from.at(0.5, 0.5), to.at(0.5, 0.5), to.side());
        if march.captures {
            let wide = 0.5 * self.progress * side;
            self.context.set_global_alpha(1.0 - self.progress);
            self.outlined(0.12 * side, RIM * self.ratio, || {
                self.context.rect(to.x - wide, to.y - wide, to.width + 2.0 * wide, to.height + 2.0 * wide);
            });
            self.context.set_global_alpha(1.0);
        }
        // Fast first: the eye is there before the army stops.
        let along = 1.0 - (1.0 - self.progress) * (1.0 - self.progress);
        self.context.begin_path();
        // It fails only for a negative radius.
        let _ = self.context.arc(x + along * (end_x - x), y + along * (end_y - y), 0.34 * side, 0.0, TAU);
        self.context.set_fill_style_str(colour);
        self.context.fill();
        self.context.set_stroke_style_str(&self.palette.mark);
        self.context.set_line_width(self.ratio.max(0.08 * side));
        self.context.stroke();
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
        let rim = RIM * self.ratio;
        self.outlined(width, rim, || self.context.rect(square.x + inset, square.y + inset, right, down));
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

    /// Strokes a path twice, so that it is seen on every colour: its rim is this much wider.
    fn outlined(&self, width: f64, rim: f64, path: impl FnOnce()) {
        let width = width.max(self.ratio);
        self.context.begin_path();
        path();
        self.context.set_stroke_style_str(&self.palette.edge);
        self.context.set_line_width(width + rim);
        self.context.stroke();
        self.context.set_stroke_style_str(&self.palette.mark);
        self.context.set_line_width(width);
        self.context.stroke();
    }
}

/// How many of this many rows or columns share a number: where cells are small, every second, fifth
/// or tenth one has its own, and so on.
fn numbers_step(count: usize, scale: f64) -> usize {
    // A single one needs no room for the next.
    if count == 1 {
        return 1;
    }
    let apart = if count < 100 { NUMBERS_APART } else { LONG_NUMBERS_APART };
    let steps = [1_u32, 2, 5, 10, 20, 50, 100, 200];
    steps.into_iter().find(|&step| f64::from(step) * scale >= apart).unwrap_or(500) as usize
}

/// Whether the row or column of this index has its number beside it. The first has where that is no
/// step of another length among many: 1, 5, 10, but not 1, 2, 4.
fn is_numbered(index: usize, step: usize) -> bool {
    (index == 0 && step > 2) || (index + 1).is_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rows_stay_apart() {
        let numbered = |count, scale| {
            let step = numbers_step(count, scale);
            (0..count).filter(|&row| is_numbered(row, step)).map(|row| row + 1).collect::<Vec<_>>()
        };
        assert_eq!(numbered(60, 20.0), (1..=60).collect::<Vec<_>>());
        // From the first number on, by the same step.
        assert_eq!(numbered(12, 12.0), [2, 4, 6, 8, 10, 12]);
        assert_eq!(numbered(60, 2.4), [1, 10, 20, 30, 40, 50, 60]);
        assert_eq!((numbered(60, 0.1), numbered(1, 0.1)), (vec![1], vec![1]));
        assert_eq!(numbered(100, 20.0)[..3], [2, 4, 6], "numbers of three digits are wider");
    }

    #[test]
    fn both_ends_of_every_march_are_told() {
        let order = PlannedMove { from: 3, to: 4, half: false };
        let marks = MapMarks { last: Some((1, 2)), orders: vec![order], ..MapMarks::default() };
        assert_eq!(marks.ends().collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
