//! Which part of a map is visible, and how large. Pure geometry: knows neither canvas nor cells'
//! contents. Lengths are CSS pixels of the view; places on the map are counted in cells.

use std::ops::Range;

/// The largest size of a cell, unless the whole map fits with larger ones.
const CLOSEST: f64 = 64.0;
/// A cell is never drawn larger, however much room there is.
const LARGEST: f64 = 96.0;
/// And never smaller, however many there are.
const SMALLEST: f64 = 0.1;

/// A view of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    rows: usize,
    columns: usize,
    width: f64,
    height: f64,
    /// The part of the view, at its left and its upper edge, in which there is no map.
    margin: (f64, f64),
    /// The side of a cell.
    scale: f64,
    /// The place on the map in the middle of the view.
    x: f64,
    y: f64,
}

impl Camera {
    /// A view of the whole map.
    pub fn whole(rows: usize, columns: usize, width: f64, height: f64) -> Self {
        let mut camera = Self { rows, columns, width, height, margin: (0.0, 0.0), scale: 1.0, x: 0.0, y: 0.0 };
        camera.fit();
        camera
    }

    /// Shows the whole map with this margin, at the left and above.
    #[must_use]
    pub fn with_margin(mut self, margin: (f64, f64)) -> Self {
        self.margin = margin;
        self.fit();
        self
    }

    /// Shows the whole map.
    pub fn fit(&mut self) {
        self.scale = self.fitting();
        (self.x, self.y) = (self.columns as f64 / 2.0, self.rows as f64 / 2.0);
    }

    /// Changes the size of the view; if the whole map is shown, it stays whole.
    pub fn resize(&mut self, width: f64, height: f64) {
        let was_whole = self.is_whole();
        (self.width, self.height) = (width, height);
        if was_whole {
            self.fit();
        } else {
            self.settle();
        }
    }

    /// Whether the whole map is seen.
    pub fn is_whole(&self) -> bool {
        self.scale <= self.fitting() * 1.001
    }

    /// Whether it gets no closer.
    pub fn is_closest(&self) -> bool {
        self.scale >= self.closest() * 0.999
    }

    /// The side of a cell.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The margin at the left and above.
    pub fn margin(&self) -> (f64, f64) {
        self.margin
    }

    /// Width and height of the view, with its margin.
    pub fn room(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Makes cells this many times larger; the place under this point of the view stays there.
    pub fn zoom(&mut self, factor: f64, x: f64, y: f64) {
        let (before_x, before_y) = self.place(x, y);
        self.scale = (self.scale * factor).max(self.fitting()).min(self.closest());
        let (after_x, after_y) = self.place(x, y);
        self.x += before_x - after_x;
        self.y += before_y - after_y;
        self.settle();
    }

    /// Moves the map by this much, in CSS pixels.
    pub fn pan(&mut self, right: f64, down: f64) {
        self.x -= right / self.scale;
        self.y -= down / self.scale;
        self.settle();
    }

    /// Moves as little as possible so that a cell and those around it are seen.
    pub fn reveal(&mut self, cell: usize) {
        let (row, column) = ((cell / self.columns) as f64, (cell % self.columns) as f64);
        let (width, height) = self.map_room();
        let (half_width, half_height) = (width / self.scale / 2.0, height / self.scale / 2.0);
        let near = |middle: f64, half: f64, at: f64| {
            let margin = 1.0_f64.min((half - 0.5).max(0.0));
            middle.max((at + 1.0 + margin - half).min(at - margin + half)).min(at - margin + half)
        };
        self.x = near(self.x, half_width, column);
        self.y = near(self.y, half_height, row);
        self.settle();
    }

    /// The cell at a place in the view.
    pub fn cell(&self, x: f64, y: f64) -> Option<usize> {
        let is_in_margin = x < self.margin.0 || y < self.margin.1;
        let (x, y) = self.place(x, y);
        let is_inside = (0.0..self.columns as f64).contains(&x) && (0.0..self.rows as f64).contains(&y);
        (is_inside && !is_in_margin).then(|| y as usize * self.columns + x as usize)
    }

    /// Where the left upper corner of a cell of this row and column is in the view.
    pub fn corner(&self, row: usize, column: usize) -> (f64, f64) {
        let (middle_x, middle_y) = self.middle();
        (middle_x + (column as f64 - self.x) * self.scale, middle_y + (row as f64 - self.y) * self.scale)
    }

    /// The rows and the columns of which something is seen.
    pub fn seen(&self) -> (Range<usize>, Range<usize>) {
        let (left, top) = self.place(self.margin.0, self.margin.1);
        let (right, bottom) = self.place(self.width, self.height);
        let range = |from: f64, to: f64, count: usize| {
            let start = (from.floor().max(0.0) as usize).min(count);
            start..(to.ceil().max(0.0) as usize).clamp(start, count)
        };
        (range(top, bottom, self.rows), range(left, right, self.columns))
    }

    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (middle_x, middle_y) = self.middle();
        (self.x + (x - middle_x) / self.scale, self.y + (y - middle_y) / self.scale)
    }

    /// Width and height of the part of the view that the map has.
    fn map_room(&self) -> (f64, f64) {
        ((self.width - self.margin.0).max(1.0), (self.height - self.margin.1).max(1.0))
    }

    /// The middle of that part.
    fn middle(&self) -> (f64, f64) {
        let (width, height) = self.map_room();
        (self.margin.0 + width / 2.0, self.margin.1 + height / 2.0)
    }

    fn fitting(&self) -> f64 {
        let (width, height) = self.map_room();
        (width / self.columns as f64).min(height / self.rows as f64).clamp(SMALLEST, LARGEST)
    }

    fn closest(&self) -> f64 {
        CLOSEST.max(self.fitting())
    }

    /// Keeps the view from showing more than necessary beside the map.
    fn settle(&mut self) {
        let within = |middle: f64, count: usize, room: f64| {
            let half = room / self.scale / 2.0;
            if count as f64 <= 2.0 * half { count as f64 / 2.0 } else { middle.max(half).min(count as f64 - half) }
        };
        let (width, height) = self.map_room();
        (self.x, self.y) = (within(self.x, self.columns, width), within(self.y, self.rows, height));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_map_is_seen_first_and_in_the_middle() {
        let camera = Camera::whole(10, 20, 400.0, 400.0);
        assert_eq!((camera.scale(), camera.corner(0, 0)), (20.0, (0.0, 100.0)));
        assert_eq!((camera.cell(0.0, 100.0), camera.cell(399.0, 299.0)), (Some(0), Some(199)));
        assert_eq!((camera.cell(5.0, 99.0), camera.cell(5.0, 301.0)), (None, None));
        assert_eq!(camera.seen(), (0..10, 0..20));
    }

    #[test]
    fn what_is_pointed_at_stays_where_it_is() {
        let mut camera = Camera::whole(50, 50, 500.0, 500.0);
        let before = camera.cell(313.0, 127.0);
        for _ in 0..4 {
            camera.zoom(1.5, 313.0, 127.0);
            assert_eq!(camera.cell(313.0, 127.0), before);
        }
        assert!(!camera.is_whole());
        (0..40).for_each(|_| camera.zoom(0.8, 10.0, 480.0));
        assert_eq!(camera, Camera::whole(50, 50, 500.0, 500.0));
    }

    #[test]
    fn the_map_cannot_be_pushed_out_of_sight() {
        let mut camera = Camera::whole(50, 50, 500.0, 500.0);
        camera.zoom(4.0, 250.0, 250.0);
        camera.pan(1e6, 1e6);
        assert_eq!((camera.corner(0, 0), camera.cell(0.0, 0.0)), ((0.0, 0.0), Some(0)));
        camera.pan(-1e6, -1e6);
        assert_eq!(camera.cell(499.0, 499.0), Some(2499));
        let (rows, columns) = camera.seen();
        assert_eq!((rows.len(), columns.len()), (13, 13));
    }

    #[test]
    fn a_cell_is_revealed_with_the_least_motion() {
        let mut camera = Camera::whole(50, 50, 500.0, 500.0);
        camera.zoom(5.0, 0.0, 0.0);
        camera.reveal(3);
        assert_eq!(camera.corner(0, 0), (0.0, 0.0), "it was seen before");
        camera.reveal(20 * 50 + 20);
        assert_eq!(camera.corner(21, 21), (450.0, 450.0));
        camera.reveal(2499);
        assert_eq!(camera.cell(499.0, 499.0), Some(2499));
    }

    #[test]
    fn no_cell_is_in_the_margin() {
        let mut camera = Camera::whole(10, 20, 420.0, 430.0).with_margin((20.0, 30.0));
        assert_eq!((camera.scale(), camera.corner(0, 0)), (20.0, (20.0, 130.0)));
        assert_eq!((camera.cell(20.0, 130.0), camera.cell(19.0, 130.0)), (Some(0), None));
        camera.zoom(2.0, 220.0, 230.0);
        assert_eq!((camera.cell(20.0, 30.0), camera.cell(19.0, 30.0)), (Some(5), None));
        assert_eq!(camera.seen(), (0..10, 5..15));
        camera.pan(1e6, 1e6);
        assert_eq!(camera.corner(0, 0), (20.0, 30.0));
    }

    #[test]
    fn the_whole_map_stays_whole_in_another_room() {
        let mut camera = Camera::whole(10, 10, 500.0, 500.0);
        camera.resize(300.0, 700.0);
        assert_eq!(camera, Camera::whole(10, 10, 300.0, 700.0));
    }
}
