//! The champions as executables: that they speak their games' protocols, and leave quietly. What they think is tested beside their
//! sources.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[path = "../../tests/arena/mod.rs"]
mod arena;

use std::process::Command;

use arena::{Bot, Grid, duel};

const CONQUEROR: &str = env!("CARGO_BIN_EXE_generals-conqueror");
const PERFECT: &str = env!("CARGO_BIN_EXE_connect-four-perfect");
const TIDE: &str = env!("CARGO_BIN_EXE_bitmartyr-tide");
const VETERAN: &str = env!("CARGO_BIN_EXE_stratego-veteran");

/// The bot, started with these words, says the expected line, and nothing more when its input ends.
#[track_caller]
fn check(path: &str, words: &str, expected: Option<&str>) {
    let mut bot = Bot::start(Command::new(path));
    bot.say(&words.replace('|', "\n"));
    if let Some(expected) = expected {
        assert_eq!(bot.hear().as_deref(), Some(expected), "{path}: {words}");
    }
    let (rest, status) = bot.leave();
    assert_eq!((rest.len(), status.success()), (0, true), "{path}: {words}: {rest:?}");
}

#[test]
fn the_conqueror_answers_and_leaves() {
    let walled_in = "2 3 2 1|1|9 1|1 1|1 3 1 9|1 4|0 1|1 4|1 1 0 0|0 1";
    check(CONQUEROR, walled_in, Some("-1"));
    check(CONQUEROR, "2 3 2 1|0", None);
    // The enemy's capital is beside an army that takes it.
    check(CONQUEROR, "1 3 2 1|1|12 2|1 1|1 3 1 3|1 1 1 9|1 3 2 1", Some("1 1 2 1 3"));
}

#[test]
fn the_tide_gives_each_unit_an_action() {
    let unit = "0 0 0 0 0  0 0 0 0 0  0 0 5 -5 0  0 0 0 0 0  0 0 0 0 0 ";
    let mut bot = Bot::start(Command::new(TIDE));
    bot.say(&format!("5 2147483647 7 {}", unit.repeat(3)));
    let (said, status) = bot.leave();
    assert_eq!((said.concat().as_str(), status.success()), ("222", true));
}

#[test]
fn the_veteran_sets_up_a_full_army_and_moves() {
    for seed in 0..4 {
        let mut command = Command::new(VETERAN);
        command.arg(seed.to_string());
        let mut bot = Bot::start(command);
        bot.say("RED ./b 10 10");
        let setup: Vec<_> = (0..4).map(|_| bot.hear().unwrap()).collect();
        let mut army: Vec<char> = setup.concat().chars().collect();
        army.sort_unstable();
        assert_eq!(army.iter().collect::<String>(), "12334445555666677778888899999999BBBBBBFs");
        bot.say("START");
        bot.say(&format!("{}\n..++..++..\n..++..++..\n{}", setup.join("\n"), ["##########"; 4].join("\n")));
        assert!(bot.hear().unwrap().contains(" 3 DOWN"), "the front row moves first");
        bot.say("QUIT");
        assert!(bot.leave().1.success());
    }
}

// In the middle it wins whatever the other side does. Here that fills columns from the left.
#[test]
fn perfect_wins_as_first_player_and_greets_as_second() {
    assert!(Bot::meet(Command::new(PERFECT), 2).leave().1.success());
    let mut bot = Bot::meet(Command::new(PERFECT), 1);
    let mut grid = Grid::default();
    loop {
        let column = bot.hear().unwrap().parse().unwrap();
        let wins = grid.wins(column, 1);
        grid.play(column);
        if wins {
            break;
        }
        let reply = (1..=7).find(|&column| grid.moves.matches(&column.to_string()).count() < 6).unwrap();
        assert!(!grid.wins(reply, 2), "{}", grid.moves);
        grid.play(reply);
        bot.say(&reply.to_string());
    }
    bot.say("-1");
    assert!(bot.leave().1.success());
}

#[test]
fn perfect_wins_against_itself_as_first_player() {
    assert_eq!(duel(Command::new(PERFECT), Command::new(PERFECT), |_, _| {}).1, 1);
}
