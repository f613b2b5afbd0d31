//! Tournaments in which more than two play together: fields of some of the bots.

use serde_json::Value;

use super::test_dir::TestDir;

/// Four bots, on a small board.
const BOTS: [&str; 4] = ["builtin:right", "builtin:up", "builtin:random", "other=builtin:random"];
const GAME: [&str; 8] = ["--width", "20", "--height", "12", "--population", "2", "--duration", "6"];

fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["tournament", "bitmartyr"][..], &BOTS, &GAME, &["--seats", "3", "--seed", "1", "-q"], more].concat()
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is a JSON document")
}

fn players(document: &Value) -> &[Value] {
    document["players"].as_array().expect("a list")
}

#[test]
fn every_bot_plays_as_many_games_of_a_field() {
    let dir = TestDir::new();
    let report = document(&dir.run(&words(&["--games", "9", "--json", "--jsonl", "games.jsonl"])).stdout(0));
    assert_eq!(
        (&report["seats"], &report["games"], &report["ranked_by"]),
        (&3.into(), &12.into(), &"mean-place".into())
    );
    let number = |value: &Value| value.as_f64().expect("a number");
    for player in players(&report) {
        let games: f64 = ["won", "drawn", "lost"].map(|key| number(&player[key])).iter().sum();
        assert_eq!(games, 9.0, "{player}");
        let places: Vec<_> = player["places"].as_array().expect("a list").iter().map(number).collect();
        let mean = (places[0] + 2.0 * places[1] + 3.0 * places[2]) / 9.0;
        assert!((number(&player["mean_place"]) - mean).abs() < 1e-6, "{player}");
        assert!((number(&player["first_share"]) - places[0] / 9.0).abs() < 1e-6, "{player}");
    }
    let means: Vec<_> = players(&report).iter().map(|player| number(&player["mean_place"])).collect();
    assert!(means.is_sorted(), "{means:?}");
    // The lines have all that the table needs.
    let again = document(&dir.run(&["standings", "games.jsonl", "--json"]).stdout(0));
    // Two pairs of bots are not connected here, and which of them is rated follows from their order.
    let unrated = |document: &Value| -> Vec<Value> {
        let unrated = |player: &Value| {
            let mut player = player.clone();
            player.as_object_mut().expect("an object").retain(|key, _| key != "rating" && key != "estimate");
            player
        };
        players(document).iter().map(unrated).collect()
    };
    assert_eq!(unrated(&again), unrated(&report));
    let points = ["standings", "games.jsonl", "--points", "4,2,1", "--json"];
    let by_points = document(&dir.run(&points).stdout(0));
    assert_eq!(
        (&by_points["ranked_by"], &by_points["place_points"]),
        (&"points".into(), &serde_json::json!([4.0, 2.0, 1.0]))
    );
    let sum: f64 = players(&by_points).iter().map(|player| number(&player["points"])).sum();
    assert!((sum - 84.0).abs() < 1e-6, "{sum}");
}

#[test]
fn a_field_has_a_table_and_goes_on() {
    let dir = TestDir::new();
    let store = ["--store", "cup.sqlite"];
    dir.run(&words(&[&["--games", "9"][..], &store].concat())).stdout(0);
    let table = dir.run(&words(&[&["--games", "18", "--resume"][..], &store].concat())).stdout(0);
    assert!(table.starts_with("bitmartyr: round-robin, 24 of 24 games, seed 1\n"), "{table}");
    assert!(table.contains("mean place") && table.contains("How often each row was placed before"), "{table}");
    let mut other = words(&["--games", "18", "--resume", "--store", "cup.sqlite"]);
    let seats = other.iter().position(|word| *word == "--seats").expect("it has seats");
    other[seats + 1] = "4";
    let complaint = dir.run(&other).complaint(2);
    assert!(complaint.contains("the stored games have another number of seats"), "{complaint}");
    let results = dir.run(&["results", "cup.sqlite"]).stdout(0);
    assert!(results.lines().any(|line| line.trim_start().starts_with("24 ")), "{results}");
}

#[test]
fn what_is_for_two_seats_says_so() {
    let dir = TestDir::new();
    for (more, expected) in [
        (&["--format", "knockout"][..], "a knockout is of games for two"),
        (&["--format", "series"], "all bots play together"),
        (&["--sprt", "elo0=0", "elo1=5"], "--sprt compares two bots, in games of two"),
        (&["--points", "4,2"], "expected points for 3 places, found 2"),
        (&["--points", "4,5,6"], "a place has more points than a better one"),
    ] {
        let complaint = dir.run(&words(more)).complaint(2);
        assert!(complaint.contains(expected), "{more:?}: {complaint}");
    }
    let random = "builtin:random";
    for (more, expected) in [
        (&["--seats", "4"][..], "games of 4 seats need at least 4, found 3"),
        (&["--points", "4,2"], "more than two play together"),
    ] {
        let complaint = dir.run(&[&["tournament", "generals", random, random, random][..], more].concat()).complaint(2);
        assert!(complaint.contains(expected), "{more:?}: {complaint}");
    }
}
