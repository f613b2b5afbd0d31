//! What this computer fails to do costs no bot the match: it is void, with status 1, no winner and
//! no link.

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
    // No user can make a folder in `/proc`, root neither.
    for scratch in ["/proc/self", "/no/such/folder"] {
        check_void(&play(folder.path(), &format!("export TMPDIR={scratch};"), ""));
    }
}

/// Whatever the number of descriptors, a bot is never told to have failed to start.
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

/// Where files cannot become larger, as if the disk were full, the replay that was there is still
/// whole, and nothing is left beside it.
#[test]
fn no_room_for_the_replay() {
    let folder = match_folder();
    let replay = folder.path().join("replay.json");
    let older = format!("{{{}}}", " ".repeat(5_000));
    fs::write(&replay, &older).unwrap();
    // Executables, because wasmtime keeps modules' memory in files.
    let command = "--no-sandbox play connect-four ./bot ./bot -qq --save replay.json";
    let line = format!("trap '' XFSZ; ulimit -f 1; exec {} {command}", env!("CARGO_BIN_EXE_botyard"));
    let ran = Command::new("sh").args(["-c", &line]).current_dir(&folder).output().unwrap();
    assert_eq!(ran.status.code(), Some(5), "{ran:?}");
    assert_eq!(fs::read_to_string(&replay).unwrap(), older);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "only the bot and the replay");
}

/// The same of what the drop-in commands write.
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
    for (command, name) in [
        ("generals map 50 50 2 -o", "old.map"),
        ("bitmartyr --width 60 --height 60 --population 60 --duration 60 --log", "old.log"),
        ("bitmartyr --width 60 --height 60 --population 60 --duration 60 --log /dev/null --save", "old.json"),
        ("bitmartyr --width 60 --height 60 --population 60 --duration 60 --log /dev/null --animate", "old.gif"),
        ("bitmartyr --width 60 --height 60 --population 60 --duration 60 --log /dev/null --animate", "old.png"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), older(name)).unwrap();
        let bots = if command.starts_with("bitmartyr") { "cmd:true cmd:true" } else { "" };
        let program = env!("CARGO_BIN_EXE_botyard");
        let line = format!("trap '' XFSZ; ulimit -f 1; exec {program} --no-sandbox {command} {name} {bots}");
        let ran = Command::new("sh").args(["-c", &line]).current_dir(&folder).output().unwrap();
        assert_eq!(ran.status.code(), Some(5), "{command}: {ran:?}");
        assert!(fs::read(folder.path().join(name)).unwrap() == older(name), "{command}: {ran:?}");
        let beside = fs::read_dir(&folder)
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
        assert_eq!(beside.count(), 0, "{command}");
    }
}
