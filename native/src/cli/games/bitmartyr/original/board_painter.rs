//! A board as pixels: indices into 36 colours, each cell a square. Knows no file format.

use std::ops::Range;

use botyard_engine::games::bitmartyr::{BitMartyrBoard, HEALTH_MAX, TEAMS_MAX, Unit};

/// The shares of red, green and blue in each team's colour, 0 or 1.
const TEAMS: [[u8; 3]; TEAMS_MAX] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0]];

/// The brightness of a unit, by its health from 5 down to 1.
const SHADES: [u8; HEALTH_MAX as usize] = [0xff, 0xcc, 0x99, 0x66, 0x33];

/// All colours, three bytes each: black, then five shades of each team.
pub fn palette() -> Vec<u8> {
    let shades = TEAMS.iter().flat_map(|lit| SHADES.iter().flat_map(|shade| lit.map(|is_lit| is_lit * shade)));
    [0; 3].into_iter().chain(shades).collect()
}

/// A cell's colour, as an index into the palette.
fn colour(unit: Option<Unit>) -> u8 {
    unit.map_or(0, |unit| 1 + unit.team.index() as u8 * HEALTH_MAX + (HEALTH_MAX - unit.health))
}

/// A part of a picture, in cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedArea {
    /// The columns.
    pub columns: Range<usize>,
    /// The rows.
    pub rows: Range<usize>,
}

/// Paints one board after another, and finds the changes since the last.
#[derive(Debug)]
pub struct BoardPainter {
    width: usize,
    scale: usize,
    /// The colours of the cells on the last board; empty before the first board.
    cells: Vec<u8>,
    pixels: Vec<u8>,
}

impl BoardPainter {
    /// A painter for boards of this width; a cell is `scale` pixels wide and high.
    pub fn new(width: usize, scale: usize) -> Self {
        Self { width, scale, cells: Vec::new(), pixels: Vec::new() }
    }

    /// Sets the next board. Returns the smallest area that contains all changes: the whole picture
    /// for the first board, and one cell if nothing has changed.
    pub fn follow(&mut self, board: &BitMartyrBoard) -> ChangedArea {
        let cells: Vec<_> = (0..board.cells()).map(|cell| colour(board.unit(cell))).collect();
        let before = std::mem::replace(&mut self.cells, cells);
        if before.is_empty() {
            return self.all();
        }
        let mut part = None;
        for (cell, _) in self.cells.iter().zip(&before).enumerate().filter(|(_, (now, before))| now != before) {
            let (x, y) = (cell % self.width, cell / self.width);
            let ChangedArea { columns, rows } = part.unwrap_or(ChangedArea { columns: x..x + 1, rows: y..y + 1 });
            part = Some(ChangedArea {
                columns: columns.start.min(x)..columns.end.max(x + 1),
                rows: rows.start..rows.end.max(y + 1),
            });
        }
        part.unwrap_or(ChangedArea { columns: 0..1, rows: 0..1 })
    }

    /// The whole picture.
    pub fn all(&self) -> ChangedArea {
        ChangedArea { columns: 0..self.width, rows: 0..self.cells.len() / self.width }
    }

    /// The pixels of an area of the last board, row by row.
    pub fn paint(&mut self, part: &ChangedArea) -> &[u8] {
        self.pixels.clear();
        for row in part.rows.clone() {
            let from = self.pixels.len();
            for &colour in &self.cells[row * self.width..][part.columns.clone()] {
                self.pixels.extend(std::iter::repeat_n(colour, self.scale));
            }
            let line = from..self.pixels.len();
            (1..self.scale).for_each(|_| self.pixels.extend_from_within(line.clone()));
        }
        &self.pixels
    }

    /// The width of this many cells in pixels.
    pub fn pixels(&self, cells: usize) -> usize {
        cells * self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> BitMartyrBoard {
        text.parse().expect("a board")
    }

    #[test]
    fn the_colours_are_the_originals() {
        let palette = palette();
        let colour = |letter: &str| {
            let index = usize::from(colour(board(letter).unit(0)));
            format!("{:02X}{:02X}{:02X}", palette[3 * index], palette[3 * index + 1], palette[3 * index + 2])
        };
        for (letter, expected) in [
            ("1", "000000"),
            ("E", "FF0000"),
            ("A", "330000"),
            ("J", "00FF00"),
            ("M", "000099"),
            ("S", "CCCCCC"),
            ("Y", "00FFFF"),
            ("d", "FF00FF"),
            ("f", "666600"),
        ] {
            assert_eq!(colour(letter), expected, "{letter}");
        }
        assert_eq!(palette.len(), 3 * 36);
    }

    #[test]
    fn what_has_changed_is_painted() {
        let mut painter = BoardPainter::new(3, 2);
        let first = painter.follow(&board("E2/3/2J"));
        assert_eq!(first, ChangedArea { columns: 0..3, rows: 0..3 });
        assert_eq!(painter.paint(&first)[..12], [1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]);
        let part = painter.follow(&board("E2/1E1/JI1"));
        assert_eq!(part, ChangedArea { columns: 0..3, rows: 1..3 });
        let part = painter.follow(&board("E2/1E1/J1J"));
        assert_eq!(part, ChangedArea { columns: 1..3, rows: 2..3 });
        assert_eq!(painter.paint(&part), [0, 0, 6, 6, 0, 0, 6, 6]);
        assert_eq!(painter.follow(&board("E2/1E1/J1J")), ChangedArea { columns: 0..1, rows: 0..1 });
    }
}
