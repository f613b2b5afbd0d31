//! Bots as they were written for the original read their input: in which formats they play, what
//! they are told in the others, and records of how they were asked before.

use botyard_effort::count;
use serde_json::{Value, json};

use super::super::test_dir::{Ran, TestDir};

/// A turn's head and its numbers, split at each blank as `split(' ')` does: a word that is not a
/// number is an error, also one without letters.
const SPLITS: &str = r#"awk -F'[ ]' '{
    for (at = 1; at <= NF; at++) if ($at !~ /^-?[0-9]+$/) { print "ValueError" > "/dev/stderr"; exit 1 }
    for (at = 4; at <= NF; at += 25) printf "0" }'"#;

/// The helper in C for the standard format: it prints an action for each unit of which anything is
/// left to read, a blank too.
const READS_ON: &str = r#"awk -F'[ ]' '{ for (at = 4; at <= NF; at += 25) printf "0" }'"#;

/// A bot in C of the original's last version: it reads on in the same way, without a head.
const READS_ON_PLAIN: &str = r#"awk -F'[ ]' '{ for (at = 1; at <= NF; at += 25) printf "0" }'"#;

/// A bot in Ada of the original's last version: it ends at numbers that do not fit, without an
/// action. It counts its runs in the folder that it works in.
const ENDS: &str = r#"echo run >> runs
awk 'NF % 25 { print "raised ADA.IO_EXCEPTIONS.DATA_ERROR" > "/dev/stderr"; exit 1 }
    { for (at = 0; at < NF; at += 25) printf "0" }'"#;

fn check(dir: &TestDir, bot: &str, format: &str) -> Ran {
    dir.run(&["check", "bitmartyr", bot, "--seed", "1", "--time", "60", "--formats", format])
}

/// Regression: the standard format ended with a blank. Bots that split at blanks failed, and others
/// printed one action too many.
#[test]
fn a_bot_of_the_original_passes_in_its_format_and_is_told_of_it_in_the_other() {
    let dir = TestDir::new();
    let bots = [
        ("splits", SPLITS, "standard", Some("plain")),
        ("ends", ENDS, "plain", Some("standard")),
        // In the plain format it takes three cells for the head, and prints as many actions.
        ("reads-on", READS_ON, "standard", None),
        ("reads-on-plain", READS_ON_PLAIN, "plain", Some("standard")),
    ];
    for &(name, body, own, other) in &bots[..count(2, bots.len())] {
        let bot = dir.script(name, body);
        let told = check(&dir, &bot, own).stdout(0);
        assert_eq!(told.matches("  passed  ").count(), 5, "{name}: {told}");
        let Some(other) = other else { continue };
        let told = check(&dir, &bot, other).stdout(4);
        let hint = format!("      In the format `{own}` it has no fault: check and play it with `--formats {own}`.\n");
        assert_eq!(told.matches(&hint).count(), 1, "{name}: {told}");
    }
}

/// Regression: only a bot that went on with wrong actions was told of its format.
#[test]
fn a_bot_that_dies_at_once_is_tried_in_the_plain_format() {
    let dir = TestDir::new();
    let (ends, splits) = (dir.script("ends", ENDS), dir.script("splits", SPLITS));
    let broken = dir.script("broken", "exit 1");
    let size = ["-w", "9", "-h", "9", "-p", "2", "-d", "3", "--time", "60"];
    let stderr = |options: &[&str], bots: &[&str]| {
        let ran = dir.run(&[&["bitmartyr"], &size[..], options, &["--"], bots].concat());
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.stderr
    };
    let hint = "botyard: ends failed in turn 1, but answers that turn in the plain format, as bots of the original's last \
                version do: give --plain first, or plain: before this one\n";
    let told = stderr(&[], &[&ends, &splits, &broken]);
    assert_eq!(told.matches(hint).count(), 1, "{told}");
    assert_eq!(told.matches("in the plain format").count(), 1, "the others do not play it: {told}");
    let runs = || dir.read("runs").lines().count();
    assert_eq!(runs(), 3, "one in each turn: it was tried in another folder");
    assert!(!stderr(&["--plain"], &[&ends]).contains("ends failed"), "it has its format");
    let size = ["--width", "9", "--height", "9", "--population", "2", "--duration", "3", "--time", "60", "-q"];
    let own = "ends failed in turn 1, but answers that turn in the plain format, as bots of the original's last version \
               do: name `plain` for it in --formats\n";
    for (command, more) in [("play", &[][..]), ("series", &["--games", "2"])] {
        let ran = dir.run(&[&[command, "bitmartyr"], &size[..], more, &[&ends, &splits]].concat());
        assert_eq!(ran.stderr.matches(own).count(), 1, "{command}: {ran:?}");
    }
}

/// A match that was saved when the standard format ended with a blank.
const FIRST_PROTOCOL: &str = include_str!("first_protocol.json");

/// The saved match as a document whose seats have these terms.
fn with_seats(saved: &str, seats: &Value) -> String {
    let mut document: Value = serde_json::from_str(saved).expect("JSON");
    document["terms"]["seats"] = seats.clone();
    document.to_string()
}

fn seats(dir: &TestDir, file: &str) -> Value {
    let mut document: Value = serde_json::from_str(&dir.read(file)).expect("JSON");
    document["terms"]["seats"].take()
}

/// The time of a module depends on each byte that it reads.
#[test]
fn a_match_of_the_first_protocol_is_verified_in_it() {
    let dir = TestDir::new();
    dir.write("first.json", FIRST_PROTOCOL);
    let size = ["--width", "9", "--height", "9", "--population", "2", "--duration", "3", "-q"];
    let bots = ["builtin:hunter", "builtin:random"];
    dir.run(&[&["play", "bitmartyr"], &size[..], &bots, &["--save", "second.json"]].concat()).stdout(0);
    let second = dir.read("second.json");
    dir.write("second-by-first.json", with_seats(&second, &json!([{ "protocol": 1 }])));
    dir.write("third.json", with_seats(FIRST_PROTOCOL, &json!([{ "protocol": 3 }])));
    let verify = |file: &str| dir.run(&["verify", file, "builtin:hunter", "builtin:random"]);
    assert!(verify("first.json").stdout(0).contains("\nNo difference in 2 turns.\n"));
    assert_eq!(verify("second.json").status, 0);
    assert_eq!(verify("second-by-first.json").status, 4, "it takes another time");
    let refused = verify("third.json");
    assert_ne!(refused.status, 0, "{refused:?}");
    let expected = "version 3 of the protocol is not known here: expected 1 to 2";
    assert!(refused.stderr.contains(expected), "{refused:?}");
    assert!(dir.run(&["replay", "third.json"]).stdout(0).contains("\nturn 2 of 10\n"), "it can still be shown");
}

#[test]
fn each_match_is_repeated_in_the_protocol_of_its_record() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "cat > input; echo 0");
    let newest = json!([{ "protocol": 2 }, { "protocol": 2 }]);
    let read = || dir.read("input");
    let play = ["play", "bitmartyr", "--board", "E1/2/1J", "--duration", "1", "-qq", "--save", "new.json"];
    dir.run(&[&play[..], &["--time", "60", &bot, "builtin:up"]].concat()).stdout(0);
    let input = read();
    assert!(input.ends_with(|last: char| last.is_ascii_digit()), "{input}");
    assert_eq!(seats(&dir, "new.json"), newest);
    dir.write("old.json", with_seats(&dir.read("new.json"), &json!([])));
    for (file, expected, named) in [("new.json", input.clone(), newest), ("old.json", format!("{input} "), Value::Null)]
    {
        dir.run(&["rerun", file, "--seat", "1", &bot, "--save", "again.json"]).stdout(0);
        assert_eq!((read(), seats(&dir, "again.json")), (expected.clone(), named), "{file}");
        dir.run(&["verify", file, &bot, "recorded"]).stdout(0);
        assert_eq!(read(), expected, "{file}");
        let case = ["case", file, "--seat", "1", "--turn", "1", "--no-fault", "--file", "cases.toml"];
        dir.run(&case).stdout(0);
        dir.run(&["check", "--cases", "cases.toml", &bot]).stdout(0);
        assert_eq!(read(), expected, "{file}");
        std::fs::remove_file(dir.path("cases.toml")).expect("it was written");
    }
    // A link has no terms: its match is repeated in the newest protocol.
    let told = dir.run(&["replay", "old.json"]).stdout(0);
    let link = told.split_whitespace().find(|word| word.contains("#/bitmartyr/")).expect("a link");
    dir.run(&["rerun", link, "--seat", "1", &bot]).stdout(0);
    assert_eq!(read(), input);
}
