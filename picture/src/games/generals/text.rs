//! A map of Generals as lines of text: rows and columns with their numbers, each player's letter
//! and colour, fog. Knows no rules: the caller has removed what must not be seen.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use botyard_engine::game::Game;
use botyard_engine::games::generals::{CellKind, CellView, Generals, GeneralsBoard, GeneralsView};
use botyard_engine::seat::Seat;

use crate::text::DrawText;

const COLOURS: [AnsiColor; 6] =
    [AnsiColor::Red, AnsiColor::Blue, AnsiColor::Green, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Cyan];
const DIM: Style = AnsiColor::BrightBlack.on_default();

/// The legend of the map.
const LEGEND: &str = "A12 an army, A*12 capital, A#12 city, #40 nobody's city, ^ mountain";
const FOG: &str = ", ~ fog, % fog over a mountain or a city";

impl DrawText for Generals {
    fn draw_text(&self) -> String {
        whole_map(self.board()) + &scores(self, |_| true)
    }

    /// Fog hides ground only from players who are still in the match. Players who are out see
    /// everything, as does everyone at the end.
    fn draw_text_for(&self, seat: Seat) -> String {
        if self.outcome().is_some() || !self.playing().contains(seat) {
            return self.draw_text();
        }
        visible_map(&self.view(seat)) + &scores(self, |other| other == seat)
    }

    fn seat_symbol(seat: Seat) -> String {
        painted(&letter(seat).to_string(), style(seat))
    }
}

fn style(seat: Seat) -> Style {
    COLOURS[seat.index() % COLOURS.len()].on_default()
}

/// A seat's letter, which no other seat has: `A` for the first.
fn letter(seat: Seat) -> char {
    let letters = ('A'..='Z').chain('a'..='z').chain('α'..='μ');
    letters.into_iter().nth(seat.index()).unwrap_or('?')
}

fn painted(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// The whole board.
fn whole_map(board: &GeneralsBoard) -> String {
    let cells = (0..board.cells()).map(|cell| sight(board.kind(cell), board.owner(cell), board.army_at(cell)));
    map(board.columns(), cells)
}

/// The text of a cell that is not hidden.
pub fn sight(kind: CellKind, owner: Option<Seat>, army: u32) -> CellView {
    match kind {
        CellKind::Mountain => CellView::Mountain,
        kind => CellView::Clear { kind, owner: owner.map_or(0, |seat| seat.number() as u8), army },
    }
}

/// The board as one player sees it.
fn visible_map(view: &GeneralsView<'_>) -> String {
    map(view.columns(), (0..view.rows()).flat_map(|row| view.row(row)))
}

/// A map with numbered rows and columns, and its legend. Each column is as narrow as its cells
/// allow.
pub fn map(columns: usize, cells: impl Iterator<Item = CellView>) -> String {
    let cells: Vec<_> = cells.map(cell).collect();
    let fog = if cells.iter().any(|cell| cell.text == "~" || cell.text == "%") { FOG } else { "" };
    let rows = || cells.chunks(columns);
    let wide = |column: usize| rows().map(|row| row[column].text.chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(|column| wide(column).max(number(column).len())).collect();
    let margin = number(rows().count() - 1).len();
    let mut drawing = String::new();
    let numbers = (0..columns).map(|column| DrawnCell { text: number(column), style: DIM });
    line(&mut drawing, &" ".repeat(margin), &widths, numbers);
    for (row, cells) in rows().enumerate() {
        let head = painted(&format!("{:>margin$}", number(row)), DIM);
        line(&mut drawing, &head, &widths, cells.iter().cloned());
    }
    let _ = writeln!(drawing, "{DIM}{LEGEND}{fog}{DIM:#}");
    drawing
}

fn number(index: usize) -> String {
    (index + 1).to_string()
}

fn line(drawing: &mut String, head: &str, widths: &[usize], cells: impl Iterator<Item = DrawnCell>) {
    drawing.push_str(head);
    let mut gap = 0;
    for (cell, width) in cells.zip(widths) {
        // Padding is written before the next cell, so that no line ends with blanks.
        let _ = write!(drawing, "{:gap$} {}", "", painted(&cell.text, cell.style));
        gap = width - cell.text.chars().count();
    }
    drawing.push('\n');
}

/// The text of a cell, with its style.
#[derive(Debug, Clone)]
struct DrawnCell {
    text: String,
    style: Style,
}

fn cell(sight: CellView) -> DrawnCell {
    let plain = |text: &str, style| DrawnCell { text: text.to_owned(), style };
    match sight {
        CellView::Fog => plain("~", DIM),
        CellView::Obstacle => plain("%", DIM),
        CellView::Mountain => plain("^", DIM),
        CellView::Clear { kind: CellKind::Empty, owner: 0, army: 0 } => plain(".", Style::new()),
        CellView::Clear { kind, owner, army } => {
            let sign = match kind {
                CellKind::City => "#",
                CellKind::Capital => "*",
                CellKind::Empty | CellKind::Mountain => "",
            };
            match usize::from(owner).checked_sub(1).map(Seat::new) {
                Some(seat) => DrawnCell { text: format!("{}{sign}{army}", letter(seat)), style: style(seat).bold() },
                None => DrawnCell { text: format!("{sign}{army}"), style: Style::new() },
            }
        }
    }
}

/// How far the match has come, and a line for each player, beginning with the leader. Everyone
/// knows army and land; the cities of a seat are printed if `counted` returns `true` for it.
fn scores(game: &Generals, counted: impl Fn(Seat) -> bool) -> String {
    let board = game.board();
    let mut scores = match game.outcome() {
        Some(_) => format!("over after round {} of {}\n", game.rounds(), game.rounds_max()),
        None => format!("round {} of {}\n", game.rounds() + 1, game.rounds_max()),
    };
    let mut seats: Vec<_> = (0..game.seats()).map(Seat::new).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse((board.army(seat), board.land(seat))));
    for seat in seats {
        let (army, land, symbol) = (board.army(seat), board.land(seat), Generals::seat_symbol(seat));
        let _ = match (game.playing().contains(seat), counted(seat)) {
            (false, _) => writeln!(scores, "{symbol}  out"),
            (true, false) => writeln!(scores, "{symbol}  army {army}, land {land}"),
            (true, true) => writeln!(scores, "{symbol}  army {army}, land {land}, cities {}", board.cities(seat)),
        };
    }
    scores
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::generals::GeneralsSettings;

    use super::*;
    use crate::text::plain;

    fn game(map: &str, moves: &str) -> Generals {
        let settings = GeneralsSettings { garrison: 12, ..GeneralsSettings::on(map.parse().expect("a map")) };
        let mut game = Generals::start(&settings, settings.map.capitals().count()).expect("a start");
        for words in moves.split(',').filter(|words| !words.is_empty()) {
            let seat = game.to_act().lowest().expect("it goes on");
            game.play(seat, words.parse().expect("a move"), &mut Vec::new()).expect("legal");
        }
        game
    }

    /// The drawing without its colours: the test is about numbers and signs.
    #[track_caller]
    fn check(drawing: &str, expected: &str) {
        assert_eq!(plain(drawing), expected);
    }

    const MAP: &str = "2 5 2  3 4 2 40 1 2 7  1 1 4 1 3";

    #[test]
    fn the_map_has_numbers_letters_and_signs() {
        let game = game(MAP, "1 1 1 2 1,2 2 5 2 4");
        let expected = "  1   2 3   4  5
1 A*1 ^ #40 .  #7
2 A11 . ^   B6 B*6
A12 an army, A*12 capital, A#12 city, #40 nobody's city, ^ mountain
";
        check(&whole_map(game.board()), expected);
    }

    #[test]
    fn what_a_player_does_not_see_is_fog() {
        let game = game(MAP, "1 1 1 2 1,2 2 5 2 4");
        let expected = "  1   2 3 4 5
1 A*1 ^ % ~ %
2 A11 . % ~ ~
A12 an army, A*12 capital, A#12 city, #40 nobody's city, ^ mountain, ~ fog, % fog over a mountain or a city
";
        check(&visible_map(&game.view(Seat::new(0))), expected);
    }

    #[test]
    fn the_scores_say_how_far_it_is_and_who_is_ahead() {
        let game = game(MAP, "-1,2 2 5 2 4");
        let first = Seat::new(0);
        check(
            &scores(&game, |seat| seat == first),
            "round 2 of 1000\nB  army 12, land 2\nA  army 12, land 1, cities 1\n",
        );
    }

    #[test]
    fn who_is_out_sees_everything() {
        // Player 2 has moved all of its army away when player 1 arrives.
        let game = game("1 9 3  3 3 1 1 1 1 1 1 3", "-1,1 1 2 1 3,-1,1 1 1 1 2");
        let drawn = |seat| plain(&game.draw_text_for(Seat::new(seat)));
        assert!(drawn(1).contains("B  out\n") && !drawn(1).contains('~'), "{}", drawn(1));
        assert!(drawn(2).contains('~') && drawn(2).contains("A  army 17, land 3\n"), "{}", drawn(2));
    }

    #[test]
    fn no_two_seats_have_the_same_letter() {
        let letters: std::collections::BTreeSet<_> = (0..64).map(|index| letter(Seat::new(index))).collect();
        assert_eq!(letters.len(), 64);
        assert!(!letters.contains(&'?'));
    }
}
