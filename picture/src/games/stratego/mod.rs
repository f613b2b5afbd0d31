//! Draws positions of Stratego and its pieces.

pub mod text;

use std::fmt::Write as _;

use botyard_engine::games::stratego::{Colour, HEIGHT, Piece, Rank, Square, Stratego, WIDTH};
use botyard_engine::seat::Seat;

use crate::palette::ThemePalette;
use crate::{BoardPicture, DrawPosition};

/// The drawing's units for one square.
pub const CELL: usize = 100;
/// Room for the numbers of rows, left of the board, and of columns, below it.
const NUMBERS: usize = 30;

impl DrawPosition for Stratego {
    const STYLE_SHEET: &'static str = include_str!("../../../../web/games/src/stratego/style.css");

    fn draw_board(&self, palette: ThemePalette) -> BoardPicture {
        let (width, height) = (WIDTH * CELL, HEIGHT * CELL);
        let line = palette.colour("--stratego-line");
        let mut shapes = format!(
            "<g transform=\"translate({NUMBERS} 0)\">\
             <rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{}\" stroke=\"{line}\" stroke-width=\"4\"/>\
             <path d=\"{}\" stroke=\"{line}\" stroke-width=\"2\"/>",
            palette.colour("--stratego-ground"),
            lines()
        );
        [2, 6].into_iter().for_each(|column| shapes.push_str(&lake(column, palette)));
        shapes.push_str(&numbers(palette));
        for square in Square::all() {
            let Some(piece) = self.board().piece(square) else { continue };
            let (x, y) = (square.x() * CELL + CELL / 2, square.y() * CELL + CELL / 2);
            let _ = write!(shapes, "<g transform=\"translate({x} {y})\">{}</g>", drawn(piece, palette));
        }
        shapes.push_str("</g>");
        BoardPicture { width: width + NUMBERS, height: height + NUMBERS, shapes }
    }

    fn draw_seat(seat: Seat, palette: ThemePalette) -> String {
        format!("<g transform=\"translate(10 10) scale(.22)\">{}</g>", tile(Colour::from_seat(seat), palette))
    }
}

/// The lines between squares.
pub fn lines() -> String {
    (1..WIDTH).map(|nth| format!("M{0} 0V1000M0 {0}H1000", nth * CELL)).collect()
}

/// The waves of a lake that begins at this column.
pub fn waves(column: usize) -> String {
    let wave = |y: usize| format!("M{} {y}q20-18 40 0t40 0 40 0", column * CELL + 40);
    format!("{}{}{}", wave(455), wave(505), wave(555))
}

fn lake(column: usize, palette: ThemePalette) -> String {
    format!(
        "<rect x=\"{}\" y=\"404\" width=\"192\" height=\"192\" rx=\"40\" fill=\"{}\"/>\
         <path fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\" d=\"{}\"/>",
        column * CELL + 4,
        palette.colour("--stratego-water"),
        palette.colour("--stratego-wave"),
        waves(column)
    )
}

/// Columns and rows as the protocol counts them, beside the board.
fn numbers(palette: ThemePalette) -> String {
    let mut numbers = format!("<g font-size=\"22\" text-anchor=\"middle\" fill=\"{}\">", palette.colour("--ink-soft"));
    for nth in 0..WIDTH {
        let (x, y) = (nth * CELL + 50, nth * CELL + 58);
        let _ = write!(numbers, "<text x=\"-15\" y=\"{y}\">{nth}</text><text x=\"{x}\" y=\"1025\">{nth}</text>");
    }
    numbers + "</g>"
}

/// A piece around (0, 0).
fn drawn(piece: Piece, palette: ThemePalette) -> String {
    let mut drawing = tile(piece.owner, palette);
    let _ = write!(
        drawing,
        "<text y=\"10\" font-size=\"44\" font-weight=\"700\" text-anchor=\"middle\" fill=\"#fff\">{}</text>\
         <g transform=\"translate(0 24)\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        piece.rank.letter().to_ascii_uppercase()
    );
    for mark in sign(piece.rank) {
        let colours = if mark.is_solid { "fill=\"#fff\"" } else { "fill=\"none\" stroke=\"#fff\"" };
        let _ = write!(
            drawing,
            "<path transform=\"translate({} 0)\" {colours} fill-rule=\"evenodd\" d=\"{}\"/>",
            mark.x, mark.path
        );
    }
    drawing.push_str("</g>");
    if piece.revealed {
        let _ = write!(
            drawing,
            "<g transform=\"{EYE_PLACE}\"><path fill=\"#fff\" stroke=\"#1a1e27\" stroke-width=\"2\" d=\"{EYE}\"/>\
             <circle r=\"5\" fill=\"#1a1e27\"/></g>"
        );
    }
    drawing
}

fn tile(owner: Colour, palette: ThemePalette) -> String {
    let [fill, edge] = match owner {
        Colour::Red => ["--stratego-red", "--stratego-red-edge"],
        Colour::Blue => ["--stratego-blue", "--stratego-blue-edge"],
    };
    format!(
        "<path fill=\"{}\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\" d=\"{}\"/>",
        palette.colour(fill),
        palette.colour(edge),
        outline(owner)
    )
}

/// The sign of a piece that the other side knows: an open eye.
pub const EYE: &str = "M-15 0Q0-16 15 0Q0 16-15 0Z";

/// The eye's place on a piece: in the corner, above the letter.
pub const EYE_PLACE: &str = "translate(29 -27) scale(.9)";

/// RED's pieces are towers with a notched top, BLUE's are shields with a pointed foot.
pub const fn outline(owner: Colour) -> &'static str {
    match owner {
        Colour::Red => "M-42-40h20v9h13v-9h18v9h13v-9h20v70a12 12 0 0 1-12 12h-60a12 12 0 0 1-12-12Z",
        Colour::Blue => "M-30-40h60a12 12 0 0 1 12 12v34c0 20-20 30-42 38c-22-8-42-18-42-38v-34a12 12 0 0 1 12-12Z",
    }
}

/// A stroke or a shape of a rank's sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignMark {
    /// The mark's distance from the middle of the sign, to the right.
    pub x: i32,
    /// Its path.
    pub path: &'static str,
    /// Whether it is filled rather than drawn as a line.
    pub is_solid: bool,
}

/// The sign of a rank, about 40 wide and 14 high around (0, 0): stars, bars and chevrons for
/// officers, a picture for the others.
pub const fn sign(rank: Rank) -> &'static [SignMark] {
    const STAR: &str = "M0-8 2-2.500 7.600-2.500 3.100 1 4.700 6.500 0 3.200-4.700 6.500-3.100 1-7.600-2.500-2-2.500Z";
    const BAR: &str = "M0-6v12";
    const fn star(x: i32) -> SignMark {
        SignMark { x, path: STAR, is_solid: true }
    }
    const fn bar(x: i32) -> SignMark {
        SignMark { x, path: BAR, is_solid: false }
    }
    const fn line(path: &'static str) -> SignMark {
        SignMark { x: 0, path, is_solid: false }
    }
    const fn shape(path: &'static str) -> SignMark {
        SignMark { x: 0, path, is_solid: true }
    }
    match rank {
        Rank::Marshal => const { &[star(-16), star(0), star(16)] },
        Rank::General => const { &[star(-8), star(8)] },
        Rank::Colonel => const { &[star(0)] },
        Rank::Major => const { &[bar(-10), bar(0), bar(10)] },
        Rank::Captain => const { &[bar(-5), bar(5)] },
        Rank::Lieutenant => const { &[bar(0)] },
        Rank::Sergeant => const { &[line("M-10 5 0-4 10 5")] },
        // A pick.
        Rank::Miner => const { &[line("M-12 0Q0-12 12 0M0-6V8")] },
        // Two arrowheads.
        Rank::Scout => const { &[line("M-9-6-1 0-9 6M3-6 11 0 3 6")] },
        // A mask.
        Rank::Spy => const { &[shape("M-15-6Q0-1 15-6Q15 7 6 6Q2 5 0 2Q-2 5-6 6Q-15 7-15-6ZM-9 1h5v-3ZM9 1h-5v-3Z")] },
        // A ball with its fuse.
        Rank::Bomb => const { &[shape("M-7 1a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z"), line("M4-5Q8-11 13-8")] },
        // A pennant.
        Rank::Flag => const { &[line("M-7 8V-8"), shape("M-7-8 10-4-7 1Z")] },
    }
}
