//! The Stratego bots as executables: what they say to the manager. How well they play, and that they play by the rules,
//! is tested beside the hosts.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::process::Command;

use arena::Bot;

const BOTS: [&str; 3] = [
    env!("CARGO_BIN_EXE_stratego-dummy"),
    env!("CARGO_BIN_EXE_stratego-forfax"),
    env!("CARGO_BIN_EXE_stratego-sleuth"),
];
const ENEMIES: &str = "##########\n##########\n##########\n##########";
const WATER: &str = "..++..++..\n..++..++..";
const ARMY: &str = "12334445555666677778888899999999sBBBBBBF";

/// A bot that has been greeted, and its setup.
fn greeted(path: &str, seed: u64, greeting: &str) -> (Bot, String) {
    let mut command = Command::new(path);
    command.arg(seed.to_string());
    let mut bot = Bot::start(command);
    bot.say(greeting);
    let rows: Vec<_> = (0..4).map(|_| bot.hear().unwrap()).collect();
    (bot, rows.join("\n"))
}

fn sorted(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|letter| *letter != '\n').collect();
    letters.sort_unstable();
    letters
}

#[test]
fn every_bot_sets_up_a_full_army_and_another_one_next_time() {
    for path in BOTS {
        for greeting in ["RED ./b 10 10", "BLUE ../agents/a 10 10"] {
            let setups: Vec<_> = (0..4).map(|seed| greeted(path, seed, greeting).1).collect();
            for setup in &setups {
                assert_eq!(sorted(setup), sorted(ARMY), "{path} {setup}");
                assert!(setup.lines().all(|row| row.len() == 10), "{setup}");
            }
            assert!(setups.iter().any(|setup| *setup != setups[0]), "{path}");
        }
    }
}

// The first move of RED is a step down from its front row, next to no water.
#[test]
fn every_bot_moves_when_it_has_seen_the_board() {
    for path in BOTS {
        for seed in 0..10 {
            let (mut bot, setup) = greeted(path, seed, "RED ./b 10 10");
            bot.say("START");
            bot.say(&format!("{setup}\n{WATER}\n{ENEMIES}"));
            let said = bot.hear().unwrap();
            let words: Vec<_> = said.split(' ').collect();
            assert!(["0", "1", "4", "5", "8", "9"].contains(&words[0]), "{said}");
            assert_eq!(words[1..3], ["3", "DOWN"], "{said}");
        }
    }
}

#[test]
fn every_bot_leaves_quietly_at_any_end() {
    for path in BOTS {
        for end in [None, Some("QUIT ./b BLUE DRAW_DEFAULT 2 148 148"), Some("QUIT")] {
            let (mut bot, _) = greeted(path, 1, "BLUE ./b 10 10");
            bot.say("9 3 DOWN OK");
            end.into_iter().for_each(|words| bot.say(words));
            let (rest, status) = bot.leave();
            assert_eq!((rest.len(), status.success()), (0, true), "{path} {end:?}");
        }
        let (rest, status) = Bot::start(Command::new(path)).leave();
        assert_eq!((rest.len(), status.success()), (0, true), "{path}");
    }
}

#[test]
fn a_bot_without_a_move_says_so() {
    for path in BOTS {
        let (mut bot, _) = greeted(path, 1, "BLUE ./b 10 10");
        bot.say("9 3 DOWN OK");
        bot.say(&format!("{ENEMIES}\n{WATER}\nF.........\n..........\n..........\nB........."));
        assert_eq!(bot.hear().unwrap(), "NO_MOVE", "{path}");
    }
}
