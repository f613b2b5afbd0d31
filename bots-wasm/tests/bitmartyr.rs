//! The BitMartyr bots as executables: what they answer to what they are shown, in each format. Whole matches, and how
//! well they play, are for those who have the rules.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};

const RIGHT: &str = env!("CARGO_BIN_EXE_bitmartyr-right");
const UP: &str = env!("CARGO_BIN_EXE_bitmartyr-up");
const WATERFALL: &str = env!("CARGO_BIN_EXE_bitmartyr-waterfall");
const RANDOM: &str = env!("CARGO_BIN_EXE_bitmartyr-random");
const SCARED: &str = env!("CARGO_BIN_EXE_bitmartyr-scared");
const HUNTER: &str = env!("CARGO_BIN_EXE_bitmartyr-hunter");
const WALL: &str = env!("CARGO_BIN_EXE_bitmartyr-wall");
const BOTS: [&str; 7] = [RIGHT, UP, WATERFALL, RANDOM, SCARED, HUNTER, WALL];

const PLAIN: &str = env!("CARGO_BIN_EXE_dialect-bitmartyr-hunter-plain");
const BASIC: &str = env!("CARGO_BIN_EXE_dialect-bitmartyr-hunter-basic");
const STATUS: &str = env!("CARGO_BIN_EXE_dialect-bitmartyr-hunter-status");

const DEAF: &str = env!("CARGO_BIN_EXE_hostile-bitmartyr-deaf");
const SURPLUS: &str = env!("CARGO_BIN_EXE_hostile-bitmartyr-surplus");
const CRASH: &str = env!("CARGO_BIN_EXE_hostile-bitmartyr-crash");
const LOOP: &str = env!("CARGO_BIN_EXE_hostile-bitmartyr-loop");

/// The two units of the protocol's example.
const TWO: &str = "0 0 1 0 0  0 0 2 0 0  0 -4 3 0 0  0 -3 0 0 0  0 0 0 0 0
    0 0 0 0 0  0 0 0 0 0  0 0 5 0 0  0 0 0 0 0  0 0 0 0 0 ";

/// What a run says and how it ends.
fn run(path: &str, input: &str) -> (String, ExitStatus) {
    let mut child = start(path, input);
    let mut words = String::new();
    child.stdout.take().unwrap().read_to_string(&mut words).unwrap();
    (words, child.wait().unwrap())
}

fn start(path: &str, input: &str) -> Child {
    let mut child = Command::new(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{path} does not start: {error}"));
    // Whoever never reads may be gone by now. The end of the block is the end of the input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child
}

/// The whole answer of a run in the standard format.
#[track_caller]
fn answer(path: &str, units: &str) -> String {
    let (words, status) = run(path, &standard(5, units));
    assert!(status.success(), "{path}: {status}");
    words
}

fn standard(random: u32, units: &str) -> String {
    format!("{random} 2147483647 7 {units}")
}

/// What one unit sees: five rows, with `.` for 0.
fn sight(rows: &str) -> String {
    let words: Vec<_> = rows.split_whitespace().map(|word| if word == "." { "0" } else { word }).collect();
    assert_eq!(words.len(), 25, "{rows}");
    words.join(" ") + " "
}

#[track_caller]
fn check(path: &str, rows: &str, action: &str) {
    assert_eq!(answer(path, &sight(rows)), action, "{path}\n{rows}");
}

#[test]
fn every_bot_gives_each_unit_one_action() {
    for path in BOTS {
        for count in [0, 1, 2, 3000] {
            let words = answer(path, &TWO.repeat(count));
            assert_eq!(words.len(), 2 * count, "{path}");
            assert!(words.bytes().all(|byte| (b'0'..=b'4').contains(&byte)), "{path}: {words}");
        }
    }
}

#[test]
fn any_white_space_parts_the_numbers() {
    for path in BOTS {
        let lines = standard(5, TWO).split_whitespace().collect::<Vec<_>>().join("\r\n\t") + "\n";
        assert_eq!(run(path, &lines).0, answer(path, TWO), "{path}");
    }
}

#[test]
fn input_without_a_unit_is_no_trouble() {
    for path in BOTS.into_iter().chain([PLAIN, BASIC]) {
        for input in ["", "  ", "5", "5 6 7", "5 6 7 1 2 3", "words"] {
            let (words, status) = run(path, input);
            assert_eq!((words.as_str(), status.success()), ("", true), "{path} {input:?}");
        }
    }
}

#[test]
fn right_and_up_know_one_way() {
    assert_eq!(answer(RIGHT, TWO), "22");
    assert_eq!(answer(UP, TWO), "11");
}

#[test]
fn waterfall_goes_by_its_health() {
    let alone = |health: u8| sight(&format!("{empty} . . {health} . . {empty}", empty = ". . . . . . . . . ."));
    let units: String = (1..=5).map(alone).collect();
    assert_eq!(answer(WATERFALL, &units), "01432");
}

#[test]
fn random_follows_the_number_it_is_told() {
    let words = |random| run(RANDOM, &standard(random, &TWO.repeat(50))).0;
    assert_eq!(words(3), words(3));
    assert_ne!(words(3), words(4));
    assert!("01234".chars().all(|digit| words(3).contains(digit)), "{}", words(3));
}

#[test]
fn scared_goes_where_the_least_health_is() {
    let rows = ". . -5 . .   . . . . 3   -1 . 4 . .   . . . . .   1 . . . .";
    check(SCARED, rows, "3");
    let rows = ". . . . .    . . . . .   -1 . 4 2 .   . . . . .   1 . . . .";
    check(SCARED, rows, "1");
}

#[test]
fn scared_has_no_favourite_among_equals() {
    let words = answer(SCARED, &sight(". . . . .  . . . . .  . . 5 . .  . . . . .  . . . . .").repeat(100));
    assert!("1234".chars().all(|digit| words.contains(digit)), "{words}");
}

#[test]
fn hunter_takes_the_strongest_it_beats() {
    check(HUNTER, ". . . . .  . . -4 . .   . -1 4 -3 .  . . -2 . .  . . . . .", "2");
    check(HUNTER, ". . . . .  . . -1 . .   . -1 2 2 .   . . 2 . .   . . . . .", "4");
}

#[test]
fn hunter_goes_after_prey_in_sight() {
    check(HUNTER, ". . . . .  . . . . .    . . 4 . .    . . . . .    . . -3 . .", "3");
    check(HUNTER, ". . . . .  . . . . .    -2 . 4 . -4  . . . . .    . . . . .", "4");
}

#[test]
fn hunter_without_a_way_stays() {
    check(HUNTER, ". . . . .  . . 1 . .    . -5 2 1 .   . . -2 . .   . . . . .", "0");
}

#[test]
fn wall_grows_in_every_direction() {
    let alone = |health: u8| sight(&format!("{empty} . . {health} . . {empty}", empty = ". . . . . . . . . ."));
    let units: String = (1..=5).map(alone).collect();
    // The last point of health leaves no clone: it stays.
    assert_eq!(answer(WALL, &units), "03412");
}

#[test]
fn wall_attacks_whom_it_beats_or_equals() {
    check(WALL, ". . . . .  . . -3 . .   . -4 4 -5 .  . . . . .   . . . . .", "1");
    check(WALL, ". . . . .  . . . . .    . -4 4 . .   . . . . .   . . . . .", "4");
    check(WALL, ". . . . .  . . -1 . .   . 1 1 1 .    . . 1 . .   . . . . .", "0");
}

#[test]
fn wall_strengthens_the_ground_behind_it() {
    check(WALL, ". . . . .  . . 4 . .    . 3 5 4 .    . . 4 . .   . . . . .", "4");
    check(WALL, ". . . . .  . . 4 . .    . 4 5 4 .    . . 4 . .   . . . . .", "0");
    // With an enemy in sight the strong goes to meet it.
    check(WALL, ". . . . .  . . 4 . .    . 4 5 4 -2   . . 4 . .   . . . . .", "2");
}

#[test]
fn wall_leaves_a_cell_to_the_stronger() {
    check(WALL, ". . . . .  . . 5 . .    . 5 3 . 4    . . 5 . .    . . . . .", "0");
    check(WALL, ". . . . .  . . 5 . .    . 5 4 . 3    . . 5 . .    . . . . .", "2");
}

#[test]
fn the_formats_of_the_hunter_say_the_same() {
    let units = [
        ". . . . .  . . -4 . .   . -1 4 -3 .  . . -2 . .  . . . . .",
        ". . . . .  . . -1 . .   . -1 2 2 .   . . 2 . .   . . . . .",
        ". . . . .  . . . . .    . . 4 . .    . . . . .    . . -3 . .",
        ". . 1 . .  . . 2 . .    . -4 3 . .   . -3 . . .   . . . . .",
        ". . . . .  . . 1 . .    . -5 2 1 .   . . -2 . .   . . . . .",
    ]
    .map(sight);
    let expected = answer(HUNTER, &units.concat());
    assert_eq!(run(PLAIN, &units.concat()).0, expected);
    for (unit, digit) in units.iter().zip(expected.bytes()) {
        let number = usize::from(digit - b'0');
        let symbol = [".\n", "^\n", ">\n", "v\n", "<\n", "*\n"][number];
        let input = standard(9, unit);
        assert_eq!(run(BASIC, &input).0, symbol);
        let (words, status) = run(STATUS, &input);
        assert_eq!((words.as_str(), status.code()), ("", Some(number as i32)));
        assert_eq!(run(HUNTER, &input).0.as_bytes(), [digit]);
    }
}

#[test]
fn those_that_misbehave_do_what_their_names_say() {
    let input = standard(5, &TWO.repeat(3));
    let said = |path| {
        let (words, status) = run(path, &input);
        (words, status.success())
    };
    assert_eq!(said(DEAF), ("2".repeat(10_000), true));
    assert_eq!(said(SURPLUS), ("2222220".to_owned(), true));
    assert_eq!(said(CRASH), ("222".to_owned(), false));
}

#[test]
fn loop_says_half_and_keeps_running() {
    let mut child = start(LOOP, &standard(5, &TWO.repeat(2)));
    let mut words = [0; 8];
    let length = child.stdout.as_mut().unwrap().read(&mut words);
    let runs = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((&words[..length.unwrap()], runs), (b"22".as_slice(), true));
}
