//! Generals in a terminal: the map, a move as people type it, the original's log.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use botyard_engine::game::Game;
use botyard_engine::games::generals::{Action, Generals, Kind, Log};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::{NoOptions, Shown};

const COLOURS: [AnsiColor; 6] =
    [AnsiColor::Red, AnsiColor::Blue, AnsiColor::Green, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Cyan];

fn style(seat: Seat) -> Style {
    COLOURS[seat.index() % COLOURS.len()].on_default()
}

/// A seat's letter: `A` for the first.
fn letter(seat: Seat) -> char {
    char::from(b'A' + (seat.index() % 26) as u8)
}

impl Shown for Generals {
    type Options = NoOptions;

    const QUESTION: &'static str = "your move (1 or 2, row and column, row and column; 0 to pass)";

    fn draw(&self) -> String {
        let board = self.board();
        let mut drawing = String::new();
        for row in 0..board.rows() {
            for cell in row * board.columns()..(row + 1) * board.columns() {
                let sign = match board.kind(cell) {
                    Kind::Mountain => '^',
                    Kind::City => '#',
                    Kind::Capital => '*',
                    Kind::Empty => ' ',
                };
                match (board.owner(cell), board.army_at(cell)) {
                    (Some(owner), army) => {
                        let style = style(owner);
                        let _ = write!(drawing, "{style}{sign}{}{army:<4}{style:#}", letter(owner));
                    }
                    (None, 0) if sign == ' ' => drawing.push_str(".     "),
                    (None, 0) => {
                        let _ = write!(drawing, "{sign}     ");
                    }
                    (None, army) => {
                        let _ = write!(drawing, "{sign} {army:<4}");
                    }
                }
            }
            drawing.truncate(drawing.trim_end().len());
            drawing.push('\n');
        }
        for seat in (0..self.seats()).map(Seat::new) {
            let (army, land, cities) = (board.army(seat), board.land(seat), board.cities(seat));
            let _ = writeln!(drawing, "{}: army {army}, land {land}, cities {cities}", Self::mark(seat));
        }
        drawing
    }

    fn mark(seat: Seat) -> String {
        let style = style(seat);
        format!("{style}{}{style:#}", letter(seat))
    }

    fn understand(&self, _: Seat, words: &str) -> Result<Action, String> {
        words.parse().map_err(|why: botyard_engine::games::generals::NoAction| why.to_string())
    }

    fn log(replay: &Replay<Self>) -> Option<String> {
        let mut text = Vec::new();
        let mut log = Log::start(&replay.settings, replay.players.len(), &mut text).ok()?;
        for turn in &replay.turns {
            log.turn(turn, &mut text).ok()?;
        }
        log.finish(&mut text);
        String::from_utf8(text).ok()
    }

    fn read_log(_: &str) -> Result<Vec<Replay<Self>>, String> {
        Err("a log of Generals has boards and no moves: it can be looked at on the page".to_owned())
    }
}
