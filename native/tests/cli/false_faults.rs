//! A bot that answers within its time is not late because many are played at once: what it waits
//! for a processor is not its time.

use rusqlite::Connection;
use serde_json::Value;

use super::support;
use super::test_dir::{Ran, TestDir, finish};

/// Of a limit of 5 ms, four fifths.
const BUSY: &str = "4000 4";
const QUICK: &str = "0 5";

/// The command line of a program that computes for this long before each move.
fn program(role: &str) -> String {
    format!("cmd:{} '{role}'", support::executable("hostile-busy").display())
}

/// The same as a module: what a program has as an argument is written into its file.
fn module(dir: &TestDir, name: &str, role: &str) -> String {
    dir.write(name, botyard_hostile::cast(support::module("hostile-busy"), role))
}

fn words<'a>(players: [&'a str; 2], games: &'a str) -> Vec<&'a str> {
    let options = ["--games", games, "--seed", "1", "--time", "5ms", "--wall-clock", "--json", "-q"];
    [&["series", "connect-four"], &players[..], &options].concat()
}

/// How many games are played at full concurrency, if not 500: 20,000 take ten minutes of two
/// processors. `BOTYARD_FALSE_FAULT_GAMES=10000 cargo xtask cargo test --workspace --test cli --
/// at_full_concurrency`
const GAMES: &str = "BOTYARD_FALSE_FAULT_GAMES";

fn games() -> String {
    std::env::var(GAMES).unwrap_or_else(|_| "500".to_owned())
}

/// Where the games are kept.
const STORE: &str = "games.sqlite";

/// Of so many games, one may be void: where others load the machine, one answer in some thousands
/// comes while a hypervisor has taken a processor away, and nobody can say whether it is late.
const GAMES_FOR_EACH_VOID: u64 = 20;

/// Plays this many games without a late answer. A game that is void is played again; the second
/// time, its unit counts for nobody.
#[track_caller]
fn check(games: &str, players: [&str; 2], options: &[&str], dir: &TestDir, run: impl Fn(&[&str]) -> Ran) {
    let words = [&words(players, games)[..], options, &["--store", STORE]].concat();
    let json: Value = serde_json::from_str(&run(&words).stdout(0)).expect("JSON");
    for player in json["players"].as_array().expect("a list") {
        assert_eq!(player["faults"]["timeout"].as_u64().unwrap_or(0), 0, "late answers: {json:#}");
    }
    let lost = json["void_games"].as_array().expect("a list").len() as u64;
    let (games, counted) = (games.parse::<u64>().expect("a number"), json["games"].as_u64().expect("a number"));
    assert!(counted + 2 * lost >= games, "{counted} games count, and {lost} are void: {json:#}");
    let store = Connection::open(dir.path(STORE)).expect("the games are kept");
    let count = r#"SELECT count(*) FROM game WHERE result = '"void"'"#;
    let void: u64 = store.query_row(count, [], |row| row.get::<_, i64>(0)).expect("a number").cast_unsigned();
    eprintln!("{void} of {games} games were void, {lost} of them twice");
    assert!(void <= 1 + games / GAMES_FOR_EACH_VOID, "{void} of {games} games were void: {json:#}");
}

fn check_programs(games: &str) {
    let (dir, players) = (TestDir::new(), [BUSY, QUICK].map(program));
    check(games, [&players[0], &players[1]], &[], &dir, |words| dir.run(words));
}

fn check_modules(games: &str) {
    let dir = TestDir::new();
    let players = [("busy.wasm", BUSY), ("quick.wasm", QUICK)].map(|(name, role)| module(&dir, name, role));
    check(games, [&players[0], &players[1]], &[], &dir, |words| dir.run(words));
}

#[test]
fn programs_at_full_concurrency() {
    check_programs(&games());
}

#[test]
fn modules_at_full_concurrency() {
    check_modules(&games());
}

/// Eight bots want a processor at the same time, so that most of them wait for longer than their
/// limit.
#[test]
fn more_bots_than_processors() {
    let (dir, crowd) = (TestDir::new(), ["-c", "8"]);
    let players = [BUSY, "4000 5"].map(program);
    check("60", [&players[0], &players[1]], &crowd, &dir, |words| dir.run(words));
    let dir = TestDir::new();
    let players = [("busy.wasm", BUSY), ("other.wasm", "4000 5")].map(|(name, role)| module(&dir, name, role));
    check("60", [&players[0], &players[1]], &crowd, &dir, |words| dir.run(words));
}

/// A warden's runs are found in another namespace.
#[test]
fn sandboxed_programs_at_full_concurrency() {
    let (dir, players) = (TestDir::new(), [BUSY, QUICK].map(program));
    check("40", [&players[0], &players[1]], &["-c", "6"], &dir, |words| {
        finish(super::test_dir::start(dir.sandboxed_command(words)), "")
    });
}

/// Who computes for longer than its limit is late, also where it had to wait, and whatever the
/// machine took away meanwhile. For much longer than twice its limit: the bot takes short waits for
/// computing, which is not charged.
#[test]
fn a_late_bot_is_late() {
    let dir = TestDir::new();
    let (left, right) = ("20000 4", "20000 5");
    let modules = [("left.wasm", left), ("right.wasm", right)].map(|(name, role)| module(&dir, name, role));
    for players in [[left, right].map(program), modules] {
        let words = [&words([&players[0], &players[1]], "16")[..], &["-c", "8"]].concat();
        let json: Value = serde_json::from_str(&dir.run(&words).stdout(0)).expect("JSON");
        let faults = [0, 1].map(|player| json["players"][player]["faults"]["timeout"].as_u64().unwrap_or(0));
        assert_eq!(faults[0] + faults[1], 16, "{json:#}");
    }
}

/// Stopping the program, as by Ctrl-Z, does not stop the bots: they answer meanwhile, or go on
/// computing.
#[cfg(unix)]
#[test]
fn no_bot_is_late_while_botyard_is_stopped() {
    let dir = TestDir::new();
    let bot = dir.greeter("bot", "touch asked; sleep 0.1; for column in 1 2 3 4; do echo $column; read answer; done");
    let words = ["play", "connect-four", &bot, "builtin:random", "--seed", "1", "--time", "2s", "--json"];
    let child = dir.start(&words);
    let signal = |name: &str| {
        let pid = child.id().to_string();
        std::process::Command::new("kill").args([name, &pid]).status().expect("there is a kill")
    };
    while !dir.path("asked").exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    signal("-STOP");
    std::thread::sleep(std::time::Duration::from_secs(4));
    signal("-CONT");
    let json: Value = serde_json::from_str(&finish(child, "").stdout(0)).expect("JSON");
    let faults: Vec<_> =
        json["replay"]["turns"].as_array().expect("a list").iter().map(|turn| &turn["fault"]).collect();
    assert!(faults.iter().all(|fault| fault.is_null()), "{json:#}");
}

/// Who sleeps when it is asked, and goes on sleeping, has not waited for a processor.
#[cfg(unix)]
#[test]
fn a_program_that_sleeps_is_late() {
    let dir = TestDir::new();
    dir.script("sleeper", "echo p; read seat; exec sleep 600");
    let words = ["play", "connect-four", "./sleeper", "builtin:random", "--time", "20ms", "--json", "--no-sandbox"];
    let json: Value = serde_json::from_str(&dir.run(&words).stdout(0)).expect("JSON");
    assert_eq!(json["replay"]["turns"][0]["fault"]["kind"], "timeout", "{json:#}");
}
