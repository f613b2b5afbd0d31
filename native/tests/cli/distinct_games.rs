//! Which games of a series count as the same game: those with the same start and turns, whatever
//! their seeds. Also for games that were kept before this rule.

use serde_json::Value;

use super::test_dir::TestDir;

const SMALL: [&str; 6] = ["--width", "16", "--height", "16", "--duration", "30"];

/// Bots that ignore the random numbers that they are sent.
fn words<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let series = ["series", "bitmartyr", "builtin:right", "builtin:up", "--seed", "1", "-q"];
    [&series[..], &SMALL, options].concat()
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is a JSON document")
}

/// Regression: every game counted as distinct, because its seed was part of its digest: intervals
/// were computed from one pair of games.
#[test]
fn games_that_differ_in_the_seed_alone_are_the_same() {
    let dir = TestDir::new();
    let json = document(&dir.run(&words(&["--games", "12", "--json"])).stdout(0));
    assert_eq!((&json["games"], &json["repeated_units"]), (&12.into(), &5.into()), "{json:#}");
    let counts = json["comparison"]["counts"].as_array().expect("a list");
    assert_eq!(counts.iter().filter_map(Value::as_u64).sum::<u64>(), 1, "{json:#}");
    assert_eq!(json["comparison"]["elo"]["value"], Value::Null, "{json:#}");
    let table = dir.run(&words(&["--games", "12"])).stdout(0);
    assert!(table.contains("5 of 6 pairs of games repeat an earlier pair turn for turn"), "{table}");
    // Another board for each seed.
    let drawn = document(&dir.run(&words(&["--games", "12", "--json", "--placement", "random"])).stdout(0));
    assert_eq!(drawn["repeated_units"], 0, "{drawn:#}");
}

/// The file of an earlier version: all digests differ.
fn number_digests(text: &str) -> String {
    let mut number = 0;
    let lines = text.lines().map(|line| {
        let mut game = document(line);
        number += 1;
        game["result"]["played"]["digest"] = format!("{number:032x}").into();
        game.as_object_mut().expect("an object").remove("digest_version");
        format!("{game}\n")
    });
    lines.collect()
}

/// Regression: a resumed series would count equal old and new games as distinct.
#[test]
fn a_store_of_an_earlier_version_goes_on() {
    let dir = TestDir::new();
    let kept = ["--store", "a.sqlite", "--json", "--games"];
    dir.run(&words(&[&kept[..], &["6"]].concat())).stdout(0);
    let connection = rusqlite::Connection::open(dir.path("a.sqlite")).expect("a database");
    let digest = "json_set(result, '$.played.digest', printf('%032x', 2 * unit + rotation))";
    let changed = connection.execute(&format!("UPDATE game SET result = {digest}"), []).expect("it can be written");
    connection.execute_batch("ALTER TABLE game DROP COLUMN sum; PRAGMA user_version = 3").expect("it can be written");
    drop(connection);
    assert_eq!(changed, 6);
    let resumed = document(&dir.run(&words(&[&kept[..], &["10", "--resume"]].concat())).stdout(0));
    let expected = document(&dir.run(&words(&["--json", "--games", "10"])).stdout(0));
    assert_eq!(resumed["repeated_units"], 4, "{resumed:#}");
    assert_eq!(resumed, expected);
}

#[test]
fn lines_of_an_earlier_version_count_beside_those_of_today() {
    let dir = TestDir::new();
    dir.run(&words(&["--games", "8", "--jsonl", "games.jsonl"])).stdout(0);
    let text = dir.read("games.jsonl");
    let (old, new) = text.split_at(text.match_indices('\n').nth(3).expect("eight lines").0 + 1);
    dir.write("mixed.jsonl", number_digests(old) + new);
    let [mixed, whole] =
        ["mixed.jsonl", "games.jsonl"].map(|file| document(&dir.run(&["standings", file, "--json"]).stdout(0)));
    assert_eq!(mixed["pairings"][0]["repeated_units"], 3, "{mixed:#}");
    assert_eq!(mixed, whole);
}

mod complete {
    use super::*;

    /// The same seed again and again is the same game, also if it is too long for a link; other
    /// settings make another.
    #[test]
    fn a_match_that_is_too_long_for_a_link_has_its_settings_in_its_digest() {
        let digests = |rounds: &str| -> Vec<String> {
            let (dir, lines) = (TestDir::new(), "games.jsonl");
            let words = ["series", "generals", "builtin:random", "builtin:random", "--games", "2", "--seed", "1", "-q"];
            dir.run(&[&words[..], &["--rounds", rounds, "--jsonl", lines]].concat()).stdout(0);
            let games = dir.read(lines);
            let mut games: Vec<Value> = games.lines().map(document).collect();
            games.sort_by_key(|game| game["rotation"].as_u64());
            assert!(games.iter().all(|game| game["replay"].as_str().is_some_and(|replay| replay.starts_with('{'))));
            games.iter().map(|game| game["result"]["played"]["digest"].to_string()).collect()
        };
        let long = digests("24000");
        assert_eq!(digests("24000"), long);
        assert_ne!(digests("24002"), long);
    }
}
