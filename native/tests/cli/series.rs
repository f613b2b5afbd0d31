//! Many games between the same bots: the same table however they were played, and no results lost
//! when the program is killed.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use botyard_effort::count;
use serde_json::Value;

use super::kills::Killer;
use super::test_dir::{TestDir, finish, start, wait_until_said};

/// Series of two bots that play differently for each seed.
const RANDOMS: [&str; 4] = ["series", "connect-four", "builtin:random", "builtin:random"];

fn series<'a>(options: &[&'a str]) -> Vec<&'a str> {
    RANDOMS.iter().chain(options).copied().collect()
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is a JSON document")
}

#[test]
fn a_series_says_which_bot_is_better() {
    let dir = TestDir::new();
    let words = ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "100", "--seed", "1"];
    let table = dir.run(&words).stdout(0);
    for line in ["connect-four: 100 of 100 games, seed 1", "tactician compared with random:"] {
        assert!(table.lines().any(|found| found == line), "{table}");
    }
    let [json, slow] = [&[][..], &["--time", "0.001"]].map(|options| {
        let words = [&words[..], &["--json"], options].concat();
        document(&dir.run(&words).stdout(0))
    });
    assert_eq!((&json["limit_ns"], &slow["limit_ns"]), (&10_000_000_000_u64.into(), &1_000_000.into()), "{json:#}");
    // The tables of a series and of a tournament show how close a bot came to the limit.
    let longest = slow["players"][0]["longest_ns"].as_f64().expect("a number");
    let share = format!("{:.1} %", 100.0 * longest / 1e6);
    let slow = dir.run(&[&words[..], &["--time", "0.001"]].concat()).stdout(0);
    let rows: Vec<_> = slow.lines().filter(|line| line.contains("of limit") || line.contains(&share)).collect();
    assert!(rows.len() >= 2 && rows[0].contains("longest  of limit  faults"), "{share}: {slow}");
    assert!(table.contains("Elo                 at least +"), "{table}");
    assert!(table.contains("normalized Elo      at least +"), "{table}");
}

#[test]
fn a_series_says_that_it_plays_whole_units() {
    let dir = TestDir::new();
    let ran = dir.run(&series(&["--games", "1", "--seed", "1"]));
    assert!(ran.stderr.contains("--games 1: a unit has both seats, so the series plays 2 games\n"), "{ran:?}");
    assert!(ran.stdout(0).contains("connect-four: 2 of 2 games, seed 1"));
    let even = dir.run(&series(&["--games", "2", "--seed", "1"]));
    assert!(!even.stderr.contains("--games"), "{even:?}");
}

#[test]
fn the_table_does_not_depend_on_how_many_are_played_at_once() {
    let dir = TestDir::new();
    let run = |concurrency| dir.run(&series(&["--games", "300", "--seed", "3", "--json", "-c", concurrency])).stdout(0);
    let [one, four] = ["1", "4"].map(run);
    assert_eq!(one, four);
    let document = document(&one);
    assert_eq!((&document["games"], &document["is_over"]), (&300.into(), &true.into()));
    let won = document["players"][0]["won"].as_u64().expect("a number");
    assert!((75..225).contains(&won), "{document:#}");
}

#[test]
fn a_sequential_test_ends_a_series_early() {
    let dir = TestDir::new();
    let options = ["--games", "4000", "--seed", "5", "--json", "--sprt-exit-code", "--sprt", "elo0=0", "elo1=60"];
    let run = |parts: [&[&str]; 2], status| {
        let words = [&["series", "connect-four"], parts[0], parts[1]].concat();
        document(&dir.run(&words).stdout(status))
    };
    let better = run([&["builtin:tactician", "builtin:random"], &options], 0);
    assert_eq!(better["sprt"]["verdict"], "h1");
    assert!(better["games"].as_u64().is_some_and(|games| games < 400), "{better:#}");
    // The test's numbers end at the first word of another form.
    let worse = run([&options, &["builtin:random", "builtin:tactician"]], 4);
    assert_eq!(worse["sprt"]["verdict"], "h0");
}

/// Each kill is at a random moment and hits a series that has games left; committed games count,
/// and each counts once.
#[test]
fn killed_at_any_moment_a_series_ends_with_the_same_table() {
    let dir = TestDir::new();
    // Each game takes a while, so that a commit has few games.
    let words = ["series", "stratego", "builtin:dummy", "builtin:forfax", "--seed", "9", "--json", "-q", "-c", "2"];
    let mut killer = Killer::new(&dir, &[&words[..], &["--games", "2"]].concat());
    let games = killer.kill_series(&words, count(5, 200), 400);
    let all = games.to_string();
    let words = [&words[..], &["--games", &all]].concat();
    assert_eq!(killer.finish(&words), dir.run(&words).stdout(0));
    assert_eq!(killer.stored_games(), [games, games]);
}

/// Each game of executables has its own commit: stored games count, and are never played again.
/// Only their times vary.
#[test]
fn killed_at_any_moment_a_series_of_executables_loses_nothing() {
    let dir = TestDir::new();
    let [left, right] = [dir.player("left", "1111"), dir.player("right", "2222")];
    let words = ["series", "connect-four", &left, &right, "--seed", "9", "--json", "-q", "-c", "2"];
    let mut killer = Killer::new(&dir, &[&words[..], &["--games", "2"]].concat());
    let games = killer.kill_series(&words, count(6, 30), 20);
    let all = games.to_string();
    let words = [&words[..], &["--games", &all]].concat();
    let [found, expected] = [killer.finish(&words), dir.run(&words).stdout(0)].map(|text| document(&text));
    for key in ["games", "is_over", "repeated_units", "void_games", "seats", "comparison"] {
        assert_eq!(found[key], expected[key], "{key}");
    }
    for (found, expected) in [0, 1].map(|player| (&found["players"][player], &expected["players"][player])) {
        for key in ["name", "won", "drawn", "lost", "faults"] {
            assert_eq!((key, &found[key]), (key, &expected[key]));
        }
    }
    let sum = |key: &str| [0, 1].map(|player| found["players"][player][key].as_u64().expect("a count"));
    assert_eq!(["won", "drawn", "lost"].map(|key| sum(key).iter().sum::<u64>()).iter().sum::<u64>(), 2 * games);
    assert_eq!(killer.stored_games(), [games, games]);
}

/// Regression: SQLite kept the games in memory, and they were lost.
#[test]
fn each_name_of_a_store_is_that_of_a_file() {
    let dir = TestDir::new();
    for name in [":memory:", "file:x?mode=memory"] {
        dir.run(&series(&["--quiet", "--games", "2", "--store", name])).stdout(0);
        assert!(dir.path(name).is_file(), "{name}");
        let more = dir.run(&series(&["--quiet", "--games", "4", "--store", name, "--resume"])).stdout(0);
        assert!(more.contains("4 of 4 games"), "{name}: {more}");
    }
}

#[test]
fn another_series_does_not_go_on_in_a_store() {
    let dir = TestDir::new();
    let kept = |options: &[&'static str]| {
        let mut words = series(&["--store", "a.sqlite", "--quiet"]);
        words.extend(options);
        if !options.contains(&"--games") {
            words.extend(["--games", "20"]);
        }
        dir.run(&words)
    };
    kept(&["--seed", "1"]).stdout(0);
    let again = kept(&["--seed", "1"]).complaint(5);
    assert!(again.contains("exists already: pass --resume"), "{again}");
    let other = kept(&["--seed", "2", "--resume"]).complaint(2);
    assert!(other.contains("another seed"), "{other}");
    let slower = kept(&["--time", "1s", "--resume"]).complaint(2);
    assert!(slower.contains("another time limit"), "{slower}");
    let words = ["series", "connect-four", "builtin:random", "builtin:tactician", "--store", "a.sqlite", "--resume"];
    let bots = dir.run(&words).complaint(2);
    assert!(bots.contains("other bots: random (1), random (2), not random, tactician"), "{bots}");
    // More games of the same series are welcome.
    let more = kept(&["--games", "40", "--resume"]).stdout(0);
    assert!(more.contains("40 of 40 games, seed 1"), "{more}");
}

#[test]
fn a_changed_bot_does_not_go_on_in_a_store() {
    let dir = TestDir::new();
    let [left, right] = [dir.player("left", "1111"), dir.player("right", "2222")];
    let words = ["series", "connect-four", &left, &right, "--games", "2", "--store", "a.sqlite", "-q"];
    dir.run(&words).stdout(0);
    let resumed = [&words[..], &["--resume"]].concat();
    dir.run(&resumed).stdout(0);
    dir.player("right", "3333");
    let complaint = dir.run(&resumed).complaint(2);
    assert!(complaint.contains("right has changed since the stored games were played"), "{complaint}");
}

/// Regression: the hash of a program that is given by its name was missing, so a series went on
/// with a changed one.
#[test]
fn a_changed_program_that_is_found_by_its_name_does_not_go_on() {
    let dir = TestDir::new();
    dir.player("left", "1111");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", dir.path("").display());
    let words = ["series", "connect-four", "cmd:left", "builtin:random", "--games", "2", "--store", "a.sqlite", "-q"];
    let run = |words: &[&str]| {
        let mut command = dir.command(words);
        command.env("PATH", &path);
        finish(start(command), "")
    };
    run(&words).stdout(0);
    let resumed = [&words[..], &["--resume"]].concat();
    run(&resumed).stdout(0);
    dir.player("left", "3333");
    let complaint = run(&resumed).complaint(2);
    assert!(complaint.contains("left has changed since the stored games were played"), "{complaint}");
}

#[test]
fn a_changed_file_in_an_option_of_a_command_line_does_not_go_on() {
    for (nth, option) in ["--book=book.txt", "-bbook.txt", "--book book.txt"].into_iter().enumerate() {
        let dir = TestDir::new();
        dir.player("bot", "1111");
        dir.write("book.txt", "e4");
        let (bot, store) = (format!("cmd:./bot {option}"), format!("{nth}.sqlite"));
        let words = ["series", "connect-four", &bot, "builtin:random", "--games", "2", "-q", "--store", &store];
        dir.run(&words).stdout(0);
        let resumed = [&words[..], &["--resume"]].concat();
        dir.run(&resumed).stdout(0);
        dir.write("book.txt", "d4");
        let complaint = dir.run(&resumed).complaint(2);
        assert!(complaint.contains("has changed since the stored games were played"), "{option}: {complaint}");
    }
}

/// The file that an interpreter is given is part of the bot, too.
#[test]
fn a_changed_file_that_a_command_line_names_does_not_go_on() {
    let dir = TestDir::new();
    dir.player("bot.sh", "1111");
    dir.player("other.sh", "2222");
    let words = ["series", "connect-four", "cmd:sh bot.sh", "builtin:random", "--games", "2", "--store", "a.sqlite"];
    let words = [&words[..], &["-q"]].concat();
    dir.run(&words).stdout(0);
    let resumed = [&words[..], &["--resume"]].concat();
    dir.player("other.sh", "3333");
    dir.run(&resumed).stdout(0);
    dir.player("bot.sh", "3333");
    let complaint = dir.run(&resumed).complaint(2);
    assert!(complaint.contains("has changed since the stored games were played"), "{complaint}");
}

#[test]
fn a_program_that_changes_while_it_is_played_is_told() {
    let dir = TestDir::new();
    // It greets, and is another file from then on.
    let bot = dir.script("turncoat", "echo p; echo '# changed' >> turncoat; while read line; do echo 1; done");
    let ran = dir.run(&["series", "connect-four", &bot, "builtin:random", "--games", "2", "-q", "-c", "1"]);
    assert!(ran.stderr.contains("turncoat has changed while the games were played"), "{ran:?}");
}

#[test]
fn every_game_is_a_line_of_json() {
    let dir = TestDir::new();
    dir.run(&series(&["--games", "10", "--seed", "1", "--jsonl", "games.jsonl", "-q"])).stdout(0);
    let text = dir.read("games.jsonl");
    // Regression: lines were appended to any file that was named by mistake.
    for other in ["#!/bin/sh\necho p\n", "{\"players\": []}\n", "import sys\n"] {
        dir.write("other", other);
        let ran = dir.run(&series(&["--games", "2", "--jsonl", "other", "-q"]));
        let is_refused = ran.stderr.contains("other already exists and is not a file of games (JSON lines)");
        assert!(ran.status == 5 && is_refused, "{ran:?}");
        assert_eq!(dir.read("other"), other);
    }
    dir.write("other", &text[..5]);
    dir.run(&series(&["--games", "2", "--jsonl", "other", "-q"])).stdout(0);
    let games: Vec<_> = text.lines().map(document).collect();
    assert_eq!(games.len(), 10);
    for game in &games {
        let link = game["replay"].as_str().expect("a short match has a link");
        let shown = dir.run(&["replay", &format!("#/connect-four/r/{link}")]).stdout(0);
        assert!(shown.contains("random (1)") && shown.contains("random (2)"), "{shown}");
    }
}

#[test]
fn games_that_are_the_same_count_once() {
    let dir = TestDir::new();
    let [left, right] = [dir.player("left", "1111"), dir.player("right", "2222")];
    let words = ["series", "connect-four", &left, &right, "--games", "20", "--seed", "1"];
    let json = document(&dir.run(&[&words[..], &["--json"]].concat()).stdout(0));
    assert_eq!((&json["games"], &json["repeated_units"]), (&20.into(), &9.into()), "{json:#}");
    assert_eq!(json["comparison"]["counts"], serde_json::json!([0, 0, 1, 0, 0]));
    let table = dir.run(&words).stdout(0);
    assert!(table.contains("9 of 10 pairs of games repeat an earlier pair turn for turn"), "{table}");
    assert!(table.contains("Elo                 n/a: every pair of games had the same score"), "{table}");
}

#[test]
fn a_fault_is_shown_with_its_game_and_the_last_words() {
    let dir = TestDir::new();
    let broken = dir.script("broken", "echo 'no board today' >&2; exit 3");
    let table =
        dir.run(&["series", "connect-four", &broken, "builtin:random", "--games", "4", "--seed", "1"]).stdout(3);
    assert!(table.contains("4 not-started"), "{table}");
    assert!(table.contains("First fault of broken: not-started."), "{table}");
    assert!(table.contains("  stderr: no board today"), "{table}");
    let link = table.split('"').nth(1).expect("a link in quotes");
    assert!(dir.run(&["replay", link]).stdout(0).contains("broken"), "{table}");
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let dir = TestDir::new();
    for (words, status, expected) in [
        (&["series", "connect-four", "human", "builtin:random"][..], 2, "played by bots only"),
        (&["series", "connect-four", "builtin:random"], 2, "too few bots: expected at least 2, found 1"),
        (&["series", "connect-four", "builtin:random", "builtin:nobody"], 2, "unknown bundled bot"),
        (&["series", "connect-four", "builtin:random", "./missing"], 3, "no such file"),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--keep-files", "kept"],
            2,
            "--keep-files is for single matches",
        ),
        (&["series", "connect-four", "builtin:random", "builtin:random", "--sprt", "elo0=1"], 2, "elo0 and elo1"),
        (
            &["series", "connect-four", "--sprt", "elo0=0", "elo1=9", "builtin:random"],
            2,
            "expected at least 2, found 1",
        ),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--sprt", "elo0=0", "elo1=9", "./bot"],
            2,
            "unknown key `./bot`",
        ),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--sprt"],
            2,
            "expected two Elo differences (for example: --sprt elo0=0 elo1=10)",
        ),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--sprt", "elo0=5", "elo1=1"],
            2,
            "less than elo1",
        ),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--sprt", "elo0=0", "elo1=9", "elo0=5"],
            2,
            "`elo0` is given twice",
        ),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--games", "-1"],
            2,
            "invalid value '-1' for '--games <N>': expected a whole number from 1 to 100000000",
        ),
        (
            &["series", "connect-four", "builtin:random", "builtin:random", "--store", "no/such/folder", "-q"],
            5,
            "cannot use",
        ),
    ] {
        let complaint = dir.run(words).complaint(status);
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}

#[test]
fn counts_from_elsewhere_are_computed() {
    let dir = TestDir::new();
    let shown = dir.run(&["elo", "177,1629,3083,1780,221", "--elo0", "0", "--elo1", "3"]).stdout(0);
    for part in ["+6.03 ± 3.49", "+10.01 ± 5.80", "99.96 %", "LLR 2.9129 of (-2.94, 2.94), not decided"] {
        assert!(shown.contains(part), "{shown}");
    }
    // Regression: the margin was half of that of the interval behind it.
    let strong = dir.run(&["elo", "0,2,15,30,53"]).stdout(0);
    assert!(strong.contains("normalized Elo      +410.10 ± 95."), "{strong}");
    // Regression: ten pairs made it certain beside a bound below 0, which does not show which bot
    // is better; and unknown values had no reason.
    let few = dir.run(&["elo", "0,0,3,7,0"]).stdout(0);
    assert!(
        few.contains("likely better       n/a: one side has too few points\n")
            && few.contains("\nElo                 n/a: one side has too few points\n"),
        "{few}"
    );
    let swept = dir.run(&["elo", "0,0,0,0,6"]).stdout(0);
    assert!(swept.contains("likely better       at least 98.44 %\n"), "{swept}");
    let even = dir.run(&["elo", "0,0,42,0,0"]).stdout(0);
    assert!(even.contains("likely better       n/a: every pair of games had the same score\n"), "{even}");
    let same = dir.run(&["elo", "0,0,0,0,42"]).stdout(0);
    assert!(same.contains("likely better       more than 99.99 %\n"), "{same}");
    assert!(!same.contains("won pairs per lost"), "no pair was lost: {same}");
    let words = ["elo", "177,1629,3083,1780,221", "--elo0", "0", "--elo1", "3", "--model", "logistic", "--json"];
    let document = document(&dir.run(&words).stdout(0));
    assert!((document["sprt"]["llr"].as_f64().expect("a number") - 4.2743).abs() < 5e-5, "{document:#}");
    assert_eq!((&document["sprt"]["verdict"], &document["comparison"]["games"]), (&"h1".into(), &13_780.into()));
    for (words, expected) in [
        (&["elo", "1,2"][..], "expected 3 numbers"),
        (&["elo", "1", "2", "3"], "expected counts separated by commas, as in 1,2,3"),
        (&["elo", "1,2,x"], "invalid count \"x\""),
        (&["elo", "1,2,3", "--elo0", "5"], "--elo1"),
        (&["elo", "1,2,3", "--elo0", "5", "--elo1", "5"], "less than elo1"),
    ] {
        let complaint = dir.run(words).complaint(2);
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}

/// The table shows that no game counts, and the line below it that one is kept.
#[test]
fn a_second_ctrl_c_tells_the_games_that_do_not_count_yet() {
    let dir = TestDir::new();
    let quick = dir.player("quick", "1111");
    let slow = dir.script("slow", "echo p; read seat; [ $seat = 1 ] && { touch asleep; exec sleep 86399; }; exit");
    let words = ["series", "connect-four", &quick, &slow, "--games", "2", "-c", "1", "-q", "--store", "a.sqlite"];
    let mut child = dir.start(&[&words[..], &["--time", "60s"]].concat());
    while !dir.path("asleep").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    wait_until_said(&mut child, "finishing the games");
    // Presses count as one that are less than half a second apart.
    std::thread::sleep(Duration::from_millis(600));
    interrupt(&child);
    let ran = finish(child, "");
    assert_eq!(ran.status, 130, "{ran:?}");
    assert!(ran.stdout.contains("0 of 2 games"), "{ran:?}");
    let kept = "1 of 2 games are kept in a.sqlite (not counted yet: 1, of units that are not complete).";
    assert!(ran.stderr.contains(kept), "{ran:?}");
}

/// Regression: the first failed start ended the series, and the match was reported as void.
#[test]
fn a_computer_that_cannot_begin_games_is_asked_for_a_while() {
    let dir = TestDir::new();
    let [left, right] = [dir.player("left", "1111"), dir.player("right", "2222")];
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 16; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_botyard"), "--no-sandbox"]);
    command.args(["series", "connect-four", &left, &right, "--games", "8", "-q", "-c", "1", "--store", "a.sqlite"]);
    command.current_dir(dir.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let ran = finish(start(command), "");
    assert_eq!(ran.status, 1, "{ran:?}");
    for part in
        ["could not begin 4 games in a row", "Too many open files", "ulimit -a", "To go on, run the same command"]
    {
        assert!(ran.stderr.contains(part), "{part}: {ran:?}");
    }
    let words = ["series", "connect-four", &left, &right, "--games", "8", "-q", "--store", "a.sqlite", "--resume"];
    let table = dir.run(&words).stdout(0);
    let lost = "1 unit has a game that could not be played: it counts for nobody. Void:\n  game 0 of unit 0: a bot's \
                run could not be started, because memory or files had run out\n";
    assert!(table.starts_with("connect-four: 6 of 8 games") && table.contains(lost), "{table}");
    let json = document(&dir.run(&[&words[..], &["--json"]].concat()).stdout(0));
    let why = "a bot's run could not be started, because memory or files had run out";
    let void = serde_json::json!([{ "unit": 0, "rotation": 0, "bot": null, "why": why }]);
    assert_eq!(json["void_games"], void, "{json:#}");
    let (as_tournament, lines) = (["tournament"], ["--format", "series", "--jsonl", "games.jsonl"]);
    let words = [&as_tournament[..], &words[1..], &lines].concat();
    let markdown = dir.run(&[&words[..], &["--markdown"]].concat()).stdout(0);
    assert!(markdown.contains(&format!("Void:\n- game 0 of unit 0: {why}\n")), "{markdown}");
    let json = document(&dir.run(&[&words[..], &["--json"]].concat()).stdout(0));
    assert_eq!(json["void_games"], void, "{json:#}");
    // Lines have it too.
    let json = document(&dir.run(&["standings", "games.jsonl", "--json"]).stdout(0));
    assert_eq!(json["void_games"], void, "{json:#}");
}

/// The first Ctrl-C lets the games that are being played end; the series can be resumed later.
#[test]
fn ctrl_c_keeps_what_was_played() {
    let dir = TestDir::new();
    // In its third game, it waits until it is let go.
    let hold = "echo >> games; [ $(wc -l < games) != 3 ] || until [ -e go ]; do sleep 0.01; done";
    let held = dir.greeter("held", &format!("{hold}; for column in 2 2 2 2; do echo $column; read answer; done"));
    let quick = dir.player("quick", "1111");
    let words = ["series", "connect-four", &quick, &held, "--games", "8", "-c", "1", "--time", "60s", "--json", "-q"];
    let words = [&words[..], &["--store", "a.sqlite"]].concat();
    let mut child = dir.start(&words);
    while std::fs::read(dir.path("games")).unwrap_or_default().len() < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    wait_until_said(&mut child, "finishing the games");
    dir.write("go", "");
    let ran = finish(child, "");
    assert_eq!(ran.status, 130, "{ran:?}");
    assert!(ran.stderr.contains("To go on, run the same command with `--store a.sqlite --resume`"), "{ran:?}");
    let stopped = document(&ran.stdout);
    // Its thread may take the game that waits before it is told.
    let games = stopped["games"].as_u64().expect("a number");
    assert!((2..=4).contains(&games) && stopped["is_over"] == false, "{stopped:#}");
    assert!(dir.read("games").lines().count() <= 4, "no game begins after the one that waited");
    let resumed = document(&dir.run(&[&words[..], &["--resume"]].concat()).stdout(0));
    assert_eq!((&resumed["games"], &resumed["is_over"]), (&8.into(), &true.into()));
    assert_eq!(dir.read("games").lines().count(), 8, "no game was played twice");
}

/// Presses Ctrl-C.
fn interrupt(child: &Child) {
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
    assert!(told.success());
}

/// Regression: an endless loop in turn 3 took a minute for 16 of 200 games.
#[test]
fn a_bot_that_fails_the_same_way_is_not_played_on() {
    let dir = TestDir::new();
    let [bad, good] = [dir.player("bad", "19"), dir.player("good", "2222")];
    let words = ["series", "connect-four", &bad, &good, "--games", "40", "--seed", "1", "-q", "--store", "s.sqlite"];
    let run = |options: &[&str]| dir.run(&[&words[..], &["--json"], options].concat());
    let first = run(&["-c", "4"]);
    for part in [
        "bad has failed in the same way in 5 units in a row (",
        ", in games of 3 and 4 turns)",
        "--resume --keep-going`",
    ] {
        assert!(first.stderr.contains(part), "{first:?}");
    }
    let stopped = first.stdout(6);
    let json = document(&stopped);
    assert_eq!((&json["games"], &json["stopped_by"]["bot"]), (&10.into(), &"bad".into()), "{json:#}");
    // Only the games before the end are counted, however many are played.
    assert_eq!(run(&["--resume", "-c", "1"]).stdout(6), stopped);
    let all = document(&run(&["--resume", "--keep-going"]).stdout(0));
    assert_eq!((&all["games"], &all["stopped_by"]), (&40.into(), &Value::Null), "{all:#}");
}

#[test]
fn an_empty_store_starts_anew() {
    let dir = TestDir::new();
    dir.write("s.sqlite", "");
    let ran = dir.run(&series(&["--games", "2", "--store", "s.sqlite", "--resume"]));
    assert!(ran.stderr.contains("s.sqlite is empty: the tournament starts anew\n"), "{ran:?}");
    assert!(ran.stdout(0).contains("2 of 2 games"));
}

/// Regression: the system ended the program, which left its lock.
#[test]
fn a_limit_for_the_size_of_files_is_an_error() {
    let dir = TestDir::new();
    let [left, right] = [dir.player("left", "1111"), dir.player("right", "7777")];
    let played = dir.command(&["series", "connect-four", &left, &right, "--games", "400", "-q", "--store", "s.sqlite"]);
    // 64 blocks are room for a few games.
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 64; exec \"$@\"", "sh"]).arg(played.get_program()).args(played.get_args());
    limited.current_dir(dir.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let ran = finish(start(limited), "");
    assert_eq!(ran.status, 5, "{ran:?}");
    assert!(ran.stderr.contains("cannot use s.sqlite"), "{ran:?}");
    assert!(!dir.names().contains(&"s.sqlite-lock".to_owned()), "{:?}", dir.names());
}

mod complete {
    use super::*;

    /// Results of modules are committed together, so that Ctrl-C finds some that are not committed.
    #[test]
    fn ctrl_c_keeps_what_was_not_committed() {
        let dir = TestDir::new();
        let options = ["--games", "12000", "--seed", "4", "--json", "--quiet", "--store", "a.sqlite"];
        let child = dir.start(&series(&options));
        while !dir.path("a.sqlite-wal").metadata().is_ok_and(|metadata| metadata.len() > 100_000) {
            std::thread::sleep(Duration::from_millis(5));
        }
        interrupt(&child);
        let ran = finish(child, "");
        assert_eq!(ran.status, 130, "{ran:?}");
        let stopped = document(&ran.stdout);
        let games = stopped["games"].as_u64().expect("a number");
        assert!(games > 0 && stopped["is_over"] == false, "{stopped:#}");
        let resumed = document(&dir.run(&[&series(&options)[..], &["--resume"]].concat()).stdout(0));
        assert_eq!((&resumed["games"], &resumed["is_over"]), (&12_000.into(), &true.into()));
    }
}
