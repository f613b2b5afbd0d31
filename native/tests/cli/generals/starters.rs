//! The starters for Generals: each is whole, builds as its README says and plays matches to their end by the rules.

use std::process::Command;

use serde_json::Value;

use super::super::yard::{Yard, start};

/// Writes the starter and runs the first commands of its README.
fn built(language: &str, command: Option<&[&str]>) -> Yard {
    let yard = Yard::new();
    let told = yard.run(&["new", "generals", "--lang", language, "."]).stdout(0);
    assert!(told.contains("    botyard play generals "), "{told}");
    if let Some([program, arguments @ ..]) = command {
        assert!(told.contains(&format!("    {}\n", command.unwrap_or_default().join(" "))), "{told}");
        let mut compiler = Command::new(program);
        // The target folder of this test run is not the starter's.
        compiler.args(arguments).current_dir(yard.path("")).env_remove("CARGO_TARGET_DIR");
        assert!(start(compiler).wait().expect("a compiler").success());
    }
    yard
}

/// Plays on a map for three, in each seat; only a capture may put it out.
#[track_caller]
fn plays_by_the_rules(yard: &Yard, bot: &str) {
    yard.write("map.txt", yard.run(&["generals", "map", "9", "8", "3", "--seed", "6"]).stdout(0));
    for players in [[bot, "builtin:greedy", "builtin:idle"], ["builtin:random", bot, bot]] {
        let args = ["play", "generals", "--map", "map.txt", "--rounds", "120", "--bank", "none", "--json"];
        let text = yard.run(&[&args[..], &players].concat()).stdout(0);
        let document: Value = serde_json::from_str(&text).expect("a document");
        let turns = document["replay"]["turns"].as_array().expect("turns");
        let faults: Vec<_> = turns.iter().filter(|turn| turn.get("fault").is_some()).collect();
        assert!(faults.is_empty(), "{players:?}: {faults:?}");
        assert!(turns.iter().any(|turn| turn["seat"] == 1 && turn["action"] != "-1"), "{players:?}");
    }
}

#[test]
fn python() {
    plays_by_the_rules(&built("python", None), "./bot.py");
}

#[test]
fn c() {
    plays_by_the_rules(&built("c", Some(&["cc", "-O2", "bot.c", "-o", "bot"])), "./bot");
}

#[test]
fn cpp() {
    plays_by_the_rules(&built("cpp", Some(&["c++", "-std=c++17", "-O2", "bot.cpp", "-o", "bot"])), "./bot");
}

#[test]
fn rust() {
    let yard = built("rust", Some(&["cargo", "build", "--release"]));
    plays_by_the_rules(&yard, "target/release/generals-bot");
}
