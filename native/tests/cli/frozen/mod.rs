//! Our output for other programs, byte for byte: files, `--json`, links, logs and the drop-ins'
//! output. It does not change when the text for people does. `BOTYARD_FREEZE=1` overwrites the
//! fixtures. The version of the program, which files name, is masked.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use botyard_effort::count;

use super::test_dir::TestDir;

/// Runs commands one after another in a folder with these bots and files. A command is split at
/// spaces.
fn check(name: &str, files: &[(&str, &str)], commands: &[&str]) {
    let dir = TestDir::new();
    for (file, text) in files {
        match file.ends_with(".wasm") {
            true => dir.write(file, wat::parse_str(text).expect("the bot is well-formed")),
            false => dir.write(file, text),
        };
    }
    let mut told = String::new();
    let mut known = contents(&dir);
    for command in commands.iter().filter(|command| is_played(command)) {
        let ran = dir.run(&command.split(' ').collect::<Vec<_>>());
        writeln!(told, "$ botyard {command}\n{}[status {}]", ran.stdout, ran.status).expect("a string takes all");
        let now = contents(&dir);
        for (file, text) in now.iter().filter(|(file, text)| known.get(*file) != Some(*text)) {
            writeln!(told, "[{file}]\n{text}").expect("a string takes all");
        }
        known = now;
    }
    let version = |version: &str| format!("\"version\": \"{version}\"");
    compare(name, &told.replace(&version(env!("CARGO_PKG_VERSION")), &version("VERSION")));
}

fn contents(dir: &TestDir) -> BTreeMap<String, String> {
    let texts = dir.names().into_iter().filter(|name| !name.ends_with(".wasm") && dir.path(name).is_file());
    texts.map(|name| (name.clone(), dir.read(&name))).collect()
}

/// Whether this command is one of this run's. A bot that greets, and then computes for ever, uses up
/// the 10 s of virtual time in which bots of Connect Four get ready: these commands are played by
/// the complete run alone, and when the fixtures are written.
fn is_played(command: &str) -> bool {
    let is_slow = command.contains("connect-four") && command.contains("loops.wasm");
    count(!is_slow, true) || is_frozen_anew()
}

fn is_frozen_anew() -> bool {
    std::env::var_os("BOTYARD_FREEZE").is_some()
}

/// The part of a fixture that is about the commands that are played.
fn played_part(fixture: &str) -> String {
    let mut is_part = true;
    let mut lines: Vec<&str> = fixture.split_inclusive('\n').collect();
    lines.retain(|line| {
        if let Some(command) = line.strip_prefix("$ botyard ") {
            is_part = is_played(command);
        }
        is_part
    });
    lines.concat()
}

#[track_caller]
fn compare(name: &str, told: &str) {
    let fixture = fixture(name);
    if is_frozen_anew() {
        std::fs::write(&fixture, told).expect("the fixture can be written");
    }
    let expected = played_part(&std::fs::read_to_string(&fixture).expect("there is a fixture"));
    let differs = told.lines().zip(expected.lines()).position(|(told, expected)| told != expected);
    let line = differs.unwrap_or_else(|| told.lines().count().min(expected.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or("(its end)").to_owned();
    assert!(told == expected, "{name}, line {}:\n  now  {}\n  once {}", line + 1, at(told), at(&expected));
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/frozen").join(name).with_extension("txt")
}

/// Bots that fail in one way each. They read no input and know no game.
const CRASHES: &str = r#"(module (memory (export "memory") 1) (func (export "_start") unreachable))"#;
const LEAVES: &str = r#"(module (memory (export "memory") 1) (func (export "_start")))"#;
const LOOPS: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\10\00\00\00\02\00\00\00")
    (data (i32.const 16) "p\n")
    (func (export "_start") (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (loop (br 0))))"#;
const PRATTLES: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\10\00\00\00\08\00\00\00")
    (data (i32.const 16) "p\nwhat?\n")
    (func (export "_start") (loop (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (br 0))))"#;

const FAULTY: [(&str, &str); 4] =
    [("crashes.wasm", CRASHES), ("loops.wasm", LOOPS), ("leaves.wasm", LEAVES), ("prattles.wasm", PRATTLES)];

#[test]
fn connect_four() {
    check(
        "connect-four",
        &FAULTY,
        &[
            "play connect-four builtin:tactician builtin:random --seed 3 --json --save match.json --log log.txt",
            "replay match.json --json",
            "replay log.txt --columns",
            "connect-four builtin:random builtin:tactician --seed 5 --log log.txt",
            "connect-four builtin:random crashes.wasm --seed 5",
            "connect-four loops.wasm builtin:random --seed 5 --time 20ms",
            "connect-four prattles.wasm builtin:random --seed 5",
            "play connect-four crashes.wasm builtin:random --seed 1 --json",
            "play connect-four builtin:random loops.wasm --seed 1 --time 20ms --json",
            "play connect-four prattles.wasm leaves.wasm --seed 1 --json",
        ],
    );
}

#[test]
fn stratego() {
    check(
        "stratego",
        &FAULTY,
        &[
            "play stratego builtin:forfax builtin:sleuth -m 40 --seed 2 --json --save match.json --log log.txt",
            "replay match.json --json",
            "replay log.txt --json",
            "stratego builtin:dummy builtin:forfax --seed 4 -m 20 -p -o manager.txt",
            "stratego -p -f manager.txt",
            "stratego crashes.wasm builtin:forfax --seed 4 -o crash.txt",
            "stratego builtin:forfax prattles.wasm --seed 4 -i -m 6 -o prattle.txt",
            "stratego loops.wasm builtin:dummy --seed 4 -T 1",
            "play stratego leaves.wasm builtin:dummy --seed 1 --json",
            "stratego --help",
        ],
    );
}

#[test]
fn generals() {
    let config = "log.txt\nmap.txt\n2\nbuiltin:greedy\nbuiltin:hunter\n";
    check(
        "generals",
        &[&FAULTY[..], &[("config.txt", config)]].concat(),
        &[
            "generals map 12 10 3 --seed 7",
            "generals map 6 5 2 --seed 7 -o map.txt",
            "play generals builtin:greedy builtin:hunter builtin:random --rounds 12 --seed 2 --json --save match.json --log log.txt",
            "replay match.json --json",
            "replay log.txt --json",
            "generals config.txt --seed 3 --save console.json",
            "play generals crashes.wasm loops.wasm prattles.wasm leaves.wasm builtin:idle --rounds 4 --seed 1 --time 20ms --json",
        ],
    );
}

#[test]
fn bitmartyr() {
    check(
        "bitmartyr",
        &FAULTY,
        &[
            "play bitmartyr --width 12 --height 9 --population 2 --duration 10 builtin:hunter builtin:random --seed 2 --json --save match.json --log log.txt",
            "replay log.txt --json",
            "bitmartyr --width 12 --height 9 --population 3 --duration 12 --seed 4 --log console.txt builtin:hunter -builtin:random builtin:wall",
            "bitmartyr --width 9 --height 9 --population 2 --duration 3 --seed 4 --time 20ms --log faults.txt crashes.wasm loops.wasm prattles.wasm leaves.wasm builtin:up",
            "play bitmartyr --width 9 --height 9 --population 2 --duration 3 crashes.wasm loops.wasm prattles.wasm builtin:up --seed 1 --time 20ms --json",
            "bitmartyr --help",
        ],
    );
}
