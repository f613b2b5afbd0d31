//! A board of BitMartyr as lines of text: each unit is its team's letter and its health. Larger
//! boards are drawn in colours, two rows in each line. Knows no rules.

use std::fmt::Write as _;

use anstyle::{Color, RgbColor, Style};
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::log::COLOURS;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrBoard, HEALTH_MAX, TEAMS_MAX, Unit};
use botyard_engine::seat::Seat;

use crate::text::DrawText;

/// The maximum width and height of a board that is drawn with letters: every terminal has room for
/// that.
const LETTERED: (usize, usize) = (26, 30);
/// The largest board that is drawn at all.
const DRAWN: (usize, usize) = (120, 120);

/// The teams' letters: the initials of their colours; the original calls grey white.
const LETTERS: [char; TEAMS_MAX] = ['R', 'G', 'B', 'W', 'C', 'M', 'Y'];

/// The shares of red, green and blue in a team's colour.
const SHINE: [[u8; 3]; TEAMS_MAX] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0]];

/// A unit's shade in the pictures of the original. Blue gets some green, because it is too dark to
/// be read on black.
fn shade(unit: Unit) -> Color {
    let bright = 0x33 * unit.health;
    let [red, green, blue] = SHINE[unit.team.index()].map(|shines| shines * bright);
    let green = if [red, green] == [0, 0] { blue / 3 } else { green };
    RgbColor(red, green, blue).into()
}

fn letter(seat: Seat) -> char {
    LETTERS.get(seat.index()).copied().unwrap_or('?')
}

impl DrawText for BitMartyr {
    fn draw_text(&self) -> String {
        board(self.board()) + &counts(self)
    }

    fn seat_symbol(seat: Seat) -> String {
        painted(letter(seat), Style::new().fg_color(Some(shade(Unit { team: seat, health: HEALTH_MAX }))))
    }
}

fn painted(text: impl std::fmt::Display, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// The board, if it is not too large for a terminal.
fn board(board: &BitMartyrBoard) -> String {
    let fits = |(width, height): (usize, usize)| board.width() <= width && board.height() <= height;
    match (fits(LETTERED), fits(DRAWN)) {
        (true, _) => lettered(board),
        (_, true) => halves(board),
        _ => format!("{} by {} cells, too many to be drawn here\n", board.width(), board.height()),
    }
}

/// `R5`: a red unit of health 5.
fn lettered(board: &BitMartyrBoard) -> String {
    let mut drawing = String::new();
    for row in 0..board.height() {
        let cells = (0..board.width()).map(|column| match board.unit(row * board.width() + column) {
            None => " .".to_owned(),
            Some(unit) => {
                let style = Style::new().fg_color(Some(shade(unit)));
                painted(format_args!("{}{}", letter(unit.team), unit.health), style)
            }
        });
        let _ = writeln!(drawing, "{}", cells.collect::<Vec<_>>().join(" "));
    }
    drawing
}

/// Two rows in each line of text.
fn halves(board: &BitMartyrBoard) -> String {
    let unit =
        |row: usize, column: usize| (row < board.height()).then(|| board.unit(row * board.width() + column)).flatten();
    let mut drawing = String::new();
    for row in (0..board.height()).step_by(2) {
        for column in 0..board.width() {
            drawing.push_str(&half(unit(row, column), unit(row + 1, column)));
        }
        drawing.push('\n');
    }
    drawing
}

fn half(above: Option<Unit>, below: Option<Unit>) -> String {
    let style = Style::new();
    match (above.map(shade), below.map(shade)) {
        (None, None) => " ".to_owned(),
        (None, below) => painted('▄', style.fg_color(below)),
        (above, None) => painted('▀', style.fg_color(above)),
        // Without colours, this still shows that both cells are occupied.
        (above, below) if above == below => painted('█', style.fg_color(above)),
        (above, below) => painted('▀', style.fg_color(above).bg_color(below)),
    }
}

/// How far the match has come, and a line for each team, beginning with the team that has most
/// units.
fn counts(game: &BitMartyr) -> String {
    let mut counts = match game.outcome() {
        Some(_) => format!("over after {} of {} turns\n", game.turn(), game.duration()),
        None => format!("turn {} of {}\n", game.turn(), game.duration()),
    };
    let mut seats: Vec<_> = (0..game.seats()).map(Seat::new).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(game.board().count(seat)));
    let width = seats.iter().map(|&seat| game.board().count(seat)).max().unwrap_or(0).to_string().len();
    for seat in seats {
        let by_health = game.board().by_health(seat).into_iter().zip(1..=HEALTH_MAX).rev();
        let healths =
            by_health.filter(|(count, _)| *count > 0).map(|(count, health)| format!(", {count} of health {health}"));
        let (symbol, count) = (BitMartyr::seat_symbol(seat), game.board().count(seat));
        let _ = writeln!(
            counts,
            "{symbol}  {:7}  {count:>width$} units{}",
            COLOURS[seat.index()],
            healths.collect::<String>()
        );
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::plain;

    fn drawn(text: &str) -> String {
        plain(&board(&text.parse().expect("a board")))
    }

    #[test]
    fn a_small_board_has_letters() {
        assert_eq!(drawn("A1J/3/1Si"), "R1  . G5\n .  .  .\n . W4 Y5\n");
    }

    #[test]
    fn a_wide_board_has_two_rows_in_a_line() {
        assert_eq!(drawn("E29/E1A27/2E27"), format!("█ ▄{0}\n  ▀{0}\n", " ".repeat(27)));
        assert!(drawn("300/300").contains("300 by 2 cells"));
    }

    #[test]
    fn two_units_in_one_line_keep_their_colours() {
        let drawing = board(&"E29/J29".parse().expect("a board"));
        assert!(drawing.starts_with("\x1b[38;2;255;0;0m\x1b[48;2;0;255;0m▀\x1b[0m"), "{drawing:?}");
    }

    #[test]
    fn the_counts_say_who_leads() {
        use botyard_engine::games::bitmartyr::BitMartyrSettings;

        let settings = BitMartyrSettings::on("2E/JJF".parse().expect("a board"));
        let game = BitMartyr::start(&settings, 3).expect("a board for three");
        let counts = plain(&counts(&game));
        let expected = "\
turn 0 of 1000
G  Green    3 units, 2 of health 5, 1 of health 1
R  Red      1 units, 1 of health 5
B  Blue     0 units
";
        assert_eq!(counts, expected);
    }
}
