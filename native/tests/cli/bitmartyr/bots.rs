//! The behaviour of bots, good and bad: the three formats, exit statuses, modules and executables
//! in one match.

use super::super::test_dir::TestDir;
use super::{bot, drawn};

/// Plays one match on this board. Returns the board before the first turn and after each turn. Each
/// bot has its format as a prefix, as on the command line.
fn played(dir: &TestDir, board: &str, turns: &str, more: &[&str], bots: &[String]) -> Vec<String> {
    let start = ["bitmartyr", "--board", board, "-d", turns, "--seed", "5", "--time", "60", "--save", "m.json"];
    let words: Vec<_> =
        start.iter().chain(more).chain(&["--"]).copied().chain(bots.iter().map(String::as_str)).collect();
    let ran = dir.run(&words);
    assert_eq!(ran.status, 0, "{ran:?}");
    drawn(&dir.read("m.json"))
}

/// The board after one turn of one bot alone.
fn alone(board: &str, format: &str, more: &[&str], body: &str) -> String {
    let dir = TestDir::new();
    let bot = format!("{format}{}", dir.script("bot", body));
    played(&dir, board, "1", more, &[bot]).pop().expect("a board")
}

#[test]
fn what_a_bot_prints_is_what_its_units_do() {
    for (format, body, after) in [
        ("", "cat > /dev/null; echo 23", "DE1/3/2D/2E"),
        ("", "cat > /dev/null; printf '  >\\n v'", "DE1/3/2D/2E"),
        ("plain:", "cat > /dev/null; echo 20", "DE1/3/2E/3"),
    ] {
        assert_eq!(alone("E2/3/2E/3", format, &[], body), after, "{format}: {body}");
    }
}

#[test]
fn a_bot_can_answer_by_its_status() {
    for (body, after) in [
        ("exit 0", "3/1E1/3"),
        ("exit 1", "1E1/1D1/3"),
        ("exit 2", "3/1DE/3"),
        ("exit 3", "3/1D1/1E1"),
        ("exit 4", "3/ED1/3"),
        ("exit 5", "3/3/3"),
        ("exit 6", "3/1E1/3"),
        ("exit 255", "3/1E1/3"),
        ("echo what? 2; exit 5", "3/1DE/3"),
        ("echo V; exit 4", "3/ED1/3"),
        ("kill -9 $$", "3/3/3"),
    ] {
        assert_eq!(alone("3/1E1/3", "-", &[], body), after, "{body}");
        // In the other formats the status has no meaning.
        if body.starts_with("exit") {
            assert_eq!(alone("3/1E1/3", "", &[], body), "3/3/3", "{body}");
        }
    }
    assert_eq!(alone("3/1E1/3", "-", &["--missing", "stay"], "kill -9 $$"), "3/1E1/3");
}

#[test]
fn what_was_said_before_the_end_counts() {
    for (missing, body, after) in [
        ("die", "echo 222; exit", "DE1/DE1/3"),
        ("die", "cat > /dev/null; echo 2222222222222222222222", "DE1/DE1/3"),
        ("die", "printf 2; kill -9 $$", "DE1/3/3"),
        ("stay", "printf 2; kill -9 $$", "DE1/E2/3"),
        ("die", "exit 1", "3/3/3"),
        ("stay", "exit 1", "E2/E2/3"),
        ("die", "exec 1>&-; exit", "3/3/3"),
    ] {
        assert_eq!(alone("E2/E2/3", "", &["--missing", missing], body), after, "{missing}: {body}");
    }
}

/// The bot has a tenth of a second and prints no output.
#[test]
fn a_program_that_does_not_end_is_stopped() {
    assert_eq!(alone("E2", "", &["--time", "100ms"], "exec sleep 86399"), "3");
    assert_eq!(alone("E2", "-", &["--time", "100ms"], "exec sleep 86399"), "3");
}

/// Answers `2` and then does not end.
const ENDLESS: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (data (i32.const 192) "2")
    (func (export "_start")
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))
        (loop $again (br $again))))"#;

#[test]
fn a_module_that_does_not_end_has_said_what_it_said() {
    let dir = TestDir::new();
    let endless = dir.write("endless.wasm", wat::parse_str(ENDLESS).expect("a module"));
    for (format, after) in [("", "DE1/3"), ("-", "DE1/DE1")] {
        let boards = played(&dir, "E2/E2", "1", &["--time", "30ms"], &[format!("{format}{endless}")]);
        assert_eq!(boards[1], after, "{format}");
    }
}

/// Regression: its units died without orders, and the result looked like that of a match.
#[test]
fn a_bot_that_is_not_there_is_an_error() {
    let dir = TestDir::new();
    let stay = bot(&dir, "stay", "00");
    let complaint = dir.run(&["bitmartyr", "-w", "4", "-h", "4", "-p", "1", "-d", "1", "./sta", &stay]).complaint(3);
    assert_eq!(complaint, "botyard: no such file: ./sta; did you mean ./stay?\n");
    for (bot, clue) in [("cmd:./sta 1", "no such file"), ("cmd:no-such-program-here", "no such program")] {
        let complaint = dir.run(&["bitmartyr", "-w", "4", "-h", "4", "-p", "1", "-d", "1", bot, &stay]).complaint(3);
        assert!(complaint.contains(clue), "{complaint}");
        let complaint = dir.run(&["play", "bitmartyr", bot, "builtin:right"]).complaint(3);
        assert!(complaint.contains(clue), "{complaint}");
    }
    assert_eq!(dir.names(), ["stay"], "no log of a match that was not played");
    // Regression: a file that cannot be executed played, and lost.
    for (text, clue) in [
        ("no program\n", "/broken` (a script needs a first line such as"),
        ("#!/usr/bin/env no-such-program-here\n", "does not exist: `#!/usr/bin/env no-such-program-here`"),
    ] {
        dir.script("broken", "");
        dir.write("broken", text);
        let complaint =
            dir.run(&["bitmartyr", "-w", "4", "-h", "4", "-p", "1", "-d", "2", "./broken", &stay]).complaint(3);
        assert!(complaint.contains(clue), "{complaint}");
    }
}

/// A bot of the original's last version: it reads only the numbers of its units, and prints one
/// action too many.
#[test]
fn a_bot_that_expects_the_plain_format_is_noticed() {
    let dir = TestDir::new();
    let count = |first: &str| format!("awk '{{ for (at = 0; at {first}; at += 25) printf \"0\" }}'");
    let plain = dir.script("last", &count("<= NF"));
    let standard = dir.script("first", &count("< NF - 3"));
    let stderr = |options: &[&str], bots: &[&str]| {
        let start = ["bitmartyr", "-w", "9", "-h", "9", "-p", "2", "-d", "3", "--time", "60"];
        let ran = dir.run(&[&start[..], options, &["--"], bots].concat());
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.stderr
    };
    assert_eq!(
        stderr(&[], &[&plain, &standard]),
        "botyard: last printed 3 actions for 2 units in turn 1: does it expect no numbers before those of its units, as \
         bots of the original's last version do? Then give --plain first, or plain: before this one\n"
    );
    assert_eq!(stderr(&["--plain"], &[&plain, &plain]), "");
    assert_eq!(stderr(&[], &[&format!("plain:{plain}"), &standard]), "");
    assert_eq!(stderr(&[], &[&format!("-{plain}"), &standard]), "", "a run for each unit says what it says first");
    let silent = dir.script("silent", "exit 0");
    let told = stderr(&["--plain"], &[&silent]);
    assert_eq!(told, "botyard: silent printed 0 actions for 2 units in turn 1\n", "that tells no format");
    // The other commands report it once for each bot, too, with the name of their own option.
    let start = ["bitmartyr", "--width", "9", "--height", "9", "--population", "2", "--duration", "3", "--time", "60"];
    let expected = "botyard: last printed 3 actions for 2 units in turn 1: does it expect no numbers before those of its \
                    units, as bots of the original's last version do? Then name `plain` for it in --formats\n";
    let play = |bots: &[&str], options: &[&str]| dir.run(&[&["play"], &start[..], bots, options, &["-q"]].concat());
    assert_eq!(play(&[&plain, &standard], &[]).stderr, expected);
    assert_eq!(play(&[&plain, &standard], &["--formats", "plain"]).stderr, "");
    assert_eq!(play(&[&plain, &standard], &["-qq"]).stderr, "");
    let ran = dir.run(&[&["series"], &start[..], &[&plain, &standard], &["--games", "6", "-q"]].concat());
    assert_eq!(ran.stderr.matches(expected).count(), 1, "{ran:?}");
    assert_eq!(ran.stderr.matches("in --formats").count(), 1, "{ran:?}");
}

#[test]
fn plain_is_the_format_of_all_bots_without_a_prefix() {
    let dir = TestDir::new();
    let (headed, plain) = (thinker(&dir, "headed", 3), thinker(&dir, "plain", 0));
    let board = "E4/2J2/5/1E3/4J";
    let standard = played(&dir, board, "4", &[], &[headed.clone(), headed.clone()]);
    assert_eq!(played(&dir, board, "4", &["--plain"], &[plain.clone(), plain.clone()]), standard);
    assert_eq!(played(&dir, board, "4", &["--plain"], &[plain, format!("-{headed}")]), standard);
}

/// Regression: formats belonged to seats, so in the second game each bot was asked in the other's
/// format.
#[test]
fn a_bot_has_its_format_in_every_game_of_a_series() {
    let dir = TestDir::new();
    // It counts the numbers: 25 for one unit, and in the standard format three before them.
    let bot = |name: &str, numbers: u8| {
        dir.script(name, &format!("[ $(wc -w) = {numbers} ] || echo {name} >> wrong\necho 0"))
    };
    let (plain, standard) = (bot("plain", 25), bot("standard", 28));
    let start = ["bitmartyr", &plain, &standard, "-q", "--games", "2", "-c", "1", "--formats", "plain,standard"];
    let board = ["--width", "9", "--height", "9", "--population", "1", "--duration", "3", "--time", "60s"];
    for command in ["series", "tournament"] {
        dir.run(&[&[command][..], &start, &board].concat()).stdout(0);
        assert!(!dir.path("wrong").exists(), "{command}: {}", dir.read("wrong"));
    }
    let words = [&["series"][..], &start[..8], &["--formats", "plain,basic,basic"], &board].concat();
    let refused = dir.run(&words).complaint(2);
    assert!(refused.contains("3 formats are more than 2 teams"), "{refused}");
}

/// Moves by the sum of the numbers it reads, the same in all formats. `first` is the number of
/// numbers before those of the units.
fn thinker(dir: &TestDir, name: &str, first: u8) -> String {
    let sum =
        "sum = 0; for (at = 1; at <= 25; at++) { v = $(at + from); sum += at * (v > 0 ? v + 1 : v - 2 * (v < 0)) }";
    let units = format!("for (from = {first}; from + 25 <= NF; from += 25)");
    dir.script(name, &format!("awk '{{ {units} {{ {sum}; printf \"%d \", (sum % 5 + 5) % 5 }} }}'"))
}

#[test]
fn the_same_bot_plays_the_same_match_in_every_format() {
    let dir = TestDir::new();
    let (headed, plain) = (thinker(&dir, "headed", 3), thinker(&dir, "plain", 0));
    let board = "E4/2J2/5/1E3/4J";
    let match_ = |bots: [String; 2]| played(&dir, board, "4", &[], &bots);
    let standard = match_([headed.clone(), headed.clone()]);
    assert!(standard[4].bytes().any(|byte| byte.is_ascii_uppercase()), "{standard:?}");
    assert!(standard.windows(2).all(|pair| pair[0] != pair[1]), "{standard:?}");
    assert_eq!(match_([format!("plain:{plain}"), headed.clone()]), standard);
    assert_eq!(match_([headed.clone(), format!("-{headed}")]), standard);
    assert_eq!(match_([format!("-{headed}"), format!("plain:{plain}")]), standard);
}

#[test]
fn programs_and_modules_play_together() {
    let dir = TestDir::new();
    let module =
        dir.write("module.wasm", wat::parse_str(ENDLESS.replace("(loop $again (br $again))", "")).expect("a module"));
    let (script, status) = (bot(&dir, "script", "44"), dir.script("status", "exit 1"));
    let ran = dir.run(&[
        "bitmartyr",
        "-w",
        "9",
        "-h",
        "9",
        "-p",
        "1",
        "-d",
        "1",
        "--time",
        "60",
        "--",
        &module,
        &format!("-{module}"),
        &format!("plain:{script}"),
        &format!("-{status}"),
        &format!("cmd:{script} x"),
    ]);
    let expected = "\
Red (module.wasm (1)) had 2 units.
Green (module.wasm (2)) had 2 units.
Blue (script) had 2 units.
Grey (status) had 2 units.
Cyan (./script x) had 2 units.
A tie between Red (module.wasm (1)), Green (module.wasm (2)), Blue (script), Grey (status) and Cyan (./script x)!
";
    assert_eq!(ran.stdout(0), expected);
}
