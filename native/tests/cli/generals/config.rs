//! `botyard generals CONFIG`: the original's config and log, byte for byte, and the ranking that it
//! did not compute.

use botyard_engine::games::generals::{Generals, GeneralsLogWriter};
use botyard_engine::replay::Replay;
use serde_json::Value;

use super::super::test_dir::{Talk, TestDir, code};
use super::{bot, scripted};

const LINE: &str = "1 4 2\n3\n1\n1\n3\n";
/// On this map player 1 needs two moves to be beside player 2.
const FIELD: &str = "3 3 3\n3 1 3\n1 2 4 1\n1 1 3\n";

/// Writes a config for these programs, with `map.txt` and `log.txt`.
fn config(dir: &TestDir, map: &str, programs: &[&str]) {
    dir.write("map.txt", map);
    dir.write("config.txt", format!("log.txt\nmap.txt\n{}\n{}\n", programs.len(), programs.join("\n")));
}

/// The log that the engine writes of a saved match.
fn log_of(json: &str) -> String {
    let replay: Replay<Generals> = serde_json::from_str(json).expect("a replay");
    let mut text = Vec::new();
    let mut log = GeneralsLogWriter::start(&replay.settings, replay.players.len(), &mut text).expect("a start");
    for turn in &replay.turns {
        log.turn(turn, &mut text).expect("it was played");
    }
    log.finish(&mut text);
    String::from_utf8(text).expect("numbers")
}

#[test]
fn the_log_is_the_originals_to_the_byte() {
    let dir = TestDir::new();
    // Both wait for the first growth; then player 1 marches, and player 2 leaves the map.
    let a = bot(&dir, "a", &["-1", "-1", "1 1 1 1 2"]);
    let b = bot(&dir, "b", &["-1", "-1", "1 1 4 1 5"]);
    config(&dir, LINE, &[&a, &b]);
    let told = dir.run(&["generals", "config.txt"]).stdout(0);
    let log = "\
1 4 2 0
1
2 1
2 1
1 3 1 2
1 1 0 0
1 1 0 0
1 3 2 2
1
2 2
2 1
1 3 1 1
1 1 1 1
1 1 0 0
1 3 2 2
1
2 2
0 0
1 3 1 1
1 1 1 1
1 1 0 0
1 2 0 2
0

";
    assert_eq!(dir.read("log.txt"), log);
    let ranking = "\
b printed `1 1 4 1 5`, which is not on the map (1 rows, 4 columns): a wins.
1. a (player 1): army 2, cities 1, land 2
2. b (player 2): it printed `1 1 4 1 5`, which is not on the map (1 rows, 4 columns) in round 3
";
    assert_eq!(told, ranking);
}

#[test]
fn a_long_log_is_what_the_engine_writes_of_the_same_turns() {
    let dir = TestDir::new();
    dir.write("map.txt", dir.run(&["generals", "map", "7", "6", "3", "--seed", "8"]).stdout(0));
    dir.write("config.txt", "log.txt map.txt 3 builtin:greedy builtin:random builtin:hunter");
    let run = || dir.run(&["generals", "config.txt", "--seed", "4", "--save", "match.json"]).stdout(0);
    let told = run();
    let (log, json) = (dir.read("log.txt"), dir.read("match.json"));
    assert_eq!(log, log_of(&json));
    assert!(told.lines().count() == 4 && told.contains("\n1. "), "{told}");
    let replay: Value = serde_json::from_str(&json).expect("a replay");
    assert_eq!((&replay["settings"]["rounds"], &replay["settings"]["bank"]), (&Value::from(10_000), &Value::Null));
    assert_eq!(replay["settings"]["order"], Value::Null, "players move in their order");
    assert_eq!(replay["turns"][0]["seat"], 0);
    // The log's earlier content was replaced, and the same seed gives the same match.
    assert_eq!((run(), dir.read("log.txt")), (told, log));
}

/// Without time limits, a bot that hangs blocks a series for a day.
#[test]
fn rounds_and_a_bank_can_be_set() {
    let dir = TestDir::new();
    let hangs = scripted(&dir, "hangs", "turn; exec sleep 86399");
    let b = bot(&dir, "b", &["-1"; 8]);
    config(&dir, LINE, &[&hangs, &b]);
    let told = dir.run(&["generals", "config.txt", "--bank", "200ms"]).stdout(0);
    assert!(told.starts_with("hangs did not answer in time") && told.contains(": b wins."), "{told}");
    config(&dir, LINE, &["builtin:idle", "builtin:idle"]);
    let told = dir.run(&["generals", "config.txt", "--rounds", "3", "--save", "match.json"]).stdout(0);
    assert!(told.contains("draw"), "{told}");
    let replay: Value = serde_json::from_str(&dir.read("match.json")).expect("a replay");
    assert_eq!((&replay["settings"]["rounds"], &replay["settings"]["bank"]), (&Value::from(3), &Value::Null));
    assert_eq!(replay["turns"].as_array().map(Vec::len), Some(6));
    let complaint = dir.run(&["generals", "config.txt", "--rounds", "0"]).complaint(2);
    assert!(complaint.contains("0 rounds are not between 1 and"), "{complaint}");
}

#[test]
fn paths_are_relative_to_where_one_is() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path("deep")).expect("our own folder");
    let a = bot(&dir, "a", &["7"]);
    let b = bot(&dir, "b", &[]);
    dir.write("deep/config.txt", format!("deep/log.txt map.txt 2 {a} {b}"));
    dir.write("map.txt", LINE);
    let told = dir.run(&["generals", "deep/config.txt"]).stdout(0);
    assert!(told.starts_with("a printed `7`, "), "{told}");
    assert_eq!(dir.read("deep/log.txt").lines().next(), Some("1 4 2 0"));
}

#[test]
fn a_faulty_player_is_out_and_the_others_play_on() {
    let dir = TestDir::new();
    let a = bot(&dir, "a", &["-1", "-1", "2 1 1 1 2", "-1", "1 1 1 1 2", "1 1 2 1 3"]);
    let b = scripted(&dir, "b", "turn; echo -1; exit 3");
    let c = bot(&dir, "c", &["-1", "-1", "-1", "1 3 3 4 3"]);
    config(&dir, FIELD, &[&a, &b, &c]);
    let told = dir.run(&["generals", "config.txt", "--save", "match.json"]).stdout(0);
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].starts_with("c printed `1 3 3 4 3`, ") && lines[0].ends_with(": a wins."), "{told}");
    assert!(lines[1].starts_with("1. a (player 1): army ") && lines[2].starts_with("2. c (player 3): "), "{told}");
    assert_eq!(lines[3], "3. b (player 2): it ended before it answered, with exit status 3 in round 2", "{told}");
    assert_eq!(dir.read("log.txt"), log_of(&dir.read("match.json")));
}

#[test]
fn a_fault_that_decided_nothing_is_in_the_ranking_alone() {
    let dir = TestDir::new();
    let a = bot(&dir, "a", &["7"]);
    let b = bot(&dir, "b", &[&["-1"; 12][..], &["1 1 3 1 4"]].concat());
    // c sends its units away, and b comes.
    let c = bot(&dir, "c", &[&["-1"; 11][..], &["1 1 4 1 5"]].concat());
    config(&dir, "1 5 3\n3 1 3 3 1\n", &[&a, &b, &c]);
    let told = dir.run(&["generals", "config.txt"]).stdout(0);
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[0], "b wins: the last other capital has fallen.", "{told}");
    assert_eq!(lines[2], "2. c (player 3): captured by b in round 13", "{told}");
    assert_eq!(lines[3], "3. a (player 1): it printed `7`, but a single number can only be `-1` in round 1", "{told}");
}

#[test]
fn one_player_has_won_at_once() {
    let dir = TestDir::new();
    let a = bot(&dir, "a", &[]);
    config(&dir, "1 2 1\n3 1\n", &[&a]);
    let told = dir.run(&["generals", "config.txt"]).stdout(0);
    assert!(told.ends_with("1. a (player 1): army 1, cities 1, land 1\n"), "{told}");
    assert_eq!(dir.read("log.txt"), "1 2 1 0\n0\n\n");
}

#[test]
fn the_log_is_there_while_the_match_is_played() {
    let dir = TestDir::new();
    let b = bot(&dir, "b", &[]);
    config(&dir, LINE, &["human", &b]);
    let mut talk = Talk::new(dir.start(&["generals", "config.txt"]));
    talk.write_line("1 1 right");
    while !talk.read_line().ends_with("  1. A human: 1 1 1 1 2") {}
    let record = "1 4 2 0\n1\n1 1\n1 1\n1 3 1 1\n1 1 0 0\n1 1 0 0\n1 3 2 1\n";
    assert_eq!(dir.read("log.txt"), record);
    talk.write_line("quit");
    while !talk.read_line().is_empty() {}
    assert_eq!(code(talk.child.wait().expect("it ends")), 0);
    assert_eq!(dir.read("log.txt"), record, "a match that was broken off has no end");
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_costs_no_log() {
    let dir = TestDir::new();
    bot(&dir, "a", &[]);
    bot(&dir, "my-bot", &[]);
    dir.write("map.txt", LINE);
    dir.write("bad.txt", "1 4 2\n3\n1\n5\n3\n");
    dir.write("old.txt", "yesterday's log");
    for (config, status, clue) in [
        ("", 5, "c.txt, line 1: the file ends before the path of the log"),
        ("old.txt\nmap.txt\nmany\n", 5, "c.txt, line 3: invalid number of players `many`"),
        ("old.txt\nmap.txt\n2\n./a\n", 5, "c.txt, line 4: the file ends before the program of player 2 of 2"),
        ("old.txt\nnone.txt\n2\n./a\n./a\n", 5, "c.txt, line 2: cannot read none.txt: "),
        (
            "old.txt\nbad.txt\n2\n./a\n./a\n",
            5,
            "c.txt, line 2: bad.txt, line 4: invalid cell `5` in row 1, column 3: expected 1 to 4",
        ),
        ("old.txt\nmap.txt\n3\n./a\n./a\n./a\n", 5, "c.txt, line 3: 3 players, but the map map.txt is for 2"),
        ("old.txt\nmap.txt\n2\n./a\n./my-bto\n", 3, "c.txt, line 5: no such file: ./my-bto; did you mean ./my-bot?"),
        ("old.txt\nmap.txt\n2\n./a\nbuiltin:x\n", 2, "c.txt, line 5: unknown bundled bot `x`"),
        ("map.txt\nmap.txt\n2\n./a\n./a\n", 5, "c.txt, line 1: map.txt would be overwritten by the log"),
        ("./a\nmap.txt\n2\n./a\n./a\n", 5, "c.txt, line 1: ./a would be overwritten by the log"),
        ("./my-bot\nmap.txt\n2\n./a\n./a\n", 5, "c.txt, line 1: ./my-bot already exists and is not a log: "),
        ("old.txt/log\nmap.txt\n2\n./a\n./a\n", 5, "c.txt, line 1: cannot write old.txt/log: "),
    ] {
        dir.write("c.txt", config);
        let complaint = dir.run(&["generals", "c.txt"]).complaint(status);
        assert!(complaint.contains(clue), "{config:?}: {complaint}");
    }
    assert_eq!((dir.read("old.txt").as_str(), dir.read("map.txt").as_str()), ("yesterday's log", LINE));
    let complaint = dir.run(&["generals", "none"]).complaint(5);
    assert!(complaint.contains("cannot read none: "), "{complaint}");
    let complaint = dir.run(&["generals"]).complaint(2);
    assert!(complaint.contains("<CONFIG>"), "{complaint}");
}

#[test]
fn what_comes_after_the_programs_is_not_read_as_in_the_original() {
    let dir = TestDir::new();
    let a = bot(&dir, "a", &["7"]);
    config(&dir, LINE, &[&a, &a]);
    dir.write("config.txt", dir.read("config.txt") + "and more");
    let ran = dir.run(&["generals", "config.txt"]);
    assert!(ran.stderr.contains("config.txt, line 6: `and` after the last program"), "{}", ran.stderr);
    assert!(ran.stdout(0).contains("a (2) wins"));
}
