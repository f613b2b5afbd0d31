//! `botyard play generals`: the options of its own, and a person under fog.

use serde_json::{Value, json};

use super::super::test_dir::TestDir;
use super::bot;

const LINE: &str = "1 4 2\n3 1 1 3\n";

/// The settings of a match with these options, which ends in its first rounds.
#[track_caller]
fn settings(dir: &TestDir, options: &[&str]) -> Value {
    let args = ["play", "generals", "./wrong", "./wrong", "--json", "--seed", "7"];
    let text = dir.run(&[&args[..], options].concat()).stdout(0);
    let document: Value = serde_json::from_str(&text).expect("one document and nothing else");
    document["replay"]["settings"].clone()
}

#[test]
fn what_is_said_is_what_is_played() {
    let dir = TestDir::new();
    bot(&dir, "wrong", &["7"]);
    dir.write("map.txt", LINE);
    let usual = settings(&dir, &["--map", "map.txt"]);
    assert_eq!(usual["map"], LINE);
    assert_eq!(usual["rounds"], 1000);
    assert_eq!(usual["bank"], json!({"initial_ns": 2_000_000_000_u64, "increment_ns": 1_000_000}));
    assert_eq!(usual["order"].as_array().map(Vec::len), Some(2), "the order is drawn");
    let said = ["--map", "map.txt", "--order", "fixed", "--rounds", "12", "--bank", "500ms", "--increment", "0"];
    let said = settings(&dir, &said);
    assert_eq!((&said["order"], &said["rounds"]), (&Value::Null, &json!(12)));
    assert_eq!(said["bank"], json!({"initial_ns": 500_000_000, "increment_ns": 0}));
    assert_eq!(settings(&dir, &["--bank", "none"])["bank"], Value::Null);
    let drawn = settings(&dir, &[]);
    assert!(drawn["map"].as_str().is_some_and(|map| map.starts_with("12 12 2\n")), "{drawn}");
    assert_eq!(settings(&dir, &[]), drawn, "the seed draws the map");
}

#[test]
fn the_order_is_drawn_from_the_seed_or_fixed() {
    let dir = TestDir::new();
    bot(&dir, "idle", &[]);
    dir.write("map.txt", LINE);
    let first = |options: &[&str]| {
        let args = ["play", "generals", "./idle", "./idle", "--map", "map.txt", "--rounds", "1", "--moves", "-qq"];
        let told = dir.run(&[&args[..], options].concat()).stdout(0);
        told.trim_start().split(' ').nth(1).expect("a turn").to_owned()
    };
    let drawn: std::collections::BTreeSet<_> = (0..8).map(|seed: u32| first(&["--seed", &seed.to_string()])).collect();
    assert_eq!(drawn.len(), 2, "either can be first");
    for seed in 0..8_u32 {
        assert_eq!(first(&["--order", "fixed", "--seed", &seed.to_string()]), "A");
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    let dir = TestDir::new();
    dir.write("map.txt", LINE);
    dir.write("bad.txt", "1 4 2\n3 1 1 x\n");
    for (options, status, clue) in [
        (&["--map", "none.txt"][..], 5, "cannot read none.txt: "),
        (&["--map", "bad.txt"], 5, "bad.txt, line 2: invalid cell `x` in row 1, column 4: expected 1 to 4"),
        (&["--rounds", "0"], 2, "0 rounds are not between 1 and"),
        (&["--rounds", "soon"], 2, "--rounds"),
        (&["--order", "mine"], 2, "fixed"),
        (&["--bank", "0"], 2, "500ms, or none"),
        (&["--bank", "none", "--increment", "1"], 2, "--increment cannot be used with --bank none"),
    ] {
        let args = [&["play", "generals", "builtin:idle", "builtin:idle"], options].concat();
        let complaint = dir.run(&args).complaint(status);
        assert!(complaint.contains(clue), "{options:?}: {complaint}");
    }
    let three = ["play", "generals", "--map", "map.txt", "builtin:idle", "builtin:idle", "builtin:idle"];
    let complaint = dir.run(&three).complaint(2);
    assert!(complaint.contains("the map is for 2 players, not 3"), "{complaint}");
    let crowd = [&["play", "generals"][..], &["builtin:idle"; 65]].concat();
    let complaint = dir.run(&crowd).complaint(2);
    assert!(complaint.contains("Generals is for 1 to 64 players, not 65"), "{complaint}");
    let complaint = dir.run(&["play", "connect-four", "human", "human", "--map", "map.txt"]).complaint(2);
    assert!(complaint.contains("--map"), "a game has its own options only: {complaint}");
}

#[test]
fn three_players_are_told_by_their_places() {
    let dir = TestDir::new();
    let (a, b, c) = (bot(&dir, "a", &["7"]), bot(&dir, "b", &[]), bot(&dir, "c", &["-1", "7"]));
    dir.write("map.txt", "1 5 3\n3 1 3 1 3\n");
    let told =
        dir.run(&["play", "generals", "--map", "map.txt", "--order", "fixed", "--bank", "none", &a, &b, &c]).stdout(0);
    let places: Vec<_> = told.lines().filter(|line| line.contains("executable")).map(|line| &line[..8]).collect();
    assert_eq!(places, [" 1. B  b", " 2. C  c", " 3. A  a"], "{told}");
    assert!(told.contains("over after round 2 of 1000\nB  army 2, land 1, cities 1\n"), "{told}");
}

#[test]
fn a_person_sees_what_a_player_sees() {
    let dir = TestDir::new();
    let b = bot(&dir, "b", &["-1", "1 1 4 1 3"]);
    dir.write("map.txt", LINE);
    let args = ["play", "generals", "--map", "map.txt", "--order", "fixed", "--bank", "none", "human", &b];
    let told = dir.run_with(&args, "1 1 up\nnonsense\n1 1 1 1 2\npass\npass\n1 1 r\nresign\n").stdout(0);
    let question = "A human, your move (row column direction [half], or pass), resign or quit: ";
    assert_eq!(told.matches(question).count(), 7, "{told}");
    let before = "  1   2 3 4
1 A*1 . ~ ~
A12 an army, A*12 capital, A#12 city, #40 nobody's city, ^ mountain, ~ fog, % fog over a mountain or a city
round 1 of 1000
A  army 1, land 1, cities 1
B  army 1, land 1
";
    assert!(told.contains(before), "{told}");
    assert!(told.contains("`1 1 up`, which is not on the map (1 rows, 4 columns): not played."), "{told}");
    assert!(told.contains("`nonsense`: expected a row, a column and up, down, left or right"), "{told}");
    assert!(told.contains("1 A*2 A1 . ~\n"), "{told}");
    assert!(!told.contains("B b: "), "what the other does is under fog: {told}");
    assert!(told.contains("human resigned: b wins."), "{told}");
    assert!(told.contains("1 #2 1 . B*3\n"), "the last board is whole: {told}");
}

#[test]
fn a_person_can_play_against_a_bot_of_ours() {
    let told = TestDir::new()
        .run_with(&["play", "generals", "human", "builtin:generals-greedy", "--seed", "2"], "pass\nquit\n");
    let told = told.stdout(0);
    assert!(told.contains("round 2 of 1000\n"), "{told}");
    assert!(told.contains("Stopped after "), "{told}");
}

#[test]
fn a_log_takes_the_place_of_an_earlier_one_and_of_nothing_else() {
    let dir = TestDir::new();
    dir.write("map.txt", LINE);
    let play = |file: &str| {
        let args = ["play", "generals", "builtin:random", "builtin:idle", "--map", "map.txt", "--seed", "3"];
        dir.run(&[&args[..], &["--rounds", "9", "-q", "--log", file]].concat())
    };
    play("log.txt").stdout(0);
    let log = dir.read("log.txt");
    dir.write("log.txt", log.clone() + &log);
    play("log.txt").stdout(0);
    assert_eq!(dir.read("log.txt"), log);
    let complaint = play("map.txt").complaint(5);
    assert!(complaint.contains("map.txt already exists and is not a log"), "{complaint}");
    assert_eq!(dir.read("map.txt"), LINE);
}

#[test]
fn any_number_of_players_that_is_listed_can_play() {
    let dir = TestDir::new();
    let play = |players: usize| {
        let args = ["play", "generals", "--seed", "1", "--rounds", "2", "--bank", "none", "-q"];
        dir.run(&[&args[..], &vec!["builtin:idle"; players]].concat()).stdout(0)
    };
    assert_eq!(play(1), "idle wins.\n");
    for players in [9, 64] {
        assert_eq!(play(players), "A draw: the rounds are used up.\n", "{players}");
    }
}
