//! Draws positions of Generals, and distinguishes players: by eight colours that the colour-blind
//! can tell apart too, then the same colours with a pattern, and a letter for everyone. The colours
//! themselves are in the style sheet.

pub mod text;

use std::fmt::Write as _;

use botyard_engine::games::generals::{CellKind, Generals};
use botyard_engine::seat::{Seat, Seats};

use crate::palette::ThemePalette;
use crate::{BoardPicture, DrawPosition};

/// The number of colours.
pub const COLOURS: usize = 8;

/// The pattern that is drawn over a colour from the ninth player on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// No pattern.
    Plain,
    /// A stroke from corner to corner.
    Striped,
    /// A dot in each corner.
    Dotted,
    /// A cross from corner to corner.
    Crossed,
}

/// The pattern of a seat.
pub fn pattern(seat: Seat) -> Pattern {
    match seat.index() / COLOURS % 4 {
        0 => Pattern::Plain,
        1 => Pattern::Striped,
        2 => Pattern::Dotted,
        _ => Pattern::Crossed,
    }
}

/// The path of a pattern on a cell that is 20 wide and high.
pub fn stripes(seat: Seat) -> &'static str {
    match pattern(seat) {
        Pattern::Plain => "",
        Pattern::Striped => "M2 18 18 2",
        Pattern::Dotted => "M3 3h2M15 3h2M3 17h2M15 17h2",
        Pattern::Crossed => "M2 18 18 2M2 2l16 16",
    }
}

/// The number of a seat's colour, in `0..COLOURS`.
pub fn colour(seat: Seat) -> usize {
    seat.index() % COLOURS
}

/// The letter on a seat's crown.
pub fn letter(seat: Seat) -> char {
    char::from(LETTERS[seat.index()])
}

const LETTERS: &[u8; Seats::MAX] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+&";

/// A mountain, in shares of a cell.
pub const PEAKS: [(f64, f64); 5] = [(0.10, 0.80), (0.40, 0.24), (0.56, 0.52), (0.66, 0.38), (0.92, 0.80)];

/// A city.
pub const TOWER: [(f64, f64); 12] = [
    (0.16, 0.88),
    (0.16, 0.14),
    (0.32, 0.14),
    (0.32, 0.26),
    (0.42, 0.26),
    (0.42, 0.14),
    (0.58, 0.14),
    (0.58, 0.26),
    (0.68, 0.26),
    (0.68, 0.14),
    (0.84, 0.14),
    (0.84, 0.88),
];

/// A capital, in shares of its part of the cell.
pub const CROWN: [(f64, f64); 7] =
    [(0.10, 0.96), (0.02, 0.16), (0.28, 0.48), (0.50, 0.04), (0.72, 0.48), (0.98, 0.16), (0.90, 0.96)];

/// An army in at most four characters.
pub fn short(army: u32) -> String {
    match army {
        0..10_000 => army.to_string(),
        10_000..1_000_000 => format!("{}k", army / 1000),
        _ => format!("{}M", army / 1_000_000),
    }
}

/// The drawing's units for one cell, and for the lines between cells.
const CELL: usize = 40;
const LINE: usize = 1;

impl DrawPosition for Generals {
    const STYLE_SHEET: &'static str = include_str!("../../../../web/games/src/generals/style.css");

    fn draw_board(&self, palette: ThemePalette) -> BoardPicture {
        let board = self.board();
        let (width, height) = (board.columns() * CELL + LINE, board.rows() * CELL + LINE);
        let mut shapes = format!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/><g font-weight=\"600\" text-anchor=\"middle\">",
            palette.colour("--generals-grid")
        );
        for cell in 0..board.cells() {
            let (x, y) = (cell % board.columns() * CELL + LINE, cell / board.columns() * CELL + LINE);
            let _ = write!(shapes, "<g transform=\"translate({x} {y})\">");
            let ground = board.kind(cell);
            draw_cell(ground, board.owner(cell), board.army_at(cell), palette, &mut shapes);
            shapes.push_str("</g>");
        }
        shapes.push_str("</g>");
        BoardPicture { width, height, shapes }
    }

    fn draw_seat(seat: Seat, palette: ThemePalette) -> String {
        let (fill, ink) = side(seat, palette);
        format!(
            "<rect x=\"1\" y=\"1\" width=\"18\" height=\"18\" rx=\"4\" fill=\"{fill}\"/>{}\
             <text x=\"10\" y=\"14.5\" font-size=\"13\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
            striped(seat, ink, 1.0),
            crate::escaped(&letter(seat).to_string())
        )
    }
}

/// A player's colour, and the colour of text on it.
fn side(seat: Seat, palette: ThemePalette) -> (&'static str, &'static str) {
    let number = colour(seat) + 1;
    (palette.colour(&format!("--generals-{number}")), palette.colour(&format!("--generals-ink-{number}")))
}

fn striped(seat: Seat, ink: &str, scale: f64) -> String {
    match stripes(seat) {
        "" => String::new(),
        path => format!(
            "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\" opacity=\"0.45\" transform=\"scale({scale})\" d=\"{path}\"/>"
        ),
    }
}

/// A cell with its corner at (0, 0).
fn draw_cell(ground: CellKind, owner: Option<Seat>, army: u32, palette: ThemePalette, out: &mut String) {
    let (fill, ink) = match (ground, owner) {
        (CellKind::Mountain, _) => (palette.colour("--generals-mountain"), palette.colour("--generals-ink")),
        (_, Some(owner)) => side(owner, palette),
        (CellKind::City, None) => (palette.colour("--generals-city"), palette.colour("--generals-city-ink")),
        (_, None) => (palette.colour("--generals-open"), palette.colour("--generals-ink")),
    };
    let room = CELL - LINE;
    let _ = write!(out, "<rect width=\"{room}\" height=\"{room}\" fill=\"{fill}\"/>");
    if let Some(owner) = owner {
        out.push_str(&striped(owner, ink, room as f64 / 20.0));
    }
    let side = room as f64;
    let outline = |points: &[(f64, f64)]| {
        let points = points.iter().map(|(x, y)| format!("{:.1} {:.1}", x * side, y * side));
        format!("M{}Z", points.collect::<Vec<_>>().join("L"))
    };
    match ground {
        CellKind::Mountain => {
            let _ = write!(out, "<path fill=\"{}\" d=\"{}\"/>", palette.colour("--generals-peak"), outline(&PEAKS));
        }
        CellKind::City => {
            // The outline alone: the army in it is read on the cell's colour.
            let _ = write!(
                out,
                "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" opacity=\"0.6\" d=\"{}\"/>",
                outline(&TOWER)
            );
        }
        CellKind::Capital => {
            let crown = CROWN.map(|(x, y)| (0.12 + 0.76 * x, 0.05 + 0.53 * y));
            let letter = owner.map(|owner| crate::escaped(&letter(owner).to_string())).unwrap_or_default();
            let _ = write!(
                out,
                "<path fill=\"{ink}\" d=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"{fill}\">{letter}</text>",
                outline(&crown),
                side / 2.0,
                0.51 * side,
                0.30 * side
            );
        }
        CellKind::Empty => {}
    }
    if army > 0 || owner.is_some() {
        let text = short(army);
        let is_crowned = ground == CellKind::Capital;
        let size = [0.46, 0.46, 0.46, 0.40, 0.33][text.len().min(4)] * if is_crowned { 0.8 } else { 1.0 } * side;
        let middle = side
            * match ground {
                CellKind::Capital => 0.79,
                CellKind::City => 0.58,
                CellKind::Mountain | CellKind::Empty => 0.53,
            };
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\">{text}</text>",
            side / 2.0,
            middle + 0.36 * size
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::Theme;

    #[test]
    fn no_two_players_have_the_same_letter() {
        let letters: std::collections::BTreeSet<_> = (0..Seats::MAX).map(|seat| letter(Seat::new(seat))).collect();
        assert_eq!(letters.len(), Seats::MAX);
        assert_eq!(pattern(Seat::new(9)), Pattern::Striped);
    }

    /// The contrast of two colours, as WCAG defines it.
    fn contrast(one: &str, other: &str) -> f64 {
        let [one, other] = [one, other].map(|colour| {
            let part = |at: usize| {
                let part = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour in hexadecimal");
                let share = f64::from(part) / 255.0;
                if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) + 0.05
        });
        (one / other).max(other / one)
    }

    /// Regression: the tower of a city was a bright area behind its army.
    #[test]
    fn armies_are_read_on_every_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            let palette = ThemePalette::new(Generals::STYLE_SHEET, theme);
            let cities = std::iter::once((CellKind::City, None));
            let owned = (0..COLOURS).map(|seat| (CellKind::City, Some(Seat::new(seat))));
            for (ground, owner) in cities.chain(owned).chain([(CellKind::Empty, None)]) {
                let mut drawn = String::new();
                draw_cell(ground, owner, 40, palette, &mut drawn);
                let fills: Vec<_> = drawn.split(" fill=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
                let (ink, grounds) = fills.split_last().expect("an army");
                for ground in grounds.iter().filter(|&&ground| ground != "none") {
                    assert!(contrast(ink, ground) >= 4.5, "{theme:?}, {owner:?}: {ink} on {ground}");
                }
            }
        }
    }

    #[test]
    fn armies_have_at_most_four_characters() {
        assert_eq!([9_999, 10_000, 999_999, 4_000_000].map(short), ["9999", "10k", "999k", "4M"]);
    }
}
