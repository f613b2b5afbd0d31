//! The starters: each is complete, builds by the commands of its README, and plays legal matches to
//! their end in each seat.

use std::process::Command;

#[cfg(javascript)]
use botyard_effort::count;
use serde_json::Value;

use super::test_dir::{TestDir, start};

/// Stands for the starter among the players of a match.
const STARTER: &str = "STARTER";

/// A game, and the matches of its starters.
struct Game {
    name: &'static str,
    /// The reply of a bot that does not move.
    idle: &'static str,
    /// The options of a match, without a clock that a busy machine could exceed.
    options: &'static [&'static str],
    matches: &'static [&'static [&'static str]],
    /// An opponent whose output is passed on to the starter unchanged, and options with which the
    /// match goes on for some turns; `None` if the game does not pass on output.
    noise: Option<(&'static str, &'static [&'static str])>,
}

/// Prints a setup whose flag stands behind bombs, and then bytes that are not text: with a valid
/// move, and in a line that is longer than any buffer.
const STRATEGO_NOISE: &str = r"printf 'B469193599\nFB8878978B\nB7B5s36B98\n7529654694\n'
printf '0 3 DOWN 1 \377\n\377\376\n\303(\n\000\n\001\002\na\rb\n0 3 UP\r\n'
head -c 70000 /dev/zero | tr '\0' '\303'
printf '\n\303\n\r\nx\nx\n'
exec cat >/dev/null";

const GAMES: [Game; 4] = [
    Game {
        name: "connect-four",
        idle: "",
        options: &["--time", "60"],
        matches: &[&[STARTER, "builtin:random"], &["builtin:random", STARTER], &[STARTER, STARTER]],
        noise: None,
    },
    Game {
        name: "stratego",
        idle: "NO_MOVE",
        options: &["--time", "60", "-m", "300"],
        matches: &[&[STARTER, "builtin:dummy"], &["builtin:dummy", STARTER], &[STARTER, STARTER]],
        noise: Some((STRATEGO_NOISE, &["-i", "-m", "20"])),
    },
    Game {
        name: "generals",
        idle: "-1",
        options: &["--bank", "none", "--rounds", "120", "--map", "map.txt"],
        matches: &[&[STARTER, "builtin:greedy", "builtin:idle"], &["builtin:random", STARTER, STARTER]],
        noise: None,
    },
    Game {
        name: "bitmartyr",
        // No order for either of two units, which stay.
        idle: "--",
        options: &["--time", "60", "--population", "2", "--duration", "5", "--missing", "stay"],
        matches: &[&[STARTER, "builtin:wall"], &["builtin:hunter", STARTER, STARTER]],
        noise: None,
    },
];

/// A language: the build commands of its README, and the program that they make for a game.
struct Language {
    name: &'static str,
    build: &'static [&'static str],
    bot: fn(&str) -> String,
}

impl Language {
    /// Writes the starter, builds it and lets it play, for every game.
    fn check(&self) {
        for game in &GAMES {
            let dir = self.built(game.name);
            game.check(&dir, &(self.bot)(game.name));
            game.check_noise(&dir, &(self.bot)(game.name));
        }
    }

    fn built(&self, game: &str) -> TestDir {
        let dir = TestDir::new();
        let told = dir.run(&["new", game, "--lang", self.name, "."]).stdout(0);
        assert!(told.contains(&format!("    botyard play {game} ")), "{told}");
        if let [program, arguments @ ..] = self.build {
            assert!(told.contains(&format!("    {}\n", self.build.join(" "))), "{told}");
            let mut compiler = Command::new(program);
            compiler.args(arguments).current_dir(dir.path(""));
            // The settings of this build do not apply to the starter.
            for ours in ["CARGO_TARGET_DIR", "CARGO_BUILD_BUILD_DIR", "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER"] {
                compiler.env_remove(ours);
            }
            assert!(start(compiler).wait().expect("a compiler").success(), "{game}");
        }
        dir
    }
}

impl Game {
    #[track_caller]
    fn check(&self, dir: &TestDir, bot: &str) {
        dir.write("map.txt", dir.run(&["generals", "map", "9", "8", "3", "--seed", "6"]).stdout(0));
        for players in self.matches {
            let named: Vec<_> = players.iter().map(|&player| if player == STARTER { bot } else { player }).collect();
            let text = dir.run(&[&["play", self.name, "--json"], self.options, &named].concat()).stdout(0);
            let document: Value = serde_json::from_str(&text).expect("a document");
            assert!(!document["outcome"].is_null(), "{named:?}: the match has an end");
            let turns = document["replay"]["turns"].as_array().expect("turns");
            let faults: Vec<_> = turns.iter().filter(|turn| turn.get("fault").is_some()).collect();
            assert!(faults.is_empty(), "{named:?}: {faults:?}");
            for seat in (0..players.len()).filter(|&seat| players[seat] == STARTER) {
                let acts = |turn: &Value| turn["seat"] == seat && turn["action"] != self.idle;
                assert!(turns.iter().any(acts), "{named:?}: seat {seat} does something");
            }
        }
    }

    /// Regression: starters ended, or lost their place, when an opponent's output was not UTF-8,
    /// contained a carriage return or was longer than a buffer.
    #[track_caller]
    fn check_noise(&self, dir: &TestDir, bot: &str) {
        let Some((body, options)) = self.noise else { return };
        let opponent = dir.script("noise", body);
        for players in [[bot, &opponent], [&opponent, bot]] {
            let text = dir.run(&[&["play", self.name, "--json", "--time", "60"], options, &players].concat()).stdout(0);
            let document: Value = serde_json::from_str(&text).expect("a document");
            let turns = document["replay"]["turns"].as_array().expect("turns");
            let own = |turn: &&Value| players[turn["seat"].as_u64().expect("a seat") as usize] == bot;
            let (own, others): (Vec<_>, Vec<_>) = turns.iter().partition(own);
            let faults = |turns: &[&Value]| turns.iter().filter(|turn| turn.get("fault").is_some()).count();
            assert_eq!(faults(&own), 0, "{players:?}: {own:?}");
            assert!(own.len() > 8 && faults(&others) > 5, "{players:?}: {text}");
        }
    }
}

#[test]
fn every_game_is_here() {
    assert_eq!(GAMES.map(|game| game.name), botyard_engine::catalog::NAMES);
}

#[test]
fn python() {
    Language { name: "python", build: &[], bot: |_| "cmd:python3 bot.py".to_owned() }.check();
}

#[cfg(python)]
#[test]
fn python_in_the_sandbox() {
    // The interpreter is compiled once for all tests.
    super::python::test_dir();
    Language { name: "python", build: &[], bot: |_| "./bot.py".to_owned() }.check();
}

#[test]
fn c() {
    Language { name: "c", build: &["cc", "-O2", "bot.c", "-o", "bot"], bot: |_| "./bot".to_owned() }.check();
}

#[cfg(javascript)]
#[test]
fn javascript() {
    Language { name: "javascript", build: &[], bot: |_| "./bot.js".to_owned() }.check();
}

#[cfg(all(javascript, typescript))]
#[test]
fn typescript() {
    Language { name: "typescript", build: &[], bot: |_| "./bot.ts".to_owned() }.check();
}

#[cfg(go)]
#[test]
fn go() {
    let build = &["env", "GOOS=wasip1", "GOARCH=wasm", "go", "build", "-o", "bot.wasm"];
    Language { name: "go", build, bot: |_| "bot.wasm".to_owned() }.check();
}

/// The scripts in `docs/writing-a-bot.md`; its bot in Rust plays in the tests of `bots-wasm/`.
#[cfg(all(javascript, typescript, python))]
#[test]
fn the_scripts_in_the_guide_play() {
    let guide = include_str!("../../../docs/writing-a-bot.md");
    let dir = super::python::test_dir();
    for (language, file) in [("python", "bot.py"), ("js", "bot.js"), ("js", "bot.ts")] {
        let (_, code) = guide.split_once(&format!("```{language}\n")).expect("a script");
        let bot = dir.write(file, code.split("```").next().unwrap_or_default());
        GAMES[0].check(&dir, &bot);
    }
}

/// An open square with a player in it, and another player behind a wall of mountains, out of reach.
#[cfg(javascript)]
fn walled_map(size: usize) -> String {
    let cell = |row: usize, column: usize| match (row == size / 2, size - 1 - column) {
        (_, 1) => "4",
        (true, 0) => "3",
        (true, _) if column == size / 2 => "3",
        _ => "1",
    };
    let row = |row| (0..size).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    let rows: Vec<_> = (0..size).map(row).collect();
    format!("{size} {size} 2\n{}\n", rows.join("\n"))
}

/// As documented in `docs/javascript.md`: the usual bank is enough for a map of the usual size;
/// larger maps, up to the largest, need a larger bank.
#[cfg(javascript)]
#[test]
fn a_script_plays_all_rounds_of_generals_within_its_bank() {
    let dir = TestDir::new();
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../starters/generals/javascript/bot.js");
    let maps = [(12, &[][..], true), (20, &[], false), (50, &["--bank", "30s"], true)];
    for &(size, options, is_enough) in &maps[..count(1, maps.len())] {
        let map = dir.write("map.txt", walled_map(size));
        let play = ["play", "generals", starter, "builtin:idle", "--map", &map, "--seed", "1", "--json"];
        let text = dir.run(&[&play[..], options].concat()).stdout(0);
        let document: Value = serde_json::from_str(&text).expect("a document");
        let turns = document["replay"]["turns"].as_array().expect("turns");
        let faults: Vec<_> = turns.iter().filter(|turn| turn.get("fault").is_some()).collect();
        assert!(faults.iter().all(|turn| turn["seat"] == 0), "{size}, {options:?}: {faults:?}");
        assert_eq!((faults.is_empty(), turns.len() == 2000), (is_enough, is_enough), "{size}, {options:?}: {faults:?}");
    }
}

mod complete {
    use super::*;

    #[test]
    fn cpp() {
        let build = &["c++", "-std=c++17", "-O2", "bot.cpp", "-o", "bot"];
        Language { name: "cpp", build, bot: |_| "./bot".to_owned() }.check();
    }

    #[test]
    fn rust() {
        let bot = |game: &str| format!("target/release/{game}-bot");
        Language { name: "rust", build: &["cargo", "build", "--release"], bot }.check();
    }
}
