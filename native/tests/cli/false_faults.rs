//! A bot that answers within its time is not late because many games are played at once: waits for
//! a processor are not charged.

use serde_json::Value;

use super::support;
use super::test_dir::{TestDir, finish};

/// Four fifths of a limit of 5 ms. The bot measures them by the clock that it is charged by: on
/// Linux a program's processor time, and the clock that a module sees.
const BUSY: &str = "4000 4";
const QUICK: &str = "0 5";

/// The command line of a program that computes for this long before each move.
fn program(role: &str) -> String {
    format!("cmd:{} '{role}'", support::executable("hostile-busy").display())
}

/// The program's bot as a module: the program's argument is written into its file.
fn module(dir: &TestDir, name: &str, role: &str) -> String {
    dir.write(name, botyard_hostile::cast(support::module("hostile-busy"), role))
}

fn words<'a>(players: [&'a str; 2], games: &'a str) -> Vec<&'a str> {
    let options = ["--games", games, "--seed", "1", "--time", "5ms", "--wall-clock", "--json", "-q"];
    [&["series", "connect-four"], &players[..], &options].concat()
}

/// How many games are played at full concurrency, if not 500: 20,000 take four minutes of two
/// processors. `BOTYARD_FALSE_FAULT_GAMES=10000 cargo xtask cargo test --workspace --test cli --
/// at_full_concurrency`
const GAMES: &str = "BOTYARD_FALSE_FAULT_GAMES";

fn games() -> String {
    std::env::var(GAMES).unwrap_or_else(|_| "500".to_owned())
}

/// Plays this many games with next to no fault: where others load the machine, one answer in some
/// thousands was still late, because a hypervisor takes a processor, or a page must be read from
/// the disk, and the system does not tell from whom. If the number of games was chosen, no answer
/// may be late.
#[track_caller]
fn check(games: &str, play: impl Fn() -> String) {
    let most = if std::env::var_os(GAMES).is_some() { 0 } else { games.parse::<u64>().expect("a number") / 20 };
    let json: Value = serde_json::from_str(&play()).expect("JSON");
    assert_eq!(json["games"].to_string(), games);
    let timeouts = |player: usize| json["players"][player]["faults"]["timeout"].as_u64().unwrap_or(0);
    assert!(timeouts(0) + timeouts(1) <= most, "more than {most} late answers: {json:#}");
}

fn check_programs(games: &str) {
    let players = [BUSY, QUICK].map(program);
    check(games, || TestDir::new().run(&words([&players[0], &players[1]], games)).stdout(0));
}

fn check_modules(games: &str) {
    let dir = TestDir::new();
    let players = [("busy.wasm", BUSY), ("quick.wasm", QUICK)].map(|(name, role)| module(&dir, name, role));
    check(games, || dir.run(&words([&players[0], &players[1]], games)).stdout(0));
}

/// A bot that computes for longer than its limit is late, even if it had to wait. It computes for
/// much longer: on systems other than Linux, the program takes short waits for computing.
#[test]
fn a_late_bot_is_late() {
    let (dir, roles) = (TestDir::new(), ["20000 4", "20000 5"]);
    let modules = [("left.wasm", roles[0]), ("right.wasm", roles[1])].map(|(name, role)| module(&dir, name, role));
    for players in [roles.map(program), modules] {
        let stdout = dir.run(&[&words([&players[0], &players[1]], "16")[..], &["-c", "8"]].concat()).stdout(0);
        let json: Value = serde_json::from_str(&stdout).expect("JSON");
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
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    signal("-CONT");
    let json: Value = serde_json::from_str(&finish(child, "").stdout(0)).expect("JSON");
    let faults: Vec<_> =
        json["replay"]["turns"].as_array().expect("a list").iter().map(|turn| &turn["fault"]).collect();
    assert!(faults.iter().all(|fault| fault.is_null()), "{json:#}");
}

/// A bot that sleeps when it is asked, and goes on sleeping, has not waited for a processor.
#[cfg(unix)]
#[test]
fn a_program_that_sleeps_is_late() {
    let dir = TestDir::new();
    dir.script("sleeper", "echo p; read seat; exec sleep 600");
    let words = ["play", "connect-four", "./sleeper", "builtin:random", "--time", "20ms", "--json", "--no-sandbox"];
    let json: Value = serde_json::from_str(&dir.run(&words).stdout(0)).expect("JSON");
    assert_eq!(json["replay"]["turns"][0]["fault"]["kind"], "timeout", "{json:#}");
}

mod complete {
    use super::*;

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
        let dir = TestDir::new();
        let players = [BUSY, "4000 5"].map(program);
        let crowd = ["-c", "8"];
        check("60", || dir.run(&[&words([&players[0], &players[1]], "60")[..], &crowd].concat()).stdout(0));
        let players = [("busy.wasm", BUSY), ("other.wasm", "4000 5")].map(|(name, role)| module(&dir, name, role));
        check("60", || dir.run(&[&words([&players[0], &players[1]], "60")[..], &crowd].concat()).stdout(0));
    }

    /// The processes of a warden's runs are found in another namespace.
    #[test]
    fn sandboxed_programs_at_full_concurrency() {
        let players = [BUSY, QUICK].map(program);
        let dir = TestDir::new();
        check("40", || {
            let mut command = dir.sandboxed_command(&words([&players[0], &players[1]], "40"));
            command.args(["-c", "6"]);
            finish(super::super::test_dir::start(command), "").stdout(0)
        });
    }
}
