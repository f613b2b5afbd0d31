//! Failures of this computer cost no bot the match: it is void, with status 1, no winner and no
//! link.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::executable;

/// The folder of a match, with a bot that has no fault and needs few descriptors.
fn match_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(executable("connect-four-random"), folder.path().join("bot")).unwrap();
    folder
}

/// Plays a match after these shell commands.
fn play(folder: &Path, before: &str, options: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_botyard");
    let line = format!("{before} exec {program} {options} play connect-four ./bot builtin:random --seed 1 --json");
    Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap()
}

#[track_caller]
fn check_void(ran: &Output) {
    let (said, why) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(1), "{said}{why}");
    assert!(said.is_empty() && why.contains("the match is void: this computer"), "{said}{why}");
}

#[test]
fn no_room_for_the_scratch_folder() {
    let folder = match_folder();
    // No user can make a folder in `/proc`, not even root.
    for scratch in ["/proc/self", "/no/such/folder"] {
        let ran = play(folder.path(), &format!("export TMPDIR={scratch};"), "");
        check_void(&ran);
        let why = String::from_utf8_lossy(&ran.stderr);
        let advice = format!("in {scratch}, the folder for temporary files (");
        assert!(why.contains(&advice) && why.contains("set TMPDIR to a folder that you may write into"), "{why}");
        assert!(!why.contains("ulimit"), "{why}");
    }
}

/// Regression: a series tried several times, and then advised to free memory and to raise limits.
#[test]
fn a_series_without_a_folder_for_scratch_ends_at_once() {
    let program = env!("CARGO_BIN_EXE_botyard");
    for (options, status, advice) in [
        ("--store games.sqlite", 1, "the match is void: this computer cannot start the bot of player"),
        ("", 5, "name a file for them with --store"),
    ] {
        let folder = match_folder();
        let line = format!("TMPDIR=/proc/self exec {program} series connect-four ./bot builtin:random -q {options}");
        let ran = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        let why = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(status), "{why}");
        assert!(ran.stdout.is_empty(), "nothing was played: {ran:?}");
        assert!(why.contains(advice) && why.contains("set TMPDIR to a folder that you may write into"), "{why}");
        assert!(!why.contains("ulimit"), "{why}");
    }
}

/// Whatever the number of descriptors, a bot is never reported as failing to start.
#[test]
fn no_descriptors() {
    let folder = match_folder();
    for options in ["", "--no-sandbox"] {
        let statuses: Vec<_> =
            (6..32).map(|most| (most, play(folder.path(), &format!("ulimit -n {most};"), options))).collect();
        for (most, ran) in &statuses {
            assert_ne!(ran.status.code(), Some(3), "{options} {most}: {ran:?}");
            if ran.status.code() != Some(0) {
                assert!(ran.stdout.is_empty(), "{options} {most}: {ran:?}");
            }
        }
        let is_void = |ran: &Output| String::from_utf8_lossy(&ran.stderr).contains("the match is void: this computer");
        assert!(statuses.iter().any(|(_, ran)| is_void(ran)), "{options}: {statuses:?}");
    }
}

/// Runs a command where no file becomes longer than this many blocks, as if the disk were full.
/// Bots are executables, because wasmtime keeps modules' memory in files.
fn run_without_room(folder: &Path, blocks: u32, command: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_botyard");
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} --no-sandbox {command}");
    Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap()
}

/// The names of all files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// On a full disk an earlier replay stays whole, and no other file is left beside it. Without an
/// earlier replay, no file is left.
#[test]
fn no_room_for_the_replay() {
    let folder = match_folder();
    let replay = folder.path().join("replay.json");
    let play = || {
        let ran = run_without_room(folder.path(), 1, "play connect-four ./bot ./bot -qq --save replay.json");
        assert_eq!(ran.status.code(), Some(5), "{ran:?}");
    };
    play();
    assert_eq!(names(folder.path()), ["bot"]);
    let older = format!("{{{}}}", " ".repeat(5_000));
    fs::write(&replay, &older).unwrap();
    play();
    assert_eq!(fs::read_to_string(&replay).unwrap(), older);
    assert_eq!(names(folder.path()), ["bot", "replay.json"]);
}

/// The same holds for the files of the drop-in commands.
#[test]
fn no_room_for_what_drop_in_commands_write() {
    let older = |name: &str| {
        let magic: &[u8] = match name.rsplit('.').next() {
            Some("gif") => b"GIF89a",
            Some("png") => b"\x89PNG\r\n\x1a\n",
            Some("json") => b"{",
            Some("log") => b"Starting turn 0...\n",
            _ => b"12 12 2\n",
        };
        [magic, &[b' '; 5_000]].concat()
    };
    let bitmartyr = "bitmartyr --width 60 --height 60 --population 60 --duration 60";
    for (command, name) in [
        ("generals map 50 50 2 -o", "file.map"),
        (&format!("{bitmartyr} --log"), "file.log"),
        (&format!("{bitmartyr} --log /dev/null --save"), "file.json"),
        (&format!("{bitmartyr} --log /dev/null --animate"), "file.gif"),
        (&format!("{bitmartyr} --log /dev/null --animate"), "file.png"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let bots = if command.starts_with("bitmartyr") { "cmd:true cmd:true" } else { "" };
        let run = || {
            let ran = run_without_room(folder.path(), 1, &format!("{command} {name} {bots}"));
            assert_eq!(ran.status.code(), Some(5), "{command}: {ran:?}");
        };
        run();
        assert_eq!(names(folder.path()), [""; 0], "{command}: nothing was there before");
        fs::write(folder.path().join(name), older(name)).unwrap();
        run();
        assert!(fs::read(folder.path().join(name)).unwrap() == older(name), "{command}");
        assert_eq!(names(folder.path()), [name], "{command}");
    }
}

/// The files that are left of a starter are complete.
#[test]
fn no_room_for_a_starter() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_without_room(folder.path(), 0, "new connect-four --lang python bot");
    assert_eq!(ran.status.code(), Some(5), "{ran:?}");
    assert_eq!(names(&folder.path().join("bot")), [""; 0]);
}
