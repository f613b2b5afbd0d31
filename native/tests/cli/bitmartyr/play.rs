//! `botyard play bitmartyr`, and what `replay` shows of it.

use serde_json::Value;

use super::super::test_dir::TestDir;
use super::{bot, drawn};

#[test]
fn a_match_is_told_saved_and_shown_again() {
    let dir = TestDir::new();
    let (right, stay) = (bot(&dir, "right", "2"), bot(&dir, "stay", "0"));
    let play = ["play", "bitmartyr", "--board", "E2/3/J2", "--duration", "1", "--seed", "3", "--save", "m.json"];
    let told = dir.run(&[&play[..], &[&right, &stay]].concat()).stdout(0);
    let board = "R4 R5  .\n .  .  .\nG5  .  .\nover after 1 of 1 turns\n";
    let counts = "R  Red      2 units, 1 of health 5, 1 of health 4\nG  Green    1 units, 1 of health 5\n";
    assert!(told.starts_with(&format!("{board}{counts}")), "{told}");
    assert!(told.contains("\nright wins: the most units after the last turn.\n"), "{told}");
    assert_eq!(drawn(&dir.read("m.json")), ["E2/3/J2", "DE1/3/J2"]);
    let shown = dir.run(&["replay", "m.json"]).stdout(0);
    assert!(shown.contains(board) && shown.contains("turns 2 0\n"), "{shown}");
    let before = dir.run(&["replay", "m.json", "--turn", "0"]).stdout(0);
    assert!(before.contains("R5  .  .\n .  .  .\nG5  .  .\nturn 0 of 1\n"), "{before}");
}

/// Regression: turns were single actions here, and the third one was reported in turn 1.
#[test]
fn a_turn_is_one_of_all_teams() {
    let dir = TestDir::new();
    let (right, stay) = (bot(&dir, "right", "22222222"), bot(&dir, "stay", "0"));
    let play = ["play", "bitmartyr", "--board", "E4/5/J4", "--duration", "3", "--save", "m.json", "--watch"];
    let told = dir.run(&[&play[..], &[&right, &stay]].concat()).stdout(0);
    let number = |line: &str| line.split_once(". ").and_then(|(number, _)| number.trim().parse::<u32>().ok());
    let numbers: Vec<_> = told.lines().filter_map(number).collect();
    assert_eq!(numbers, [1, 1, 2, 2, 3, 3], "{told}");
    for turn in [1, 2] {
        assert_eq!(told.matches(&format!("turn {turn} of 3\n")).count(), 1, "a board for each: {told}");
    }
    let shown = dir.run(&["replay", "m.json", "--turn", "2"]).stdout(0);
    assert!(shown.contains("turn 2 of 3\n") && shown.contains("\nafter turn 2 of 3\n"), "{shown}");
    let complaint = dir.run(&["replay", "m.json", "--turn", "4"]).complaint(2);
    assert!(complaint.contains("no turn 4: the match has 3 turns"), "{complaint}");
}

#[test]
fn failed_runs_are_reported() {
    let dir = TestDir::new();
    let (stay, falls) = (bot(&dir, "stay", "0"), dir.script("falls", "echo 0\nkill -KILL $$"));
    let play = ["play", "bitmartyr", "--board", "E2/3/J2", "--duration", "2", "--save", "m.json"];
    let ran = dir.run(&[&play[..], &[&stay, &falls]].concat());
    let told = ran.stderr.clone();
    assert!(
        told.contains("falls: runs failed in 2 of its turns, first in turn 1: it ended killed by signal 9\n"),
        "{told}"
    );
    assert!(!told.contains("stay: runs"), "{told}");
    assert!(ran.stdout(0).contains("G  Green    1 units"), "what it printed counts");
    assert!(dir.read("m.json").contains("\"stream\": \"ended\""), "the file has it too");
    let again = dir.run(&["rerun", "m.json", "--seat", "2", &falls]);
    assert!(again.stderr.contains("falls: runs failed in 2 of its turns, first in turn 1"), "{}", again.stderr);
    assert!(again.stdout(0).contains("No difference"), "what it printed is the same");
}

#[test]
fn a_match_is_a_document_and_a_log() {
    let dir = TestDir::new();
    let stay = bot(&dir, "stay", "0");
    let play = ["play", "bitmartyr", "--width", "4", "--height", "4", "--population", "1", "--duration", "2"];
    let told = dir.run(&[&play[..], &["--json", "--log", "log", &stay, &stay]].concat()).stdout(0);
    let document: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(document["replay"]["game"], "bitmartyr");
    assert_eq!(document["replay"]["settings"]["duration"], 2);
    let log = dir.read("log");
    assert!(
        log.starts_with("Starting turn 0...\nRunning stay (1) done.\nRunning stay (2) done.\nTeam Red: 1\n"),
        "{log}"
    );
    let again = dir.run(&["replay", "log"]).complaint(5);
    assert!(!again.is_empty());
}

#[test]
fn options_that_cannot_be_followed_say_why() {
    let dir = TestDir::new();
    let stay = bot(&dir, "stay", "0");
    for (line, clue) in [
        ("--board E2 human", "a person cannot play BitMartyr"),
        ("--board E2 -g human", "a person cannot play BitMartyr"),
        ("--board E2/J", "row 2 of the board is not as long as the first"),
        ("--board E2 --width 3", "cannot be used with"),
        ("--placement even", "expected one of spaced, random"),
        ("--formats standard,morse", "expected one of standard, plain, basic"),
        ("--formats basic,basic", "2 formats are more than 1 teams"),
        ("--board 1J", "the board has units of team 2, but there are 1 teams"),
        ("--width 2 --height 2", "1 teams of 5 units do not fit on 4 cells"),
        ("--duration 0", "0 turns are not between 1 and"),
    ] {
        let words: Vec<_> = ["play", "bitmartyr"].into_iter().chain(line.split(' ')).chain([stay.as_str()]).collect();
        let complaint = dir.run(&words).complaint(2);
        assert!(complaint.contains(clue), "{line}: {complaint}");
    }
}
