//! A board of Connect Four as lines of text. Knows no rules.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use botyard_engine::games::connect_four::{Column, ConnectFour, ROWS};
use botyard_engine::seat::Seat;

use crate::text::DrawText;

const PLAIN: Style = Style::new();
const SYMBOLS: [(char, Style); 2] = [('X', AnsiColor::Yellow.on_default()), ('O', AnsiColor::Cyan.on_default())];

impl DrawText for ConnectFour {
    fn draw_text(&self) -> String {
        let mut drawing = String::new();
        let numbers = Column::all().map(|column| (column.number().to_string(), PLAIN, false));
        row(&mut drawing, numbers);
        let four = self.board().fours();
        for height in (0..ROWS).rev() {
            let cells = Column::all().map(|column| {
                let (symbol, style) = self.owner(column, height).map_or(('.', PLAIN), |seat| SYMBOLS[seat.index()]);
                (symbol.to_string(), style, four.contains(&(column, height)))
            });
            row(&mut drawing, cells);
        }
        drawing
    }

    fn seat_symbol(seat: Seat) -> String {
        let (symbol, style) = SYMBOLS[seat.index()];
        format!("{style}{symbol}{style:#}")
    }
}

/// Draws a row of cells. The four in a row are in brackets, so that they can be seen without
/// colours too.
fn row(drawing: &mut String, cells: impl Iterator<Item = (String, Style, bool)>) {
    let mut line = String::new();
    for (text, style, four) in cells {
        let style = if four { style.bold() } else { style };
        let (open, close) = if four { ('[', ']') } else { (' ', ' ') };
        let painted = if style == PLAIN { text } else { format!("{style}{text}{style:#}") };
        let _ = write!(line, "{open}{painted}{close}");
    }
    drawing.push_str(line.trim_end());
    drawing.push('\n');
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::connect_four::log;

    use super::*;
    use crate::text::plain;

    #[test]
    fn the_four_that_won_stand_in_brackets() {
        let (_, game) = log::read_line("4455667").expect("a game");
        let expected = " 1  2  3  4  5  6  7
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  O  O  .
 .  .  . [X][X][X][X]
";
        assert_eq!(plain(&game.draw_text()), expected);
    }
}
