//! The games that a series has kept, from its store and from its lines: listed, chosen, shown, played
//! again.

use serde_json::{Value, json};

use super::test_dir::TestDir;

/// `left` and `right` win with the first seat; `broken` exits in its second turn.
fn played(dir: &TestDir) {
    let [left, right] = [dir.player("left", "1111"), dir.player("right", "7777")];
    let broken = dir.greeter("broken", "echo 4\nread column\nexit 3");
    let words = ["tournament", "connect-four", &left, &right, &broken, "--games", "2", "--seed", "1", "-q"];
    dir.run(&[&words[..], &["--store", "cup.sqlite", "--jsonl", "games.jsonl"]].concat()).stdout(0);
}

/// The rows of a list of games: their numbers, players and results.
fn rows(list: &str) -> Vec<String> {
    let rows = list.lines().skip(1).take_while(|line| !line.is_empty());
    let row = |line: &str| {
        let cells: Vec<_> = line.trim().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        cells[..3].join("; ")
    };
    rows.map(row).collect()
}

#[test]
fn games_are_listed_and_chosen() {
    let dir = TestDir::new();
    played(&dir);
    let all = [
        "1; left, right; left won",
        "2; right, left; right won",
        "3; left, broken; left won",
        "4; broken, left; left won",
        "5; right, broken; right won",
        "6; broken, right; right won",
    ];
    for file in ["cup.sqlite", "games.jsonl"] {
        let list = |options: &[&str]| rows(&dir.run(&[&["results", file], options].concat()).stdout(0));
        assert_eq!(list(&[]), all, "{file}");
        assert_eq!(list(&["--lost"]), [all[1]], "{file}");
        assert_eq!(list(&["--of", "right", "--lost"]), [all[0]], "{file}");
        assert_eq!(list(&["--faults"]), all[2..], "{file}");
        let none = dir.run(&["results", file, "--of", "left", "--faults"]).stdout(0);
        assert_eq!(none, format!("No such game: `botyard results {file}` lists all.\n"));
    }
    let complaint = |options: &[&str]| dir.run(&[&["results", "cup.sqlite"], options].concat()).complaint(2);
    let unknown = complaint(&["--of", "nobody"]);
    assert!(unknown.contains("cup.sqlite: no bot is called `nobody` (bots: left, right, broken)"), "{unknown}");
    let list = dir.run(&["replay", "cup.sqlite", "--faults"]).stdout(0);
    assert_eq!(rows(&list), all[2..]);
    assert!(list.ends_with("\nUse --game N to show one of them.\n"), "{list}");
    assert!(dir.names().iter().all(|name| !name.starts_with("cup.sqlite-")), "{:?}", dir.names());
}

#[test]
fn a_store_is_written_in_other_forms() {
    let dir = TestDir::new();
    played(&dir);
    let run = |words: &[&str]| dir.run(words).stdout(0);
    let mut lines: Vec<_> = dir.read("games.jsonl").lines().map(str::to_owned).collect();
    lines.sort();
    let mut written: Vec<_> = run(&["results", "cup.sqlite", "--jsonl"]).lines().map(str::to_owned).collect();
    written.sort();
    assert_eq!(written, lines);
    let csv = run(&["results", "cup.sqlite", "--csv", "--of", "broken", "--lost"]);
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(csv.lines().nth(1).is_some_and(|line| line.starts_with("3,1,0,") && line.contains(",left won,")), "{csv}");
    let markdown = run(&["results", "games.jsonl", "--markdown"]);
    assert!(markdown.starts_with("| game | players | result | turns | faults | longest turn |\n"), "{markdown}");
    let [of_store, of_lines] = ["cup.sqlite", "games.jsonl"].map(|file| run(&["standings", file, "--json"]));
    assert_eq!(of_store, of_lines);
}

#[test]
fn a_game_of_a_series_is_opened_by_its_number() {
    let dir = TestDir::new();
    played(&dir);
    for file in ["cup.sqlite", "games.jsonl"] {
        let shown = dir.run(&["replay", file, "--game", "2"]).stdout(0);
        assert!(shown.starts_with("Connect Four: X right, O left\n"), "{shown}");
        assert!(shown.contains("\nturns 7 1 7 1 7 1 7\nright wins: four in a row.\n"), "{shown}");
        // The only game that is left needs no number.
        let lost = dir.run(&["replay", file, "--lost", "--columns"]).stdout(0);
        assert_eq!(lost, "7171717\n", "{file}");
        let verified = dir.run(&["verify", file, "--game", "1", "./left", "recorded"]).stdout(0);
        assert!(verified.contains("No difference in 7 turns."), "{verified}");
        let rerun = dir.run(&["rerun", file, "--game", "1", "--seat", "1", "./right"]).stdout(4);
        assert!(rerun.contains("turn 1, X left: differs"), "{rerun}");
        let kept = ["--seat", "2", "--turn", "2", "--not", "1", "--file", "cases.toml"];
        dir.run(&[&["case", file, "--lost"], &kept[..]].concat()).stdout(0);
        let missing = dir.run(&["replay", file, "--game", "7"]).complaint(2);
        assert!(missing.contains(&format!("{file} has no game 7: `botyard results {file}` lists")), "{missing}");
        let several = dir.run(&["verify", file, "--of", "left", "./left", "recorded"]).complaint(2);
        assert!(several.contains("has 4 such games: choose one with --game N (1, 2, 3, 4)"), "{several}");
        let all = dir.run(&["replay", file, "--json", "--faults"]).stdout(0);
        assert_eq!(serde_json::Deserializer::from_str(&all).into_iter::<Value>().count(), 4);
    }
    dir.write("match.json", dir.run(&["replay", "games.jsonl", "--game", "1", "--json"]).stdout(0));
    let complaint = dir.run(&["replay", "match.json", "--lost"]).complaint(2);
    assert!(complaint.contains("choose among the games of a series"), "{complaint}");
}

/// A link has no time limit, but the line of a game has.
#[test]
fn a_game_is_repeated_with_the_time_of_its_series() {
    let dir = TestDir::new();
    let words = ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "2", "--time", "3", "-q"];
    dir.run(&[&words[..], &["--store", "fast.sqlite"]].concat()).stdout(0);
    let case = ["--game", "1", "--seat", "1", "--turn", "1", "--no-fault", "--file", "cases.toml"];
    dir.run(&[&["case", "fast.sqlite"], &case[..]].concat()).stdout(0);
    assert!(dir.read("cases.toml").contains(r#""turn_ns":3000000000"#), "{}", dir.read("cases.toml"));
    let other = dir.run(&[&["case", "fast.sqlite", "--time", "4"], &case[..]].concat()).stdout(0);
    assert!(other.contains("kept as"), "{other}");
}

/// Regression: the winner of a game became its loser by a change of its line.
#[test]
fn a_line_that_was_changed_is_named() {
    let dir = TestDir::new();
    played(&dir);
    let text = dir.read("games.jsonl");
    let changed: Vec<_> = text
        .lines()
        .map(|line| match line.contains(r#""unit":0,"rotation":1"#) {
            true => line.replace(r#""places":[1,2]"#, r#""places":[2,1]"#),
            false => line.to_owned(),
        })
        .collect();
    let number = 1 + changed.iter().zip(text.lines()).position(|(changed, line)| changed != line).expect("it is there");
    dir.write("games.jsonl", changed.join("\n"));
    for command in ["results", "standings"] {
        let complaint = dir.run(&[command, "games.jsonl"]).complaint(5);
        let why =
            format!("1 line contradicts its replay, so nothing of the file is counted (line {number}: its places");
        assert!(complaint.contains(&why), "{complaint}");
    }
}

/// Regression: of a file whose first line was damaged, it was said that it names no game.
#[test]
fn a_line_that_cannot_be_read_is_named() {
    let dir = TestDir::new();
    played(&dir);
    dir.write("games.jsonl", dir.read("games.jsonl").replacen(r#""seed":"#, r#""seed":x"#, 1));
    for command in ["results", "replay"] {
        let complaint = dir.run(&[command, "games.jsonl"]).complaint(5);
        assert!(complaint.contains("games.jsonl: line 1 is not a game: expected value at column "), "{complaint}");
    }
}

/// The bot has its own limit in either seat: in the series, its records, and what repeats them.
#[test]
fn a_bot_keeps_its_own_time_limit() {
    let dir = TestDir::new();
    let bots = ["late@10ms=builtin:negamax", "builtin:random"];
    let words = [&["series", "connect-four", "--games", "2", "--seed", "3", "--json"], &bots[..]].concat();
    let ran = dir.run(&[&words[..], &["--store", "s.sqlite", "--jsonl", "games.jsonl"]].concat());
    assert!(ran.stderr.contains("time for a move: late 10ms, others 10s"), "{ran:?}");
    let report: Value = serde_json::from_str(&ran.stdout(0)).expect("a document");
    assert_eq!(report["own_limits_ns"], json!({ "late": 10_000_000 }), "{report:#}");
    assert_eq!(report["players"][0]["faults"], json!({ "timeout": 2 }), "{report:#}");
    assert_eq!(report["players"][1]["faults"], json!({}), "{report:#}");
    for file in ["s.sqlite", "games.jsonl"] {
        for (game, players) in
            [("1", ["builtin:negamax", "builtin:random"]), ("2", ["builtin:random", "builtin:negamax"])]
        {
            dir.run(&[&["verify", file, "--game", game], &players[..]].concat()).stdout(0);
        }
        let standings = dir.run(&["standings", file, "--json"]).stdout(0);
        let standings: Value = serde_json::from_str(&standings).expect("a document");
        assert_eq!(standings["own_limits_ns"], report["own_limits_ns"], "{file}");
        let case = ["--game", "2", "--seat", "2", "--turn", "2", "--no-fault", "--file", "cases.toml"];
        dir.run(&[&["case", file], &case[..]].concat()).stdout(0);
        assert!(dir.read("cases.toml").contains(r#""seats":[{},{"turn_ns":10000000}]"#), "{}", dir.read("cases.toml"));
    }
    let other =
        ["series", "connect-four", "--games", "4", "late=builtin:negamax", "builtin:random", "--store", "s.sqlite"];
    let complaint = dir.run(&[&other[..], &["--resume"]].concat()).complaint(2);
    assert!(complaint.contains("the stored games have another time limit"), "{complaint}");
}

#[test]
fn a_match_says_which_bot_had_its_own_time_limit() {
    let dir = TestDir::new();
    let play = ["play", "connect-four", "--seed", "3", "--save", "match.json", "builtin:negamax"];
    dir.run(&[&play[..], &["@10ms=builtin:negamax"]].concat()).stdout(0);
    let saved: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    assert_eq!(saved["terms"]["seats"], json!([{}, { "turn_ns": 10_000_000 }]), "{saved:#}");
    dir.run(&["verify", "match.json", "builtin:negamax", "builtin:negamax"]).stdout(0);
    let complaint = dir.run(&["play", "connect-four", "me@2s=human", "builtin:random"]).complaint(2);
    assert!(complaint.contains("a time limit is for a bot"), "{complaint}");
}

#[test]
fn other_files_are_no_series() {
    let dir = TestDir::new();
    dir.write("notes.txt", "not a game\n");
    let complaint = dir.run(&["results", "notes.txt"]).complaint(5);
    assert!(complaint.contains("notes.txt: line 1 is not a game"), "{complaint}");
    dir.write("empty.sqlite", "SQLite format 3\0");
    dir.run(&["results", "empty.sqlite"]).complaint(5);
    assert!(dir.run(&["results", "missing.jsonl"]).complaint(5).contains("cannot read missing.jsonl"));
}
