//! The terminal's part of a game that is not in the catalogue. It implements what
//! `docs/adding-a-game.md` asks for, and tests it without the lists of games.

#[path = "../../../../engine/tests/nim/mod.rs"]
mod nim;

use botyard_engine::seat::Seat;
use botyard_picture::text::DrawText;
use botyard_picture::{BoardPicture, DrawPosition, ThemePalette};

use super::{NoOptions, PersonInput, TerminalGame, find_log_contents};
use nim::{Nim, NimAction};

impl DrawPosition for Nim {
    const STYLE_SHEET: &'static str = "";

    fn draw_board(&self, palette: ThemePalette) -> BoardPicture {
        let shape = |(pile, stones): (usize, &u8)| {
            let (y, width, colour) = (20 * pile, 10 * stones, palette.colour("--ink"));
            format!("<rect y=\"{y}\" width=\"{width}\" height=\"10\" fill=\"{colour}\"/>")
        };
        let shapes = self.piles().iter().enumerate().map(shape).collect();
        BoardPicture { width: 100, height: 20 * self.piles().len(), shapes }
    }

    fn draw_seat(_: Seat, _: ThemePalette) -> String {
        String::new()
    }
}

impl DrawText for Nim {
    fn draw_text(&self) -> String {
        self.piles()
            .iter()
            .zip(1..)
            .map(|(stones, pile)| format!("{pile} {}\n", "o".repeat((*stones).into())))
            .collect()
    }

    fn seat_symbol(seat: Seat) -> String {
        seat.number().to_string()
    }
}

impl TerminalGame for Nim {
    type Options = NoOptions;

    const PERSON_INPUT: Option<PersonInput<Self>> =
        Some(PersonInput::line(|_, _| "a pile and how many stones", |_, _, words| parse_typed_action(words)));
}

fn parse_typed_action(words: &str) -> Result<NimAction, String> {
    let numbers: Vec<u8> = words.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [pile, stones] if pile > 0 => Ok(NimAction { pile: pile - 1, stones }),
        _ => Err("expected two numbers".to_owned()),
    }
}

#[test]
fn it_is_drawn_and_a_person_can_play_it() {
    use botyard_engine::game::Game;
    let mut game = Nim::start(&Default::default(), 2).expect("two can play");
    let action = parse_typed_action("2 3").expect("two numbers");
    game.play(Seat::new(0), action, &mut Vec::new()).expect("it is legal");
    assert_eq!(game.draw_text(), "1 ooo\n2 o\n3 ooooo\n");
    assert_eq!(parse_typed_action("two"), Err("expected two numbers".to_owned()));
    assert_eq!(Nim::describe_action(&action), "2 3");
}

/// A game whose original program wrote no log, or that has no original.
#[test]
fn it_has_no_log() {
    let why = find_log_contents::<Nim>("keep its match with --save FILE").expect_err("it has no log format");
    assert_eq!(why.to_string(), "Nim has no log format, so there is no --log: keep its match with --save FILE");
}
