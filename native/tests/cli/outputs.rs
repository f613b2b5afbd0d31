//! Options that name an output file or folder.

use super::test_dir::{Ran, TestDir};

/// No user can create a file there, not even root.
const NOWHERE: &str = "/proc/self/no/such/place";

/// A folder with the files that commands need, and a bot that leaves a file when it is started.
fn folder() -> TestDir {
    let dir = TestDir::new();
    dir.script("bot", "touch started; exit 1");
    dir.run(&["play", "connect-four", "builtin:random", "builtin:random", "--save", "match.json", "-qq"]).stdout(0);
    dir.write("map.txt", "1 4 2\n3\n1\n1\n3\n");
    dir.write("config.txt", "log.txt\nmap.txt\n2\n./bot\n./bot\n");
    dir.write("elsewhere.txt", format!("{NOWHERE}\nmap.txt\n2\n./bot\n./bot\n"));
    dir
}

/// Runs a command that is refused before any bot is started, and leaves no files.
#[track_caller]
fn refused(words: &str) -> Ran {
    let dir = folder();
    let before = dir.names();
    let ran = dir.run(&words.split_whitespace().collect::<Vec<_>>());
    assert_ne!(ran.status, 0, "{words}: {ran:?}");
    assert_eq!(dir.names(), before, "{words}: {ran:?}");
    ran
}

/// Regression: with `--keep-files`, the match was played first.
#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_first_match() {
    for (words, status) in [
        ("play connect-four ./bot ./bot --save", 5),
        ("play connect-four ./bot ./bot --log", 5),
        ("play connect-four ./bot ./bot --keep-files", 5),
        ("connect-four ./bot ./bot --log", 5),
        ("connect-four ./bot ./bot --keep-files", 5),
        ("stratego ./bot ./bot -o", 1),
        ("stratego ./bot ./bot --keep-files", 5),
        ("generals config.txt --save", 5),
        ("generals config.txt --keep-files", 5),
        ("bitmartyr --log", 5),
        ("bitmartyr --save", 5),
        ("bitmartyr --animate", 5),
        ("bitmartyr --frames", 5),
        ("bitmartyr --keep-files", 5),
        ("series connect-four ./bot ./bot --store", 5),
        ("series connect-four ./bot ./bot --jsonl", 5),
        ("tournament connect-four ./bot ./bot --store", 5),
        ("tournament connect-four ./bot ./bot --jsonl", 5),
        ("rerun match.json --seat 1 ./bot --save", 5),
    ] {
        let bots = if words.starts_with("bitmartyr") { "./bot ./bot" } else { "" };
        let end = if words.ends_with("--animate") { ".gif" } else { "" };
        let ran = refused(&format!("{words} {NOWHERE}{end} {bots}"));
        assert_eq!(ran.status, status, "{words}: {ran:?}");
        assert!(
            ran.stderr.contains(&format!("cannot write {NOWHERE}")) || ran.stderr.contains(&format!("{NOWHERE}:")),
            "{words}: {ran:?}"
        );
        if words.ends_with("--keep-files") {
            assert!(ran.stderr.contains("give --keep-files a folder that you may write into"), "{ran:?}");
        }
    }
    assert!(refused("generals elsewhere.txt").stderr.contains(NOWHERE));
}

/// Regression: a table without games was printed, and the file of a store was left in the folder
/// for temporary files.
#[test]
fn what_is_refused_leaves_no_store() {
    for (words, status, clue) in [
        ("series connect-four ./bot ./bot --jsonl /proc/self/no/lines", 5, "cannot write /proc/self/no/lines"),
        ("series connect-four ./bot ./bot --jsonl map.txt", 5, "map.txt already exists"),
        ("series connect-four ./bot ./bot --store a --jsonl a", 2, "--store and --jsonl name the same file"),
        ("series connect-four ./bot ./bot ./bot", 2, "Connect Four is for 2 players, not 3"),
        ("series connect-four ./bot ./bot ./bot --store a", 2, "Connect Four is for 2 players, not 3"),
        ("series generals ./bot", 2, "too few bots: expected at least 2, found 1"),
        ("tournament connect-four ./bot", 2, "too few bots: expected at least 2, found 1"),
        ("tournament generals ./bot --format knockout", 2, "too few bots: expected at least 2, found 1"),
    ] {
        let dir = folder();
        std::fs::create_dir(dir.path("tmp")).expect("our own folder");
        let before = dir.names();
        let mut command = dir.command(&words.split_whitespace().collect::<Vec<_>>());
        command.env("TMPDIR", dir.path("tmp"));
        let complaint = super::test_dir::finish(super::test_dir::start(command), "").complaint(status);
        assert!(complaint.contains(clue), "{words}: {complaint}");
        assert_eq!(dir.names(), before, "{words}");
        assert_eq!(dir.path("tmp").read_dir().expect("our own folder").count(), 0, "{words}");
    }
}

/// Regression: a missing path was refused only if an executable played.
#[test]
fn a_path_to_read_must_be_there() {
    for words in ["play connect-four builtin:random builtin:random", "series connect-four ./bot ./bot", "bots"] {
        let ran = refused(&format!("--read /no/such/book {words}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{words}: {ran:?}");
        assert!(ran.stderr.contains("--read /no/such/book: No such file or directory"), "{ran:?}");
    }
}

/// Names come from files, and these from strangers.
#[test]
fn a_name_is_neither_markup_nor_a_command_to_the_terminal() {
    let dir = TestDir::new();
    let names = ["```", "a|b*c", "\u{1b}[31mred"];
    let bots = names.map(|name| dir.player(name, "1234567"));
    let words = ["tournament", "connect-four", &bots[0], &bots[1], &bots[2], "--games", "2", "--seed", "1", "-q"];
    let run = |options: &[&str]| dir.run(&[&words[..], options].concat()).stdout(0);
    let markdown = run(&["--markdown"]);
    for part in ["| \\`\\`\\` |", "| a\\|b\\*c |", "| \\\\u{1b}\\[31mred |", "\n```text\nfirst seat"] {
        assert!(markdown.contains(part), "{markdown}");
    }
    assert!(!markdown.contains("a|b*c") && !markdown.contains("\n```, "), "{markdown}");
    let knockout = run(&["--markdown", "--format", "knockout"]);
    assert!(knockout.contains("- \\`\\`\\` has a bye\n"), "{knockout}");
    let two = ["series", "connect-four", &bots[0], &bots[1], "--games", "2", "--seed", "1", "-q", "--markdown"];
    let series = dir.run(&two).stdout(0);
    assert!(series.contains("\n````text\n") && series.contains("\n``` compared with a|b*c:\n"), "{series}");
    for format in [&["--csv"][..], &["--json"], &[]] {
        let text = run(format);
        assert!(!text.contains('\u{1b}') && text.contains("u{1b}[31mred") != (format == ["--json"]), "{text}");
    }
    assert!(run(&["--json"]).contains("\"\\u001b[31mred\""));
}

/// Regression: what was printed to a closed stdout was lost, with exit status 0.
#[test]
#[cfg(target_os = "linux")]
fn output_to_a_closed_stdout_is_an_error() {
    let dir = folder();
    let status = |redirect: &str| {
        let mut command = std::process::Command::new("sh");
        let line = format!("exec \"$0\" replay match.json --json {redirect}");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_botyard")]).current_dir(dir.path("."));
        command.status().expect("a shell").code()
    };
    let redirects = [">/dev/null", "</dev/null >&-", "<&- >&-", "<&- >&- 2>&-"];
    assert_eq!(redirects.map(status), [Some(0), Some(5), Some(5), Some(5)]);
}
