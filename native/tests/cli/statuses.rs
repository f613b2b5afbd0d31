//! The exit statuses, and the messages that come with them.

use std::fs;
use std::process::Command;

use super::test_dir::{Talk, TestDir, code, is_alive};

/// The stderr of a command that ends with this status and without stdout.
#[track_caller]
fn check(dir: &TestDir, args: &[&str], status: i32, clue: &str) {
    let complaint = dir.run(args).complaint(status);
    assert!(complaint.contains(clue), "{complaint}");
}

#[test]
fn usage_is_2() {
    let dir = TestDir::new();
    let play = |a, b| ["play", "connect-four", a, b];
    check(&dir, &[], 2, "Usage");
    check(&dir, &["plaz"], 2, "play");
    check(&dir, &["play", "checkers", "human", "human"], 2, "connect-four");
    check(&dir, &["play", "connect-four", "human"], 2, "for 2 players, not 1");
    check(&dir, &play("builtin:nobody", "human"), 2, "negamax");
    check(&dir, &play("builtin:random ", "human"), 2, "did you mean `builtin:random`, without the space around it?");
    check(&dir, &play("cmd:bot 'x", "human"), 2, "unclosed quote");
    check(&dir, &play("cmd:", "human"), 2, "empty command");
    check(&dir, &["play", "connect-four", "human", "human", "--time", "soon"], 2, "500ms");
    let seed = |value| ["play", "connect-four", "human", "human", "--seed", value];
    for value in ["x", "-1", "1.5"] {
        let clue =
            format!("invalid value '{value}' for '--seed <N>': expected a whole number of at least 0, such as 20");
        check(&dir, &seed(value), 2, &clue);
    }
    check(&dir, &["serve", "--port", "99999"], 2, "expected a whole number from 0 to 65535");
    check(&dir, &["new", "connect-four", "--lang", "cobol"], 2, "c, cpp, go, javascript, python, rust, typescript");
    check(&dir, &["new", "checkers", "--lang", "c"], 2, "connect-four");
    check(&dir, &["new", "connect-four", "--lang", "js"], 2, "did you mean javascript?");
    check(&dir, &["new", "conect-four", "--lang", "c"], 2, "did you mean connect-four?");
    check(&dir, &["docs", "startego"], 2, "did you mean stratego?");
}

#[test]
fn a_bot_that_cannot_be_started_is_3_and_the_message_helps() {
    let dir = TestDir::new();
    dir.player("my-bot", "1");
    dir.write("plain", "#!/bin/sh\n");
    let play = |bot| ["play", "connect-four", bot, "builtin:random"];
    check(&dir, &play("./my-bto"), 3, "did you mean ./my-bot?");
    check(&dir, &play("my_bot"), 3, "did you mean my-bot?");
    check(&dir, &play("random"), 3, "builtin:random");
    check(&dir, &play("python3 bot.py"), 3, "\"cmd:python3 bot.py\"");
    check(
        &dir,
        &play("./my-bot "),
        3,
        "no such file: `./my-bot `; did you mean `./my-bot`, without the space around it?",
    );
    check(&dir, &play(" builtin:random"), 3, "did you mean `builtin:random`, without the space around it?");
    dir.script("windows", "");
    fs::write(dir.path("windows"), "#!/usr/bin/env sh\r\necho p\r\n").expect("our own file");
    check(&dir, &play("./windows"), 3, "./windows: its first line ends in CRLF");
    check(&dir, &play("."), 3, "is a folder");
    dir.write("text.wasm", "hello");
    check(&dir, &play("./plain"), 3, "chmod +x ./plain");
    check(&dir, &play("./text.wasm"), 3, "./text.wasm: ");
    dir.write("my.c", "int main(void) { return 0; }\n");
    check(
        &dir,
        &play("./my.c"),
        3,
        "./my.c is not a bot: it is C source. Build it with `cc -O2 ./my.c -o ./my` and use ./my",
    );
    dir.write("notes.txt", "an idea\n");
    dir.write("bot.go", "package main\n");
    check(&dir, &play("notes.txt"), 3, "notes.txt is not a module, a script or an executable; a bot is ");
    check(&dir, &play("bot.go"), 3, "bot.go is not a bot: it is Go source. Build it with `go build -o bot bot.go`");
    // Regression: the file was named in the folder in which the sandbox let the program work.
    let missing = "`cmd:python3 nofile.py`: no such file in the current folder: nofile.py";
    check(&dir, &play("cmd:python3 nofile.py"), 3, missing);
}

#[test]
fn a_bot_that_does_not_greet_is_3_and_the_match_is_told() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "echo hello; read end");
    let told = dir.run(&["play", "connect-four", &bot, "builtin:random", "-q"]).stdout(3);
    assert!(told.starts_with("bot did not start because it printed `hello`"), "{told}");
}

/// If neither bot starts, each failure appears only in the games that the bot has to begin.
#[test]
fn a_series_in_which_no_bot_starts_is_3() {
    let dir = TestDir::new();
    let [first, second] = ["7", "0"].map(|status| dir.script(&format!("exit{status}"), &format!("exit {status}")));
    let good = dir.player("good", "1111");
    for (left, right, status) in [(&first, &second, 3), (&first, &good, 3), (&good, &second, 3), (&good, &good, 0)] {
        let ran = dir.run(&["series", "connect-four", left, right, "--games", "4", "-q"]);
        assert_eq!(ran.status, status, "{left} {right}: {ran:?}");
    }
}

/// Regression: the match was played in vain, because its result was not printed.
#[test]
#[cfg(target_os = "linux")]
fn a_match_that_cannot_be_written_is_told() {
    let dir = TestDir::new();
    for option in ["--save", "--log"] {
        let words = ["play", "connect-four", "builtin:random", "builtin:random", "--seed", "7", option, "/dev/full"];
        let ran = dir.run(&words);
        assert!(ran.stderr.contains("cannot write /dev/full"), "{ran:?}");
        let told = ran.stdout(5);
        assert!(told.contains("\nseed 7\n") && told.contains("\nlink #/connect-four/r/"), "{told}");
    }
}

#[test]
fn file_trouble_is_5() {
    let dir = TestDir::new();
    let play = ["play", "connect-four", "builtin:random", "builtin:random"];
    for option in ["--log", "--save"] {
        check(&dir, &[&play[..], &[option, "no/such/folder/file"]].concat(), 5, "cannot write no/such/folder/file");
    }
    check(&dir, &["replay", "nothing"], 5, "no such file: nothing");
    let full = "44444444: not a match of Connect Four: character 7, `4`, is a column that is full";
    check(&dir, &["replay", "44444444"], 5, full);
    let endless = "/dev/zero: file too large: at most 1 MiB";
    check(&dir, &["generals", "/dev/zero"], 5, endless);
    check(&dir, &["play", "generals", "human", "human", "--map", "/dev/zero"], 5, endless);
    dir.write("config.txt", "log.txt /dev/zero 1 human");
    check(&dir, &["generals", "config.txt"], 5, &format!("config.txt, line 1: cannot read {endless}"));
}

/// Regression: the messages were those of parsers, or that a complete file is cut off.
#[test]
fn a_file_of_another_kind_is_told_so() {
    let dir = TestDir::new();
    let match_file = dir.path("match.json").display().to_string();
    dir.run(&["play", "connect-four", "builtin:random", "builtin:random", "--save", &match_file]).stdout(0);
    check(&dir, &["standings", &match_file], 5, "not a line for each game");
    let whole = fs::read_to_string(&match_file).expect("it was saved");
    let part = dir.write("part.json", &whole[..whole.len() / 2]);
    check(&dir, &["replay", &part], 5, "the file is cut off");
    let script = dir.write("bot.js", "print('p');");
    check(&dir, &["tournament", "--file", &script], 5, "not a tournament's TOML: ");
    check(&dir, &["check", "--cases", &script, &script], 5, "not the TOML of cases: ");
}

#[test]
fn ctrl_c_is_130_stops_the_bots_and_tells_what_was_played() {
    let dir = TestDir::new();
    let bot = dir.greeter("bot", "echo $$ > pid; for column in 1 2 3; do echo $column; read answer; done");
    let mut talk = Talk::new(dir.start(&["play", "connect-four", "human", &bot]));
    talk.write_line("4");
    while !talk.read_line().ends_with("O bot: 1") {}
    let pid = talk.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill").success());
    let mut told = String::new();
    std::io::Read::read_to_string(&mut talk.stdout, &mut told).expect("UTF-8");
    assert_eq!(code(talk.child.wait().expect("it ends")), 130);
    assert!(told.contains("Stopped after 2 turns: no result."), "{told}");
    assert!(told.contains("link #/connect-four/r/"), "{told}");
    assert!(!is_alive(dir.read("pid").trim()));
}

#[test]
fn ctrl_c_ends_the_console_too() {
    let dir = TestDir::new();
    let mut talk = Talk::new(dir.start(&["connect-four", "MANUAL_MODE", "MANUAL_MODE"]));
    talk.write_line("4");
    assert_eq!(talk.read_line(), "PLAYER1MOVE41");
    let pid = talk.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill").success());
    assert_eq!(talk.read_line(), "");
    assert_eq!(code(talk.child.wait().expect("it ends")), 130);
}

/// As under `nohup`, and as in the background of a script.
#[test]
fn a_bot_has_its_signals_even_where_its_caller_ignores_them() {
    let dir = TestDir::new();
    for signal in ["HUP", "INT", "QUIT", "TERM"] {
        let bot = dir.script("bot", &format!("kill -{signal} $$; echo p"));
        for sandbox in [&["--no-sandbox"][..], &[]] {
            let mut command = Command::new("sh");
            command.args(["-c", "trap '' HUP INT QUIT TERM; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_botyard")]);
            command.args(sandbox).args(["play", "connect-four", &bot, "builtin:random"]);
            let output = command.current_dir(dir.path("")).output().expect("the shell starts");
            let told = String::from_utf8_lossy(&output.stdout);
            assert!(told.contains("killed by signal"), "{signal}, {sandbox:?}: {output:?}");
        }
    }
}
