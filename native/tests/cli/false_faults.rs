//! A bot that answers within its time is not late because many games are played at once: waits for
//! a processor are not charged.

use std::iter::successors;
use std::time::Duration;

use serde_json::Value;

use super::support;
use super::test_dir::TestDir;

/// A bot that computes for four fifths of the limit, in microseconds. It measures them by the clock
/// that it is charged by: on Linux a program's processor time, and the clock that a module sees.
fn busy(limit: Duration, column: u8) -> String {
    format!("{} {column}", limit.as_micros() * 4 / 5)
}

const QUICK: &str = "0 5";

/// The shortest limit, if the computer is fast enough for it.
const SHORTEST: Duration = Duration::from_millis(5);
/// A computer on which the bots are late even alone with this limit is not slow: they are charged for
/// something else.
const LONGEST: Duration = Duration::from_secs(1);

/// The command line of a program that computes for this long before each move.
fn program(role: &str) -> String {
    format!("cmd:{} '{role}'", support::executable("hostile-busy").display())
}

/// The program's bot as a module: the program's argument is written into its file.
fn module(dir: &TestDir, name: &str, role: &str) -> String {
    dir.write(name, botyard_hostile::cast(support::module("hostile-busy"), role))
}

/// The command line of a series with this limit.
fn words<'a>(players: &'a [String; 2], limit: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    let [one, other] = players;
    let usual = ["--seed", "1", "--time", limit, "--wall-clock", "--json", "-q"];
    [&["series", "connect-four", one, other][..], &usual, options].concat()
}

fn time_text(limit: Duration) -> String {
    format!("{}ms", limit.as_millis())
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
/// may be late. `play` plays a series with a limit and these options.
#[track_caller]
fn check(games: &str, options: &[&str], play: impl Fn(Duration, &[&str]) -> String) {
    let most = if std::env::var_os(GAMES).is_some() { 0 } else { games.parse::<u64>().expect("a number") / 20 };
    let limit = shortest_limit(&play);
    let json: Value = serde_json::from_str(&play(limit, &[&["--games", games][..], options].concat())).expect("JSON");
    assert_eq!(json["games"].to_string(), games);
    assert!(late_answers(&json) <= most, "more than {most} late answers within {limit:?}: {json:#}");
}

/// The shortest limit within which the bots answer if one game is played at a time: on a slow computer,
/// a fifth of [`SHORTEST`] is not enough to read a question and to write an answer.
#[track_caller]
fn shortest_limit(play: impl Fn(Duration, &[&str]) -> String) -> Duration {
    let mut limits = successors(Some(SHORTEST), |limit| Some(*limit * 4)).take_while(|limit| *limit <= LONGEST);
    let is_enough = |limit: &Duration| {
        let json: Value = serde_json::from_str(&play(*limit, &["--games", "8", "-c", "1"])).expect("JSON");
        late_answers(&json) == 0
    };
    limits.find(is_enough).expect("bots that play alone are in time")
}

/// How many answers of both bots were late.
fn late_answers(json: &Value) -> u64 {
    [0, 1].map(|player| json["players"][player]["faults"]["timeout"].as_u64().unwrap_or(0)).iter().sum()
}

fn check_programs(games: &str) {
    check(games, &[], |limit, options| {
        let players = [busy(limit, 4), QUICK.to_owned()].map(|role| program(&role));
        TestDir::new().run(&words(&players, &time_text(limit), options)).stdout(0)
    });
}

fn check_modules(games: &str) {
    let dir = TestDir::new();
    check(games, &[], |limit, options| {
        let players = [module(&dir, "busy.wasm", &busy(limit, 4)), module(&dir, "quick.wasm", QUICK)];
        dir.run(&words(&players, &time_text(limit), options)).stdout(0)
    });
}

/// A bot that computes for longer than its limit is late, even if it had to wait. It computes for
/// much longer: on systems other than Linux, the program takes short waits for computing.
#[test]
fn a_late_bot_is_late() {
    let (dir, roles) = (TestDir::new(), ["20000 4", "20000 5"]);
    let modules = [("left.wasm", roles[0]), ("right.wasm", roles[1])].map(|(name, role)| module(&dir, name, role));
    for players in [roles.map(program), modules] {
        let stdout = dir.run(&words(&players, "5ms", &["--games", "16", "-c", "8"])).stdout(0);
        let json: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!(late_answers(&json), 16, "{json:#}");
    }
}

/// Stopping the program, as by Ctrl-Z, does not stop the bots: they answer meanwhile, or go on
/// computing. Here the bot itself stops the program when it is asked, for longer than its limit.
#[cfg(unix)]
#[test]
fn no_bot_is_late_while_botyard_is_stopped() {
    let dir = TestDir::new();
    let stop = "kill -STOP $PPID; sleep 2.5; echo 1; kill -CONT $PPID; read answer";
    let bot = dir.greeter("bot", &format!("{stop}; for column in 2 3 4; do echo $column; read answer; done"));
    let words = ["play", "connect-four", &bot, "builtin:random", "--seed", "1", "--time", "2s", "--json"];
    let json: Value = serde_json::from_str(&dir.run(&words).stdout(0)).expect("JSON");
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
    use crate::test_dir::{finish, start};

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
        let roles = |limit| [busy(limit, 4), busy(limit, 5)];
        check("60", &crowd, |limit, options| {
            let players = roles(limit).map(|role| program(&role));
            dir.run(&words(&players, &time_text(limit), options)).stdout(0)
        });
        check("60", &crowd, |limit, options| {
            let [one, other] = roles(limit);
            let players = [module(&dir, "busy.wasm", &one), module(&dir, "other.wasm", &other)];
            dir.run(&words(&players, &time_text(limit), options)).stdout(0)
        });
    }

    /// The processes of a warden's runs are found in another namespace.
    #[test]
    fn sandboxed_programs_at_full_concurrency() {
        let dir = TestDir::new();
        check("40", &["-c", "6"], |limit, options| {
            let players = [busy(limit, 4), QUICK.to_owned()].map(|role| program(&role));
            let command = dir.sandboxed_command(&words(&players, &time_text(limit), options));
            finish(start(command), "").stdout(0)
        });
    }
}
