//! Bots in Python, in the sandbox: what scripts do, their errors, their chance, and that records know
//! them. The starters play in `starters.rs`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::sync::Once;

use botyard_effort::count;
use botyard_engine::shell_word::shell_command_line;
use serde_json::Value;

use super::test_dir::{Ran, TestDir};

const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../starters/connect-four/python/bot.py");

/// A folder for a test. The first of them has the interpreter compiled, for which the others wait:
/// each would compile it.
pub fn test_dir() -> TestDir {
    static COMPILED: Once = Once::new();
    COMPILED.call_once(|| {
        let dir = TestDir::new();
        dir.run(&["play", "connect-four", STARTER, "builtin:random", "-qq"]).stdout(0);
    });
    TestDir::new()
}

fn play(dir: &TestDir, bot: &str, seed: &str) -> Ran {
    dir.run(&["play", "connect-four", bot, "builtin:random", "--stderr", "--seed", seed])
}

/// The lines that a script writes to stderr in a match in which it plays first.
fn stderr_of(script: &str) -> String {
    let dir = test_dir();
    let bot = dir.write("bot.py", script);
    let ran = play(&dir, &bot, "7");
    let text = ran.stdout + &ran.stderr;
    let (_, said) = text.split_once("wrote to stderr:\n").unwrap_or_else(|| panic!("{text}"));
    said.lines().map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n").collect()
}

/// The document of a match that the starter plays with these options.
fn document(dir: &TestDir, options: &[&str]) -> Value {
    let play = ["play", "connect-four", STARTER, "builtin:random", "--seed", "7", "--json"];
    serde_json::from_str(&dir.run(&[&play[..], options].concat()).stdout(0)).expect("a document")
}

#[test]
fn a_script_reads_prints_and_talks() {
    let script = r#"
import sys
from dataclasses import dataclass

@dataclass
class Seen:
    seat: "int"

print("p", end="\n")
print(Seen(int(input())), f"{2 ** 70}", __name__, sys.argv, file=sys.stderr)
sys.exit(3)
"#;
    let dir = test_dir();
    let bot = dir.write("bot.py", script);
    let ran = play(&dir, &bot, "7");
    let text = ran.stdout + &ran.stderr;
    assert!(text.contains("exit status 3"), "{text}");
    assert!(text.contains("  Seen(seat=1) 1180591620717411303424 __main__ ['/bot.py']\n"), "{text}");
}

#[test]
fn an_error_names_the_bots_own_lines() {
    let call = "Traceback (most recent call last):\n  File \"/bot.py\", line 1, in <module>\n";
    for (script, expected) in [
        ("print('p')\nx = (", "  File \"/bot.py\", line 2\n    x = (\n        ^\nSyntaxError: '(' was never closed\n"),
        ("[][1]", &*format!("{call}    [][1]\n    ~~^^^\nIndexError: list index out of range\n")),
        // The library's own lines are left out.
        (
            "import json; json.loads('')",
            &*format!(
                "{call}    import json; json.loads('')\n                 ^^^^^^^^^^^^^^\n\
                 json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n"
            ),
        ),
        ("import numpy", "hint: bots have Python's standard library, and modules of their own beside the script; "),
        ("import threading; threading.Thread(target=print).start()", "\nhint: a bot has one thread: "),
        ("import subprocess; subprocess.run(['ls'])", "\nhint: a bot cannot start programs\n"),
        ("import socket; socket.socket()", "\nhint: bots have no network, "),
        ("x = 4\nbreakpoint()", "breakpoint at bot.py:2: x=4\n"),
        ("def f(n): return f(n + 1)\nf(0)", "RecursionError: maximum recursion depth exceeded"),
    ] {
        let said = stderr_of(script);
        assert!(said.contains(expected), "{script}: {said}");
    }
}

/// What follows, with these scripts and further variables of Python before it.
fn with_scripts(scripts: &str, variables: &str, program: &str) -> String {
    format!("SCRIPTS = {}\n{variables}\n{program}", Value::from(scripts))
}

/// Runs scripts as a bot of Connect Four; its columns follow from what they print.
const SCRIPTS_RUNNER: &str = include_str!("python_scripts.py");
/// Bots of the kind that people write: `=== NAME`, the program, and what it prints in every Python from
/// 3.10 on. `say` is theirs.
const BOTS: &str = include_str!("python_bots.txt");
/// Scripts that use the language and its library as their documentation does, in the same form, and
/// what they print in every Python from 3.11 on.
const LIBRARY: &str = include_str!("python_library.txt");

/// A match of a bot that runs scripts: what is said of it, and what it plays.
fn run_scripts(dir: &TestDir, bot: &str) -> (String, Vec<Value>) {
    let options = ["--seed", "7", "--time", "60", "--stderr", "--save", "match.json"];
    let ran = dir.run(&[&["play", "connect-four", bot, "builtin:random"], &options[..]].concat());
    let record: Value = serde_json::from_str(&dir.read("match.json")).expect("a record");
    let turns = record["turns"].as_array().expect("a list").iter().filter(|turn| turn["seat"] == 0);
    (ran.stdout + &ran.stderr, turns.map(|turn| turn["action"].clone()).collect())
}

#[test]
fn scripts_do_what_they_do_elsewhere() {
    for (scripts, number) in &[(BOTS, 60), (LIBRARY, 304)] {
        assert_eq!(scripts.matches("=== ").count(), *number);
        let dir = test_dir();
        let bot = dir.write("bot.py", with_scripts(scripts, "IS_CHARGED = True", SCRIPTS_RUNNER));
        let (said, columns) = run_scripts(&dir, &bot);
        assert!(said.contains(&format!("  {number} of {number} alike\n")), "{said}");
        assert!(columns.len() > 3, "{said}");
    }
}

/// Regression: it was also told that its first line must be `p`.
#[test]
fn an_error_on_stderr_is_the_whole_explanation() {
    let dir = test_dir();
    let bot = dir.write("bot.py", "x = (\n");
    let ran = play(&dir, &bot, "7");
    let text = ran.stdout + &ran.stderr;
    assert!(text.contains("SyntaxError: ") && !text.contains("printed nothing"), "{text}");
}

#[test]
fn a_check_names_the_line_in_the_file_that_was_given() {
    let dir = test_dir();
    let bot = dir.write("mine.py", "print('p')\ninput()\n[][1]\n");
    let told = dir.run(&["check", "connect-four", &bot, "--seed", "1"]).stdout(4);
    assert!(told.contains("IndexError: list index out of range (mine.py:3).\n"), "{told}");
}

/// Kinds of recursion that is endless or deeper than calls can be, `=== NAME` and the script. Calls
/// through C take the stack of the module, and not only that of the language.
const RECURSION: &str = include_str!("python_recursion.txt");
const RECURSION_RUNNER: &str = include_str!("python_recursion.py");

#[test]
fn deep_recursion_is_an_error_of_the_language() {
    let kinds: Vec<_> = RECURSION.split("=== ").skip(1).collect();
    assert_eq!(kinds.len(), 116);
    let number = count(40, kinds.len());
    let scripts: String = kinds[..number].iter().map(|kind| format!("=== {kind}")).collect();
    let dir = test_dir();
    let bot = dir.write("bot.py", with_scripts(&scripts, "", RECURSION_RUNNER));
    let ran = dir.run(&["play", "connect-four", &bot, "builtin:random", "--seed", "7", "--time", "600", "--stderr"]);
    let text = ran.stdout + &ran.stderr;
    assert!(text.contains(&format!("  {number} of {number} ended in an error\n")), "{text}");
}

/// Python counts no calls of these kinds, so the module's stack ends them.
const UNCOUNTED: &str = include_str!("python_recursion_uncounted.txt");

#[test]
fn what_python_does_not_count_is_a_named_fault() {
    let kinds: Vec<_> = UNCOUNTED.split("=== ").skip(1).collect();
    assert_eq!(kinds.len(), 18);
    let dir = test_dir();
    for kind in &kinds[..count(2, kinds.len())] {
        let (name, script) = kind.split_once('\n').expect("a script");
        let bot = dir.write("bot.py", script);
        let told = play(&dir, &bot, "7").stdout(3);
        let expected = "bot.py did not start because it crashed: its calls went too deep";
        assert!(told.contains(expected), "{name}: {told}");
    }
}

/// The deepest calls that `docs/python.md` promises, and that more end by an error which is told.
#[test]
fn calls_are_as_deep_as_a_script_asks() {
    let f = "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return n and 1 + f(n - 1)\n";
    assert!(stderr_of(&format!("{f}print(f(49_900), file=sys.stderr)")).starts_with("49900\n"));
    let said = stderr_of(&format!("{f}f(-1)"));
    assert!(said.contains("  [Previous line repeated 997 more times]\nRecursionError: "), "{said}");
    let said = stderr_of(&format!("{f}def g(n): g([0] * 100_000)\ng(0)"));
    assert!(said.contains("\nMemoryError\n"), "{said}");
}

/// Its record still says that it was computing: earlier versions have to verify it, and it theirs.
#[test]
fn a_bot_that_sleeps_too_long_is_told_so() {
    let dir = test_dir();
    let bot = dir.write("bot.py", "import time\nprint('p')\ninput()\ntime.sleep(30)\n");
    let ran = dir.run(&["play", "connect-four", &bot, "builtin:random", "--save", "match.json"]);
    assert!(ran.stdout(0).contains("bot.py ran out of time because it was sleeping"));
    assert!(dir.read("match.json").contains("as it was still computing"));
    let told = dir.run(&["check", "connect-four", &bot, "--seed", "1"]).stdout(4);
    assert!(told.contains("The time that a bot sleeps counts as its own. Answer without waiting"), "{told}");
}

#[test]
fn chance_and_time_come_from_the_match() {
    let dir = test_dir();
    let script = "import random, sys, time\nprint(random.random(), time.time(), hash('a'), file=sys.stderr)\n";
    let bot = dir.write("bot.py", script);
    let said = |seed: &str| {
        let ran = play(&dir, &bot, seed);
        let lines = ran.stderr.lines().chain(ran.stdout.lines());
        let line = lines.filter(|line| line.starts_with("  0.")).map(str::to_owned).next();
        line.unwrap_or_else(|| panic!("{}{}", ran.stdout, ran.stderr))
    };
    let (one, other) = (said("1"), said("2"));
    assert_eq!(one, said("1"));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (words(&one), words(&other));
    assert_ne!(one[0], other[0], "the snapshot has drawn nothing");
    assert_eq!(one[2], other[2], "hashes of texts are the same in every match");
}

#[test]
fn a_script_brings_the_modules_that_it_imports() {
    let dir = test_dir();
    fs::create_dir(dir.path("mine")).expect("our own folder");
    let bot = "import sys\nfrom search import best\nprint('best', best(), file=sys.stderr)\n";
    let bot = dir.write("mine/bot.py", bot);
    dir.write("mine/search.py", "import numbers_of_mine\ndef best(): return numbers_of_mine.four\n");
    dir.write("mine/numbers_of_mine.py", "four = 4\n");
    for named in [&*bot, "mine"] {
        let ran = play(&dir, named, "7");
        assert!((ran.stdout + &ran.stderr).contains("  best 4\n"), "{named}");
    }
}

/// The snapshot has a `random` and a `queue`, `math` is part of the interpreter, and `heapq` imports
/// no other; a bot may have its own. Python itself starts with `os`, and has `itertools` built in.
#[test]
fn a_module_of_the_bots_comes_before_one_of_the_library() {
    let dir = test_dir();
    let names = ["random", "math", "queue", "types", "json", "os", "itertools"];
    let asks = names.map(|name| format!("import {name}\nprint('{name}', hasattr({name}, 'own'), file=sys.stderr)\n"));
    let bot = format!("import sys\n{}from random import choice\n", asks.concat());
    let bot = dir.write("bot.py", bot);
    for name in names.into_iter().filter(|name| *name != "json") {
        dir.write(&format!("{name}.py"), "own = 4\n");
    }
    fs::create_dir(dir.path("json")).expect("our own folder");
    dir.write("json/__init__.py", "own = 4\n");
    let ran = play(&dir, &bot, "7");
    let text = ran.stdout + &ran.stderr;
    for name in names {
        let is_own = if matches!(name, "os" | "itertools") { "False" } else { "True" };
        assert!(text.contains(&format!("  {name} {is_own}\n")), "{name}: {text}");
    }
    assert!(text.contains("ImportError: cannot import name 'choice' from 'random' (/random.py)"), "{text}");
    assert!(text.contains("\n  hint: the bot's own random.py takes the place of the library's module"), "{text}");
}

#[test]
fn a_script_brings_its_packages() {
    let dir = test_dir();
    let bot = "import importlib, sys\nfrom search import deep\nbook = importlib.import_module('search.book')\n\
               print('best', deep.best(), book.moves, file=sys.stderr)\ndeep.fail()\n";
    let bot = dir.write("bot.py", bot);
    fs::create_dir(dir.path("search")).expect("our own folder");
    dir.write("search/__init__.py", "");
    dir.write("search/deep.py", "from .values import four\ndef best(): return four\ndef fail(): [][1]\n");
    dir.write("search/values.py", "four = 4\n");
    dir.write("search/book.py", "moves = [4]\n");
    let ran = play(&dir, &bot, "7");
    let text = ran.stdout + &ran.stderr;
    assert!(text.contains("  best 4 [4]\n"), "{text}");
    assert!(text.contains("  File \"/search/deep.py\", line 3, in fail\n"), "{text}");
}

/// Their sources are in the checkout; a copy of them is the same bot.
#[test]
fn bundled_scripts_in_python_play_as_their_copies_do() {
    let dir = test_dir();
    let bots = dir.run(&["bots"]).stdout(0);
    let scripts = [
        ("connect-four", "sampler", "tactician", &[][..]),
        ("stratego", "scholar", "dummy", &["-m", "40"]),
        ("generals", "forager", "greedy", &["--rounds", "60"]),
        (
            "bitmartyr",
            "settler",
            "hunter",
            &["--width", "20", "--height", "20", "--population", "3", "--duration", "20"],
        ),
    ];
    for &(game, name, opponent, options) in &scripts[..count(2, scripts.len())] {
        let line = bots.lines().find(|line| line.starts_with(&format!("builtin:{name} ")));
        let words: Vec<_> = line.unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, [&*format!("builtin:{name}"), game, "Python"]);
        dir.run(&["new", game, "--from", name, name]).stdout(0);
        let play = |bot: &str| {
            let play = ["play", game, bot, &format!("builtin:{opponent}"), "--seed", "3", "--json"];
            let text = dir.run(&[&play[..], options].concat()).stdout(0);
            let document: Value = serde_json::from_str(&text).expect("a document");
            let replay = &document["replay"];
            let turns = replay["turns"].as_array().expect("a list").iter();
            assert!(turns.clone().all(|turn| turn["fault"].is_null()), "{game}: {text}");
            let actions: Vec<_> = turns.map(|turn| turn["action"].clone()).collect();
            (replay["players"][0]["sha256"].clone(), actions)
        };
        assert_eq!(play(&format!("builtin:{name}")), play(&format!("{name}/bot.py")), "{game}");
    }
}

#[test]
fn a_record_names_the_script_and_its_interpreter() {
    let dir = test_dir();
    let document = document(&dir, &["--save", "match.json"]);
    let player = &document["replay"]["players"][0];
    let hash = |name: &str| player[name].as_str().map(str::len);
    assert_eq!((hash("sha256"), hash("interpreter")), (Some(64), Some(64)), "{player}");
    let verified = dir.run(&["verify", "match.json", STARTER, "builtin:random"]).stdout(0);
    assert!(!verified.contains("different"), "{verified}");
    let rerun = dir.run(&["rerun", "match.json", "--seat", "1", STARTER]).stdout(0);
    assert!(rerun.contains("No difference: "), "{rerun}");
}

#[test]
fn what_plays_is_said_once() {
    let dir = test_dir();
    let ran = dir.run(&["series", "connect-four", STARTER, "builtin:random", "--games", "4", "--seed", "1"]);
    let said =
        format!("{STARTER} plays in the sandbox, in botyard's own Python; your own is \"cmd:python3 {STARTER}\"");
    assert_eq!((ran.status, ran.stderr.matches(&said).count()), (0, 1), "{ran:?}");
    let other = dir.run(&["play", "connect-four", "builtin:random", "builtin:random"]);
    assert!(!other.stderr.contains("Python"), "{other:?}");
    // Regression: the suggested command could not be read if the path had a blank or a quote.
    let bot = dir.write("it's mine.py", "print('p')\n");
    let own = shell_command_line(&["python3", &bot]);
    let ran = dir.run(&["play", "connect-four", &bot, "builtin:random"]);
    assert!(ran.stderr.contains(&format!("; your own is {own}\n")), "{ran:?}");
}

#[test]
fn an_executable_with_a_first_line_is_a_program() {
    let dir = test_dir();
    let bot = dir.write("bot.py", "#!/bin/sh\necho p\n");
    fs::set_permissions(dir.path("bot.py"), fs::Permissions::from_mode(0o755)).expect("our own file");
    let ran = dir.run(&["play", "connect-four", &bot, "builtin:random", "--json"]);
    let document: Value = serde_json::from_str(&ran.stdout).expect("a document");
    assert_eq!(document["replay"]["players"][0]["kind"], "executable", "{ran:?}");
    assert!(!ran.stderr.contains("Python"), "{ran:?}");
}

mod complete {
    use super::*;

    /// The same columns in the sandbox and in the Python of this computer, if it is new enough.
    #[test]
    fn scripts_play_as_in_other_pythons() {
        let is_known = ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"];
        if !Command::new("python3").args(is_known).status().is_ok_and(|status| status.success()) {
            return;
        }
        for scripts in [BOTS, LIBRARY] {
            let dir = test_dir();
            let bot = dir.write("bot.py", with_scripts(scripts, "IS_CHARGED = False", SCRIPTS_RUNNER));
            let [own, other] = [&*bot, "cmd:python3 bot.py"].map(|bot| run_scripts(&dir, bot).1);
            assert_eq!(own, other);
        }
    }
}
