//! Draws positions of BitMartyr, and has how bright units are and which letters teams have. The
//! teams' colours are in the style sheet.

pub mod text;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use botyard_engine::games::bitmartyr::{BitMartyr, HEALTH_MAX, TEAMS_MAX, Unit};
use botyard_engine::seat::Seat;

use crate::palette::ThemePalette;
use crate::{BoardPicture, DrawPosition};

/// The brightness of a unit of health 1 to 5, from 0 to 255.
pub const SHADES: [u8; HEALTH_MAX as usize] = [92, 133, 174, 215, 255];

/// The letter of a team, for people who cannot distinguish the colours.
pub fn letter(seat: Seat) -> char {
    char::from(b"RGBWCMY"[seat.index() % TEAMS_MAX])
}

/// Whether black text is easier to read on a colour than white text.
pub fn is_bright([red, green, blue]: [u8; 3]) -> bool {
    2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue) > 8 * 0x70
}

/// Up to this many columns, each unit has its team's letter and its health on it.
const LETTERED: usize = 36;
/// The drawing's units for one cell.
const CELL: usize = 20;

impl DrawPosition for BitMartyr {
    const STYLE_SHEET: &'static str = include_str!("../../../../web/games/src/bitmartyr/style.css");

    fn draw_board(&self, palette: ThemePalette) -> BoardPicture {
        let board = self.board();
        let (width, height) = (board.width(), board.height());
        let mut shapes = format!("<rect width=\"{}\" height=\"{}\" fill=\"#000\"/>", width * CELL, height * CELL);
        // All cells of one colour are one path, in which neighbours of a row are one box: boards
        // can have 160,000 cells.
        let mut paths = BTreeMap::<(usize, u8), String>::new();
        let mut cell = 0;
        while cell < board.cells() {
            let Some(unit) = board.unit(cell) else {
                cell += 1;
                continue;
            };
            let row_end = (cell / width + 1) * width;
            let end = (cell..row_end).find(|&next| board.unit(next) != Some(unit)).unwrap_or(row_end);
            let path = paths.entry((unit.team.index(), unit.health)).or_default();
            let (x, y, length) = (cell % width * CELL, cell / width * CELL, (end - cell) * CELL);
            let _ = write!(path, "M{x} {y}h{length}v{CELL}h-{length}z");
            cell = end;
        }
        for ((team, health), path) in paths {
            let [red, green, blue] = shade(Unit { team: Seat::new(team), health }, palette);
            let _ = write!(shapes, "<path fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\"{path}\"/>");
        }
        if width <= LETTERED {
            shapes.push_str("<g font-size=\"9\" font-weight=\"600\" text-anchor=\"middle\">");
            for (cell, unit) in board.units() {
                let (x, y) = (cell % width * CELL + CELL / 2, cell / width * CELL + 13);
                let ink = if is_bright(shade(unit, palette)) { "#000" } else { "#fff" };
                let (letter, health) = (letter(unit.team), unit.health);
                let _ = write!(shapes, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{letter}{health}</text>");
            }
            shapes.push_str("</g>");
        }
        BoardPicture { width: width * CELL, height: height * CELL, shapes }
    }

    fn draw_seat(seat: Seat, palette: ThemePalette) -> String {
        let colour = shade(Unit { team: seat, health: HEALTH_MAX }, palette);
        let [red, green, blue] = colour;
        let ink = if is_bright(colour) { "#000" } else { "#fff" };
        format!(
            "<rect x=\"1\" y=\"1\" width=\"18\" height=\"18\" rx=\"4\" fill=\"#{red:02x}{green:02x}{blue:02x}\" stroke=\"#000\"/>\
             <text x=\"10\" y=\"14.5\" font-size=\"13\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
            letter(seat)
        )
    }
}

/// The colour of a unit.
fn shade(unit: Unit, palette: ThemePalette) -> [u8; 3] {
    let value = palette.colour(&format!("--bitmartyr-{}", unit.team.index() % TEAMS_MAX + 1));
    let mut parts = value.trim_start_matches("rgb(").trim_end_matches(')').split(' ').map(|part| part.parse::<u16>());
    let bright = u16::from(SHADES[usize::from(unit.health.clamp(1, HEALTH_MAX)) - 1]);
    std::array::from_fn(|_| (parts.next().and_then(Result::ok).unwrap_or_default() * bright / 255) as u8)
}
