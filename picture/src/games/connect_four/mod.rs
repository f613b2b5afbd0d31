//! Draws positions of Connect Four.

pub mod text;

use std::fmt::Write as _;

use botyard_engine::games::connect_four::{COLUMNS, Column, ConnectFour, ROWS};
use botyard_engine::seat::Seat;

use crate::palette::ThemePalette;
use crate::{BoardPicture, DrawPosition};

/// The drawing's units for one cell.
pub const CELL: usize = 100;
/// The radius of a hole; a disc is a little larger, and its edge is hidden.
pub const HOLE: usize = 41;
/// The sign on the second player's discs, so that the players can be distinguished without colours;
/// the first player's discs have a ring.
pub const DIAMOND: &str = "M0-21 21 0 0 21-21 0Z";

impl DrawPosition for ConnectFour {
    const STYLE_SHEET: &'static str = "";

    fn draw_board(&self, palette: ThemePalette) -> BoardPicture {
        let mut shapes = format!(
            "<rect width=\"{}\" height=\"{}\" rx=\"36\" fill=\"{}\"/>",
            COLUMNS * CELL,
            ROWS * CELL,
            palette.colour("--board-hole")
        );
        let four = if self.board().has_four() { self.board().fours() } else { Vec::new() };
        for (column, row) in Column::all().flat_map(|column| (0..ROWS).map(move |row| (column, row))) {
            let Some(seat) = self.owner(column, row) else { continue };
            let (x, y) = centre(column, row);
            let opacity = if four.is_empty() || four.contains(&(column, row)) { "" } else { " opacity=\"0.45\"" };
            let _ = write!(shapes, "<g transform=\"translate({x} {y})\"{opacity}>{}</g>", disc(seat, palette));
        }
        let _ = write!(
            shapes,
            "<path fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" fill-rule=\"evenodd\" d=\"{}\"/>",
            palette.colour("--board"),
            palette.colour("--board-edge"),
            front()
        );
        for (x, y) in four.into_iter().map(|(column, row)| centre(column, row)) {
            let _ = write!(
                shapes,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{HOLE}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"8\"/>"
            );
        }
        let ink = palette.colour("--ink-soft");
        for column in Column::all() {
            let x = column.index() * CELL + CELL / 2;
            let _ = write!(
                shapes,
                "<text x=\"{x}\" y=\"636\" font-size=\"30\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                column.number()
            );
        }
        BoardPicture { width: COLUMNS * CELL, height: ROWS * CELL + 48, shapes }
    }

    fn draw_seat(seat: Seat, palette: ThemePalette) -> String {
        format!("<g transform=\"translate(10 10) scale(.22)\">{}</g>", disc(seat, palette))
    }
}

/// A disc around (0, 0).
fn disc(seat: Seat, palette: ThemePalette) -> String {
    let [colour, deep] = match seat.index() {
        0 => ["--red", "--red-deep"],
        _ => ["--yellow", "--yellow-deep"],
    };
    let (colour, deep) = (palette.colour(colour), palette.colour(deep));
    let cue = match seat.index() {
        0 => format!("<circle r=\"22\" fill=\"none\" stroke=\"{deep}\" stroke-width=\"9\"/>"),
        _ => format!("<path fill=\"{deep}\" d=\"{DIAMOND}\"/>"),
    };
    format!("<circle r=\"44\" fill=\"{colour}\"/>{cue}")
}

/// The middle of a cell; rows are counted from the bottom.
pub fn centre(column: Column, row: usize) -> (usize, usize) {
    (column.index() * CELL + CELL / 2, (ROWS - 1 - row) * CELL + CELL / 2)
}

/// The outline of the board with its holes.
pub fn front() -> String {
    let mut path =
        "M36 0H664A36 36 0 0 1 700 36V564A36 36 0 0 1 664 600H36A36 36 0 0 1 0 564V36A36 36 0 0 1 36 0Z".to_owned();
    for column in Column::all() {
        for row in 0..ROWS {
            let (x, y) = centre(column, row);
            let d = 2 * HOLE;
            path.push_str(&format!("M{} {y}a{HOLE} {HOLE} 0 1 0 {d} 0a{HOLE} {HOLE} 0 1 0-{d} 0Z", x - HOLE));
        }
    }
    path
}
