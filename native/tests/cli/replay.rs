//! `botyard replay`: every form a match can be written in, and back.

use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::replay::link;
use botyard_engine::replay::{Replay, file};
use serde_json::{Value, json};

use super::test_dir::{TestDir, finish};

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
player 1 wins: four in a row.
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

/// Forms in which the servers Gravon and generals.io keep games, and a solver's name of a position.
#[test]
fn games_of_other_servers_are_replayed() {
    let dir = TestDir::new();
    dir.write("game.gsn", include_str!("../../../fuzz/seeds/log-gravon/classic"));
    let shown = dir.run(&["replay", "game.gsn"]).stdout(0);
    assert!(shown.starts_with("Stratego: RED  ann, BLUE bob\n"), "{shown}");
    assert!(shown.contains("0 3 DOWN, 0 6 UP\n"), "{shown}");
    dir.write("game.gioreplay", include_str!("../../../fuzz/seeds/log-generals-io/fifty-turns"));
    let shown = dir.run(&["replay", "game.gioreplay"]).stdout(0);
    assert!(shown.contains("Stopped after 98 turns: no result.") && shown.contains("bob"), "{shown}");
    dir.write("game.gior", [1, 0xff]);
    let why = dir.run(&["replay", "game.gior"]).complaint(5);
    assert!(why.contains("game.gior: it is a compressed replay of generals.io. Make a .gioreplay of it"), "{why}");
    dir.write("bad.gioreplay", r#"{"mapWidth":2,"mapHeight":1,"generals":[]}"#);
    let why = dir.run(&["replay", "bad.gioreplay"]).complaint(5);
    assert!(why.contains("a replay of generals.io, but the map cannot be played: no cell is a capital"), "{why}");
    let shown = dir.run(&["replay", "https://connect4.gamesolver.org/?pos=4453"]).stdout(0);
    assert!(shown.contains("turns 4 4 5 3\n"), "{shown}");
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
    for source in ["match.json", "log.txt"] {
        dir.write("edited", format!("\u{feff}\r\n{}\r\n \n", dir.read(source)));
        assert_eq!(dir.run(&["replay", "edited", "--columns"]).stdout(0), log, "an editor has changed {source}");
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
    let quoted = page.replace('#', "%23").replace("/r/", "/r/\n> ");
    let shown = dir.run(&["replay", &format!("Look: <{quoted}>.")]);
    let left_out =
        "botyard: `Look: <` before the link, 1 space or line break inside it and `>.` after it were left out\n";
    assert_eq!(shown.stderr, left_out);
    assert!(shown.stdout(0).contains("\nafter turn 3 of "));
}

/// The page makes such links of matches that are too long for their turns.
#[test]
fn the_bots_that_a_link_names_play_its_match() {
    let dir = TestDir::new();
    let args = ["play", "connect-four", "builtin:tactician", "builtin:random", "--seed", "9"];
    dir.run(&[&args[..], &["--save", "match.json", "--log", "log.txt"]].concat()).stdout(0);
    let link = |change: fn(&mut Replay<ConnectFour>)| {
        let document = file::open(serde_json::from_str(&dir.read("match.json")).expect("JSON")).expect("a document");
        let mut replay = serde_json::from_value(document.replay).expect("a match of Connect Four");
        change(&mut replay);
        format!("#/connect-four/r/{}", link::write_by_bots(&replay).expect("both are modules"))
    };
    let same = link(|_| {});
    assert_eq!(dir.run(&["replay", &same, "--columns"]).stdout(0), dir.read("log.txt"));
    dir.run(&["verify", &same, "builtin:tactician", "builtin:random"]).stdout(0);
    let damaged = dir.run(&["replay", &same[..same.len() - 1]]).complaint(5);
    assert!(damaged.contains("this link is truncated or altered"), "{damaged}");
    for (change, why) in [
        (link(|replay| replay.seed = 10), "play another match here"),
        (link(|replay| drop(replay.turns.pop())), "play another match here"),
        (link(|replay| replay.players[0].name = "nobody".to_owned()), "and nobody is not here"),
        (link(|replay| replay.players[1].sha256 = Some("0".repeat(64))), "and random is not here"),
    ] {
        let told = dir.run(&["replay", &change]).complaint(5);
        assert!(told.contains(why), "{told}");
    }
}

/// Random moves need many characters in a link, so the link names the bots.
#[test]
fn a_long_match_of_bundled_bots_has_a_short_link() {
    let dir = TestDir::new();
    let board = ["--width", "40", "--height", "40", "--population", "200", "--duration", "100", "--seed", "7"];
    let play = |players: [&str; 2]| dir.run(&[&["play", "bitmartyr"], &players[..], &board[..]].concat()).stdout(0);
    let played = play(["builtin:random", "builtin:random"]);
    let link = played.lines().find_map(|line| line.strip_prefix("link ")).expect("a link");
    assert!(link.len() < 1_500, "{link}");
    assert!(
        played.ends_with("\nThe link names the bots instead of their turns: they play the match again.\n"),
        "{played}"
    );
    let shown = dir.run(&["replay", link]).stdout(0);
    let verdict = played.lines().find(|line| line.contains(" wins")).expect("somebody wins");
    assert!(shown.contains(verdict), "{verdict}: {shown}");
    // No bundled bot has this hash.
    let random = botyard::bots::find("random", Some("bitmartyr")).and_then(|bot| bot.module()).expect("a module");
    dir.write("own.wasm", [&random[..], &[0, 2, 1, b'x']].concat());
    let played = play(["own.wasm", "builtin:random"]);
    assert!(played.contains("\nno link: the match is too long; save it as a file instead"), "{played}");
}

#[test]
fn a_link_is_printed_as_a_code_that_can_be_scanned() {
    let dir = TestDir::new();
    let shown = dir.run(&["replay", "4455667", "--qr", "--page", "https://example.org/"]).stdout(0);
    let (before, code) = shown.split_once("\nlink https://example.org/#/connect-four/r/").expect("a link");
    assert!(before.contains("[X][X][X][X]"), "{before}");
    let (payload, code) = code.split_once('\n').expect("a code");
    let link = format!("https://example.org/#/connect-four/r/{payload}");
    let expected = botyard_picture::qr_code::QrCode::encode(&link).expect("it is short").text();
    assert_eq!(code, expected);
    let why = dir.run(&["replay", "4455667", "--qr"]).complaint(2);
    assert!(why.contains("--qr needs the page's URL"), "{why}");
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
    let expected = "    1    7 turns  player 1 wins: four in a row.
    2   14 turns  player 2 wins: four in a row.
    3     1 turn  Stopped after 1 turn: no result.
Use --game N to show one of them.
";
    assert_eq!(listed, expected);
    assert_eq!(dir.run(&["replay", "log.txt", "--columns"]).stdout(0), "4142434\n43557644322313\n4\n");
    assert_eq!(dir.run(&["replay", "log.txt", "--columns", "--game", "2"]).stdout(0), "43557644322313\n");
    let none = dir.run(&["replay", "log.txt", "--game", "4"]).complaint(2);
    assert!(none.contains("no match 4: expected 1 to 3"), "{none}");
    // Regression: for a file with one match, it was `expected 1 to 1`.
    dir.write("one.txt", "4142434\n");
    for command in [&["replay", "one.txt"][..], &["rerun", "one.txt", "--seat", "1", "builtin:random"]] {
        let none = dir.run(&[command, &["--game", "4"]].concat()).complaint(2);
        assert!(none.contains("no match 4: expected 1\n"), "{none}");
    }
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
    dir.write("newer.json", r#"{"format":3,"game":"connect-four","settings":{},"seed":0,"players":[],"turns":[]}"#);
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

#[test]
fn a_position_is_drawn_to_a_file() {
    let dir = TestDir::new();
    dir.run(&["replay", "4455667", "--turn", "2", "--picture", "board.svg"]).stdout(0);
    let svg = dir.read("board.svg");
    assert!(svg.starts_with("<svg ") && svg.contains(">Connect Four, turn 2 of 7<"), "{svg}");
    assert!(!svg.contains("wins"), "{svg}");
    dir.run(&["replay", "4455667", "--picture", "board.svg", "--dark"]).stdout(0);
    assert!(dir.read("board.svg").contains("player 1 wins"), "an earlier picture is replaced");
    dir.run(&["replay", "4455667", "--picture", "board.png"]).stdout(0);
    dir.run(&["replay", "445", "--picture", "match.gif"]).stdout(0);
    for (file, start) in [("board.png", b"\x89PNG".as_slice()), ("match.gif", b"GIF8")] {
        let bytes = std::fs::read(dir.path(file)).expect("it was written");
        assert!(bytes.starts_with(start), "{file}");
    }
    dir.run(&["replay", "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M?t=1", "--picture", "match.gif"]).stdout(0);
    let refused = dir.run(&["replay", "445", "--turn", "1", "--picture", "match.gif"]).complaint(2);
    assert!(refused.contains("a GIF shows the whole match"), "{refused}");
    let refused = dir.run(&["replay", "445", "--picture", "board.bmp"]).complaint(2);
    assert!(refused.contains("ends in .svg, .png, .gif or .html"), "{refused}");
}

/// Regression: an empty file was left, which looked like an animation.
#[test]
fn an_animation_that_is_broken_off_leaves_nothing() {
    let dir = TestDir::new();
    dir.run(&["play", "stratego", "builtin:forfax", "builtin:dummy", "--save", "match.json", "-qq"]).stdout(0);
    let mut child = dir.start(&["replay", "match.json", "--picture", "match.gif"]);
    // The file has another name until it is complete.
    while dir.names().len() == 1 && child.try_wait().expect("our own child").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill");
    let ran = finish(child, "");
    match ran.status {
        130 => assert_eq!(dir.names(), ["match.json"], "{ran:?}"),
        // The program ended before the signal.
        _ => {
            ran.stdout(0);
            assert_eq!(dir.names(), ["match.gif", "match.json"]);
        }
    }
}

/// Browsers test its content: `e2e/tests/browsers/standalone.rs`.
#[test]
fn a_match_is_one_page_whose_words_are_words() {
    let dir = TestDir::new();
    dir.run(&["replay", "4455667", "--picture", "match.html", "--dark"]).stdout(0);
    let page = dir.read("match.html");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{page}");
    assert!(
        page.contains("<title>Connect Four: player 1, player 2</title>") && page.contains("color-scheme:dark"),
        "{page}"
    );
    // An earlier file of this kind is overwritten, and no other.
    dir.run(&["replay", "445", "--turn", "2", "--picture", "match.html"]).stdout(0);
    dir.write("notes.html", "<!doctype html><p>mine");
    let refused = dir.run(&["replay", "445", "--picture", "notes.html"]).complaint(5);
    assert!(refused.contains("is not a match as HTML"), "{refused}");
}
