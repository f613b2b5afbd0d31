//! The starters for Stratego: each is whole, builds as its README says and plays matches to their end by the rules.

use std::process::Command;

use super::super::yard::{Yard, start};

/// Writes the starter and runs the first commands of its README.
fn built(language: &str, command: Option<&[&str]>) -> Yard {
    let yard = Yard::new();
    let told = yard.run(&["new", "stratego", "--lang", language, "."]).stdout(0);
    assert!(told.contains("    botyard play stratego "), "{told}");
    if let Some([program, arguments @ ..]) = command {
        assert!(told.contains(&format!("    {}\n", command.unwrap_or_default().join(" "))), "{told}");
        let mut compiler = Command::new(program);
        // The target folder of this test run is not the starter's.
        compiler.args(arguments).current_dir(yard.path("")).env_remove("CARGO_TARGET_DIR");
        assert!(start(compiler).wait().expect("a compiler").success());
    }
    yard
}

/// Plays as RED and as BLUE.
#[track_caller]
fn plays_by_the_rules(yard: &Yard, bot: &str) {
    for players in [[bot, "builtin:dummy"], ["builtin:dummy", bot], [bot, bot]] {
        let ran = yard.manage(&[&["-m", "300"][..], &players].concat());
        assert_eq!(ran.stderr, "", "{players:?}");
        let result = ran.stdout(0);
        let word = result.split(' ').nth(2).expect("a result");
        assert!(["VICTORY", "DRAW", "DRAW_DEFAULT"].contains(&word), "{result}");
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
    plays_by_the_rules(&yard, "target/release/stratego-bot");
}
