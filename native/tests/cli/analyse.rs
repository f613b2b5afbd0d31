//! `botyard analyse`: the turn that lost a match.

use botyard_effort::count;
use serde_json::Value;

use super::test_dir::TestDir;

/// The first player's 27th turn loses: the second has a win with the next stones.
const LOST: &str = "434767443642163771171663765525";

#[test]
fn the_decisive_turn_is_named() {
    let dir = TestDir::new();
    let shown = dir.run(&["analyse", LOST, "--nodes", "20000"]).stdout(0);
    let sentence = "Turn 27: 5 turned a win into a loss; 1, 2, 3 and 4 kept it.";
    assert!(shown.starts_with(&format!("Connect Four: X player 1, O player 2\n\n{sentence}\n\n")), "{shown}");
    assert!(shown.contains("kept it  <- lost here\nturn 28  O 5  a win\n"), "{shown}");
    assert!(shown.contains("\nturn  1  X 4  not analysed: too many positions\n"), "{shown}");
    let json = dir.run(&["analyse", LOST, "--nodes", "20000", "--json"]).stdout(0);
    let json: Value = serde_json::from_str(&json).expect("a document");
    assert_eq!((&json["loser"], &json["decisive_turn"]), (&1.into(), &27.into()));
    assert_eq!(json["sentence"], sentence);
    assert_eq!((&json["turns"][26]["before"], &json["turns"][26]["after"]), (&"win".into(), &"loss".into()));
    assert!(json["turns"][0]["before"].is_null(), "{json}");
}

#[test]
fn a_match_of_a_file_is_analysed() {
    let dir = TestDir::new();
    dir.write("log.txt", format!("4453\n{LOST}\n"));
    let ambiguous = dir.run(&["analyse", "log.txt"]).complaint(2);
    assert!(ambiguous.contains("choose one with --game 1 to 2"), "{ambiguous}");
    let shown = dir.run(&["analyse", "log.txt", "--game", "2", "--nodes", "20000"]).stdout(0);
    assert!(shown.contains("Turn 27: 5 turned a win into a loss"), "{shown}");
    let open = dir.run(&["analyse", "4453", "--nodes", "1"]).stdout(0);
    assert!(open.contains("The match has no loser.\n"), "{open}");
}

#[test]
fn the_lost_games_of_a_series_are_listed() {
    let dir = TestDir::new();
    let players = ["connect-four", "builtin:random", "builtin:negamax", "--games", "4", "--jsonl", "games.jsonl"];
    dir.run(&[&["series"][..], &players].concat()).stdout(0);
    let chosen = ["analyse", "games.jsonl", "--of", "random", "--lost", "--nodes", "20000"];
    let shown = dir.run(&chosen).stdout(0);
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(lines.len(), 6, "{shown}");
    assert!(lines[..4].iter().all(|line| line.starts_with("game ") && line.contains("  random  ")), "{shown}");
    assert!(lines[5].starts_with("Of 4 games, ") && lines[5].ends_with(" from a drawn one."), "{shown}");
    let json = dir.run(&[&chosen[..], &["--json"]].concat()).stdout(0);
    let documents: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("a document")).collect();
    assert_eq!(documents.iter().map(|document| document["game"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
}

#[test]
fn the_chances_are_estimated_where_there_is_no_judge() {
    let dir = TestDir::new();
    dir.run(&["play", "generals", "builtin:hunter", "builtin:idle", "--save", "match.json"]).stdout(0);
    let shown = dir.run(&["analyse", "match.json"]).stdout(0);
    assert!(shown.starts_with("Generals: ") && shown.contains("\n\nTurn "), "{shown}");
    assert!(shown.contains("the loser's chance") && shown.contains("by estimate."), "{shown}");
    assert!(
        shown.contains("The largest falls of the loser's chance beyond the interval of its estimate:\nturn "),
        "{shown}"
    );
    let json = dir.run(&["analyse", "match.json", "--json"]).stdout(0);
    let json: Value = serde_json::from_str(&json).expect("a document");
    assert_eq!((&json["loser"], &json["estimate"]["seat"]), (&2.into(), &1.into()));
    let course = json["estimate"]["course"].as_array().expect("a course");
    let estimates: Vec<_> = course.iter().filter_map(|chance| chance["estimate"].as_f64()).collect();
    assert!((estimates[0] - 0.5).abs() < 0.1 && estimates.last() == Some(&1.0), "{estimates:?}");
}

/// In games with other seeds than those that the model was fitted to and measured with.
#[test]
fn an_estimate_says_more_than_that_the_chances_are_even() {
    let dir = TestDir::new();
    let series = ["series", "generals", "builtin:hunter", "builtin:hunter-varied", "--seed", "4901"];
    dir.run(&[&series[..], &["--games", count("40", "1000"), "--jsonl", "games.jsonl"]].concat()).stdout(0);
    let json = dir.run(&["analyse", "games.jsonl", "--of", "hunter", "--json"]).stdout(0);
    let (mut squares, mut positions) = (0.0, 0.0);
    for document in json.lines().map(|line| serde_json::from_str::<Value>(line).expect("a document")) {
        let won = if document["loser"] == 2 { 1.0 } else { 0.0 };
        let course = document["estimate"]["course"].as_array().expect("a course");
        for chance in &course[..course.len() - 1] {
            squares += (chance["estimate"].as_f64().expect("a share") - won).powi(2);
            positions += 1.0;
        }
    }
    assert!(squares / positions < 0.245, "an even chance has 0.25, this {}", squares / positions);
}

#[test]
fn a_match_of_many_is_not_analysed() {
    let dir = TestDir::new();
    let bots = ["builtin:up"; 3];
    dir.run(&[&["play", "bitmartyr", "--duration", "5", "--save", "match.json"][..], &bots].concat()).stdout(0);
    let why = dir.run(&["analyse", "match.json"]).complaint(2);
    assert!(why.contains("a match of BitMartyr with 3 players cannot be analysed"), "{why}");
}
