//! Connect Four in a terminal: the board, a column as people type it, `log.txt`.

pub mod original;

use anstyle::{AnsiColor, Style};
use botyard_engine::games::connect_four::{Column, ConnectFour, ROWS, log};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;
use std::fmt::Write as _;

use super::{NoOptions, TerminalGame};

const PLAIN: Style = Style::new();
const SYMBOLS: [(char, Style); 2] = [('X', AnsiColor::Yellow.on_default()), ('O', AnsiColor::Cyan.on_default())];

impl TerminalGame for ConnectFour {
    type Options = NoOptions;

    const QUESTION: &'static str = "your column (1 to 7)";

    fn draw(&self) -> String {
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

    fn parse_typed_action(&self, _: Seat, words: &str) -> Result<Column, String> {
        let number = words.trim().parse().ok().and_then(Column::new);
        number.ok_or_else(|| "invalid column: expected 1 to 7".to_owned())
    }

    fn read_log(text: &str, _: &mut Vec<String>) -> Result<Vec<Replay<Self>>, String> {
        log::read(text).map_err(|bad| bad.to_string())
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
    use super::*;

    #[test]
    fn the_four_that_won_stand_in_brackets() {
        let (_, game) = log::read_line("4455667").expect("a game");
        let plain = anstream::adapter::strip_str(&game.draw()).to_string();
        let expected = " 1  2  3  4  5  6  7
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  O  O  .
 .  .  . [X][X][X][X]
";
        assert_eq!(plain, expected);
    }

    #[test]
    fn a_log_with_a_mistake_names_the_place() {
        let why =
            ConnectFour::read_log("4455667\n\n1111111\n", &mut Vec::new()).expect_err("the seventh stone does not fit");
        assert_eq!(why, "line 3, character 7, `1`, is a column that is full");
    }
}
