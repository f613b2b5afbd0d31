//! `botyard replay`: every form a match can be written in, and back.

use serde_json::{Value, json};

use super::test_dir::TestDir;

#[test]
fn a_line_of_a_log_is_drawn() {
    let dir = TestDir::new();
    let shown = dir.run(&["replay", "4455667"]).stdout(0);
    let expected = "\
Connect Four: X player 1, O player 2

 1  2  3  4  5  6  7
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  O  O  .
 .  .  . [X][X][X][X]

turns 4 4 5 5 6 6 7
player 1 wins.
link ";
    assert!(shown.starts_with(expected), "{shown}");
    let second = dir.run(&["replay", "4455667", "--turn", "2"]).stdout(0);
    assert!(
        second.contains(" .  .  .  O  .  .  .\n .  .  .  X  .  .  .\n\nturns 4 4\nafter turn 2 of 7\n"),
        "{second}"
    );
    let none = dir.run(&["replay", "4455667", "--turn", "8"]).complaint(2);
    assert!(none.contains("no turn 8: the match has 7 turns"), "{none}");
}

#[test]
fn every_form_leads_to_every_other() {
    let dir = TestDir::new();
    let args = ["play", "connect-four", "builtin:tactician", "builtin:random", "--seed", "9", "--json"];
    let text = dir.run(&[&args[..], &["--save", "match.json", "--log", "log.txt"]].concat()).stdout(0);
    dir.write("document.json", &text);
    let document: Value = serde_json::from_str(&text).expect("a document");
    let link = document["link"].as_str().expect("text").to_owned();
    let payload = link.rsplit('/').next().expect("text");
    let page = format!("https://example.org/{link}?t=3");
    let log = dir.read("log.txt");
    for source in ["match.json", "document.json", "log.txt", log.trim(), &link, payload, &page] {
        assert_eq!(dir.run(&["replay", source, "--columns"]).stdout(0), log, "{source}");
    }
    assert_eq!(dir.run(&["replay", "match.json", "--json"]).stdout(0), dir.read("match.json"));
    let mut saved: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    let words = saved.as_object_mut().and_then(|parts| parts.remove("transcript")).expect("what the bots said");
    assert_eq!(words[0], json!({"seat": 0, "turn": 0, "stream": "stdout", "text": "p\n"}));
    let played: Value =
        serde_json::from_str(&dir.run(&["replay", "document.json", "--json"]).stdout(0)).expect("a document");
    assert_eq!(saved, played, "only a file that was saved has words");
    let back: Value = serde_json::from_str(&dir.run(&["replay", &link, "--json"]).stdout(0)).expect("a document");
    assert_eq!(back["players"][0]["name"], "tactician");
    assert!(dir.run(&["replay", &page]).stdout(0).contains("\nafter turn 3 of "));
}

/// A link of version 1 can be read without its players; version 2 is refused where it is cut.
#[test]
fn a_link_that_was_cut_says_what_is_missing() {
    let dir = TestDir::new();
    let missing = "botyard: the players' names and the seed are missing, because the link ends before them\n";
    for (source, note) in [
        ("AYCqYNxf", missing),
        ("#/connect-four/r/AYCqYNxf.", missing),
        ("AYCqYNxf.AR09KCno7w2297d0gOaT", ""),
        ("AoCqYEmd.Ah09KCno7w2z3-EWC9M", ""),
    ] {
        let ran = dir.run(&["replay", source, "--columns"]);
        assert_eq!((&*ran.stderr, &*ran.stdout), (note, "4455667\n"), "{source}");
    }
    let verified = dir.run(&["verify", "AYCqYNxf", "builtin:random", "builtin:random"]);
    assert!(verified.stderr.starts_with(missing), "{}", verified.stderr);
    let refused = dir.run(&["replay", "#/connect-four/r/AoCqYEmd"]).complaint(5);
    assert!(refused.contains("this link is truncated or altered: copy the whole address again"), "{refused}");
}

#[test]
fn a_log_of_several_matches_is_listed() {
    let dir = TestDir::new();
    dir.write("log.txt", "4142434\n43557644322313\n\n4\n");
    let listed = dir.run(&["replay", "log.txt"]).stdout(0);
    let expected = "    1    7 turns  player 1 wins.
    2   14 turns  player 2 wins.
    3     1 turn  Stopped after 1 turn: no result.
Use --game N to show one of them.
";
    assert_eq!(listed, expected);
    assert_eq!(dir.run(&["replay", "log.txt", "--columns"]).stdout(0), "4142434\n43557644322313\n4\n");
    assert_eq!(dir.run(&["replay", "log.txt", "--columns", "--game", "2"]).stdout(0), "43557644322313\n");
    let none = dir.run(&["replay", "log.txt", "--game", "4"]).complaint(2);
    assert!(none.contains("no match 4: expected 1 to 3"), "{none}");
}

#[test]
fn what_cannot_be_read_is_5_and_names_the_place() {
    let dir = TestDir::new();
    let link = dir.run(&["replay", "4455667"]).stdout(0).lines().last().expect("a link").replace("link ", "");
    dir.write("log.txt", "4142434\n1111111\n");
    dir.write("more.txt", "44556671\n");
    dir.write("cut.json", "{\"format\": 1,\n \"game\": ");
    dir.write("other.json", "{\"format\": 1, \"game\": \"checkers\"}");
    dir.write(
        "illegal.json",
        r#"{"format":1,"game":"connect-four","settings":{},"seed":0,
        "players":[{"name":"a","kind":"module"},{"name":"b","kind":"module"}],"turns":[{"seat":1,"action":4}]}"#,
    );
    dir.write("newer.json", r#"{"format":2,"game":"connect-four","settings":{},"seed":0,"players":[],"turns":[]}"#);
    for (source, clue) in [
        ("log.txt", "as a log of connect-four: line 2, character 7, `1`, is a column that is full"),
        ("more.txt", "line 1, character 8, `1`, comes after the end of the game"),
        ("cut.json", "line 2 column"),
        ("other.json", "unknown game `checkers`"),
        ("illegal.json", "turn 1 of the replay is not possible: it is not the turn of player 2"),
        ("newer.json", "a newer botyard wrote it"),
        (&link.replace("/r/", "/r/A"), "copy the whole address again"),
        ("https://example.org/#/", "expected it to end with #/GAME/r/"),
        (".", "is a folder"),
        ("\u{1b}[2J", "\\u{1b}[2J"),
    ] {
        let complaint = dir.run(&["replay", source]).complaint(5);
        assert!(complaint.contains(clue), "{source}: {complaint}");
    }
}

/// A replay can come from anyone, and so can the reasons in it.
#[test]
fn no_word_of_a_replay_commands_the_terminal() {
    let dir = TestDir::new();
    let played = dir.run(&["play", "connect-four", "builtin:random", "builtin:random", "--json"]).stdout(0);
    let mut replay: Value = serde_json::from_str::<Value>(&played).expect("JSON")["replay"].take();
    let fault = serde_json::json!({ "kind": "not-started", "why": "x\u{1b}[31m\u{9b}5m\u{202e}\nrandom wins." });
    replay["turns"] = serde_json::json!([{ "seat": 0, "fault": fault }]);
    dir.write("forged.json", replay.to_string());
    let shown = dir.run(&["replay", "forged.json"]).stdout(0);
    assert!(shown.contains("did not start: x\\u{1b}[31m\\u{9b}5m\\u{202e}\\nrandom wins.: "), "{shown}");
    replay["game"] = "no\u{9b}5m".into();
    dir.write("game.json", replay.to_string());
    let complaint = dir.run(&["replay", "game.json"]).complaint(5);
    assert!(complaint.contains("no\\u{9b}5m"), "{complaint}");
}
