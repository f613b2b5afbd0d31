//! Stratego in a terminal: an army or a move as people type it, the competition's log.

pub mod original;

use std::time::Duration;

use botyard_engine::catalog::Playable;
use botyard_engine::fault::{FaultReason, printable};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::log::{LogExtent, StrategoLogError};
use botyard_engine::games::stratego::{
    ArmySetup, Colour, ResponseError, SetupError, Stratego, StrategoAction, StrategoSettings, log,
};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::{GameLogFormat, PersonInput, Situation, TerminalGame};
use crate::cli::command_error::CommandError;
use original::StrategoOptions;

/// The word that a person types for the army of [`default_army`].
const DEFAULT: &str = "DEFAULT";
/// That army's rows, from the back to the front, as in the original.
const DEFAULT_ROWS: [&str; ROWS] = ["FB8sB479B8", "BB31555583", "6724898974", "967B669999"];
/// The number of lines of an army.
const ROWS: usize = 4;

impl TerminalGame for Stratego {
    type Options = StrategoOptions;

    const SITUATIONS: &'static [Situation] = &[
        Situation { name: "the competition's rules", players: 2, options: &["-m", "300"] },
        Situation { name: "illegal responses only cost the turn", players: 2, options: &["-i", "-m", "100"] },
        Situation { name: "a draw after ten turns", players: 2, options: &["-m", "10"] },
        Situation { name: "the usual rules of combat", players: 2, options: &["--variant", "wiki", "-m", "100"] },
    ];

    fn make_settings(rules: &StrategoOptions, _: usize, seed: u64) -> Result<StrategoSettings, CommandError> {
        Ok(rules.settings(seed))
    }

    const PERSON_INPUT: Option<PersonInput<Self>> = Some(PersonInput {
        explain: |game, seat| (game.turn() == 0).then(|| default_army_text(Colour::from_seat(seat))),
        question: |game, seat| match game.turn() {
            0 => army_question(Colour::from_seat(seat)),
            _ => "your move (X Y UP|DOWN|LEFT|RIGHT [N], or NO_MOVE)",
        },
        is_complete: |game, lines| game.turn() > 0 || is_complete_army(lines),
        parse: parse_typed_action,
    });

    const LOG_FORMAT: Option<GameLogFormat<Self>> =
        Some(GameLogFormat { write_verbatim: Some(write_verbatim), ..GameLogFormat::new(read_log) });

    fn describe_action(action: &StrategoAction) -> String {
        match action {
            StrategoAction::Setup(_) => "sets up".to_owned(),
            other => other.to_string(),
        }
    }
}

fn parse_typed_action(game: &Stratego, seat: Seat, words: &str) -> Result<StrategoAction, String> {
    let parsed = match game.turn() {
        0 => army(Colour::from_seat(seat), words).map(StrategoAction::Setup).map_err(FaultReason::from),
        _ => response(words).map_err(FaultReason::from),
    };
    parsed.map_err(|why| why.explain(Stratego::explain_reason))
}

fn write_verbatim<'a>(
    replay: &Replay<Stratego>,
    limit: Option<Duration>,
    raw: &dyn Fn(usize) -> Option<&'a [u8]>,
) -> Option<Vec<u8>> {
    log::write_verbatim(replay, limit.unwrap_or(Stratego::limits(&replay.settings).turn), raw).ok()
}

fn read_log(text: &str, remarks: &mut Vec<String>) -> Result<Vec<Replay<Stratego>>, String> {
    let logs = log::read_all(text).map_err(|bad| bad.to_string())?;
    remarks.extend(logs.iter().filter_map(|log| match log.extent {
        LogExtent::BrokenOff(line) => Some(broken_off(line, log.doubt.as_ref())),
        LogExtent::Whole | LogExtent::Crashed(_) => None,
    }));
    Ok(logs.into_iter().map(|log| log.replay).collect())
}

/// The remark on a log whose last line is this one, without a result; `doubt` is the reason why
/// that line does not follow.
pub fn broken_off(line: usize, doubt: Option<&StrategoLogError>) -> String {
    let why = doubt.map(|bad| format!("; unless its bot failed there, that line is wrong: {}", printable(&bad.why)));
    format!("the log ends in line {line}, without a result{}", why.unwrap_or_default())
}

/// The question for an army.
pub const fn army_question(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "your army: 4 lines for the rows 0 to 3 (the front is row 3), or DEFAULT",
        Colour::Blue => "your army: 4 lines for the rows 6 to 9 (the front is row 6), or DEFAULT",
    }
}

/// The army that `DEFAULT` stands for, as the question for an army shows it.
pub fn default_army_text(colour: Colour) -> String {
    format!("{DEFAULT} is\n{}", default_army(colour))
}

fn default_army(colour: Colour) -> ArmySetup {
    let army = ArmySetup::read(DEFAULT_ROWS.into_iter()).expect("the rows are written correctly");
    match colour {
        Colour::Red => army,
        Colour::Blue => army.flipped(),
    }
}

/// Whether these lines are a complete army: all rows, or `DEFAULT` as the last line.
pub fn is_complete_army(lines: &str) -> bool {
    lines.lines().count() >= ROWS || is_default(lines)
}

fn is_default(lines: &str) -> bool {
    lines.lines().last().is_some_and(|line| line.eq_ignore_ascii_case(DEFAULT))
}

/// Parses this side's army as people type it: in lines, or `DEFAULT`, which replaces the lines
/// before it.
///
/// # Errors
/// What is wrong with it.
pub fn army(colour: Colour, lines: &str) -> Result<ArmySetup, SetupError> {
    if is_default(lines) {
        return Ok(default_army(colour));
    }
    ArmySetup::read(lines.lines())
}

/// Parses a response as people type it, in upper or lower case.
///
/// # Errors
/// If it is not a response.
pub fn response(words: &str) -> Result<StrategoAction, ResponseError> {
    words.to_uppercase().parse()
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::{StandardSetup, StrategoSettings};

    use super::*;

    fn position(lines: &[&str]) -> Stratego {
        let mut game = Stratego::start(&StrategoSettings { partial_setup: true, ..StrategoSettings::default() }, 2)
            .expect("for two");
        let mut events = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let action = parse_typed_action(&game, Seat::new(number % 2), line).expect("what a person types");
            game.play(Seat::new(number % 2), action, &mut events).expect("legal");
        }
        game
    }

    #[test]
    fn what_people_type_is_explained() {
        let game = position(&["DEFAULT", "DEFAULT"]);
        let why =
            |game: &Stratego, words| parse_typed_action(game, Seat::new(0), words).expect_err("it cannot be read");
        assert_eq!(why(&game, "hello"), "a response is X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER");
        assert_eq!(why(&position(&[]), "F\nF\nF\nF"), "line 1 of the setup does not have 10 characters");
    }

    #[test]
    fn logs_that_follow_each_other_are_told_apart() {
        let army = |colour| StandardSetup::ALL[0].setup(colour);
        let log = |lines: &str| {
            format!("./a RED SETUP\n{}\n./b BLUE SETUP\n{}\n{lines}", army(Colour::Red), army(Colour::Blue))
        };
        let text = log("1 RED: 9 3 DOWN OK\n") + &log("1 RED: x RED SETUP\n1 BLU: 0 6 UP OK\n") + &log("");
        let turns = |replay: &Replay<Stratego>| replay.turns.len();
        let mut remarks = Vec::new();
        let read = read_log(&text, &mut remarks).expect("three logs");
        assert_eq!(read.iter().map(turns).collect::<Vec<_>>(), [3, 4, 2]);
        let ends = [11, 23, 33].map(|line| broken_off(line, None));
        assert_eq!(remarks, ends);
        let why = read_log(&(text + &log("1 RED: 0 0 DOWN OK\n1 BLU: 0 6 UP OK\n")), &mut remarks);
        let why = why.expect_err("a flag does not move");
        assert!(why.starts_with("line 44: "), "{why}");
    }
}
