//! Tournaments of each format, ways of counting, and games that are read from lines.

use std::collections::BTreeMap;

use botyard_effort::count;
use serde_json::{Value, json};

use super::kills::Killer;
use super::test_dir::TestDir;

/// Two bots of the same strength, and one that is better.
const FIELD: [&str; 5] = ["tournament", "connect-four", "builtin:random", "builtin:tactician", "builtin:random"];

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is a JSON document")
}

/// A document's bots, in the order of the table.
fn names(document: &Value) -> Vec<&str> {
    let players = document["players"].as_array().expect("a list");
    players.iter().map(|player| player["name"].as_str().expect("a name")).collect()
}

/// The results of a bot: won, drawn, lost.
fn results(document: &Value, name: &str) -> [u64; 3] {
    let players = document["players"].as_array().expect("a list");
    let player = players.iter().find(|player| player["name"] == name).expect("the bot is there");
    ["won", "drawn", "lost"].map(|key| player[key].as_u64().expect("a number"))
}

/// Of the first two, the first to move wins; the third does not start.
fn scripted(dir: &TestDir) -> [String; 3] {
    [dir.player("left", "1111"), dir.player("right", "7777"), dir.script("broken", "exit 3")]
}

#[test]
fn a_round_robin_has_a_table_and_a_crosstable() {
    let dir = TestDir::new();
    let [left, right, broken] = scripted(&dir);
    let words = ["tournament", "connect-four", &left, &right, &broken, "--games", "4", "--seed", "1", "-q"];
    // One bot did not start, and the others played.
    let table = dir.run(&words).stdout(0);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(table.starts_with("connect-four: round-robin, 12 of 12 games, seed 1\n"), "{table}");
    // Each pairing plays both orders of one game twice: they count, but are not distinct.
    for expected in
        [&["1", "left", "2-0-2", "4-0-0"][..], &["2", "right", "2-0-2", "4-0-0"], &["3", "broken", "0-0-4", "0-0-4"]]
    {
        assert!(lines.iter().any(|line| line == expected), "{table}");
    }
    assert!(table.contains("8 not-started"), "{table}");
    assert!(table.contains("broken: no rating (no points against the rated players)."), "{table}");
    assert!(table.contains("left, right: no interval (fewer than 8 rounds)."), "{table}");
    assert!(table.contains("3 of 6 pairs of games repeat an earlier pair turn for turn"), "{table}");
    assert!(table.contains("First fault of broken: not-started."), "{table}");
}

#[test]
fn the_moderator_starts_a_bot_six_times() {
    let dir = TestDir::new();
    let [left, right, broken] = scripted(&dir);
    let words = ["tournament", "connect-four", &left, &right, &broken, "--games", "2", "--scoring", "moderator", "-q"];
    let table = dir.run(&words).stdout(0);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    // Each ordered pair once; four games with two opponents, of six starts each.
    for expected in [["left", "3", "1", "0", "0"], ["right", "3", "1", "0", "0"], ["broken", "0", "4", "0", "24"]] {
        let is_there = |line: &Vec<&str>| {
            let start = line.iter().position(|word| *word == "won" || word.ends_with("to"));
            start.is_none() && line.contains(&expected[0]) && line.windows(4).any(|window| window == &expected[1..])
        };
        assert!(lines.iter().any(is_there), "{expected:?}: {table}");
    }
}

/// Points by the table of the competition, made by hand: the one that surrenders has 0 and the
/// other 3, whichever player is on turn; a bad setup gives no points.
#[test]
fn stratego_is_counted_as_in_2012() {
    let dir = TestDir::new();
    let army = "printf 'FB8sB479B8\\nBB31555583\\n6724898974\\n967B669999\\n'";
    let blue = "printf '967B669999\\n6724898974\\nBB31555583\\nFB8sB479B8\\n'";
    let setup = format!("read colour rest\nif [ $colour = RED ]; then {army}; else {blue}; fi");
    let coward = dir.script("coward", &format!("{setup}\nread line\necho SURRENDER\nwhile read line; do :; done"));
    let vandal =
        dir.script("vandal", "read line\nfor row in 1 2 3 4; do echo FFFFFFFFFF; done\nwhile read line; do :; done");
    let words =
        ["tournament", "stratego", "builtin:dummy", &coward, &vandal, "--games", "4", "--scoring", "ucc2012", "-q"];
    let json = document(&dir.run(&[&words[..], &["--json"]].concat()).stdout(0));
    assert_eq!(names(&json), ["dummy", "coward", "vandal"]);
    for (player, points) in [(0, json!([6, 6])), (1, json!([0, 0])), (2, json!([0, 0]))] {
        assert_eq!(json["players"][player]["round_points"], points, "{json:#}");
    }
    assert_eq!(json["players"][0]["points"], 12.0);
    let table = dir.run(&words).stdout(0);
    let rounds: Vec<_> = table.split("Points of each round:").nth(1).expect("the table").lines().skip(2).collect();
    assert_eq!(rounds[1].split_whitespace().collect::<Vec<_>>(), ["dummy", "6", "6", "12"], "{table}");
    let refused = dir.run(&["tournament", "connect-four", "builtin:random", "builtin:random", "--scoring", "ucc2012"]);
    assert!(refused.complaint(2).contains("connect-four has no such points"));
}

#[test]
fn a_gauntlet_is_about_the_first_bot() {
    let dir = TestDir::new();
    let words = [&FIELD[..], &["--format", "gauntlet", "--games", "20", "--seed", "1", "--json", "-q"]].concat();
    let json = document(&dir.run(&words).stdout(0));
    let pairings: Vec<_> =
        json["pairings"].as_array().expect("a list").iter().map(|pairing| &pairing["players"]).collect();
    assert_eq!(pairings, [&json!(["random (1)", "tactician"]), &json!(["random (1)", "random (3)"])]);
    assert_eq!(results(&json, "random (1)").iter().sum::<u64>(), 40);
    assert_eq!(results(&json, "tactician").iter().sum::<u64>(), 20);
}

#[test]
fn a_knockout_has_byes_and_deciders() {
    let dir = TestDir::new();
    let [left, right, _] = scripted(&dir);
    let words = ["tournament", "connect-four", "builtin:tactician", &left, &right, "--format", "knockout"];
    let table = dir.run(&[&words[..], &["--games", "2", "--seed", "1", "-q"]].concat()).stdout(0);
    for expected in [
        "- tactician has a bye\n",
        "- left and right are level at 4 after 3 pairs of games more: left was named first\n",
        "- tactician beats left 2 to 0\n",
        "connect-four: knockout, 10 of 10 games, seed 1\n",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
    let json = document(&dir.run(&[&words[..], &["--games", "2", "--seed", "1", "-q", "--json"]].concat()).stdout(0));
    assert_eq!(names(&json), ["tactician", "left", "right"]);
    assert_eq!(
        json["bracket"][0][1],
        json!({
            "players": ["left", "right"], "winner": "left", "deciders": 3, "by_seeding": true
        })
    );
}

/// The scripted bots are level with each other and lose to the first.
#[test]
fn a_swiss_has_byes_and_tie_breaks() {
    let dir = TestDir::new();
    let [left, right, _] = scripted(&dir);
    let words = ["tournament", "connect-four", "builtin:tactician", &left, &right, "--format", "swiss"];
    let words = [&words[..], &["--games", "2", "--format-rounds", "3", "--seed", "1", "-q"]].concat();
    let table = dir.run(&words).stdout(0);
    for expected in [
        "connect-four: swiss, 6 of 6 games, seed 1\n",
        "\nRound 1:\n\n- tactician beats left 2 to 0\n- right has a bye\n",
        "\nRound 2:\n\n- tactician beats right 2 to 0\n- left has a bye\n",
        "\nRound 3:\n\n- tactician has a bye\n- left and right are level at 1\n",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
    let json = document(&dir.run(&[&words[..], &["--json"]].concat()).stdout(0));
    let places: Vec<_> =
        json["players"].as_array().expect("a list").iter().filter_map(|one| one["place"].as_u64()).collect();
    assert_eq!((names(&json), places), (vec!["tactician", "left", "right"], vec![1, 2, 2]));
    let best = json!({ "name": "tactician", "score": 6.0, "byes": 1, "buchholz": 12.0, "sonneborn_berger": 12.0 });
    assert_eq!(json["tie_breaks"][0], best);
    let refused = dir.run(&[&FIELD[..], &["--format-rounds", "3"]].concat());
    assert!(refused.complaint(2).contains("a round-robin has its own number of rounds"));
}

/// What the first of each two bots has won, drawn and lost, however often they met.
fn results_by_pair(tournament: &Value) -> BTreeMap<String, [u64; 3]> {
    let mut results = BTreeMap::<_, [u64; 3]>::new();
    let pairings = tournament["pairings"].as_array().expect("a list");
    for pairing in pairings.iter().filter(|pairing| pairing["games"] != 0) {
        let sum = results.entry(pairing["players"].to_string()).or_default();
        for (sum, kind) in sum.iter_mut().zip(["won", "drawn", "lost"]) {
            *sum += pairing["results"][0][kind].as_u64().expect("a count");
        }
    }
    results
}

/// In every format, only results decide which games are next. By default, the knockout stands for
/// the others: its next games depend on more results.
#[test]
fn killed_at_any_moment_each_format_ends_with_the_same_table() {
    let formats = [
        ("knockout", count("100", "400")),
        ("round-robin", "200"),
        ("gauntlet", "400"),
        ("swiss", "200"),
        ("double-elimination", "200"),
        ("continuous", "1000"),
    ];
    let kills = count(4, 12);
    for (format, games) in &formats[..count(1, formats.len())] {
        let dir = TestDir::new();
        let (dummy, forfax) = ("builtin:dummy", "builtin:forfax");
        let words = ["tournament", "stratego", dummy, forfax, dummy, dummy, "--format", format, "--seed", "9"];
        let words = [&words[..], &["--json", "-q", "-c", "2", "--games"]].concat();
        let mut killer = Killer::new(&dir, &[&words[..], &["2"]].concat());
        let words = [&words[..], &[*games]].concat();
        let expected = dir.run(&words).stdout(0);
        let words = [&words[..], &["--jsonl", "games.jsonl"]].concat();
        let (found, hits) = killer.kill_tournament(&words, kills);
        assert_eq!(found, expected, "{format}");
        // Lines that were cut or not written in time were added.
        let lines = document(&dir.run(&["standings", "games.jsonl", "--json"]).stdout(0));
        let expected = document(&expected);
        assert_eq!(results_by_pair(&lines), results_by_pair(&expected), "{format}");
        // Lines name neither the round in which two bots met again nor the pairings that were not played.
        match *format {
            "double-elimination" => {}
            "continuous" => assert_eq!(lines["players"], expected["players"]),
            _ => assert_eq!(lines["pairings"], expected["pairings"], "{format}"),
        }
        assert!(hits >= kills / 4, "only {hits} of {kills} kills hit while games were left");
    }
}

/// The results of the batches before decide which pairings are next, and nothing else.
#[test]
fn a_continuous_tournament_goes_on_with_the_same_pairings() {
    let dir = TestDir::new();
    let words = [&FIELD[..], &["--format", "continuous", "--seed", "1", "-q", "--json"]].concat();
    let expected = dir.run(&[&words[..], &["--games", "80", "-c", "1"]].concat()).stdout(0);
    let document_of_all = document(&expected);
    assert_eq!((&document_of_all["games"], &document_of_all["is_over"]), (&json!(80), &json!(true)));
    // Least is known of the one that is far above the others.
    let games: Vec<_> =
        document_of_all["pairings"].as_array().expect("a list").iter().map(|one| one["games"].as_u64()).collect();
    assert!(games[1] < games[0].min(games[2]), "{games:?}");
    let stored = [&words[..], &["--store", "cup.sqlite"]].concat();
    let ended = dir.run(&[&stored[..], &["--stop-after", "1ms"]].concat());
    assert_eq!(document(&ended.stdout(0))["scheduled_games"], Value::Null);
    let resumed = [&stored[..], &["--resume", "-c", "2", "--games"]].concat();
    for games in ["10", "34"] {
        dir.run(&[&resumed[..], &[games]].concat()).stdout(0);
    }
    assert_eq!(dir.run(&[&resumed[..], &["80"]].concat()).stdout(0), expected);
    let fewer = dir.run(&[&resumed[..], &["34"]].concat());
    assert!(fewer.complaint(2).contains("more games were played than --games 34 asks for: pass --games 80 or more"));
    let standings = document(&dir.run(&["standings", "cup.sqlite", "--json"]).stdout(0));
    assert_eq!(standings["players"], document_of_all["players"]);
    let refused = dir.run(&["journal", "cup.sqlite", "withdraw", "tactician"]).complaint(2);
    assert!(refused.contains("continuous: its rounds are built on each other"), "{refused}");
    // A late bot is among the pairings from then on, wherever the tournament was stopped.
    let late = [&FIELD[..], &["late=builtin:tactician"], &resumed[FIELD.len()..]].concat();
    dir.run(&[&late[..], &["95"]].concat()).stdout(0);
    let ended = document(&dir.run(&[&late[..], &["120"]].concat()).stdout(0));
    assert_eq!((&ended["games"], &ended["journal"][0]["change"]), (&json!(120), &json!("enter")));
    assert!(results(&ended, "late").iter().sum::<u64>() > 8, "{ended:#}");
}

#[test]
fn finals_are_seeded_by_the_table_of_a_league() {
    let dir = TestDir::new();
    let [left, right, _] = scripted(&dir);
    let league =
        ["tournament", "connect-four", &left, "builtin:tactician", &right, "--games", "2", "--seed", "1", "-q"];
    let table = document(&dir.run(&[&league[..], &["--store", "league.sqlite", "--json"]].concat()).stdout(0));
    let table = names(&table);
    let words = ["tournament", "connect-four", &right, &left, "builtin:tactician", "--format", "knockout"];
    let words =
        [&words[..], &["--games", "2", "--seed", "1", "-q", "--json", "--seeded-from", "league.sqlite"]].concat();
    let finals = document(&dir.run(&words).stdout(0));
    // The first of the table has the bye.
    assert_eq!(finals["bracket"][0][0]["players"], json!([table[0]]));
    assert_eq!(finals["bracket"][0][1]["players"], json!([table[1], table[2]]));
    let finals = document(&dir.run(&[&words[..], &["--best", "2"]].concat()).stdout(0));
    assert_eq!(finals["bracket"][0][0]["players"], json!([table[0], table[1]]));
    let other = [&words[..2], &["builtin:random"], &words[2..]].concat();
    assert!(dir.run(&other).complaint(2).contains("random is not in the table of league.sqlite"));
}

#[test]
fn a_file_stands_for_the_options() {
    let dir = TestDir::new();
    let options =
        ["--games", "10", "--seed", "4", "--anchor", "random (1)=1000", "--format", "gauntlet", "--time", "2s"];
    let words = [&FIELD[..], &options].concat();
    let expected = dir.run(&[&words[..], &["--json", "-q"]].concat()).stdout(0);
    assert_eq!(dir.run(&[&words[..], &["--write-file", "cup.toml"]].concat()).stdout(0), "");
    let played = dir.run(&["tournament", "--file", "cup.toml", "--json", "-q"]).stdout(0);
    assert_eq!(played, expected);
    // An option behind the file overrides the one in it.
    let short = document(&dir.run(&["tournament", "--file", "cup.toml", "--games", "2", "--json", "-q"]).stdout(0));
    assert_eq!(short["games"], 4);
    // An option that is only a letter, and one with several values.
    let words = ["tournament", "stratego", "builtin:dummy", "builtin:dummy", "--format", "series", "--games", "2"];
    let options = ["-m", "3", "--seed", "1", "--sprt", "elo0=0", "elo1=5"];
    dir.run(&[&words[..], &options, &["--write-file", "cup.toml"]].concat()).stdout(0);
    let played = dir.run(&["tournament", "--file", "cup.toml", "--json", "-q"]).stdout(0);
    assert_eq!(played, dir.run(&[&words[..], &options, &["--json", "-q"]].concat()).stdout(0));
    assert!(document(&played)["sprt"].is_object(), "{played}");
    for (text, expected) in [
        ("players = []", "cup.toml: expected a game"),
        ("game = 'chess'\nplayers = ['a', 'b']", "unknown game `chess`"),
        ("game = 'stratego'\nplayers = ['a', 'b']\nmatches = 7", "--matches"),
        ("game", "cup.toml: "),
        ("game = 'stratego'\nplayers = ['a', 'b']\nwrite-file = 'b.toml'", "a file cannot have `write-file`"),
        (
            "game = 'stratego'\nplayers = ['a', 'b']\ngames = -1",
            "cup.toml: invalid value '-1' for '--games <N>': expected a whole",
        ),
        (
            "game = 'stratego'\nplayers = ['a', 'b']\nformat = 'cup'",
            "cup.toml: invalid value 'cup' for '--format <FORMAT>'",
        ),
    ] {
        dir.write("cup.toml", text);
        let complaint = dir.run(&["tournament", "--file", "cup.toml"]).complaint(5);
        assert!(complaint.contains(expected), "{text}: {complaint}");
    }
}

/// An error on the command line is not reported as the file's.
#[test]
fn options_beside_a_file_are_the_command_lines() {
    let dir = TestDir::new();
    dir.write("cup.toml", "game = 'connect-four'\nplayers = ['builtin:random', 'builtin:random']\ngames = 2\n");
    for games in ["-1", "0", "x", "99999999999999999999"] {
        let complaint = dir.run(&["tournament", "--file", "cup.toml", "--games", games]).complaint(2);
        let expected =
            format!("invalid value '{games}' for '--games <N>': expected a whole number from 1 to 100000000");
        assert!(complaint.contains(&expected), "{complaint}");
    }
}

/// Regression: lists were spread over the command line, where their values became players or other
/// options.
#[test]
fn a_list_in_a_file_is_never_something_else() {
    let dir = TestDir::new();
    let (start, players) = ("game = 'connect-four'\n", "players = ['builtin:random', 'builtin:random']\n");
    for (rest, expected) in [
        ("games = [1, 2]", "cup.toml: `games` is a list, and has one value only"),
        ("format = ['series', '--help']", "cup.toml: `format` is a list, and has one value only"),
        ("sprt = ['elo0=0', '--quiet']", "cup.toml: `sprt` has the value `--quiet`, which is an option"),
        ("quiet = 'yes'", "cup.toml: `quiet` is true or false"),
        ("help = true", "cup.toml: there is no option --help"),
        ("read = ['.', 7.5, true]", "cup.toml: `read` is neither text nor a number"),
    ] {
        dir.write("cup.toml", format!("{start}{players}{rest}\n"));
        let complaint = dir.run(&["tournament", "--file", "cup.toml"]).complaint(5);
        assert!(complaint.contains(expected), "{rest}: {complaint}");
    }
    dir.write("cup.toml", format!("{start}players = ['--help', 'builtin:random']\n"));
    let complaint = dir.run(&["tournament", "--file", "cup.toml"]).complaint(3);
    assert!(complaint.contains("no such file: --help"), "{complaint}");
}

/// The file may be somebody else's.
#[test]
fn a_file_does_not_lift_the_sandbox_by_itself() {
    let dir = TestDir::new();
    let words = [&FIELD[..], &["--games", "2", "--seed", "1", "--read", ".", "--write-file", "cup.toml"]].concat();
    dir.run(&words).stdout(0);
    let text = dir.read("cup.toml");
    assert!(text.contains("no-sandbox = true\n") && text.contains("read = [\".\"]\n"), "{text}");
    let run = |options: &[&str]| {
        let child =
            super::test_dir::start(dir.sandboxed_command(&[&["tournament", "--file", "cup.toml"], options].concat()));
        super::test_dir::finish(child, "")
    };
    let complaint = run(&["-q"]).complaint(2);
    assert!(complaint.contains("it asks for --no-sandbox: if you trust its bots, pass --no-sandbox"), "{complaint}");
    run(&["-q", "--no-sandbox"]).stdout(0);
    // Regression: the game's name went in front of the command line unchecked.
    for (game, players) in [("--no-sandbox", "['a', 'b']"), ("--no-sandbox", "['connect-four', 'b']"), ("--help", "[]")]
    {
        dir.write("lifted.toml", format!("game = '{game}'\nplayers = {players}\n"));
        for typed in [&[][..], &["connect-four"]] {
            let words = [&["tournament", "--file", "lifted.toml"], typed].concat();
            let ran = super::test_dir::finish(super::test_dir::start(dir.sandboxed_command(&words)), "");
            let complaint = ran.complaint(5);
            assert!(complaint.contains(&format!("lifted.toml: unknown game `{game}`")), "{typed:?}: {complaint}");
        }
    }
    dir.write("cup.toml", text.replace("no-sandbox = true\n", ""));
    let complaint = run(&["-q"]).complaint(2);
    assert!(complaint.contains("it asks for --read ."), "{complaint}");
    run(&["--read", ".", "-q"]).stdout(0);
}

/// Changes games of a store of the last version without checksums; returns how many.
fn change_games(connection: &rusqlite::Connection, change: &str) -> usize {
    let changed = connection.execute(&format!("UPDATE game SET {change}"), []).expect("it can be written");
    let earlier = "ALTER TABLE game DROP COLUMN sum; PRAGMA user_version = 4";
    connection.execute_batch(earlier).expect("it can be written");
    changed
}

#[test]
fn a_store_that_was_changed_does_not_go_on() {
    let dir = TestDir::new();
    let words = ["tournament", "connect-four", "builtin:random", "builtin:tactician", "--format", "series", "-q"];
    let words = [&words[..], &["--seed", "1", "--store", "a.sqlite"]].concat();
    dir.run(&[&words[..], &["--games", "8"]].concat()).stdout(0);
    let resume = |games| dir.run(&[&words[..], &["--games", games, "--resume"]].concat());
    let fewer = resume("4").complaint(2);
    assert!(fewer.contains("more games were played than --games 4 asks for: pass --games 8 or more"), "{fewer}");
    resume("8").stdout(0);
    for (change, back) in [
        ("seats = '[1,0]' WHERE unit = 2 AND rotation = 0", "seats = '[0,1]' WHERE unit = 2 AND rotation = 0"),
        ("seed = seed + 1 WHERE unit = 2", "seed = seed - 1 WHERE unit = 2"),
        ("rotation = 2 WHERE unit = 2 AND rotation = 1", "rotation = 1 WHERE unit = 2 AND rotation = 2"),
    ] {
        let update = |change: &str| {
            let connection = rusqlite::Connection::open(dir.path("a.sqlite")).expect("a database");
            change_games(&connection, change)
        };
        assert!(update(change) > 0);
        let refused = resume("8").complaint(5);
        assert!(
            refused.contains("of unit 2 has other seats or another seed than in the schedule"),
            "{change}: {refused}"
        );
        update(back);
        resume("8").stdout(0);
    }
    // Regression: numbers and indices that no game has; some of them caused a panic.
    let text = "a game has a negative number";
    for (change, expected) in [
        ("unit = -1 WHERE unit = 2", text),
        ("turns = -1 WHERE unit = 2", text),
        ("duration_ns = -1 WHERE unit = 2", text),
        ("unit = 9223372036854775807 WHERE unit = 2", "the schedule has no game 0 of unit 9223372036854775807"),
        ("result = replace(replace(result, '[1,2]', '[9,9]'), '[2,1]', '[9,9]')", "has the place 9 for 2 seats"),
        ("result = replace(replace(result, '[1,2]', '[0,0]'), '[2,1]', '[0,0]')", "has the place 0 for 2 seats"),
    ] {
        std::fs::copy(dir.path("a.sqlite"), dir.path("b.sqlite")).expect("our own folder");
        let connection = rusqlite::Connection::open(dir.path("b.sqlite")).expect("a database");
        assert!(change_games(&connection, change) > 0);
        drop(connection);
        let words = [&words[..words.len() - 1], &["b.sqlite", "--games", "8", "--resume"]].concat();
        let refused = dir.run(&words).complaint(5);
        assert!(refused.contains(expected), "{change}: {refused}");
    }
}

#[test]
fn lines_of_a_knockout_have_its_places() {
    let dir = TestDir::new();
    let random = "builtin:random";
    let words =
        ["tournament", "connect-four", "builtin:tactician", random, random, random, random, "--format", "knockout"];
    let options = ["--games", "4", "--seed", "3", "-q", "--json", "--jsonl", "games.jsonl"];
    let played = document(&dir.run(&[&words[..], &options].concat()).stdout(0));
    dir.write("games.jsonl", format!("\u{feff}{}", dir.read("games.jsonl")));
    let imported = document(&dir.run(&["standings", "games.jsonl", "--json"]).stdout(0));
    let places = |document: &Value| {
        let players = document["players"].as_array().expect("a list");
        let mut places: Vec<_> =
            players.iter().map(|player| (player["name"].to_string(), player["place"].as_u64())).collect();
        places.sort();
        places
    };
    assert_eq!(places(&imported), places(&played));
}

#[test]
fn lines_have_the_same_numbers_as_the_tournament() {
    let dir = TestDir::new();
    let options = ["--games", "30", "--seed", "2", "--json", "-q", "--jsonl", "games.jsonl"];
    let played = document(&dir.run(&[&FIELD[..], &options].concat()).stdout(0));
    let imported = document(&dir.run(&["standings", "games.jsonl", "--json"]).stdout(0));
    for key in ["game", "games", "players", "pairings", "first_seat", "draw_ratio"] {
        assert_eq!(imported[key], played[key], "{key}");
    }
    // A file that ends in the middle of a line is completed.
    let store = ["--store", "a.sqlite", "--games", "30", "--seed", "2", "-q", "--jsonl", "cut.jsonl"];
    dir.run(&[&FIELD[..], &store].concat()).stdout(0);
    let whole = dir.read("cut.jsonl");
    dir.write("cut.jsonl", &whole[..whole.len() / 3]);
    dir.run(&[&FIELD[..], &store, &["--resume"]].concat()).stdout(0);
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&dir.read("cut.jsonl")), sorted(&whole));
    let lines = dir.read("games.jsonl");
    let first = lines.lines().next().expect("a line");
    for (text, expected) in [
        (format!("{lines}{first}\n"), "line 91 has a result for game"),
        (format!("{lines}{{}}\n"), "line 91 is not a game: missing field"),
        (lines.replacen("connect-four", "stratego", 1), "is a game of"),
        (String::new(), "there are no games"),
    ] {
        dir.write("games.jsonl", text);
        let complaint = dir.run(&["standings", "games.jsonl"]).complaint(5);
        assert!(complaint.contains(expected), "{complaint}");
    }
    assert!(dir.run(&["standings", "missing.jsonl"]).complaint(5).contains("cannot read missing.jsonl"));
}

#[test]
fn tables_for_other_programs() {
    let dir = TestDir::new();
    let words = [&FIELD[..], &["--games", "2", "--seed", "1", "-q"]].concat();
    let csv = dir.run(&[&words[..], &["--csv"]].concat()).stdout(0);
    assert!(csv.starts_with("place,bot,points,won,drawn,lost,failed_starts,rating,"), "{csv}");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    dir.player("=1+1", "1111");
    dir.player("b,\"c", "7777");
    let words_of_two = ["tournament", "connect-four", "./=1+1", "./b,\"c", "--games", "2", "-q", "--csv"];
    let csv = dir.run(&words_of_two).stdout(0);
    assert!(csv.contains(",'=1+1,") && csv.contains(",\"b,\"\"c\","), "{csv}");
    let markdown = dir.run(&[&words[..], &["--markdown"]].concat()).stdout(0);
    assert!(markdown.contains("| # | bot | rating | 95 % | won |") && markdown.contains("|--:|---|--:|"), "{markdown}");
    let colours = |name: &str| {
        let mut command = dir.command(&words);
        command.env("CLICOLOR_FORCE", "1").env(name, "1");
        String::from_utf8(command.output().expect("it ends").stdout).expect("text").contains('\u{1b}')
    };
    assert!(colours("CLICOLOR_FORCE") && !colours("NO_COLOR"));
}

#[test]
fn a_store_goes_on_with_todays_prices_and_says_so_once() {
    let dir = TestDir::new();
    let words =
        ["series", "connect-four", "builtin:random", "builtin:tactician", "--store", "a.sqlite", "-q", "--games"];
    dir.run(&[&words[..], &["2"]].concat()).stdout(0);
    let connection = rusqlite::Connection::open(dir.path("a.sqlite")).expect("a database");
    let earlier = "UPDATE tournament SET value = json_set(value, '$.prices', json_array(1))";
    connection.execute(earlier, []).expect("it can be written");
    drop(connection);
    let resumed = [&words[..], &["4", "--resume"]].concat();
    let said = |stderr: &str| stderr.contains("counted by prices version 1 in the stored games");
    let first = dir.run(&resumed);
    assert!(said(&first.stderr), "{first:?}");
    first.stdout(0);
    let second = dir.run(&resumed);
    assert!(!said(&second.stderr), "{second:?}");
    second.stdout(0);
}

#[test]
fn a_changed_bot_is_refused_unless_asked_for() {
    let dir = TestDir::new();
    let [left, right, _] = scripted(&dir);
    let words = ["tournament", "connect-four", &left, &right, "--games", "2", "--store", "a.sqlite", "-q"];
    dir.run(&words).stdout(0);
    dir.player("right", "3333");
    let resumed = [&words[..], &["--resume"]].concat();
    let complaint = dir.run(&resumed).complaint(2);
    assert!(complaint.contains("right has changed") && complaint.contains("--allow-changed"), "{complaint}");
    let allowed = dir.run(&[&resumed[..], &["--allow-changed"]].concat());
    assert!(allowed.stderr.contains("right has changed since the first games were played"), "{allowed:?}");
    allowed.stdout(0);
    // From now on, the changed bot is the one that goes on.
    dir.run(&resumed).stdout(0);
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let dir = TestDir::new();
    let random = "builtin:random";
    for (words, expected) in [
        (&["tournament", "chess", "a", "b"][..], "unknown game `chess`"),
        (&["tournament", "connect-four", random], "too few bots: expected at least 2, found 1"),
        (
            &["tournament", "connect-four", random, "builtin:tactician", "--anchor", "negamax=5"],
            "bots: random, tactician",
        ),
        (&["tournament", "connect-four", random, "builtin:tactician", "--anchor", "random"], "such as random=1000"),
        (
            &["tournament", "connect-four", random, "builtin:tactician", "--anchor", "random=1e308"],
            "1e308 is not between -100000 and 100000",
        ),
        (&["tournament", "connect-four", random, random, "--sprt", "elo0=0", "elo1=5"], "--sprt compares two bots"),
        (&["tournament", "connect-four", random, random, "--scoring", "golf"], "standard, ucc2012 or moderator"),
    ] {
        let complaint = dir.run(words).complaint(2);
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
    let knockout = ["tournament", "connect-four", random, random, "--format", "knockout", "--store", "a.sqlite", "-q"];
    dir.run(&[&knockout[..], &["--games", "4", "--seed", "1"]].concat()).stdout(0);
    let more = dir.run(&[&knockout[..], &["--games", "8", "--resume"]].concat()).complaint(2);
    assert!(more.contains("another number of games for each meeting"), "{more}");
}

#[test]
fn more_executables_than_processors_are_told() {
    let dir = TestDir::new();
    let [left, right, _] = scripted(&dir);
    let ran = dir.run(&["tournament", "connect-four", &left, &right, "--games", "96", "-c", "90"]);
    assert!(ran.stderr.contains("up to 90 executables at once on"), "{ran:?}");
}

#[test]
fn bots_of_one_name_are_told_apart() {
    let dir = TestDir::new();
    for folder in ["new", "old"] {
        std::fs::create_dir(dir.path(folder)).expect("our own folder");
    }
    let [new, old] = ["new/bot", "old/bot"].map(|name| dir.player(name, "1234"));
    let ran = dir.run(&["series", "connect-four", &new, &old, "--games", "2"]);
    assert!(ran.stderr.contains("new/bot and old/bot are the same bot: their bytes do not differ\n"), "{ran:?}");
    assert!(ran.stdout.contains("\nnew/bot compared with old/bot:\n"), "{ran:?}");
    let named = ["series", "connect-four", &format!("first={new}"), "second=builtin:random", "--games", "2"];
    let ran = dir.run(&named);
    assert!(!ran.stderr.contains("the same bot"), "{ran:?}");
    assert!(ran.stdout.contains("\nfirst compared with second:\n"), "{ran:?}");
}

#[test]
fn an_interrupted_field_is_not_ranked_by_points() {
    let dir = TestDir::new();
    let words = ["tournament", "connect-four", "builtin:tactician", "builtin:random", "builtin:random"];
    let options = ["--format", "gauntlet", "--games", "20", "--seed", "1", "-q"];
    let json = document(&dir.run(&[&words[..], &options, &["--json"]].concat()).stdout(0));
    assert_ne!(json["ranked_by"], "points", "{json:#}");
    let table = dir.run(&[&words[..], &options].concat()).stdout(0);
    assert!(table.contains("\nThe bots have played different numbers of games, and are ranked by their "), "{table}");
}

#[test]
fn a_file_that_lacks_games_says_so_first() {
    let dir = TestDir::new();
    let options = ["--games", "20", "--seed", "2", "-q", "--jsonl", "games.jsonl"];
    dir.run(&[&FIELD[..], &options].concat()).stdout(0);
    // The first games are lost, which are of at least one unit.
    let lines: String = dir.read("games.jsonl").split_inclusive('\n').skip(3).collect();
    dir.write("rest.jsonl", lines);
    let table = dir.run(&["standings", "rest.jsonl"]).stdout(0);
    let first = table.lines().nth(2).unwrap_or_default();
    assert!(first.starts_with("These are not all games of a tournament: games of "), "{table}");
    let json = document(&dir.run(&["standings", "rest.jsonl", "--json"]).stdout(0));
    assert_eq!(json["format"], "round-robin");
    assert!(json["missing_units"].as_u64() > Some(0), "{json:#}");
}
