//! Tournaments that change while they are played: late bots, withdrawn and disqualified ones, games
//! that are annulled or played again.

use serde_json::Value;

use super::test_dir::TestDir;

const STORE: [&str; 3] = ["--store", "cup.sqlite", "-q"];

/// Of two of these bots, the first to move wins.
fn bots(dir: &TestDir) -> [String; 3] {
    [dir.player("left", "1111"), dir.player("right", "7777"), dir.player("middle", "4444")]
}

/// A tournament of four games for each two of these bots, and its report.
fn play(dir: &TestDir, bots: &[String], more: &[&str]) -> Value {
    play_games(dir, bots, "4", more)
}

fn play_games(dir: &TestDir, bots: &[String], games: &str, more: &[&str]) -> Value {
    let bots: Vec<_> = bots.iter().map(String::as_str).collect();
    let words = [&["tournament", "connect-four"][..], &bots, &["--games", games, "--seed", "1", "--json"], more];
    document(&dir.run(&words.concat()).stdout(0))
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("stdout is a JSON document")
}

/// The results of the bots by name: games won, drawn and lost.
fn results(document: &Value) -> Vec<(String, [u64; 3])> {
    let player = |player: &Value| {
        let name = player["name"].as_str().expect("a name").to_owned();
        (name, ["won", "drawn", "lost"].map(|key| player[key].as_u64().expect("a number")))
    };
    let mut all: Vec<_> = document["players"].as_array().expect("a list").iter().map(player).collect();
    all.sort();
    all
}

fn standings(dir: &TestDir) -> Value {
    document(&dir.run(&["standings", "cup.sqlite", "--json"]).stdout(0))
}

/// How many attempts at games the store has.
fn stored(dir: &TestDir) -> i64 {
    let connection = rusqlite::Connection::open(dir.path("cup.sqlite")).expect("a store");
    connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).expect("a number")
}

fn change(dir: &TestDir, words: &[&str]) -> String {
    dir.run(&[&["journal", "cup.sqlite"], words].concat()).stdout(0)
}

#[test]
fn a_late_bot_plays_what_it_owes_and_nothing_again() {
    let dir = TestDir::new();
    let bots = bots(&dir);
    let expected = play(&dir, &bots, &["-q"]);
    let before = play(&dir, &bots[..2], &STORE);
    assert_eq!(before["games"], 4);
    assert_eq!(stored(&dir), 4);
    let late = play(&dir, &bots, &[&STORE[..], &["--resume"]].concat());
    assert_eq!((&late["games"], stored(&dir)), (&12.into(), 12));
    assert_eq!(results(&late), results(&expected));
    assert_eq!((&late["journal"][0]["change"], &late["journal"][0]["bot"]), (&"join".into(), &"middle".into()));
    assert_eq!(results(&standings(&dir)), results(&expected));
    // More rounds are played by all.
    let more = play_games(&dir, &bots, "6", &[&STORE[..], &["--resume"]].concat());
    assert_eq!((&more["games"], stored(&dir)), (&18.into(), 18));
    let other = [bots[1].clone(), bots[0].clone(), bots[2].clone()];
    let words = ["tournament", "connect-four", &other[0], &other[1], &other[2], "--resume"];
    let complaint = dir.run(&[&words[..], &STORE].concat()).complaint(2);
    assert!(complaint.contains("the stored games are of other bots"), "{complaint}");
}

#[test]
fn a_bot_that_is_out_plays_no_more() {
    let dir = TestDir::new();
    let bots = bots(&dir);
    let all = play(&dir, &bots, &STORE);
    let line = change(&dir, &["withdraw", "right"]);
    assert!(line.contains("right is withdrawn: it plays no more"), "{line}");
    assert_eq!(results(&standings(&dir)), results(&all), "its games count");
    // The others play on without it.
    let resumed = [&STORE[..], &["--resume"]].concat();
    let more = play_games(&dir, &bots, "6", &resumed);
    assert_eq!((&more["games"], &more["scheduled_games"], stored(&dir)), (&14.into(), &14.into(), 14));
    change(&dir, &["disqualify", "right", "--reason", "it reads files"]);
    for report in [play_games(&dir, &bots, "6", &resumed), standings(&dir)] {
        let [left, middle, right] = &results(&report)[..] else { panic!("{report}") };
        assert_eq!((left.1, middle.1, right.1), ([3, 0, 3], [3, 0, 3], [0, 0, 0]));
        assert_eq!(
            (&report["ranked_by"], &report["journal"][1]["reason"]),
            (&"points".into(), &"it reads files".into())
        );
    }
    let table = dir.run(&["standings", "cup.sqlite"]).stdout(0);
    assert!(table.contains("right is disqualified: its games count for nobody (it reads files)"), "{table}");
    let complaint = |words: &[&str]| dir.run(&[&["journal", "cup.sqlite"], words].concat()).complaint(2);
    let twice = complaint(&["withdraw", "right"]);
    assert!(twice.contains("right is disqualified already"), "{twice}");
    let unknown = complaint(&["withdraw", "nobody"]);
    assert!(unknown.contains("bots: left, right, middle"), "{unknown}");
    assert_eq!(stored(&dir), 14);
}

#[test]
fn a_disqualified_bot_may_have_lost_its_games() {
    let dir = TestDir::new();
    let bots = bots(&dir);
    play(&dir, &bots, &STORE);
    change(&dir, &["disqualify", "right", "--reason", "two people", "--lost"]);
    let [left, middle, right] = &results(&standings(&dir))[..] else { panic!("three bots") };
    assert_eq!((left.1, middle.1, right.1), ([6, 0, 2], [6, 0, 2], [0, 0, 8]));
    assert_eq!(results(&play(&dir, &bots, &[&STORE[..], &["--resume"]].concat())), results(&standings(&dir)));
}

#[test]
fn a_game_is_annulled_or_played_again() {
    let dir = TestDir::new();
    let bots = bots(&dir);
    let all = play(&dir, &bots, &STORE);
    let resume = || play(&dir, &bots, &[&STORE[..], &["--resume"]].concat());
    change(&dir, &["annul", "--game", "2", "--reason", "the power failed"]);
    for report in [resume(), standings(&dir)] {
        assert_eq!((&report["games"], stored(&dir)), (&10.into(), 12));
        let void = &report["void_games"][0];
        assert_eq!(
            (&void["unit"], &void["rotation"], &void["why"]),
            (&0.into(), &1.into(), &"annulled: the power failed".into())
        );
    }
    let line = change(&dir, &["play-again", "--game", "2"]);
    assert!(line.contains("game 2 is played again"), "{line}");
    assert_eq!(standings(&dir)["games"], 10);
    assert_eq!((results(&resume()), stored(&dir)), (results(&all), 13));
    assert_eq!(results(&standings(&dir)), results(&all));
    let listed = dir.run(&["results", "cup.sqlite", "--csv"]).stdout(0);
    assert_eq!(listed.lines().count(), 13, "{listed}");
    let complaint = dir.run(&["journal", "cup.sqlite", "annul", "--game", "99", "--reason", "x"]).complaint(2);
    assert!(complaint.contains("game 99 was not played: 12 games were"), "{complaint}");
    let lines = dir.run(&["journal", "cup.sqlite"]).stdout(0);
    assert_eq!(lines.lines().count(), 2, "{lines}");
}

#[test]
fn a_new_version_of_a_bot_is_in_the_journal() {
    let dir = TestDir::new();
    let bots = bots(&dir);
    play(&dir, &bots, &STORE);
    assert!(dir.run(&["journal", "cup.sqlite"]).stdout(0).contains("Nothing was changed in cup.sqlite."));
    dir.player("right", "2222");
    let changed = play(&dir, &bots, &[&STORE[..], &["--resume", "--allow-changed"]].concat());
    let entry = &changed["journal"][0];
    assert_eq!((&entry["change"], &entry["bot"]), (&"replace".into(), &"right".into()));
    assert_ne!(entry["before"], entry["after"]);
}

#[test]
fn a_knockout_cannot_be_changed() {
    let dir = TestDir::new();
    let bots = bots(&dir);
    play(&dir, &bots, &[&STORE[..], &["--format", "knockout"]].concat());
    let complaint = dir.run(&["journal", "cup.sqlite", "withdraw", "right"]).complaint(2);
    assert!(complaint.contains("the format of this tournament is knockout"), "{complaint}");
}
