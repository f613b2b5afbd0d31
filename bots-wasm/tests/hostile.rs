//! The misbehaving bots misbehave as their names say. The hosts' verdicts on them are tested beside the hosts.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::process::Command;

use arena::Bot;

/// A bot that was just asked for its first move, in place 1 or 2.
fn asked(path: &str, place: u8) -> Bot {
    let mut bot = Bot::meet(Command::new(path), place);
    if place == 2 {
        bot.say("4");
    }
    bot
}

// What the bot says in all once it is asked and its stdin is closed, and whether it exits with success.
#[track_caller]
fn check(path: &str, words: &[&str], success: bool) {
    for place in [1, 2] {
        let (said, status) = asked(path, place).leave();
        assert_eq!((said, status.success()), (words.iter().map(|&word| word.to_owned()).collect(), success));
    }
}

#[test]
fn they_do_what_their_names_say() {
    check(env!("CARGO_BIN_EXE_hostile-mute"), &[], true);
    check(env!("CARGO_BIN_EXE_hostile-crash"), &[], false);
    check(env!("CARGO_BIN_EXE_hostile-early"), &["3", "4"], true);
    check(env!("CARGO_BIN_EXE_hostile-illegal"), &["9"], true);
    check(env!("CARGO_BIN_EXE_hostile-exits-after-move"), &["4"], true);
}

#[test]
fn nostart_ends_without_a_word() {
    let (said, status) = Bot::start(Command::new(env!("CARGO_BIN_EXE_hostile-nostart"))).leave();
    assert_eq!((said, status.success()), (vec![], true));
}

#[test]
fn loop_greets_and_keeps_running() {
    for place in [1, 2] {
        let mut bot = asked(env!("CARGO_BIN_EXE_hostile-loop"), place);
        assert!(bot.is_running());
    }
}

#[test]
fn the_floods_do_not_stop() {
    for (path, word) in
        [(env!("CARGO_BIN_EXE_hostile-flood"), "thinking aloud"), (env!("CARGO_BIN_EXE_hostile-flood-blank"), "")]
    {
        let mut bot = asked(path, 1);
        assert!((0..10_000).all(|_| bot.hear().as_deref() == Some(word)), "{path}");
    }
}

#[test]
fn early_goes_on_with_column_five_when_its_second_answer_is_used_up() {
    let mut bot = asked(env!("CARGO_BIN_EXE_hostile-early"), 1);
    bot.say("1");
    bot.say("1");
    let said: Vec<_> = (0..3).map(|_| bot.hear().unwrap()).collect();
    assert_eq!(said, ["3", "4", "5"]);
}
