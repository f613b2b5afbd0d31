//! Names and words with control characters do not reach the terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// A title, a bell, a cleared screen, a colour by a single byte, and letters turned around.
const COMMANDS: [&str; 5] = ["\u{1b}]0;owned", "\u{7}", "\u{1b}[2J", "\u{9b}31m", "\u{202e}"];

#[test]
fn no_name_and_no_word_commands_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let all = COMMANDS.concat();
    let bot = folder.path().join(format!("{all}bot"));
    fs::write(&bot, format!("#!/bin/sh\nprintf '{all}\\n' >&2; echo p; read x; printf '{all}\\n'; read x\n")).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    for options in [&[][..], &["--no-sandbox"]] {
        let ran = Command::new(env!("CARGO_BIN_EXE_botyard"))
            .args(["play", "connect-four"])
            .arg(&bot)
            .args(["builtin:random", "--stderr"])
            .args(options)
            .current_dir(&folder)
            // As if both were a terminal.
            .env("CLICOLOR_FORCE", "1")
            .output()
            .unwrap();
        let shown = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        assert!(shown.contains("bot"), "{shown}");
        let found: Vec<_> = COMMANDS.iter().filter(|command| shown.contains(**command)).collect();
        assert!(found.is_empty(), "{options:?}: {found:?} are in {shown:?}");
    }
}
