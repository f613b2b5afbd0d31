//! Stratego in a terminal: the board, a setup or a move as people type it, the competition's log.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use botyard_engine::catalog::Playable;
use botyard_engine::games::stratego::{Action, Cell, Colour, HEIGHT, Square, Standard, Stratego, WIDTH, log};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::Shown;

const LAKE: Style = AnsiColor::Cyan.on_default();
/// What stands for the first standard setup.
const DEFAULT: &str = "DEFAULT";

const fn style(colour: Colour) -> Style {
    match colour {
        Colour::Red => AnsiColor::Red.on_default(),
        Colour::Blue => AnsiColor::Blue.on_default(),
    }
}

impl Shown for Stratego {
    const QUESTION: &'static str = "your move (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE), or DEFAULT to set up";

    fn draw(&self) -> String {
        let mut drawing = "   0 1 2 3 4 5 6 7 8 9\n".to_owned();
        for y in 0..HEIGHT {
            let _ = write!(drawing, "{y} ");
            for x in 0..WIDTH {
                let square = Square::new(x as i32, y as i32).expect("it is on the board");
                let (mark, style) = match self.board()[square] {
                    Cell::Empty => ('.', Style::new()),
                    Cell::Obstacle => ('+', LAKE),
                    Cell::Piece(piece) => (piece.rank.letter(), style(piece.owner)),
                };
                let _ = write!(drawing, " {style}{mark}{style:#}");
            }
            drawing.push('\n');
        }
        drawing
    }

    fn mark(seat: Seat) -> String {
        let colour = Colour::of(seat);
        let style = style(colour);
        format!("{style}{}{style:#}", colour.name())
    }

    fn understand(&self, seat: Seat, words: &str) -> Result<Action, String> {
        match words.trim() {
            DEFAULT => Ok(Action::Setup(Standard::ALL[0].setup(Colour::of(seat)))),
            words => words
                .to_uppercase()
                .parse()
                .map_err(|why: botyard_engine::games::stratego::Unintelligible| why.to_string()),
        }
    }

    fn log(replay: &Replay<Self>) -> Option<String> {
        log::write(replay, Self::limits(&replay.settings).turn).ok()
    }

    fn read_log(text: &str) -> Result<Vec<Replay<Self>>, String> {
        log::read(text).map(|log| vec![log.replay]).map_err(|bad| bad.to_string())
    }
}
