//! `botyard verify`, `botyard wasi-test` and `--keep-files`.

use botyard_effort::count;
use botyard_sandbox::prices::PRICES_VERSION;
use serde_json::Value;

use super::test_dir::{Ran, TestDir};

/// A dir with a match in it, as a file and as a link.
fn played() -> (TestDir, String) {
    let dir = TestDir::new();
    let play = ["play", "connect-four", "builtin:tactician", "builtin:random", "--seed", "9"];
    let text = dir.run(&[&play[..], &["--json", "--save", "match.json"]].concat()).stdout(0);
    let document: Value = serde_json::from_str(&text).expect("a document");
    let link = document["link"].as_str().expect("text").to_owned();
    (dir, link)
}

#[test]
fn the_same_bots_say_the_same_words() {
    let (dir, link) = played();
    let prices = format!("X tactician: module, deterministic (prices {PRICES_VERSION}); ");
    let unexplained = "X tactician: module (prices version not recorded); ".to_owned();
    for (source, tactician) in [("match.json", prices), (&link, unexplained)] {
        for players in [["builtin:tactician", "builtin:random"], ["builtin:tactician", "recorded"]] {
            let ran = dir.run(&["verify", source, players[0], players[1]]);
            assert_eq!(ran.stderr, "", "{ran:?}");
            let told = ran.stdout(0);
            assert!(told.contains(&tactician), "{told}");
            assert!(told.contains("\nNo difference in "), "{told}");
        }
    }
    let told = dir.run(&["verify", "match.json", "recorded", "builtin:random"]).stdout(0);
    let kind = format!("module, deterministic (prices {PRICES_VERSION})");
    let players = format!("X tactician: {kind}; taken from the record\nO random: {kind}; played again\n");
    assert!(told.starts_with(&players), "{told}");
}

#[test]
fn other_prices_are_told_of() {
    let (dir, _) = played();
    let mut document: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    assert_eq!(document["players"][0]["prices"], PRICES_VERSION);
    document["players"][0]["prices"] = 1.into();
    dir.write("match.json", document.to_string());
    let ran = dir.run(&["verify", "match.json", "builtin:tactician", "builtin:random"]);
    let expected = format!("tactician: recorded with prices version 1, now {PRICES_VERSION}: ");
    assert!(ran.stderr.contains(&expected), "{ran:?}");
    assert!(ran.stdout(0).contains("X tactician: module, deterministic (prices 1); played again"));
}

/// A long match of modules whose whole input is kept is compared as a whole.
#[test]
fn as_much_input_as_is_wanted_is_kept_and_compared() {
    let dir = TestDir::new();
    let bots = ["builtin:idle", "builtin:idle"];
    let play = [&["play", "generals"][..], &bots, &["--rounds", "2000", "--seed", "2", "-q", "--save"]].concat();
    dir.run(&[&play[..], &["usual.json"]].concat()).stdout(0);
    dir.run(&[&play[..], &["long.json", "--keep-input", "8MiB"]].concat()).stdout(0);
    let [usual, long] = ["usual.json", "long.json"].map(|name| dir.read(name));
    let left_out = "the rest is not kept";
    assert!(usual.contains(left_out) && !long.contains(left_out), "{} and {} bytes", usual.len(), long.len());
    for file in ["usual.json", "long.json"] {
        let told = dir.run(&[&["verify", file][..], &bots].concat()).stdout(0);
        assert!(told.contains("\nNo difference in "), "{file}: {told}");
    }
    // The last passage is compared, too.
    let (start, last) = long.rsplit_once("\"stream\": \"stdin\"").expect("it has read something");
    let changed = last.replacen("\"text\": \"", "\"text\": \"changed ", 1);
    dir.write("changed.json", format!("{start}\"stream\": \"stdin\"{changed}"));
    assert_eq!(dir.run(&[&["verify", "changed.json"][..], &bots].concat()).status, 4);
    assert_eq!(dir.run(&[&play[..], &["no.json", "--keep-input", "1"]].concat()).status, 2);
    // A rerun keeps as much of the bots' input as its record, or as much as the option asks for.
    let rerun = |file, options: &[&str]| {
        let args = ["rerun", file, "--seat", "2", "builtin:idle", "--save", "again.json"];
        dir.run(&[&args[..], options].concat()).stdout(0);
        dir.read("again.json").matches(left_out).count()
    };
    assert_eq!(rerun("long.json", &[]), 0);
    assert!(rerun("usual.json", &[]) > 0);
    assert_eq!(rerun("usual.json", &["--keep-input", "8MiB"]), 0);
}

#[test]
fn drop_in_commands_keep_as_much_input_as_is_wanted() {
    let dir = TestDir::new();
    let kept = |args: &str, options: &[&str]| {
        dir.run(&[&args.split(' ').collect::<Vec<_>>(), options].concat()).stdout(0);
        let saved = dir.read("m.json");
        assert!(saved.contains("\"stream\": \"stdout\""), "its bots' words are saved: {args}");
        !saved.contains("the rest is not kept")
    };
    dir.write("map.txt", dir.run(&["generals", "map", "30", "30", "2", "--seed", "1"]).stdout(0));
    dir.write("config.txt", "log.txt map.txt 2 builtin:random builtin:idle");
    let matches = [
        "generals config.txt --rounds 1500 --seed 2 --save m.json",
        "bitmartyr -w 100 -h 100 -p 1000 -d 300 --seed 2 --log b.log --save m.json builtin:scared builtin:scared",
    ];
    for args in &matches[..count(1, matches.len())] {
        let long = [args, " --keep-input 64MiB"].concat();
        let (start, players) = args.split_once(" --save m.json").expect("a match is saved");
        let long = if players.is_empty() { long } else { format!("{start} --keep-input 64MiB --save m.json{players}") };
        assert!(!kept(args, &[]) && kept(&long, &[]), "{args}");
    }
    dir.run(&["serve", "--keep-input", "1"]).complaint(2);
}

#[test]
fn an_executable_may_say_other_words() {
    let dir = TestDir::new();
    let bot = dir.player("bot.sh", "123");
    dir.run(&["play", "connect-four", &bot, "builtin:random", "--seed", "9", "-q", "--save", "match.json"]).stdout(0);
    let told = dir.run(&["verify", "match.json", &bot, "builtin:random"]).stdout(0);
    assert!(told.starts_with("X bot.sh: executable, not deterministic; played again\n"), "{told}");
    let other = dir.player("other.sh", "132");
    assert_eq!(dir.run(&["verify", "match.json", &other, "builtin:random"]).status, 4);
    // A player that is taken from the record exits again.
    let told = dir.run(&["verify", "match.json", "recorded", "builtin:random"]).stdout(0);
    assert!(told.contains("\nNo difference in 7 turns.\n"), "{told}");
}

#[test]
fn the_first_difference_is_shown() {
    let (dir, _) = played();
    let mut document: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    let ran = dir.run(&["verify", "match.json", "builtin:negamax", "builtin:random"]);
    assert_eq!(ran.status, 4, "{ran:?}");
    assert!(ran.stderr.contains("tactician: not the module that played"), "{ran:?}");
    assert!(
        ran.stdout.contains("\n  recorded: player 1: ") && ran.stdout.contains("\n  now:      player 1: "),
        "{ran:?}"
    );
    // Only one word of the record differs.
    document["turns"][3]["words"] = " 4".into();
    dir.write("words.json", document.to_string());
    let ran = dir.run(&["verify", "words.json", "builtin:tactician", "builtin:random"]);
    assert_eq!(ran.status, 4, "{ran:?}");
    assert!(ran.stdout.contains("\nturn 4, O random\n  recorded: player 2: "), "{ran:?}");
    assert!(ran.stdout.contains(r#"in the words " 4""#), "{ran:?}");
    // A player that is taken from the record has no output.
    dir.run(&["verify", "words.json", "builtin:tactician", "recorded"]).stdout(0);
}

#[test]
fn another_seed_is_another_match() {
    let (dir, _) = played();
    let text = dir.read("match.json").replace("\"seed\": 9", "\"seed\": 10");
    dir.write("match.json", text);
    let ran = dir.run(&["verify", "match.json", "recorded", "builtin:random"]);
    assert_eq!(ran.status, 4, "{ran:?}");
    assert!(ran.stderr.contains("the match differs from its record in turn "), "{ran:?}");
}

/// Changes the file of the match with this function, and verifies it with the bots that have played
/// it.
fn forged(forge: impl FnOnce(&mut Value)) -> Ran {
    let (dir, _) = played();
    let mut document: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    forge(&mut document);
    dir.write("match.json", document.to_string());
    dir.run(&["verify", "match.json", "builtin:tactician", "builtin:random"])
}

#[test]
fn every_recorded_word_and_time_is_compared() {
    // Regression: for all of these, the result was "The same in 13 turns."
    for stream in ["stdin", "stdout", "stderr"] {
        let ran = forged(|document| {
            let passages = document["transcript"].as_array_mut().expect("a list");
            let last = passages.iter_mut().rev().find(|passage| passage["stream"] == stream).expect("it was used");
            last["text"] = "forged".into();
        });
        assert!(ran.stdout.contains("\"forged\"\n  now:      it "), "{stream}: {ran:?}");
        assert_eq!(ran.status, 4, "{ran:?}");
    }
    let ran = forged(|document| document["turns"][2]["used_ns"] = 5.into());
    assert!(ran.stdout.contains("\nturn 3, X tactician\n  recorded: player 1: ") && ran.stdout.contains(", in 5 ns\n"));
    assert_eq!(ran.status, 4, "{ran:?}");
    let ran = forged(|document| document["transcript"].as_array_mut().expect("a list").truncate(7));
    assert_eq!(ran.status, 4, "{ran:?}");
}

#[test]
fn words_that_a_record_does_not_have_are_missed() {
    let told = forged(|document| document["transcript"] = Value::Array(Vec::new())).stdout(0);
    for name in ["tactician", "random"] {
        assert!(told.contains(&format!("what {name} read and printed: only its turns were compared.\n")), "{told}");
    }
    let untimed = |document: &mut Value| {
        let turns = document["turns"].as_array_mut().expect("a list").iter_mut();
        turns.filter(|turn| turn["seat"] == 0).for_each(|turn| turn["used_ns"] = 0.into());
    };
    assert!(forged(untimed).stdout(0).ends_with("\nThe record does not contain the times of tactician.\n"));
}

#[test]
fn what_plays_is_told_by_what_it_is() {
    let ran = forged(|document| document["players"][1]["kind"] = "executable".into());
    assert!(ran.stderr.contains("random: an executable in the record, a module now"), "{ran:?}");
    assert!(ran.stdout.contains(&format!("O random: module, deterministic (prices {PRICES_VERSION}); played again\n")));
    let (dir, _) = played();
    let bot = dir.player("bot.sh", "1234");
    let ran = dir.run(&["verify", "match.json", "builtin:tactician", &bot]);
    assert!(ran.stderr.contains("random: a module in the record, an executable now"), "{ran:?}");
    assert!(ran.stdout.contains("O random: executable, not deterministic; played again\n"), "{ran:?}");
}

#[test]
fn a_record_that_says_its_time_has_no_other() {
    let (dir, _) = played();
    let mut document: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    document["terms"] = serde_json::json!({ "turn_ns": 5_000_000_000_u64 });
    dir.write("match.json", document.to_string());
    let verify = ["verify", "match.json", "builtin:tactician", "builtin:random", "--time"];
    dir.run(&[&verify[..], &["5"]].concat()).stdout(0);
    let complaint = dir.run(&[&verify[..], &["7"]].concat()).complaint(2);
    assert!(complaint.contains("--time contradicts the time limit in the record"), "{complaint}");
}

#[test]
fn a_match_that_was_broken_off_is_followed_to_where_it_was() {
    let (dir, _) = played();
    let mut document: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    document["turns"].as_array_mut().expect("a list").truncate(5);
    dir.write("match.json", document.to_string());
    let told = dir.run(&["verify", "match.json", "builtin:tactician", "builtin:random"]).stdout(0);
    assert!(told.contains("\nNo difference in 5 turns."), "{told}");
}

#[test]
fn a_check_needs_a_player_for_each_seat() {
    let (dir, _) = played();
    let complaint = dir.run(&["verify", "match.json", "builtin:random"]).complaint(2);
    assert!(complaint.contains("the match has 2 players, but 1 given"), "{complaint}");
    assert!(dir.run(&["verify", "nothing.json", "recorded", "recorded"]).complaint(5).contains("no such file"));
    assert!(dir.run(&["verify", "match.json", "recorded", "./none.wasm"]).complaint(3).contains("no such file"));
    let complaint = dir.run(&["verify", "match.json", "recorded", "recorded"]).complaint(2);
    assert!(complaint.contains("nothing to check"), "{complaint}");
    let complaint = dir.run(&["verify", "match.json", "human", "builtin:random"]).complaint(2);
    assert!(complaint.contains("a person cannot repeat a match"), "{complaint}");
}

/// A module with these imports' types and this body, from text.
fn module(body: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "args_sizes_get" (func $args (param i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "environ_sizes_get" (func $env (param i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "path_open"
                (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
            (memory (export "memory") 1)
            (data (i32.const 100) "hello")
            (data (i32.const 120) "file")
            (func (export "_start") {body}))"#
    );
    wat::parse_str(text).expect("the text is a module")
}

const HELLO: &str = "(i32.store (i32.const 0) (i32.const 100)) (i32.store (i32.const 4) (i32.const 5))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))";

/// Opens `file` in the folder at descriptor 3 in this way, and exits with the error number.
fn match_spec(how: u32) -> String {
    format!(
        "(call $exit (call $open (i32.const 3) (i32.const 0) (i32.const 120) (i32.const 4) (i32.const {how})
            (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 8)))"
    )
}

#[test]
fn tests_of_the_public_suite_are_run_as_they_are() {
    let dir = TestDir::new();
    dir.write("exits.wasm", module("(call $exit (i32.const 33))"));
    dir.write("exits.json", r#"{"exit_code": 33}"#);
    dir.write("prints.wasm", module(HELLO));
    dir.write("prints.json", r#"{"stdout": "hello", "stderr": ""}"#);
    dir.write("plain.wasm", module(""));
    let counts = "(drop (call $args (i32.const 0) (i32.const 8))) (drop (call $env (i32.const 4) (i32.const 8)))
        (call $exit (i32.add (i32.mul (i32.const 10) (i32.load (i32.const 0))) (i32.load (i32.const 4))))";
    dir.write("counts.wasm", module(counts));
    dir.write("counts.json", r#"{"args": ["a", "b"], "env": {"A": "b"}, "exit_code": 31}"#);
    dir.write("opens.wasm", module(&match_spec(0)));
    dir.write("opens.json", r#"{"dirs": ["fs.dir"]}"#);
    dir.write("makes.wasm", module(&match_spec(1 | 4)));
    dir.write(
        "makes.json",
        r#"{"operations": [{"type": "run", "root": "empty.dir"}, {"type": "wait", "exit_code": 0}]}"#,
    );
    // Without a folder there is no descriptor 3.
    dir.write("none.wasm", module(&match_spec(0)));
    dir.write("none.json", r#"{"exit_code": 8}"#);
    std::fs::create_dir(dir.path("fs.dir")).expect("our own folder");
    std::fs::create_dir(dir.path("empty.dir")).expect("our own folder");
    dir.write("fs.dir/file", "text");
    let expected = "\
counts  passed
exits   passed
makes   passed
none    passed
opens   passed
plain   passed
prints  passed

7 of 7 tests passed
";
    for _ in 0..2 {
        assert_eq!(dir.run(&["wasi-test", "."]).stdout(0), expected);
    }
    assert!(!dir.path("empty.dir/file").exists(), "nothing is written on this machine");
}

#[test]
fn a_test_that_fails_is_told_and_is_4() {
    let dir = TestDir::new();
    dir.write("a.wasm", module(HELLO));
    dir.write("a.json", r#"{"stdout": "bye"}"#);
    dir.write("b.wasm", module("(call $exit (i32.const 2))"));
    dir.write("c.wasm", module("unreachable"));
    dir.write("d.wasm", "nothing");
    dir.write("e.wasm", module("(loop (br 0))"));
    dir.write("f.wasm", module(""));
    dir.write("f.json", r#"{"dirs": ["nowhere"]}"#);
    dir.write("g.wasm", module(""));
    let ran = dir.run(&["wasi-test", ".", "--time", "10ms"]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines[0], r#"a  FAILED  stdout is "hello", expected "bye""#);
    assert_eq!(lines[1], "b  FAILED  exit status 2, expected 0: ");
    assert_eq!(lines[2], "c  FAILED  it aborted (unreachable)");
    assert!(lines[3].starts_with("d  FAILED  "));
    assert_eq!(lines[4], "e  FAILED  out of time");
    assert!(lines[5].starts_with("f  FAILED  cannot read its folder nowhere: "));
    assert_eq!((lines[6], lines[8], ran.status), ("g  passed", "1 of 7 tests passed", 4));
    assert!(dir.run(&["wasi-test", "nowhere"]).complaint(5).contains("cannot read nowhere"));
    std::fs::create_dir(dir.path("empty")).expect("our own folder");
    assert!(dir.run(&["wasi-test", "empty"]).complaint(5).contains("no tests (*.wasm)"));
}

#[test]
fn tests_reach_no_folder_of_others() {
    let dir = TestDir::new();
    for folder in ["tests", "tests/own", "others"] {
        std::fs::create_dir(dir.path(folder)).expect("our own folder");
    }
    std::os::unix::fs::symlink("../others", dir.path("tests/link")).expect("our own folder");
    let others = dir.path("others").display().to_string();
    for (name, folder) in [("a", "../others"), ("b", "link"), ("c", &others), ("d", "own/../own")] {
        dir.write(&format!("tests/{name}.wasm"), module(""));
        dir.write(&format!("tests/{name}.json"), serde_json::json!({ "dirs": [folder] }).to_string());
    }
    dir.write("tests/lonely.json", "{}");
    let ran = dir.run(&["wasi-test", "tests"]);
    assert!(ran.stderr.contains("lonely.json belongs to no test"), "{ran:?}");
    assert_eq!(ran.stdout.matches("outside the tests' folder").count(), 3, "{ran:?}");
    assert!(ran.stdout(4).contains("d  passed\n\n1 of 4 tests passed"));
}

/// Adds an `x` to its file, greets, and at its first input prints that it is ready and exits.
fn counter() -> Vec<u8> {
    module(
        r#"(drop (call $open (i32.const 3) (i32.const 0) (i32.const 120) (i32.const 4) (i32.const 1)
            (i64.const 64) (i64.const 0) (i32.const 1) (i32.const 16)))
        (i32.store (i32.const 0) (i32.const 130)) (i32.store (i32.const 4) (i32.const 1))
        (i32.store8 (i32.const 130) (i32.const 120))
        (drop (call $write (i32.load (i32.const 16)) (i32.const 0) (i32.const 1) (i32.const 8)))
        (i32.store16 (i32.const 140) (i32.const 0x0a70))
        (i32.store (i32.const 0) (i32.const 140)) (i32.store (i32.const 4) (i32.const 2))
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
        (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
        (i32.store16 (i32.const 140) (i32.const 0x0a3f))
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))"#,
    )
}

#[test]
fn files_are_kept_in_a_folder_by_the_bots_content() {
    let dir = TestDir::new();
    dir.write("counter.wasm", counter());
    let play = ["play", "connect-four", "./counter.wasm", "builtin:random", "-q"];
    let drop_in = ["connect-four", "./counter.wasm", "builtin:random"];
    let keep = ["--keep-files", "kept"];
    dir.run(&play).stdout(0);
    assert!(!dir.path("kept").exists());
    dir.run(&[&play[..], &keep].concat()).stdout(0);
    dir.run(&[&drop_in[..], &keep].concat()).stdout(0);
    // Kept files depend on the bot's content: with another name it is the same bot.
    dir.write("renamed.wasm", counter());
    dir.run(&["play", "connect-four", "builtin:random", "./renamed.wasm", "-q", "--keep-files", "kept"]).stdout(0);
    let files: Vec<_> = std::fs::read_dir(dir.path("kept")).expect("it is there").flatten().collect();
    let documents = files.iter().map(|file| std::fs::read_to_string(file.path()).expect("a file"));
    let documents: Vec<Value> = documents.map(|text| serde_json::from_str(&text).expect("a document")).collect();
    assert_eq!(documents.len(), 2, "one for each bot");
    let counted = documents.iter().find(|document| document["files"][0]["path"] == "file").expect("the counter's");
    assert_eq!(counted["files"][0]["text"], "xxx");
    // A file that does not contain kept files is not overwritten.
    let path = files.iter().find(|file| !std::fs::read_to_string(file.path()).expect("a file").contains("xxx"));
    std::fs::write(path.expect("the other's").path(), "mine").expect("our own file");
    assert!(dir.run(&[&play[..], &keep].concat()).complaint(5).contains("does not contain a bot's kept files"));
}
