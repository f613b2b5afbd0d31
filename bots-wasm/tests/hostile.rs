//! The misbehaving bots misbehave as their names say. The hosts' verdicts on them are tested beside the hosts.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::process::Command;

use arena::Bot;

const CAST: &str = env!("CARGO_BIN_EXE_hostile-cast");
const LOOP: &str = env!("CARGO_BIN_EXE_hostile-loop");
const MUTE: &str = env!("CARGO_BIN_EXE_hostile-mute");

/// A bot that was just asked for its first move, in place 1 or 2.
fn asked(path: &str, role: &[&str], place: u8) -> Bot {
    let mut command = Command::new(path);
    command.args(role);
    let mut bot = Bot::meet(command, place);
    if place == 2 {
        bot.say("4");
    }
    bot
}

// What the bot says in all once it is asked and its stdin is closed, and whether it exits with success.
#[track_caller]
fn check(path: &str, role: &[&str], words: &[&str], success: bool) {
    for place in [1, 2] {
        let (said, status) = asked(path, role, place).leave();
        assert_eq!((said, status.success()), (words.iter().map(|&word| word.to_owned()).collect(), success));
    }
}

#[test]
fn they_do_what_their_names_say() {
    check(MUTE, &[], &[], true);
    check(CAST, &["panics"], &[], false);
    check(CAST, &["column-9"], &["9"], true);
    check(CAST, &["answers-once"], &["4"], true);
    check(CAST, &["exit-3"], &[], false);
}

#[test]
fn loop_greets_and_keeps_running() {
    for place in [1, 2] {
        assert!(asked(LOOP, &[], place).is_running());
    }
}

#[test]
fn the_floods_do_not_stop() {
    for (role, word) in [("lines", "thinking aloud"), ("blank-lines", "")] {
        let mut bot = asked(CAST, &[role], 1);
        assert!((0..10_000).all(|_| bot.hear().as_deref() == Some(word)), "{role}");
    }
}

#[test]
fn early_goes_on_with_column_five_when_its_second_answer_is_used_up() {
    let mut bot = asked(CAST, &["early"], 1);
    bot.say("1");
    bot.say("1");
    let said: Vec<_> = (0..3).map(|_| bot.hear().unwrap()).collect();
    assert_eq!(said, ["3", "4", "5"]);
}
