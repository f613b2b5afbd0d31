//! How the time of modules is counted: `--time`, `--speed`, `--wall-clock`, and that records state
//! it.

use serde_json::Value;

use super::test_dir::{Ran, TestDir};

/// Begins, and computes for ever.
const LOOP: &str = r#"(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))"#;
/// Reads for ever and prints no output.
const DEAF: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\40\00\00\00\00\10\00\00")
    (func (export "_start")
        (loop $again (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16))) (br $again))))"#;

fn module(dir: &TestDir, name: &str, text: &str) -> String {
    dir.write(name, wat::parse_str(text).expect("the module is well-formed"))
}

/// A search that needs some milliseconds for a move, with these options.
fn search(dir: &TestDir, options: &[&str]) -> Ran {
    let players = ["play", "connect-four", "--seed", "3", "--save", "match.json", "builtin:negamax", "builtin:random"];
    dir.run(&[&players, options].concat())
}

fn terms(dir: &TestDir) -> Value {
    let document: Value = serde_json::from_str(&dir.read("match.json")).expect("a document");
    document["terms"].clone()
}

#[test]
fn a_faster_processor_does_more_in_the_same_time_and_the_record_says_so() {
    let dir = TestDir::new();
    let late = search(&dir, &["--time", "10ms"]);
    assert!(late.stdout.contains("negamax ran out of time"), "{late:?}");
    assert_eq!(terms(&dir)["turn_ns"], 10_000_000);
    // Under its own terms the match is the same, including the late answer.
    dir.run(&["verify", "match.json", "builtin:negamax", "builtin:random"]).stdout(0);
    let fast = search(&dir, &["--time", "10ms", "--speed", "100"]).stdout(0);
    assert!(fast.contains("negamax wins"), "{fast}");
    assert_eq!(terms(&dir)["clock"]["virtual"]["percent"], 10_000);
    dir.run(&["verify", "match.json", "builtin:negamax", "builtin:random"]).stdout(0);
    search(&dir, &[]).stdout(0);
    let usual = serde_json::json!({ "turn_ns": 10_000_000_000_u64, "clock": { "virtual": { "percent": 100 } } });
    assert_eq!(terms(&dir), usual);
}

#[test]
fn a_module_on_the_wall_clock_has_its_time_and_no_more() {
    let dir = TestDir::new();
    for (name, text) in [("loop.wasm", LOOP), ("deaf.wasm", DEAF)] {
        let bot = module(&dir, name, text);
        let match_of =
            ["play", "generals", "--rounds", "3", "--bank", "300ms", "--increment", "0", "--save", "match.json"];
        let told = dir.run(&[&match_of[..], &["--wall-clock", &bot, "builtin:idle"]].concat()).stdout(0);
        assert!(told.contains(&format!("{name} ran out of time")), "{told}");
        assert_eq!(terms(&dir)["clock"], "wall");
        let told = dir.run(&["verify", "match.json", "recorded", "builtin:idle"]).stdout(0);
        assert!(told.contains("idle: module on the wall clock, not deterministic"), "{told}");
    }
}

#[test]
fn a_whole_match_can_be_played_on_the_wall_clock() {
    let dir = TestDir::new();
    let players = ["play", "connect-four", "--wall-clock", "--time", "60s", "builtin:tactician", "builtin:random"];
    let told = dir.run(&players).stdout(0);
    assert!(told.contains("wins") || told.contains("A draw"), "{told}");
}

#[test]
fn one_of_the_two_is_wanted() {
    let dir = TestDir::new();
    let both = search(&dir, &["--speed", "2", "--wall-clock"]).complaint(2);
    assert!(both.contains("--wall-clock") && both.contains("--speed"), "{both}");
    let speed = search(&dir, &["--speed", "0"]).complaint(2);
    assert!(speed.contains("expected a number from 0.01 to 100"), "{speed}");
}
