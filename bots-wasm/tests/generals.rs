//! The Generals bots as executables: their conversation and what they do with a board that is shown to them. Whole
//! games, and how well they play, are for those who have the rules.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::process::Command;

use arena::Bot;

const IDLE: &str = env!("CARGO_BIN_EXE_generals-idle");
const RANDOM: &str = env!("CARGO_BIN_EXE_generals-random");
const GREEDY: &str = env!("CARGO_BIN_EXE_generals-greedy");
const HUNTER: &str = env!("CARGO_BIN_EXE_generals-hunter");
const BOTS: [&str; 4] = [IDLE, RANDOM, GREEDY, HUNTER];

/// Player 1 of 2 in the upper left corner of 2 rows and 3 columns, with a mountain beside it.
const START: &str = "1|1 1|1 1|1 3 1 1|1 4|0 1|1 1 0 0|1 1 0 0|0 1";

/// A bot that has read the header of that map.
fn seated(path: &str, seed: u64) -> Bot {
    let mut command = Command::new(path);
    command.arg(seed.to_string());
    let mut bot = Bot::start(command);
    bot.say("2 3 2 1");
    bot
}

/// What the bot answers to a status, whose line ends are drawn as `|`.
fn answer(bot: &mut Bot, status: &str) -> String {
    bot.say(&status.replace('|', "\n"));
    bot.hear().unwrap()
}

#[test]
fn every_bot_leaves_quietly_at_any_end() {
    for path in BOTS {
        for turns in 0..3 {
            for end in [None, Some("0"), Some("1\n1 1")] {
                let mut bot = seated(path, 1);
                (0..turns).for_each(|_| drop(answer(&mut bot, START)));
                end.into_iter().for_each(|words| bot.say(words));
                let (rest, status) = bot.leave();
                assert_eq!((rest.len(), status.success()), (0, true), "{path} {turns} {end:?}");
            }
        }
    }
}

#[test]
fn a_bot_that_never_hears_who_it_is_leaves_quietly() {
    for path in BOTS {
        let (rest, status) = Bot::start(Command::new(path)).leave();
        assert_eq!((rest.len(), status.success()), (0, true), "{path}");
    }
}

#[test]
fn idle_lets_every_turn_pass() {
    let mut bot = seated(IDLE, 1);
    assert!((0..3).all(|_| answer(&mut bot, START) == "-1"));
}

// With nothing but a mountain around it there is no move at all.
#[test]
fn who_is_walled_in_passes() {
    for path in BOTS {
        let mut bot = seated(path, 1);
        assert_eq!(answer(&mut bot, "1|9 1|1 1|1 3 1 9|1 4|0 1|1 4|1 1 0 0|0 1"), "-1", "{path}");
    }
}

#[test]
fn random_makes_every_move_there_is_and_no_other() {
    let mut seen: Vec<_> = (0..200).map(|seed| answer(&mut seated(RANDOM, seed), TWO_CELLS)).collect();
    seen.sort();
    seen.dedup();
    let all = ["1 1 1 2 1", "1 2 1 1 1", "1 2 1 2 2", "2 1 1 2 1", "2 2 1 1 1", "2 2 1 2 2"];
    assert_eq!(seen, all);
}

/// The capital and the cell below it: three moves, each with all or half.
const TWO_CELLS: &str = "1|7 2|1 1|1 3 1 2|1 4|0 1|1 1 1 5|1 1 0 0|0 1";

#[test]
fn greedy_takes_what_it_can() {
    for (status, conquests) in [
        (TWO_CELLS, ["1 2 1 2 2"].as_slice()),
        // The capital is too weak to take anything; of the others each can take the cell below it.
        ("1|9 3|1 1|1 3 1 2|1 1 1 4|1 1 1 3|1 1 0 1|1 1 2 1|1 1 0 1", &["1 1 2 2 2", "1 1 3 2 3"]),
    ] {
        let mut seen: Vec<_> = (0..60).map(|seed| answer(&mut seated(GREEDY, seed), status)).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen, conquests, "{status}");
    }
}

// A city of as many units as could march stays what it is: greedy wanders instead.
#[test]
fn greedy_fights_for_nothing_that_it_cannot_take() {
    let status = "1|5 1|1 1|1 3 1 5|1 4|0 1|1 2 0 4|1 1 0 0|0 1";
    let mut seen: Vec<_> = (0..60).map(|seed| answer(&mut seated(GREEDY, seed), status)).collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["1 1 1 2 1", "2 1 1 2 1"]);
}
